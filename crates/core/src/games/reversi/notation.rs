//! Positions as 64 characters and a side, moves as squares, games as transcripts, in OBF or in GGF.

use super::flips::members;
use super::moves::square_name;
use super::{Board, Move, Reversi, ggf, lines, pgn, transcript, wthor};
use crate::game::grid::{self, Grid};
use crate::game::{
    BoardCell, BoardStyle, Comment, Coordinate, Display, DisplayUnit, ImportedRecord, Info, Invalid,
    MoveText, Notation, Phrase, Piece, PieceKind, Record, Rules, Side, phrases, plain_texts, played_record,
    quoted,
};

impl Notation for Reversi {
    const INFO: Info = Info {
        id: Self::ID,
        title: "Reversi",
        columns: 8,
        rows: 8,
        sides: ["black", "white"],
        position_notation: "64 characters X (black), O (white) or -, from a1 to h8 row by row, a blank, and the side to move, X or O; rows may be joined by /, and a line of OBF is understood; or the moves from the start, f5d6c3, with or without passes",
        position_example: "---------------------------OX------XXX-----OX-------X----------- O",
        move_notation: "the square of the new disc, such as d3, or pass, which is legal where nothing else is",
        move_example: "f4",
        estimate_unit: "100 is one disc",
        display: Display {
            board: BoardStyle::Ruled,
            estimate: DisplayUnit { size: super::DISC_UNITS as u16, name: "discs" },
            ..Display::grid(["Black", "White"])
        },
        bench: &[
            ("", 10),
            ("f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6", 9),
            ("-XXXXX----OOXX--OOOXXOXXOOXXOXXXOOOXXXXX--XOXOO---OOOO-----O-X-- X", 9),
            ("--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", 8),
        ],
    };

    const PIECES: &'static [PieceKind] =
        &[PieceKind::new(Side::First, DISC, "black disc"), PieceKind::new(Side::Second, DISC, "white disc")];
    const CORNERS: &'static [usize] = &[0, 7, 56, 63];
    const FILE_EXTENSIONS: &'static [&'static str] = &["ggf", "obf", "wtb"];
    const KEEPS_COMMENTS: bool = true;

    fn cells() -> Vec<BoardCell> {
        let drawn = |square: u8| BoardCell {
            coordinates: vec![("cell", Coordinate::One(square + 1))],
            x: square % 8 + 1,
            y: square / 8 + 1,
            label: square_name(square),
        };
        (0..64).map(drawn).collect()
    }

    fn pieces(board: &Board) -> Vec<Option<Piece>> {
        let owner = |square: u8| {
            [Side::First, Side::Second].into_iter().find(|&side| board.of(side) >> square & 1 == 1)
        };
        (0..64).map(|square| owner(square).map(|owner| Piece { owner, kind: DISC })).collect()
    }

    fn print_pieces(pieces: &[Option<Piece>], to_move: Side) -> Option<String> {
        Some(write(pieces, to_move))
    }

    fn parse(text: &str) -> Result<Board, Invalid> {
        Self::parse_with(text, None)
    }

    fn parse_with(text: &str, to_move: Option<Side>) -> Result<Board, Invalid> {
        if transcript::is_transcript(text) {
            let board = played_record::<Self>(Board::START, transcript::tokens(text), 0).complete()?.end();
            return check_side(Some(board.to_move()), to_move).map(|_| board);
        }
        let (board, rest) = read_board(text, to_move).map_err(unless_a_board(
            text,
            phrases::position,
            phrases::discs_of_position,
        ))?;
        match rest.trim_start() {
            "" => Ok(board),
            rest if rest.starts_with(';') && !rest.contains('\n') => Ok(board),
            rest => Err(Invalid::new(phrases::position(), phrases::nothing_after_side(), quoted(rest))),
        }
    }

    fn print(board: &Board) -> String {
        write(&Self::pieces(board), board.to_move())
    }

    fn move_texts(board: &Board, played: Move) -> Vec<MoveText> {
        let coordinates = played.square().map_or_else(Vec::new, |square| {
            let flipped = members(board.flipped(played)).map(|square| square + 1).collect();
            vec![("cell", Coordinate::One(square + 1)), ("flipped", Coordinate::Many(flipped))]
        });
        vec![MoveText { text: played.to_string(), coordinates }]
    }

    fn parse_move(board: &Board, text: &str) -> Result<Move, Invalid> {
        let is_legal = |played: &Move| board.moves().any(|legal| legal == *played);
        let played = transcript::read_move(text.trim()).filter(is_legal);
        played.ok_or_else(|| Self::illegal_move(board, text))
    }

    fn implied_move(board: &Board, text: &str) -> Option<Move> {
        let square = transcript::read_move(text.trim())?.square()?;
        let passed = board.moves().next().filter(|only| only.is_pass())?;
        (board.after(passed).mobility() >> square & 1 == 1).then_some(passed)
    }

    fn record(text: &str) -> Result<ImportedRecord<Self>, Invalid> {
        let content = lines::without_comments(text);
        if content.trim().is_empty() && !text.trim().is_empty() {
            return Err(Invalid::new(phrases::text(), phrases::records_of_discs(), quoted(text.trim())));
        }
        let has_tags = content.trim_start().lines().next().is_some_and(pgn::is_tag);
        let read = if has_tags { pgn::read(&content) } else { record(&content)? };
        Ok(ImportedRecord { end: text.len(), ..read })
    }

    /// Games in GGF or SGF, or records in lines.
    fn records(text: &str, from: usize) -> impl Iterator<Item = Result<ImportedRecord<Self>, Invalid>> {
        let games = ggf::begin(text);
        let ggf = games.map(|begin| ggf::records(text, from.max(begin)));
        let lines = games.is_none().then(|| lines::records(text, from));
        ggf.into_iter().flatten().chain(lines.into_iter().flatten())
    }

    fn decode_records(file: &[u8]) -> Option<String> {
        wthor::to_ggf(file)
    }

    /// A game from the start has its transcript, any other the board it starts from and its moves.
    fn record_texts(record: &Record<Self>, moves: &[String]) -> Vec<(&'static str, String)> {
        let mut texts = plain_texts(record, moves);
        if record.start == Board::START {
            texts[1] = ("transcript", transcript::write(record));
        }
        texts.push(("ggf", ggf::write(record)));
        texts
    }
}

/// A board in OBF or followed by moves, or a transcript.
fn record(text: &str) -> Result<ImportedRecord<Reversi>, Invalid> {
    if transcript::is_transcript(text) {
        return Ok(transcript::read(Board::START, text));
    }
    let (start, rest) =
        read_board(text, None).map_err(unless_a_board(text, phrases::text, phrases::records_of_discs))?;
    let Some(scores) = rest.trim().strip_prefix(';') else { return Ok(transcript::read(start, rest)) };
    let mut read = played_record(start, std::iter::empty(), text.len());
    if !scores.trim().is_empty() {
        read.record.comments.push(Comment { ply: 0, text: scores.trim().to_owned() });
    }
    Ok(read)
}

/// Replaces the error of a text that shows no board.
fn unless_a_board(text: &str, part: fn() -> Phrase, expected: fn() -> Phrase) -> impl Fn(Invalid) -> Invalid {
    move |invalid| match grid::is_mostly_cells(&with_known_signs(text)) {
        true => invalid,
        false => Invalid::new(part(), expected(), quoted(text.trim())),
    }
}

/// The one kind of piece.
const DISC: &str = "disc";

/// The sign of a side.
const fn sign(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

fn write(pieces: &[Option<Piece>], to_move: Side) -> String {
    let signs = pieces.iter().map(|piece| piece.map_or('-', |piece| sign(piece.owner)));
    signs.chain([' ', sign(to_move)]).collect()
}

/// The side that a word names.
pub(super) fn side(word: &str) -> Option<Side> {
    match word.to_ascii_lowercase().as_str() {
        "x" | "*" | "b" | "black" => Some(Side::First),
        "o" | "w" | "white" => Some(Side::Second),
        _ => None,
    }
}

/// The side that a position states, unless another one is given beside it.
fn check_side(stated: Option<Side>, given: Option<Side>) -> Result<Option<Side>, Invalid> {
    match (stated, given) {
        (Some(stated), Some(given)) if stated != given => {
            let expected = phrases::side_of_position(Reversi::INFO.side(stated));
            Err(Invalid::new(phrases::to_move(), expected, quoted(Reversi::INFO.side(given))))
        }
        _ => Ok(stated.or(given)),
    }
}

/// Reads 64 cells and a side at the start of a text. Also returns what follows. Without a side, black moves if
/// the number of discs is even, as in a game without passes.
pub(super) fn read_board(text: &str, to_move: Option<Side>) -> Result<(Board, &str), Invalid> {
    let (cells, rest) = text.split_at(end_of_cells(text));
    let (cells, _) = GRID.read_cells(&with_known_signs(cells))?;
    let rest = rest.trim_start_matches([' ', '\t', '/', ',']);
    let word = rest.split([' ', '\t', '\r', '\n', ';', ',']).next().unwrap_or_default();
    let stated = side(word);
    let rest = if stated.is_some() { &rest[word.len()..] } else { rest };
    let of =
        |side| (0..).zip(&cells).filter(|(_, cell)| **cell == Some(side)).map(|(at, _)| 1 << at).sum::<u64>();
    let [black, white] = [Side::First, Side::Second].map(of);
    let is_even = (black | white).count_ones().is_multiple_of(2);
    let by_parity = if is_even { Side::First } else { Side::Second };
    Ok(match check_side(stated, to_move)?.unwrap_or(by_parity) {
        Side::First => (Board::new(black, white, Side::First), rest),
        Side::Second => (Board::new(white, black, Side::Second), rest),
    })
}

/// Where the cells end in a text: after 64 signs, or at the end where they stand between bars.
fn end_of_cells(text: &str) -> usize {
    let is_sign = |&(_, sign): &(usize, char)| !sign.is_whitespace() && !matches!(sign, '/' | ',' | ';');
    let last = text.char_indices().filter(is_sign).nth(63).filter(|_| !text.contains('|'));
    last.map_or(text.len(), |(at, sign)| at + sign.len_utf8())
}

/// The cells with `X` and `O` for other signs of black and white.
fn with_known_signs(cells: &str) -> String {
    let known = |sign| match sign {
        '*' | 'B' | 'b' | '●' | '⚫' => 'X',
        'W' | 'w' | '○' | '⚪' => 'O',
        other => other,
    };
    cells.chars().map(known).collect()
}

const GRID: Grid = Grid {
    columns: 8,
    rows: 8,
    shape: phrases::eight_rows,
    row: |at| phrases::row(at + 1),
    cell: |at| phrases::square(square_name(at as u8)),
    check: check_count,
};

fn check_count(cells: &[Option<Side>]) -> Result<(), Invalid> {
    match cells.iter().flatten().count() {
        4.. => Ok(()),
        few => Err(Invalid::new(phrases::discs(), phrases::at_least_four(), phrases::number(few))),
    }
}
