//! Few replies and the last move of a region, by the columns and rows of the board.

use super::oracle::{Claim, children, play};
use bestmove_core::explanation::{Reason, explain};
use bestmove_core::game::Notation;
use bestmove_core::games::Reversi;
use bestmove_core::search::{Path, ScoredLine};
use bestmove_core::types::{Bound, Verdict};
use std::collections::BTreeSet;

type Cells = BTreeSet<(u8, u8)>;

/// The columns and rows of the empty cells.
fn empty<G: Notation>(path: &Path<G>) -> Cells {
    let cells = G::cells().into_iter().zip(G::pieces(path.position()));
    cells.filter(|(_, piece)| piece.is_none()).map(|(cell, _)| (cell.x, cell.y)).collect()
}

/// Those among them that a king of chess reaches from one.
fn reached(from: (u8, u8), empty: &Cells) -> Cells {
    let mut found = Cells::from([from]);
    loop {
        let beside = |&(x, y): &(u8, u8)| {
            found.iter().any(|&(column, row)| x.abs_diff(column).max(y.abs_diff(row)) < 2)
        };
        let more: Cells = empty.iter().copied().filter(beside).chain([from]).collect();
        if more == found {
            return found;
        }
        found = more;
    }
}

/// The moves into a region, each with its text and what follows.
fn into<G: Notation>(path: &Path<G>, region: &Cells) -> Vec<(String, Path<G>)> {
    let before = empty(path);
    let fills = |next: &Path<G>| before.difference(&empty(next)).any(|cell| region.contains(cell));
    let inside = children(path).into_iter().filter(|(_, next)| fills(next));
    inside.map(|(played, next)| (G::print_move(path.position(), played), next)).collect()
}

/// Whether the side that is not to move can always answer in the region.
fn is_answered<G: Notation>(path: &Path<G>, region: &Cells) -> bool {
    let is_answered =
        |(_, next): &(_, Path<G>)| into(next, region).iter().any(|(_, on)| is_answered(on, region));
    into(path, region).iter().all(is_answered)
}

/// Whether a reason about the replies is true.
pub(super) fn holds<G: Notation>(claim: &Claim<'_, G>) -> bool {
    let Claim { path, line, reason } = *claim;
    let next = play(path, &line.line[..1]);
    let replies_to = |next: &Path<G>| children(next).len();
    match reason {
        Reason::LimitsMobility { replies } => {
            let others = children(path).into_iter().filter(|(other, _)| *other != line.line[0]);
            let all: Vec<_> =
                children(&next).iter().map(|(reply, _)| G::print_move(next.position(), *reply)).collect();
            *replies == all
                && all.len() <= 3
                && others.into_iter().all(|(_, next)| replies_to(&next) > all.len())
        }
        Reason::KeepsParity { replies } => {
            let (before, after) = (empty(path), empty(&next));
            let filled = *before.difference(&after).next().unwrap();
            let region: Cells = reached(filled, &before).intersection(&after).copied().collect();
            let texts: Vec<_> = into(&next, &region).into_iter().map(|(text, _)| text).collect();
            [2, 4].contains(&region.len())
                && region.len() < after.len()
                && before.len() <= 20
                && *replies == texts
                && is_answered(&next, &region)
        }
        _ => unreachable!("{reason:?}"),
    }
}

/// The reasons of all moves as text, by themselves.
fn reasons(position: &str) -> Vec<(String, Option<String>)> {
    let path = Path::<Reversi>::from(Reversi::parse(position).unwrap());
    let alone = |(played, _): (_, Path<Reversi>)| {
        let line = ScoredLine { line: vec![played], verdict: Verdict::Estimate(1), bound: Bound::Exact };
        let reason = explain(&path, &[line]).remove(0);
        (Reversi::print_move(path.position(), played), reason.map(|reason| reason.to_string()))
    };
    children(&path).into_iter().map(alone).collect()
}

#[track_caller]
fn assert_reasons(position: &str, expected: &[(&str, Option<&str>)]) {
    let found = reasons(position);
    let found: Vec<_> = found.iter().map(|(played, reason)| (played.as_str(), reason.as_deref())).collect();
    assert_eq!(found, expected, "{position}");
}

/// Boards of random games, with what a program of its own says of their moves.
#[test]
fn the_last_move_of_a_region_is_told() {
    let can_answer = |moves| format!("moves last in its region: can answer {moves} there");
    // Black answers h1 by h3, and h3 by h1; after h3 White fills h2 or h1 and Black has no answer.
    assert_reasons(
        "OOOOOOX-OOOOOXX-XOOOXXO-XOOOXXOOXOXXOXOOXOXXXXOO-XOOOXOOXXXXXXXO X",
        &[("h2", Some(&can_answer("h1 and h3"))), ("h3", None), ("a7", None)],
    );
    // Four squares of a file, beside six others.
    assert_reasons(
        "-XOOOXX-XXOOX-X--OOXOXOOXXXXXOOX--OOXOOX-XOXOOOX-XXOOOOX-XXXOOOX X",
        &[("f2", None), ("h2", None), ("a3", None), ("b5", Some(&can_answer("a5, a6, a7 and a8")))],
    );
}

#[test]
fn few_replies_are_told() {
    assert_reasons(
        "OXXXX-X-OOOOXXX-XOOXXXO-XOXOXXOOXOXXOXOOXOXXXXOO-XOOOXOOXXXXXXXO O",
        &[
            ("f1", None),
            ("h2", Some("gives up the corner h1")),
            ("a7", Some("leaves the other side 2 moves, h2 and h3")),
        ],
    );
    assert_reasons(
        "-----------------XXX-O----XXO-----XOO-----O------O-------------- X",
        &[
            ("f4", None),
            ("f5", Some("leaves the other side one move, c2")),
            ("d6", None),
            ("e6", None),
            ("f6", None),
            ("c7", None),
        ],
    );
}
