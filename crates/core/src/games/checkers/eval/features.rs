//! Features of the evaluation: one entry of each of its tables. All are seen from the side to move,
//! whose men go down the board, so the same weights serve both sides.

use super::super::Board;
use super::super::movegen;
use super::super::square::{Direction, Squares};
use super::patterns::{Patterns, Region, numbers, rectangle};
use crate::game::Side;

/// Regions of men, kings ignored: large regions, and pairs of rows for patterns that are too rare
/// there.
const MEN_REGIONS: [[Region; 3]; 7] = [
    [rectangle([0, 3], [0, 2]), rectangle([2, 5], [0, 2]), rectangle([4, 7], [0, 2])],
    [rectangle([0, 3], [1, 3]), rectangle([2, 5], [1, 3]), rectangle([4, 7], [1, 3])],
    [rectangle([0, 2], [0, 3]), rectangle([1, 3], [0, 3]), rectangle([2, 4], [0, 3])],
    [rectangle([3, 5], [0, 3]), rectangle([4, 6], [0, 3]), rectangle([5, 7], [0, 3])],
    [rectangle([0, 5], [0, 1]), rectangle([0, 5], [1, 2]), rectangle([0, 5], [2, 3])],
    [rectangle([2, 7], [0, 1]), rectangle([2, 7], [2, 3]), rectangle([0, 1], [0, 3])],
    [rectangle([2, 3], [0, 3]), rectangle([4, 5], [0, 3]), rectangle([6, 7], [0, 3])],
];
/// Regions of men and kings, used while there are kings: halves of four rows, and single rows.
const KING_REGIONS: [[Region; 3]; 6] = [
    [rectangle([0, 3], [0, 1]), rectangle([0, 3], [1, 2]), rectangle([0, 3], [2, 3])],
    [rectangle([2, 5], [0, 1]), rectangle([6, 7], [0, 3]), rectangle([2, 5], [2, 3])],
    [rectangle([4, 7], [0, 1]), rectangle([4, 7], [1, 2]), rectangle([4, 7], [2, 3])],
    [rectangle([0, 1], [0, 3]), rectangle([0, 0], [0, 3]), rectangle([1, 1], [0, 3])],
    [rectangle([2, 2], [0, 3]), rectangle([3, 3], [0, 3]), rectangle([4, 4], [0, 3])],
    [rectangle([5, 5], [0, 3]), rectangle([6, 6], [0, 3]), rectangle([7, 7], [0, 3])],
];

/// Digits: free, own man, opponent's man.
static MEN: Patterns<3, 7> = Patterns::of(&MEN_REGIONS);
/// Digits: the same, and own king, opponent's king.
static KINGS: Patterns<5, 6> = Patterns::of(&KING_REGIONS);

/// The first entry of each table.
const MEN_STARTS: ([[usize; 3]; 7], usize) = starts(0, Patterns::<3, 7>::sizes(&MEN_REGIONS));
const KING_STARTS: ([[usize; 3]; 6], usize) = starts(MEN_STARTS.1, Patterns::<5, 6>::sizes(&KING_REGIONS));
const MATERIAL: Counted<4> = Counted::after(KING_STARTS.1, [13, 13, 5, 5]);
const MOBILITY: Counted<3> = Counted::after(MATERIAL.end(), [16, 16, 3]);
const TEMPO: Counted<2> = Counted::after(MOBILITY.end(), [32, 25]);
const OPPOSITION: Counted<3> = Counted::after(TEMPO.end(), [2, 13, 13]);
const TRAPPED: Counted<2> = Counted::after(OPPOSITION.end(), [4, 4]);
/// Entries of all tables together.
pub const SIZE: usize = TRAPPED.end();

/// The starts of consecutive tables of those sizes, and the end of the last.
const fn starts<const WORDS: usize>(from: usize, sizes: [[usize; 3]; WORDS]) -> ([[usize; 3]; WORDS], usize) {
    let (mut starts, mut at, mut slot) = ([[0; 3]; WORDS], from, 0);
    while slot < 3 * WORDS {
        starts[slot / 3][slot % 3] = at;
        at += sizes[slot / 3][slot % 3];
        slot += 1;
    }
    (starts, at)
}

/// A table indexed by counts, each below a limit; larger ones are clamped.
struct Counted<const NUMBERS: usize> {
    start: usize,
    limits: [usize; NUMBERS],
}

impl<const NUMBERS: usize> Counted<NUMBERS> {
    const fn after(start: usize, limits: [usize; NUMBERS]) -> Self {
        Self { start, limits }
    }

    const fn end(&self) -> usize {
        let (mut size, mut at) = (1, 0);
        while at < NUMBERS {
            size *= self.limits[at];
            at += 1;
        }
        self.start + size
    }

    #[inline]
    fn entry(&self, numbers: [u32; NUMBERS]) -> usize {
        let places = numbers.into_iter().zip(self.limits);
        self.start + places.fold(0, |sum, (number, limit)| sum * limit + (number as usize).min(limit - 1))
    }

    /// The numbers of an entry of this table.
    fn numbers(&self, entry: usize) -> Option<[u32; NUMBERS]> {
        let mut rest = (self.start..self.end()).contains(&entry).then(|| entry - self.start)?;
        let mut numbers = self.limits.map(|_| 0);
        for (number, limit) in numbers.iter_mut().zip(self.limits).rev() {
            *number = (rest % limit) as u32;
            rest /= limit;
        }
        Some(numbers)
    }
}

/// The prior of an entry, in men, before training.
#[must_use]
pub fn prior(entry: usize) -> f32 {
    let Some(counts) = MATERIAL.numbers(entry) else { return 0.0 };
    let [own_men, other_men, own_kings, other_kings] = counts.map(|count| count as f32);
    own_men - other_men + 1.3 * (own_kings - other_kings)
}

/// Calls `see` with an entry of each table; of the king tables only if there are kings.
#[inline]
pub fn each(board: &Board, mut see: impl FnMut(usize)) {
    let view = View::of(board);
    let [own, other] = view.men.map(Squares::packed);
    let (own_sum, other_sum) = (MEN.sum(own), MEN.sum(other));
    for (word, starts) in MEN_STARTS.0.iter().enumerate() {
        let found = numbers(own_sum[word] + (other_sum[word] << 1));
        (0..3).for_each(|slot| see(starts[slot] + found[slot]));
    }
    let [own_men, other_men] = view.men.map(Squares::len);
    let [own_kings, other_kings] = view.kings.map(Squares::len);
    see(MATERIAL.entry([own_men, other_men, own_kings, other_kings]));
    let [own_steps, other_steps] = view.steps();
    see(MOBILITY.entry([own_steps, other_steps, movegen::jumpers(&view.board.passed()).len()]));
    see(TEMPO.entry([view.tempo(), own_men + other_men]));
    see(OPPOSITION.entry([view.opposition(), own_men + own_kings, other_men + other_kings]));
    if own_kings + other_kings > 0 {
        let [own, other] = view.kings.map(Squares::packed);
        let (own_men, other_men) = (KINGS.sum(view.men[0].packed()), KINGS.sum(view.men[1].packed()));
        let (own_kings, other_kings) = (KINGS.sum(own), KINGS.sum(other));
        for (word, starts) in KING_STARTS.0.iter().enumerate() {
            let odd = own_men[word] + own_kings[word];
            let even = other_men[word] + own_kings[word] + (other_kings[word] << 1);
            let found = numbers(odd + (even << 1));
            (0..3).for_each(|slot| see(starts[slot] + found[slot]));
        }
        see(TRAPPED.entry(view.trapped()));
    }
}

/// A board with the side to move as Black; by side, the mover first.
struct View {
    board: Board,
    men: [Squares; 2],
    kings: [Squares; 2],
    free: Squares,
}

impl View {
    #[inline]
    fn of(board: &Board) -> Self {
        let board = board.seen_by_mover();
        let sides = [Side::First, Side::Second].map(|side| board.of(side));
        let kings = board.kings();
        Self {
            board,
            men: sides.map(|pieces| pieces & !kings),
            kings: sides.map(|pieces| pieces & kings),
            free: board.free(),
        }
    }

    /// Steps available to each side, ignoring captures (mobility).
    fn steps(&self) -> [u32; 2] {
        let [up_left, up_right, down_left, down_right] = Direction::ALL;
        let ways = |pieces: Squares, direction| (pieces.step(direction) & self.free).len();
        let both = |pieces: Squares, [left, right]: [Direction; 2]| ways(pieces, left) + ways(pieces, right);
        let (up, down) = ([up_left, up_right], [down_left, down_right]);
        [
            both(self.men[0] | self.kings[0], down) + both(self.kings[0], up),
            both(self.men[1] | self.kings[1], up) + both(self.kings[1], down),
        ]
    }

    /// By how many rows the mover's men are ahead, 16 for none (tempo).
    fn tempo(&self) -> u32 {
        /// The rows whose number has the bit 1, 2 or 4.
        const BITS: [Squares; 3] =
            [Squares::rows(&[1, 3, 5, 7]), Squares::rows(&[2, 3, 6, 7]), Squares::rows(&[4, 5, 6, 7])];
        let [ones, twos, fours] = BITS.map(|rows| (self.men[0] & rows).len() + (self.men[1] & rows).len());
        (16 + ones + 2 * twos + 4 * fours).saturating_sub(7 * self.men[1].len())
    }

    /// Whether the side to move has the opposition ("the move"): it will make the last free move
    /// when all pieces face each other.
    fn opposition(&self) -> u32 {
        const SYSTEM: Squares = Squares::rows(&[1, 3, 5, 7]);
        (!self.free & SYSTEM).len() & 1
    }

    /// Kings that cannot step.
    fn trapped(&self) -> [u32; 2] {
        let beside_free = Direction::ALL
            .into_iter()
            .fold(Squares::EMPTY, |beside, direction| beside | self.free.step(direction));
        self.kings.map(|kings| (kings & !beside_free).len())
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Checkers;
    use super::*;
    use crate::game::Notation;

    fn entries(text: &str) -> Vec<usize> {
        let mut entries = Vec::new();
        each(&Checkers::parse(text).expect("a position"), |entry| entries.push(entry));
        entries
    }

    #[test]
    fn entries_of_a_crowded_board_are_distinct_and_in_range() {
        let full =
            "W:WK5,K6,K7,K8,K13,K14,K15,K16,K21,K22,K23,K24:BK1,K2,K3,K4,K9,K10,K11,K12,K17,K18,K19,K20";
        let entries = entries(full);
        assert_eq!(entries.len(), 21 + 18 + 5);
        assert!(entries.iter().all(|&entry| entry < SIZE));
        let mut sorted = entries.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), entries.len());
    }

    /// The digits of a region, square by square.
    #[test]
    fn patterns_are_relative_to_the_side_to_move() {
        let entries = entries("B:W32,K23:B1,2,K20");
        let digit = |square: u32| match square {
            0 | 1 => 1,
            31 => 2,
            19 => 3,
            22 => 4,
            _ => 0,
        };
        let number = |region: Region, base: usize| {
            let squares = (0..32).filter(|square| region >> square & 1 == 1);
            let digits = squares.map(|square| if digit(square) < base { digit(square) } else { 0 });
            digits.rev().fold(0, |sum, digit| sum * base + digit)
        };
        let men =
            (0..21).map(|slot| MEN_STARTS.0[slot / 3][slot % 3] + number(MEN_REGIONS[slot / 3][slot % 3], 3));
        let kings = (0..18)
            .map(|slot| KING_STARTS.0[slot / 3][slot % 3] + number(KING_REGIONS[slot / 3][slot % 3], 5));
        assert_eq!(entries[..21], men.collect::<Vec<_>>());
        assert_eq!(entries[25..43], kings.collect::<Vec<_>>());
        assert_eq!(MATERIAL.numbers(entries[21]), Some([2, 1, 1, 1]));
        assert_eq!(prior(entries[21]), 1.0);
    }

    #[test]
    fn steps_tempo_opposition_and_trapped_pieces_are_counted() {
        let view = |text: &str| View::of(&Checkers::parse(text).expect("a position"));
        let start = view("B:W21-32:B1-12");
        assert_eq!((start.steps(), start.tempo(), start.opposition()), ([7, 7], 16, 0));
        let ahead = view("B:W30:B25");
        assert_eq!((ahead.tempo(), ahead.steps(), ahead.trapped()), (16 + 6, [1, 1], [0, 0]));
        let cornered = view("W:WK29:B25,22");
        assert_eq!(cornered.trapped(), [1, 0]);
    }
}
