//! The program in a terminal: play, completions, manual pages, help.

use std::io::Write;
use std::process::{Command, Output, Stdio};

const BESTMOVE: &str = env!("CARGO_BIN_EXE_bestmove");

/// Runs the program with this standard input.
fn run(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(BESTMOVE);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut program = command.spawn().unwrap();
    // A program that has ended reads no more.
    drop(program.stdin.take().unwrap().write_all(input.as_bytes()));
    program.wait_with_output().unwrap()
}

/// The standard output of a run that succeeds.
fn output(arguments: &[&str], input: &str) -> String {
    let Output { status, stdout, stderr } = run(arguments, input);
    assert!(status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

#[test]
fn a_game_is_played_to_its_end() {
    let drawn = output(&["play", "tic-tac-toe", "--as", "both"], "1\n5\n9\n8\n2\n3\n7\n4\n6\nnew\n2\n");
    assert!(drawn.contains("A draw by a full board\nover> "), "{drawn}");
    assert!(drawn.rsplit("┌───").next().unwrap().contains("│ 1 │[X]│ 3 │"), "{drawn}");
    assert!(!drawn.contains("plays"), "no engine takes part: {drawn}");
    let won = output(&["play", "tic-tac-toe", "--as", "both"], "1\n4\n2\n5\n3\n6\nquit\n");
    assert!(won.contains("X wins with three in a row"), "{won}");
    assert!(won.contains("over> move: expected no move, as the game is over, got \"6\""), "{won}");
}

#[test]
fn the_engine_plays_every_game_against_itself() {
    for game in ["tic-tac-toe", "connect-four", "checkers"] {
        let flags = ["--as", "neither", "--level", "2", "--seed", "1", "--table-mib", "1"];
        let played = output(&[&["play", game][..], &flags].concat(), "");
        let end = played.trim_end().rsplit('\n').next().unwrap();
        assert!(end.contains(" wins ") || end.contains("draw"), "{game}: {end}");
        assert_eq!(played, output(&[&["play", game][..], &flags].concat(), ""), "equal seeds, equal games");
        assert!(!played.contains('\u{1b}'), "colours go to terminals only");
    }
}

#[test]
fn moves_are_taken_back_with_the_answers_to_them() {
    let flags = ["play", "connect-four", "--level", "1", "--seed", "1", "--table-mib", "1"];
    let played = output(&flags, "4\nundo\nboard\n");
    let discs: Vec<_> = played
        .split("┌───")
        .skip(1)
        .map(|board| board.matches(" X ").count() + board.matches("[X]").count())
        .collect();
    assert_eq!(discs, [0, 1, 1, 0, 0], "the start, two moves, taken back, drawn again: {played}");
}

#[test]
fn errors_name_what_was_expected_and_the_game_goes_on() {
    let played = output(&["play", "checkers", "--as", "both"], "11-14x\nmoves\nhint\n");
    assert!(played.contains("move: expected one of 9-13"), "{played}");
    assert!(played.contains("> 9-13 10-14 11-15 12-16"), "{played}");
    assert!(played.contains("estimate "), "{played}");
    let refused = run(&["play", "checkers", "B:W40:B1"], "");
    let message = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(1), "{message}");
    assert!(message.contains("40"), "{message}");
}

#[test]
fn short_help_fits_on_a_screen() {
    let commands =
        ["", "serve", "solve", "play", "perft", "bench", "health", "completions", "man"].into_iter();
    for command in commands {
        let arguments = [command, "-h"];
        let help = output(if command.is_empty() { &arguments[1..] } else { &arguments }, "");
        assert!(help.lines().count() <= 36, "{command}: {help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{command}: {help}");
    }
}

#[test]
fn long_help_describes_every_flag_under_a_heading() {
    let help = output(&["serve", "--help"], "");
    for heading in ["Requests:", "Search:", "Connections:", "API keys and quotas:", "Log:"] {
        assert!(help.contains(&format!("\n{heading}\n")), "{heading}: {help}");
    }
    for flag in ["--queue", "--fresh-table-mib", "--stall-ms", "--request-mib", "--analysis-keep-ms"] {
        assert!(help.contains(flag), "{flag}: {help}");
    }
}

#[test]
fn completions_are_valid_scripts_and_manual_pages_are_formatted() {
    let script = output(&["completions", "bash"], "");
    let mut bash = Command::new("bash");
    let status = bash.args(["-c", &format!("{script}\ncomplete -p bestmove")]).status().unwrap();
    assert!(status.success(), "{script}");
    for shell in ["zsh", "fish", "elvish", "powershell"] {
        assert!(output(&["completions", shell], "").contains("bestmove"), "{shell}");
    }
    let pages = [output(&["man"], ""), output(&["man", "solve"], "")];
    for (page, name) in pages.iter().zip(["bestmove 1", "bestmove-solve 1"]) {
        assert!(page.contains(&format!(".TH {name}")), "{page}");
        assert!(page.contains(".SH NAME") && page.contains(".SH OPTIONS"), "{page}");
    }
    let refused = run(&["man", "sing"], "");
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(message.contains("expected one of serve, solve, play"), "{message}");
}

#[test]
fn a_tree_is_searched_and_drawn() {
    let table = output(&["search-tree", "textbook-figure", "--search", "alpha-beta,sss-star"], "");
    assert!(table.contains("smallest proof  5"), "{table}");
    let row = table.lines().find(|line| line.starts_with("alpha-beta ")).unwrap();
    let columns: Vec<_> = row.split_whitespace().collect();
    assert_eq!(columns[1..5], ["6", "9", "9", "25"], "{table}");
    let drawn = output(&["search-tree", "[[3,5],[2,9]]", "--draw"], "");
    assert!(drawn.starts_with("Alpha-beta, fail-soft, step "), "{drawn}");
    assert!(drawn.contains('▲') && drawn.contains('▼') && !drawn.contains('\u{1b}'), "{drawn}");
    assert!(output(&["search-tree", "[3,5]", "--draw", "--format", "svg"], "").starts_with("<svg"));
    let game = output(&["search-tree", "tic-tac-toe", "X.O..O..X", "--depth", "9", "--leaf", "result"], "");
    assert!(game.contains("27") && game.contains("62"), "{game}");
    assert!(output(&["search-tree", "--list"], "").contains("sss-star"));
    let refused = run(&["search-tree", "[[3,5],[]]"], "");
    assert!(!refused.status.success() && !refused.stderr.is_empty());
}
