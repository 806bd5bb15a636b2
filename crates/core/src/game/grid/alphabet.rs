//! The signs of boards: letters, digits or colours.

use crate::game::{Phrase, Side, phrases};

/// The signs of the sides and of an empty cell. A board has signs of one kind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Alphabet {
    Letters,
    Digits,
    Colours,
}

impl Alphabet {
    /// The alphabet of a board. One of discs of a single kind has no pieces: nobody has as many.
    pub(super) fn of(signs: &[char]) -> Self {
        let known = signs.iter().find_map(|sign| Self::sign(*sign)).map(|(alphabet, _)| alphabet);
        let are_discs = signs.iter().all(|sign| is_pale_disc(*sign) && *sign == signs[0]);
        known.unwrap_or(if are_discs { Self::Colours } else { Self::Letters })
    }

    /// The alphabet with that sign, and its meaning there; empty cells of all alphabets have no sign of one.
    pub(super) fn sign(sign: char) -> Option<(Self, Option<Side>)> {
        Some(match sign {
            'X' | 'x' | '❌' => (Self::Letters, Some(Side::First)),
            'O' | 'o' | '⭕' => (Self::Letters, Some(Side::Second)),
            '1' => (Self::Digits, Some(Side::First)),
            '2' => (Self::Digits, Some(Side::Second)),
            '0' => (Self::Digits, None),
            'R' | 'r' | '🔴' => (Self::Colours, Some(Side::First)),
            'Y' | 'y' | '🟡' => (Self::Colours, Some(Side::Second)),
            _ => return None,
        })
    }

    pub(super) fn names(self) -> Phrase {
        match self {
            Self::Letters => phrases::letters_of_cells(),
            Self::Digits => phrases::digits_of_cells(),
            Self::Colours => phrases::colours_of_cells(),
        }
    }
}

pub(super) const fn is_empty(sign: char) -> bool {
    matches!(sign, '.' | '_' | '-' | '⬜' | '⬛' | '🟦')
}

/// Whether a sign may be an empty cell beside red and yellow, or a disc.
pub(super) const fn is_pale_disc(sign: char) -> bool {
    matches!(sign, '⚪' | '⚫')
}

/// Whether a sign may be a cell of some board.
pub(super) fn is_cell(sign: char) -> bool {
    Alphabet::sign(sign).is_some() || is_empty(sign) || is_pale_disc(sign) || sign.is_ascii_digit()
}

/// Empties the cells with discs that are neither red nor yellow, if they are alike and no other cells are empty.
pub(super) fn empty_discs(signs: &mut [char]) {
    let mut empty = signs.iter().copied().filter(|sign| is_pale_disc(*sign) || is_empty(*sign));
    if let Some(disc) = empty.next().filter(|first| empty.all(|other| other == *first)) {
        signs.iter_mut().filter(|sign| **sign == disc).for_each(|sign| *sign = '.');
    }
}
