//! Rules, searches, proofs and notation against oracles: slow definitions, published counts, other programs.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use bestmove_query::{AnyGame, Registry};
use std::sync::Arc;

/// A built-in game.
fn built_in(id: &str) -> Arc<dyn AnyGame> {
    Arc::clone(Registry::built_in().find(id).unwrap())
}

/// Plain minimax against every configuration of the search.
mod agreement;
/// Properties of all games.
mod all_games;
/// Checkers: rules against a slow oracle, notation by example.
mod checkers;
/// Connect four: rules against a slow oracle, published counts, notation.
mod connect_four;
/// The files in `data`: hashes, sizes, origins.
mod data_manifest;
/// Lines of drawn endings.
mod drawn_endings;
/// Equal best moves, drawn by a seed.
mod equal_moves;
/// Reasons in words, against plain minimax and naive counting.
mod explanation;
/// Fuzzing of every notation.
mod fuzz;
/// Several lines (MultiPV), and the selection of moves.
mod multi_pv;
/// The opening books of checkers and Reversi.
mod opening_book;
/// Opponents of limited strength.
mod opponent;
/// Games in PDN: oddities, and errors that name their place.
mod pdn;
/// Perft counts against published ones.
mod perft;
/// Test positions.
mod positions;
/// Proven scores are true.
mod proofs;
/// Game records in every notation.
mod records;
/// Reversi: rules against a slow oracle, published counts.
mod reversi;
/// Labels of reviewed moves.
mod review;
/// A legal move, a legal line, equal results: at any limit.
mod search_guarantees;
/// Node signatures.
mod signature;
/// The connect-four solver: against a slow oracle, published sets, and with several threads.
mod solver;
/// Answers from the checkers tablebases.
mod tablebase_answers;
mod tic_tac_toe;
/// Connect-four answers of a solver that was stopped.
mod time_limited_proofs;
/// Toy games with rules that the built-in games lack.
mod toys;
