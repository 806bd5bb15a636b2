//! What SGF (<https://www.red-bean.com/sgf>) has besides GGF, in games of Othello, `GM[2]`: a board
//! by its squares, and passes without a square.

use super::transcript::read_move;
use super::{Board, Move};
use crate::game::{Invalid, Side, phrases, quoted};

/// The number of Othello in the property GM.
pub(super) const GAME: &str = "2";

/// Properties of the file, which say nothing about the game.
pub(super) const FILE: [&str; 3] = ["FF", "CA", "ST"];

/// The discs of a board that is set up.
#[derive(Default)]
pub(super) struct SetUp {
    discs: [u64; 2],
    to_move: Option<Side>,
}

impl SetUp {
    /// Takes a property of a set-up.
    ///
    /// # Errors
    ///
    /// If the value is no square or no side.
    pub(super) fn take(&mut self, name: &str, value: &str) -> Result<(), Invalid> {
        let invalid = |expected| Invalid::new(phrases::verbatim(name), expected, quoted(value));
        if name == "PL" {
            self.to_move = Some(match value.trim() {
                "B" | "b" | "black" | "1" => Side::First,
                "W" | "w" | "white" | "2" => Side::Second,
                _ => return Err(invalid(phrases::black_or_white_letter())),
            });
            return Ok(());
        }
        let square = read_move(value.trim()).and_then(Move::square);
        let disc = 1 << square.ok_or_else(|| invalid(phrases::a_square()))?;
        self.discs = self.discs.map(|discs| discs & !disc);
        match name {
            "AB" => self.discs[0] |= disc,
            "AW" => self.discs[1] |= disc,
            _ => {}
        }
        Ok(())
    }

    /// The board: the usual one where no discs are set up.
    ///
    /// # Errors
    ///
    /// If there are fewer discs than at the start.
    pub(super) fn board(&self) -> Result<Board, Invalid> {
        let [mut black, mut white] = self.discs;
        if black | white == 0 {
            [black, white] = [Side::First, Side::Second].map(|side| Board::START.of(side));
        }
        let discs = (black | white).count_ones();
        if discs < 4 {
            let part = phrases::two_properties("AB", "AW");
            return Err(Invalid::new(part, phrases::at_least_four_discs(), phrases::number(discs)));
        }
        Ok(match self.to_move.unwrap_or(Side::First) {
            Side::First => Board::new(black, white, Side::First),
            Side::Second => Board::new(white, black, Side::Second),
        })
    }
}
