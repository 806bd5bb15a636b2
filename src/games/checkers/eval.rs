//! Static evaluation: what the pieces of each side are worth, one term a function.
//!
//! Both sides are valued by the same functions: [`View`] turns the board so that the side's men
//! move down the page. Weights are in hundredths of a man, set by judgement, not yet by games.

use super::square::{Direction, Squares};
use super::{Board, Move};
use crate::game::Side;
use crate::types::Score;

const MAN: i32 = 100;
/// A king moves both ways, but two kings do not outweigh three men.
const KING: i32 = 130;
/// A row nearer to the crown.
const ADVANCE: i32 = 2;
/// A man at home keeps the other side from being crowned.
const GUARD: i32 = 5;
/// Two men on 1 and 3 hold the whole row against a lone man.
const BRIDGE: i32 = 8;
/// From the middle, either wing is near.
const CENTRE: i32 = 3;
/// A way to go.
const MOBILITY: i32 = 1;
/// A king that cannot move is no better than a man.
const TRAPPED: i32 = 25;
/// A man on 28 with a man on 32 before it is stuck.
const DOG_HOLE: i32 = 12;
/// The weaker side draws from a double corner, where a king cannot be cornered.
const REFUGE: i32 = 12;
/// A lead of one piece, divided by the pieces left: the fewer, the more it tells.
const SIMPLER: i32 = 120;
/// Having the move.
const TEMPO: i32 = 3;

const HOME: Squares = Squares::rows(&[0]);
const BRIDGEHEADS: Squares = Squares::numbered(&[1, 3]);
const MIDDLE: Squares = Squares::numbered(&[10, 11, 14, 15, 18, 19, 22, 23]);
const DOUBLE_CORNERS: Squares = Squares::numbered(&[1, 5, 28, 32]);

/// The rows whose number has the bit 1, 2 or 4: counted with these weights, a man counts as many
/// times as it has rows behind it.
const ROW_BITS: [Squares; 3] =
    [Squares::rows(&[1, 3, 5, 7]), Squares::rows(&[2, 3, 6, 7]), Squares::rows(&[4, 5, 6, 7])];

/// The value of a position to the side to move.
pub(super) fn evaluate(board: &Board) -> Score {
    let (own, other) = (View::of(board, board.to_move()), View::of(board, !board.to_move()));
    Score::estimate(own.worth() - other.worth() + simplification(&own) + TEMPO)
}

/// How promising a move looks at first sight.
pub(super) fn promise(board: &Board, played: Move) -> i32 {
    let men = board.own() & !board.kings();
    let home = Board::king_row(!board.to_move());
    let is_in = |set: Squares, square| i32::from(set.has(square));
    MAN * count(played.captured)
        + (KING - MAN) * count(played.captured & board.kings())
        + (KING - MAN) * i32::from(board.crowns(played))
        + CENTRE * (is_in(MIDDLE, played.to) - is_in(MIDDLE, played.from))
        - GUARD * is_in(home & men, played.from)
}

/// The board as one side sees it, its men moving down.
struct View {
    pieces: Squares,
    men: Squares,
    kings: Squares,
    /// The pieces of the other side.
    facing: Squares,
    /// The men among them.
    facing_men: Squares,
    free: Squares,
}

impl View {
    fn of(board: &Board, side: Side) -> Self {
        let seen = match side {
            Side::First => *board,
            Side::Second => board.turned(),
        };
        let (pieces, facing, kings) = (seen.of(Side::First), seen.of(Side::Second), seen.kings());
        Self {
            pieces,
            men: pieces & !kings,
            kings: pieces & kings,
            facing,
            facing_men: facing & !kings,
            free: seen.free(),
        }
    }

    fn worth(&self) -> i32 {
        self.material()
            + self.advancement()
            + self.back_rank()
            + self.centre()
            + self.mobility()
            + self.trapped_kings()
            + self.dog_hole()
            + self.refuge()
    }

    fn material(&self) -> i32 {
        MAN * count(self.men) + KING * count(self.kings)
    }

    fn advancement(&self) -> i32 {
        let [ones, twos, fours] = ROW_BITS.map(|rows| count(self.men & rows));
        ADVANCE * (ones + 2 * twos + 4 * fours)
    }

    /// Home is worth guarding as long as there are men to keep out.
    fn back_rank(&self) -> i32 {
        let bridge = self.men & BRIDGEHEADS == BRIDGEHEADS;
        let guard = GUARD * count(self.men & HOME) + BRIDGE * i32::from(bridge);
        if self.facing_men.is_empty() { 0 } else { guard }
    }

    fn centre(&self) -> i32 {
        CENTRE * count(self.pieces & MIDDLE)
    }

    fn mobility(&self) -> i32 {
        let ways = |direction: Direction| {
            let movers = if direction.is_forward(Side::First) { self.pieces } else { self.kings };
            count(movers.step(direction) & self.free)
        };
        MOBILITY * Direction::ALL.into_iter().map(ways).sum::<i32>()
    }

    fn trapped_kings(&self) -> i32 {
        let beside_free = Direction::ALL
            .into_iter()
            .fold(Squares::EMPTY, |beside, direction| beside | self.free.step(direction));
        -TRAPPED * count(self.kings & !beside_free)
    }

    fn dog_hole(&self) -> i32 {
        const HOLE: Squares = Squares::numbered(&[28]);
        const LID: Squares = Squares::numbered(&[32]);
        let is_caught = !(self.men & HOLE).is_empty() && !(self.facing_men & LID).is_empty();
        -DOG_HOLE * i32::from(is_caught)
    }

    fn refuge(&self) -> i32 {
        let is_safe = self.lead() < 0 && !(self.kings & DOUBLE_CORNERS).is_empty();
        REFUGE * i32::from(is_safe)
    }

    /// By how many pieces this side is ahead.
    fn lead(&self) -> i32 {
        count(self.pieces) - count(self.facing)
    }
}

/// Who is ahead gains by every exchange.
fn simplification(own: &View) -> i32 {
    let pieces = count(!own.free);
    SIMPLER * own.lead() / pieces.max(1)
}

const fn count(squares: Squares) -> i32 {
    squares.len() as i32
}
