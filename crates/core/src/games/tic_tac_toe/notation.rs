//! Boards as nine characters, moves as cell numbers.

use super::{Board, TicTacToe};
use crate::game::grid::{self, Grid, GridBoard};
use crate::game::{
    BoardCell, Coordinate, Coordinates, Display, ImportedRecord, Info, Invalid, MoveText, Notation, Phrase,
    Piece, PieceKind, Rules, Side, phrases, played_record,
};

impl Notation for TicTacToe {
    const INFO: Info = Info {
        id: Self::ID,
        title: "Tic-tac-toe",
        columns: 3,
        rows: 3,
        sides: ["X", "O"],
        position_notation: "nine characters X, O or . row by row from the top, with or without / between rows; X moves first",
        position_example: "X...O...X",
        move_notation: "the number of the cell, 1 to 9, row by row from the top",
        move_example: "2",
        estimate_unit: "none: every position is proven within the default limits",
        display: Display { winning_line: "three in a row", ..Display::grid(["X", "O"]) },
        bench: &[(".........", 9), ("X...O....", 7)],
    };

    const PIECES: &'static [PieceKind] =
        &[PieceKind::new(Side::First, MARK, "X"), PieceKind::new(Side::Second, MARK, "O")];

    fn cells() -> Vec<BoardCell> {
        let drawn = |cell| BoardCell {
            coordinates: place(cell),
            x: cell % 3 + 1,
            y: cell / 3 + 1,
            label: name(cell).to_string(),
        };
        (0..9).map(drawn).collect()
    }

    fn pieces(board: &Board) -> Vec<Option<Piece>> {
        let owner =
            |cell: u8| [Side::First, Side::Second].into_iter().find(|&side| board.of(side) >> cell & 1 == 1);
        (0..9).map(|cell| owner(cell).map(|owner| Piece { owner, kind: MARK })).collect()
    }

    fn parse(text: &str) -> Result<Board, Invalid> {
        Self::parse_with(text, None)
    }

    fn parse_with(text: &str, to_move: Option<Side>) -> Result<Board, Invalid> {
        board(&GRID.read_all(text, to_move)?)
    }

    fn print(board: &Board) -> String {
        grid::write(write(&Self::pieces(board)), board.beginner(), board.to_move())
    }

    fn print_pieces(pieces: &[Option<Piece>], _: Side) -> Option<String> {
        Some(write(pieces))
    }

    fn move_texts(_: &Board, cell: u8) -> Vec<MoveText> {
        vec![MoveText { text: (cell + 1).to_string(), coordinates: place(cell) }]
    }

    fn record(text: &str) -> Result<ImportedRecord<Self>, Invalid> {
        let (read, moves) = GRID.read(text, None)?;
        Ok(played_record(board(&read)?, grid::words(moves), text.len()))
    }

    fn winning_line(board: &Board) -> Vec<Coordinates> {
        let line = board.won().and_then(|winner| board.line(winner)).unwrap_or(0);
        (0..9).filter(|cell| line >> cell & 1 == 1).map(place).collect()
    }
}

/// The one kind of piece.
const MARK: &str = "mark";

/// The cell as error messages name it.
fn name(cell: u8) -> Phrase {
    phrases::cell(cell + 1)
}

fn place(cell: u8) -> Coordinates {
    vec![("cell", Coordinate::One(cell + 1))]
}

/// A character for each cell.
fn write(pieces: &[Option<Piece>]) -> String {
    pieces.iter().map(|piece| piece.map_or(".", |piece| TicTacToe::INFO.side(piece.owner))).collect()
}

const GRID: Grid = Grid {
    columns: 3,
    rows: 3,
    shape: phrases::three_rows,
    row: |at| phrases::row(at + 1),
    cell: |at| name(at as u8),
    check: |_| Ok(()),
};

/// The board of a grid, if only the last move can have won.
fn board(read: &GridBoard) -> Result<Board, Invalid> {
    let [first, second] = [Side::First, Side::Second].map(|side| read.of(side).map(|at| 1 << at).sum());
    let board = Board::new(first, second, read.beginner);
    let lines = [Side::First, Side::Second].map(|side| board.line(side).is_some());
    read.check_winner(lines, phrases::two_lines)?;
    Ok(board)
}
