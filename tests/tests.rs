//! The integration tests, one binary.
//!
//! Tests that need Chromium, HAProxy, promtool or curl are behind the feature `system-tests`, those of
//! `bestmove lab` behind `lab`.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use bestmove::engine::{AnyGame, Registry};
use std::sync::Arc;

/// A built-in game.
fn built_in(id: &str) -> Arc<dyn AnyGame> {
    Arc::clone(Registry::built_in().find(id).unwrap())
}

/// Metrics and probes.
mod admin;
/// Plain minimax against every configuration of the search.
mod agreement;
/// Properties of all games.
mod all_games;
/// The page in a real browser.
#[cfg(feature = "system-tests")]
mod browser;
/// Checkers: rules against a slow oracle, notation by example.
mod checkers;
/// Connect four: rules against a slow oracle, published counts, notation.
mod connect_four;
/// Connections: slow, silent, hostile, too many.
mod connections;
/// Checkers endings, played to the end.
mod conversion;
/// The files in `data`: hashes, sizes, origins.
mod data_manifest;
/// The files for deployment.
mod deploy;
/// Names, paths and links in the documents.
mod documents;
/// Lines of drawn endings.
mod drawn_endings;
/// The checkers endgame tables: against published counts, the rules, and with damaged files.
mod endgame_tables;
/// The engine around the search: single-flight, cancellation, admission, drain.
mod engine;
/// Unknown environment variables.
mod environment_variables;
/// Reasons in words, against plain minimax and naive counting.
mod explanation;
/// A game of another crate: listed, served, drawn by the page.
mod fourth_game;
/// Fuzzing of every notation.
mod fuzz;
/// The service over HTTP.
mod http;
#[cfg(feature = "lab")]
mod huge_pages;
/// The layers of `src`.
mod layers;
/// The service without a server.
mod local;
/// Matches between engines.
#[cfg(feature = "lab")]
mod matches;
/// Several lines (MultiPV), and the selection of moves.
mod multi_pv;
/// The log and the traces.
mod observability;
/// The opening book of checkers.
mod opening_book;
/// Opponents of limited strength.
mod opponent;
/// Games in PDN: oddities, and errors that name their place.
mod pdn;
/// Perft counts against published ones.
mod perft;
/// Test positions.
mod positions;
/// Problem sets for engines.
#[cfg(feature = "lab")]
mod problems;
/// Processes that tests start.
#[cfg_attr(not(feature = "system-tests"), allow(dead_code, reason = "for HAProxy"))]
mod processes;
/// Proven scores are true.
mod proofs;
/// The engine by text protocols, as a process.
mod protocols;
/// The examples of the documents.
#[cfg(feature = "system-tests")]
mod readme;
/// Game records in every notation.
mod records;
/// Replicas behind HAProxy: routing and failures.
#[cfg(feature = "system-tests")]
mod replicas;
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
/// Tic-tac-toe: the whole game tree, notation.
mod terminal;
mod tic_tac_toe;
/// Connect-four answers of a solver that was stopped.
mod time_limited_proofs;
/// Toy games with rules that the built-in games lack.
mod toys;
/// The terms of the glossary, and retired names.
mod vocabulary;
