//! What a protocol is: commands, answers, refusals.

use bestmove_core::game::quoted;
use bestmove_query::{FieldError, LimitKind, LimitPolicy};
use std::io::{self, Write};

/// A protocol with its session, which ends when it is dropped.
pub(super) trait Commands {
    /// Carries out a command. Returns the lines that answer it at once.
    fn execute(&mut self, command: &str) -> Result<String, FieldError>;

    /// Forgets the position, as a line that can't be read may have been the next one.
    fn forget_position(&mut self);

    /// The line that refuses a command.
    fn refusal(error: &FieldError) -> String;
}

/// A limit that a search accepts.
pub(super) fn limit(kind: LimitKind, text: &str) -> Result<u64, FieldError> {
    let policy = LimitPolicy::BACKGROUND;
    let number = text.parse().ok().filter(|&number| policy.allows(kind, number));
    number.ok_or_else(|| policy.limit_error(kind, quoted(text)))
}

/// Writes lines to standard output, at once.
pub(super) fn print(lines: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if !lines.is_empty() {
        writeln!(out, "{lines}")?;
    }
    out.flush()
}
