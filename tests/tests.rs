//! The integration tests, one binary.
//!
//! Tests that need Chromium, HAProxy, promtool or curl are behind the feature `system-tests`, those of
//! `bestmove-lab` behind `lab`.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use bestmove::engine::{AnyGame, Registry};
use std::sync::Arc;

/// A built-in game.
fn built_in(id: &str) -> Arc<dyn AnyGame> {
    Arc::clone(Registry::built_in().find(id).unwrap())
}

/// Metrics and probes, for who runs the service.
mod admin;
/// Plain minimax against every configuration of the search.
mod agreement;
/// The page in a real browser.
#[cfg(feature = "system-tests")]
mod browser;
/// Checkers: rules against a slow oracle, notation by example.
mod checkers;
/// Connect four: rules against a slow oracle, published counts, notation.
mod connect_four;
/// Checkers endings, played to the end.
mod conversion;
/// The files in `data`: hashes, sizes, origins.
mod data_manifest;
/// Files for those who deploy the service.
mod deploy;
/// What the table of promises names.
mod documented;
/// How drawn endings go on.
mod drawn;
/// The checkers endgame tables: against counts made elsewhere, the rules, and broken files.
mod endgame;
/// The engine around the search: sharing, cancelling, refusing, draining.
mod engine;
/// Environment variables that the program does not know.
mod environment;
/// A game of another crate: listed, served, drawn by the page.
mod fourth_game;
/// Arbitrary texts into every notation.
mod fuzz;
/// The service from outside.
mod http;
#[cfg(feature = "lab")]
mod huge_pages;
/// What tables know of an ending is told.
mod known;
/// What holds for any game.
mod laws;
/// Who may know whom in `src`.
mod layers;
/// Several lines at once, and moves that are asked for or ruled out.
mod lines;
/// Matches between engines.
#[cfg(feature = "lab")]
mod matches;
/// Connect-four answers for which the time was too short.
mod partial;
/// Counts of the game trees against published ones.
mod perft;
/// Positions to test on.
mod positions;
/// Problems posed to engines.
#[cfg(feature = "lab")]
mod problems;
/// A legal move, a legal line, the same answer twice: at any limit.
mod promises;
/// What is called proven is so.
mod proofs;
/// The README's examples.
#[cfg(feature = "system-tests")]
mod readme;
/// Replicas behind HAProxy: who answers, and who fails.
#[cfg(feature = "system-tests")]
mod replicas;
/// The log and the traces of the program.
mod seen;
/// Connections: slow, silent, too many.
mod server;
/// Programs that tests run.
#[cfg_attr(not(feature = "system-tests"), allow(dead_code, reason = "for HAProxy"))]
mod servers;
/// Node counts on fixed positions.
mod signature;
/// The connect-four solver: against a slow oracle, published sets, and itself under load.
mod solver;
/// Tic-tac-toe: the whole game counted, notation.
mod tic_tac_toe;
/// Small games that differ where those that are served agree.
mod toys;
/// The terms of the glossary, and names that stay out.
mod vocabulary;
