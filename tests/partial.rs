//! Connect-four answers for which the time was too short: what is proven is told, and it is true.

use crate::built_in;
use crate::positions::{Dice, moves, random_path};
use bestmove::engine::{Analysis, MoveSelection, SearchResources, StoppedBy};
use bestmove::game::{Checkpoint, Notation, Rules, Solution, SolveLimits, Solver, SolverMemory};
use bestmove::games::ConnectFour;
use bestmove::games::connect_four::solver::{ValueRange, ValueSolver};
use bestmove::games::connect_four::{Board, Cell};
use bestmove::search::{Limits, Settings, TranspositionTable};
use bestmove::types::{Bound, Ply, Score, Verdict};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Stops a solver when it has looked at the clock so many times, each after 1,024 positions: so that a test
/// does not depend on the speed of the machine.
fn stopped_after<T>(looks: usize, work: impl FnOnce(SolveLimits<'_>) -> T) -> T {
    let (seen, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let look = || {
        if seen.fetch_add(1, Ordering::Relaxed) + 1 >= looks {
            stop.store(true, Ordering::Relaxed);
        }
    };
    work(SolveLimits { deadline: None, stop: &stop, checkpoint: Some(Checkpoint(&look)) })
}

fn unhurried<T>(work: impl FnOnce(SolveLimits<'_>) -> T) -> T {
    work(SolveLimits { deadline: None, stop: &AtomicBool::new(false), checkpoint: None })
}

/// Open boards with so many discs, by random play.
fn boards(discs: usize, count: usize) -> Vec<Board> {
    let mut dice = Dice(discs as u64);
    let random = std::iter::repeat_with(|| {
        *random_path::<ConnectFour>(&mut dice, ConnectFour::start(), discs).position()
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
    let solved = unhurried(|limits| ConnectFour::solve_moves(board, &all, 0, memory, &limits));
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
fn scores_of_moves_are_true_wherever_the_time_ends() {
    let (mut exact, mut bounded, mut lost) = (0, 0, 0);
    for board in boards(14, 25) {
        let all = moves::<ConnectFour>(&board);
        let truth = truth(&SolverMemory::new(1 << 20), &board);
        for looks in [1, 5, 20, 80] {
            let memory = SolverMemory::new(1 << 20);
            let told = stopped_after(looks, |limits| {
                ConnectFour::solve_moves(&board, &all, all.len(), &memory, &limits)
            });
            for Solution { score, bound, line, .. } in &told {
                let (_, true_score) = truth.iter().find(|(cell, _)| *cell == line[0]).unwrap();
                assert!(holds(*score, *bound, *true_score), "{score:?} {bound:?} {true_score:?} {board:?}");
                *(if *bound == Bound::Exact { &mut exact } else { &mut bounded }) += 1;
            }
            lost += all.len() - told.len();
            assert!(told.is_sorted_by_key(|solution| std::cmp::Reverse(solution.score)));
        }
    }
    assert!(exact > 200 && bounded > 30 && lost > 30, "{exact} exact, {bounded} bounded, {lost} open");
}

#[test]
fn a_best_move_is_as_good_as_told_wherever_the_time_ends() {
    let (mut exact, mut lower, mut upper) = (0, 0, 0);
    for board in boards(13, 40) {
        let truth = truth(&SolverMemory::new(1 << 20), &board);
        let best = truth.iter().map(|&(_, score)| score).max().unwrap();
        for looks in [1, 3, 9, 27] {
            let memory = SolverMemory::new(1 << 20);
            let told = stopped_after(looks, |limits| ConnectFour::solve(&board, &memory, &limits));
            let Some(Solution { score, bound, line, .. }) = told else { continue };
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

/// What the engine says of all moves when the time ends after so many looks at the clock.
fn analysis(board: &Board, looks: usize) -> Analysis {
    let lines = MoveSelection { lines: NonZeroUsize::MAX, ..MoveSelection::default() };
    let job = built_in("connect-four").prepare(Some(&ConnectFour::print(board)), &[], lines).unwrap();
    let (table, memory) = (TranspositionTable::new(1 << 20), SolverMemory::new(1 << 20));
    stopped_after(looks, |SolveLimits { stop, checkpoint, .. }| {
        let limits = Limits { depth: None, nodes: None, deadline: None, stop, checkpoint };
        let (settings, threads) = (Settings::STRONGEST, NonZeroUsize::MIN);
        let resources = SearchResources { limits, settings, table: &table, memory: &memory, threads };
        job.search_blocking(&resources, &mut |_| {})
    })
}

fn of(verdict: Verdict) -> Score {
    match verdict {
        Verdict::Win { plies } => Score::win(Ply::new(plies.unwrap())),
        Verdict::Loss { plies } => Score::loss(Ply::new(plies.unwrap())),
        Verdict::Draw => Score::DRAW,
        Verdict::Estimate(_) => panic!("no proof"),
    }
}

/// Columns that were done when the time ended were thrown away for those that were not.
#[test]
fn an_analysis_tells_all_that_is_proven() {
    let (mut proven, mut estimated) = (0, 0);
    for board in boards(13, 30) {
        let truth = truth(&SolverMemory::new(1 << 20), &board);
        let report = analysis(&board, 20);
        let first = (report.principal_variation.clone(), report.verdict, report.bound);
        let others = report.alternatives.iter().map(|other| (other.line.clone(), other.verdict, other.bound));
        let mut told = 0;
        for (line, verdict, bound) in [first].into_iter().chain(others) {
            let cell = ConnectFour::parse_move(&board, &line[0]).unwrap();
            let (_, true_score) = truth.iter().find(|(other, _)| *other == cell).unwrap();
            if verdict.is_proven() {
                assert!(holds(of(verdict), bound, *true_score), "{verdict:?} {bound:?} in {board:?}");
            }
            *(if verdict.is_proven() { &mut proven } else { &mut estimated }) += 1;
            told += 1;
        }
        assert_eq!(told, truth.len(), "{board:?}");
        let is_all = report.stopped_by == StoppedBy::Proven;
        assert!(!is_all || report.alternatives.iter().all(|other| other.bound == Bound::Exact));
    }
    assert!(proven > 3 * estimated && estimated > 0, "{proven} proven, {estimated} estimated");
}

/// A search that may look at few positions finds out first what is worth most.
#[test]
fn who_wins_is_known_before_by_how_much() {
    let told = boards(13, 200).into_iter().filter(|board| {
        let memory = SolverMemory::new(1 << 20);
        unhurried(|limits| {
            let mut solver = ValueSolver::new(&memory, limits);
            solver.set_node_limit(15_000);
            let ValueRange { lower, upper } = solver.solve(board);
            lower > 0 || upper < 0 || lower == upper
        })
    });
    let told = told.count();
    assert!(told > 150, "{told} of 200");
}
