//! Problem sets for engines, each engine in a process of its own.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

const BESTMOVE_LAB: &str = env!("CARGO_BIN_EXE_bestmove-lab");

/// The output of `bestmove-lab problems` for a file.
fn output(engine: &str, problems: &str) -> String {
    let mut command = Command::new(BESTMOVE_LAB);
    let output =
        command.args(["problems", engine, "--nodes", "200", "--problems", problems]).output().unwrap();
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr)
}

/// An engine that always answers with the same move.
fn stubborn(played: &str) -> String {
    format!(
        "while read word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; \
         go) echo bestmove {played};; esac; done"
    )
}

/// Writes a file of problems and returns its path.
fn problem_file(name: &str, problems: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, format!("{{\"problems\": [{problems}]}}")).unwrap();
    path.display().to_string()
}

#[test]
fn solved_problems_are_counted() {
    let problems = problem_file(
        "problems.json",
        r#"{"name": "one", "position": "B:W32:B1", "solutions": ["1-5", "1-6"]},
           {"name": "two", "position": "B:W31:B1", "solutions": ["1-5"]}"#,
    );
    let output = output(&stubborn("1-6"), &problems);
    assert_eq!(output, "+ one: 1-6\n- two: 1-6, not 1-5\n1 of 2 solved\n");
}

#[test]
fn failures_are_reported_with_the_engine_and_the_problem() {
    let good = problem_file("good.json", r#"{"name": "one", "position": "B:W32:B1", "solutions": ["1-5"]}"#);
    let error = output(&stubborn("5-1"), &good);
    assert!(error.contains("one: the engine plays an illegal move: expected one of "), "{error}");
    let bad = problem_file("bad.json", r#"{"name": "bad", "position": "B:W32:B1", "solutions": ["5-1"]}"#);
    let error = output(&stubborn("1-5"), &bad);
    assert!(error.contains("bad.json: \"bad\": move: expected one of "), "{error}");
}
