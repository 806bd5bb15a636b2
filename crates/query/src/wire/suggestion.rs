//! Suggestions for unknown names: "did you mean".

use strsim::normalized_damerau_levenshtein;

/// The least similarity of a suggestion: from 0, nothing in common, to 1, equal.
const MIN_SIMILARITY: f64 = 0.55;

/// The longest name that is compared, in bytes: the cost is the product of the lengths.
const MAX_BYTES: usize = 64;

/// The most similar of `known`, ignoring case, if it is similar enough (Damerau-Levenshtein distance).
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > MAX_BYTES {
        return None;
    }
    let name = name.to_ascii_lowercase();
    let rated = known.into_iter().map(|known| (normalized_damerau_levenshtein(&name, known), known));
    let (similarity, nearest) = rated.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    (similarity >= MIN_SIMILARITY).then_some(nearest)
}

/// The field that was probably meant, by serde's message: "unknown field `mvoes`, expected `position` or
/// `moves`".
pub(crate) fn nearest_field(message: &str) -> Option<&str> {
    let (name, fields) = message.strip_prefix("unknown field `")?.rsplit_once("`, expected ")?;
    nearest(name, fields.split('`').skip(1).step_by(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_names_are_recognised() {
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
        let long = "a".repeat(MAX_BYTES + 1);
        assert_eq!(nearest(&long[1..], [&*long]), Some(&*long));
        assert_eq!(nearest(&long, [&*long]), None);
    }

    #[test]
    fn field_suggestions_come_from_serdes_message() {
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
        let misleading = "unknown field `x`, expected `xy`, expected `moves`";
        assert_eq!(nearest_field(misleading), None, "the unknown name itself looks like a list of fields");
    }
}
