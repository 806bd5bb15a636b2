//! Positions set up piece by piece.

use super::FieldError;
use super::typed_query::{side, sides};
use bestmove_core::game::{BoardCell, Coordinate, Invalid, Notation, Phrase, Piece, Side, phrases, quoted};

/// A piece on a cell, named as in answers.
#[derive(Clone, Debug)]
pub struct PlacedPiece {
    /// The coordinates of the cell, with their names.
    pub coordinates: Vec<(String, u64)>,
    /// The name of the side that it belongs to.
    pub owner: String,
    /// The kind of piece.
    pub kind: String,
}

impl PlacedPiece {
    fn stands_on(&self, cell: &BoardCell) -> bool {
        let is_given = |(name, coordinate): &(&str, Coordinate)| {
            let mut given = self.coordinates.iter();
            let is_at = |at: u64| u8::try_from(at).is_ok_and(|at| *coordinate == Coordinate::One(at));
            given.any(|(given, number)| given == name && is_at(*number))
        };
        cell.coordinates.len() == self.coordinates.len() && cell.coordinates.iter().all(is_given)
    }

    /// The coordinates in words, quoted: "column 4, row 1".
    fn label(&self) -> Phrase {
        let words: Vec<_> =
            self.coordinates.iter().map(|(name, number)| format!("{name} {number}")).collect();
        if words.is_empty() { "no coordinates".into() } else { quoted(&words.join(", ")) }
    }

    /// The index of the cell.
    fn cell(&self, cells: &[BoardCell]) -> Result<usize, Invalid> {
        cells.iter().position(|cell| self.stands_on(cell)).ok_or_else(|| {
            let example = cells.first().map_or("none", |cell| &cell.label);
            Invalid::new("cell", format!("a cell of the board, such as {example}"), self.label())
        })
    }

    fn piece<G: Notation>(&self) -> Result<Piece, Invalid> {
        let owner = side::<G>("owner", &self.owner)?;
        let kinds = G::PIECES.iter().map(|kind| kind.piece).filter(|piece| piece.owner == owner);
        kinds.clone().find(|piece| piece.kind == self.kind).ok_or_else(|| {
            let kinds: Vec<_> = kinds.map(|piece| piece.kind).collect();
            Invalid::new("kind", kinds.join(" or "), quoted(&self.kind))
        })
    }
}

/// The position that pieces and side to move make. An error about a cell names the piece there.
pub(super) fn place<G: Notation>(
    pieces: &[PlacedPiece],
    to_move: Option<&str>,
) -> Result<G::Position, FieldError> {
    let to_move =
        to_move.map(|name| side::<G>("to_move", name)).transpose().map_err(FieldError::within("to_move"))?;
    let cells = G::cells();
    let mut board = vec![None; cells.len()];
    for (index, placed) in pieces.iter().enumerate() {
        put::<G>(&mut board, placed, &cells).map_err(FieldError::within(format!("pieces[{index}]")))?;
    }
    if to_move.is_none() && !is_turn_given::<G>(&board) {
        return Err(FieldError::new("to_move", sides::<G>(), phrases::nothing()));
    }
    parse::<G>(&board, to_move).map_err(|invalid| {
        let cell = cells.iter().find(|cell| invalid.part == cell.label.as_str());
        let index = cell.and_then(|cell| pieces.iter().position(|placed| placed.stands_on(cell)));
        let field = index.map_or_else(|| "pieces".to_owned(), |index| format!("pieces[{index}]"));
        FieldError { field, invalid }
    })
}

fn put<G: Notation>(
    board: &mut [Option<Piece>],
    placed: &PlacedPiece,
    cells: &[BoardCell],
) -> Result<(), Invalid> {
    let (cell, piece) = (placed.cell(cells)?, placed.piece::<G>()?);
    match board[cell].replace(piece) {
        Some(_) => Err(Invalid::new(&cells[cell].label, phrases::one_piece(), phrases::more())),
        None => Ok(()),
    }
}

fn parse<G: Notation>(board: &[Option<Piece>], to_move: Option<Side>) -> Result<G::Position, Invalid> {
    let text = G::print_pieces(board, to_move.unwrap_or(Side::First));
    let refusal = || Invalid::new("pieces", "a position as text in this game", "pieces");
    G::parse_with(&text.ok_or_else(refusal)?, to_move)
}

/// Whether the side to move follows from the pieces.
fn is_turn_given<G: Notation>(board: &[Option<Piece>]) -> bool {
    let [first, second] = [Side::First, Side::Second].map(|side| G::print_pieces(board, side));
    first == second
}
