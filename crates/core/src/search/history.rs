//! History heuristic (Schaeffer: The history heuristic and alpha-beta search enhancements in practice,
//! IEEE Transactions on Pattern Analysis and Machine Intelligence 11(11), 1989), with counter-move (countermove)
//! and follow-up history (continuation history): how often moves have recently refuted nodes.

use super::node::Node;
use crate::game::{Game, Side};
use std::marker::PhantomData;

/// Scores stay within plus and minus this.
const MAX_SCORE: i32 = 1 << 13;
/// By how much one cutoff moves a score of zero: that of the refutation up, those of the moves before it down.
const BONUS: i32 = MAX_SCORE / 8;

/// One thread's histories: rows of a score for each [`Game::history_index`]. Two rows by the side to
/// move (main history), then one by each move to answer (counter-move history), then one by each own
/// move before that (follow-up history).
pub(super) struct HistoryTables<G> {
    scores: Vec<i16>,
    game: PhantomData<G>,
}

/// The rows that score the moves of a node, one of each history.
#[derive(Clone, Copy)]
pub(super) struct HistoryRows([usize; 3]);

impl<G: Game> HistoryTables<G> {
    /// Rows by a move; the last is for nodes without such a move.
    const ROWS_BY_MOVE: usize = G::HISTORY_SIZE + 1;

    pub(super) fn new() -> Self {
        const { assert!(G::HISTORY_SIZE > 0, "HISTORY_SIZE is one more than the largest history index") };
        Self { scores: vec![0; (2 + 2 * Self::ROWS_BY_MOVE) * G::HISTORY_SIZE], game: PhantomData }
    }

    pub(super) fn rows(node: &Node<'_, G>) -> HistoryRows {
        let by_side = match G::to_move(&node.position) {
            Side::First => 0,
            Side::Second => 1,
        };
        let [to_answer, own] = node.previous_moves().map(|index| index.map_or(G::HISTORY_SIZE, usize::from));
        HistoryRows([by_side, 2 + to_answer, 2 + Self::ROWS_BY_MOVE + own])
    }

    /// The sum of a move's scores.
    pub(super) fn score(&self, HistoryRows(rows): HistoryRows, played: G::Move) -> i32 {
        let index = usize::from(G::history_index(played));
        debug_assert!(index < G::HISTORY_SIZE, "a history index is below HISTORY_SIZE");
        rows.iter().map(|row| i32::from(self.scores[row * G::HISTORY_SIZE + index])).sum()
    }

    /// Rewards the last of `searched`, which refuted a node, and penalises the moves before it.
    pub(super) fn update(&mut self, rows: HistoryRows, searched: &[G::Move]) {
        let Some((&refutation, failed)) = searched.split_last() else { return };
        self.add(rows, refutation, BONUS);
        for &played in failed {
            self.add(rows, played, -BONUS);
        }
    }

    /// Moves scores towards the limit on the side of `bonus`, never past it (history gravity).
    fn add(&mut self, HistoryRows(rows): HistoryRows, played: G::Move, bonus: i32) {
        for row in rows {
            let score = &mut self.scores[row * G::HISTORY_SIZE + usize::from(G::history_index(played))];
            *score += (bonus - i32::from(*score) * bonus.abs() / MAX_SCORE) as i16;
        }
    }
}
