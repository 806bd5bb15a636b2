//! The program in a terminal: play, completions, manual pages, help.

use crate::processes::{Server, free_address};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

const BESTMOVE: &str = env!("CARGO_BIN_EXE_bestmove");

/// Runs the program with this standard input.
fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut command = Command::new(BESTMOVE);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut program = command.spawn().unwrap();
    // A program that has ended reads no more.
    drop(program.stdin.take().unwrap().write_all(input.as_ref()));
    program.wait_with_output().unwrap()
}

/// The standard output of a run that succeeds.
fn output(arguments: &[&str], input: impl AsRef<[u8]>) -> String {
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
    assert!(won.contains("over> move 6: expected no move, as the game is over, got \"6\""), "{won}");
}

#[test]
fn games_of_full_strength_differ_by_their_seeds() {
    let play =
        |seed: &str| output(&["play", "tic-tac-toe", "--as", "neither", "--level", "10", "--seed", seed], "");
    let mut games: Vec<_> = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"].map(play).to_vec();
    assert!(games.iter().all(|played| played.contains("A draw by a full board")));
    assert_eq!(play("1"), games[0]);
    games.sort();
    games.dedup();
    assert_eq!(games.len(), 10);
}

#[test]
fn the_engine_plays_every_game_against_itself() {
    for game in ["tic-tac-toe", "connect-four", "checkers", "reversi"] {
        let flags = ["--as", "neither", "--level", "2", "--seed", "1", "--table-mib", "1"];
        let played = output(&[&["play", game][..], &flags].concat(), "");
        let end = played.trim_end().rsplit('\n').next().unwrap();
        assert!(end.contains(" wins ") || end.contains("draw"), "{game}: {end}");
        assert_eq!(played, output(&[&["play", game][..], &flags].concat(), ""), "equal seeds, equal games");
        assert!(!played.contains('\u{1b}'), "colours go to terminals only");
    }
}

/// As on the page.
#[test]
fn newcomers_begin_at_the_level_of_the_game() {
    for (game, level) in [("tic-tac-toe", "2"), ("connect-four", "3")] {
        let flags = ["play", game, "--as", "neither", "--seed", "1", "--table-mib", "1"];
        let of_level = |level: &str| output(&[&flags[..], &["--level", level]].concat(), "");
        let played = output(&flags, "");
        assert_eq!(played, of_level(level), "{game}");
        assert_ne!(played, of_level("10"), "{game}");
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
    assert!(played.contains("move 1 (black): expected one of 9-13"), "{played}");
    assert!(played.contains("> 9-13 10-14 11-15 12-16"), "{played}");
    assert!(played.contains("estimate "), "{played}");
    let refused = run(&["play", "checkers", "B:W40:B1"], "");
    let message = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(1), "{message}");
    assert!(message.contains("40"), "{message}");
}

const CLUB: &str = "tests/data/club.pdn";

/// Every game is written, those with a problem up to there; the exit code and standard error tell of it.
#[test]
fn a_file_of_the_wthor_database_is_converted() {
    let mut file = vec![20, 24, 1, 31, 1, 0, 0, 0, 0, 0, 0xe8, 0x07, 8, 0, 24, 0];
    file.extend([7, 0, 1, 0, 2, 0, 40, 33, 56, 64, 33]);
    file.resize(16 + 68, 0);
    let text = output(&["convert", "-", "--game", "reversi"], &file);
    assert!(text.contains("PB[WTHOR 1]") && text.contains("B[F5]W[D6]B[C3];)"), "{text}");
    assert!(text.contains("RE[+16]"), "{text}");
    let cut = run(&["convert", "-", "--game", "reversi"], &file[..80]);
    let message = String::from_utf8(cut.stderr).unwrap();
    assert!(!cut.status.success() && message.contains("got a binary file"), "{message}");
}

#[test]
fn the_games_of_a_file_are_converted() {
    let Output { status, stdout, stderr } = run(&["convert", CLUB], "");
    let [out, err] = [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(status.code(), Some(1), "{err}");
    assert_eq!(out.matches("[Result ").count(), 3, "{out}");
    assert!(out.contains("1. 11-15 23-19 2. 8-11 1-0\n"), "{out}");
    assert!(out.contains("2. 8-11 {game 2, move 2 (white): expected one of "), "{out}");
    assert!(out.contains("1. 9-13 22-18 1/2-1/2\n"), "{out}");
    assert!(err.contains("problem: game 3, tag FEN, white entry 1: expected a square"), "{err}");
    assert!(err.contains("warning: game 4, tag Event: expected one in each game, got \"round 2\""), "{err}");
    assert!(err.ends_with("bestmove: 2 of 4 games could not be read to their end\n"), "{err}");
    let again = run(&["convert", "-", "--game", "checkers"], &out);
    assert_eq!((again.status.code(), String::from_utf8(again.stdout).unwrap()), (Some(0), out));
    let lines = String::from_utf8(run(&["convert", CLUB, "--json"], "").stdout).unwrap();
    let games: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.iter().filter(|game| game["problem"].is_object()).count(), 2);
    let unknown = String::from_utf8(run(&["convert", "LICENSE-MIT"], "").stderr).unwrap();
    assert!(
        unknown.contains("--game: expected one of tic-tac-toe, connect-four, checkers, reversi"),
        "{unknown}"
    );
}

/// White gives a man away, and Black takes it.
#[test]
fn the_games_of_a_file_are_reviewed() {
    let text = "[Event \"x\"]\n1. 11-15 22-18 {why not} 2. 15x22 25x18 3. 12-16 18-15 4. 10x19 24x15 *\n\n1. 9-13 *\n";
    let flags = ["review", "-", "--game", "checkers", "--depth", "5", "--threads", "2", "--table-mib", "1"];
    let reviewed = |detail| output(&[&flags[..], &["--detail", detail]].concat(), text).replace('\n', " ");
    let errors = reviewed("errors");
    assert!(errors.contains("[Annotator \"bestmove "), "{errors}");
    assert!(errors.contains("{Black: accuracy ") && errors.contains("22-18 {why not} 2. 15x22"), "{errors}");
    let labels = reviewed("labels");
    assert!(labels.matches("{best}").count() + labels.matches("{only move}").count() >= 4, "{labels}");
    assert!(reviewed("scores").contains(", estimate "), "{labels}");
    assert_eq!(labels.matches("[Event ").count() + labels.matches("[Result ").count(), 3);
    let flags = ["review", "-", "--game", "connect-four", "--json"];
    let review: Value = serde_json::from_str(&output(&flags, "4141414")).unwrap();
    assert_eq!((review["plies"].as_array().unwrap().len(), &review["outcome"]["winner"]), (7, &"X".into()));
    let faulty = "11-15 11-15 *\n[FEN \"B:W0:B1\"] 1-5 *";
    let flags = ["review", "-", "--game", "checkers", "--depth", "1", "--json"];
    let lines = String::from_utf8(run(&flags, faulty).stdout).unwrap();
    let games: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let problems = games.iter().map(|game| game["problem"]["part"].as_str().unwrap());
    assert_eq!(problems.collect::<Vec<_>>(), ["game 1, move 1 (white)", "game 2, tag FEN, white entry 1"]);
    assert_eq!((&games[0]["plies"].as_array().unwrap().len(), &games[1]["start"]), (&1, &Value::Null));
    let flags = ["review", "-", "--game", "connect-four"];
    let plain = output(&flags, "4141414");
    assert!(plain.starts_with("4141414\nRed: accuracy 100.0; Yellow: accuracy "), "{plain}");
    assert!(plain.contains("\nmove 6, 1: "), "{plain}");
}

#[test]
fn a_line_that_is_no_text_or_too_long_is_asked_for_again() {
    let long = [&b"1\xff\n"[..], &b"9".repeat(1 << 20), b"\n5\n"].concat();
    let played = output(&["play", "tic-tac-toe", "--as", "both"], long);
    for refusal in [
        "X> line: expected text in UTF-8, got the byte FF after \"1\"; `help` lists the commands\nX> ",
        "X> line: expected at most 65536 bytes, got \"9999999999999999999999999999999999999999\"…; `help`",
    ] {
        assert!(played.contains(refusal), "{refusal}: {played}");
    }
    assert!(played.contains("│ 4 │[X]│ 6 │"), "{played}");
}

#[test]
fn scores_of_endings_are_told_in_discs() {
    let ending = "OOXXXXXXXOXXXXXXOOXOXOXXOOXXOXXXOOXOXOXX-OOOOOOXXOOOX--X-X---X-- X";
    let solved = output(&["solve", "reversi", ending], "");
    for told in
        ["win by 38", "   f7   a8   c8   g7   d8   a6\n  +38  +38  +36  +30  +20   -8\n", "+n wins by n"]
    {
        assert!(solved.contains(told), "{told}: {solved}");
    }
}

#[test]
fn short_help_fits_on_a_screen() {
    let commands =
        ["", "serve", "solve", "play", "convert", "review", "perft", "bench", "health", "completions", "man"]
            .into_iter();
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
    let uniform = output(&["search-tree", "uniform:branching=36,depth=4"], "");
    assert!(uniform.contains("1679616") && uniform.contains(" 2591 "), "{uniform}");
    assert!(output(&["search-tree", "--list"], "").contains("sss-star"));
    let claims = output(&["search-tree", "--claims"], "");
    assert!(claims.contains("depth 5: 65599 evaluations, printed 65569"), "{claims}");
    let refused = run(&["search-tree", "[[3,5],[]]"], "");
    assert!(!refused.status.success() && !refused.stderr.is_empty());
}

#[test]
fn a_position_may_be_told_by_its_moves() {
    let solve = |at: &[&str]| {
        let solved = output(&[&["solve", "checkers", "--depth", "3", "--json"], at].concat(), "");
        serde_json::from_str::<Value>(&solved).unwrap()["position"].clone()
    };
    let expected = solve(&["--moves", "11-15,22-18,15x22"]);
    assert_eq!(solve(&["11-15 22-18 15x22"]), expected);
    assert_eq!(solve(&["1. 11-15 22-18 2. 15x22"]), expected);
    assert_eq!(solve(&["11-15 22-18", "--moves", "15x22"]), expected);
    let refused = run(&["solve", "checkers", "11-16 22-18 15x22"], "");
    assert!(!refused.status.success());
    let played = output(&["play", "checkers", "11-15 22-18", "--as", "both"], "undo\nnew\nmoves\nquit\n");
    assert!(played.contains("15x22"), "nothing before the given moves is taken back: {played}");
}

/// The counts of first moves add up to the published one.
#[test]
fn move_sequences_are_counted_by_their_first_moves() {
    for (game, depth, total) in
        [("checkers", "6", 36_768), ("reversi", "5", 1_396), ("connect-four", "8", 5_673_234)]
    {
        let counted = output(&["perft", game, depth, "--divide"], "");
        let (moves, count) = counted.trim_end().rsplit_once("\n\n").unwrap();
        let of_moves = moves.lines().map(|line| line.rsplit_once(": ").unwrap().1.parse::<u64>().unwrap());
        assert_eq!((count.parse(), of_moves.sum::<u64>()), (Ok(total), total), "{game}");
    }
}

/// Standard error of a run that succeeds.
fn report(arguments: &[&str], input: impl AsRef<[u8]>) -> String {
    let Output { status, stderr, .. } = run(arguments, input);
    let text = String::from_utf8(stderr).unwrap();
    assert!(status.success(), "{arguments:?}: {text}");
    text
}

/// Also where no terminal shows how far they are.
#[test]
fn jobs_say_how_they_have_ended() {
    const LINES: &str = "{\"moves\":[\"1\"]}\n{\"moves\":[\"9\"]}\n";
    let submit = ["job", "submit", "-", "--game", "tic-tac-toe", "--depth", "3", "--url"];
    let service = Server::bestmove(free_address(), &["--table-mib", "1"]);
    let url = format!("http://{}", service.address);
    let waited = report(&[&submit[..], &[&url, "--wait"]].concat(), LINES);
    assert!(waited.starts_with("finished: 2 of 2 lines, ") && waited.ends_with(" CPU seconds\n"), "{waited}");
    let wrong = report(&[&submit[..], &[&url, "--wait"]].concat(), format!("{LINES}nonsense\n"));
    assert!(wrong.starts_with("finished: 3 of 3 lines (1 problem), "), "{wrong}");
    let job: Value = serde_json::from_str(&output(&[&submit[..], &[&url]].concat(), LINES)).unwrap();
    let id = job["id"].as_str().unwrap();
    for command in ["follow", "cancel"] {
        let ended = report(&["job", command, id, "--url", &url], "");
        assert!(ended.starts_with("finished: 2 of 2 lines, "), "{command}: {ended}");
    }

    let idle = Server::bestmove(free_address(), &["--table-mib", "1", "--job-workers", "0"]);
    let url = format!("http://{}", idle.address);
    let job: Value = serde_json::from_str(&output(&[&submit[..], &[&url]].concat(), LINES)).unwrap();
    let cancelled = report(&["job", "cancel", job["id"].as_str().unwrap(), "--url", &url], "");
    assert_eq!(cancelled, "cancelled: 0 of 2 lines, 0.0 CPU seconds\n");
}
