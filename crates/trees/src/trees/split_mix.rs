//! SplitMix64, the random numbers of trees and orders: the same seed gives the same ones everywhere.
//!
//! Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators*, 2014.

/// A generator of random numbers.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator that starts from a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number below `end`.
    pub const fn below(&mut self, end: u64) -> u64 {
        ((self.next_u64() as u128 * end as u128) >> 64) as u64
    }

    /// A number in [0, 1).
    pub const fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Shuffles a slice: every order is equally likely (Fisher and Yates, from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        (1..items.len()).rev().for_each(|last| self.shuffle_in(items, last));
    }

    /// A step of a shuffle: exchanges an item with itself or one before it.
    pub(super) fn shuffle_in<T>(&mut self, items: &mut [T], last: usize) {
        items.swap(last, self.below(last as u64 + 1) as usize);
    }
}
