//! Guarantees of the search at any limit: a legal move, a legal line, equal results for equal searches.

use crate::positions::{Rng, by_ply, moves, random_path, score_of_outcome};
use crate::proofs::run;
use bestmove_core::game::{
    Evaluator, Game, Moves, Notation, Outcome, Rules, Searchable, Side, Solver, Tablebase, TablebaseResult,
};
use bestmove_core::games::{Checkers, ConnectFour, TicTacToe};
use bestmove_core::search::{
    Entry, Limits, Path, SearchContext, SearchResult, Settings, StoppedBy, TranspositionTable, search,
};
use bestmove_core::types::{Bound, Depth, Key, Ply, Score, Verdict};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Plays the line and checks that each move is legal, and that a proven line ends the game with the
/// expected result after the expected number of plies, unless the time cut a line of the tablebase.
pub(crate) fn check_line<G: Game>(path: &Path<G>, found: &SearchResult<G>) {
    assert!(!found.best().line.is_empty(), "no move from {path:?}");
    let mut end = path.clone();
    for &played in &found.best().line {
        assert!(
            moves::<G>(end.position()).contains(&played),
            "{played:?} is illegal in the line from {path:?}"
        );
        end.play(played);
    }
    let winner = end.outcome().map(|outcome| outcome.winner);
    let to_move = G::to_move(path.position());
    let length = Some(found.best().line.len() as u16);
    let is_cut = matches!(found.stopped_by, StoppedBy::Time | StoppedBy::Cancelled)
        && G::probe_dtw(path.position(), &G::Knowledge::default()).is_some();
    match found.best().verdict {
        Verdict::Estimate(_) => {}
        Verdict::Win { plies } | Verdict::Loss { plies } if is_cut && length < plies => {}
        Verdict::Draw
            if G::probe(end.position(), &G::Knowledge::default()) == Some(TablebaseResult::Draw) => {}
        Verdict::Draw => assert_eq!(winner, Some(None), "{path:?}"),
        Verdict::Margin(margin) => assert_eq!(
            score_of_outcome(&end, Ply::ROOT),
            Some(Score::margin(if G::to_move(end.position()) == to_move { margin } else { -margin })),
            "{path:?}"
        ),
        Verdict::Win { plies } => assert_eq!((winner, length), (Some(Some(to_move)), plies), "{path:?}"),
        Verdict::Loss { plies } => assert_eq!((winner, length), (Some(Some(!to_move)), plies), "{path:?}"),
    }
}

/// Checks lines from random positions with random limits, all with one table.
fn check_lines<G: Game>(seed: u64, games: usize, plies: usize) {
    let (mut rng, table) = (Rng(seed), TranspositionTable::new(1 << 22));
    for _ in 0..games {
        let length = rng.below(plies);
        let path = random_path::<G>(&mut rng, G::start(), length);
        let nodes = 1 << rng.below(13);
        let settings = if rng.below(4) == 0 { Settings::FULL_WIDTH } else { Settings::STRONGEST };
        check_line(&path, &run(&path, Some(nodes), None, settings, &table));
    }
}

#[test]
fn lines_are_legal_and_proven_lines_end_the_game() {
    check_lines::<TicTacToe>(1, 2_000, 9);
    check_lines::<ConnectFour>(2, 5_000, 42);
    check_lines::<Checkers>(3, 5_000, 150);
}

fn check_equal_runs<G: Game>(path: &Path<G>) {
    for nodes in (0..20).map(|step| (100.0 * 1.5_f64.powi(step)) as u64) {
        let search = || run(path, Some(nodes), None, Settings::STRONGEST, &TranspositionTable::new(1 << 20));
        let [first, second] = [search(), search()];
        assert_eq!(first.nodes, second.nodes);
        assert!(first.nodes <= nodes);
        assert_eq!(
            (&first.best().line, first.best().verdict, first.depth),
            (&second.best().line, second.best().verdict, second.depth)
        );
    }
}

#[test]
fn equal_searches_visit_equal_nodes() {
    check_equal_runs(&Path::<TicTacToe>::from(TicTacToe::start()));
    check_equal_runs(&Path::<ConnectFour>::from(ConnectFour::start()));
    check_equal_runs(&Path::<Checkers>::from(Checkers::start()));
}

fn check_move_without_time<G: Game>(games: usize) {
    let (mut rng, table) = (Rng(9), TranspositionTable::new(1 << 20));
    let knowledge = G::Knowledge::default();
    for _ in 0..games {
        let length = rng.below(60);
        let path = random_path::<G>(&mut rng, G::start(), length);
        let stop = AtomicBool::new(rng.below(2) == 0);
        let deadline = Some(Instant::now() - Duration::from_secs(1));
        let limits = Limits { deadline, stop: &stop, ..Limits::default() };
        let found = search(&path, SearchContext::new(&knowledge, &table, limits), &mut |_| {});
        check_line(&path, &found);
        let cause = if stop.load(Ordering::Relaxed) { StoppedBy::Cancelled } else { StoppedBy::Time };
        let has_dtw = G::probe_dtw(path.position(), &knowledge).is_some();
        let ended = found.stopped_by == cause || has_dtw && found.stopped_by == StoppedBy::Proven;
        assert!(found.nodes == 0 && ended, "{} nodes, {:?}", found.nodes, found.stopped_by);
    }
}

#[test]
fn an_expired_deadline_still_gives_a_move() {
    check_move_without_time::<TicTacToe>(200);
    check_move_without_time::<ConnectFour>(200);
    check_move_without_time::<Checkers>(200);
}

/// Compares scores at a fixed depth: with a table that eight searches share, and with a new table for each.
fn check_scores_in_a_shared_table<G: Game>(games: usize, plies: usize, depth: u8) {
    let mut rng = Rng(17);
    let random = |_| {
        let length = rng.below(plies);
        random_path::<G>(&mut rng, G::start(), length)
    };
    let paths: Vec<_> = (0..games).map(random).collect();
    let score = |path: &Path<G>, table: &TranspositionTable| {
        let found = run(path, None, Some(depth), Settings::FULL_WIDTH, table);
        (found.best().verdict, found.best().bound)
    };
    let alone: Vec<_> = paths.iter().map(|path| score(path, &TranspositionTable::new(1 << 16))).collect();
    let shared = TranspositionTable::new(1 << 16);
    thread::scope(|scope| {
        for client in 0..8 {
            let (paths, alone, shared, score) = (&paths, &alone, &shared, &score);
            scope.spawn(move || {
                for (path, alone) in paths.iter().zip(alone).cycle().skip(client * games / 8).take(games) {
                    assert_eq!(score(path, shared), *alone, "{path:?}");
                }
            });
        }
    });
}

#[test]
fn eight_searches_in_one_table_find_the_scores_of_one() {
    check_scores_in_a_shared_table::<TicTacToe>(200, 8, 5);
    check_scores_in_a_shared_table::<ConnectFour>(400, 36, 6);
    check_scores_in_a_shared_table::<Checkers>(400, 80, 6);
}

/// Plain minimax with memoisation: 100 - n for a win in n plies, n - 100 for a loss.
fn value(board: <TicTacToe as Rules>::Position, solved: &mut HashMap<String, i32>) -> i32 {
    let name = TicTacToe::print(&board);
    if let Some(&value) = solved.get(&name) {
        return value;
    }
    let replies = moves::<TicTacToe>(&board);
    let later = |value: i32| value - value.signum();
    let best = replies.iter().map(|&cell| later(-value(TicTacToe::play(&board, cell), solved))).max();
    let ended = TicTacToe::outcome(&board).map(|outcome| if outcome.winner.is_some() { -100 } else { 0 });
    let value = best.or(ended).unwrap();
    solved.insert(name, value);
    value
}

#[test]
fn every_tic_tac_toe_position_is_solved() {
    let (table, mut solved) = (TranspositionTable::new(1 << 20), HashMap::new());
    let positions = by_ply::<TicTacToe>(9);
    let mut checked = 0;
    for board in positions.iter().flat_map(HashMap::values) {
        let path = Path::<TicTacToe>::from(*board);
        let found = run(&path, Some(u64::MAX), None, Settings::STRONGEST, &table);
        let expected = match value(*board, &mut solved) {
            0 => Verdict::Draw,
            won @ 1.. => Verdict::Win { plies: Some((100 - won) as u16) },
            lost => Verdict::Loss { plies: Some((100 + lost) as u16) },
        };
        assert_eq!(
            (found.best().verdict, found.best().bound),
            (expected, Bound::Exact),
            "{}",
            TicTacToe::print(board)
        );
        if TicTacToe::outcome(board).is_none() {
            check_line(&path, &found);
            assert_eq!(found.stopped_by, StoppedBy::Proven);
        }
        checked += 1;
    }
    assert_eq!(checked, 5478);
}

/// One cluster of four slots, with four writers and four readers.
#[test]
fn torn_entries_are_rejected() {
    let table = TranspositionTable::new(64);
    let hits: u64 = thread::scope(|scope| {
        let workers: Vec<_> = (0..8)
            .map(|worker| {
                let table = &table;
                scope.spawn(move || {
                    let mut rng = Rng(worker);
                    (0..300_000).filter(|_| stores_or_checks(&mut rng, table, worker % 2 == 0)).count() as u64
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).sum()
    });
    assert!(hits > 10_000, "{hits} hits");
}

/// Stores the entry of a random key, or checks that a probe returns no other. Returns whether a probe hit.
fn stores_or_checks(rng: &mut Rng, table: &TranspositionTable, stores: bool) -> bool {
    let number = rng.below(16);
    let (key, depth) = (Key::exact(number as u64), Depth::new(number as u8));
    let entry = Entry {
        score: Score::estimate(number as i32 * 999),
        bound: Bound::Lower,
        depth,
        code: Some(number as u16),
        exhaustive: false,
    };
    if stores {
        table.store(key, &entry);
        return false;
    }
    let hit = table.probe(key);
    assert!(hit.is_none_or(|found| found == entry), "{hit:?} is not {entry:?}");
    hit.is_some()
}

/// A deep entry survives shallow ones of its own generation, and is replaced once it is old.
#[test]
fn old_entries_are_replaced() {
    let table = TranspositionTable::new(64);
    let entry = |depth| Entry {
        score: Score::DRAW,
        bound: Bound::Exact,
        depth: Depth::new(depth),
        code: None,
        exhaustive: false,
    };
    let deep = Key::exact(0);
    table.store(deep, &entry(30));
    let store_newcomers =
        |range: std::ops::Range<u64>| range.for_each(|n| table.store(Key::exact(n), &entry(5)));
    store_newcomers(1..100);
    assert_eq!(table.probe(deep), Some(entry(30)));
    (0..7).for_each(|_| table.age());
    store_newcomers(100..104);
    assert_eq!(table.probe(deep), None);
}

/// A game with one move in each position that never ends: every line is extended to the limit.
#[derive(Clone, Copy, Debug)]
struct Corridor;

impl Rules for Corridor {
    type Position = u64;
    /// As large as the largest move of any game.
    type Move = [u64; 2];

    const ID: &'static str = "corridor";

    fn start() -> u64 {
        0
    }

    fn to_move(steps: &u64) -> Side {
        if steps.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn moves(_: &u64, moves: &mut Moves<[u64; 2]>) {
        moves.push([0; 2]);
    }

    fn play(steps: &u64, _: [u64; 2]) -> u64 {
        steps + 1
    }

    fn outcome(_: &u64) -> Option<Outcome> {
        None
    }
}

impl Searchable for Corridor {
    const HISTORY_SIZE: usize = 1;

    fn key(steps: &u64) -> Key {
        Key::exact(*steps)
    }

    fn code(_: [u64; 2]) -> u16 {
        0
    }
}

impl Evaluator for Corridor {
    type Knowledge = ();

    const SELECTIVE: bool = true;
}

impl Tablebase for Corridor {}

impl Solver for Corridor {}

/// Searches run at least with the default stack of a thread, 2 MiB.
#[test]
fn the_longest_path_fits_the_stack() {
    let search = || {
        let table = TranspositionTable::new(0);
        run(&Path::<Corridor>::from(0), Some(10_000), None, Settings::STRONGEST, &table).selective_depth
    };
    let thread = thread::Builder::new().stack_size(2 << 20).spawn(search).unwrap();
    assert_eq!(thread.join().unwrap(), Ply::MAX);
}
