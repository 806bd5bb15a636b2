//! The solver of endings: against plain minimax and published scores, and where it is stopped.

use super::Mailbox;
use crate::positions::{Rng, moves, random_path};
use bestmove_core::game::{
    Checkpoint, Helpers, Notation, Rules, Searchable, Side, Solution, SolveLimits, Solver, SolverMemory,
};
use bestmove_core::games::Reversi;
use bestmove_core::games::reversi::solver::{EndingSolver, ValueRange};
use bestmove_core::games::reversi::{Board, DISC_UNITS, Move, wthor};
use bestmove_core::types::{Bound, Score};
use serde_json::Value;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The value by plain minimax over an array of squares.
fn minimax(mailbox: &Mailbox) -> i16 {
    let legal = mailbox.moves();
    let after = |played: usize| {
        let mut after = mailbox.clone();
        after.play(played);
        -minimax(&after)
    };
    legal.into_iter().map(after).max().unwrap_or_else(|| mailbox.margin())
}

fn mailbox(board: &Board) -> Mailbox {
    let disc = |square| {
        [None, Some(Side::First), Some(Side::Second)]
            .into_iter()
            .flatten()
            .find(|&side| board.of(side) >> square & 1 == 1)
    };
    Mailbox { squares: std::array::from_fn(disc), to_move: board.to_move() }
}

/// Boards of unfinished random games with that number of empty squares.
fn boards(seed: u64, empty: u32) -> impl Iterator<Item = Board> {
    let mut rng = Rng(seed);
    let random = std::iter::repeat_with(move || {
        let mut plies = 60 - empty as usize;
        // Passes are plies too.
        loop {
            let board = *random_path::<Reversi>(&mut Rng(rng.0), Board::START, plies).position();
            plies += 1;
            if board.discs() + empty >= 64 || plies > 70 {
                rng.below(2);
                return board;
            }
        }
    });
    random.filter(move |board| board.discs() + empty == 64)
}

#[test]
fn values_agree_with_plain_minimax() {
    let memory = SolverMemory::new(1 << 20);
    let mut solver = EndingSolver::new(&memory, SolveLimits::default());
    for (empty, count) in
        [(1, 200), (2, 300), (3, 300), (4, 300), (5, 200), (6, 100), (7, 60), (8, 12), (9, 3)]
    {
        for board in boards(u64::from(empty), empty).take(count) {
            let expected = minimax(&mailbox(&board)).into();
            assert_eq!(solver.solve(&board).value(), Some(expected), "{}", Reversi::print(&board));
        }
    }
}

/// Alpha-beta over the rules alone.
fn alpha_beta(board: &Board, mut alpha: i16, beta: i16) -> i16 {
    let legal = moves::<Reversi>(board);
    if legal.is_empty() {
        return Reversi::final_margin(board) / DISC_UNITS;
    }
    let mut best = -65;
    for &played in &legal {
        best = best.max(-alpha_beta(&Reversi::play(board, played), -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// In a small table, which loses entries, and one that all positions share.
#[test]
fn values_agree_with_alpha_beta() {
    let memory = SolverMemory::new(1 << 16);
    let mut solver = EndingSolver::new(&memory, SolveLimits::default());
    for (empty, count) in [(10, 60), (11, 20), (12, 6)] {
        for board in boards(u64::from(empty), empty).take(count) {
            let expected = alpha_beta(&board, -64, 64).into();
            assert_eq!(solver.solve(&board).value(), Some(expected), "{}", Reversi::print(&board));
        }
    }
}

#[test]
#[ignore = "takes minutes"]
fn many_values_agree_with_alpha_beta() {
    let memory = SolverMemory::new(1 << 16);
    let mut solver = EndingSolver::new(&memory, SolveLimits::default());
    for (empty, count) in [(10, 5_000), (11, 1_000), (12, 300), (13, 60), (14, 12)] {
        for board in boards(100 + u64::from(empty), empty).take(count) {
            let expected = alpha_beta(&board, -64, 64).into();
            assert_eq!(solver.solve(&board).value(), Some(expected), "{}", Reversi::print(&board));
        }
    }
}

fn discs(solution: &Solution<Move>) -> i64 {
    i64::from(solution.score.units() / DISC_UNITS)
}

/// The margin at the end of the line, for the side to move on the board.
fn margin_at_the_end(board: &Board, line: &[Move]) -> i16 {
    let end = line.iter().fold(*board, |board, played| {
        assert!(moves::<Reversi>(&board).contains(played), "{played} on {}", Reversi::print(&board));
        Reversi::play(&board, *played)
    });
    assert!(Reversi::outcome(&end).is_some(), "the line ends with the game");
    let margin = Reversi::final_margin(&end) / DISC_UNITS;
    if end.to_move() == board.to_move() { margin } else { -margin }
}

#[test]
fn lines_end_with_the_value() {
    let memory = SolverMemory::new(1 << 20);
    for empty in 1..=14 {
        for board in boards(20 + u64::from(empty), empty).take(20) {
            let solution = Reversi::solve(&board, &memory, &SolveLimits::default()).expect("no limits");
            assert_eq!(solution.bound, Bound::Exact);
            assert_eq!(i64::from(margin_at_the_end(&board, &solution.line)), discs(&solution));
            let all = moves::<Reversi>(&board);
            let solved = Reversi::solve_moves(&board, &all, all.len(), &memory, &SolveLimits::default());
            assert_eq!((solved.len(), solved[0].score), (all.len(), solution.score));
            assert!(solved.is_sorted_by_key(|solution| Reverse(solution.score)));
            for of_move in &solved {
                assert_eq!(i64::from(margin_at_the_end(&board, &of_move.line)), discs(of_move));
            }
        }
    }
}

/// Positions of the Forum France Othello, with the scores of moves.
fn published() -> Vec<Value> {
    let text = std::fs::read_to_string("tests/data/reversi/ffo_40_59.json").unwrap();
    let data: Value = serde_json::from_str(&text).unwrap();
    data["positions"].as_array().unwrap().clone()
}

fn board_of(position: &Value) -> Board {
    let text = |name: &str| position[name].as_str().unwrap();
    Reversi::parse(&format!("{} {}", text("board"), text("to_move"))).unwrap()
}

fn check_best_move(position: &Value) {
    let (board, memory) = (board_of(position), SolverMemory::new(64 << 20));
    let solution = Reversi::solve(&board, &memory, &SolveLimits::default()).expect("no limits");
    assert_eq!(discs(&solution), position["score"].as_i64().unwrap(), "{}", position["name"]);
    assert_eq!(i64::from(margin_at_the_end(&board, &solution.line)), discs(&solution));
    let first = solution.line[0].to_string();
    assert!(position["best_moves"].as_array().unwrap().contains(&Value::String(first)));
}

fn check_all_moves(position: &Value) {
    let (board, memory) = (board_of(position), SolverMemory::new(64 << 20));
    let all = moves::<Reversi>(&board);
    let solved = Reversi::solve_moves(&board, &all, 0, &memory, &SolveLimits::default());
    assert_eq!(solved.len(), all.len());
    for (name, score) in position["scores"].as_object().unwrap() {
        let of_move = solved.iter().find(|solution| solution.line[0].to_string() == *name).unwrap();
        assert_eq!((of_move.bound, discs(of_move)), (Bound::Exact, score.as_i64().unwrap()), "{name}");
    }
}

#[test]
fn a_published_ending_is_solved() {
    check_best_move(&published()[0]);
}

#[test]
#[ignore = "takes a minute"]
fn every_move_of_five_published_endings_has_its_score() {
    published()[..5].iter().for_each(check_all_moves);
}

#[test]
#[ignore = "takes minutes"]
fn ten_published_endings_are_solved() {
    published()[..10].iter().for_each(check_best_move);
}

#[test]
#[ignore = "takes an hour"]
fn twenty_published_endings_are_solved() {
    published().iter().for_each(check_best_move);
}

/// The score is the same; the line may differ, but has the score.
#[test]
fn several_threads_prove_what_one_proves() {
    for (board, at) in boards(5, 18).take(12).zip(0..) {
        let (one, several) = (SolverMemory::new(1 << 20), SolverMemory::new(1 << 20));
        let expected = Reversi::solve(&board, &one, &SolveLimits::default()).expect("no limits");
        let limits = SolveLimits { helpers: Some(Helpers::free(1 + at % 3)), ..SolveLimits::default() };
        let found = Reversi::solve(&board, &several, &limits).expect("no limits");
        assert_eq!((found.score, found.bound), (expected.score, expected.bound));
        assert_eq!(i64::from(margin_at_the_end(&board, &found.line)), discs(&found));
    }
}

/// Otherwise the solver, which waits for its helpers, would not return for years.
#[test]
fn helpers_stop_with_the_solver() {
    let board = boards(6, 36).next().unwrap();
    let (memory, helpers) = (SolverMemory::new(1 << 20), Some(Helpers::free(3)));
    let by_deadline = SolveLimits {
        deadline: Some(Instant::now() + Duration::from_millis(50)),
        helpers,
        ..SolveLimits::default()
    };
    assert_eq!(EndingSolver::new(&memory, by_deadline).solve(&board).value(), None);
    let range = stopped_after(20, |limits| {
        EndingSolver::new(&memory, SolveLimits { helpers, ..limits }).solve(&board)
    });
    assert_eq!(range.value(), None);
}

/// The database has exact scores at 24 empty squares. 100 games, or `WTHOR_GAMES`, from all files in the folder that
/// `WTHOR_DIR` names.
#[test]
#[ignore = "needs the files of the WTHOR database, takes minutes"]
fn scores_of_the_wthor_database_are_exact() {
    let count: usize = std::env::var("WTHOR_GAMES").map_or(100, |count| count.parse().unwrap());
    let folder = std::env::var("WTHOR_DIR").expect("WTHOR_DIR names a folder");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let files: Vec<_> = paths.iter().map(|path| std::fs::read(path).unwrap()).collect();
    let games = files.iter().flat_map(|file| wthor::games(file).unwrap());
    let endings = games.filter_map(|game| {
        let comment = game.record.comments.first()?;
        let discs: i32 = comment.text.split_whitespace().find_map(|word| word.parse().ok())?;
        let moves = &game.record.moves[..comment.ply];
        let board = moves.iter().fold(Board::START, |board, &played| Reversi::play(&board, played));
        (board.discs() == 40).then_some((board, 2 * discs - 64))
    });
    let endings: Vec<_> = endings.collect();
    let helpers =
        Some(Helpers::free(std::thread::available_parallelism().map_or(0, |threads| threads.get() - 1)));
    let memory = SolverMemory::new(256 << 20);
    for (board, of_black) in endings.iter().step_by(endings.len().div_ceil(count)) {
        let mut solver = EndingSolver::new(&memory, SolveLimits { helpers, ..SolveLimits::default() });
        let value = solver.solve(board).value().unwrap();
        let expected = if board.to_move() == Side::First { *of_black } else { -of_black };
        assert_eq!(value, expected, "{}", Reversi::print(board));
    }
    assert!(endings.len() >= count, "only {} games", endings.len());
}

/// Stops a solver at the given poll of its limits.
fn stopped_after<T>(polls: usize, work: impl FnOnce(SolveLimits<'_>) -> T) -> T {
    let (seen, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let poll = || {
        if seen.fetch_add(1, Ordering::Relaxed) + 1 >= polls {
            stop.store(true, Ordering::Relaxed);
        }
    };
    work(SolveLimits { stop: &stop, checkpoint: Some(Checkpoint(&poll)), ..SolveLimits::default() })
}

fn holds(score: Score, bound: Bound, truth: Score) -> bool {
    match bound {
        Bound::Exact => truth == score,
        Bound::Lower => truth >= score,
        Bound::Upper => truth <= score,
    }
}

#[test]
fn what_a_stopped_solver_says_is_true() {
    let (mut exact, mut bounded, mut open) = (0, 0, 0);
    for board in boards(1, 15).take(25) {
        let (all, memory) = (moves::<Reversi>(&board), SolverMemory::new(1 << 22));
        let truth = Reversi::solve_moves(&board, &all, 0, &memory, &SolveLimits::default());
        let truth_of = |played: Move| truth.iter().find(|of_move| of_move.line[0] == played).unwrap().score;
        for polls in [1, 2, 4, 8, 16, 32] {
            let memory = SolverMemory::new(1 << 22);
            let mut count = |bound| match bound {
                Bound::Exact => exact += 1,
                Bound::Lower | Bound::Upper => bounded += 1,
            };
            let best = stopped_after(polls, |limits| Reversi::solve(&board, &memory, &limits));
            if let Some(Solution { score, bound, line, .. }) = &best {
                count(*bound);
                assert!(holds(*score, *bound, truth[0].score), "{score:?} {bound:?} {:?}", truth[0]);
                match line.first() {
                    Some(&first) => assert!(*bound == Bound::Upper || truth_of(first) >= *score),
                    None => assert_eq!(*bound, Bound::Upper),
                }
            }
            let memory = SolverMemory::new(1 << 22);
            let found = stopped_after(polls, |limits| {
                Reversi::solve_moves(&board, &all, all.len(), &memory, &limits)
            });
            for Solution { score, bound, line, .. } in &found {
                count(*bound);
                assert!(holds(*score, *bound, truth_of(line[0])), "{score:?} {bound:?} of {}", line[0]);
            }
            assert!(found.is_sorted_by_key(|solution| Reverse(solution.score)));
            open += all.len() - found.len();
        }
    }
    assert!(exact > 50 && bounded > 100 && open > 300, "{exact} exact, {bounded} bounded, {open} open");
}

#[test]
fn a_node_limit_leaves_true_ranges() {
    let memory = SolverMemory::new(1 << 20);
    let mut open = 0;
    for board in boards(2, 14).take(30) {
        let small = SolverMemory::new(1 << 20);
        let mut solver = EndingSolver::new(&small, SolveLimits::default());
        let truth = EndingSolver::new(&memory, SolveLimits::default()).solve(&board).value().unwrap();
        for nodes in [1, 100, 1_000, 10_000, 30_000] {
            solver.set_node_limit(nodes);
            let ValueRange { lower, upper } = solver.solve(&board);
            assert!((lower..=upper).contains(&truth), "{lower} {upper} {truth}");
            open += usize::from(lower < upper);
        }
    }
    assert!(open > 50, "only {open} searches were stopped");
}
