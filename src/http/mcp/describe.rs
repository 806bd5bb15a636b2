//! Answers in words, for language models.

use serde_json::Value;

/// The labels of moves that lose expected points.
const INFERIOR: [&str; 4] = ["good", "inaccuracy", "mistake", "blunder"];

pub(super) fn games(answer: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let notation =
        |named: &Value| format!("{}\nexample: {}", text(&named["notation"]), text(&named["example"]));
    let level = |level: &Value| {
        let elo = level["elo"].as_i64().map_or_else(String::new, |elo| format!(" ({elo})"));
        format!("{}{elo}", level["level"])
    };
    let game = |game: &Value| {
        format!(
            "{}\nsides: {}\nstart: {}\npositions: {}\nmoves: {}\nlevels (Elo): {}",
            text(&game["id"]),
            list(&game["sides"], ", ", text),
            text(&game["start"]),
            notation(&game["position"]),
            notation(&game["move"]),
            list(&game["levels"], ", ", level),
        )
    };
    list(&answer["games"], "\n\n", game)
}

pub(super) fn legal_moves(answer: &Value) -> String {
    let position = answer["position"].as_str().unwrap_or_default();
    if answer["outcome"].is_null() {
        let moves = list(&answer["moves"], " ", |played| words(&played["notation"]));
        format!("Position {position}\n{} to move. Legal moves: {moves}", words(&answer["to_move"]))
    } else {
        format!("Position {position}\n{}", describe_outcome(&answer["outcome"]))
    }
}

pub(super) fn best_move(answer: &Value) -> String {
    if !answer["outcome"].is_null() {
        return describe_outcome(&answer["outcome"]);
    }
    let side = words(&answer["to_move"]);
    format!(
        "{side} to move in {}\n{}",
        words(&answer["position"]),
        describe_line(&answer["best_move"], answer)
    )
}

pub(super) fn analysis(answer: &Value) -> String {
    if !answer["outcome"].is_null() {
        return describe_outcome(&answer["outcome"]);
    }
    let side = words(&answer["to_move"]);
    let moves = lines(&answer["lines"], |line| describe_line(&line["move"], line));
    format!("{side} to move in {}\n{moves}", words(&answer["position"]))
}

/// A move with its score, reason and line.
fn describe_line(played: &Value, line: &Value) -> String {
    let score = describe_score(&line["score"], &line["bound"]);
    let reason = line["reason"]["text"].as_str().map_or_else(String::new, |text| format!(", {text}"));
    let moves = list(&line["principal_variation"], " ", words);
    format!("{}: {score}{reason}. Line: {moves}", words(played))
}

pub(super) fn review(answer: &Value) -> String {
    let ply = |(ply, number): (&Value, usize)| {
        let played = words(&ply["move"]);
        if let Some(detail) = ply["problem"]["detail"].as_str() {
            return format!("{number}. {played}: not reviewed, {detail}");
        }
        let label = words(&ply["label"]);
        let better = match &ply["best_move"] {
            best if INFERIOR.contains(&&*label) && *best != ply["move"] => {
                format!(", better was {}", words(best))
            }
            _ => String::new(),
        };
        format!("{number}. {played}: {label}{better}")
    };
    let plies = answer["plies"].as_array().into_iter().flatten().zip(1..).map(ply);
    let side = |side: &Value| {
        let accuracy = side["accuracy"].as_f64().map(|accuracy| accuracy.to_string());
        let accuracy = accuracy.unwrap_or_else(|| "no move reviewed".to_owned());
        format!("Accuracy of {}: {accuracy}", words(&side["side"]))
    };
    plies.collect::<Vec<_>>().join("\n") + "\n" + &lines(&answer["sides"], side)
}

/// A problem document, with the seconds after which the request may be sent again.
pub(super) fn problem(document: &Value, retry_after: Option<&str>) -> String {
    let text = |name: &str| document[name].as_str().unwrap_or_default().to_owned();
    let wait = retry_after.map_or_else(String::new, |seconds| format!("; try again in {seconds} s"));
    format!("{}: {}{wait}", text("title"), text("detail"))
}

fn describe_outcome(outcome: &Value) -> String {
    let by = words(&outcome["reason"]);
    outcome["winner"].as_str().map_or_else(
        || format!("The game is over: a draw by {by}."),
        |winner| format!("The game is over: {winner} has won by {by}."),
    )
}

/// A score in words. A better score is a sooner win, a worse one a sooner loss.
fn describe_score(score: &Value, bound: &Value) -> String {
    let kind = score["kind"].as_str().unwrap_or_default();
    let bound = bound.as_str().unwrap_or_default();
    let (relation, article) = match bound {
        "lower" => ("at least ", "a "),
        "upper" => ("at most ", "a "),
        _ => ("", ""),
    };
    match (kind, bound, score["plies"].as_u64()) {
        ("estimate", ..) => format!("{relation}{} expected points (estimate)", score["expected_points"]),
        ("win", "lower", Some(plies)) | ("loss", "upper", Some(plies)) => {
            format!("{kind} in at most {plies} plies (proven)")
        }
        ("win", "lower", None) | ("loss", "upper", None) => format!("{kind} (proven)"),
        (_, _, Some(plies)) => format!("{relation}{article}{kind} in {plies} plies (proven)"),
        (_, _, None) => format!("{relation}{article}{kind} (proven)"),
    }
}

/// A text without quotes, in words.
fn words(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), |text| text.replace('_', " "))
}

fn lines(values: &Value, describe: impl Fn(&Value) -> String) -> String {
    list(values, "\n", describe)
}

fn list(values: &Value, separator: &str, describe: impl Fn(&Value) -> String) -> String {
    values.as_array().into_iter().flatten().map(describe).collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn scores_that_are_bounds_are_told_as_bounds() {
        for (score, bound, text) in [
            (json!({ "kind": "draw", "expected_points": 0.5 }), "exact", "draw (proven)"),
            (json!({ "kind": "draw", "expected_points": 0.5 }), "lower", "at least a draw (proven)"),
            (json!({ "kind": "draw", "expected_points": 0.5 }), "upper", "at most a draw (proven)"),
            (json!({ "kind": "win", "plies": 3 }), "exact", "win in 3 plies (proven)"),
            (json!({ "kind": "win", "plies": 3 }), "lower", "win in at most 3 plies (proven)"),
            (json!({ "kind": "win", "plies": null }), "lower", "win (proven)"),
            (json!({ "kind": "loss", "plies": 4 }), "upper", "loss in at most 4 plies (proven)"),
            (json!({ "kind": "loss", "plies": 4 }), "lower", "at least a loss in 4 plies (proven)"),
            (
                json!({ "kind": "estimate", "expected_points": 0.4 }),
                "upper",
                "at most 0.4 expected points (estimate)",
            ),
        ] {
            assert_eq!(describe_score(&score, &json!(bound)), text);
        }
    }

    #[test]
    fn games_are_listed_with_their_notations_sides_and_levels() {
        let listed = json!([{
            "id": "nim",
            "sides": ["first", "second"],
            "start": "5",
            "position": { "notation": "the number of coins", "example": "4" },
            "move": { "notation": "how many to take", "example": "2" },
            "levels": [{ "level": 1, "elo": -20 }, { "level": 2, "elo": null }],
        }]);
        let text = "nim\nsides: first, second\nstart: 5\npositions: the number of coins\nexample: 4\n\
                    moves: how many to take\nexample: 2\nlevels (Elo): 1 (-20), 2";
        assert_eq!(games(&json!({ "games": listed })), text);
    }

    #[test]
    fn a_review_names_better_moves_and_problems() {
        let plies = json!([
            { "move": "1", "label": "best", "best_move": "5" },
            { "move": "5", "label": "good", "best_move": "9" },
            { "move": "9", "label": "blunder", "best_move": "9" },
            { "move": "3", "problem": { "detail": "the service is overloaded" } },
        ]);
        let sides = json!([{ "side": "X", "accuracy": 97.5 }, { "side": "O", "accuracy": null }]);
        let text = "1. 1: best\n2. 5: good, better was 9\n3. 9: blunder\n\
                    4. 3: not reviewed, the service is overloaded\n\
                    Accuracy of X: 97.5\nAccuracy of O: no move reviewed";
        assert_eq!(review(&json!({ "plies": plies, "sides": sides })), text);
    }
}
