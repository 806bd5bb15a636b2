//! Slices: positions of the same material. A slice depends on slices before it: captures lead to
//! fewer pieces, crowning to fewer men.

use std::fmt;
use std::sync::LazyLock;

/// The most pieces of a table.
pub const MAX_PIECES: usize = 7;
/// The most pieces of a table of all material. With more, each slice has a table of its own.
pub const MAX_LAYER_PIECES: usize = 6;
/// The squares of a man: all except its king row.
const MEN_SQUARES: usize = 28;
const SQUARES: usize = 32;

/// Material with which the winner needs many plies to make progress: three kings against three
/// pieces, men among them, from the loser's side. Each depends on those before.
pub const SLOW_WINS: [Slice; 2] = {
    let three_kings = Force { men: 0, kings: 3 };
    [
        Slice { own: Force { men: 1, kings: 2 }, other: three_kings },
        Slice { own: Force { men: 2, kings: 1 }, other: three_kings },
    ]
};

/// The number of positions with the material of [`SLOW_WINS`].
pub(super) fn slow_wins_len() -> usize {
    SLOW_WINS.into_iter().map(Slice::len).sum()
}

/// The men and kings of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Force {
    /// Its men.
    pub men: usize,
    /// Its kings.
    pub kings: usize,
}

impl Force {
    /// The number of pieces.
    #[must_use]
    pub const fn pieces(self) -> usize {
        self.men + self.kings
    }

    /// With one man crowned; `None` without men.
    fn crowned(self) -> Option<Self> {
        Some(Self { men: self.men.checked_sub(1)?, kings: self.kings + 1 })
    }
}

/// All positions with the same material. The slices of equal numbers of pieces share one sequence
/// of numbers; above [`MAX_LAYER_PIECES`] each slice has its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The material of the side to move.
    pub own: Force,
    /// The material of the opponent.
    pub other: Force,
}

impl Slice {
    /// The slices with that number of pieces in which both sides have some, each after those it
    /// depends on.
    pub fn all(pieces: usize) -> impl Iterator<Item = Self> {
        let split = move |men| (1..pieces).flat_map(move |own| (0..=men).map(move |own_men| (own, own_men)));
        (0..=pieces).flat_map(move |men| {
            split(men).filter_map(move |(own, own_men)| {
                let force = |all: usize, men| Some(Force { men, kings: all.checked_sub(men)? });
                Some(Self { own: force(own, own_men)?, other: force(pieces - own, men - own_men)? })
            })
        })
    }

    /// The slices in which the side to move has `own` pieces and the opponent `other`, each after
    /// those it depends on.
    pub fn with_pieces(own: usize, other: usize) -> impl Iterator<Item = Self> {
        Self::all(own + other).filter(move |slice| slice.own.pieces() == own)
    }

    /// The slices with one man crowned, of the side to move or of the opponent.
    pub fn crowned(self) -> impl Iterator<Item = Self> {
        let own = self.own.crowned().map(|own| Self { own, ..self });
        let other = self.other.crowned().map(|other| Self { other, ..self });
        own.into_iter().chain(other)
    }

    /// The number of pieces.
    #[must_use]
    pub const fn pieces(self) -> usize {
        self.own.pieces() + self.other.pieces()
    }

    /// The same material with the other side to move.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// The first number of the slice.
    #[must_use]
    pub fn start(self) -> usize {
        STARTS[self.id()] as usize
    }

    /// The number of indices. Some belong to no position: two pieces on one square.
    #[must_use]
    pub const fn len(self) -> usize {
        self.men_sets() * self.block()
    }

    /// Whether there are no indices.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The number of positions.
    #[must_use]
    pub fn positions(self) -> u64 {
        let Self { own, other } = self;
        let kings =
            choose(self.king_squares(), own.kings) * choose(self.king_squares() - own.kings, other.kings);
        // Men of both sides may stand on 24 squares, men of one side only on four.
        let men = |at_home: usize| {
            choose(4, at_home)
                * choose(24, own.men - at_home)
                * choose(MEN_SQUARES + at_home - own.men, other.men)
        };
        (0..=own.men.min(4)).map(|at_home| (men(at_home) * kings) as u64).sum()
    }

    /// The arrangements of men, those with two men on one square included.
    pub(super) const fn men_sets(self) -> usize {
        choose(MEN_SQUARES, self.own.men) * choose(MEN_SQUARES, self.other.men)
    }

    /// The arrangements of kings for given men.
    #[must_use]
    pub const fn block(self) -> usize {
        choose(self.king_squares(), self.own.kings) * choose(self.king_squares(), self.other.kings)
    }

    /// The squares that the men leave free.
    pub(super) const fn king_squares(self) -> usize {
        SQUARES - self.own.men - self.other.men
    }

    /// A small number of its own.
    pub(super) const fn id(self) -> usize {
        let Self { own, other } = self;
        ((own.men * MAX_PIECES + own.kings) * MAX_PIECES + other.men) * MAX_PIECES + other.kings
    }
}

/// Such as `1 men 3 kings against 0 men 3 kings`.
impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { own, other } = self;
        write!(f, "{} men {} kings against {} men {} kings", own.men, own.kings, other.men, other.kings)
    }
}

/// The number of indices with that number of pieces.
#[must_use]
pub fn numbers(pieces: usize) -> usize {
    Slice::all(pieces).map(Slice::len).sum()
}

/// Starts by [`Slice::id`]; 0 above [`MAX_LAYER_PIECES`].
static STARTS: LazyLock<[u32; MAX_PIECES.pow(4)]> = LazyLock::new(|| {
    let mut starts = [0; MAX_PIECES.pow(4)];
    for pieces in 2..=MAX_LAYER_PIECES {
        let mut start = 0;
        for slice in Slice::all(pieces) {
            starts[slice.id()] = start;
            start += slice.len() as u32;
        }
    }
    starts
});

/// The binomial coefficient, for `many` up to 32 and `few` up to [`MAX_PIECES`].
pub(super) const fn choose(many: usize, few: usize) -> usize {
    CHOOSE[few][many] as usize
}

static CHOOSE: [[u32; SQUARES + 1]; MAX_PIECES + 1] = {
    let mut ways = [[0; SQUARES + 1]; MAX_PIECES + 1];
    ways[0] = [1; SQUARES + 1];
    let mut few = 1;
    while few <= MAX_PIECES {
        let mut many = 1;
        while many <= SQUARES {
            ways[few][many] = ways[few][many - 1] + ways[few - 1][many - 1];
            many += 1;
        }
        few += 1;
    }
    ways
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The counts of Schaeffer et al., Checkers Is Solved, Science 2007, include positions with pieces of one
    /// side only.
    #[test]
    fn position_counts_agree_with_published_ones() {
        let published = [6_972, 261_224, 7_092_774, 148_688_232, 2_503_611_964, 34_779_531_480];
        for (pieces, expected) in (2..).zip(published) {
            let one_sided = |men: usize| choose(MEN_SQUARES, men) * choose(SQUARES - men, pieces - men);
            let one_sided: usize = (0..=pieces).map(one_sided).sum();
            let two_sided: u64 = Slice::all(pieces).map(Slice::positions).sum();
            assert_eq!(two_sided + 2 * one_sided as u64, expected, "{pieces} pieces");
        }
    }

    #[test]
    fn slices_are_contiguous() {
        for pieces in 2..=MAX_LAYER_PIECES {
            let mut start = 0;
            for slice in Slice::all(pieces) {
                assert_eq!(slice.start(), start, "{slice:?}");
                assert_eq!(slice.flipped().len(), slice.len());
                start += slice.len();
            }
            assert!(u32::try_from(start).is_ok());
        }
        for slice in Slice::all(MAX_PIECES) {
            assert_eq!(slice.start(), 0, "{slice:?}");
            assert!(u32::try_from(slice.len()).is_ok(), "{slice:?}");
        }
    }

    #[test]
    fn four_pieces_against_three_have_twenty_slices_in_the_order_of_crowning() {
        let slices: Vec<Slice> = Slice::with_pieces(4, 3).collect();
        assert_eq!(slices.len(), 20);
        for (nth, slice) in slices.iter().enumerate() {
            assert!(slice.crowned().all(|crowned| slices[..nth].contains(&crowned)), "{slice:?}");
        }
    }
}
