use super::{info, side};
use bestmove_core::game::{
    BoardCell, Coordinate, Display, DisplayUnit, Ending, Evaluator, Info, Invalid, MoveText, Moves, Notation,
    Outcome, Piece, PieceKind, Rules, Searchable, Side, Solver, Tablebase, quoted,
};
use bestmove_core::types::{Key, Score};
use std::cmp::Ordering;

/// Reversi on a board of 4 by 4: a side without a move must pass, and the score is the difference in discs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SmallReversi;

const CELLS: u8 = 16;
/// The move of a side that has no other.
const PASS: u8 = CELLS;
/// A disc in the unit of estimates.
const DISC_UNITS: i32 = 100;
/// The kind of all pieces.
const DISC: &str = "disc";
const DIRECTIONS: [(i8, i8); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Discs {
    of: [u16; 2],
    to_move: Side,
}

impl Discs {
    /// The discs of `side` and of the other.
    fn of_side_first(self, side: Side) -> [u16; 2] {
        let [first, second] = self.of;
        if side == Side::First { [first, second] } else { [second, first] }
    }

    /// The discs that `side` flips by a disc on an empty cell.
    fn turned(self, side: Side, cell: u8) -> u16 {
        let [own, other] = self.of_side_first(side);
        if (own | other) >> cell & 1 == 1 {
            return 0;
        }
        let along = |(down, right): (i8, i8)| {
            let (mut row, mut column, mut passed) = ((cell / 4) as i8, (cell % 4) as i8, 0);
            loop {
                (row, column) = (row + down, column + right);
                if !(0..4).contains(&row) || !(0..4).contains(&column) {
                    return 0;
                }
                let here = 1 << (4 * row + column);
                if other & here == 0 {
                    return if own & here == 0 { 0 } else { passed };
                }
                passed |= here;
            }
        };
        DIRECTIONS.into_iter().map(along).fold(0, |all, some| all | some)
    }

    fn cells(self, side: Side) -> impl Iterator<Item = u8> {
        (0..CELLS).filter(move |&cell| self.turned(side, cell) != 0)
    }
}

impl Rules for SmallReversi {
    type Position = Discs;
    type Move = u8;

    const ID: &'static str = "reversi-4x4";

    fn start() -> Discs {
        Discs { of: [1 << 6 | 1 << 9, 1 << 5 | 1 << 10], to_move: Side::First }
    }

    fn to_move(discs: &Discs) -> Side {
        discs.to_move
    }

    fn moves(discs: &Discs, moves: &mut Moves<u8>) {
        moves.extend(discs.cells(discs.to_move));
        if moves.is_empty() && discs.cells(!discs.to_move).next().is_some() {
            moves.push(PASS);
        }
    }

    fn play(discs: &Discs, cell: u8) -> Discs {
        let to_move = !discs.to_move;
        if cell == PASS {
            return Discs { to_move, ..*discs };
        }
        let turned = discs.turned(discs.to_move, cell);
        let [own, other] = discs.of_side_first(discs.to_move);
        let [own, other] = [own | turned | 1 << cell, other & !turned];
        Discs { of: if discs.to_move == Side::First { [own, other] } else { [other, own] }, to_move }
    }

    fn outcome(discs: &Discs) -> Option<Outcome> {
        let mut moves = Moves::new();
        Self::moves(discs, &mut moves);
        let [first, second] = discs.of;
        let winner = match first.count_ones().cmp(&second.count_ones()) {
            Ordering::Greater => Some(Side::First),
            Ordering::Equal => None,
            Ordering::Less => Some(Side::Second),
        };
        let ending = if first | second == u16::MAX { Ending::BOARD_FULL } else { Ending::NO_MOVES };
        moves.is_empty().then_some(Outcome { winner, ending })
    }
}

impl Searchable for SmallReversi {
    const SCORED_BY_MARGIN: bool = true;
    const HISTORY_SIZE: usize = 17;

    fn key(discs: &Discs) -> Key {
        let [first, second] = discs.of.map(u64::from);
        Key::exact(first << 32 | second << 16 | discs.to_move as u64)
    }

    fn code(cell: u8) -> u16 {
        cell.into()
    }

    fn final_margin(discs: &Discs) -> i16 {
        let [own, other] = discs.of_side_first(discs.to_move).map(|discs| discs.count_ones() as i32);
        (DISC_UNITS * (own - other)) as i16
    }
}

impl Evaluator for SmallReversi {
    type Knowledge = ();

    const SELECTIVE: bool = true;

    fn evaluate(discs: &Discs, (): &()) -> Score {
        let [own, other] = discs.of_side_first(discs.to_move).map(|discs| discs.count_ones() as i32);
        Score::estimate(DISC_UNITS * (own - other))
    }

    fn is_noisy(_: &Discs, cell: u8) -> bool {
        matches!(cell, 0 | 3 | 12 | 15)
    }
}

impl Tablebase for SmallReversi {}

impl Solver for SmallReversi {}

impl Notation for SmallReversi {
    const INFO: Info = Info {
        title: "SmallReversi",
        columns: 4,
        rows: 4,
        display: Display {
            estimate: DisplayUnit { size: DISC_UNITS as u16, name: "discs" },
            ..Display::grid(["Black", "White"])
        },
        ..info(Self::ID, [".....OX..XO.....0", "2"])
    };

    const PIECES: &'static [PieceKind] =
        &[PieceKind::new(Side::First, DISC, "black disc"), PieceKind::new(Side::Second, DISC, "white disc")];
    const CORNERS: &'static [usize] = &[0, 3, 12, 15];

    fn cells() -> Vec<BoardCell> {
        let describe = |cell| BoardCell {
            coordinates: vec![("cell", Coordinate::One(cell + 1))],
            x: cell % 4 + 1,
            y: cell / 4 + 1,
            label: format!("cell {}", cell + 1),
        };
        (0..CELLS).map(describe).collect()
    }

    fn pieces(discs: &Discs) -> Vec<Option<Piece>> {
        let has = |side, cell: u8| discs.of_side_first(side)[0] >> cell & 1 == 1;
        let owner = |cell| [Side::First, Side::Second].into_iter().find(|&side| has(side, cell));
        (0..CELLS).map(|cell| owner(cell).map(|owner| Piece { owner, kind: DISC })).collect()
    }

    fn parse(text: &str) -> Result<Discs, Invalid> {
        let invalid = || Invalid::new("board", "sixteen cells and a side", quoted(text));
        let (cells, mover) = text.split_at_checked(16).ok_or_else(invalid)?;
        let mover =
            if mover.len() == 1 { mover.parse().map_err(|_| invalid())? } else { return Err(invalid()) };
        if cells.chars().any(|cell| !matches!(cell, 'X' | 'O' | '.')) {
            return Err(invalid());
        }
        let of =
            |sign| cells.chars().enumerate().filter(|&(_, cell)| cell == sign).map(|(at, _)| 1 << at).sum();
        Ok(Discs { of: [of('X'), of('O')], to_move: side(mover)? })
    }
    fn print(discs: &Discs) -> String {
        write(&Self::pieces(discs), discs.to_move)
    }
    fn print_pieces(pieces: &[Option<Piece>], to_move: Side) -> Option<String> {
        Some(write(pieces, to_move))
    }
    fn move_texts(_: &Discs, cell: u8) -> Vec<MoveText> {
        let number = cell + 1;
        vec![if cell == PASS {
            MoveText { text: "pass".to_owned(), coordinates: Vec::new() }
        } else {
            MoveText { text: number.to_string(), coordinates: vec![("cell", Coordinate::One(number))] }
        }]
    }
}

/// Sixteen cells and the number of the side to move.
fn write(pieces: &[Option<Piece>], to_move: Side) -> String {
    let sign = |piece: &Option<Piece>| match piece.map(|piece| piece.owner) {
        Some(Side::First) => 'X',
        Some(Side::Second) => 'O',
        None => '.',
    };
    pieces.iter().map(sign).chain([char::from(b'0' + to_move as u8)]).collect()
}
