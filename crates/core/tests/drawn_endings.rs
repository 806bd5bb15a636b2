//! Drawn endings: the line keeps the draw.

use crate::built_in;
use crate::positions::{Rng, moves, random_board};
use bestmove_core::game::{Notation, Searchable};
use bestmove_core::games::Checkers;
use bestmove_core::games::checkers::{Board, Knowledge};
use bestmove_core::search::{Path, adjudicate};
use bestmove_core::types::Verdict;
use bestmove_query::{Analysis, MoveSelection, Priority, Request, RequestedLimits, Session, SessionConfig};
use std::iter;
use std::num::NonZeroUsize;
use std::time::Instant;

fn analyse(session: &Session, board: &Board, requested: RequestedLimits, lines: NonZeroUsize) -> Analysis {
    let game = built_in("checkers");
    let request = Request {
        game: game.as_ref(),
        position: Some(&Checkers::print(board)),
        moves: &[],
        selection: MoveSelection { lines, ..MoveSelection::default() },
        requested,
        priority: Priority::Interactive,
        arrival: Instant::now(),
    };
    session.answer(&request, &mut |_| {}).unwrap()
}

/// Plays a drawn line and returns its length. Checks that each move is legal and keeps the draw by the
/// tablebase, and that no position recurs while another move would keep the draw.
fn check_drawn_line(board: &Board, line: &[String], knowledge: &Knowledge) -> usize {
    let (fen, mut path) = (Checkers::print(board), Path::<Checkers>::from(*board));
    let is_drawn = |path: &Path<Checkers>| adjudicate(path, knowledge) == Some(None);
    let recurs = |path: &Path<Checkers>| path.before().contains(&Checkers::key(path.position()));
    for (at, text) in line.iter().enumerate() {
        let before = path.clone();
        path.play(Checkers::parse_move(path.position(), text).unwrap());
        assert!(is_drawn(&path), "{text} of {line:?} loses the draw: {fen}");
        let is_fresh = |&played: &_| {
            let mut other = before.clone();
            other.play(played);
            is_drawn(&other) && !recurs(&other)
        };
        if at > 0 && recurs(&path) {
            assert_eq!(at + 1, line.len(), "{line:?} continues after a repetition: {fen}");
            assert!(!moves::<Checkers>(before.position()).iter().any(is_fresh), "{line:?} repeats: {fen}");
        }
    }
    line.len()
}

#[test]
fn drawn_endings_have_lines_that_keep_the_draw() {
    let config = SessionConfig { table_bytes: 1 << 20, solver_bytes: 1 << 20, ..SessionConfig::default() };
    let (session, knowledge, mut rng) = (Session::new(config), Knowledge::default(), Rng(61));
    for pieces in 2..=6 {
        let boards = iter::from_fn(|| Some(random_board(&mut rng, pieces))).flatten();
        let is_drawn = |board: &Board| {
            let path = Path::<Checkers>::from(*board);
            path.outcome().is_none() && adjudicate(&path, &knowledge) == Some(None)
        };
        let mut lengths = Vec::new();
        for board in boards.filter(is_drawn).take(100) {
            let quick = RequestedLimits { nodes: Some(1), ..RequestedLimits::default() };
            let more = RequestedLimits { nodes: Some(2_000), ..RequestedLimits::default() };
            for (requested, lines) in [(quick, 1), (RequestedLimits::default(), 1), (more, usize::MAX)] {
                let answer = analyse(&session, &board, requested, NonZeroUsize::new(lines).unwrap());
                assert_eq!(answer.best().verdict, Verdict::Draw, "{}", Checkers::print(&board));
                lengths.push(check_drawn_line(&board, &answer.best().line, &knowledge));
                for other in answer.lines[1..].iter().filter(|other| other.verdict == Verdict::Draw) {
                    lengths.push(check_drawn_line(&board, &other.line, &knowledge));
                }
            }
        }
        let mean = lengths.iter().sum::<usize>() / lengths.len();
        assert!(mean >= 15, "{mean} plies on average with {pieces} pieces: {lengths:?}");
    }
}
