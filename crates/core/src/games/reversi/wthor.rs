//! Games of the WTHOR database: files `.wtb` of the French Othello federation
//! (<https://www.ffothello.org/informatique/la-base-wthor/>).
//!
//! A header of 16 bytes, then 68 bytes for each game: numbers of the event and the players, Black's discs at the
//! end, those by best play from some number of empty squares on, and 60 squares as ten times the row plus the
//! file, zero after the last. Passes are left out.

use super::{Board, Move, Reversi, ggf, result};
use crate::game::{Comment, ImportedRecord, Invalid, Record, Side, Tag, phrases, played_record};

const HEADER: usize = 16;
const RECORD: usize = 68;

/// The games of a file.
///
/// # Errors
///
/// If the file has no header, is cut off, or is for boards of another size.
pub fn games(file: &[u8]) -> Result<impl Iterator<Item = ImportedRecord<Reversi>>, Invalid> {
    let Some((header, records)) = file.split_first_chunk::<HEADER>() else {
        return Err(Invalid::new("header", format!("{HEADER} bytes"), file.len().to_string()));
    };
    let &[_, _, _, _, a, b, c, d, _, _, year, year_high, size, _, depth, _] = header;
    if !matches!(size, 0 | 8) {
        return Err(Invalid::new("size of the board", "8", size.to_string()));
    }
    let (count, year) = (u32::from_le_bytes([a, b, c, d]) as usize, u16::from_le_bytes([year, year_high]));
    let needed = count.saturating_mul(RECORD);
    if records.len() < needed {
        return Err(Invalid::new("records", format!("{needed} bytes"), records.len().to_string()));
    }
    let chunks = records[..needed].chunks_exact(RECORD).enumerate();
    Ok(chunks.map(move |(index, record)| {
        let end = HEADER + (index + 1) * RECORD;
        ImportedRecord { end, ..game(record, year, depth) }
    }))
}

/// The games of a file as GGF; `None` if it is no file of games.
pub(super) fn to_ggf(file: &[u8]) -> Option<String> {
    let games = games(file).ok()?;
    let games = games.zip(file[HEADER..].chunks_exact(RECORD)).map(|(game, bytes)| {
        let placed = game.record.moves.iter().filter(|played| !played.is_pass()).count();
        let illegal = game.fault.is_some().then(|| name(bytes[8 + placed]));
        ggf::write_with_fault(&game.record, illegal.as_deref())
    });
    Some(games.collect())
}

fn game(bytes: &[u8], year: u16, depth: u8) -> ImportedRecord<Reversi> {
    let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let (discs, best_discs) = (bytes[6], bytes[7]);
    let names: Vec<_> = bytes[8..].iter().take_while(|code| **code != 0).map(|code| name(*code)).collect();
    let mut game = played_record(Board::START, names.iter().map(String::as_str), 0);
    let record: &mut Record<Reversi> = &mut game.record;
    let tag = |name: &str, value: String| Tag { name: name.to_owned(), value };
    record.tags = vec![
        tag("Event", format!("WTHOR {}", number(0))),
        tag("Date", year.to_string()),
        tag("Black", format!("WTHOR {}", number(2))),
        tag("White", format!("WTHOR {}", number(4))),
    ];
    if let Some(ply) = ply_with_empty_squares(record, depth) {
        let text = format!("best play from here: {best_discs} discs for Black");
        record.comments.push(Comment { ply, text });
    }
    let margin = 2 * i16::from(discs) - 64;
    let oddity = result::settle(record, phrases::margin_of_black(), Some(&format!("{margin:+}")));
    game.warnings.extend(oddity.filter(|_| game.fault.is_none()));
    game
}

/// The number of moves before a disc is placed with that many squares empty; `None` without any.
fn ply_with_empty_squares(record: &Record<Reversi>, empty: u8) -> Option<usize> {
    let placed = 60_usize.checked_sub(empty.into()).filter(|_| empty > 0)?;
    let squares = record.moves.iter().enumerate().filter(|(_, played)| !played.is_pass());
    squares.map(|(ply, _)| ply).nth(placed)
}

/// The name of a square by its code, or the code.
fn name(code: u8) -> String {
    let (row, file) = (code / 10, code % 10);
    let is_square = (1..=8).contains(&row) && (1..=8).contains(&file);
    let square = is_square.then(|| Move::on(8 * (row - 1) + file - 1)).flatten();
    square.map_or_else(|| code.to_string(), |square| square.to_string())
}

/// The margin of a game by best play from some number of empty squares on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestPlay {
    /// The number of empty squares.
    pub empty: u8,
    /// Black's margin in discs.
    pub margin: i16,
}

impl BestPlay {
    /// The margin for a side.
    #[must_use]
    pub const fn margin_for(self, side: Side) -> i16 {
        match side {
            Side::First => self.margin,
            Side::Second => -self.margin,
        }
    }
}

/// The margin by best play of a game of a file; `None` if the file has none.
#[must_use]
pub fn best_play(file: &[u8], game: &ImportedRecord<Reversi>) -> Option<BestPlay> {
    let empty = *file.get(14).filter(|empty| **empty > 0)?;
    let discs = *file.get((game.end - RECORD)..)?.get(7)?;
    Some(BestPlay { empty, margin: 2 * i16::from(discs) - 64 })
}
