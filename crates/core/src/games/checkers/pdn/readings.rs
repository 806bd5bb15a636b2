//! The ways to read the moves of a game: one, until a text may name several moves, and later moves decide which.

use super::super::spelling::{self, EITHER, has_letters};
use super::super::{Board, Checkers, Move};
use crate::game::{Invalid, Rules, Side};
use std::{mem, slice};

/// The most ways that are tried.
const MOST: usize = 16;

/// A way to read the moves up to some text.
#[derive(Clone)]
struct Reading {
    board: Board,
    moves: Vec<Move>,
    /// The side from whose half algebraic squares are named, once that is known.
    seen_by: Option<Side>,
    /// The moves before the first that differs in another way to the same position.
    transposed: Option<usize>,
}

impl Reading {
    fn moves(&self, text: &str) -> Vec<(Move, Side)> {
        spelling::readings(&self.board, text, self.seen_by.as_ref().map_or(EITHER, slice::from_ref))
    }

    fn after(mut self, text: &str, (played, side): (Move, Side)) -> Self {
        if has_letters(text) {
            self.seen_by = Some(side);
        }
        self.board = Checkers::play(&self.board, played);
        self.moves.push(played);
        self
    }

    /// The number of moves before the first that differs.
    fn common_moves(&self, other: &Self) -> usize {
        self.moves.iter().zip(&other.moves).take_while(|(own, other)| own == other).count()
    }
}

/// The ways to read the moves of a game, at least one.
pub(super) struct Readings {
    readings: Vec<Reading>,
    /// The texts that may name several moves, by the number of moves before them.
    ambiguities: Vec<(usize, Invalid)>,
}

/// The moves of a game.
pub(super) struct Settled {
    pub(super) moves: Vec<Move>,
    pub(super) board: Board,
    /// A text that may name several moves, and the number of moves before it.
    pub(super) ambiguity: Option<(usize, Invalid)>,
    /// Whether the moves end before it, as later ones do not tell.
    pub(super) is_open: bool,
}

impl Readings {
    pub(super) fn from(board: Board) -> Self {
        let reading = Reading { board, moves: Vec::new(), seen_by: None, transposed: None };
        Self { readings: vec![reading], ambiguities: Vec::new() }
    }

    /// The position so far.
    pub(super) fn board(&self) -> &Board {
        &self.readings[0].board
    }

    /// The number of moves.
    pub(super) fn len(&self) -> usize {
        self.readings[0].moves.len()
    }

    /// Whether a text is a legal move.
    pub(super) fn is_legal(&self, text: &str) -> bool {
        self.readings.iter().any(|reading| !reading.moves(text).is_empty())
    }

    /// Plays the moves that a text may name. Returns false, and plays none, if it names no legal move, or too many.
    pub(super) fn play(&mut self, text: &str) -> bool {
        let found: Vec<_> = self.readings.iter().map(|reading| reading.moves(text)).collect();
        if !(1..=MOST).contains(&found.iter().map(Vec::len).sum()) {
            return false;
        }
        if let Some((reading, several)) = self.readings.iter().zip(&found).find(|(_, moves)| moves.len() > 1)
        {
            self.ambiguities.push((self.len(), spelling::ambiguous(&reading.board, text, several)));
        }
        for (reading, moves) in mem::take(&mut self.readings).into_iter().zip(found) {
            let Some((&last, others)) = moves.split_last() else { continue };
            others.iter().for_each(|&other| self.add(reading.clone().after(text, other)));
            self.add(reading.after(text, last));
        }
        true
    }

    /// Adds a way, unless another one has come to the same position.
    fn add(&mut self, reading: Reading) {
        let is_same = |other: &&mut Reading| (other.board, other.seen_by) == (reading.board, reading.seen_by);
        match self.readings.iter_mut().find(is_same) {
            Some(same) => same.transposed = Some(same.common_moves(&reading)),
            None => self.readings.push(reading),
        }
    }

    /// The moves, up to a text that may still name several.
    pub(super) fn settle(mut self) -> Settled {
        let others = self.readings.split_off(1);
        let first = self.readings.swap_remove(0);
        let open = others.iter().map(|other| first.common_moves(other)).min();
        let Reading { board, mut moves, transposed, .. } = first;
        let at = open.or(transposed);
        let ambiguity = self.ambiguities.into_iter().find(|(before, _)| Some(*before) == at);
        moves.truncate(open.unwrap_or(moves.len()));
        Settled { moves, board, ambiguity, is_open: open.is_some() }
    }
}
