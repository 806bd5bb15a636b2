//! Connect-four answers of a solver that was stopped: they contain every proof found, and each is true.

use crate::built_in;
use crate::positions::{Rng, moves, random_path};
use bestmove_core::game::{Checkpoint, Notation, Rules, Solution, SolveLimits, Solver, SolverMemory};
use bestmove_core::games::ConnectFour;
use bestmove_core::games::connect_four::solver::{ValueRange, ValueSolver};
use bestmove_core::games::connect_four::{Board, Cell};
use bestmove_core::search::StoppedBy;
use bestmove_core::search::{Limits, Settings, TranspositionTable};
use bestmove_core::types::{Bound, Ply, Score, Verdict};
use bestmove_query::{Analysis, AnalysisLine, MoveSelection, SearchResources};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Stops a solver at the given poll of its limits; it polls every 1,024 positions. So the test does not depend
/// on the speed of the machine.
fn stopped_after<T>(polls: usize, work: impl FnOnce(SolveLimits<'_>) -> T) -> T {
    let (seen, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let poll = || {
        if seen.fetch_add(1, Ordering::Relaxed) + 1 >= polls {
            stop.store(true, Ordering::Relaxed);
        }
    };
    work(SolveLimits { stop: &stop, checkpoint: Some(Checkpoint(&poll)), ..SolveLimits::default() })
}

/// Random boards of unfinished games with `discs` discs.
fn boards(discs: usize, count: usize) -> Vec<Board> {
    let mut rng = Rng(discs as u64);
    let random = std::iter::repeat_with(|| {
        *random_path::<ConnectFour>(&mut rng, ConnectFour::start(), discs).position()
    });
    let has_all = |board: &Board| {
        let print = ConnectFour::print(board);
        print.chars().filter(|sign| "XO".contains(*sign)).count() == discs
            && !moves::<ConnectFour>(board).is_empty()
    };
    random.filter(has_all).take(count).collect()
}

/// The exact score of each move.
fn truth(memory: &SolverMemory, board: &Board) -> Vec<(Cell, Score)> {
    let all = moves::<ConnectFour>(board);
    let solved = ConnectFour::solve_moves(board, &all, 0, memory, &SolveLimits::default());
    assert_eq!(solved.len(), all.len());
    assert!(solved.iter().all(|solution| solution.bound == Bound::Exact));
    solved.iter().map(|solution| (solution.line[0], solution.score)).collect()
}

fn holds(score: Score, bound: Bound, truth: Score) -> bool {
    match bound {
        Bound::Exact => truth == score,
        Bound::Lower => truth >= score,
        Bound::Upper => truth <= score,
    }
}

#[test]
fn scores_of_moves_hold_wherever_the_solver_stops() {
    let (mut exact, mut bounded, mut open) = (0, 0, 0);
    for board in boards(14, 25) {
        let all = moves::<ConnectFour>(&board);
        let truth = truth(&SolverMemory::new(1 << 20), &board);
        for polls in [1, 5, 20, 80] {
            let memory = SolverMemory::new(1 << 20);
            let found = stopped_after(polls, |limits| {
                ConnectFour::solve_moves(&board, &all, all.len(), &memory, &limits)
            });
            for Solution { score, bound, line, .. } in &found {
                let (_, true_score) = truth.iter().find(|(cell, _)| *cell == line[0]).unwrap();
                assert!(holds(*score, *bound, *true_score), "{score:?} {bound:?} {true_score:?} {board:?}");
                *(if *bound == Bound::Exact { &mut exact } else { &mut bounded }) += 1;
            }
            open += all.len() - found.len();
            assert!(found.is_sorted_by_key(|solution| std::cmp::Reverse(solution.score)));
        }
    }
    assert!(exact > 200 && bounded > 30 && open > 30, "{exact} exact, {bounded} bounded, {open} open");
}

#[test]
fn the_score_of_the_best_move_holds_wherever_the_solver_stops() {
    let (mut exact, mut lower, mut upper) = (0, 0, 0);
    for board in boards(13, 40) {
        let truth = truth(&SolverMemory::new(1 << 20), &board);
        let best = truth.iter().map(|&(_, score)| score).max().unwrap();
        for polls in [1, 3, 9, 27] {
            let memory = SolverMemory::new(1 << 20);
            let found = stopped_after(polls, |limits| ConnectFour::solve(&board, &memory, &limits));
            let Some(Solution { score, bound, line, .. }) = found else { continue };
            assert!(holds(score, bound, best), "{score:?} {bound:?} {best:?} {board:?}");
            match (line.first(), bound) {
                (Some(first), Bound::Exact | Bound::Lower) => {
                    let (_, of_move) = truth.iter().find(|(cell, _)| cell == first).unwrap();
                    assert!(*of_move >= score, "{first:?} in {board:?}");
                    *(if bound == Bound::Exact { &mut exact } else { &mut lower }) += 1;
                }
                (_, bound) => {
                    assert_eq!((bound, line.is_empty()), (Bound::Upper, true));
                    upper += 1;
                }
            }
        }
    }
    assert!(exact > 60 && lower > 5 && upper > 5, "{exact} exact, {lower} lower, {upper} upper");
}

/// The analysis of all moves by the engine when the solver stops at the given poll.
fn analysis(board: &Board, polls: usize) -> Analysis {
    let lines = MoveSelection { lines: NonZeroUsize::MAX, ..MoveSelection::default() };
    let query = built_in("connect-four").prepare(Some(&ConnectFour::print(board)), &[], lines).unwrap();
    let (table, memory) = (TranspositionTable::new(1 << 20), SolverMemory::new(1 << 20));
    stopped_after(polls, |SolveLimits { stop, checkpoint, .. }| {
        let limits = Limits { depth: None, nodes: None, deadline: None, stop, checkpoint };
        let (settings, threads) = (Settings::STRONGEST, NonZeroUsize::MIN);
        let resources =
            SearchResources { limits, settings, table: &table, memory: &memory, threads, helpers: None };
        query.search_blocking(&resources, &mut |_| {})
    })
}

fn proven_score(verdict: Verdict) -> Score {
    match verdict {
        Verdict::Win { plies } => Score::win(Ply::new(plies.unwrap())),
        Verdict::Loss { plies } => Score::loss(Ply::new(plies.unwrap())),
        Verdict::Draw => Score::DRAW,
        Verdict::Margin(_) | Verdict::Estimate(_) => panic!("no proof"),
    }
}

/// Columns proven when the solver stops are reported as proven beside columns with estimates.
#[test]
fn an_analysis_reports_every_proof() {
    let (mut proven, mut estimated) = (0, 0);
    for board in boards(13, 30) {
        let truth = truth(&SolverMemory::new(1 << 20), &board);
        let report = analysis(&board, 20);
        for &AnalysisLine { ref line, verdict, bound, .. } in report.lines.iter() {
            let cell = ConnectFour::parse_move(&board, &line[0]).unwrap();
            let (_, true_score) = truth.iter().find(|(other, _)| *other == cell).unwrap();
            if verdict.is_proven() {
                assert!(
                    holds(proven_score(verdict), bound, *true_score),
                    "{verdict:?} {bound:?} in {board:?}"
                );
            }
            *(if verdict.is_proven() { &mut proven } else { &mut estimated }) += 1;
        }
        assert_eq!(report.lines.len(), truth.len(), "{board:?}");
        let is_all = report.stopped_by == StoppedBy::Proven;
        assert!(!is_all || report.lines.iter().all(|line| line.bound == Bound::Exact));
    }
    assert!(proven > 3 * estimated && estimated > 0, "{proven} proven, {estimated} estimated");
}

#[test]
fn the_winner_is_proven_before_the_distance() {
    let found = boards(13, 200).into_iter().filter(|board| {
        let memory = SolverMemory::new(1 << 20);
        let mut solver = ValueSolver::new(&memory, SolveLimits::default());
        solver.set_node_limit(15_000);
        let ValueRange { lower, upper } = solver.solve(board);
        lower > 0 || upper < 0 || lower == upper
    });
    let found = found.count();
    assert!(found > 150, "{found} of 200");
}
