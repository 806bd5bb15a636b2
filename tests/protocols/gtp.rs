//! Go Text Protocol.

use super::EngineProcess;
use crate::built_in;
use bestmove_query::{AnyGame, LegalMoves, MoveSelection};

/// After these moves, black must pass.
const BEFORE_A_PASS: [&str; 8] = ["d3", "c3", "e6", "d2", "d1", "e1", "b3", "c1"];

fn start(options: &str) -> EngineProcess {
    let mut engine = EngineProcess::start(&format!("--protocol gtp --table-mib 2{options}"));
    assert_eq!(engine.reply("boardsize 8"), "=");
    assert_eq!(engine.reply("clear_board"), "=");
    engine
}

impl EngineProcess {
    /// The answer to a command, without the empty line that ends it.
    fn reply(&mut self, line: &str) -> String {
        self.send(line);
        let mut lines = vec![self.line()];
        while !lines.last().unwrap().is_empty() {
            lines.push(self.line());
        }
        lines.pop();
        lines.join("\n")
    }

    /// Plays moves of black and white in turn.
    fn play_all(&mut self, moves: &[&str]) {
        for (played, colour) in moves.iter().zip(["b", "w"].into_iter().cycle()) {
            assert_eq!(self.reply(&format!("play {colour} {played}")), "=", "{played} of {moves:?}");
        }
    }
}

fn legal_after(game: &dyn AnyGame, moves: &[String]) -> LegalMoves {
    game.prepare(None, moves, MoveSelection::default()).unwrap().legal_moves()
}

/// The score by counting the discs; the empty squares are the winner's.
fn counted(position: &str) -> String {
    let [black, white] = ['X', 'O'].map(|sign| position[..64].matches(sign).count());
    match black.cmp(&white) {
        std::cmp::Ordering::Greater => format!("= B+{}", 64 - 2 * white),
        std::cmp::Ordering::Equal => "= 0".to_owned(),
        std::cmp::Ordering::Less => format!("= W+{}", 64 - 2 * black),
    }
}

#[test]
fn the_engine_says_what_it_knows() {
    let mut engine = start("");
    assert_eq!(engine.reply("protocol_version"), "= 2");
    assert_eq!(engine.reply("name"), "= bestmove");
    assert_eq!(engine.reply("version"), format!("= {}", env!("CARGO_PKG_VERSION")));
    let commands = engine.reply("list_commands");
    let commands: Vec<_> = commands.strip_prefix("= ").unwrap().lines().collect();
    for command in ["boardsize", "clear_board", "genmove", "komi", "play", "quit", "undo", "time_left"] {
        assert!(commands.contains(&command), "{command}: {commands:?}");
    }
    for command in commands {
        assert_eq!(engine.reply(&format!("known_command {command}")), "= true");
        let answer = engine.reply(&format!("{command} of no such use"));
        assert!(answer.starts_with("? syntax error: expected "), "{command}: {answer}");
    }
    assert_eq!(engine.reply("known_command fly"), "= false");
}

#[test]
fn numbers_comments_and_blanks_are_those_of_the_protocol() {
    let mut engine = start("");
    assert_eq!(engine.reply("17 protocol_version"), "=17 2");
    assert_eq!(engine.reply("\t 18\tname # who is it?\r"), "=18 bestmove");
    engine.send("# nothing but a comment\n\n \t");
    assert_eq!(engine.reply("19 fly"), "?19 unknown command: expected one of list_commands, got \"fly\"");
    assert_eq!(engine.reply("20"), "?20 unknown command: expected one of list_commands, got \"\"");
    assert_eq!(engine.reply("komi 0.5"), "=");
    engine.send("21 quit # at last");
    let (lines, status) = engine.close();
    assert_eq!(lines, ["=21", ""]);
    assert!(status.success());
}

#[test]
fn whole_games_follow_the_rules() {
    let game = built_in("reversi");
    for seed in 1..=6 {
        let mut engine = start(&format!(" --level {} --seed {seed}", 1 + seed % 3));
        let mut moves = Vec::new();
        for colour in ["black", "white"].into_iter().cycle() {
            let legal = legal_after(game.as_ref(), &moves);
            if legal.position_info.outcome.is_some() {
                break;
            }
            let answer = engine.reply(&format!("genmove {colour}"));
            let best = answer.strip_prefix("= ").unwrap().to_lowercase();
            assert_eq!(legal.position_info.to_move, colour);
            assert!(legal.moves.iter().any(|own| own.text == best), "{best} after {moves:?}");
            moves.push(best);
        }
        let position = legal_after(game.as_ref(), &moves).position_info.position;
        assert_eq!(engine.reply("final_score"), counted(&position), "{moves:?}");
        assert!(engine.reply("showboard").ends_with("the game is over"));
        for colour in ["b", "w"] {
            assert_eq!(engine.reply(&format!("genmove {colour}")), "= PASS");
            assert_eq!(engine.reply(&format!("play {colour} pass")), "=");
        }
        let answer = engine.reply("play b a1");
        assert!(answer.starts_with("? illegal move: expected no move, as the game is over"), "{answer}");
        for _ in 0..moves.len() + 4 {
            assert_eq!(engine.reply("undo"), "=");
        }
        assert_eq!(engine.reply("undo"), "? cannot undo: expected a move before, got none");
        assert!(engine.reply("showboard").contains("\n4 . . . O X . . .\n5 . . . X O . . .\n"));
    }
}

#[test]
fn a_pass_can_be_played_or_left_out() {
    let mut engine = start("");
    engine.play_all(&BEFORE_A_PASS);
    let stuck = engine.reply("showboard");
    assert!(stuck.ends_with("\nblack to move"), "{stuck}");
    assert_eq!(engine.reply("play b a1"), "? illegal move: expected one of pass, got \"a1\"");
    assert_eq!(engine.reply("play w pass"), "? illegal move: expected a move of black, got one of white");
    assert_eq!(engine.reply("genmove b"), "= PASS");
    let passed = engine.reply("showboard");
    assert!(passed.ends_with("\nwhite to move"), "{passed}");
    assert_eq!(engine.reply("undo"), "=");
    assert_eq!(engine.reply("showboard"), stuck);
    let moves: Vec<_> = BEFORE_A_PASS.into_iter().chain(["pass"]).map(str::to_owned).collect();
    let reply = legal_after(built_in("reversi").as_ref(), &moves).moves.swap_remove(0).text;
    let refusal = format!("? illegal move: expected one of pass, got \"{reply}\"");
    assert_eq!(engine.reply(&format!("play b {reply}")), refusal, "it is a move of white");
    assert_eq!(engine.reply("play black Pass"), "=");
    assert_eq!(engine.reply(&format!("play white {reply}")), "=");
    let after = engine.reply("showboard");
    for _ in 0..2 {
        assert_eq!(engine.reply("undo"), "=");
    }
    assert_eq!(engine.reply(&format!("play W {}", reply.to_uppercase())), "=");
    assert_eq!(engine.reply("showboard"), after);
    assert_eq!(engine.reply("undo"), "=");
    assert_eq!(engine.reply("showboard"), stuck);
    assert_ne!(engine.reply("genmove w"), "= PASS");
    assert_eq!(engine.reply("undo"), "=");
    assert_eq!(engine.reply("showboard"), stuck);
}

#[test]
fn only_the_side_to_move_moves() {
    let mut engine = start("");
    let white = "? illegal move: expected a move of black, got one of white";
    assert_eq!(engine.reply("play w f5"), white);
    assert_eq!(engine.reply("genmove w"), white);
    assert_eq!(engine.reply("play b f5"), "=");
    assert_eq!(engine.reply("play b d6"), "? illegal move: expected a move of white, got one of black");
    assert_eq!(engine.reply("final_score"), "? cannot score: expected a finished game, got one that goes on");
}

#[test]
fn every_clock_ends_the_search() {
    let mut engine = start("");
    for clock in ["1 0 0", "0 1 10", "2 1 5", "0 0 0", "300 1 0"] {
        assert_eq!(engine.reply(&format!("time_settings {clock}")), "=");
        for colour in ["b", "w"] {
            let answer = engine.reply(&format!("genmove {colour}"));
            assert!(answer.starts_with("= "), "{clock}: {answer}");
        }
    }
    assert_eq!(engine.reply("time_left b 1 0"), "=");
    assert_eq!(engine.reply("time_left white 0.5 3"), "=");
    assert!(engine.reply("genmove b").starts_with("= "));
}

#[test]
fn bad_lines_are_refused_and_change_nothing() {
    let mut engine = start("");
    engine.play_all(&["f5"]);
    let board = engine.reply("showboard");
    for (line, expected) in [
        ("boardsize 19", "unacceptable size: expected 8, got \"19\""),
        ("boardsize", "syntax error: expected boardsize 8, got \"boardsize\""),
        ("play", "syntax error: expected play COLOUR MOVE, got \"play\""),
        ("play green d6", "colour: expected black, white, b or w, got \"green\""),
        ("genmove", "syntax error: expected genmove COLOUR"),
        ("genmove x", "colour: expected black, white, b or w"),
        ("play w z9", "illegal move: expected one of f4, d6, f6, got \"z9\""),
        ("play w pass", "illegal move: expected one of f4, d6, f6, got \"pass\""),
        ("play w é", "illegal move: expected one of "),
        ("komi many", "komi: expected a number"),
        ("time_settings 1 2", "syntax error: expected time_settings MAIN BYO-YOMI MOVES"),
        ("time_settings x 0 0", "main time: expected seconds"),
        ("time_settings 0 0 -1", "moves: expected a number"),
        ("time_left b nan 0", "time: expected seconds"),
        ("loadsgf game.sgf", "unknown command: expected one of list_commands, got \"loadsgf\""),
    ] {
        let answer = engine.reply(line);
        assert!(answer.starts_with(&format!("? {expected}")), "{line}: {answer}");
        assert_eq!(engine.reply("showboard"), board, "{line}");
    }
}

#[test]
fn after_a_line_that_cannot_be_read_the_board_must_be_cleared() {
    let mut engine = start("");
    let answer = engine.reply(&"play b f5 ".repeat(10_000));
    assert!(answer.starts_with("? line: expected at most 65536 bytes"), "{answer}");
    for command in ["genmove b", "play b f5", "undo", "showboard", "final_score"] {
        let answer = engine.reply(command);
        assert!(answer.starts_with("? position: expected a legal one"), "{command}: {answer}");
    }
    assert_eq!(engine.reply("clear_board"), "=");
    assert_eq!(engine.reply("play b f5"), "=");
}
