//! The log.

use crate::config::{LogFormat, LogOptions};
use std::io::{self, IsTerminal};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt, registry};

/// Logs to standard error from now on.
///
/// # Panics
///
/// If called twice.
pub fn init(options: &LogOptions) {
    let lines = fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    let layer = match options.log_format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).with_span_list(false).boxed(),
    };
    registry().with(layer.with_filter(options.log.clone())).init();
}
