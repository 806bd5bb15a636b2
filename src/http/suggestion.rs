//! What was probably meant by a name that nothing has.

use strsim::normalized_damerau_levenshtein;

/// How near the names must be: from 0, nothing in common, to 1, equal.
const NEAR: f64 = 0.55;

/// Bytes of the longest name that is compared: to compare takes as many steps as the product of the lengths.
const LONGEST: usize = 64;

/// The one of `known` that `name` is nearest to, whatever its case, if it is near at all.
pub(super) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > LONGEST {
        return None;
    }
    let name = name.to_lowercase();
    let rated = known.into_iter().map(|known| (normalized_damerau_levenshtein(&name, known), known));
    let (likeness, nearest) = rated.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    (likeness >= NEAR).then_some(nearest)
}

/// The field that was meant, by serde's message about one that it does not know: "unknown field `mvoes`,
/// expected `position` or `moves`".
pub(super) fn nearest_field(message: &str) -> Option<&str> {
    let (name, fields) = message.strip_prefix("unknown field `")?.rsplit_once("`, expected ")?;
    nearest(name, fields.split('`').skip(1).step_by(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_misspelt_are_known() {
        let games = ["tic-tac-toe", "connect-four", "checkers"];
        for (name, meant) in [
            ("Checkers", Some("checkers")),
            ("chekers", Some("checkers")),
            ("tictactoe", Some("tic-tac-toe")),
            ("tic_tac_toe", Some("tic-tac-toe")),
            ("connect4", Some("connect-four")),
            ("connect_four", Some("connect-four")),
            ("chess", None),
            ("go", None),
            ("", None),
        ] {
            assert_eq!(nearest(name, games), meant, "{name}");
        }
    }

    #[test]
    fn long_names_are_not_compared() {
        let long = "a".repeat(LONGEST + 1);
        assert_eq!(nearest(&long[1..], [&*long]), Some(&*long));
        assert_eq!(nearest(&long, [&*long]), None);
    }

    #[test]
    fn fields_are_those_that_serde_names() {
        let expected = "expected one of `position`, `moves`, `time_ms`, `depth`, `nodes`, `fresh`";
        for (name, meant) in [
            ("postion", Some("position")),
            ("timeMs", Some("time_ms")),
            ("time", Some("time_ms")),
            ("mvoes", Some("moves")),
            ("multipv", None),
        ] {
            assert_eq!(nearest_field(&format!("unknown field `{name}`, {expected}")), meant, "{name}");
        }
        let one = "unknown field `position`, expected `positions` at line 1 column 12";
        assert_eq!(nearest_field(one), Some("positions"));
        assert_eq!(nearest_field("invalid type: map, expected a string"), None);
        assert_eq!(nearest_field("unknown field `a`, there are no fields"), None);
        let sly = "unknown field `x`, expected `xy`, expected `moves`";
        assert_eq!(nearest_field(sly), None, "what came is no list of fields");
    }
}
