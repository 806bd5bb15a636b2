//! Positions, moves and games in PDN (<https://wiegerw.github.io/pdn/fentag.html>).

use super::movegen::{self, Path};
use super::pdn;
use super::spelling::{self, number};
use super::square::{Square, Squares};
use super::{Board, Checkers, Move};
use crate::game::{
    BoardCell, BoardStyle, Coordinate, Display, DisplayUnit, ImportedRecord, Info, Invalid, MoveText,
    Notation, Phrase, Piece, PieceKind, Record, Rules, Side, phrases, quoted,
};

/// The most pieces of a side.
const MOST: u32 = 12;

impl Notation for Checkers {
    const INFO: Info = Info {
        id: Self::ID,
        title: "Checkers",
        columns: 8,
        rows: 8,
        sides: ["black", "white"],
        position_notation: "PDN FEN: the side to move, B or W, then :W and :B, each followed by the squares of that side, 1 to 32 joined by commas, K before a king; ranges such as 21-32 and a final full stop are understood; :H12 at the end says that the last 12 plies were without progress",
        position_example: "W:WK6,18,23,31:B10,19,20,K28",
        move_notation: "the squares from start to end, joined by - for a step and x for a capture, every landing included; a capture may leave out squares between start and end where no other is meant; any other separator and squares such as c3, seen from either side, are understood",
        move_example: "6x15x24",
        estimate_unit: "100 is one man",
        display: Display {
            board: BoardStyle::Chequered,
            estimate: DisplayUnit { size: 100, name: "men" },
            ..Display::grid(["Black", "White"])
        },
        bench: &[
            ("B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12", 15),
            ("W:W17,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,6,7,8,9,10,11,12,13", 15),
            ("B:W17,19,21,22,26,27,30,31,32:B1,2,5,8,9,10,11,12,16", 15),
            ("W:W18,K6,23,31:B10,K28,20,19", 15),
            ("W:WK19,K23:B12,K28", 15),
        ],
    };

    fn parse(text: &str) -> Result<Board, Invalid> {
        let board = read(text)?;
        for side in [Side::Second, Side::First] {
            check(&board, side)?;
        }
        Ok(board)
    }

    const PIECES: &'static [PieceKind] = &[
        PieceKind::new(Side::First, MAN, "black man"),
        PieceKind::new(Side::First, KING, "black king"),
        PieceKind::new(Side::Second, MAN, "white man"),
        PieceKind::new(Side::Second, KING, "white king"),
    ];
    const HAS_MATERIAL: bool = true;
    const FILE_EXTENSIONS: &'static [&'static str] = &["pdn"];
    const KEEPS_COMMENTS: bool = true;

    fn cells() -> Vec<BoardCell> {
        let drawn = |square: Square| {
            let [row, column] = [(square.number() - 1) / 4, (square.number() - 1) % 4];
            BoardCell {
                coordinates: vec![("square", Coordinate::One(square.number()))],
                x: 2 * column + if row % 2 == 0 { 2 } else { 1 },
                y: row + 1,
                label: part(square).to_string(),
            }
        };
        squares().map(drawn).collect()
    }

    fn pieces(board: &Board) -> Vec<Option<Piece>> {
        let piece = |square| {
            let owner = [Side::First, Side::Second].into_iter().find(|&side| board.of(side).has(square))?;
            Some(Piece { owner, kind: if board.kings().has(square) { KING } else { MAN } })
        };
        squares().map(piece).collect()
    }

    fn no_progress_plies(text: &str) -> u16 {
        let sections = Fen::split(text).sections;
        sections.into_iter().find_map(|section| counter(section, ['H'])).unwrap_or_default()
    }

    fn print(board: &Board) -> String {
        write(&Self::pieces(board), board.to_move())
    }

    fn print_with_plies(board: &Board, no_progress_plies: u16) -> String {
        match no_progress_plies {
            0 => Self::print(board),
            plies => format!("{}:H{plies}", Self::print(board)),
        }
    }

    fn print_pieces(pieces: &[Option<Piece>], to_move: Side) -> Option<String> {
        Some(write(pieces, to_move))
    }

    fn move_texts(board: &Board, played: Move) -> Vec<MoveText> {
        movegen::paths(board, played).iter().map(|path| worded(played, path)).collect()
    }

    fn parse_move(board: &Board, text: &str) -> Result<Move, Invalid> {
        spelling::parse_move(board, text, spelling::EITHER).map(|(played, _)| played)
    }

    /// A move and its answer have one number, as PDN is written: "move 3 (white)".
    fn move_label(start: &Board, index: usize) -> Phrase {
        let first = start.to_move();
        let mover = if index.is_multiple_of(2) { first } else { !first };
        phrases::move_of_side(index / 2 + 1, name(mover))
    }

    fn continues_move(text: &str, next: &str) -> bool {
        spelling::continues(text, next)
    }

    fn records(text: &str, from: usize) -> impl Iterator<Item = Result<ImportedRecord<Self>, Invalid>> {
        pdn::records(text, from)
    }

    fn record_texts(record: &Record<Self>, moves: &[String]) -> Vec<(&'static str, String)> {
        vec![("fen", Self::print(&record.end())), ("pdn", pdn::write_record(record, moves))]
    }
}

const MAN: &str = "man";
const KING: &str = "king";

/// Quotation marks around a position.
const QUOTES: [char; 4] = ['"', '\'', '“', '”'];

/// All squares by their numbers.
fn squares() -> impl Iterator<Item = Square> {
    (1..=32).filter_map(Square::new)
}

const fn letter(side: Side) -> char {
    match side {
        Side::First => 'B',
        Side::Second => 'W',
    }
}

const fn name(side: Side) -> &'static str {
    Checkers::INFO.side(side)
}

fn side(letter: &str) -> Option<Side> {
    match letter {
        "B" | "b" => Some(Side::First),
        "W" | "w" => Some(Side::Second),
        _ => None,
    }
}

/// The side to move, and the squares of each side.
fn write(pieces: &[Option<Piece>], to_move: Side) -> String {
    let entry = |square: Square, piece: Piece| match piece.kind {
        KING => format!("K{}", square.number()),
        _ => square.number().to_string(),
    };
    let section = |owner: Side| {
        let placed = squares().zip(pieces).filter_map(|(square, &piece)| Some((square, piece?)));
        let own = placed.filter(|(_, piece)| piece.owner == owner);
        let entries: Vec<_> = own.map(|(square, piece)| entry(square, piece)).collect();
        format!("{}{}", letter(owner), entries.join(","))
    };
    format!("{}:{}:{}", letter(to_move), section(Side::Second), section(Side::First))
}

/// Parses a board, refusing squares taken twice.
fn read(text: &str) -> Result<Board, Invalid> {
    let Fen { turn, sections } = Fen::split(text);
    let to_move = side(turn)
        .ok_or_else(|| Invalid::new(phrases::turn(), phrases::black_or_white_letter(), quoted(turn)))?;
    let mut board = Board::cleared(to_move);
    let mut seen = Vec::new();
    for section in sections.into_iter().filter(|section| counter(section, ['H', 'F']).is_none()) {
        let (owner, entries) = owned(section)?;
        if seen.contains(&owner) {
            return Err(Invalid::new(pieces(owner), phrases::one_section(), phrases::another()));
        }
        seen.push(owner);
        place(&mut board, owner, entries)?;
    }
    match [Side::Second, Side::First].into_iter().find(|side| !seen.contains(side)) {
        Some(side) => {
            Err(Invalid::new(pieces(side), phrases::a_section(letter(side).to_string()), phrases::none()))
        }
        None => Ok(board),
    }
}

/// The parts of a position in PDN FEN.
struct Fen<'a> {
    turn: &'a str,
    sections: Vec<&'a str>,
}

impl<'a> Fen<'a> {
    /// Splits a text, which may stand in its tag or end with a full stop or a colon, and whose turn may be doubled:
    /// `W:W:W21:B1`.
    fn split(text: &'a str) -> Self {
        let value = tagged(text).unwrap_or(text).trim().trim_matches(QUOTES).trim_end_matches(['.', ':']);
        let mut sections = value.split(':').map(str::trim);
        let turn = sections.next().unwrap_or_default();
        let mut sections: Vec<_> = sections.collect();
        let owners = sections.iter().filter(|section| owned(section).is_ok()).count();
        if owners > 2 && sections.first().is_some_and(|first| first.eq_ignore_ascii_case(turn)) {
            sections.remove(0);
        }
        Self { turn, sections }
    }
}

/// The value of the tag FEN in a text of tags, with or without brackets.
fn tagged<'a>(text: &'a str) -> Option<&'a str> {
    let mut tags = text.split(['[', ']']).map(str::trim).filter(|tag| !tag.is_empty());
    let fen = |tag: &'a str| {
        let (_, value) = tag.split_at_checked(3).filter(|(name, _)| name.eq_ignore_ascii_case("FEN"))?;
        value.starts_with(|sign: char| sign.is_whitespace() || QUOTES.contains(&sign)).then_some(value)
    };
    let is_tag =
        |tag: &'a str| tag.starts_with(char::is_alphabetic) && tag.contains(QUOTES) || fen(tag).is_some();
    if tags.clone().all(is_tag) { tags.find_map(fen) } else { None }
}

/// The number in a section such as `H12`: H counts plies without progress, F full moves.
fn counter<const N: usize>(section: &str, letters: [char; N]) -> Option<u16> {
    section.to_ascii_uppercase().strip_prefix(letters)?.trim().parse().ok()
}

/// Splits a section into its side and its entries.
fn owned(section: &str) -> Result<(Side, &str), Invalid> {
    let owner = section.get(..1).and_then(side);
    owner
        .map(|owner| (owner, section[1..].trim()))
        .ok_or_else(|| Invalid::new(phrases::section(), phrases::side_before_squares(), quoted(section)))
}

fn place(board: &mut Board, owner: Side, entries: &str) -> Result<(), Invalid> {
    if entries.is_empty() {
        return Ok(());
    }
    for (at, entry) in entries.split(',').enumerate() {
        let (is_king, squares) = range(entry.trim()).ok_or_else(|| {
            let part = phrases::entry(name(owner), at + 1);
            Invalid::new(part, phrases::square_or_range(), quoted(entry))
        })?;
        for square in squares {
            if !board.free().has(square) {
                return Err(Invalid::new(part(square), phrases::one_piece(), phrases::more()));
            }
            board.put(owner, is_king, square);
        }
    }
    Ok(())
}

/// `18`, `K18` or `K18-22`.
fn range(entry: &str) -> Option<(bool, Squares)> {
    let (is_king, numbers) = match entry.strip_prefix(['K', 'k']) {
        Some(numbers) => (true, numbers),
        None => (false, entry),
    };
    let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
    let (first, last) = (number(first)?, number(last)?);
    (first <= last).then(|| (is_king, Squares::range(first, last)))
}

/// Refuses positions that can't occur by the number of pieces or the last move.
fn check(board: &Board, side: Side) -> Result<(), Invalid> {
    let own = board.of(side);
    if own.len() > MOST {
        return Err(Invalid::new(pieces(side), phrases::at_most(MOST), phrases::number(own.len())));
    }
    if own.is_empty() && side != board.to_move() {
        let expected = phrases::at_least_one_of_waiting_side(name(side));
        return Err(Invalid::new(pieces(side), expected, phrases::none()));
    }
    match (own & Board::king_row(side) & !board.kings()).first() {
        Some(square) => Err(Invalid::new(
            part(square),
            phrases::king_in_last_row(name(side)),
            phrases::man_of_side(name(side)),
        )),
        None => Ok(()),
    }
}

fn pieces(side: Side) -> Phrase {
    phrases::pieces_of_side(name(side))
}

fn part(square: Square) -> Phrase {
    phrases::numbered_square(square.number())
}

fn worded(played: Move, path: &Path) -> MoveText {
    let squares: Vec<u8> = path.iter().map(|square| square.number()).collect();
    let jumped = path.windows(2).map(|jump| jump[0].between(jump[1]).number());
    let captured = if played.is_capture() { jumped.collect() } else { Vec::new() };
    let separator = if played.is_capture() { "x" } else { "-" };
    let numbers: Vec<_> = squares.iter().map(u8::to_string).collect();
    MoveText {
        text: numbers.join(separator),
        coordinates: vec![
            ("from", Coordinate::One(played.from.number())),
            ("to", Coordinate::One(played.to.number())),
            ("path", Coordinate::Many(squares)),
            ("captured", Coordinate::Many(captured)),
        ],
    }
}
