//! Games as transcripts: the squares in order, `f5d6c3`, with or without the passes between them.

use super::{Board, Move, Reversi};
use crate::game::{ImportedRecord, Record, played_record};

/// The names of a pass, longer ones first.
const PASSES: [&str; 4] = ["pass", "ps", "pa", "--"];

/// The move that a text names, legal or not.
pub(super) fn read_move(text: &str) -> Option<Move> {
    match *text.as_bytes() {
        [file @ (b'a'..=b'h' | b'A'..=b'H'), row @ b'1'..=b'8'] => {
            Move::on(8 * (row - b'1') + (file.to_ascii_lowercase() - b'a'))
        }
        _ => PASSES.iter().any(|pass| pass.eq_ignore_ascii_case(text)).then_some(Move::PASS),
    }
}

/// Whether a text is a transcript, not a board. No moves at all are one.
pub(super) fn is_transcript(text: &str) -> bool {
    tokens(text).next().is_none_or(|first| read_move(first).is_some_and(|first| !first.is_pass()))
}

/// The game that a transcript describes.
pub(super) fn read(text: &str) -> ImportedRecord<Reversi> {
    played_record(Board::START, tokens(text), text.len())
}

/// The moves of a game from the start, without passes but for those at the end.
pub(super) fn write(record: &Record<Reversi>) -> String {
    let last = record.moves.iter().rposition(|played| !played.is_pass());
    let is_written =
        |&(index, played): &(usize, &Move)| !played.is_pass() || last.is_none_or(|at| index > at);
    let written = record.moves.iter().enumerate().filter(is_written);
    written.map(|(_, played)| played.to_string()).collect()
}

/// The moves in a text: what may be one, or else a word. Numbers of moves are skipped.
pub(super) fn tokens(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        text = after_number(skip_separators(text));
        let end = token_length(text);
        let (token, rest) = text.split_at(end);
        text = rest;
        (end > 0).then_some(token)
    })
}

fn is_separator(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, '/' | ',' | ';' | '|' | '.')
}

/// The text without separators at its start; two hyphens are a pass, one is a separator.
fn skip_separators(mut text: &str) -> &str {
    loop {
        text = text.trim_start_matches(is_separator);
        match text.strip_prefix('-') {
            Some(rest) if !rest.starts_with('-') => text = rest,
            _ => return text,
        }
    }
}

/// The text after the number of a move: `1.`.
fn after_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest) if rest.len() + 1 < text.len() => skip_separators(rest),
        _ => text,
    }
}

fn token_length(text: &str) -> usize {
    let is_move = |length: usize| text.get(..length).is_some_and(|text| read_move(text).is_some());
    let known = [4, 2].into_iter().find(|&length| is_move(length));
    known.unwrap_or_else(|| text.find(is_separator).unwrap_or(text.len()))
}
