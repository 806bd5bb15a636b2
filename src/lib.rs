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
