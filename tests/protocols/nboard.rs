//! NBoard 2.

use super::EngineProcess;
use crate::built_in;
use bestmove_core::game::{Notation, Rules, Searchable};
use bestmove_core::games::Reversi;
use bestmove_core::games::reversi::{Board, DISC_UNITS};
use bestmove_query::MoveSelection;

const START: &str = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]\
                     BO[8 ---------------------------O*------*O--------------------------- *]";
/// Black to move has no move but the pass.
const STUCK: &str = "B[D3]W[C3]B[E6]W[D2]B[D1]W[E1]B[B3]W[C1]";
/// The moves of a drawn game, perfectly played.
const DRAWN: &str = "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8G8B3H3\
                     B2H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6";

fn start() -> EngineProcess {
    let mut engine = EngineProcess::start("--protocol nboard --table-mib 2");
    assert_eq!(engine.ask("nboard 2"), "set myname bestmove");
    engine
}

/// GGF of the first moves of a game without passes.
fn ggf(moves: &str, count: usize) -> String {
    let squares: Vec<_> = moves.as_bytes().chunks(2).map(|text| str::from_utf8(text).unwrap()).collect();
    let moves = squares.iter().take(count).zip(["B", "W"].iter().cycle());
    let moves: String = moves.map(|(played, side)| format!("{side}[{played}//0.5]")).collect();
    format!("{START}{moves};)")
}

/// A line `search`.
#[derive(Debug)]
struct Hint {
    moves: Vec<String>,
    eval: f64,
    depth: String,
}

impl EngineProcess {
    /// The lines after a command, up to the line `status` without a text.
    fn until_idle(&mut self, command: &str, begin: &str) -> Vec<String> {
        assert_eq!(self.ask(command), format!("status {begin}"));
        let mut lines = vec![self.line()];
        while lines.last().unwrap() != "status" {
            lines.push(self.line());
        }
        lines.pop();
        lines
    }

    fn hints(&mut self, count: usize) -> Vec<Hint> {
        hints(&self.until_idle(&format!("hint {count}"), "Analysing"))
    }

    /// The answer to `go`: the move, then its evaluation and time if there are any.
    fn best(&mut self) -> Vec<String> {
        let lines = self.until_idle("go", "Thinking");
        let answer = lines.last().unwrap().strip_prefix("=== ").unwrap();
        answer.split('/').map(str::to_owned).collect()
    }
}

fn hints(lines: &[String]) -> Vec<Hint> {
    let read = |line: &String| {
        let [kind, moves, eval, zero, depth] = line.split(' ').collect::<Vec<_>>()[..] else {
            assert_eq!(line.split(' ').next(), Some("nodestats"), "{line}");
            return None;
        };
        assert_eq!((kind, zero), ("search", "0"), "{line}");
        let moves = moves.as_bytes().chunks(2).map(|text| str::from_utf8(text).unwrap().to_owned());
        Some(Hint { moves: moves.collect(), eval: eval.parse().unwrap(), depth: depth.to_owned() })
    };
    lines.iter().filter_map(read).collect()
}

fn board_after(moves: &str, count: usize) -> Board {
    let record = Reversi::record(&moves[..2 * count]).unwrap().complete().unwrap();
    record.end()
}

#[test]
fn the_session_of_the_protocol_is_answered() {
    let mut engine = start();
    engine.send(&format!("set game {START}B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)"));
    engine.send("set depth 6");
    engine.send("set contempt 0.5");
    assert_eq!(engine.ask("ping 1"), "pong 1");
    let answer = engine.best();
    assert_eq!(answer.len(), 3, "{answer:?}");
    let game = built_in("reversi");
    let moves = ["f5", "f6", "d3", "c5", "e6", "f7", "e7", "f4"].map(str::to_owned);
    let legal = game.prepare(None, &moves, MoveSelection::default()).unwrap().legal_moves().moves;
    assert!(legal.iter().any(|own| own.text.eq_ignore_ascii_case(&answer[0])), "{answer:?}");
    assert!(answer[1].parse::<f64>().unwrap().abs() < 64.0 && answer[2].parse::<f64>().unwrap() >= 0.0);
    engine.send(&format!("move {}", answer.join("/")));
    assert_eq!(engine.ask("learn"), "learned");
    assert!(!engine.hints(1).is_empty());
}

/// Iterations end at the depth, and every move is one of those to choose from.
#[test]
fn hints_are_lines_of_the_best_moves_to_the_depth() {
    let mut engine = start();
    engine.send(&format!("set game {}", ggf(DRAWN, 8)));
    engine.send("set depth 5");
    let hints = engine.hints(3);
    assert_eq!(hints.len() % 3, 0, "{hints:?}");
    let last = &hints[hints.len() - 3..];
    assert!(last.iter().all(|hint| hint.depth == "5"), "{hints:?}");
    assert!(last.is_sorted_by(|one, other| one.eval >= other.eval), "{hints:?}");
    let mut first: Vec<_> = last.iter().map(|hint| &hint.moves[0]).collect();
    first.sort();
    first.dedup();
    assert_eq!(first.len(), 3, "{hints:?}");
    for hint in hints {
        let mut board = board_after(DRAWN, 8);
        for text in &hint.moves {
            let played = Reversi::parse_move(&board, text).unwrap();
            board = Reversi::play(&board, played);
        }
    }
}

/// The lines of late positions lead to the margins that they state.
#[test]
fn late_positions_are_solved() {
    let mut engine = start();
    engine.send("set depth 9");
    for count in [44, 50, 55, 59] {
        engine.send(&format!("set game {}", ggf(DRAWN, count)));
        let hints = engine.hints(64);
        let board = board_after(DRAWN, count);
        let best = hints.iter().map(|hint| hint.eval).fold(f64::MIN, f64::max);
        assert!(best.abs() < 1e-9, "a drawn game after {count} moves: {hints:?}");
        for hint in hints {
            assert_eq!(hint.depth, "100%");
            let mut end = board;
            for text in &hint.moves {
                let played = Reversi::parse_move(&end, text).unwrap();
                end = Reversi::play(&end, played);
            }
            assert!(Reversi::outcome(&end).is_some(), "{hint:?}");
            let sign = if end.to_move() == board.to_move() { 1 } else { -1 };
            let margin = f64::from(sign * Reversi::final_margin(&end) / DISC_UNITS);
            assert!((hint.eval - margin).abs() < 1e-9, "{hint:?} ends with {margin}");
        }
    }
    engine.send(&format!("set game {}", ggf(DRAWN, 60)));
    let over = "status position: expected one to move in, got the end of the game";
    assert_eq!((engine.ask("hint 1").as_str(), engine.ask("go").as_str()), (over, over));
}

#[test]
fn passes_are_written_and_may_be_left_out() {
    let mut engine = start();
    engine.send("set depth 2");
    engine.send(&format!("set game {START}{STUCK};)"));
    assert_eq!(engine.best(), ["PA"], "without a score");
    assert!(engine.hints(4).iter().all(|hint| hint.moves[0] == "PA"));
    let after_a_pass = {
        engine.send("move PA");
        engine.best()[0].clone()
    };
    for game in [format!("{START}{STUCK}B[PA];)"), format!("{START}{STUCK}B[pass//1.00]W[{after_a_pass}];)")]
    {
        engine.send(&format!("set game {game}"));
        assert_ne!(engine.best()[0], "PA", "{game}");
    }
    engine.send(&format!("set game {START}{STUCK}W[{after_a_pass}];)"));
    let with_the_pass_left_out = engine.best();
    engine.send(&format!("set game {START}{STUCK};)"));
    engine.send(&format!("move {after_a_pass}/1.5/0.2"));
    assert_eq!(engine.best()[0], with_the_pass_left_out[0]);
}

#[test]
fn a_ping_stops_the_search_before_it_is_answered() {
    let mut engine = start();
    engine.send(&format!("set game {}", ggf(DRAWN, 2)));
    engine.send("set depth 60");
    for command in ["hint 3", "go"] {
        engine.send(command);
        engine.line();
        engine.line();
        engine.send("ping 7");
        let lines = engine.lines_until("pong");
        assert_eq!(lines.last().unwrap(), "pong 7");
        assert_eq!(lines[lines.len() - 2], "status", "{command}: {lines:?}");
        assert_eq!(engine.ask("ping 8"), "pong 8");
    }
    for next in ["hint 1", "move D3", "set game (;GM[Othello];)", "go"] {
        engine.send("hint 1");
        engine.line();
        engine.send(next);
        assert_eq!(engine.ask_last("ping 9"), "pong 9", "{next}");
    }
    engine.send("go");
    engine.line();
    let (lines, status) = engine.close();
    assert!(lines.iter().any(|line| line.starts_with("=== ")), "{lines:?}");
    assert!(status.success());
}

impl EngineProcess {
    /// The first line that begins with `pong`, after a command.
    fn ask_last(&mut self, line: &str) -> String {
        self.send(line);
        self.lines_until("pong").pop().unwrap()
    }
}

#[test]
fn unknown_lines_are_ignored_and_bad_ones_refused() {
    let mut engine = start();
    engine.send("fly\nanalyze\nset time 5\nset\nset contempt\n=== F5");
    assert_eq!(engine.ask("ping 2"), "pong 2");
    for (line, expected) in [
        ("nboard 1", "nboard: expected version 2, got \"1\""),
        ("nboard", "nboard: expected version 2, got \"\""),
        ("set depth 0", "depth: expected a whole number from 1 to 100, got \"0\""),
        ("set depth deep", "depth: expected a whole number from 1 to 100, got \"deep\""),
        ("hint", "hint: expected a number of moves, got \"\""),
        ("hint 0", "hint: expected a number of moves, got \"0\""),
        ("hint -3", "hint: expected a number of moves, got \"-3\""),
    ] {
        assert_eq!(engine.ask(line), format!("status {expected}"));
        assert_eq!(engine.ask("ping 3"), "pong 3", "{line}");
    }
    engine.send("set depth 2");
    assert!(!engine.best().is_empty());
}

/// A move in the position before it would be an answer to a question that nobody asked.
#[test]
fn a_refused_game_or_move_leaves_no_position() {
    let mut engine = start();
    engine.send("set depth 2");
    let long = format!("set game {}", "B[F5]".repeat(20_000));
    for (line, expected) in [
        ("set game (;GM[Go]TY[19];)", "set game: game 1, GM: expected Othello (2 in SGF), got \"Go\""),
        ("set game (;GM[Othello]B[F5]B[D6];)", "set game: game 1, move 2: expected a move of white"),
        ("set game (;GM[Othello]B[A1];)", "set game: game 1, move 1"),
        ("set game (;GM[Othello]B[F5", "set game: game 1, property: expected a bracket"),
        ("set game a1", "set game: game 1, move 1"),
        ("set game (;GM[Othello]BO[8 -- *];)", "set game: game 1, BO"),
        ("move A1", "moves[1]: "),
        ("move", "moves[1]: "),
        (long.as_str(), "line: expected at most 65536 bytes"),
    ] {
        engine.send(&format!("set game {}", ggf(DRAWN, 1)));
        let answer = engine.ask(line);
        assert!(answer.starts_with(&format!("status {expected}")), "{line}: {answer}");
        for command in ["go", "hint 1", "move D6"] {
            let answer = engine.ask(command);
            assert!(answer.starts_with("status position: expected a legal one"), "{command}: {answer}");
        }
    }
    engine.send(&format!("set game {}", ggf(DRAWN, 1)));
    assert!(!engine.best().is_empty());
}
