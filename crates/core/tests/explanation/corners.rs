//! Corners and passes, by the columns and rows of the board.

use super::oracle::{Claim, children, play, results};
use super::{Oracle, Seen, answer, check_lines, session};
use crate::all_games::paths;
use crate::positions::{Rng, moves, random_path};
use crate::toys::for_every_game;
use bestmove_core::explanation::Reason;
use bestmove_core::game::{Notation, Rules};
use bestmove_core::games::Reversi;
use bestmove_core::search::Path;
use bestmove_query::RequestedLimits;

/// The cells in the first or last column and the first or last row.
fn corners<G: Notation>() -> Vec<usize> {
    let is_corner = |(x, y)| [1, G::INFO.columns].contains(&x) && [1, G::INFO.rows].contains(&y);
    let cells = G::cells();
    (0..cells.len()).filter(|&at| is_corner((cells[at].x, cells[at].y))).collect()
}

/// The texts of the legal moves after which a corner that was empty is not.
fn corner_moves<G: Notation>(path: &Path<G>) -> Vec<String> {
    let before = G::pieces(path.position());
    let fills = |next: &Path<G>| {
        let after = G::pieces(next.position());
        corners::<G>().into_iter().any(|at| before[at].is_none() && after[at].is_some())
    };
    let taking = children(path).into_iter().filter(|(_, next)| fills(next));
    taking.map(|(played, _)| G::print_move(path.position(), played)).collect()
}

/// Whether a reason about corners or a pass is true.
pub(super) fn holds<G: Notation>(claim: &Claim<'_, G>) -> bool {
    let Claim { path, line, reason } = *claim;
    let played = line.line[0];
    let next = play(path, &[played]);
    match reason {
        Reason::ForcesPass => {
            let replies = moves::<G>(next.position());
            replies.len() == 1 && G::print_move(next.position(), replies[0]) == "pass"
        }
        Reason::TakesCorner => corner_moves(path).contains(&G::print_move(path.position(), played)),
        Reason::AllowsCorner { replies } => {
            let others = children(path).into_iter().filter(|(other, _)| *other != played);
            let others: Vec<_> = others.map(|(_, next)| corner_moves(&next)).collect();
            let is_kept = |reply: &String| others.iter().any(|allowed| !allowed.contains(reply));
            let expected: Vec<_> = corner_moves(&next).into_iter().filter(is_kept).collect();
            !replies.is_empty() && *replies == expected
        }
        _ => unreachable!("{reason:?}"),
    }
}

/// No move changes a piece on a corner.
#[test]
fn pieces_on_corners_stay() {
    for_every_game!(check_corners);
}

fn check_corners<G: Notation>() {
    let expected = corners::<G>();
    assert!(G::CORNERS.is_empty() || G::CORNERS == expected, "{}", G::ID);
    let mut seen = 0;
    for path in paths::<G>(31, 60) {
        let before = G::pieces(path.position());
        for (_, next) in children(&path) {
            let after = G::pieces(next.position());
            for &at in G::CORNERS {
                assert!(before[at].is_none() || before[at] == after[at], "{}: {path:?}", G::ID);
                seen += usize::from(before[at].is_some());
            }
        }
    }
    assert!(G::CORNERS.is_empty() || seen > 100, "{}: {seen}", G::ID);
}

/// Positions of whole games, with few nodes; late ones with the results of all moves.
#[test]
fn reasons_of_reversi_are_true() {
    let session = session();
    let (mut oracle, mut seen, mut rng) = (Oracle::<Reversi>::new(), Seen::default(), Rng(41));
    for round in 0..600 {
        let length = rng.below(64);
        let path = random_path::<Reversi>(&mut rng, Reversi::start(), length);
        if path.outcome().is_some() {
            continue;
        }
        let is_late = path.position().discs() >= 58;
        let known = if is_late { results(&path, &mut oracle) } else { None };
        let requested = if round % 2 == 0 && is_late {
            RequestedLimits::default()
        } else {
            RequestedLimits { nodes: Some([1, 60, 1_500][round % 3]), ..RequestedLimits::default() }
        };
        let (lines, reasons) = answer(&session, &path, requested);
        check_lines(&path, &lines, &reasons, known.as_ref(), &mut seen);
    }
    seen.assert_kinds(&[
        "ForcesPass",
        "TakesCorner",
        "AllowsCorner",
        "KeepsParity",
        "LimitsMobility",
        "OnlyLegalMove",
        "OnlyWinningMove",
        "WinsAtOnce",
        "AllowsWinAtOnce",
    ]);
}
