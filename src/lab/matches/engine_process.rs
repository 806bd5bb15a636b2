//! An engine in a child process, driven by the text protocol.

use crate::game::{Invalid, quoted};
use crate::lab::protocol::{EngineCommand, MoveBudget, info_field};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;

/// A failure of an engine; a clause whose subject is the engine.
#[derive(Debug, Error)]
pub(in crate::lab) enum EngineFailure {
    #[error("plays an illegal {0}")]
    Illegal(#[from] Invalid),
    #[error("gives no move within {} s", .0.as_secs_f64())]
    Overtime(Duration),
    #[error("answers {0}")]
    Refused(String),
    #[error("has ended")]
    Gone,
}

/// A move as the engine wrote it, and the resources it used.
#[derive(Debug)]
pub(in crate::lab) struct Reply {
    pub(in crate::lab) played: String,
    pub(super) elapsed: Duration,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
}

/// A running engine; dropping it ends the process.
pub(in crate::lab) struct EngineProcess {
    process: Child,
    commands: ChildStdin,
    answers: Receiver<String>,
}

impl EngineProcess {
    /// Starts an engine by a shell command, and waits until it has completed a first short search.
    ///
    /// # Errors
    ///
    /// If the engine cannot be started or does not answer.
    pub(in crate::lab) fn start(command: &str) -> io::Result<Self> {
        let failed = |reason: &dyn ToString| {
            io::Error::other(format!("the engine {} {}", quoted(command), reason.to_string()))
        };
        let mut process = Command::new("sh")
            .args(["-c", command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| failed(&error))?;
        let (Some(commands), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(failed(&"has no pipes"));
        };
        let (send, answers) = mpsc::channel();
        thread::spawn(move || {
            let lines = BufReader::new(output).split(b'\n').map_while(Result::ok);
            for line in lines {
                if send.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
                    return;
                }
            }
        });
        let mut engine = Self { process, commands, answers };
        let ready = engine.send(EngineCommand::NewGame).and_then(|()| {
            let budget = MoveBudget::Time(Duration::from_millis(10));
            engine.answer(budget, Duration::from_secs(60))
        });
        ready.map_err(|error| failed(&error))?;
        Ok(engine)
    }

    pub(in crate::lab) fn send(&mut self, command: EngineCommand<'_>) -> Result<(), EngineFailure> {
        writeln!(self.commands, "{command}")
            .and_then(|()| self.commands.flush())
            .map_err(|_| EngineFailure::Gone)
    }

    /// Asks the engine for a move, and waits for it up to `timeout`.
    pub(in crate::lab) fn answer(
        &mut self,
        budget: MoveBudget,
        timeout: Duration,
    ) -> Result<Reply, EngineFailure> {
        // An error that is already there answers an earlier command.
        if let Some(error) = self.answers.try_iter().find(|line| is_error(line)) {
            return Err(EngineFailure::Refused(error));
        }
        let start = Instant::now();
        self.send(EngineCommand::Go(budget))?;
        let (mut depth, mut nodes) = (None, None);
        loop {
            let remaining = timeout.saturating_sub(start.elapsed());
            let line = self.answers.recv_timeout(remaining).map_err(|error| match error {
                RecvTimeoutError::Timeout => EngineFailure::Overtime(timeout),
                RecvTimeoutError::Disconnected => EngineFailure::Gone,
            })?;
            if let Some(played) = line.strip_prefix("bestmove ") {
                let (played, elapsed) = (played.trim().to_owned(), start.elapsed());
                return Ok(Reply { played, elapsed, depth, nodes });
            } else if is_error(&line) {
                return Err(EngineFailure::Refused(line));
            } else if line.starts_with("info ") {
                let number = |name| info_field(&line, name).and_then(|word| word.parse().ok());
                nodes = number("nodes").or(nodes);
                depth = number("depth").map(|depth| depth as u32).or(depth);
            }
        }
    }
}

fn is_error(line: &str) -> bool {
    line.starts_with("error ")
}

impl Drop for EngineProcess {
    /// Asks the engine to quit, and kills it after a second.
    fn drop(&mut self) {
        drop(self.send(EngineCommand::Quit));
        let end = Instant::now() + Duration::from_secs(1);
        while Instant::now() < end {
            if matches!(self.process.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        drop(self.process.kill());
        drop(self.process.wait());
    }
}
