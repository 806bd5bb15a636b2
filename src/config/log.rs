//! Options of the log and of spans.

use super::values::form;
use clap::{Args, ValueEnum};
use tracing_subscriber::filter::Targets;

/// The library of the Model Context Protocol writes three lines at level info for each message, and refused
/// messages at level warn.
const DEFAULT_LOG: &str = "info,rmcp=error";
const LOG: &str =
    r#"a level (off, error, warn, info, debug, trace), or levels by module such as "info,bestmove=debug""#;

/// Options of the log.
#[derive(Args)]
#[command(next_help_heading = "Log")]
pub struct LogOptions {
    /// What to log: a level, or levels by module
    ///
    /// The default has what an operator can act on; "info,bestmove=debug" adds a line for each request
    #[arg(long, env = "BESTMOVE_LOG", value_name = "LEVEL", default_value = DEFAULT_LOG, value_parser = form::<Targets>(LOG))]
    pub log: Targets,
    /// Format of the log: text for people, json for machines
    #[arg(long, env = "BESTMOVE_LOG_FORMAT", value_name = "FORMAT", default_value = "text")]
    pub log_format: LogFormat,
    /// Base URL of an OpenTelemetry collector, such as http://127.0.0.1:4318
    ///
    /// Spans of requests, in the trace named by traceparent, and of searches go there as OTLP over
    /// plain HTTP [default: none]
    #[cfg(feature = "otel")]
    #[arg(long, env = "BESTMOVE_OTLP_ENDPOINT", hide_short_help = true, value_name = "URL")]
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
