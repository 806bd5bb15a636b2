//! Toy games with slow tables and with endless captures.

use crate::positions::moves;
use bestmove_core::game::{
    Checkpoint, Ending, Evaluator, Moves, Outcome, Rules, Searchable, Side, Solver, Tablebase,
    TablebaseResult,
};
use bestmove_core::search::{
    Limits, Path, RootMoves, SearchContext, StoppedBy, TranspositionTable, adjudicate, search,
    search_root_moves,
};
use bestmove_core::types::{Bound, Key, Verdict};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The sides take one or two from a heap; the side that takes the last one wins. The tablebase has the
/// distance of each position, but only as a slow probe, and counts these.
#[derive(Clone, Copy, Debug)]
struct Heap;

impl Rules for Heap {
    type Position = (u16, Side);
    type Move = u16;

    const ID: &'static str = "heap";

    fn start() -> (u16, Side) {
        (40, Side::First)
    }

    fn to_move(&(_, side): &(u16, Side)) -> Side {
        side
    }

    fn moves(&(left, _): &(u16, Side), moves: &mut Moves<u16>) {
        moves.extend((1..=2).filter(|&taken| taken <= left));
    }

    fn play(&(left, side): &(u16, Side), taken: u16) -> (u16, Side) {
        (left - taken, !side)
    }

    fn outcome(&(left, side): &(u16, Side)) -> Option<Outcome> {
        (left == 0).then_some(Outcome { winner: Some(!side), ending: Ending::NO_MOVES })
    }
}

impl Searchable for Heap {
    const HISTORY_SIZE: usize = 3;

    fn key(&(left, side): &(u16, Side)) -> Key {
        Key::exact(u64::from(left) << 1 | side as u64)
    }

    fn code(taken: u16) -> u16 {
        taken
    }
}

impl Evaluator for Heap {
    type Knowledge = AtomicU64;
}

impl Tablebase for Heap {
    fn probe_dtw(&(left, _): &(u16, Side), probes: &AtomicU64) -> Option<TablebaseResult> {
        probes.fetch_add(1, Ordering::Relaxed);
        let plies = 2 * (left / 3);
        Some(match left % 3 {
            0 => TablebaseResult::Loss { plies: Some(plies) },
            _ => TablebaseResult::Win { plies: Some(plies + 1) },
        })
    }
}

impl Solver for Heap {}

#[test]
fn each_line_has_its_tablebase_result() {
    let path = Path::<Heap>::from(Heap::start());
    let limits = Limits { nodes: Some(50), ..Limits::default() };
    let legal = moves::<Heap>(path.position());
    let roots = RootMoves { path: &path, moves: &legal, multi_pv: NonZeroUsize::MAX };
    let (table, probes) = (TranspositionTable::new(1 << 10), AtomicU64::default());
    let found = search_root_moves(roots, SearchContext::new(&probes, &table, limits), &mut |_| {});
    assert_eq!(found.stopped_by, StoppedBy::Proven);
    assert_eq!((found.best().verdict, found.best().bound), (Verdict::Win { plies: Some(27) }, Bound::Exact));
    assert_eq!((found.best().line[0], found.best().line.len()), (1, 27));
    let [_, other] = &found.lines[..] else { panic!("{:?}", found.lines) };
    assert_eq!((other.verdict, other.bound), (Verdict::Loss { plies: Some(26) }, Bound::Exact));
    assert_eq!((other.line[0], other.line.len()), (2, 26));
}

/// The line of a proof by the tablebase ends at the poll that stops the search, but has its first move.
#[test]
fn a_proof_by_the_tablebase_keeps_to_the_clock() {
    let path = Path::<Heap>::from(Heap::start());
    for last_poll in 0..30 {
        let (stop, polls) = (AtomicBool::new(false), AtomicU64::new(0));
        let count = || {
            if polls.fetch_add(1, Ordering::Relaxed) == last_poll {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let limits = Limits { stop: &stop, checkpoint: Some(Checkpoint(&count)), ..Limits::default() };
        let (table, probes) = (TranspositionTable::new(0), AtomicU64::default());
        let found = search(&path, SearchContext::new(&probes, &table, limits), &mut |_| {});
        let (plies, stopped_by) =
            if last_poll < 26 { (last_poll + 1, StoppedBy::Cancelled) } else { (27, StoppedBy::Proven) };
        assert_eq!((found.best().line.len() as u64, found.stopped_by), (plies, stopped_by));
        assert_eq!(
            (found.best().verdict, found.best().bound),
            (Verdict::Win { plies: Some(27) }, Bound::Exact)
        );
    }
}

/// The first side may capture at once, and then wins by a tablebase without distances, but no game ends.
#[derive(Clone, Copy, Debug)]
struct Raid;

impl Rules for Raid {
    /// Whether the first side has captured, and plies.
    type Position = (bool, u64);
    /// Whether it is the capture.
    type Move = bool;

    const ID: &'static str = "raid";

    fn start() -> (bool, u64) {
        (false, 0)
    }

    fn to_move(&(_, plies): &(bool, u64)) -> Side {
        if plies.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn moves(&(_, plies): &(bool, u64), moves: &mut Moves<bool>) {
        moves.push(false);
        if plies == 0 {
            moves.push(true);
        }
    }

    fn play(&(has_captured, plies): &(bool, u64), captures: bool) -> (bool, u64) {
        (has_captured || captures, plies + 1)
    }

    fn outcome(_: &(bool, u64)) -> Option<Outcome> {
        None
    }

    fn is_irreversible(_: &(bool, u64), captures: bool) -> bool {
        captures
    }
}

impl Searchable for Raid {
    const HISTORY_SIZE: usize = 2;

    fn key(&(has_captured, plies): &(bool, u64)) -> Key {
        Key::exact(plies << 1 | u64::from(has_captured))
    }

    fn code(captures: bool) -> u16 {
        captures.into()
    }
}

impl Evaluator for Raid {
    type Knowledge = ();

    fn is_noisy(_: &(bool, u64), captures: bool) -> bool {
        captures
    }
}

impl Tablebase for Raid {
    fn probe(&(has_captured, plies): &(bool, u64), (): &()) -> Option<TablebaseResult> {
        match Raid::to_move(&(has_captured, plies)) {
            _ if plies == 0 => None,
            _ if !has_captured => Some(TablebaseResult::Draw),
            Side::First => Some(TablebaseResult::Win { plies: None }),
            Side::Second => Some(TablebaseResult::Loss { plies: None }),
        }
    }
}

impl Solver for Raid {}

/// A capture that is not compulsory makes progress by choice, so the tablebase scores it.
#[test]
fn a_capture_beside_quiet_moves_is_not_forced() {
    let limits = Limits { nodes: Some(100), ..Limits::default() };
    let (path, table) = (Path::<Raid>::from(Raid::start()), TranspositionTable::new(0));
    let legal = moves::<Raid>(path.position());
    let roots = RootMoves { path: &path, moves: &legal, multi_pv: NonZeroUsize::MAX };
    let found = search_root_moves(roots, SearchContext::new(&(), &table, limits), &mut |_| {});
    assert!(
        found.best().line[0] && matches!(found.best().verdict, Verdict::Estimate(25_000..)),
        "{:?}",
        found.best().verdict
    );
}

/// A game in which each move is noisy and none ends the game.
#[derive(Clone, Copy, Debug)]
struct Noise;

impl Rules for Noise {
    type Position = u64;
    type Move = u64;

    const ID: &'static str = "noise";

    fn start() -> u64 {
        1
    }

    fn to_move(_: &u64) -> Side {
        Side::First
    }

    fn moves(_: &u64, moves: &mut Moves<u64>) {
        moves.extend([0, 1]);
    }

    fn play(position: &u64, played: u64) -> u64 {
        position.wrapping_mul(3) + played
    }

    fn outcome(_: &u64) -> Option<Outcome> {
        None
    }
}

impl Searchable for Noise {
    const HISTORY_SIZE: usize = 2;

    fn key(position: &u64) -> Key {
        Key::exact(*position)
    }

    fn code(played: u64) -> u16 {
        played as u16
    }
}

impl Evaluator for Noise {
    type Knowledge = ();

    fn is_noisy(_: &u64, _: u64) -> bool {
        true
    }
}

impl Tablebase for Noise {}

impl Solver for Noise {}

#[test]
fn the_search_of_captures_before_a_probe_is_bounded() {
    assert_eq!(adjudicate(&Path::<Noise>::from(Noise::start()), &()), None);
}
