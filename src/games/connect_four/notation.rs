//! Positions as the columns played or as six rows, moves as column numbers, games as either.

use super::ConnectFour;
use super::board::{Board, COLUMNS, Cell, Cells, ROWS, fours, has_four, members};
use super::reachability::is_reachable;
use crate::game::{
    BoardCell, BoardStyle, Coordinate, Coordinates, Display, Info, Invalid, MoveText, Notation, Outcome,
    Piece, PieceKind, Record, Rules, Side, plain_record, plain_texts,
};
use std::iter;

impl Notation for ConnectFour {
    const INFO: Info = Info {
        id: Self::ID,
        title: "Connect four",
        columns: COLUMNS,
        rows: ROWS,
        sides: ["X", "O"],
        position_notation: "the columns played so far, 1 to 7 from the left, or six rows from the top joined by /, each of seven characters X, O or .; X moves first",
        position_example: "......./......./......./...O.../...X.../..OXX..",
        move_notation: "the number of the column, 1 to 7 from the left",
        move_example: "4",
        estimate_unit: "100 points multiply the odds of winning by about 2.7: with best play, two in three positions near 100 are won and five in six near 200 (of 6,000 solved ones)",
        display: Display {
            board: BoardStyle::Columns,
            winning_line: "four in a row",
            ..Display::grid(["Red", "Yellow"])
        },
        bench: &[("", 14), ("44444212", 14), ("13712", 14), ("2662512", 13)],
    };

    const PIECES: &'static [PieceKind] =
        &[PieceKind::new(Side::First, DISC, "X disc"), PieceKind::new(Side::Second, DISC, "O disc")];

    fn cells() -> Vec<BoardCell> {
        let drawn = |cell: Cell| BoardCell {
            coordinates: places(cell),
            x: cell.column() + 1,
            y: ROWS - cell.row(),
            label: name(cell),
        };
        from_the_top().map(drawn).collect()
    }

    fn pieces(board: &Board) -> Vec<Option<Piece>> {
        let owner = |cell: Cell| {
            [Side::First, Side::Second].into_iter().find(|&side| board.of(side) & cell.bit() != 0)
        };
        from_the_top().map(|cell| owner(cell).map(|owner| Piece { owner, kind: DISC })).collect()
    }

    fn parse(text: &str) -> Result<Board, Invalid> {
        if text.contains('/') { from_rows(text) } else { Ok(replay(text.chars())?.end()) }
    }

    fn print(board: &Board) -> String {
        write_rows(&Self::pieces(board))
    }

    fn print_pieces(pieces: &[Option<Piece>], _: Side) -> Option<String> {
        Some(write_rows(pieces))
    }

    fn move_texts(_: &Board, cell: Cell) -> Vec<MoveText> {
        vec![MoveText { text: (cell.column() + 1).to_string(), coordinates: places(cell) }]
    }

    fn could_match(cell: Cell, text: &str) -> bool {
        text.chars().next().and_then(column) == Some(cell.column())
    }

    fn winning_line(board: &Board) -> Vec<Coordinates> {
        members(fours(board.opponent())).map(places).collect()
    }

    /// The columns played from the start, with or without white space between them; or a board, and the
    /// moves from there.
    fn records(text: &str) -> impl Iterator<Item = Result<Record<Self>, Invalid>> {
        let is_board = text.contains('/');
        let columns = || text.chars().filter(|sign| !sign.is_whitespace());
        iter::once_with(move || if is_board { plain_record(text) } else { replay(columns()) })
    }

    /// A game from the start has its columns, any other the board it starts from and its moves.
    fn record_texts(record: &Record<Self>, moves: &[String]) -> Vec<(&'static str, String)> {
        let mut texts = plain_texts(record, moves);
        if record.start == Board::default() {
            texts[1] = ("columns", moves.concat());
        }
        texts
    }
}

/// The one kind of piece.
const DISC: &str = "disc";

/// All cells, row by row from the top.
fn from_the_top() -> impl Iterator<Item = Cell> {
    (0..ROWS).rev().flat_map(|row| (0..COLUMNS).map(move |column| Cell::at(column, row)))
}

fn places(cell: Cell) -> Coordinates {
    vec![("column", Coordinate::One(cell.column() + 1)), ("row", Coordinate::One(cell.row() + 1))]
}

/// The cell as error messages name it; row 1 is the bottom.
fn name(cell: Cell) -> String {
    format!("column {}, row {}", cell.column() + 1, cell.row() + 1)
}

/// Six rows of signs, from the top.
fn write_rows(pieces: &[Option<Piece>]) -> String {
    let sign = |piece: &Option<Piece>| piece.map_or(".", |piece| ConnectFour::INFO.side(piece.owner));
    let rows = pieces.chunks(usize::from(COLUMNS)).map(|row| row.iter().map(sign).collect::<String>());
    rows.collect::<Vec<_>>().join("/")
}

/// The game in which these columns were played.
fn replay(signs: impl Iterator<Item = char>) -> Result<Record<ConnectFour>, Invalid> {
    let (mut record, mut board) = (Record::from(Board::default()), Board::default());
    for (sign, number) in signs.zip(1..) {
        let blame = |expected: &str| Invalid::new(format!("move {number}"), expected, format!("{sign:?}"));
        if let Some(outcome) = ConnectFour::outcome(&board) {
            return Err(blame(&format!("no move, as {}", reason(outcome))));
        }
        let column = column(sign).ok_or_else(|| blame("a column, 1 to 7"))?;
        let cell = board.landing(column).ok_or_else(|| blame("a column that is not full"))?;
        board = board.with(cell);
        record.moves.push(cell);
    }
    Ok(record)
}

fn column(sign: char) -> Option<u8> {
    ('1'..='7').zip(0..).find_map(|(known, column)| (known == sign).then_some(column))
}

fn reason(outcome: Outcome) -> String {
    match outcome {
        Outcome { winner: Some(side), .. } => format!("{} has won", ConnectFour::INFO.side(side)),
        Outcome { winner: None, .. } => "the board is full".to_owned(),
    }
}

/// The position that six rows of signs show.
fn from_rows(text: &str) -> Result<Board, Invalid> {
    let [first, second] = discs(text)?;
    let board = Board::new(first, second);
    if let Some(cell) = board.floating() {
        return Err(Invalid::new(name(cell), "no disc, as the cell below is empty", "a disc"));
    }
    check_counts(board)?;
    check_winner(board)?;
    if is_reachable(board) {
        return Ok(board);
    }
    let expected = "discs that X and O dropped by turns until one won";
    Err(Invalid::new("order of play", expected, "discs that cannot have come so"))
}

/// The discs of X and of O.
fn discs(text: &str) -> Result<[Cells; 2], Invalid> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(ROWS) {
        return Err(Invalid::new("shape", "six rows joined by /", format!("{} rows", rows.len())));
    }
    let mut discs = [0; 2];
    for (signs, row) in rows.into_iter().zip((0..ROWS).rev()) {
        let width = signs.chars().count();
        if width != usize::from(COLUMNS) {
            return Err(Invalid::new(format!("row {}", row + 1), "seven cells", width.to_string()));
        }
        for (sign, column) in signs.chars().zip(0..) {
            let cell = Cell::at(column, row);
            match sign {
                'X' => discs[0] |= cell.bit(),
                'O' => discs[1] |= cell.bit(),
                '.' => {}
                _ => return Err(Invalid::new(name(cell), "X, O or .", format!("{sign:?}"))),
            }
        }
    }
    Ok(discs)
}

fn check_counts(board: Board) -> Result<(), Invalid> {
    match counts(board) {
        [x, o] if x == o || x == o + 1 => Ok(()),
        [x, o] => Err(Invalid::new("counts", "as many X as O, or one more", format!("{x} X and {o} O"))),
    }
}

fn check_winner(board: Board) -> Result<(), Invalid> {
    let [x, o] = counts(board);
    match ([board.mover(), board.opponent()].map(has_four), board.to_move()) {
        ([true, true], _) => {
            Err(Invalid::new("winner", "at most one", "four in a row of X and four in a row of O"))
        }
        ([true, false], Side::First) => {
            Err(Invalid::new("counts", "one X more than O, as X has won", format!("{x} X and {o} O")))
        }
        ([true, false], Side::Second) => {
            Err(Invalid::new("counts", "as many X as O, as O has won", format!("{x} X and {o} O")))
        }
        ([false, _], _) => Ok(()),
    }
}

fn counts(board: Board) -> [u32; 2] {
    [Side::First, Side::Second].map(|side| board.of(side).count_ones())
}
