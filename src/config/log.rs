//! Options of the log and of spans.

use clap::{Args, ValueEnum};
use tracing_subscriber::filter::Targets;

/// Options of the log.
#[derive(Args)]
pub struct LogOptions {
    /// What to log: a level, or levels by module. "info" has what an operator can act on;
    /// "info,bestmove=debug" adds a line for each request
    #[arg(long, env = "BESTMOVE_LOG", default_value = "info")]
    pub log: Targets,
    /// Format of the log: text for people, json for machines
    #[arg(long, env = "BESTMOVE_LOG_FORMAT", default_value = "text")]
    pub log_format: LogFormat,
    /// Base URL of an OpenTelemetry collector, such as http://127.0.0.1:4318. Spans of requests, in
    /// the trace named by traceparent, and of searches go there as OTLP over plain HTTP [default:
    /// none]
    #[cfg(feature = "otel")]
    #[arg(long, env = "BESTMOVE_OTLP_ENDPOINT", value_name = "URL")]
    pub otlp_endpoint: Option<String>,
}

/// Formats of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// A line for people.
    Text,
    /// A JSON object a line.
    Json,
}
