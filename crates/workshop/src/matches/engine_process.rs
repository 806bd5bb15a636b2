//! An engine in a child process, driven by the Universal Game Interface
//! (<https://github.com/kz04px/cutegames/blob/master/ugi.md>).

use crate::move_budget::MoveBudget;
use bestmove_core::game::{Invalid, quoted};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;

/// How long an engine may take to load its tables, or to clear them.
const LOADING: Duration = Duration::from_secs(60);

/// A failure of an engine; a clause whose subject is the engine.
#[derive(Debug, Error)]
pub(crate) enum EngineFailure {
    #[error("plays an illegal {0}")]
    Illegal(#[from] Invalid),
    #[error("does not answer within {} s ({} s of processor time) after {}",
        .limit.as_secs_f64(), .computed.as_secs_f64(), quoted(.last_line))]
    Overtime { limit: Duration, computed: Duration, last_line: String },
    #[error("has ended")]
    Gone,
}

/// A move as the engine wrote it, and the resources it used.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) played: String,
    pub(super) elapsed: Duration,
    pub(super) cpu_time: Duration,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
}

/// A running engine; dropping it ends the process.
pub(crate) struct EngineProcess {
    process: Child,
    commands: ChildStdin,
    answers: Receiver<String>,
}

impl EngineProcess {
    /// Starts an engine by a shell command, and waits until it is ready.
    ///
    /// # Errors
    ///
    /// If the engine cannot be started or does not answer.
    pub(crate) fn start(command: &str) -> io::Result<Self> {
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
        engine.ask("ugi", "ugiok").and_then(|()| engine.new_game()).map_err(|error| failed(&error))?;
        Ok(engine)
    }

    /// Tells the engine that the next position has nothing to do with the last, and waits until it is ready.
    pub(crate) fn new_game(&mut self) -> Result<(), EngineFailure> {
        self.send("uginewgame")?;
        self.ask("isready", "readyok")
    }

    /// Asks for a move in a position, as UGI writes it, and waits for it up to `timeout`.
    pub(crate) fn search(
        &mut self,
        position: &str,
        budget: MoveBudget,
        timeout: Duration,
    ) -> Result<Reply, EngineFailure> {
        self.send(&format!("position {position}"))?;
        let (start, computed_before) = (Instant::now(), cpu_time(self.process.id()));
        self.send(&format!("go {budget}"))?;
        let (mut depth, mut nodes) = (None, None);
        let played = self.read_until(timeout, |line| {
            if line.starts_with("info ") {
                let number = |name| info_field(line, name).and_then(|word| word.parse().ok());
                nodes = number("nodes").or(nodes);
                depth = number("depth").map(|depth| depth as u32).or(depth);
            }
            line.strip_prefix("bestmove ").map(|played| played.trim().to_owned())
        })?;
        let cpu_time = cpu_time(self.process.id()).saturating_sub(computed_before);
        Ok(Reply { played, elapsed: start.elapsed(), cpu_time, depth, nodes })
    }

    fn send(&mut self, command: &str) -> Result<(), EngineFailure> {
        writeln!(self.commands, "{command}")
            .and_then(|()| self.commands.flush())
            .map_err(|_| EngineFailure::Gone)
    }

    /// Sends a command and waits for the line that answers it.
    fn ask(&mut self, command: &str, answer: &str) -> Result<(), EngineFailure> {
        self.send(command)?;
        self.read_until(LOADING, |line| (line == answer).then_some(()))
    }

    /// Reads lines until `find` finds something in one.
    fn read_until<T>(
        &self,
        limit: Duration,
        mut find: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, EngineFailure> {
        let process = self.process.id();
        let (start, computed_before) = (Instant::now(), cpu_time(process));
        let mut last_line = String::new();
        loop {
            match self.answers.recv_timeout(limit.saturating_sub(start.elapsed())) {
                Ok(line) => last_line = line,
                Err(RecvTimeoutError::Disconnected) => return Err(EngineFailure::Gone),
                Err(RecvTimeoutError::Timeout) => {
                    let computed = cpu_time(process).saturating_sub(computed_before);
                    return Err(EngineFailure::Overtime { limit, computed, last_line });
                }
            }
            if let Some(found) = find(&last_line) {
                return Ok(found);
            }
        }
    }
}

/// The value of `name` in an `info` line.
fn info_field<'a>(info: &'a str, name: &str) -> Option<&'a str> {
    let mut words = info.split_whitespace().take_while(|&word| word != "pv");
    words.find(|&word| word == name)?;
    words.next()
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
        drop(self.send("quit"));
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
        let answer_once = "read ugi; echo ugiok; read new; read ready; echo readyok; read position; read go;";
        let limit = Duration::from_millis(500);
        for (then, is_busy) in [("while :; do :; done", true), ("sleep 60", false)] {
            let mut engine = EngineProcess::start(&format!("{answer_once} {then}")).unwrap();
            let failure = engine.search("startpos", MoveBudget::Time(limit), limit).unwrap_err();
            let EngineFailure::Overtime { computed, .. } = failure else { panic!("{failure}") };
            assert_eq!(computed > Duration::from_millis(50), is_busy, "{failure}");
        }
    }

    #[test]
    fn info_values_are_found_by_name() {
        let info = "info depth 7 score cp -12 nodes 1234 pv 9-13 nodes 5";
        assert_eq!(
            ["depth", "nodes", "time", "9-13"].map(|name| info_field(info, name)),
            [Some("7"), Some("1234"), None, None]
        );
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_children_of_an_engine_end_with_it() {
        let command = "(echo ugiok; echo readyok; while :; do :; done); true";
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
