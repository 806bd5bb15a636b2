//! Logs and OpenTelemetry spans.

mod non_blocking;
#[cfg(feature = "otel")]
mod spans;

use crate::config::{LogFormat, LogOptions};
use non_blocking::NonBlocking;
#[cfg(feature = "otel")]
use spans::Spans;
use std::error::Error;
use std::io::{self, IsTerminal};
use std::panic::{self, PanicHookInfo};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use tracing::error;
use tracing::field::display;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt, registry};

/// Starts logging to standard error, panics included, and sends spans to a collector if there is
/// one, for as long as the returned guard is kept. Never waits for standard error: adds the lines
/// that are not read to `dropped`.
///
/// # Errors
///
/// If the collector's address is invalid, or the system can't start a thread for the log.
///
/// # Panics
///
/// If called twice.
pub fn init(options: &LogOptions, dropped: Arc<AtomicU64>) -> Result<impl Sized + use<>, Box<dyn Error>> {
    let writer = NonBlocking::new(io::stderr(), dropped)?;
    let flushed = writer.guard();
    let lines = fmt::layer().with_writer(writer).with_ansi(io::stderr().is_terminal());
    let lines = match options.log_format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).with_current_span(false).boxed(),
    };
    let log = registry().with(lines.with_filter(options.log.clone()));
    #[cfg(not(feature = "otel"))]
    let (all, spans) = (log, ());
    #[cfg(feature = "otel")]
    let (all, spans) = {
        let spans = options.otlp_endpoint.as_deref().map(Spans::to).transpose()?;
        (log.with(spans.as_ref().map(Spans::layer)), spans)
    };
    all.init();
    panic::set_hook(Box::new(log_panic));
    // Spans first, so that their last failures are logged.
    Ok((spans, flushed))
}

/// Logs a panic in the span of its request.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let location = panic.location().map(display);
    error!(location, "panicked: {}", panic.payload_as_str().unwrap_or("no message"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::sync::Mutex;
    use tracing::subscriber::with_default;

    #[test]
    fn panics_are_logged_with_their_location() {
        let (mut log, writer) = io::pipe().unwrap();
        let lines = fmt::layer().with_writer(Mutex::new(writer)).json().flatten_event(true);
        let default_hook = panic::take_hook();
        panic::set_hook(Box::new(log_panic));
        let result = with_default(registry().with(lines), || panic::catch_unwind(|| panic!("no {}", "way")));
        panic::set_hook(default_hook);
        assert!(result.is_err());
        let mut text = String::new();
        log.read_to_string(&mut text).unwrap();
        for expected in ["ERROR", "panicked: no way", "src/telemetry/mod.rs:"] {
            assert!(text.contains(expected), "{expected}: {text}");
        }
    }
}
