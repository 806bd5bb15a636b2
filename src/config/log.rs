//! What to log, and where spans go.

use clap::{Args, ValueEnum};
use tracing_subscriber::filter::Targets;

/// What to log.
#[derive(Args)]
pub struct LogOptions {
    /// What to log: a level, or levels by module. At "info" the log has what an operator can act
    /// on; "info,bestmove=debug" adds a line for each request
    #[arg(long, env = "BESTMOVE_LOG", default_value = "info")]
    pub log: Targets,
    /// How to write the log: text for people, json for machines
    #[arg(long, env = "BESTMOVE_LOG_FORMAT", default_value = "text")]
    pub log_format: LogFormat,
    /// Base URL of an OpenTelemetry collector, such as http://127.0.0.1:4318: a span for each request, in the trace
    /// that its traceparent names, and for each search goes there, as OTLP over plain HTTP [default: none]
    #[cfg(feature = "otel")]
    #[arg(long, env = "BESTMOVE_OTLP_ENDPOINT", value_name = "URL")]
    pub otlp_endpoint: Option<String>,
}

/// How to write the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// A line for people.
    Text,
    /// A JSON object a line.
    Json,
}
