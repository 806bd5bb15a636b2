//! The board of CheckerBoard, and positions of the engine.

use bestmove_core::game::{Invalid, Notation, Piece, Side};
use bestmove_core::games::Checkers;
use bestmove_core::games::checkers::Board;

const WHITE: i32 = 1;
const BLACK: i32 = 2;
const MAN: i32 = 4;
const KING: i32 = 8;

/// The piece on each square, by the number of the square.
pub struct Squares([i32; 32]);

/// The column and the row of a square, by its number from 0: the first is on the right of the first row.
const fn place(number: usize) -> [usize; 2] {
    let row = number / 4;
    [2 * (3 - number % 4) + row % 2, row]
}

impl Squares {
    /// The squares of a board, by column and row.
    #[must_use]
    pub fn of(board: &[[i32; 8]; 8]) -> Self {
        let piece = |number| {
            let [column, row] = place(number);
            board[column][row]
        };
        Self(std::array::from_fn(piece))
    }

    /// Puts the pieces on a board.
    pub fn put_on(&self, board: &mut [[i32; 8]; 8]) {
        for (number, piece) in self.0.into_iter().enumerate() {
            let [column, row] = place(number);
            board[column][row] = piece;
        }
    }

    /// The position, with `color` to move.
    ///
    /// # Errors
    ///
    /// If the pieces or the colour are none, or they make no position of checkers.
    pub fn position(&self, color: i32) -> Result<Board, Invalid> {
        let invalid = |part: &str, got: i32| Invalid::new(part, "a value of CheckerBoard", got.to_string());
        let pieces: Result<Vec<_>, _> =
            self.0.into_iter().map(|value| piece(value).ok_or_else(|| invalid("board", value))).collect();
        let to_move = side(color).ok_or_else(|| invalid("color", color))?;
        Checkers::parse(&Checkers::print_pieces(&pieces?, to_move).unwrap_or_default())
    }
}

impl From<&Board> for Squares {
    fn from(position: &Board) -> Self {
        let mut values = Checkers::pieces(position).into_iter().map(|piece| piece.map_or(0, value));
        Self(std::array::from_fn(|_| values.next().unwrap_or(0)))
    }
}

const fn side(color: i32) -> Option<Side> {
    match color {
        BLACK => Some(Side::First),
        WHITE => Some(Side::Second),
        _ => None,
    }
}

/// The piece of a value; `None` if there is none of that value.
fn piece(value: i32) -> Option<Option<Piece>> {
    // CheckerBoard may leave a kind on an empty square.
    let Some(owner) = side(value & (WHITE | BLACK)) else { return (value & 3 == 0).then_some(None) };
    let kind = match value & !(WHITE | BLACK) {
        MAN => "man",
        KING => "king",
        _ => return None,
    };
    Some(Some(Piece { owner, kind }))
}

fn value(piece: Piece) -> i32 {
    let color = if piece.owner == Side::First { BLACK } else { WHITE };
    color | if piece.kind == "king" { KING } else { MAN }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bestmove_core::game::Rules;

    #[test]
    fn boards_survive_a_round_trip() {
        for text in ["B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29", "W:WK6,18,23,31:B10,19,20,K28"] {
            let position = Checkers::parse(text).unwrap();
            let mut board = [[0; 8]; 8];
            Squares::from(&position).put_on(&mut board);
            let color = if text.starts_with('B') { BLACK } else { WHITE };
            assert_eq!(Squares::of(&board).position(color), Ok(position));
        }
    }

    #[test]
    fn black_starts_at_the_low_rows() {
        let mut board = [[0; 8]; 8];
        Squares::from(&Checkers::start()).put_on(&mut board);
        // a1, which is square 4, and h8, which is square 29.
        assert_eq!((board[0][0], board[7][7], board[1][0]), (BLACK | MAN, WHITE | MAN, 0));
        let mut board = [[0; 8]; 8];
        Squares::from(&Checkers::parse("B:WK32:BK1").unwrap()).put_on(&mut board);
        // g1 and b8.
        assert_eq!((board[6][0], board[1][7]), (BLACK | KING, WHITE | KING));
    }

    #[test]
    fn values_that_are_no_pieces_are_refused() {
        for (value, color) in [(15, BLACK), (BLACK, BLACK), (0, 0)] {
            let mut board = [[0; 8]; 8];
            Squares::from(&Checkers::start()).put_on(&mut board);
            board[0][0] = value;
            assert!(Squares::of(&board).position(color).is_err(), "{value} {color}");
        }
    }
}
