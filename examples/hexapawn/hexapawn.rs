use bestmove_core::game::{
    BoardCell, BoardStyle, Coordinate, Display, Ending, Evaluator, Info, Invalid, MoveText, Moves, Notation,
    Outcome, Piece, PieceKind, Rules, Searchable, Side, Solver, Tablebase, quoted,
};
use bestmove_core::types::Key;

/// Hexapawn (Martin Gardner 1962): three pawns each on 3 by 3 squares; a pawn that reaches the other end, or an
/// opponent without a move, wins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hexapawn;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    squares: [Option<Side>; 9],
    to_move: Side,
}

const END: Ending = Ending { id: "breakthrough", label: "a breakthrough" };

impl Board {
    fn moves_of_side(&self, moves: &mut Moves<(u8, u8)>) {
        let forward: i8 = if self.to_move == Side::First { 1 } else { -1 };
        for from in 0..9_u8 {
            if self.squares[usize::from(from)] != Some(self.to_move) {
                continue;
            }
            let (row, column) = (from as i8 / 3, from as i8 % 3);
            for step in [-1, 0, 1] {
                let (row, column) = (row + forward, column + step);
                if (0..3).contains(&row) && (0..3).contains(&column) {
                    let to = (3 * row + column) as u8;
                    let wanted = if step == 0 { None } else { Some(!self.to_move) };
                    if self.squares[usize::from(to)] == wanted {
                        moves.push((from, to));
                    }
                }
            }
        }
    }
    fn has_reached_end(&self, side: Side) -> bool {
        let end = if side == Side::First { 6..9 } else { 0..3 };
        self.squares[end].contains(&Some(side))
    }
}

impl Rules for Hexapawn {
    type Position = Board;
    type Move = (u8, u8);
    const ID: &'static str = "hexapawn";

    fn start() -> Board {
        let [f, s] = [Some(Side::First), Some(Side::Second)];
        Board { squares: [f, f, f, None, None, None, s, s, s], to_move: Side::First }
    }
    fn to_move(board: &Board) -> Side {
        board.to_move
    }
    fn moves(board: &Board, moves: &mut Moves<(u8, u8)>) {
        if !board.has_reached_end(!board.to_move) {
            board.moves_of_side(moves);
        }
    }
    fn play(board: &Board, (from, to): (u8, u8)) -> Board {
        let mut next = Board { to_move: !board.to_move, ..*board };
        next.squares[usize::from(to)] = next.squares[usize::from(from)].take();
        next
    }
    fn outcome(board: &Board) -> Option<Outcome> {
        let winner = Some(!board.to_move);
        if board.has_reached_end(!board.to_move) {
            return Some(Outcome { winner, ending: END });
        }
        let mut moves = Moves::new();
        Self::moves(board, &mut moves);
        moves.is_empty().then_some(Outcome { winner, ending: Ending::NO_MOVES })
    }
}

impl Searchable for Hexapawn {
    const WINNER_MOVES_LAST: bool = true;
    const HISTORY_SIZE: usize = 81;
    fn key(board: &Board) -> Key {
        let digit = |code, square: &Option<Side>| 3 * code + square.map_or(0, |side| 1 + side as u64);
        Key::exact(board.squares.iter().fold(0, digit) << 1 | board.to_move as u64)
    }
    fn code((from, to): (u8, u8)) -> u16 {
        u16::from(9 * from + to)
    }
}
impl Evaluator for Hexapawn {
    type Knowledge = ();
}
impl Tablebase for Hexapawn {}
impl Solver for Hexapawn {}

const MAN: &str = "man";

impl Notation for Hexapawn {
    const INFO: Info = Info {
        id: Self::ID,
        title: "Hexapawn",
        columns: 3,
        rows: 3,
        sides: ["black", "white"],
        position_notation: "nine squares b, w or . from the top left, and the side to move",
        position_example: "b.b.b.www w",
        move_notation: "the squares from and to, 1 to 9, joined by -",
        move_example: "7-5",
        estimate_unit: "none",
        display: Display { board: BoardStyle::Squares, ..Display::grid(["Black", "White"]) },
        bench: &[],
    };
    const PIECES: &'static [PieceKind] =
        &[PieceKind::new(Side::First, MAN, "black pawn"), PieceKind::new(Side::Second, MAN, "white pawn")];

    fn cells() -> Vec<BoardCell> {
        let cell = |at: u8| BoardCell {
            coordinates: vec![("square", Coordinate::One(at + 1))],
            x: at % 3 + 1,
            y: at / 3 + 1,
            label: format!("square {}", at + 1),
        };
        (0..9).map(cell).collect()
    }
    fn pieces(board: &Board) -> Vec<Option<Piece>> {
        board.squares.iter().map(|side| side.map(|owner| Piece { owner, kind: MAN })).collect()
    }
    fn print_pieces(pieces: &[Option<Piece>], to_move: Side) -> Option<String> {
        let letter = |side| if side == Side::First { 'b' } else { 'w' };
        let squares: String =
            pieces.iter().map(|piece| piece.map_or('.', |piece| letter(piece.owner))).collect();
        Some(format!("{squares} {}", letter(to_move)))
    }
    fn parse(text: &str) -> Result<Board, Invalid> {
        let invalid = || Invalid::new("board", "nine squares b, w or ., a blank, and b or w", quoted(text));
        let side = |letter: u8| match letter {
            b'b' => Ok(Some(Side::First)),
            b'w' => Ok(Some(Side::Second)),
            b'.' => Ok(None),
            _ => Err(invalid()),
        };
        let (cells, mover) = text.split_once(' ').ok_or_else(invalid)?;
        let cells: Vec<_> = cells.bytes().map(side).collect::<Result<_, _>>()?;
        let squares = cells.try_into().map_err(|_| invalid())?;
        let [mover] = mover.as_bytes() else { return Err(invalid()) };
        Ok(Board { squares, to_move: side(*mover)?.ok_or_else(invalid)? })
    }
    fn print(board: &Board) -> String {
        Self::print_pieces(&Self::pieces(board), board.to_move).unwrap_or_default()
    }
    fn move_texts(board: &Board, (from, to): (u8, u8)) -> Vec<MoveText> {
        let one = |at: u8| Coordinate::One(at + 1);
        let captured = if board.squares[usize::from(to)].is_some() { vec![to + 1] } else { vec![] };
        let coordinates = vec![
            ("from", one(from)),
            ("to", one(to)),
            ("path", Coordinate::Many(vec![from + 1, to + 1])),
            ("captured", Coordinate::Many(captured)),
        ];
        vec![MoveText { text: format!("{}-{}", from + 1, to + 1), coordinates }]
    }
}
