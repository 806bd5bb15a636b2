//! Matches between engines over the text protocol, each in a process of its own.

use std::path::PathBuf;
use std::process::Command;

const BESTMOVE: &str = env!("CARGO_BIN_EXE_bestmove");

/// Plays a match of two games. Returns the output and the PDN.
fn play_match(a: &str, b: &str) -> (String, String) {
    let pdn = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("match-{}.pdn", b.len()));
    let output = Command::new(BESTMOVE)
        .args(["lab", "match", a, b, "--games", "2", "--nodes", "300", "--pdn"])
        .arg(&pdn)
        .output()
        .unwrap();
    let output = String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr);
    (output, std::fs::read_to_string(pdn).unwrap_or_default())
}

fn engine() -> String {
    format!("{BESTMOVE} lab engine checkers --table-mib 1")
}

#[test]
fn the_engine_plays_itself() {
    let (output, games) = play_match(&engine(), &engine());
    assert!(output.contains(" of 2, "), "{output}");
    assert!(!output.contains("failure"), "{output}");
    assert_eq!(output.matches(" s a move").count(), 2, "{output}");
    assert!(games.contains("[Round \"1.1\"]") && games.contains("[Round \"1.2\"]"), "{games}");
    assert_eq!(games.matches("1. 9-13 21-17 2. 5-9").count(), 2, "{games}");
}

/// An engine that always answers with the same move loses both games by its first illegal move.
#[test]
fn illegal_moves_lose() {
    let stubborn =
        r#"while read word rest; do case $word in go) echo hello; echo bestmove 22-18;; esac; done"#;
    let (output, games) = play_match(&engine(), stubborn);
    assert!(output.contains("A +2 =0 -0 of 2"), "{output}");
    assert!(output.contains("B plays an illegal move: expected one of "), "{output}");
    assert!(games.contains("[Result \"1-0\"]") && games.contains("[Result \"0-1\"]"), "{games}");
}

#[test]
fn crashes_lose() {
    let fragile = "for answer in 1 2; do read a; read b; [ $answer = 1 ] && echo bestmove none; done";
    let (output, _) = play_match(&engine(), fragile);
    assert!(output.contains("A +2 =0 -0 of 2") && output.contains("B has ended"), "{output}");
    assert!(!output.contains("NaN") && output.contains("\nA: "), "{output}");
}

#[test]
fn an_engine_that_cannot_start_is_reported() {
    let (output, _) = play_match(&engine(), "no-such-engine");
    assert!(output.contains("the engine \"no-such-engine\" has ended"), "{output}");
}
