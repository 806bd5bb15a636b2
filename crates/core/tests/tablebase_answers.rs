//! Answers from the checkers tablebases: they report all that the tables prove, and nothing else.

/// Wins near the no-progress limit and near repetitions.
mod no_progress;
/// Toy games with slow tables and with endless captures.
mod toys;

use crate::built_in;
use crate::positions::{Rng, moves, random_board};
use bestmove_core::game::{Checkpoint, Evaluator, Notation, Rules, Tablebase, TablebaseResult};
use bestmove_core::games::Checkers;
use bestmove_core::games::checkers::endgame::slice::Slice;
use bestmove_core::games::checkers::endgame::{self, Tables};
use bestmove_core::games::checkers::{Board, Knowledge, Move};
use bestmove_core::search::{
    Limits, Path, RootMoves, ScoredLine, SearchContext, StoppedBy, TranspositionTable, search_root_moves,
};
use bestmove_core::types::Verdict;
use bestmove_query::{
    Analysis, AnalysisLine, MoveSelection, Priority, Request, RequestedLimits, Session, SessionConfig, Source,
};
use std::iter;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

fn session() -> Session {
    Session::new(SessionConfig { table_bytes: 1 << 20, solver_bytes: 1 << 20, ..SessionConfig::default() })
}

/// Analyses a checkers ending with 200 nodes.
fn analyse(session: &Session, board: &Board, moves: &[String], lines: NonZeroUsize) -> Analysis {
    analyse_nodes(200, session, board, moves, lines)
}

fn analyse_nodes(
    nodes: u64,
    session: &Session,
    board: &Board,
    moves: &[String],
    lines: NonZeroUsize,
) -> Analysis {
    analyse_with(
        RequestedLimits { nodes: Some(nodes), ..RequestedLimits::default() },
        session,
        board,
        moves,
        lines,
    )
}

fn analyse_with(
    requested: RequestedLimits,
    session: &Session,
    board: &Board,
    moves: &[String],
    lines: NonZeroUsize,
) -> Analysis {
    let game = built_in("checkers");
    let request = Request {
        game: game.as_ref(),
        position: Some(&Checkers::print(board)),
        moves,
        selection: MoveSelection { lines, ..MoveSelection::default() },
        requested,
        priority: Priority::Interactive,
        arrival: Instant::now(),
    };
    session.answer(&request, &mut |_| {}).unwrap()
}

/// Whether a verdict has the winner of a tablebase result.
fn agrees(verdict: Verdict, expected: TablebaseResult) -> bool {
    matches!(
        (verdict, expected),
        (Verdict::Win { .. }, TablebaseResult::Win { .. })
            | (Verdict::Draw, TablebaseResult::Draw)
            | (Verdict::Loss { .. }, TablebaseResult::Loss { .. })
    )
}

const fn flipped(expected: TablebaseResult) -> TablebaseResult {
    match expected {
        TablebaseResult::Win { plies } => TablebaseResult::Loss { plies },
        TablebaseResult::Draw => TablebaseResult::Draw,
        TablebaseResult::Loss { plies } => TablebaseResult::Win { plies },
    }
}

/// Positions with six pieces and a decisive tablebase result that fits the rules, without a distance.
fn with_six_pieces(count: usize) -> Vec<(Board, TablebaseResult)> {
    let (mut rng, slices) = (Rng(5), Slice::all(6).collect::<Vec<_>>());
    let mut draw = || {
        let slice = slices[rng.below(slices.len())];
        let board = endgame::board(slice, rng.below(slice.len()))?;
        let fits_rules = Checkers::outcome(&board).is_none() && Checkers::max_dtz(&board).is_some();
        Tables::embedded().probe(&board).filter(|_| fits_rules).map(|expected| (board, expected))
    };
    iter::from_fn(|| Some(draw())).flatten().take(count).collect()
}

#[test]
fn results_without_distances_are_proofs() {
    let (session, tables) = (session(), Tables::embedded());
    let after = |board: &Board, text: &str| Checkers::play(board, Checkers::parse_move(board, text).unwrap());
    for (board, expected) in with_six_pieces(500) {
        let fen = Checkers::print(&board);
        let best = analyse(&session, &board, &[], NonZeroUsize::MIN);
        let is_covered = tables.probe(&after(&board, best.best_move().unwrap())).is_some();
        let is_reported = best.best().verdict.is_proven() || is_covered;
        assert!(
            !is_reported || agrees(best.best().verdict, expected),
            "{fen}: {:?}, not {expected:?}",
            best.best().verdict
        );

        let every = analyse(&session, &board, &[], NonZeroUsize::MAX);
        let mut only_wins = true;
        for &AnalysisLine { ref line, verdict, .. } in every.lines.iter() {
            if let Some(expected) = tables.probe(&after(&board, &line[0])).map(flipped) {
                assert!(agrees(verdict, expected), "{} in {fen}: {verdict:?}, not {expected:?}", line[0]);
            }
            let is_win = matches!(verdict, Verdict::Win { .. });
            assert!(only_wins || !is_win, "{} in {fen}: a win after another verdict", line[0]);
            only_wins = is_win;
        }
    }
}

fn captures(board: &Board) -> bool {
    moves::<Checkers>(board).iter().any(|&played| Checkers::is_noisy(board, played))
}

/// The tablebase result after all forced captures.
fn resolved(board: &Board, knowledge: &Knowledge) -> TablebaseResult {
    if Checkers::outcome(board).is_some() {
        return TablebaseResult::Loss { plies: None };
    }
    if !captures(board) {
        return Checkers::probe_dtw(board, knowledge).unwrap();
    }
    let after = |&played: &Move| resolved(&Checkers::play(board, played), knowledge);
    let replies: Vec<_> = moves::<Checkers>(board).iter().map(after).collect();
    if replies.iter().any(|expected| matches!(expected, TablebaseResult::Loss { .. })) {
        TablebaseResult::Win { plies: None }
    } else if replies.contains(&TablebaseResult::Draw) {
        TablebaseResult::Draw
    } else {
        TablebaseResult::Loss { plies: None }
    }
}

#[test]
fn results_after_forced_captures_are_proofs() {
    let (session, knowledge, mut rng) = (session(), Knowledge::default(), Rng(23));
    let boards = iter::from_fn(|| Some(random_board(&mut rng, 6))).flatten().filter(captures);
    let mut seen = [0; 3];
    for board in boards.take(600) {
        let expected = resolved(&board, &knowledge);
        let answer = analyse(&session, &board, &[], NonZeroUsize::MIN).best().verdict;
        assert!(agrees(answer, expected), "{}: {answer:?}, not {expected:?}", Checkers::print(&board));
        seen[(rank(expected) + 1) as usize] += 1;
    }
    assert!(seen.iter().all(|&count| count > 30), "{seen:?}");
}

const fn rank(expected: TablebaseResult) -> i32 {
    match expected {
        TablebaseResult::Win { .. } => 1,
        TablebaseResult::Draw => 0,
        TablebaseResult::Loss { .. } => -1,
    }
}

/// With three pieces a side, men among them, a win may not fit the no-progress rule.
#[test]
fn tablebase_wins_that_may_not_fit_the_rules_are_estimates() {
    let (session, mut rng, mut estimates) = (session(), Rng(33), 0);
    let has_no_limit = |board: &Board| Checkers::max_dtz(board).is_none();
    let boards = iter::from_fn(|| Some(random_board(&mut rng, 6))).flatten().filter(has_no_limit);
    for board in boards.take(1_000) {
        let Some(expected) = Tables::embedded().probe(&board) else { continue };
        let answer = analyse(&session, &board, &[], NonZeroUsize::MIN).best().verdict;
        let units = i32::from(if let Verdict::Estimate(units) = answer { units } else { 0 });
        let is_tablebase = units * rank(expected) > 25_000;
        assert!(
            is_tablebase || agrees(answer, expected),
            "{}: {answer:?}, {expected:?}",
            Checkers::print(&board)
        );
        estimates += usize::from(is_tablebase);
    }
    assert!(estimates > 50, "{estimates}");
}

/// A shallow search may choose a losing move in a drawn position. The verdict is still not a loss.
#[test]
fn a_losing_choice_is_not_the_score_of_a_drawn_position() {
    let (session, mut rng, mut bad) = (session(), Rng(8), 0);
    let boards = iter::from_fn(|| Some(random_board(&mut rng, 6))).flatten();
    for board in boards.take(3_000) {
        if Tables::embedded().probe(&board) != Some(TablebaseResult::Draw) {
            continue;
        }
        let answer = analyse_with(
            RequestedLimits { depth: Some(1), ..RequestedLimits::default() },
            &session,
            &board,
            &[],
            NonZeroUsize::MIN,
        );
        let fen = Checkers::print(&board);
        assert!(
            !matches!(answer.best().verdict, Verdict::Loss { .. } | Verdict::Estimate(..=-25_000)),
            "{fen}: {answer:?}"
        );
        let played = Checkers::parse_move(&board, answer.best_move().unwrap()).unwrap();
        let after = Tables::embedded().probe(&Checkers::play(&board, played));
        bad += usize::from(matches!(after, Some(TablebaseResult::Win { .. })));
    }
    assert!(bad > 3, "{bad}");
}

#[test]
fn tablebase_lines_are_sorted() {
    let (session, mut rng, mut pairs) = (session(), Rng(31), 0);
    let boards = iter::from_fn(|| Some(random_board(&mut rng, 6))).flatten();
    for board in boards.filter(|board| Checkers::max_dtz(board).is_none()).take(300) {
        let answer = analyse_nodes(5_000, &session, &board, &[], NonZeroUsize::MAX);
        let verdicts = answer.lines.iter().map(|line| line.verdict);
        let tablebase_units: Vec<_> = verdicts
            .filter_map(|verdict| match verdict {
                Verdict::Estimate(units) if units.abs() > 25_000 => Some(units),
                _ => None,
            })
            .collect();
        assert!(
            tablebase_units.is_sorted_by(|one, next| one >= next),
            "{}: {tablebase_units:?}",
            Checkers::print(&board)
        );
        pairs += tablebase_units.len().saturating_sub(1);
    }
    assert!(pairs > 100, "{pairs}");
}

#[test]
fn the_best_of_some_moves_is_best_by_the_tablebase() {
    let (session, only) = (session(), ["17-13", "32-27"].map(str::to_owned));
    let game = built_in("checkers");
    let request = Request {
        game: game.as_ref(),
        position: Some("W:W17,K31,32:BK5,K18"),
        moves: &[],
        selection: MoveSelection { only: Some(&only), ..MoveSelection::default() },
        requested: RequestedLimits { nodes: Some(1), ..RequestedLimits::default() },
        priority: Priority::Interactive,
        arrival: Instant::now(),
    };
    let answer = session.answer(&request, &mut |_| {}).unwrap();
    assert_eq!(
        (answer.best_move(), answer.best().verdict),
        (Some("32-27"), Verdict::Win { plies: Some(79) })
    );
}

/// The tablebase has the winner after a few plies, but not the distance.
#[test]
fn the_search_finds_the_distance_past_the_tablebase() {
    let (session, board) = (session(), Checkers::parse("W:W21,31:BK18,K29,K19,28").unwrap());
    let answer = analyse_nodes(200_000, &session, &board, &[], NonZeroUsize::MIN);
    assert_eq!(
        (answer.best().verdict, answer.stopped_by),
        (Verdict::Loss { plies: Some(12) }, StoppedBy::Proven)
    );
}

#[test]
fn lines_that_end_in_tablebase_results_are_proven() {
    let (session, board) = (session(), Checkers::parse("B:W7,K13,28,K29:B17,K32").unwrap());
    let long = RequestedLimits { time_ms: Some(10_000), ..RequestedLimits::default() };
    let answer = analyse_with(long, &session, &board, &[], NonZeroUsize::MAX);
    assert_eq!(answer.best().verdict, Verdict::Loss { plies: None });
    assert_eq!((answer.stopped_by, answer.source), (StoppedBy::Proven, Source::Endgame));
    let shallow = RequestedLimits { depth: Some(3), ..RequestedLimits::default() };
    let answer = analyse_with(shallow, &session, &board, &[], NonZeroUsize::MAX);
    assert_eq!((answer.stopped_by, answer.source), (StoppedBy::Depth, Source::Search));
}

/// Searches with limits that stop it at the poll of that number, from 0. Returns whether it got there.
pub(crate) fn stopped_at_poll<T>(last_poll: u64, search: impl FnOnce(Limits<'_>) -> T) -> (T, bool) {
    let (stop, polls) = (AtomicBool::new(false), AtomicU64::new(0));
    let count = || {
        if polls.fetch_add(1, Ordering::Relaxed) == last_poll {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let found = search(Limits { stop: &stop, checkpoint: Some(Checkpoint(&count)), ..Limits::default() });
    (found, stop.into_inner())
}

/// Stops the search of all moves at any poll of the limits: while it searches, or while it follows the lines to the
/// end of the game.
#[test]
fn a_proof_has_all_its_lines_to_the_end() {
    let path = Path::<Checkers>::from(Checkers::parse("W:WK18,K19,K23:BK1,K5").unwrap());
    let (legal, knowledge) = (moves::<Checkers>(path.position()), Knowledge::default());
    let every =
        RootMoves { path: &path, moves: &legal.iter().copied().collect(), multi_pv: NonZeroUsize::MAX };
    let (mut proofs, mut cut) = (0, 0);
    for last_poll in (0..).step_by(5) {
        let (found, is_stopped) = stopped_at_poll(last_poll, |limits| {
            let table = TranspositionTable::new(1 << 20);
            search_root_moves(every, SearchContext::new(&knowledge, &table, limits), &mut |_| {})
        });
        let is_whole = |line: &ScoredLine<Checkers>| match line.verdict {
            Verdict::Win { plies } | Verdict::Loss { plies } => plies == Some(line.line.len() as u16),
            _ => true,
        };
        let are_whole = found.lines.iter().all(is_whole);
        assert!(are_whole || found.stopped_by == StoppedBy::Cancelled, "{last_poll} polls");
        proofs += usize::from(found.stopped_by == StoppedBy::Proven);
        cut += usize::from(!are_whole);
        if !is_stopped {
            break;
        }
    }
    assert!(proofs > 0 && cut > 0, "{proofs} proofs, {cut} cut");
}
