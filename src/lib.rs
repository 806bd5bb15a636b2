//! The service: bestmove over HTTP.
//!
//! | module | contents |
//! |---|---|
//! | [`http`] | the HTTP interface |
//! | [`jobs`] | jobs over archives, background analyses and reviews |
//! | [`net`] | connections and their time limits |
//! | [`admin`] | probes and metrics |
//! | [`config`], [`telemetry`], [`cli`] | flags, logs and traces, subcommands |
//! | [`signals`] | shutdown signals |
//!
//! # A game of your own
//!
//! A program that depends on this crate and on `bestmove-core` and `bestmove-query`, all by path or git, serves a game
//! that it implements itself, with everything that `bestmove` has: limits, metrics, shutdown, the page, the terminal.
//! `examples/hexapawn` has such a game in 160 lines.
//!
//! ```no_run
//! use bestmove_query::Registry;
//! use std::process::ExitCode;
//! use std::sync::Arc;
//!
//! # use bestmove_core::games::TicTacToe as MyGame;
//! fn main() -> ExitCode {
//!     let own = Registry::of::<MyGame>();
//!     let games = Registry::built_in().games().chain(own.games()).cloned().collect();
//!     bestmove::run(Arc::new(Registry::new(games)))
//! }
//! ```
//!
//! [`http::router`] is the service alone, for a server of your own.

pub mod admin;
pub mod cli;
pub mod config;
mod cpu_time;
pub mod http;
pub mod jobs;
mod lines;
mod log_summary;
pub mod net;
mod program;
pub mod signals;
pub mod telemetry;

use program::games;
pub use program::run;
