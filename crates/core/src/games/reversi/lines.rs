//! Records in lines: boards with moves or in OBF, transcripts, and games with tags.

use super::{Board, Reversi, pgn, transcript};
use crate::game::{ImportedRecord, Invalid, Notation};

/// Whether a line is a comment.
pub(super) fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with(['#', '%'])
}

fn has_content(line: &str) -> bool {
    !line.trim().is_empty() && !is_comment(line)
}

/// The text without comment lines.
pub(super) fn without_comments(text: &str) -> String {
    text.split_inclusive('\n').filter(|line| !is_comment(line)).collect()
}

/// The records of a text from a byte on.
pub(super) fn records(
    text: &str,
    from: usize,
) -> impl Iterator<Item = Result<ImportedRecord<Reversi>, Invalid>> {
    let mut next = Some(from);
    std::iter::from_fn(move || {
        let start = next.take()?;
        let rest = &text[start..];
        if start > 0 && !rest.lines().any(has_content) {
            return None;
        }
        let length = length_of_first(rest);
        let end = start + length;
        next = Some(end).filter(|end| *end < text.len());
        let read = Reversi::record(&rest[..length]);
        Some(read.map(|read| ImportedRecord { end, ..read }))
    })
}

/// The bytes before the line that begins the second record.
fn length_of_first(text: &str) -> usize {
    let mut record: Option<LineRecord> = None;
    let mut length = 0;
    for line in text.split_inclusive('\n') {
        if has_content(line) {
            match &mut record {
                Some(record) if record.ends_before(line) => return length,
                Some(record) => record.take(line),
                None => record = Some(LineRecord::beginning_with(line)),
            }
        }
        length += line.len();
    }
    length
}

/// A record that is being read line by line.
enum LineRecord {
    /// A board, and the moves from there.
    Board,
    /// Tags, and whether moves have followed.
    Tags { has_moves: bool },
    /// A transcript, and the board after its moves so far; `None` after an illegal one.
    Transcript(Option<Board>),
}

impl LineRecord {
    fn beginning_with(line: &str) -> Self {
        if pgn::is_tag(line) {
            Self::Tags { has_moves: false }
        } else if transcript::is_transcript(line) {
            Self::Transcript(after(Board::START, line))
        } else {
            Self::Board
        }
    }

    fn take(&mut self, line: &str) {
        match self {
            Self::Board => {}
            Self::Tags { has_moves } => *has_moves |= !pgn::is_tag(line),
            Self::Transcript(board) => *board = board.and_then(|board| after(board, line)),
        }
    }

    /// Whether a line begins another record.
    fn ends_before(&self, line: &str) -> bool {
        match *self {
            Self::Tags { has_moves } => has_moves && pgn::is_tag(line),
            _ if starts_with_cells(line) || pgn::is_tag(line) => true,
            Self::Board => false,
            Self::Transcript(board) => begins_another(board, line),
        }
    }
}

/// The board after the moves of a line, if they are legal.
fn after(board: Board, line: &str) -> Option<Board> {
    let (read, _) = transcript::play(board, line);
    read.complete().ok().map(|record| record.end())
}

/// Whether a line begins another transcript: with a first move of a game, where the line does not go on with the one
/// before it.
fn begins_another(board: Option<Board>, line: &str) -> bool {
    let Some(first) = transcript::tokens(line).next().filter(|first| is_legal(Board::START, first)) else {
        return false;
    };
    match board {
        None => !transcript::begins_with_later_number(line),
        Some(board) if is_legal(board, first) => {
            after(board, line).is_none() && after(Board::START, line).is_some()
        }
        Some(_) => true,
    }
}

fn is_legal(board: Board, text: &str) -> bool {
    Reversi::parse_move(&board, text).is_ok()
}

/// Whether the first word of a line is 64 cells.
fn starts_with_cells(line: &str) -> bool {
    let word = line.split([' ', '\t', '\r', '\n', ';']).next().unwrap_or_default();
    matches!(word.chars().count(), 64 | 65) && !transcript::is_transcript(word)
}
