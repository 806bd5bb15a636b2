//! The connect-four solver: against a slow oracle, published test sets, and with several threads.

use crate::positions::{Rng, moves, random_path};
use crate::toys::Countdown;
use bestmove_core::game::{Notation, Rules, Searchable, SolveLimits, Solver, SolverMemory};
use bestmove_core::games::ConnectFour;
use bestmove_core::games::connect_four::book::{Book, route};
use bestmove_core::games::connect_four::solver::{BoundEntry, SolverKey, SolverTables, ValueSolver};
use bestmove_core::games::connect_four::{Board, Cell};
use bestmove_core::types::{Ply, Score};
use std::collections::HashMap;
use std::fs;
use std::thread;

fn value(memory: &SolverMemory, board: &Board) -> i32 {
    let range = ValueSolver::new(memory, SolveLimits::default()).solve(board);
    range.value().expect("a search without limits")
}

/// The value by alpha-beta over the rules alone, with bounds by position in a hash map.
struct Oracle(HashMap<u64, (i32, i32)>);

impl Oracle {
    fn value(board: &Board) -> i32 {
        Self(HashMap::new()).search(board, disc_count(board), -21, 21)
    }

    fn search(&mut self, board: &Board, discs: i32, mut alpha: i32, mut beta: i32) -> i32 {
        if let Some(outcome) = ConnectFour::outcome(board) {
            // The last move won.
            return if outcome.winner.is_some() { -(22 - (discs + 1) / 2) } else { 0 };
        }
        let key = ConnectFour::key(board).bits();
        let (lower, upper) = self.0.get(&key).copied().unwrap_or((-21, 21));
        (alpha, beta) = (alpha.max(lower), beta.min(upper));
        if alpha >= beta {
            return if lower >= beta { lower } else { upper };
        }
        let (mut best, mut reached) = (-22, alpha);
        for cell in moves::<ConnectFour>(board) {
            let after = ConnectFour::play(board, cell);
            best = best.max(-self.search(&after, discs + 1, -beta, -reached));
            reached = reached.max(best);
            if reached >= beta {
                break;
            }
        }
        let lower = if best > alpha { best } else { lower };
        let upper = if best < beta { best } else { upper };
        self.0.insert(key, (lower, upper));
        best
    }
}

fn disc_count(board: &Board) -> i32 {
    let signs = ConnectFour::print(board);
    signs.chars().filter(|sign| "XO".contains(*sign)).count() as i32
}

/// Random positions of unfinished games with at least `discs` discs.
fn random_positions(seed: u64, discs: i32) -> impl Iterator<Item = Board> {
    let mut rng = Rng(seed);
    std::iter::repeat_with(move || {
        let plies = discs as usize + rng.below(42 - discs as usize);
        *random_path::<ConnectFour>(&mut rng, Board::default(), plies).position()
    })
    .filter(move |board| disc_count(board) >= discs)
}

/// Uses one solver for all positions, so that they outgrow its local table.
fn check_against_the_oracle(positions: usize, seed: u64) {
    let memory = SolverMemory::new(1 << 20);
    let mut solver = ValueSolver::new(&memory, SolveLimits::default());
    for board in random_positions(seed, 20).take(positions) {
        assert_eq!(solver.solve(&board).value(), Some(Oracle::value(&board)), "{board:?}");
    }
    assert!(solver.nodes() > SolverTables::LOCAL_ENTRIES as u64);
}

#[test]
fn values_agree_with_a_slow_search() {
    check_against_the_oracle(1_000, 1);
}

#[test]
#[ignore = "takes many minutes"]
fn a_hundred_thousand_values_agree_with_a_slow_search() {
    thread::scope(|scope| {
        for seed in 2..6 {
            scope.spawn(move || check_against_the_oracle(25_000, seed));
        }
    });
}

/// The positions and values of a test set by Pascal Pons (blog.gamesolver.org, part 2).
fn test_set(name: &str) -> Vec<(Board, i32)> {
    let text = fs::read_to_string(format!("tests/data/connect-four/{name}")).unwrap();
    let position = |line: &str| {
        let (columns, value) = line.split_once(' ').unwrap();
        let drop_disc = |board: Board, column: u8| {
            let cell = moves::<ConnectFour>(&board).into_iter().find(|cell| cell.column() == column - b'1');
            ConnectFour::play(&board, cell.unwrap())
        };
        (columns.bytes().fold(Board::default(), drop_disc), value.trim().parse().unwrap())
    };
    text.lines().map(position).collect()
}

fn check_test_set(name: &str, lines: usize) {
    let memory = SolverMemory::new(64 << 20);
    let positions = test_set(name);
    assert_eq!(positions.len(), 1000);
    for (board, expected) in positions.into_iter().take(lines) {
        assert_eq!(value(&memory, &board), expected, "{board:?}");
    }
}

#[test]
fn published_values_are_found() {
    for (name, lines) in
        [("L3_R1", 1000), ("L2_R1", 1000), ("L2_R2", 1000), ("L1_R1", 1000), ("L1_R2", 60), ("L1_R3", 5)]
    {
        check_test_set(&format!("Test_{name}"), lines);
    }
}

#[test]
#[ignore = "takes many minutes"]
fn all_published_values_are_found() {
    for name in ["Test_L1_R2", "Test_L1_R3"] {
        check_test_set(name, 1000);
    }
}

#[test]
fn threads_with_a_shared_table_find_equal_values() {
    let memory = SolverMemory::new(1 << 16);
    let positions = test_set("Test_L2_R2");
    let solve = |first| {
        let mut solver = ValueSolver::new(&memory, SolveLimits::default());
        for (board, expected) in positions.iter().skip(first).step_by(2).take(200) {
            assert_eq!(solver.solve(board).value(), Some(*expected), "{board:?}");
        }
        solver.nodes()
    };
    // A thread that starts late finds the values of others.
    let nodes: u64 = thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|first| scope.spawn(move || solve(first))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert!(nodes > 20 * SolverTables::LOCAL_ENTRIES as u64, "the local tables suffice");
}

#[test]
fn a_stopped_search_returns_and_stores_true_bounds() {
    let memory = SolverMemory::new(1 << 20);
    let mut open = 0;
    let mut solver = ValueSolver::new(&memory, SolveLimits::default());
    for (board, expected) in test_set("Test_L2_R2").into_iter().take(300) {
        for nodes in [1, 10, 100, 1_000] {
            solver.set_node_limit(nodes);
            let range = solver.solve(&board);
            assert!((range.lower..=range.upper).contains(&expected), "{range:?} {board:?}");
            open += usize::from(range.value().is_none());
        }
        solver.set_node_limit(u64::MAX);
        assert_eq!(solver.solve(&board).value(), Some(expected), "{board:?}");
    }
    assert!(open > 300, "only {open} searches were stopped");
}

/// Holds although the table stores some boards as their mirror images.
#[test]
fn probable_best_columns_keep_the_value() {
    let memory = SolverMemory::new(1 << 20);
    let (mut guesses, mut right) = (0, 0);
    for (board, expected) in test_set("Test_L2_R1").into_iter().chain(test_set("Test_L1_R1")).take(1_500) {
        let mut solver = ValueSolver::new(&memory, SolveLimits::default());
        let Some(column) = solver.probable_best_column(&board, expected).unwrap() else { continue };
        let cell = moves::<ConnectFour>(&board).into_iter().find(|cell| cell.column() == column);
        let after = ConnectFour::play(&board, cell.expect("a legal move"));
        guesses += 1;
        right += usize::from(-value(&memory, &after) >= expected);
    }
    assert!(guesses > 200 && right * 100 > guesses * 95, "{right} of {guesses} are right");
}

/// Plays the line of a solution. Returns the value that the end of the game gives the first board.
fn value_at_the_end(memory: &SolverMemory, board: &Board) -> i32 {
    let limits = SolveLimits::default();
    let solution = ConnectFour::solve(board, memory, &limits).expect("a search without limits");
    let end = solution.line.iter().fold(*board, |board, &cell| {
        assert!(moves::<ConnectFour>(&board).contains(&cell), "{cell:?} in {board:?}");
        ConnectFour::play(&board, cell)
    });
    let winner = ConnectFour::outcome(&end).expect("the line ends with the game").winner;
    let plies = usize::from(solution.score.plies().unwrap_or(42 - disc_count(board) as u16));
    assert_eq!(solution.line.len(), plies, "{board:?}");
    let left = 22 - (disc_count(&end) + 1) / 2;
    winner.map_or(0, |winner| if winner == ConnectFour::to_move(board) { left } else { -left })
}

#[test]
fn lines_end_with_the_result_of_the_value() {
    let memory = SolverMemory::new(16 << 20);
    for (name, lines) in [("L3_R1", 300), ("L2_R1", 300), ("L2_R2", 100), ("L1_R1", 100)] {
        for (board, expected) in test_set(&format!("Test_{name}")).into_iter().take(lines) {
            assert_eq!(value_at_the_end(&memory, &board), expected, "{board:?}");
        }
    }
}

#[test]
fn the_book_has_the_first_moves() {
    let value = |board: &Board| Book::standard().value(board).expect("in the book");
    assert_eq!(value(&Board::default()), 1);
    let firsts = moves::<ConnectFour>(&Board::default());
    let values: Vec<_> =
        firsts.into_iter().map(|cell| -value(&ConnectFour::play(&Board::default(), cell))).collect();
    assert_eq!(values, [-2, -1, 0, 1, 0, -1, -2]);
}

/// Checks that the value of each book board with `discs` discs is that of its best move. Returns the number of
/// boards.
fn check_best_moves(discs: u32) -> usize {
    let book = Book::standard();
    let best_of_moves = |(board, value): (Board, i32)| {
        let after = |cell| ConnectFour::play(&board, cell);
        let value_after = |after: Board| match ConnectFour::outcome(&after) {
            Some(outcome) => outcome.winner.map_or(0, |_| 22 - (disc_count(&after) + 1) / 2),
            None => -book.value(&after).expect("in the book"),
        };
        let best = moves::<ConnectFour>(&board).into_iter().map(|cell| value_after(after(cell))).max();
        assert_eq!(best, Some(value), "{board:?}");
    };
    book.entries(discs).map(best_of_moves).count()
}

#[test]
fn book_values_follow_from_the_best_move() {
    assert_eq!(Book::standard().plies(), Some(12));
    assert_eq!((0..=8).map(check_best_moves).sum::<usize>(), 129_498);
}

/// All boards of unfinished games with at most twelve discs, up to mirror images.
#[test]
#[ignore = "takes minutes"]
fn nine_million_book_values_follow_from_the_best_move() {
    let inner = (0..12).map(check_best_moves).sum::<usize>();
    assert_eq!(inner + Book::standard().entries(12).count(), 9_188_816);
}

/// Random boards of unfinished games with `discs` discs.
fn boards_of(rng: &mut Rng, discs: usize) -> impl Iterator<Item = Board> {
    std::iter::repeat_with(move || *random_path::<ConnectFour>(rng, Board::default(), discs).position())
        .filter(move |board| disc_count(board) == discs as i32)
}

/// The 67,557 positions of the Connect-4 data set at UCI (John Tromp, 1995): eight discs, up to mirror
/// images, no immediate win. Wins, losses and draws of the first player.
#[test]
fn the_book_agrees_with_the_published_data_set() {
    let mut counts = [0; 3];
    for (board, value) in Book::standard().entries(8) {
        let grid = ConnectFour::print(&board);
        let wins = |sign: &str| {
            let drop_disc = |cell: Cell| {
                let at = 8 * (5 - usize::from(cell.row())) + usize::from(cell.column());
                format!("{}{sign}{}", &grid[..at], &grid[at + 1..])
            };
            moves::<ConnectFour>(&board).into_iter().any(|cell| has_four(&drop_disc(cell), sign))
        };
        if !wins("X") && !wins("O") {
            let class = match value {
                1.. => 0,
                ..0 => 1,
                0 => 2,
            };
            counts[class] += 1;
        }
    }
    assert_eq!(counts, [44_473, 16_635, 6_449]);
}

/// Whether rows joined by a slash hold four equal signs in a row.
fn has_four(rows: &str, sign: &str) -> bool {
    // The slash acts as an eighth column without discs, so no line runs over the edge.
    let has = |at: usize| rows.get(at..=at) == Some(sign);
    let starts = 0..rows.len();
    starts.into_iter().any(|at| [1, 7, 8, 9].into_iter().any(|step| (0..4).all(|nth| has(at + nth * step))))
}

/// Solves `entries` random boards of the book for each number of discs.
fn check_book_values(entries: usize, discs: impl Iterator<Item = usize>) {
    let memory = SolverMemory::new(64 << 20);
    let mut rng = Rng(5);
    let mut solver = ValueSolver::new(&memory, SolveLimits::default());
    for discs in discs {
        let mut searched = 0;
        for board in boards_of(&mut rng, discs) {
            let before = solver.nodes();
            let value = Book::standard().value(&board);
            assert_eq!(solver.solve(&board).value(), value, "{board:?}");
            // The file does not contain boards that forced moves decide.
            searched += usize::from(solver.nodes() > before);
            if searched == entries {
                break;
            }
        }
    }
}

#[test]
fn book_values_agree_with_the_solver() {
    check_book_values(5, 8..12);
    check_book_values(200, 12..13);
}

#[test]
#[ignore = "takes many minutes"]
fn a_thousand_book_values_agree_with_the_solver() {
    check_book_values(200, 8..13);
}

/// The boards of best play from a board of the book, with their values, if the book has a line.
fn best_play_by_book(board: &Board) -> Option<Vec<(Board, i32)>> {
    let value = Book::standard().value(board).expect("in the book");
    let mut play = vec![(*board, value)];
    for cell in route(board, value)? {
        let (before, value) = play[play.len() - 1];
        play.push((ConnectFour::play(&before, cell), -value));
    }
    Some(play)
}

#[test]
fn lines_out_of_the_book_are_best_play() {
    let memory = SolverMemory::new(64 << 20);
    let mut solver = ValueSolver::new(&memory, SolveLimits::default());
    let (mut rng, mut outside) = (Rng(10), 0);
    for discs in 0..=12 {
        for board in boards_of(&mut rng, discs).take(10) {
            for (board, value) in best_play_by_book(&board).unwrap_or_default() {
                let book_value = Book::standard().value(&board);
                let over = ConnectFour::outcome(&board).is_some();
                outside += usize::from(book_value.is_none());
                let mut found = || book_value.or_else(|| solver.solve(&board).value());
                assert!(over || found() == Some(value), "{board:?}");
            }
        }
    }
    assert!(outside > 150, "only {outside} boards outside the book");
}

/// Without the continuations of the book, the worst of these visits 2,800,000 nodes.
#[test]
fn best_moves_and_whole_lines_from_the_opening_are_cheap() {
    let mut rng = Rng(11);
    let limits = SolveLimits::default();
    for discs in 0..=10 {
        for board in boards_of(&mut rng, discs).take(50) {
            let memory = SolverMemory::new(1 << 20);
            let solution = ConnectFour::solve(&board, &memory, &limits).expect("a search without limits");
            assert!(solution.nodes < 100_000, "{} for {board:?}", solution.nodes);
        }
    }
}

#[test]
fn games_with_equal_solver_keys_do_not_share_memory() {
    let memory = SolverMemory::new(1 << 16);
    let limits = SolveLimits::default();
    let others = memory.cache::<SolverTables>().shared();
    let lost = BoundEntry { lower: -1, upper: -1, column: None, log2_nodes: 0 };
    let start = Countdown::start();
    (1..=start).for_each(|left| others.put(SolverKey::of(left.into()), lost));
    for _ in 0..2 {
        let solution = Countdown::solve(&start, &memory, &limits).unwrap();
        assert_eq!(solution.score, Score::win(Ply::new(start.into())));
    }
    assert!((1..=start).all(|left| others.get(SolverKey::of(left.into())) == lost));
}
