//! The value of a position as a byte (DTW): 0 is a draw, `n + 1` is decided in `n` plies. The side
//! to move wins if `n` is odd and loses if it is even: the last move is the winner's.

use crate::game::TablebaseResult;

/// A draw; in a table under construction, possibly unknown yet.
pub(super) const DRAW: u8 = 0;
/// Lost: the game is over.
pub(super) const LOST: u8 = 1;
/// Won with the next move.
pub(super) const WON: u8 = 2;

pub(super) const fn is_loss(code: u8) -> bool {
    code % 2 == 1
}

/// The result of a code.
#[must_use]
pub fn decode(code: u8) -> TablebaseResult {
    match code.checked_sub(1) {
        None => TablebaseResult::Draw,
        Some(plies) if is_loss(code) => TablebaseResult::Loss { plies: Some(plies.into()) },
        Some(plies) => TablebaseResult::Win { plies: Some(plies.into()) },
    }
}

/// The code without its distance: [`DRAW`], [`LOST`] or [`WON`].
pub(super) const fn result(code: u8) -> u8 {
    match code {
        DRAW => DRAW,
        _ if is_loss(code) => LOST,
        _ => WON,
    }
}

/// The value of a move to a position with this code.
///
/// # Panics
///
/// If the game takes more than 254 plies.
pub(super) fn retro_step(code: u8) -> u8 {
    if code == DRAW { DRAW } else { code.checked_add(1).expect("no game takes longer than 254 plies") }
}

/// The best of some codes for the side to move: the soonest win, otherwise a draw, otherwise the
/// latest loss. Looks at no code after [`WON`], as none is better.
pub(super) fn best(codes: impl IntoIterator<Item = u8>) -> Option<u8> {
    let mut best = None;
    for code in codes {
        best = Some(best.map_or(code, |best| prefer(best, code)));
        if best == Some(WON) {
            break;
        }
    }
    best
}

fn prefer(one: u8, other: u8) -> u8 {
    let order = |code| match result(code) {
        WON => i32::from(code),
        DRAW => 1_000,
        _ => 2_000 - i32::from(code),
    };
    if order(other) < order(one) { other } else { one }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::iter::once_with;

    #[test]
    fn the_best_code_is_the_soonest_win_a_draw_or_the_latest_loss() {
        assert_eq!(best([]), None);
        assert_eq!(best([LOST + 2, LOST, LOST + 4]), Some(LOST + 4));
        assert_eq!(best([LOST, DRAW, LOST + 2]), Some(DRAW));
        assert_eq!(best([DRAW, WON + 4, WON + 2, LOST]), Some(WON + 2));
    }

    #[test]
    fn nothing_is_looked_at_after_a_win_with_the_next_move() {
        let rest = once_with(|| panic!("the second code is a win"));
        assert_eq!(best([DRAW, WON].into_iter().chain(rest)), Some(WON));
    }
}
