//! Starts of training games: openings, or endings of earlier games.

use super::Trainable;
use super::record::{Games, Record};
use crate::matches::opening::{self, Opening};
use crate::random::{Random, random_move};
use crate::source_text::SourceText;
use bestmove_core::search::Path;
use std::error::Error;
use std::fs;
use std::path;

/// Maximum number of random plies after an ending.
const MAX_ENDING_PLIES: usize = 2;
/// The fewest pieces of an ending; the endgame tables have the results of those with fewer.
const MIN_PIECES: u32 = 7;
/// An ending is not decided yet: neither side leads by more, in hundredths of a piece.
const MAX_LEAD: i16 = 250;

/// The positions that training games start from.
pub(super) struct Starts<G: Trainable> {
    /// Part of the provenance of the games.
    pub(super) name: String,
    kind: StartKind<G>,
}

enum StartKind<G: Trainable> {
    Openings(Vec<Opening<G::Move>>),
    /// By number of pieces, which is drawn first; none of the lists is empty.
    Endings(Vec<Vec<G::Position>>),
}

impl<G: Trainable> Starts<G> {
    /// The openings of a file.
    ///
    /// # Errors
    ///
    /// If the text is malformed, or a move is illegal.
    pub(super) fn openings(source: &SourceText) -> Result<Self, Box<dyn Error>> {
        let name = format!("openings {:08x}", crc32fast::hash(source.text.as_bytes()));
        Ok(Self { name, kind: StartKind::Openings(opening::parse_all::<G>(source)?) })
    }

    /// The undecided endings of a file of games, with up to so many pieces.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is corrupt, or has none.
    pub(super) fn endings(games: &path::Path, max_pieces: u32) -> Result<Self, Box<dyn Error>> {
        let mut endings = vec![Vec::new(); max_pieces.saturating_sub(MIN_PIECES - 1) as usize];
        let mut add = |record: &Record<G>| {
            let number = G::piece_count(&record.position).checked_sub(MIN_PIECES);
            let list = number.and_then(|number| endings.get_mut(number as usize));
            if let Some(list) = list.filter(|_| record.score.abs() <= MAX_LEAD) {
                list.push(record.position);
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
    pub(super) fn choose(&self, random: &mut Random) -> Path<G> {
        let (mut path, plies) = match &self.kind {
            StartKind::Openings(openings) => {
                let mut path = Path::from(G::start());
                openings[random.below(openings.len())].moves.iter().for_each(|&played| path.play(played));
                (path, G::RANDOM_PLIES)
            }
            StartKind::Endings(endings) => {
                let list = &endings[random.below(endings.len())];
                (Path::from(list[random.below(list.len())]), 0..=MAX_ENDING_PLIES)
            }
        };
        for _ in 0..plies.start() + random.below(plies.end() - plies.start() + 1) {
            if let Some(played) = random_move::<G>(path.position(), random) {
                path.play(played);
            }
        }
        path
    }
}
