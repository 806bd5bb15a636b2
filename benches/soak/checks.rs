//! What answers must be. Each check panics where one is not so.

use crate::questions::Place;
use serde_json::Value;

pub(crate) fn parsed(answer: &str) -> Value {
    serde_json::from_str(answer).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

fn words(list: &Value) -> Vec<String> {
    serde_json::from_value(list.clone()).unwrap_or_else(|error| panic!("{error}: {list}"))
}

/// The line is legal, and the move is its first; there is one unless the game is over.
pub(crate) fn best_move(place: &Place, answer: &Value) {
    let line = words(&answer["principal_variation"]);
    assert_eq!(answer["best_move"].as_str(), line.first().map(String::as_str), "{:?}: {answer}", place.moves);
    assert_eq!(answer["best_move"].is_null(), !answer["outcome"].is_null(), "{:?}: {answer}", place.moves);
    place.after(&line);
}

/// Every line is legal and begins with its move, and no move has two; there are some unless the game is over.
pub(crate) fn analysis(place: &Place, answer: &Value) {
    let lines = answer["lines"].as_array().unwrap_or_else(|| panic!("no lines: {answer}"));
    assert_eq!(lines.is_empty(), !answer["outcome"].is_null(), "{:?}: {answer}", place.moves);
    let mut moves: Vec<_> = lines.iter().map(|line| line["move"].as_str()).collect();
    for line in lines {
        let variation = words(&line["principal_variation"]);
        assert_eq!(line["move"].as_str(), variation.first().map(String::as_str), "{answer}");
        place.after(&variation);
    }
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), lines.len(), "{answer}");
}

/// The moves are those that there are.
pub(crate) fn legal_moves(place: &Place, answer: &Value) {
    let told = answer["moves"].as_array().unwrap_or_else(|| panic!("no moves: {answer}"));
    let told: Vec<_> = told.iter().filter_map(|told| told["notation"].as_str()).collect();
    let listing = place.after(&[]).legal_moves();
    let listed: Vec<_> = listing.moves.iter().map(|listed| listed.text.as_str()).collect();
    assert_eq!(told, listed, "{answer}");
}

/// Each message tells of legal lines, and the last one and no other is the final one; but for want of room it may be
/// a problem.
pub(crate) fn stream(place: &Place, form: &str, text: &str) {
    let messages = if form == LINES { lines(text) } else { events(text) };
    let ((end, told), before) = messages.split_last().unwrap_or_else(|| panic!("no message: {text}"));
    assert!(before.iter().all(|(event, _)| event == "update"), "{text}");
    before.iter().for_each(|(_, told)| analysis(place, told));
    match end.as_str() {
        "final" => analysis(place, told),
        _ => assert!(end == "problem" && told["status"] == 503, "{text}"),
    }
}

pub(crate) const LINES: &str = "application/x-ndjson";
pub(crate) const EVENTS: &str = "text/event-stream";

fn lines(text: &str) -> Vec<(String, Value)> {
    let message = |line| {
        let mut message = parsed(line);
        let event = message["event"].as_str().unwrap_or_default().to_owned();
        let told = if event == "problem" { "problem" } else { "analysis" };
        (event, message[told].take())
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
