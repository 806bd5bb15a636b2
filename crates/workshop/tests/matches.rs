//! Matches between engines that speak UGI, each in a process of its own.

use std::path::PathBuf;
use std::process::Command;

const BESTMOVE_LAB: &str = env!("CARGO_BIN_EXE_bestmove-lab");

/// A game after the first opening, up to a position in the endgame tables.
const GAME: &str = "9-13 21-17 5-9 25-21 11-15 30-25 9-14 24-19 15x24 28x19 8-11 22-18 13x22 18x9 6x13 26x17 \
    13x22 25x18 2-6 18-14 10x17 21x14 6-10 14-9 10-14 29-25 14-17 25-22 17x26 31x22 11-16 19-15 16-20 23-19 \
    7-11 15x8 4x11 22-18 11-16 18-15 16x23 27x18 12-16 32-28 16-19 9-6";

/// Plays a match of two games. Returns the output and the PDN.
fn play_match(a: &str, b: &str) -> (String, String) {
    let pdn = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("match-{}.pdn", b.len()));
    let output = Command::new(BESTMOVE_LAB)
        .args(["match", a, b, "--games", "2", "--nodes", "300", "--pdn"])
        .arg(&pdn)
        .output()
        .unwrap();
    let output = String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr);
    (output, std::fs::read_to_string(pdn).unwrap_or_default())
}

/// An engine that answers `go` with the output of a shell command, in which `$rest` is the last position.
fn engine(go: &str) -> String {
    format!(
        "while read word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; \
         position) position=$rest;; go) {go};; esac; done"
    )
}

/// An engine that plays the moves of [`GAME`], for both sides.
fn replaying() -> String {
    engine(&format!(
        "set -- $position; shift 2; game='{GAME}'; next=${{game#\"$* \"}}; \
         echo info depth 3 nodes 100 pv; echo bestmove ${{next%% *}}"
    ))
}

#[test]
fn two_engines_play_each_opening_with_both_colours() {
    let (output, games) = play_match(&replaying(), &replaying());
    assert!(output.contains("A +0 =2 -0 of 2, "), "{output}");
    assert!(output.contains("ended by: endgame tables 2"), "{output}");
    assert_eq!(output.matches(" M nodes/s, depth 3.0").count(), 2, "{output}");
    assert!(games.contains("[Round \"1.1\"]") && games.contains("[Round \"1.2\"]"), "{games}");
    assert_eq!(games.matches("1. 9-13 21-17 2. 5-9").count(), 2, "{games}");
}

/// An engine that always answers with the same move loses both games by its first illegal move.
#[test]
fn illegal_moves_lose() {
    let (output, games) = play_match(&replaying(), &engine("echo hello; echo bestmove 29-30"));
    assert!(output.contains("A +2 =0 -0 of 2"), "{output}");
    assert!(output.contains("B plays an illegal move: expected one of "), "{output}");
    assert!(games.contains("[Result \"1-0\"]") && games.contains("[Result \"0-1\"]"), "{games}");
}

#[test]
fn crashes_lose() {
    let (output, _) = play_match(&replaying(), &engine("exit"));
    assert!(output.contains("A +2 =0 -0 of 2") && output.contains("B has ended"), "{output}");
    assert!(!output.contains("NaN") && output.contains("\nA: "), "{output}");
}

#[test]
fn an_engine_that_cannot_start_is_reported() {
    let (output, _) = play_match(&replaying(), "no-such-engine");
    assert!(output.contains("the engine \"no-such-engine\" has ended"), "{output}");
}
