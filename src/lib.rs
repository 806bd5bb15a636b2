//! The best move and the principal variation for tic-tac-toe, connect-four and checkers.
//!
//! # Layout
//!
//! From the bottom up; `docs/design.md` draws who may know whom.
//!
//! - [`types`]: score, depth, key, line: the vocabulary of the search.
//! - [`clients`]: who asks, and how much each may have at a time.
//! - [`game`]: what a game is, and perft.
//! - [`games`]: the rules, notation and evaluation of each game, a folder a game.
//! - [`search`]: alpha-beta for any game, and the transposition table.
//! - [`engine`]: the pool of searches, deadlines, joined requests, the list of games.
//! - [`http`]: the wire.
//! - [`admin`]: the service as who runs it sees it.
//! - [`server`]: sockets, and how long each may dawdle.
//! - [`lab`]: what is computed ahead, by a program of its own.
//! - [`config`], [`telemetry`], [`cli`]: flags, the log, the commands of the terminal.
//! - [`signals`]: when the process is asked to end.
//! - `tally`: sums for the log.
//! - [`huge_pages`]: for memory that is looked up all over.

#[cfg(feature = "service")]
pub mod admin;
#[cfg(feature = "service")]
pub mod cli;
#[cfg(feature = "service")]
pub mod clients;
#[cfg(feature = "service")]
pub mod config;
#[cfg(feature = "service")]
pub mod engine;
pub mod game;
pub mod games;
#[cfg(feature = "service")]
pub mod http;
#[cfg(any(feature = "service", feature = "lab"))]
pub mod huge_pages;
#[cfg(feature = "lab")]
pub mod lab;
#[cfg(feature = "service")]
mod log_summary;
#[cfg(feature = "service")]
pub mod net;
pub mod search;
#[cfg(feature = "service")]
pub mod signals;
#[cfg(feature = "service")]
pub mod telemetry;
pub mod types;
