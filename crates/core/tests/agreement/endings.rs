//! Tic-tac-toe with a tablebase.

use crate::positions::moves;
use bestmove_core::game::{
    Evaluator, Moves, Outcome, Rules, Searchable, Side, Solver, Tablebase, TablebaseResult,
};
use bestmove_core::games::TicTacToe;
use bestmove_core::types::{Key, Score};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Tic-tac-toe with a tablebase of all positions with at most five empty cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tabled;

/// The results by key.
#[derive(Debug)]
pub(super) struct Endings(&'static HashMap<Key, TablebaseResult>);

impl Default for Endings {
    fn default() -> Self {
        static ENDINGS: LazyLock<HashMap<Key, TablebaseResult>> = LazyLock::new(|| {
            let mut endings = HashMap::new();
            solve(&TicTacToe::start(), 9, &mut endings);
            endings
        });
        Self(&ENDINGS)
    }
}

/// The result of best play. Adds the positions with at most five empty cells to the tablebase.
fn solve(
    position: &<TicTacToe as Rules>::Position,
    empty: u8,
    endings: &mut HashMap<Key, TablebaseResult>,
) -> TablebaseResult {
    if let Some(outcome) = TicTacToe::outcome(position) {
        return outcome.winner.map_or(TablebaseResult::Draw, |_| TablebaseResult::Loss { plies: Some(0) });
    }
    let moves = moves::<TicTacToe>(position);
    let after = |&played| solve(&TicTacToe::play(position, played), empty - 1, endings);
    let replies: Vec<TablebaseResult> = moves.iter().map(after).collect();
    let shortest_win = replies
        .iter()
        .filter_map(|&reply| if let TablebaseResult::Loss { plies } = reply { plies } else { None })
        .min();
    let longest_loss = replies
        .iter()
        .filter_map(|&reply| if let TablebaseResult::Win { plies } = reply { plies } else { None })
        .max();
    let value = match (shortest_win, longest_loss) {
        (Some(plies), _) => TablebaseResult::Win { plies: Some(plies + 1) },
        (None, Some(plies)) if !replies.contains(&TablebaseResult::Draw) => {
            TablebaseResult::Loss { plies: Some(plies + 1) }
        }
        _ => TablebaseResult::Draw,
    };
    if empty <= 5 {
        endings.insert(TicTacToe::key(position), value);
    }
    value
}

impl Rules for Tabled {
    type Position = <TicTacToe as Rules>::Position;
    type Move = <TicTacToe as Rules>::Move;

    const ID: &'static str = "tabled";

    fn start() -> Self::Position {
        TicTacToe::start()
    }

    fn to_move(position: &Self::Position) -> Side {
        TicTacToe::to_move(position)
    }

    fn moves(position: &Self::Position, moves: &mut Moves<Self::Move>) {
        TicTacToe::moves(position, moves);
    }

    fn play(position: &Self::Position, played: Self::Move) -> Self::Position {
        TicTacToe::play(position, played)
    }

    fn outcome(position: &Self::Position) -> Option<Outcome> {
        TicTacToe::outcome(position)
    }
}

impl Searchable for Tabled {
    const HISTORY_SIZE: usize = TicTacToe::HISTORY_SIZE;

    fn key(position: &Self::Position) -> Key {
        TicTacToe::key(position)
    }

    fn code(played: Self::Move) -> u16 {
        TicTacToe::code(played)
    }
}

impl Evaluator for Tabled {
    type Knowledge = Endings;

    fn evaluate(position: &Self::Position, _: &Endings) -> Score {
        Score::estimate((TicTacToe::key(position).bits() >> 32) as i32 % 100)
    }
}

impl Tablebase for Tabled {
    fn probe(position: &Self::Position, endings: &Endings) -> Option<TablebaseResult> {
        endings.0.get(&TicTacToe::key(position)).copied()
    }
}

impl Solver for Tabled {}
