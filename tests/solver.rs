//! The connect-four solver: against a slow oracle, published sets, and itself under load.

use crate::positions::{Dice, moves, random_path};
use bestmove::game::{Game, Notation};
use bestmove::games::ConnectFour;
use bestmove::games::connect_four::Board;
use bestmove::games::connect_four::solver::{Limit, Solver};
use std::collections::HashMap;
use std::fs;
use std::sync::atomic::AtomicBool;
use std::thread;

fn value(solver: &Solver, board: &Board) -> i32 {
    let never = AtomicBool::new(false);
    let bracket = solver.solve(board, &Limit { deadline: None, stop: &never }).bracket;
    bracket.value().expect("nothing stops the search")
}

/// The value by alpha-beta over the rules alone, with a memory of bounds by position.
struct Oracle(HashMap<u64, (i32, i32)>);

impl Oracle {
    fn value(board: &Board) -> i32 {
        Self(HashMap::new()).search(board, played(board), -21, 21)
    }

    fn search(&mut self, board: &Board, discs: i32, mut alpha: i32, mut beta: i32) -> i32 {
        if let Some(outcome) = ConnectFour::outcome(board) {
            // Who has won did so with the last move.
            return if outcome.winner.is_some() { -(22 - (discs + 1) / 2) } else { 0 };
        }
        let key = ConnectFour::key(board).bits();
        let (lower, upper) = self.0.get(&key).copied().unwrap_or((-21, 21));
        (alpha, beta) = (alpha.max(lower), beta.min(upper));
        if alpha >= beta {
            return if lower >= beta { lower } else { upper };
        }
        let (mut best, mut reached) = (-22, alpha);
        for cell in moves::<ConnectFour>(board) {
            let after = ConnectFour::play(board, cell);
            best = best.max(-self.search(&after, discs + 1, -beta, -reached));
            reached = reached.max(best);
            if reached >= beta {
                break;
            }
        }
        let lower = if best > alpha { best } else { lower };
        let upper = if best < beta { best } else { upper };
        self.0.insert(key, (lower, upper));
        best
    }
}

fn played(board: &Board) -> i32 {
    let signs = ConnectFour::print(board);
    signs.chars().filter(|sign| "XO".contains(*sign)).count() as i32
}

/// Open positions with at least `discs` discs.
fn random_positions(seed: u64, discs: i32) -> impl Iterator<Item = Board> {
    let mut dice = Dice(seed);
    std::iter::repeat_with(move || {
        let plies = discs as usize + dice.below(42 - discs as usize);
        *random_path::<ConnectFour>(&mut dice, Board::default(), plies).position()
    })
    .filter(move |board| played(board) >= discs)
}

fn agrees_with_the_oracle(positions: usize, seed: u64) {
    let solver = Solver::new(1 << 20);
    for board in random_positions(seed, 20).take(positions) {
        assert_eq!(value(&solver, &board), Oracle::value(&board), "{board:?}");
    }
}

#[test]
fn values_are_those_of_a_slow_search() {
    agrees_with_the_oracle(1_000, 1);
}

#[test]
#[ignore = "takes many minutes"]
fn a_hundred_thousand_values_are_those_of_a_slow_search() {
    thread::scope(|scope| {
        for seed in 2..6 {
            scope.spawn(move || agrees_with_the_oracle(25_000, seed));
        }
    });
}

/// The positions of a set of Pascal Pons' (blog.gamesolver.org, part 2), with their values.
fn set(name: &str) -> Vec<(Board, i32)> {
    let text = fs::read_to_string(format!("tests/data/connect-four/{name}")).unwrap();
    let position = |line: &str| {
        let (columns, value) = line.split_once(' ').unwrap();
        let drop_disc = |board: Board, column: u8| {
            let cell = moves::<ConnectFour>(&board).into_iter().find(|cell| cell.column() == column - b'1');
            ConnectFour::play(&board, cell.unwrap())
        };
        (columns.bytes().fold(Board::default(), drop_disc), value.trim().parse().unwrap())
    };
    text.lines().map(position).collect()
}

fn has_the_values_of(name: &str, lines: usize) {
    let solver = Solver::new(64 << 20);
    let positions = set(name);
    assert_eq!(positions.len(), 1000);
    for (board, expected) in positions.into_iter().take(lines) {
        assert_eq!(value(&solver, &board), expected, "{board:?}");
    }
}

#[test]
fn published_values_are_found() {
    for (name, lines) in
        [("L3_R1", 1000), ("L2_R1", 1000), ("L2_R2", 1000), ("L1_R1", 1000), ("L1_R2", 60), ("L1_R3", 5)]
    {
        has_the_values_of(&format!("Test_{name}"), lines);
    }
}

#[test]
#[ignore = "takes many minutes"]
fn all_published_values_are_found() {
    for name in ["Test_L1_R2", "Test_L1_R3"] {
        has_the_values_of(name, 1000);
    }
}

#[test]
fn threads_that_share_a_table_find_the_same_values() {
    let solver = Solver::new(1 << 16);
    let positions = set("Test_L2_R2");
    thread::scope(|scope| {
        for first in 0..4 {
            let (solver, positions) = (&solver, &positions);
            scope.spawn(move || {
                for (board, expected) in positions.iter().skip(first).step_by(2).take(200) {
                    assert_eq!(value(solver, board), *expected, "{board:?}");
                }
            });
        }
    });
}

#[test]
fn a_stopped_search_knows_bounds_that_hold() {
    for (board, expected) in set("Test_L1_R2").into_iter().take(200) {
        let stop = AtomicBool::new(true);
        let bracket = Solver::new(1 << 16).solve(&board, &Limit { deadline: None, stop: &stop }).bracket;
        assert!((bracket.lower..=bracket.upper).contains(&expected), "{bracket:?} {board:?}");
    }
}
