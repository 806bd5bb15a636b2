//! Starts of training games: openings, or endings of earlier games.

use super::record::{Games, Record};
use crate::game::Rules;
use crate::games::Checkers;
use crate::games::checkers::Board;
use crate::lab::matches::opening::{self, Opening};
use crate::lab::random::{Random, random_move};
use crate::lab::source_text::SourceText;
use crate::search::Path;
use std::error::Error;
use std::fs;
use std::path;

/// Maximum number of random plies after an opening.
const MAX_OPENING_PLIES: usize = 8;
/// Maximum number of random plies after an ending.
const MAX_ENDING_PLIES: usize = 2;
/// The fewest pieces of an ending; the endgame tables have the results of those with fewer.
const MIN_PIECES: u32 = 7;
/// An ending is not decided yet: neither side leads by more, in hundredths of a man.
const MAX_LEAD: i16 = 250;

/// Endings of earlier games as starts: first a random number of pieces, then a random position with as many.
#[derive(Clone, Copy, Debug)]
pub struct EndingStarts<'a> {
    /// The file of the earlier games.
    pub games: &'a path::Path,
    /// The most pieces of an ending.
    pub max_pieces: u32,
}

/// The positions that training games start from.
pub(super) struct Starts {
    /// Part of the provenance of the games.
    pub(super) name: String,
    kind: StartKind,
}

enum StartKind {
    Openings(Vec<Opening<<Checkers as Rules>::Move>>),
    /// By number of pieces; none of the lists is empty.
    Endings(Vec<Vec<Board>>),
}

impl Starts {
    /// The openings of a file.
    ///
    /// # Errors
    ///
    /// If the text is malformed, or a move is illegal.
    pub(super) fn openings(source: &SourceText) -> Result<Self, Box<dyn Error>> {
        let name = format!("openings {:08x}", crc32fast::hash(source.text.as_bytes()));
        Ok(Self { name, kind: StartKind::Openings(opening::parse_all::<Checkers>(source)?) })
    }

    /// The undecided endings of a file of games.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is corrupt, or has none.
    pub(super) fn endings(options: &EndingStarts<'_>) -> Result<Self, Box<dyn Error>> {
        let EndingStarts { games, max_pieces } = *options;
        let mut endings = vec![Vec::new(); max_pieces.saturating_sub(MIN_PIECES - 1) as usize];
        let mut add = |record: &Record| {
            let number = record.board.count().checked_sub(MIN_PIECES);
            let list = number.and_then(|number| endings.get_mut(number as usize));
            if let Some(list) = list.filter(|_| record.score.abs() <= MAX_LEAD) {
                list.push(record.board);
            }
        };
        Games::read(games, |game| game.iter().for_each(&mut add))?;
        endings.retain(|list| !list.is_empty());
        if endings.is_empty() {
            let wanted = format!("undecided positions of {MIN_PIECES} to {max_pieces} pieces");
            return Err(format!("{}: expected {wanted}, got none", games.display()).into());
        }
        let hash = crc32fast::hash(&fs::read(games)?);
        let name = format!("endings of up to {max_pieces} pieces of games {hash:08x}");
        Ok(Self { name, kind: StartKind::Endings(endings) })
    }

    /// A random start, with some random moves after it.
    pub(super) fn choose(&self, random: &mut Random) -> Path<Checkers> {
        let (mut path, max_plies) = match &self.kind {
            StartKind::Openings(openings) => {
                let mut path = Path::from(Checkers::start());
                openings[random.below(openings.len())].moves.iter().for_each(|&played| path.play(played));
                (path, MAX_OPENING_PLIES)
            }
            StartKind::Endings(endings) => {
                let list = &endings[random.below(endings.len())];
                (Path::from(list[random.below(list.len())]), MAX_ENDING_PLIES)
            }
        };
        for _ in 0..random.below(max_plies + 1) {
            if let Some(played) = random_move::<Checkers>(path.position(), random) {
                path.play(played);
            }
        }
        path
    }
}
