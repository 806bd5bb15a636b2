//! What a protocol is: commands, answers, refusals.

use super::time_management::MAX_TIME;
use bestmove_core::game::quoted;
use bestmove_query::{FieldError, LimitKind, LimitPolicy};
use std::io::{self, Write};
use std::time::Duration;

/// A protocol with its session, which ends when it is dropped.
pub(super) trait Commands {
    /// Carries out a command. Returns the lines that answer it at once.
    fn execute(&mut self, command: &str) -> Result<String, FieldError>;

    /// Forgets the position, as a line that can't be read may have been the next one.
    fn forget_position(&mut self);

    /// The last answer, if the command ends the session.
    fn farewell(command: &str) -> Option<String> {
        (command == "quit").then(String::new)
    }

    /// The line that refuses a command.
    fn refusal(error: &FieldError) -> String;
}

/// A limit that a search accepts.
pub(super) fn limit(kind: LimitKind, text: &str) -> Result<u64, FieldError> {
    let policy = LimitPolicy::BACKGROUND;
    let number = text.parse().ok().filter(|&number| policy.allows(kind, number));
    number.ok_or_else(|| policy.limit_error(kind, quoted(text)))
}

/// A time in seconds; a negative one is none left.
pub(super) fn seconds(name: &str, text: &str) -> Result<Duration, FieldError> {
    let seconds = text.parse().ok().filter(|seconds: &f64| seconds.is_finite());
    let seconds = seconds.ok_or_else(|| FieldError::new(name, "seconds", quoted(text)))?;
    Ok(Duration::from_secs_f64(seconds.clamp(0.0, MAX_TIME.as_secs_f64())))
}

/// Writes lines to standard output, at once.
pub(super) fn print(lines: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if !lines.is_empty() {
        writeln!(out, "{lines}")?;
    }
    out.flush()
}
