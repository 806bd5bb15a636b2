//! Positions as the columns played or as six rows, moves as column numbers, games as either.

use super::ConnectFour;
use super::board::{Board, COLUMNS, Cell, ROWS, fours, has_four, members};
use super::reachability::is_reachable;
use crate::game::grid::{self, Grid, GridBoard};
use crate::game::{
    BoardCell, BoardStyle, Comment, Coordinate, Coordinates, Display, ImportedRecord, Info, Invalid,
    MoveText, Notation, Outcome, Phrase, Piece, PieceKind, Record, Rules, Side, phrases, plain_texts,
    played_record,
};

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
            first_level: 3,
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
            label: name(cell).to_string(),
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
        Self::parse_with(text, None)
    }

    fn parse_with(text: &str, to_move: Option<Side>) -> Result<Board, Invalid> {
        let columns =
            scored_columns(text).filter(|(_, score)| !is_columns(score)).map(|(columns, _)| columns);
        if columns.is_none() && shows_cells(text) {
            return board(&GRID.read_all(text, to_move)?);
        }
        let played = replay(columns.unwrap_or(text)).complete()?.end();
        let is_other = to_move.is_some_and(|side| side != played.to_move());
        Ok(played.begun_by(if is_other { Side::Second } else { Side::First }))
    }

    fn print(board: &Board) -> String {
        grid::write(write_rows(&Self::pieces(board)), board.beginner(), board.to_move())
    }

    fn print_pieces(pieces: &[Option<Piece>], _: Side) -> Option<String> {
        Some(write_rows(pieces))
    }

    fn move_texts(_: &Board, cell: Cell) -> Vec<MoveText> {
        vec![MoveText { text: (cell.column() + 1).to_string(), coordinates: places(cell) }]
    }

    fn parse_move(board: &Board, text: &str) -> Result<Cell, Invalid> {
        let column = text.trim().parse().ok().and_then(column);
        let cell = column.and_then(|column| board.landing(column));
        let is_legal = |_: &Cell| Self::outcome(board).is_none();
        cell.filter(is_legal).ok_or_else(|| Self::illegal_move(board, text))
    }

    fn winning_line(board: &Board) -> Vec<Coordinates> {
        members(fours(board.opponent())).map(places).collect()
    }

    /// The columns played from the start, with or without separators between them; or a board, and the moves
    /// from there.
    fn record(text: &str) -> Result<ImportedRecord<Self>, Invalid> {
        if !shows_cells(text) {
            return Ok(replay(text));
        }
        let (read, moves) = GRID.read(text, None)?;
        Ok(played_record(board(&read)?, grid::words(moves), text.len()))
    }

    /// One record; or one in each line, if the lines are columns and the score of the position after them.
    fn records(text: &str, from: usize) -> impl Iterator<Item = Result<ImportedRecord<Self>, Invalid>> {
        let are_scored = are_scored(text);
        let mut next = Some(from);
        std::iter::from_fn(move || {
            let start = next.take()?;
            let rest = &text[start..];
            if start > 0 && rest.trim().is_empty() {
                return None;
            }
            let begin = rest.len() - rest.trim_start().len();
            let line = rest[begin..].find('\n').filter(|_| are_scored).map(|end| begin + end + 1);
            let end = start + line.unwrap_or(rest.len());
            next = Some(end).filter(|end| *end < text.len());
            let record = &text[start..end];
            let read = if are_scored { Ok(scored_record(record)) } else { Self::record(record) };
            Some(read.map(|read| ImportedRecord { end, ..read }))
        })
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
fn name(cell: Cell) -> Phrase {
    phrases::within(phrases::column(cell.column() + 1), phrases::row(cell.row() + 1))
}

/// Six rows of signs, from the top.
fn write_rows(pieces: &[Option<Piece>]) -> String {
    let sign = |piece: &Option<Piece>| piece.map_or(".", |piece| ConnectFour::INFO.side(piece.owner));
    let rows = pieces.chunks(usize::from(COLUMNS)).map(|row| row.iter().map(sign).collect::<String>());
    rows.collect::<Vec<_>>().join("/")
}

/// Whether a text shows a board, and not the columns played.
fn shows_cells(text: &str) -> bool {
    let is_drawn = || text.contains("  ") && GRID.has_blank_cells(text);
    !is_joined_by_dashes(text) && (grid::shows_cells(text, GRID.columns * GRID.rows) || is_drawn())
}

/// Whether a text is columns with a dash between each two.
fn is_joined_by_dashes(text: &str) -> bool {
    let mut columns = text.trim().split('-');
    text.contains('-')
        && columns.all(|number| number.len() == 1 && number.starts_with(|sign| column(sign).is_some()))
}

/// Columns and the score of the position after them, as the test files of Pascal Pons' solver have them
/// (<http://blog.gamesolver.org/solving-connect-four/02-test-protocol/>).
fn scored_columns(line: &str) -> Option<(&str, &str)> {
    let (columns, score) = line.trim().split_once(char::is_whitespace)?;
    let score = score.trim_start();
    let is_score = score.parse().is_ok_and(|score: i8| score.abs() <= MOST_SCORE);
    (columns.len() > 1 && is_columns(columns) && is_score).then_some((columns, score))
}

/// The score of a win with the fourth disc, the highest there is.
const MOST_SCORE: i8 = 18;

fn is_columns(text: &str) -> bool {
    text.chars().all(|sign| column(sign).is_some())
}

/// Whether the lines of a text have scores. Digits from 1 to 7 in a single line may be columns.
fn are_scored(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).map(scored_columns);
    match (lines.next().flatten(), lines.next()) {
        (Some((_, score)), second) => !is_columns(score) || second.flatten().is_some(),
        (None, _) => false,
    }
}

/// The game in a line, with the score as a comment.
fn scored_record(line: &str) -> ImportedRecord<ConnectFour> {
    let Some((columns, score)) = scored_columns(line) else { return replay(line) };
    let mut read = replay(columns);
    let text = format!("score {score} for the side to move");
    read.record.comments.push(Comment { ply: read.record.moves.len(), text });
    read
}

/// The game in which these columns were played.
fn replay(text: &str) -> ImportedRecord<ConnectFour> {
    let (mut record, mut board, mut fault) = (Record::from(Board::default()), Board::default(), None);
    for sign in grid::words(text).flat_map(str::chars).filter(|sign| *sign != '-') {
        match landing(board, sign) {
            Ok(cell) => {
                board = board.with(cell);
                record.moves.push(cell);
            }
            Err(expected) => {
                let part = ConnectFour::move_label(&record.start, record.moves.len());
                fault = Some(Invalid::new(part, expected, phrases::verbatim(format!("{sign:?}"))));
                break;
            }
        }
    }
    ImportedRecord { record, fault, has_start: true, warnings: Vec::new(), end: text.len() }
}

/// Where a disc lands, or what was expected.
fn landing(board: Board, sign: char) -> Result<Cell, Phrase> {
    if let Some(Outcome { winner, .. }) = ConnectFour::outcome(&board) {
        let after_win = |side| phrases::no_move_after_win(ConnectFour::INFO.side(side));
        return Err(winner.map_or_else(phrases::no_move_on_full_board, after_win));
    }
    let column = column(sign).ok_or_else(phrases::a_column)?;
    board.landing(column).ok_or_else(phrases::free_column)
}

fn column(sign: char) -> Option<u8> {
    ('1'..='7').zip(0..).find_map(|(known, column)| (known == sign).then_some(column))
}

const GRID: Grid = Grid {
    columns: COLUMNS as usize,
    rows: ROWS as usize,
    shape: phrases::six_rows,
    row: |at| phrases::row(usize::from(ROWS) - at),
    cell: |at| name(cell(at)),
    check: check_support,
};

/// Refuses a disc above an empty cell.
fn check_support(cells: &[Option<Side>]) -> Result<(), Invalid> {
    let columns = usize::from(COLUMNS);
    let is_floating =
        |at: &usize| cells[*at].is_some() && cells.get(at + columns).is_some_and(Option::is_none);
    match (0..cells.len()).find(is_floating) {
        Some(at) => Err(Invalid::new(name(cell(at)), phrases::no_floating_disc(), phrases::a_disc())),
        None => Ok(()),
    }
}

/// The cell by its index from the top left.
fn cell(at: usize) -> Cell {
    Cell::at(at as u8 % COLUMNS, ROWS - 1 - at as u8 / COLUMNS)
}

/// The board of a grid, if some order of play leads to it.
fn board(read: &GridBoard) -> Result<Board, Invalid> {
    let discs = |side| read.of(side).fold(0, |discs, at| discs | cell(at).bit());
    let [beginner, other] = [read.beginner, !read.beginner].map(discs);
    let board = Board::new(beginner, other);
    read.check_winner([Side::First, Side::Second].map(|side| has_four(discs(side))), phrases::two_fours)?;
    if is_reachable(board) {
        return Ok(board.begun_by(read.beginner));
    }
    Err(Invalid::new(phrases::order_of_play(), phrases::discs_in_turn(), phrases::discs_out_of_turn()))
}
