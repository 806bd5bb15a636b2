//! Moves and scores of Reversi, as the protocols of Othello programs write them.

use bestmove_core::game::{Notation, Searchable};
use bestmove_core::games::Reversi;
use bestmove_core::games::reversi::DISC_UNITS;
use bestmove_core::types::Verdict;

/// A move in upper case, a pass by its name in the protocol.
pub(super) fn move_name(text: &str, pass: &str) -> String {
    if text == "pass" { pass.to_owned() } else { text.to_ascii_uppercase() }
}

/// The empty squares of a position in canonical notation.
pub(super) fn empty_squares(position: &str) -> u64 {
    position.bytes().filter(|&sign| sign == b'-').count() as u64
}

/// The result of a finished game in discs, for the side to move, the empty squares counted for the winner.
pub(super) fn final_margin(position: &str) -> i16 {
    let board = Reversi::parse(position).expect("the position is in canonical notation");
    Reversi::final_margin(&board) / DISC_UNITS
}

/// A score in discs.
pub(super) fn discs(verdict: Verdict) -> f64 {
    const ALL: f64 = 64.0;
    match verdict {
        Verdict::Margin(discs) => discs.into(),
        Verdict::Draw => 0.0,
        Verdict::Estimate(units) => f64::from(units) / f64::from(DISC_UNITS),
        Verdict::Win { .. } => ALL,
        Verdict::Loss { .. } => -ALL,
    }
}
