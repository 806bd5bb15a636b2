//! An engine in a child process, driven by the text protocol.

use crate::game::{Invalid, quoted};
use crate::lab::protocol::{EngineCommand, MoveBudget, info_field};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
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
    #[error("gives no move within {} s ({} s of processor time)", .limit.as_secs_f64(), .computed.as_secs_f64())]
    Overtime { limit: Duration, computed: Duration },
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
    pub(super) cpu_time: Duration,
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
        let process = self.process.id();
        let (start, computed_before) = (Instant::now(), cpu_time(process));
        let computed = || cpu_time(process).saturating_sub(computed_before);
        self.send(EngineCommand::Go(budget))?;
        let (mut depth, mut nodes) = (None, None);
        loop {
            let remaining = timeout.saturating_sub(start.elapsed());
            let line = self.answers.recv_timeout(remaining).map_err(|error| match error {
                RecvTimeoutError::Timeout => EngineFailure::Overtime { limit: timeout, computed: computed() },
                RecvTimeoutError::Disconnected => EngineFailure::Gone,
            })?;
            if let Some(played) = line.strip_prefix("bestmove ") {
                let (played, elapsed) = (played.trim().to_owned(), start.elapsed());
                return Ok(Reply { played, elapsed, cpu_time: computed(), depth, nodes });
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

/// The processor time of a process and its children; zero where there is no `/proc`.
fn cpu_time(process: u32) -> Duration {
    const TICK: Duration = Duration::from_millis(10);
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields = stat.rsplit_once(") ").map_or("", |(_, fields)| fields).split(' ');
    let ticks: u32 = fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u32>().ok()).sum();
    TICK * ticks + children(process).into_iter().map(cpu_time).sum::<Duration>()
}

/// The children of a process, from Linux's `/proc`.
fn children(process: u32) -> Vec<u32> {
    let listed = fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap_or_default();
    listed.split_whitespace().filter_map(|child| child.parse().ok()).collect()
}

/// Kills a process and its children; the process alone where there is no `/proc`.
fn kill_with_children(process: u32) {
    let children = children(process);
    if let Some(process) = i32::try_from(process).ok().and_then(Pid::from_raw) {
        let _ = kill_process(process, Signal::KILL);
    }
    children.into_iter().for_each(kill_with_children);
}

impl Drop for EngineProcess {
    /// Asks the engine to quit, and kills it and its children after a second.
    fn drop(&mut self) {
        drop(self.send(EngineCommand::Quit));
        let end = Instant::now() + Duration::from_secs(1);
        while Instant::now() < end {
            if matches!(self.process.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        kill_with_children(self.process.id());
        drop(self.process.wait());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The message tells a slow engine from one that had no processor.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_late_engine_is_reported_with_its_processor_time() {
        let answer_once = "read new; read go; echo bestmove x; read go;";
        let limit = Duration::from_millis(500);
        for (then, is_busy) in [("while :; do :; done", true), ("sleep 60", false)] {
            let mut engine = EngineProcess::start(&format!("{answer_once} {then}")).unwrap();
            let failure = engine.answer(MoveBudget::Time(limit), limit).unwrap_err();
            let EngineFailure::Overtime { computed, .. } = failure else { panic!("{failure}") };
            assert_eq!(computed > Duration::from_millis(50), is_busy, "{failure}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_children_of_an_engine_end_with_it() {
        let command = "(read new; read go; echo bestmove x; while :; do :; done); true";
        let engine = EngineProcess::start(command).unwrap();
        let [child] = children(engine.process.id())[..] else { panic!("the subshell") };
        drop(engine);
        // Until its new parent waits for it, a killed process is a zombie.
        let ended = || match fs::read_to_string(format!("/proc/{child}/stat")) {
            Ok(stat) => stat.contains(") Z "),
            Err(_) => true,
        };
        let patience = Instant::now() + Duration::from_secs(10);
        while !ended() {
            assert!(Instant::now() < patience, "process {child} still runs");
            thread::sleep(Duration::from_millis(10));
        }
    }
}
