//! Checks of responses; each panics on a wrong one.

use crate::positions_and_bodies::TestPosition;
use serde_json::Value;

pub(crate) fn parsed(answer: &str) -> Value {
    serde_json::from_str(answer).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

fn words(list: &Value) -> Vec<String> {
    serde_json::from_value(list.clone()).unwrap_or_else(|error| panic!("{error}: {list}"))
}

/// Checks that the line is legal and starts with the best move, which exists unless the game is over.
pub(crate) fn best_move(position: &TestPosition, answer: &Value) {
    let line = words(&answer["principal_variation"]);
    assert_eq!(
        answer["best_move"].as_str(),
        line.first().map(String::as_str),
        "{:?}: {answer}",
        position.moves
    );
    assert_eq!(answer["best_move"].is_null(), !answer["outcome"].is_null(), "{:?}: {answer}", position.moves);
    position.after(&line);
}

/// Checks that all lines are legal and start with distinct moves of their own; there are some unless the game is over.
pub(crate) fn analysis(position: &TestPosition, answer: &Value) {
    let lines = answer["lines"].as_array().unwrap_or_else(|| panic!("no lines: {answer}"));
    assert_eq!(lines.is_empty(), !answer["outcome"].is_null(), "{:?}: {answer}", position.moves);
    let mut moves: Vec<_> = lines.iter().map(|line| line["move"].as_str()).collect();
    for line in lines {
        let variation = words(&line["principal_variation"]);
        assert_eq!(line["move"].as_str(), variation.first().map(String::as_str), "{answer}");
        position.after(&variation);
    }
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), lines.len(), "{answer}");
}

/// Checks that the moves are the legal ones.
pub(crate) fn legal_moves(position: &TestPosition, answer: &Value) {
    let moves = answer["moves"].as_array().unwrap_or_else(|| panic!("no moves: {answer}"));
    let notations: Vec<_> = moves.iter().filter_map(|entry| entry["notation"].as_str()).collect();
    let listing = position.after(&[]).legal_moves();
    let listed: Vec<_> = listing.moves.iter().map(|listed| listed.text.as_str()).collect();
    assert_eq!(notations, listed, "{answer}");
}

/// Checks that all messages have legal lines, and that exactly the last one is final; under
/// overload it may be a problem instead.
pub(crate) fn stream(position: &TestPosition, media_type: &str, text: &str) {
    let messages = if media_type == LINES { lines(text) } else { events(text) };
    let ((end, last), before) = messages.split_last().unwrap_or_else(|| panic!("no message: {text}"));
    assert!(before.iter().all(|(event, _)| event == "update"), "{text}");
    before.iter().for_each(|(_, update)| analysis(position, update));
    match end.as_str() {
        "final" => analysis(position, last),
        _ => assert!(end == "problem" && last["status"] == 503, "{text}"),
    }
}

pub(crate) const LINES: &str = "application/x-ndjson";
pub(crate) const EVENTS: &str = "text/event-stream";

fn lines(text: &str) -> Vec<(String, Value)> {
    let message = |line| {
        let mut message = parsed(line);
        let event = message["event"].as_str().unwrap_or_default().to_owned();
        let field = if event == "problem" { "problem" } else { "analysis" };
        (event, message[field].take())
    };
    text.lines().filter(|line| !line.is_empty()).map(message).collect()
}

fn events(text: &str) -> Vec<(String, Value)> {
    let message = |block: &str| {
        let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        (field("event: ").to_owned(), parsed(field("data: ")))
    };
    text.split_terminator("\n\n").filter(|block| !block.starts_with(':')).map(message).collect()
}
