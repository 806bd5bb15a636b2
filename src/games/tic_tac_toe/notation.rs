//! Boards as nine characters, moves as cell numbers.

use super::{Board, TicTacToe};
use crate::game::{
    BoardCell, Coordinate, Coordinates, Display, Info, Invalid, MoveText, Notation, Piece, PieceKind, Rules,
    Side, quoted,
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
            label: name(cell),
        };
        (0..9).map(drawn).collect()
    }

    fn pieces(board: &Board) -> Vec<Option<Piece>> {
        let owner =
            |cell: u8| [Side::First, Side::Second].into_iter().find(|&side| board.of(side) >> cell & 1 == 1);
        (0..9).map(|cell| owner(cell).map(|owner| Piece { owner, kind: MARK })).collect()
    }

    fn parse(text: &str) -> Result<Board, Invalid> {
        let board = sets(&cells(text)?);
        let [first, second] = [Side::First, Side::Second].map(|side| board.of(side).count_ones());
        let counts = || format!("{first} X and {second} O");
        if first != second && first != second + 1 {
            return Err(Invalid::new("counts", "as many X as O, or one more", counts()));
        }
        let lines = [Side::First, Side::Second].map(|side| board.line(side).is_some());
        match (lines, board.to_move()) {
            ([true, true], _) => Err(Invalid::new("winner", "at most one", "a line of X and a line of O")),
            ([true, _], Side::First) => {
                Err(Invalid::new("counts", "one X more than O, as X has won", counts()))
            }
            ([_, true], Side::Second) => {
                Err(Invalid::new("counts", "as many X as O, as O has won", counts()))
            }
            _ => Ok(board),
        }
    }

    fn print(board: &Board) -> String {
        write(&Self::pieces(board))
    }

    fn print_pieces(pieces: &[Option<Piece>], _: Side) -> Option<String> {
        Some(write(pieces))
    }

    fn move_texts(_: &Board, cell: u8) -> Vec<MoveText> {
        vec![MoveText { text: (cell + 1).to_string(), coordinates: place(cell) }]
    }

    fn could_match(cell: u8, text: &str) -> bool {
        text.starts_with(char::from(b'1' + cell))
    }

    fn winning_line(board: &Board) -> Vec<Coordinates> {
        let line = board.won().and_then(|winner| board.line(winner)).unwrap_or(0);
        (0..9).filter(|cell| line >> cell & 1 == 1).map(place).collect()
    }
}

/// The one kind of piece.
const MARK: &str = "mark";

/// The cell as error messages name it.
fn name(cell: u8) -> String {
    format!("cell {}", cell + 1)
}

fn place(cell: u8) -> Coordinates {
    vec![("cell", Coordinate::One(cell + 1))]
}

/// A character for each cell.
fn write(pieces: &[Option<Piece>]) -> String {
    pieces.iter().map(|piece| piece.map_or(".", |piece| TicTacToe::INFO.side(piece.owner))).collect()
}

/// The nine cell characters, the separators between rows taken out.
fn cells(text: &str) -> Result<Vec<char>, Invalid> {
    let rows: Vec<&str> = text.split('/').collect();
    let shape = || Invalid::new("shape", "nine cells, or three rows of three joined by /", quoted(text));
    if rows.len() != 1 && (rows.len() != 3 || rows.iter().any(|row| row.chars().count() != 3)) {
        return Err(shape());
    }
    let cells: Vec<char> = rows.concat().chars().collect();
    if cells.len() != 9 {
        return Err(shape());
    }
    if let Some(at) = cells.iter().position(|cell| !matches!(cell, 'X' | 'O' | '.')) {
        return Err(Invalid::new(name(at as u8), "X, O or .", format!("{:?}", cells[at])));
    }
    Ok(cells)
}

fn sets(cells: &[char]) -> Board {
    let of = |sign| cells.iter().enumerate().filter(|&(_, &cell)| cell == sign).map(|(at, _)| 1 << at).sum();
    Board::new(of('X'), of('O'))
}
