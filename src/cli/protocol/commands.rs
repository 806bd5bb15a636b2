//! What a protocol is: commands, answers, refusals.

use crate::engine::FieldError;
use std::io::{self, Write};

/// A protocol with its session, which ends when it is dropped.
pub(super) trait Commands {
    /// Carries out a command. Returns the lines that answer it at once.
    fn execute(&mut self, command: &str) -> Result<String, FieldError>;

    /// The line that refuses a command.
    fn refusal(error: &FieldError) -> String;
}

/// Writes lines to standard output, at once.
pub(super) fn print(lines: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if !lines.is_empty() {
        writeln!(out, "{lines}")?;
    }
    out.flush()
}
