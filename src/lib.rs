//! The service: bestmove over HTTP.
//!
//! | module | contents |
//! |---|---|
//! | [`http`] | the HTTP interface |
//! | [`jobs`] | jobs over archives |
//! | [`net`] | connections and their time limits |
//! | [`admin`] | probes and metrics |
//! | [`config`], [`telemetry`], [`cli`] | flags, logs and traces, subcommands |
//! | [`signals`] | shutdown signals |
//!
//! # A game of your own
//!
//! A program that depends on this crate and on `bestmove-core`, `bestmove-query` and `bestmove-scheduler`, all by
//! path or git, serves a game that it implements itself:
//!
//! ```no_run
//! use bestmove::http::{HttpConfig, router};
//! use bestmove::net::{Connections, ServerConfig, serve};
//! use bestmove_query::Registry;
//! use bestmove_scheduler::{Engine, EngineConfig};
//! use std::future::pending;
//! use std::sync::Arc;
//! use tokio::net::TcpListener;
//!
//! # use bestmove_core::games::TicTacToe as MyGame;
//! # async fn example() -> std::io::Result<()> {
//! let own = Registry::of::<MyGame>();
//! let games = Registry::new(Registry::built_in().games().chain(own.games()).cloned().collect());
//! let engine = Engine::with(EngineConfig::default(), Arc::new(games), ());
//! let listener = TcpListener::bind("127.0.0.1:8080").await?;
//! let service = router(engine, HttpConfig::default());
//! serve(listener, service, ServerConfig::default(), Connections::default(), pending()).await;
//! # Ok(())
//! # }
//! ```

pub mod admin;
pub mod cli;
pub mod config;
pub mod http;
pub mod jobs;
mod lines;
mod log_summary;
pub mod net;
pub mod signals;
pub mod telemetry;
