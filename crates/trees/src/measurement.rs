//! Means over random trees.

use crate::record::{LeafCounts, Polled};
use crate::resource_limiter::ResourceLimiter;
use crate::searches::{Search, Settings, catalogue};
use crate::trees::{RandomTree, minimal_leaves};
use crate::value::Player;
use bestmove_core::game::Invalid;

/// Searches to run on random trees with consecutive seeds.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// The first tree; the others have the seeds after its own.
    pub first: RandomTree,
    /// The number of trees.
    pub trees: u64,
    /// The player to move at the root.
    pub root: Player,
    /// The searches.
    pub searches: Vec<Search>,
    /// What all searches have in common.
    pub settings: Settings,
}

/// What searches evaluated on random trees.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeMeasurement {
    /// The number of trees that all searches have searched.
    pub trees: u64,
    /// Whether these are all.
    pub is_complete: bool,
    /// The leaves of a tree.
    pub leaves: u64,
    /// The least number of leaves that prove the value of such a tree, if it has no chance nodes.
    pub minimal: Option<u64>,
    /// The sums of each search.
    pub sums: Vec<(Search, Sums)>,
}

/// Sums over trees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Trees.
    pub trees: u64,
    /// Evaluations, repeats included.
    pub evaluations: u64,
    /// Distinct leaves.
    pub distinct: u64,
    /// Squares of the numbers of distinct leaves.
    squares: u128,
}

impl Sums {
    const fn add(&mut self, evaluations: u64, distinct: u64) {
        self.trees += 1;
        self.evaluations += evaluations;
        self.distinct += distinct;
        self.squares += (distinct as u128) * (distinct as u128);
    }

    /// The mean of the evaluations of a tree; none without trees.
    #[must_use]
    pub fn mean_evaluations(&self) -> Option<f64> {
        (self.trees > 0).then(|| self.evaluations as f64 / self.trees as f64)
    }

    /// The mean of the distinct leaves of a tree; none without trees.
    #[must_use]
    pub fn mean_distinct(&self) -> Option<f64> {
        (self.trees > 0).then(|| self.distinct as f64 / self.trees as f64)
    }

    /// The standard error of [`Sums::mean_distinct`]; none for fewer than two trees.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        let (trees, mean) = (self.trees as f64, self.mean_distinct().filter(|_| self.trees > 1)?);
        let variance = (self.squares as f64 - trees * mean * mean).max(0.0) / (trees - 1.0);
        Some((variance / trees).sqrt())
    }
}

impl Measurement {
    /// Checks the arguments of the trees.
    ///
    /// # Errors
    ///
    /// [`Invalid`] naming the first argument that is out of range.
    pub fn check(&self) -> Result<(), Invalid> {
        self.first.check()
    }

    /// Searches tree after tree, until the limiter stops it. The sums are those of the trees that all searches
    /// have finished. It has to have its [memory](Self::bytes).
    pub fn run(&self, limiter: &dyn ResourceLimiter) -> TreeMeasurement {
        let mut measured = self.nothing_measured();
        while !measured.is_complete && !limiter.must_stop() {
            let Some(counts) = self.counts_of_tree(measured.trees, limiter) else { break };
            for ((_, sums), (evaluations, distinct)) in measured.sums.iter_mut().zip(counts) {
                sums.add(evaluations, distinct);
            }
            measured.trees += 1;
            measured.is_complete = measured.trees == self.trees;
        }
        measured
    }

    /// The memory of a tree and of the counts of a search, in bytes. Searches may take more for what they keep.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.first.bytes() + self.first.bytes_of_generation() + self.counts().bytes()
    }

    fn counts(&self) -> LeafCounts {
        LeafCounts::of_uniform(self.first.branching, self.first.size().nodes())
    }

    fn nothing_measured(&self) -> TreeMeasurement {
        let RandomTree { branching, depth, .. } = self.first;
        let (branching, depth) = (branching as u64, depth as u32);
        TreeMeasurement {
            trees: 0,
            is_complete: self.trees == 0,
            leaves: branching.saturating_pow(depth),
            minimal: minimal_leaves(branching, depth).filter(|_| !self.first.has_chance()),
            sums: self.searches.iter().map(|&search| (search, Sums::default())).collect(),
        }
    }

    /// Evaluations and distinct leaves of each search on the tree with this number.
    fn counts_of_tree(&self, number: u64, limiter: &dyn ResourceLimiter) -> Option<Vec<(u64, u64)>> {
        let random = RandomTree { seed: self.first.seed.wrapping_add(number), ..self.first };
        let tree = random.generate_within(self.root, limiter).ok()?;
        let count = |&search: &Search| {
            let mut observer = Polled::new(limiter, self.counts());
            catalogue::run(search, &tree, &self.settings, &mut observer).ok()?;
            let counts = observer.inner;
            Some((counts.evaluations, counts.distinct() as u64))
        };
        self.searches.iter().map(count).collect()
    }
}
