//! `bestmove engine` as a process: every command, every refusal, whole games.

mod gtp;
mod hub;
mod nboard;
mod ugi;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// The time within which the engine must answer, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running engine, killed when dropped.
struct EngineProcess {
    process: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl EngineProcess {
    /// The engine with these arguments, separated by blanks.
    fn start(arguments: &str) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_bestmove"))
            .arg("engine")
            .args(arguments.split(' '))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (lines, output) = channel();
        let stdout = process.stdout.take().unwrap();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if lines.send(line).is_err() {
                    break;
                }
            }
        });
        Self { input: process.stdin.take(), process, output }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input.as_ref().unwrap(), "{line}").unwrap();
    }

    /// The next line.
    fn line(&self) -> String {
        self.output.recv_timeout(PATIENCE).expect("the engine answers in time")
    }

    /// The answer to a command that has one line as its answer.
    fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.line()
    }

    /// The lines up to the first that begins with `word`.
    fn lines_until(&self, word: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while lines.last().unwrap().split(' ').next() != Some(word) {
            lines.push(self.line());
        }
        lines
    }

    /// Closes the input. Returns the lines that follow and the exit status.
    fn close(mut self) -> (Vec<String>, ExitStatus) {
        self.input = None;
        let mut lines = Vec::new();
        while let Ok(line) = self.output.recv_timeout(PATIENCE) {
            lines.push(line);
        }
        (lines, self.process.wait().unwrap())
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// The peak of the memory of a process, in MiB.
#[cfg(target_os = "linux")]
fn peak_mib(process: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() / 1024
}

#[cfg(target_os = "linux")]
#[test]
fn a_line_without_end_takes_little_memory() {
    const MIB: usize = 64;
    for (protocol, ping) in [("ugi checkers", "isready"), ("hub", "ping"), ("nboard", "ping 1")] {
        let mut engine = EngineProcess::start(&format!("--protocol {protocol} --table-mib 2"));
        engine.ask(ping);
        let before = peak_mib(&engine.process);
        let mebibyte = vec![b'a'; 1 << 20];
        for _ in 0..MIB {
            engine.input.as_ref().unwrap().write_all(&mebibyte).unwrap();
        }
        let refusal = engine.ask("");
        assert!(refusal.contains("line: expected at most 65536 bytes, got "), "{refusal}");
        engine.ask(ping);
        let grown = peak_mib(&engine.process) - before;
        assert!(grown < 8, "{protocol}: {grown} MiB for a line of {MIB} MiB");
    }
}

/// The value after a name in a line.
fn value<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|word| *word != name).nth(1)
}

/// Arguments of lines about a search whose values depend on the machine.
const COSTS: [&str; 2] = ["nps", "time"];

fn without_costs(line: &str) -> String {
    // The time of a move in NBoard.
    let line =
        if line.starts_with("=== ") { line.rsplit_once('/').map_or(line, |split| split.0) } else { line };
    let words: Vec<_> = line.split(' ').collect();
    let is_cost = |at: usize| at > 0 && COSTS.contains(&words[at - 1]) || COSTS.contains(&words[at]);
    let kept = (0..words.len()).filter(|&at| !is_cost(at)).map(|at| words[at]);
    kept.collect::<Vec<_>>().join(" ")
}

/// A line `> …` is a command, `…` any number of lines, any other line an answer.
#[test]
fn the_examples_of_the_document_are_answered() {
    let document = include_str!("../docs/protocols.md");
    let sessions: Vec<_> = document.split("```text\n$ bestmove engine ").skip(1).collect();
    assert_eq!(sessions.len(), 4);
    for session in sessions {
        let (arguments, lines) = session.split_once("\n```").unwrap().0.split_once('\n').unwrap();
        let mut engine = EngineProcess::start(arguments);
        let mut skips = false;
        for expected in lines.lines() {
            match expected.strip_prefix("> ") {
                Some(command) => engine.send(command),
                None if expected == "…" => skips = true,
                None => {
                    let expected = without_costs(expected);
                    while without_costs(&engine.line()) != expected {
                        assert!(skips, "expected {expected:?}");
                    }
                    skips = false;
                }
            }
        }
    }
}
