//! Games with tags as PGN has them: `[Black "name"]`, then moves such as `1. f5 d6`, comments and a result.

use super::{Board, Reversi, result, transcript};
use crate::game::{ImportedRecord, Invalid, Notation, Record, Tag, phrases};

/// The tag with the board before the first move.
const BOARD: &str = "FEN";

/// Whether a line is a tag.
pub(super) fn is_tag(line: &str) -> bool {
    tag(line).is_some()
}

/// The name and the value of a tag in a line of its own.
fn tag(line: &str) -> Option<(&str, &str)> {
    let content = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = content.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    name.bytes().all(|sign| sign.is_ascii_alphanumeric() || sign == b'_').then_some((name, value))
}

/// The game that a text of tags and moves describes. Without a result behind the moves, that of the tag counts.
pub(super) fn read(text: &str) -> ImportedRecord<Reversi> {
    let (lines, moves): (Vec<_>, Vec<_>) = text.lines().partition(|line| is_tag(line));
    let tags = || lines.iter().filter_map(|line| tag(line));
    let value = |name| tags().find(|(own, _)| *own == name).map(|(_, value)| value);
    let start = value(BOARD).map_or(Ok(Board::START), Reversi::parse);
    let moves = moves.join("\n");
    let (mut read, last_word) = transcript::play(*start.as_ref().unwrap_or(&Board::START), &moves);
    let is_plain = |(name, _): &(&str, &str)| ![BOARD, result::TAG].contains(name);
    let owned = |(name, value): (&str, &str)| Tag { name: name.to_owned(), value: value.to_owned() };
    read.record.tags = tags().filter(is_plain).map(owned).collect();
    if let Err(invalid) = start {
        return without_start(read.record.tags, invalid);
    }
    let stated = last_word.filter(|word| *word != "*").or_else(|| value(result::TAG));
    read.warnings.extend(result::settle(&mut read.record, phrases::result(), stated));
    read
}

fn without_start(tags: Vec<Tag>, invalid: Invalid) -> ImportedRecord<Reversi> {
    let fault = invalid.within(phrases::tag(BOARD));
    let record = Record { tags, ..Record::from(Board::START) };
    ImportedRecord { record, fault: Some(fault), has_start: false, warnings: Vec::new(), end: 0 }
}
