//! Swindling: among moves that keep a drawn ending drawn, prefer the one that a random opponent would
//! most likely answer with a losing move.

use super::limits::Stopped;
use super::tablebase::{game_result, resolve_captures_then_probe};
use crate::game::{Game, Moves, TablebaseResult};
use crate::types::{Key, short_sort_by_key};
use std::cmp::Reverse;
use std::iter;

/// The chance of a certain win.
const CERTAIN: u32 = 1 << 16;

/// A search that maximises the chance to win against an opponent who plays at random (expectimax).
pub(super) struct Expectimax<'a, G: Game> {
    pub knowledge: &'a G::Knowledge,
    /// Asked before each move of the opponent; an error stops the search.
    pub poll: &'a dyn Fn() -> Result<(), Stopped>,
}

impl<G: Game> Expectimax<'_, G> {
    /// Sorts the moves of a position that a tablebase calls drawn: first those after which the opponent
    /// loses most likely, then those that lead back to a position of `before`, last those that give the
    /// draw away.
    ///
    /// Looks up to `max_depth` rounds ahead, each a move by either side. If it is stopped, the order is
    /// that of the last finished depth.
    pub(super) fn order_drawn_moves(
        &self,
        position: &G::Position,
        moves: &mut Moves<G::Move>,
        before: &[Key],
        max_depth: u32,
    ) {
        if !self.is_drawn(position) {
            return;
        }
        let ranks = |depth| {
            let rank = |&played| self.rank(&G::play(position, played), before, depth);
            moves.iter().map(rank).collect::<Result<Moves<_>, Stopped>>().ok()
        };
        let Some(ranks) = (0..=max_depth).map_while(ranks).last() else { return };
        let mut ranked: Moves<_> = iter::zip(ranks, moves.iter().copied()).collect();
        short_sort_by_key(&mut ranked, |&(rank, _)| Reverse(rank));
        *moves = ranked.into_iter().map(|(_, played)| played).collect();
    }

    /// The rank of a move by the position after it.
    fn rank(&self, after: &G::Position, before: &[Key], depth: u32) -> Result<Option<Option<u32>>, Stopped> {
        if !self.is_drawn(after) {
            return Ok(None);
        }
        let is_new = !before.contains(&G::key(after));
        let chance = if is_new { Some(self.expect_reply(after, depth)?) } else { None };
        Ok(Some(chance))
    }

    /// Whether a tablebase calls the position drawn.
    pub(super) fn is_drawn(&self, position: &G::Position) -> bool {
        resolve_captures_then_probe::<G>(position, self.knowledge) == Some(TablebaseResult::Draw)
    }

    /// The chance to win when the opponent is to move.
    fn expect_reply(&self, position: &G::Position, depth: u32) -> Result<u32, Stopped> {
        match self.probe(position) {
            Some(TablebaseResult::Win { .. }) => return Ok(0),
            Some(TablebaseResult::Loss { .. }) => return Ok(CERTAIN),
            Some(TablebaseResult::Draw) | None if depth == 0 => return Ok(0),
            Some(TablebaseResult::Draw) | None => (self.poll)()?,
        }
        let mut replies = Moves::new();
        G::moves(position, &mut replies);
        let mut sum = 0;
        for &reply in &replies {
            sum += self.maximise(&G::play(position, reply), depth - 1)?;
        }
        Ok(sum / replies.len().max(1) as u32)
    }

    /// The chance to win by the best move. Later chances count for less.
    fn maximise(&self, position: &G::Position, depth: u32) -> Result<u32, Stopped> {
        match self.probe(position) {
            Some(TablebaseResult::Win { .. }) => return Ok(CERTAIN),
            Some(TablebaseResult::Loss { .. }) => return Ok(0),
            Some(TablebaseResult::Draw) if depth == 0 => return Ok(0),
            Some(TablebaseResult::Draw) | None => {}
        }
        let mut moves = Moves::new();
        G::moves(position, &mut moves);
        let mut best = 0;
        for &played in &moves {
            best = best.max(self.expect_reply(&G::play(position, played), depth)?);
        }
        Ok(best * 15 / 16)
    }

    fn probe(&self, position: &G::Position) -> Option<TablebaseResult> {
        game_result::<G>(position).or_else(|| G::probe(position, self.knowledge))
    }
}
