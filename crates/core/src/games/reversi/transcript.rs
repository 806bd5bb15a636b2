//! Games as transcripts: the squares in order, `f5d6c3`, with or without the passes between them, maybe with comments
//! and the score at the end: `f5d6c3 (Tiger) 34-30`.

use super::result::{self, StatedResult};
use super::{Board, Move, Reversi};
use crate::game::{Comment, ImportedRecord, Invalid, Notation, Record, phrases, play_text, quoted};

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

/// The game that a transcript from a board describes. A score of a game that is not over may be an estimate, so it is
/// a comment.
pub(super) fn read(start: Board, text: &str) -> ImportedRecord<Reversi> {
    let (mut read, last_word) = play(start, text);
    let Some(score) = last_word else { return read };
    let is_counted = StatedResult::read(score).is_some_and(|stated| stated.margin.is_some());
    if is_counted && !read.record.end().is_over() {
        read.record.comments.push(Comment { ply: read.record.moves.len(), text: score.to_owned() });
        read.warnings.push(Invalid::new(phrases::score(), phrases::score_after_end(), quoted(score)));
    } else {
        read.warnings.extend(result::settle(&mut read.record, phrases::score(), last_word));
    }
    read
}

/// The game with these moves from a board, and with comments in braces or parentheses. Also returns the result behind
/// the moves.
pub(super) fn play(start: Board, text: &str) -> (ImportedRecord<Reversi>, Option<&str>) {
    let (mut record, mut board, mut last_word, mut fault) = (Record::from(start), start, None, None);
    for (moves, comment) in parts(text) {
        let (moves, result) = split_result(moves);
        last_word = result.or(last_word);
        let play = |text| play_text::<Reversi>(&mut board, text, |_, played| record.moves.push(played));
        if let Some(illegal) = tokens(moves).map(play).find_map(Result::err) {
            let part = Reversi::move_label(&start, record.moves.len());
            fault = Some(Invalid { part, ..illegal });
            break;
        }
        if let Some(comment) = comment.map(str::trim).filter(|comment| !comment.is_empty()) {
            record.comments.push(Comment { ply: record.moves.len(), text: comment.to_owned() });
        }
    }
    let read = ImportedRecord { record, fault, has_start: true, warnings: Vec::new(), end: text.len() };
    (read, last_word)
}

/// Moves, each with the comment in braces or parentheses that follows.
fn parts(mut text: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    std::iter::from_fn(move || {
        let part = text.find(['{', '(']).and_then(|open| {
            let close = if text[open..].starts_with('{') { '}' } else { ')' };
            let length = text[open..].find(close)?;
            Some((&text[..open], &text[open + 1..open + length], &text[open + length + 1..]))
        });
        let (moves, comment, rest) =
            part.map_or((text, None, ""), |(moves, comment, rest)| (moves, Some(comment), rest));
        let is_end = text.is_empty();
        text = rest;
        (!is_end).then_some((moves, comment))
    })
}

/// Moves, and the result as their last word.
fn split_result(text: &str) -> (&str, Option<&str>) {
    let text = text.trim_end();
    let (moves, last) = text.rsplit_once(char::is_whitespace).unwrap_or(("", text));
    let is_number = last.bytes().all(|sign| sign.is_ascii_digit());
    let is_result = last == "*" || !is_number && StatedResult::read(last).is_some();
    if is_result { (moves, Some(last)) } else { (text, None) }
}

/// Whether a line begins with the number of a move after the first.
pub(super) fn begins_with_later_number(line: &str) -> bool {
    let number = line.trim_start().split('.').next().and_then(|number| number.parse::<u16>().ok());
    number.is_some_and(|number| number > 1)
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
