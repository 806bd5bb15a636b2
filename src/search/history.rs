//! Three histories: how often moves refuted nodes, weighed by depth. One goes by the side that moves,
//! one by the move that is answered, one by the own move before that.
//!
//! Schaeffer: The history heuristic and alpha-beta search enhancements in practice, IEEE Transactions
//! on Pattern Analysis and Machine Intelligence 11(11), 1989.

use super::node::Node;
use crate::game::{Game, Side};
use crate::types::Depth;
use std::marker::PhantomData;

/// Scores stay within this.
const MOST: i32 = 1 << 13;

/// The histories of one thread's search, in rows with a score for each lane of a move.
pub(super) struct Histories<G> {
    scores: Vec<i16>,
    game: PhantomData<G>,
}

/// The rows that speak of the moves at a node, one of each history.
#[derive(Clone, Copy)]
pub(super) struct Rows([usize; 3]);

impl<G: Game> Histories<G> {
    /// Of moves after which there are rows; without a move the last.
    const MOVES: usize = G::LANES + 1;

    pub(super) fn new() -> Self {
        Self { scores: vec![0; (2 + 2 * Self::MOVES) * G::LANES], game: PhantomData }
    }

    pub(super) fn rows(node: &Node<'_, G>) -> Rows {
        let by_side = match G::to_move(&node.position) {
            Side::First => 0,
            Side::Second => 1,
        };
        let [answered, own] = node.last_lanes().map(|lane| lane.map_or(G::LANES, usize::from));
        Rows([by_side, 2 + answered, 2 + Self::MOVES + own])
    }

    /// The sum of a move's scores.
    pub(super) fn score(&self, Rows(rows): Rows, played: G::Move) -> i32 {
        let lane = usize::from(G::lane(played));
        debug_assert!(lane < G::LANES, "a lane is below LANES");
        rows.iter().map(|row| i32::from(self.scores[row * G::LANES + lane])).sum()
    }

    /// Learns that the last of `tried` refuted a node and those before it did not.
    pub(super) fn learn(&mut self, rows: Rows, tried: &[G::Move], depth: Depth) {
        let bonus = i32::from(depth.plies()).pow(2).min(MOST / 4);
        let Some((&refutation, failed)) = tried.split_last() else { return };
        self.credit(rows, refutation, bonus);
        for &played in failed {
            self.credit(rows, played, -bonus);
        }
    }

    /// Moves scores towards the limit on the side of `bonus`, never past it.
    fn credit(&mut self, Rows(rows): Rows, played: G::Move, bonus: i32) {
        for row in rows {
            let score = &mut self.scores[row * G::LANES + usize::from(G::lane(played))];
            *score += (bonus - i32::from(*score) * bonus.abs() / MOST) as i16;
        }
    }
}
