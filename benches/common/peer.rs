//! Other connect-four solvers, each a child process that answers each line with a line.

use std::io::{BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

/// A running solver.
pub(crate) struct Peer {
    child: Child,
    input: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Peer {
    pub(crate) fn start(command: &str) -> Self {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("exec {command}")]).env("LC_ALL", "C");
        let mut child = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a shell");
        let (input, answers) = child.stdin.take().zip(child.stdout.take()).expect("pipes");
        Self { child, input, answers: BufReader::new(answers).lines() }
    }

    /// Solves positions, given by the columns played, from 1; returns a line for each.
    pub(crate) fn solve_all(&mut self, positions: &[&str]) -> Vec<String> {
        let lines: String = positions.iter().map(|columns| format!("{columns}\n")).collect();
        self.input.write_all(lines.as_bytes()).expect("a peer that reads");
        let mut answer = || self.answers.next().expect("a peer that answers").expect("text");
        positions.iter().map(|_| answer()).collect()
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // Fails if the peer has ended by itself, which is fine.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Builds the crate `connect-four-ai`; returns the command that runs it.
pub(crate) fn connect_four_ai() -> String {
    let target = "target/peers/connect-four-ai";
    run(Command::new("cargo")
        .args(["build", "--quiet", "--release", "--locked", "--target-dir", target])
        .args(["--manifest-path", "benches/peers/connect-four-ai/Cargo.toml"])
        .env("CARGO_ENCODED_RUSTFLAGS", "-Ctarget-cpu=native"));
    format!("{target}/release/connect-four-ai-peer")
}

/// Installs `bitbully` from PyPI; returns the command that runs it.
pub(crate) fn bitbully() -> String {
    let python = "target/peers/bitbully";
    let interpreter = format!("{python}/bin/python");
    if !Path::new(&interpreter).exists() {
        run(Command::new("python3").args(["-m", "venv", python]));
    }
    run(Command::new(&interpreter)
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
        .args(["--requirement", "benches/peers/bitbully/requirements.txt"]));
    format!("{interpreter} benches/peers/bitbully/main.py")
}

fn run(command: &mut Command) {
    let status = command.status();
    assert!(status.as_ref().is_ok_and(ExitStatus::success), "{command:?}: {status:?}");
}
