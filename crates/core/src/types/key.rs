//! Keys of positions for the transposition table.

/// A 64-bit key of a position, the side to move included, well mixed in every bit.
///
/// A game that can number its positions gets collision-free keys from [`Key::exact`]. Others hash
/// with [`Key::hashed`]; two positions then share a key with probability 2^-64. The search salts
/// keys by game: see [`Key::game_salt`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u64);

impl Key {
    /// The key of position number `code`. Distinct codes give distinct keys.
    #[must_use]
    pub const fn exact(code: u64) -> Self {
        Self(mix(code))
    }

    /// The hash of a position given as two times two words.
    #[must_use]
    pub const fn hashed([[a, b], [c, d]]: [[u64; 2]; 2]) -> Self {
        let first = folded(a ^ mix(0), b ^ mix(1 << 8));
        Self(folded(c ^ first, d ^ mix(1 << 9)))
    }

    /// The key of the same position in other circumstances, given as a salt.
    #[must_use]
    pub const fn salted(self, salt: u64) -> Self {
        Self(self.0 ^ mix(salt))
    }

    /// The salt of a game in the shared table: a hash of its ID (FNV-1a: Fowler, Noll, Vo).
    #[must_use]
    pub const fn game_salt(id: &str) -> u64 {
        let (mut hash, mut at) = (0xcbf2_9ce4_8422_2325, 0);
        while at < id.len() {
            hash = (hash ^ id.as_bytes()[at] as u64).wrapping_mul(0x0000_0100_0000_01b3);
            at += 1;
        }
        hash
    }

    /// The 64 bits.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }
}

/// Multiplies and folds both halves: a fast mixer of two words (Wang Yi: wyhash, 2019).
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
