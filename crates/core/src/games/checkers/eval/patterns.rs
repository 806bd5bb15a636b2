//! Patterns: the occupation of a region as a number.
//!
//! Squares are digits: 0 for a free one, otherwise its state. The number is a sum over squares, and
//! so a sum of four table entries by the bytes of a bitboard. Three regions share a word.

/// A set of squares, bit `n - 1` for square `n`.
pub(super) type Region = u32;

/// The squares of the rows and columns from the first to the last of each, counted from 0; a row has
/// four columns.
pub(super) const fn rectangle(rows: [u32; 2], columns: [u32; 2]) -> Region {
    let columns = (1 << (columns[1] + 1)) - (1 << columns[0]);
    let (mut row, mut region) = (rows[0], 0);
    while row <= rows[1] {
        region |= columns << (4 * row);
        row += 1;
    }
    region
}

/// Bits of a word for each region.
const BITS: u32 = 21;

/// The patterns of `3 * WORDS` regions, with digits below `BASE`.
#[derive(Debug)]
pub(super) struct Patterns<const BASE: u64, const WORDS: usize> {
    /// By byte of the set and its value: what its squares add to each number.
    parts: [[[u64; WORDS]; 256]; 4],
}

impl<const BASE: u64, const WORDS: usize> Patterns<BASE, WORDS> {
    pub(super) const fn of(regions: &[[Region; 3]; WORDS]) -> Self {
        let mut parts = [[[0; WORDS]; 256]; 4];
        let mut slot = 0;
        while slot < 3 * WORDS {
            let (mut squares, mut digit) = (regions[slot / 3][slot % 3], 1 << (BITS * (slot % 3) as u32));
            while squares != 0 {
                let square = squares.trailing_zeros() as usize;
                let mut content = 0;
                while content < 256 {
                    if content >> (square % 8) & 1 == 1 {
                        parts[square / 8][content][slot / 3] += digit;
                    }
                    content += 1;
                }
                squares &= squares - 1;
                digit *= BASE;
            }
            slot += 1;
        }
        Self { parts }
    }

    /// The entries that each pattern could have.
    pub(super) const fn sizes(regions: &[[Region; 3]; WORDS]) -> [[usize; 3]; WORDS] {
        let mut sizes = [[0; 3]; WORDS];
        let mut slot = 0;
        while slot < 3 * WORDS {
            sizes[slot / 3][slot % 3] = BASE.pow(regions[slot / 3][slot % 3].count_ones()) as usize;
            slot += 1;
        }
        sizes
    }

    /// The numbers of all regions in which the squares of `set` are in state 1.
    #[inline]
    pub(super) fn sum(&self, set: Region) -> [u64; WORDS] {
        let [a, b, c, d] = set.to_le_bytes();
        let [p, q, r, s] = &self.parts;
        let [a, b, c, d] = [&p[usize::from(a)], &q[usize::from(b)], &r[usize::from(c)], &s[usize::from(d)]];
        std::array::from_fn(|word| a[word] + b[word] + c[word] + d[word])
    }
}

/// The numbers in a word.
#[inline]
pub(super) const fn numbers(word: u64) -> [usize; 3] {
    const MASK: u64 = (1 << BITS) - 1;
    [(word & MASK) as usize, (word >> BITS & MASK) as usize, (word >> (2 * BITS)) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    const REGIONS: [[Region; 3]; 1] = [[rectangle([0, 1], [0, 3]), rectangle([2, 4], [1, 3]), 1 << 31 | 1]];
    static PATTERNS: Patterns<3, 1> = Patterns::of(&REGIONS);

    #[test]
    fn pattern_numbers_are_ternary() {
        let mut set = 1_u32;
        for _ in 0..1000 {
            set = set.wrapping_mul(0x9e37_79b9).rotate_left(7) ^ 0x1234_5678;
            let squares = |region: Region| (0..32).filter(move |square| region >> square & 1 == 1);
            let slow = REGIONS[0].map(|region| {
                let digits = squares(region).enumerate();
                digits
                    .map(|(place, square)| 3_usize.pow(place as u32) * (set >> square & 1) as usize)
                    .sum::<usize>()
            });
            assert_eq!(numbers(PATTERNS.sum(set)[0]), slow);
        }
        assert_eq!(Patterns::<3, 1>::sizes(&REGIONS), [[6561, 19683, 9]]);
        assert_eq!(REGIONS[0][1], 0b1110_1110_1110 << 8);
    }
}
