//! Hub 2. `tests/hub/play.py` plays whole games with pydraughts.

use super::EngineProcess;

const START: &str = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

fn start() -> EngineProcess {
    let mut engine = EngineProcess::start("--protocol hub --table-mib 2");
    engine.send("hub");
    engine.lines_until("wait");
    assert_eq!(engine.ask("init"), "ready");
    engine
}

/// An argument of a line.
fn argument<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let mut values = line.split(' ').filter_map(|word| word.split_once('='));
    values.find(|(own, _)| *own == name).map(|(_, value)| value)
}

impl EngineProcess {
    /// The move of the search that runs.
    fn done(&self) -> String {
        argument(&self.lines_until("done").pop().unwrap(), "move").unwrap().to_owned()
    }
}

#[test]
fn the_introduction_declares_variant_and_parameters() {
    let mut engine = EngineProcess::start("checkers --protocol hub --table-mib 2 --level 7");
    engine.send("hub");
    let lines = engine.lines_until("wait");
    assert!(lines[0].starts_with("id name=bestmove version="), "{lines:?}");
    for parameter in [
        "param name=variant value=english type=enum values=english",
        "param name=hash value=2 type=int min=1 max=1048576",
        "param name=level value=7 type=int min=1 max=10",
    ] {
        assert!(lines.iter().any(|line| line == parameter), "{parameter}: {lines:?}");
    }
    engine.send("set-param name=variant value=english");
    engine.send("set-param name=hash value=1");
    assert_eq!(engine.ask("init"), "ready");
    engine.send("new-game");
    assert_eq!(engine.ask("ping"), "pong");
}

#[test]
fn moves_and_captures_are_those_of_hub() {
    let mut engine = start();
    engine.send(&format!("pos pos={START} moves=\"11-15 22-18\""));
    engine.send("level nodes=500");
    engine.send("go think");
    let lines = engine.lines_until("done");
    let done = lines.last().unwrap();
    assert_eq!(argument(done, "move"), Some("15x22x18"), "{done}");
    let info = &lines[lines.len() - 2];
    assert!(info.contains(" pv=\"15x22x18 "), "{info}");
    assert_eq!(argument(info, "nodes"), Some("500"));
    engine.send("pos pos=BeeeeeBeeeweeeeeeeweeeeeeeeeeweee");
    engine.send("level depth=3");
    engine.send("go analyze");
    assert_eq!(engine.done(), "27x11x15x23");
}

#[test]
fn every_level_ends_the_search() {
    let mut engine = start();
    engine.send(&format!("pos pos={START}"));
    for level in [
        "level depth=4",
        "level nodes=1000",
        "level move-time=0.01",
        "level time=0.5",
        "level time=0.2 inc=0.01",
        "level moves=3 time=0.1",
        "level move-time=0.01 handicap=1",
    ] {
        engine.send(level);
        engine.send("go think");
        assert!(!engine.done().is_empty(), "{level}");
    }
}

#[test]
fn pondering_ends_by_a_hit_or_a_stop() {
    let mut engine = start();
    engine.send(&format!("pos pos={START} moves=11-15"));
    engine.send("level move-time=0.05");
    engine.send("go ponder");
    engine.line();
    let refusal = engine.ask("ping");
    assert!(refusal == "pong" || refusal.starts_with("info "), "{refusal}");
    engine.send("ponder-hit");
    assert!(!engine.done().is_empty());
    for mode in ["ponder", "analyze"] {
        engine.send("level infinite");
        engine.send(&format!("go {mode}"));
        engine.line();
        engine.send("stop");
        assert!(!engine.done().is_empty(), "{mode}");
    }
}

#[test]
fn bad_lines_are_refused_and_change_nothing() {
    let mut engine = start();
    engine.send(&format!("pos pos={START} moves=11-15"));
    for (line, expected) in [
        ("hello".to_owned(), "command: expected hub, set-param, "),
        ("set-param name=hash".to_owned(), "value: expected value=VALUE, got none"),
        ("set-param name=variant value=frisian".to_owned(), "variant: expected english, got 'frisian'"),
        ("set-param name=level value=0".to_owned(), "Level: expected a whole number from 1 to 10, got '0'"),
        ("level time=soon".to_owned(), "time: expected seconds, got 'soon'"),
        ("level depth=x".to_owned(), "depth: expected a whole number from 1 to 100, got 'x'"),
        ("level depth=101".to_owned(), "depth: expected a whole number from 1 to 100, got '101'"),
        ("go".to_owned(), "go: expected think, analyze or ponder, got ''"),
        ("go home".to_owned(), "go: expected think, analyze or ponder, got 'home'"),
    ] {
        let answer = engine.ask(&line);
        assert!(answer.starts_with(&format!("error message=\"{expected}")), "{line}: {answer}");
        assert_eq!(answer.matches('"').count(), 2, "{answer}");
    }
    engine.send("level nodes=100");
    engine.send("go think");
    let best = engine.done();
    assert!(best.split('-').next().is_some_and(|from| from.parse::<u8>().unwrap() >= 21), "{best}");
}

#[test]
fn a_refused_position_has_no_best_move() {
    let mut engine = start();
    let empty = "e".repeat(31);
    for (line, expected) in [
        ("pos".to_owned(), "pos: expected pos=VALUE, got none"),
        ("pos pos=W".to_owned(), "pos: expected 33 characters"),
        (format!("pos pos=Bb{empty}"), "position: black pieces: expected at least one"),
        (format!("pos pos={START} moves=\"11-15 11-15\""), "moves: expected one of "),
        (
            format!("pos pos={START} moves=\"{}\"", "11-15 ".repeat(20_000)),
            "line: expected at most 65536 bytes",
        ),
    ] {
        engine.send(&format!("pos pos={START}"));
        let answer = engine.ask(&line);
        assert!(answer.starts_with(&format!("error message=\"{expected}")), "{line}: {answer}");
        let refusal =
            "error message=\"position: expected a legal one before this command, got one that was refused\"";
        assert_eq!(engine.ask("go think"), refusal, "{line}");
    }
    engine.send(&format!("pos pos={START}"));
    engine.send("level nodes=100");
    engine.send("go think");
    assert!(!engine.done().is_empty());
}

#[test]
fn a_finished_game_is_refused() {
    let mut engine = start();
    engine.send(&format!("pos pos=Wb{}", "e".repeat(31)));
    assert_eq!(
        engine.ask("go think"),
        "error message=\"go: expected a position to move in, got the end of the game\""
    );
    engine.send("level infinite");
    engine.send(&format!("pos pos={START}"));
    engine.send("go think");
    engine.line();
    let (lines, status) = engine.close();
    assert!(lines.last().unwrap().starts_with("done move="), "{lines:?}");
    assert!(status.success());
}
