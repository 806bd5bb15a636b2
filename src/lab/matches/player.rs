//! An engine in a process of its own.

use crate::game::{Invalid, quoted};
use crate::lab::protocol::{Effort, Order, told};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;

/// How an engine failed its part.
#[derive(Debug, Error)]
pub(in crate::lab) enum Fault {
    #[error("plays an illegal {0}")]
    Illegal(#[from] Invalid),
    #[error("gives no move within {} s", .0.as_secs_f64())]
    Overtime(Duration),
    #[error("answers {0}")]
    Refused(String),
    #[error("has ended")]
    Gone,
}

/// A move as the engine wrote it, and what it spent.
#[derive(Debug)]
pub(in crate::lab) struct Reply {
    pub(in crate::lab) played: String,
    pub(super) elapsed: Duration,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
}

/// A running engine.
pub(in crate::lab) struct Player {
    process: Child,
    orders: ChildStdin,
    answers: Receiver<String>,
}

impl Player {
    /// Starts an engine by a shell command and waits for it to be ready: a first short search.
    ///
    /// # Errors
    ///
    /// If it can't be started or doesn't answer.
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
        let (Some(orders), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
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
        let mut player = Self { process, orders, answers };
        let ready = player.order(Order::NewGame).and_then(|()| {
            let effort = Effort::Time(Duration::from_millis(10));
            player.answer(effort, Duration::from_secs(60))
        });
        ready.map_err(|fault| failed(&fault))?;
        Ok(player)
    }

    pub(in crate::lab) fn order(&mut self, order: Order<'_>) -> Result<(), Fault> {
        writeln!(self.orders, "{order}").and_then(|()| self.orders.flush()).map_err(|_| Fault::Gone)
    }

    /// Lets the engine look for a move, for no more than `patience`.
    pub(in crate::lab) fn answer(&mut self, effort: Effort, patience: Duration) -> Result<Reply, Fault> {
        // An error that still waits there is about an order before this one.
        if let Some(error) = self.answers.try_iter().find(|line| is_error(line)) {
            return Err(Fault::Refused(error));
        }
        let start = Instant::now();
        self.order(Order::Go(effort))?;
        let (mut depth, mut nodes) = (None, None);
        loop {
            let left = patience.saturating_sub(start.elapsed());
            let line = self.answers.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => Fault::Overtime(patience),
                RecvTimeoutError::Disconnected => Fault::Gone,
            })?;
            if let Some(played) = line.strip_prefix("bestmove ") {
                let (played, elapsed) = (played.trim().to_owned(), start.elapsed());
                return Ok(Reply { played, elapsed, depth, nodes });
            } else if is_error(&line) {
                return Err(Fault::Refused(line));
            } else if line.starts_with("info ") {
                let number = |name| told(&line, name).and_then(|word| word.parse().ok());
                nodes = number("nodes").or(nodes);
                depth = number("depth").map(|depth| depth as u32).or(depth);
            }
        }
    }
}

fn is_error(line: &str) -> bool {
    line.starts_with("error ")
}

impl Drop for Player {
    /// An engine that does not go when asked is made to.
    fn drop(&mut self) {
        drop(self.order(Order::Quit));
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
