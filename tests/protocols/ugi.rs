//! Universal Game Interface.

use super::{EngineProcess, value};
use crate::built_in;
use bestmove_core::game::Level;
use bestmove_query::{AnyGame, GameResult, MoveSelection, PositionInfo, Registry};
#[cfg(target_os = "linux")]
use {
    rustix::process::{Pid, Signal, kill_process},
    std::{fs, process::Child, thread, time::Duration},
};

fn start(game: &str) -> EngineProcess {
    let mut engine = EngineProcess::start(&format!("{game} --protocol ugi --table-mib 2"));
    engine.send("ugi");
    engine.lines_until("ugiok");
    engine
}

impl EngineProcess {
    /// Searches, and returns the lines before the best move, and it.
    fn go(&mut self, limits: &str) -> (Vec<String>, String) {
        self.send(&format!("go {limits}"));
        self.answer()
    }

    fn answer(&self) -> (Vec<String>, String) {
        let mut lines = self.lines_until("bestmove");
        let best = lines.pop().unwrap();
        (lines, value(&best, "bestmove").unwrap().to_owned())
    }
}

fn info_after(game: &dyn AnyGame, moves: &[String]) -> PositionInfo {
    game.prepare(None, moves, MoveSelection::default()).unwrap().position_info()
}

/// The answers to the three queries.
fn answers(game: &dyn AnyGame, info: &PositionInfo) -> [String; 3] {
    let first = game.info().sides[0];
    let result = match &info.outcome {
        None => "none",
        Some(GameResult { winner: None, .. }) => "draw",
        Some(GameResult { winner: Some(side), .. }) if *side == first => "p1win",
        Some(_) => "p2win",
    };
    let is_over = info.outcome.is_some();
    [is_over.to_string(), (info.to_move == first).to_string(), result.to_owned()]
}

/// Plays a game of two levels and checks moves and queries by the rules. Returns the plies.
fn play(game: &dyn AnyGame, engine: &mut EngineProcess, levels: [u8; 2]) -> usize {
    let mut moves: Vec<String> = Vec::new();
    engine.send("uginewgame");
    loop {
        engine.send(&format!("position startpos moves {}", moves.join(" ")));
        let info = info_after(game, &moves);
        let queries = ["gameover", "p1turn", "result"];
        let expected = answers(game, &info);
        for (question, expected) in queries.iter().zip(&expected) {
            assert_eq!(engine.ask(&format!("query {question}")), format!("response {expected}"), "{moves:?}");
        }
        if info.outcome.is_some() {
            return moves.len();
        }
        engine.send(&format!("setoption name Level value {}", levels[moves.len() % 2]));
        moves.push(engine.go("nodes 300").1);
    }
}

#[test]
fn whole_games_of_every_game_follow_the_rules() {
    for game in Registry::built_in().games() {
        let mut engine = start(game.info().id);
        for levels in [[10, 10], [10, 3], [3, 10], [1, 1]] {
            assert!(play(game.as_ref(), &mut engine, levels) >= 5);
        }
    }
}

#[test]
fn the_introduction_declares_what_can_be_set() {
    let mut engine = EngineProcess::start(
        "connect-four --protocol ugi --table-mib 2 --level 4 --seed 9 --threads-per-search 2",
    );
    engine.send("ugi");
    let lines = engine.lines_until("ugiok");
    assert!(lines[0].starts_with("id name bestmove ") && lines[1].starts_with("id author "), "{lines:?}");
    for (name, value) in [("Hash", 2), ("Threads", 2), ("Level", 4), ("Seed", 9)] {
        let option = format!("option name {name} type spin default {value} min ");
        assert!(lines.iter().any(|line| line.starts_with(&option)), "{option}: {lines:?}");
        engine.send(&format!("setoption name {} value 1", name.to_lowercase()));
    }
    assert_eq!(engine.ask("isready"), "readyok");
}

#[test]
fn limits_of_depth_and_nodes_hold() {
    let mut engine = start("checkers");
    let (infos, best) = engine.go("depth 5");
    assert!(infos.iter().all(|line| line.starts_with("info depth ")), "{infos:?}");
    let last = infos.last().unwrap();
    assert_eq!(value(last, "depth"), Some("5"));
    assert_eq!(value(last, "pv"), Some(best.as_str()));
    let (infos, _) = engine.go("nodes 700");
    assert_eq!(value(infos.last().unwrap(), "nodes"), Some("700"));
    for limits in ["movetime 0", "movetime 1", "p1time 0 p2time 0", "p1time 100 p2time 100 p1inc 10 p2inc 10"]
    {
        assert!(!engine.go(limits).1.is_empty(), "{limits}");
    }
}

#[test]
fn a_forced_move_takes_little_of_the_clock() {
    let mut engine = start("checkers");
    engine.send("position startpos moves 12 - 16 24 - 20 16 - 19");
    let (infos, best) = engine.go("p1time 600000 p2time 600000");
    assert_eq!(best, "23x16");
    let milliseconds: u64 = value(infos.last().unwrap(), "time").unwrap().parse().unwrap();
    assert!(milliseconds < 10_000, "an equal share is {}: {infos:?}", 600_000 / 23);
}

#[test]
fn proven_scores_are_in_moves() {
    let mut engine = start("tic-tac-toe");
    engine.send("position fen XX.OO....");
    let (infos, best) = engine.go("movetime 10000");
    assert_eq!((value(infos.last().unwrap(), "mate"), best.as_str()), (Some("1"), "3"), "{infos:?}");
    engine.send("position startpos");
    let (infos, _) = engine.go("movetime 60000");
    assert_eq!(value(infos.last().unwrap(), "cp"), Some("0"), "{infos:?}");
}

/// Three kings against a king and two men, a win that takes long: every iteration reports it as one.
#[test]
fn a_tablebase_win_is_reported_before_it_is_in_sight() {
    let mut engine = start("checkers");
    engine.send("position fen W:WK15,K18,K22:BK1,13,21");
    let (infos, _) = engine.go("nodes 20000");
    let scores: Vec<i32> = infos.iter().map(|line| value(line, "cp").unwrap().parse().unwrap()).collect();
    assert!(scores.len() > 5 && scores.iter().all(|score| *score > 25_000), "{scores:?}");
}

#[test]
fn repetitions_count_moves_played() {
    let mut engine = start("checkers");
    let shuffle = " 1-5 32-28 5-1 28-32";
    for (shuffles, result, is_over) in [(1, "none", false), (2, "draw", true)] {
        engine.send(&format!("position fen B:WK32:BK1 moves{}", shuffle.repeat(shuffles)));
        assert_eq!(engine.ask("query result"), format!("response {result}"));
        assert_eq!(engine.go("nodes 9").1 == "(none)", is_over, "{shuffles}");
    }
}

#[test]
fn the_book_answers_only_when_it_is_on() {
    for (flag, is_on) in [("", false), (" --book", true)] {
        let mut engine = EngineProcess::start(&format!("checkers --protocol ugi --table-mib 2{flag}"));
        for (position, is_in_book) in
            [("startpos moves 9-13 21-17 5-9", true), ("fen W:WK6,18,23,31:B10,19,20,K28", false)]
        {
            engine.send(&format!("position {position}"));
            let (infos, _) = engine.go("nodes 300");
            let nodes = value(infos.last().unwrap(), "nodes");
            assert_eq!(nodes == Some("0"), is_on && is_in_book, "{position}{flag}: {infos:?}");
        }
    }
}

/// While it is stopped, the engine computes nothing: by the wall clock its time would be over. An easy move takes at
/// least 0.4 of its share of the clock, 424 ms.
#[cfg(target_os = "linux")]
#[test]
fn time_limits_can_be_processor_time() {
    for (limits, least) in [("movetime 400", 360), ("p1time 10000 p2time 10000", 140)] {
        let mut engine = EngineProcess::start("checkers --protocol ugi --table-mib 2 --cpu-clock");
        engine.ask("isready");
        let before = cpu_time(&engine.process);
        engine.send(&format!("go {limits}"));
        engine.line();
        let pid = Pid::from_child(&engine.process);
        kill_process(pid, Signal::STOP).unwrap();
        thread::sleep(Duration::from_millis(1200));
        kill_process(pid, Signal::CONT).unwrap();
        engine.answer();
        let used = cpu_time(&engine.process) - before;
        assert!(used >= Duration::from_millis(least), "{limits}: {used:?}");
    }
}

/// The processor time of a process, in ticks of 10 ms.
#[cfg(target_os = "linux")]
fn cpu_time(process: &Child) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.id())).unwrap();
    let fields = stat.rsplit_once(") ").unwrap().1.split(' ').skip(11).take(2);
    Duration::from_millis(10) * fields.map(|ticks| ticks.parse::<u32>().unwrap()).sum::<u32>()
}

#[test]
fn the_level_limits_the_depth() {
    let game = built_in("checkers");
    let depth = game.levels().rule(Level::new(2).unwrap()).unwrap().depth.plies().to_string();
    let mut engine = start("checkers");
    engine.send("setoption name Level value 2");
    let best_with = |engine: &mut EngineProcess, seed: u64| {
        engine.send(&format!("setoption name Seed value {seed}"));
        let (infos, best) = engine.go("movetime 10000");
        assert_eq!(value(infos.last().unwrap(), "depth"), Some(depth.as_str()));
        best
    };
    let first: Vec<_> = (0..9).map(|seed| best_with(&mut engine, seed)).collect();
    let again: Vec<_> = (0..9).map(|seed| best_with(&mut engine, seed)).collect();
    assert_eq!(first, again);
    assert!(first.iter().any(|best| *best != first[0]), "{first:?}");
}

/// Seed 0, the default, draws nothing.
#[test]
fn at_full_strength_a_seed_draws_equal_moves() {
    let mut engine = start("connect-four");
    engine.send("position startpos moves 4 4 5 5");
    let mut best_with = |seed: u64| {
        engine.send(&format!("setoption name Seed value {seed}"));
        let (infos, best) = engine.go("movetime 10000");
        assert_eq!(value(infos.last().unwrap(), "mate"), Some("2"), "{infos:?}");
        best
    };
    let plain = best_with(0);
    assert!((0..4).all(|_| best_with(0) == plain));
    let mut drawn: Vec<_> = (1..20).map(&mut best_with).collect();
    drawn.sort();
    drawn.dedup();
    assert_eq!(drawn, ["3", "6"]);
}

#[test]
fn an_unlimited_search_answers_when_stopped() {
    let mut engine = start("tic-tac-toe");
    engine.send("go infinite");
    // The search ends at once, as the score is proven.
    while value(&engine.line(), "depth") != Some("9") {}
    assert_eq!(engine.ask("isready"), "readyok");
    assert_eq!(engine.ask("query p1turn"), "response true");
    for command in ["go depth 1", "uginewgame", "setoption name Level value 1"] {
        let expected = "info string command: expected stop, as a search is running, got another one";
        assert_eq!(engine.ask(command), expected, "{command}");
    }
    engine.send("stop");
    assert_eq!(engine.answer().0, Vec::<String>::new());
    assert!(!engine.go("depth 1").1.is_empty());
}

#[test]
fn a_search_can_be_stopped_and_followed_by_another_at_once() {
    let mut engine = start("checkers");
    for _ in 0..20 {
        engine.send("position startpos\ngo infinite\nstop\nposition startpos moves 11-15\ngo nodes 100");
        let [first, second] = [engine.answer().1, engine.answer().1];
        let game = built_in("checkers");
        info_after(game.as_ref(), &[first]);
        info_after(game.as_ref(), &["11-15".to_owned(), second]);
    }
}

#[test]
fn bad_lines_are_refused_and_change_nothing() {
    let mut engine = start("checkers");
    engine.send("position startpos moves 11-15");
    for (line, expected) in [
        ("hello", "command: expected ugi, isready, "),
        ("isready now", "command: expected ugi, "),
        ("query", "query: expected gameover, p1turn or result, got \"\""),
        ("query score", "query: expected gameover"),
        ("setoption Hash 3", "setoption: expected name NAME value VALUE"),
        ("setoption name Book value 3", "name: expected one of Hash, Threads, Level, Seed, got \"Book\""),
        ("setoption name Level value 11", "Level: expected a whole number from 1 to 10, got \"11\""),
        ("setoption name Hash value x", "Hash: expected a whole number from 1 to 1048576, got \"x\""),
        ("go fast", "go: expected depth, nodes, movetime, "),
        ("go depth", "depth: expected a whole number from 1 to 100, got \"\""),
        ("go depth -1", "depth: expected a whole number from 1 to 100, got \"-1\""),
        ("go nodes -1", "nodes: expected a whole number from 1 to 18446744073709551615, got \"-1\""),
        ("go nodes 1e9", "nodes: expected a whole number from 1 to 18446744073709551615, got \"1e9\""),
        ("go movetime soon", "movetime: expected a whole number, got \"soon\""),
    ] {
        let answer = engine.ask(line);
        assert!(answer.starts_with(&format!("info string {expected}")), "{line}: {answer}");
    }
    engine.send("\r");
    assert_eq!(engine.ask("query p1turn\r"), "response false");
}

/// A best move in the position before it would be played in another one.
#[test]
fn a_refused_position_has_no_best_move() {
    let mut engine = start("checkers");
    let long = format!("position startpos moves{}", " 11-15".repeat(20_000));
    for (line, expected) in [
        ("position", "position: expected startpos or fen POSITION"),
        ("position fen", "position: expected startpos or fen POSITION"),
        ("position startpos 11-15", "position: expected startpos or fen POSITION"),
        ("position fen X", "position: turn: expected B or W, got \"X\""),
        ("position startpos moves 11-15 11-15", "moves[1]: move 1 (white): expected one of "),
        (long.as_str(), "line: expected at most 65536 bytes, got \"position startpos moves 11-15 "),
    ] {
        engine.send("position startpos moves 11-15");
        assert_eq!(engine.ask("query p1turn"), "response false", "{line}");
        let answer = engine.ask(line);
        assert!(answer.starts_with(&format!("info string {expected}")), "{line}: {answer}");
        for command in ["go nodes 100", "query p1turn", "go infinite"] {
            let refusal =
                "info string position: expected a legal one before this command, got one that was refused";
            assert_eq!(engine.ask(command), refusal, "{line}: {command}");
        }
    }
    engine.send("position startpos");
    assert!(!engine.go("nodes 100").1.is_empty());
}

#[test]
fn a_finished_game_has_no_best_move() {
    let mut engine = start("connect-four");
    engine.send("position startpos moves 1 2 1 2 1 2 1");
    assert_eq!(engine.ask("query result"), "response p1win");
    assert_eq!(engine.go("movetime 100").1, "(none)");
}

#[test]
fn the_end_of_the_input_stops_the_search_and_the_engine() {
    let mut engine = start("checkers");
    engine.send("go infinite");
    engine.line();
    let (lines, status) = engine.close();
    assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
    assert!(status.success());
    let mut engine = start("checkers");
    engine.send("go infinite\nquit");
    assert!(engine.close().1.success());
}
