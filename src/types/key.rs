//! Names of positions in the transposition table.

/// A 64-bit name of a position, the side to move included, well mixed in every bit.
///
/// A game whose positions fit in 56 bits gets an exact name from [`Key::exact`]: no two positions
/// share it. The others hash with [`Key::hashed`]; two positions then share a key once in 2^64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u64);

impl Key {
    /// The key of position number `code` (below 2^56) of the game `tag`. Distinct arguments give
    /// distinct keys.
    #[must_use]
    pub const fn exact(tag: u8, code: u64) -> Self {
        Self(mix((tag as u64) << 56 | code))
    }

    /// The key of a position of the game `tag` told by two times two words.
    #[must_use]
    pub const fn hashed(tag: u8, [[a, b], [c, d]]: [[u64; 2]; 2]) -> Self {
        let first = folded(a ^ mix(tag as u64), b ^ mix(1 << 8));
        Self(folded(c ^ first, d ^ mix(1 << 9)))
    }

    /// The key of the same position under another circumstance, told by `salt`.
    #[must_use]
    pub const fn salted(self, salt: u64) -> Self {
        Self(self.0 ^ mix(salt))
    }

    /// The 64 bits.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }
}

/// Both halves of the product, joined: a fast mixer of two words (Wang Yi: wyhash, 2019).
const fn folded(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

/// A bijection of 64 bits in which each input bit moves every output bit: the finaliser of
/// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014, figure 16).
const fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
