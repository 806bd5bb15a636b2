//! What tables know of an ending is told.

use crate::positions::moves;
use bestmove::game::{Ending, Game, Known, Moves, Outcome, Side};
use bestmove::search::{Limits, Path, Roots, Settings, StoppedBy, Table, search_roots};
use bestmove::types::{Bound, Key, Verdict};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

/// Take one or two of a heap; who takes the last has won. Tables know all, but slowly.
#[derive(Clone, Copy, Debug)]
struct Heap;

impl Game for Heap {
    type Position = (u16, Side);
    type Move = u16;
    type Knowledge = ();
    const CODES: usize = 3;

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
        (left == 0).then_some(Outcome { winner: Some(!side), ending: Ending::NoMoves })
    }
    fn key(&(left, side): &(u16, Side)) -> Key {
        Key::exact(9, u64::from(left) << 1 | side as u64)
    }
    fn code(taken: u16) -> u16 {
        taken
    }
    fn known_in_full(&(left, _): &(u16, Side), (): &()) -> Option<Known> {
        let plies = 2 * (left / 3);
        Some(match left % 3 {
            0 => Known::Loss { plies: Some(plies) },
            _ => Known::Win { plies: Some(plies + 1) },
        })
    }
}

#[test]
fn each_line_has_all_that_tables_tell() {
    let (path, stop) = (Path::<Heap>::from(Heap::start()), AtomicBool::new(false));
    let limits = Limits { depth: None, nodes: Some(50), deadline: None, stop: &stop, pause: None };
    let legal = moves::<Heap>(path.position());
    let roots = Roots { path: &path, moves: &legal, lines: NonZeroUsize::MAX };
    let (table, threads) = (Table::new(1 << 10), NonZeroUsize::MIN);
    let found = search_roots(roots, &(), limits, Settings::STRONGEST, &table, threads, &mut |_| {});
    assert_eq!(found.stopped_by, StoppedBy::Proven);
    assert_eq!((found.verdict, found.bound), (Verdict::Win { plies: Some(27) }, Bound::Exact));
    assert_eq!((found.line[0], found.line.len()), (1, 27));
    let [other] = &found.others[..] else { panic!("{:?}", found.others) };
    assert_eq!((other.verdict, other.bound), (Verdict::Loss { plies: Some(26) }, Bound::Exact));
    assert_eq!((other.line[0], other.line.len()), (2, 26));
}
