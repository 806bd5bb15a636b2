//! Figures that decide a claim, and the runs that measure them.

use crate::searches::Search;
use crate::theory::{
    Extremes, coin_leaves, mean_leaves_of_two_plies, perfect_order_growth, random_order_growth,
    random_order_growth_fit, randomised_growth, reluctant_leaves,
};

/// A figure: what a search counts on a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// What it is, in a few words.
    pub label: &'static str,
    /// The tree and the options of the search.
    pub run: Run,
    /// The search.
    pub search: Search,
    /// What is counted.
    pub count: Count,
    /// The figure that the text has, or that follows from its words.
    pub printed: Option<f64>,
    /// What theory expects.
    pub formula: Option<Formula>,
    /// What a run has measured.
    pub measured: f64,
}

impl Figure {
    pub(super) const fn new(
        label: &'static str,
        run: Run,
        search: Search,
        count: Count,
        measured: f64,
    ) -> Self {
        Self { label, run, search, count, printed: None, formula: None, measured }
    }

    /// With the figure that the text has.
    pub(super) const fn printed(self, printed: f64) -> Self {
        Self { printed: Some(printed), ..self }
    }

    /// With what theory expects.
    pub(super) const fn expected(self, formula: Formula) -> Self {
        Self { formula: Some(formula), ..self }
    }
}

/// A run of a search that anybody can repeat. Options are fields of the request with their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// A tree by its text.
    Tree(&'static str, &'static [(&'static str, &'static str)]),
    /// The start position of a game.
    Position(&'static str, &'static [(&'static str, &'static str)]),
    /// Random trees by the arguments of the first, and their number. The others have the seeds after its own.
    Mean(&'static str, u64, &'static [(&'static str, &'static str)]),
}

/// What is counted of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Calls of the leaf function; of several trees the mean.
    Evaluations,
    /// Leaves without repeats; of several trees the mean.
    DistinctLeaves,
    /// Visits of nodes.
    Nodes,
    /// The value of the root.
    Value,
    /// The number of the best move, counted from 1.
    BestMove,
    /// Cutoffs at nodes of Min.
    AlphaCutoffs,
    /// Cutoffs by a bound from beyond the parent.
    DeepCutoffs,
    /// Passes over the whole tree.
    Passes,
    /// The largest number of states in a list.
    LargestList,
    /// The plies of the best line.
    LinePlies,
}

impl Count {
    /// All with their names.
    pub const ALL: &[(&str, Self)] = &[
        ("evaluations", Self::Evaluations),
        ("distinct_leaves", Self::DistinctLeaves),
        ("nodes", Self::Nodes),
        ("value", Self::Value),
        ("best_move", Self::BestMove),
        ("alpha_cutoffs", Self::AlphaCutoffs),
        ("deep_cutoffs", Self::DeepCutoffs),
        ("passes", Self::Passes),
        ("largest_list", Self::LargestList),
        ("line_plies", Self::LinePlies),
    ];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// What theory expects of uniform trees with `b` children a node and `d` plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formula {
    /// All leaves.
    AllLeaves(u64, u32),
    /// The leaves of the minimal tree.
    MinimalLeaves(u64, u32),
    /// The nodes of the minimal tree.
    MinimalNodes(u64, u32),
    /// The root of all leaves: perfect order's growth to the power of the depth.
    SquareRoot(u32, u32),
    /// The mean of alpha-beta on two plies of distinct leaves in random order.
    TwoPlies(u32),
    /// The mean of alpha-beta with the window from loss to win, where each leaf is a toss of a coin.
    Coins(u32, u32),
    /// The mean of alpha-beta in random order with that window, where the leaves hold it up longest.
    Reluctant(u32, u32),
    /// The growth of that to the power of the depth.
    RandomisedGrowth(u32, u32),
    /// The branching factor of alpha-beta for distinct leaves in random order, to the power of the depth.
    RandomOrder(u32, u32),
    /// The approximation of that.
    RandomOrderFit(u32, u32),
}

impl Formula {
    /// The formula in signs.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::AllLeaves(..) => "b^d",
            Self::MinimalLeaves(..) => "b^⌈d/2⌉ + b^⌊d/2⌋ − 1",
            Self::MinimalNodes(..) => "the sum of b^⌈n/2⌉ + b^⌊n/2⌋ − 1 for n = 0 … d",
            Self::SquareRoot(..) => "(√b)^d",
            Self::TwoPlies(..) => {
                "the sum over i and j = 1 … b of the products of k/(k + (j − 1)/b), k below i"
            }
            Self::Coins(..) => "exact mean for fair coins, growth √b",
            Self::Reluctant(..) => "exact mean, growth (b − 1 + √(b² + 14b + 1))/4",
            Self::RandomisedGrowth(..) => "((b − 1 + √(b² + 14b + 1))/4)^d",
            Self::RandomOrder(..) => "(ξ/(1 − ξ))^d with ξ^b + ξ = 1",
            Self::RandomOrderFit(..) => "(0.925 b^0.747)^d",
        }
    }

    /// What it expects; none if the number is too large.
    #[must_use]
    pub fn value(self) -> Option<f64> {
        let power = |growth: f64, depth: u32| Some(growth.powi(depth as i32));
        let extremes = |branching, depth| Extremes::of(branching, depth);
        match self {
            Self::AllLeaves(b, d) => extremes(b, d).map(|extremes| extremes.worst_leaves as f64),
            Self::MinimalLeaves(b, d) => extremes(b, d).map(|extremes| extremes.best_leaves as f64),
            Self::MinimalNodes(b, d) => extremes(b, d).map(|extremes| extremes.best_nodes as f64),
            Self::SquareRoot(b, d) => power(perfect_order_growth(b), d),
            Self::TwoPlies(b) => Some(mean_leaves_of_two_plies(b)),
            Self::Coins(b, d) => coin_leaves(b, 0.5).nth(d as usize).map(|row| row.mean()),
            Self::Reluctant(b, d) => reluctant_leaves(b).nth(d as usize).map(|row| row.if_won),
            Self::RandomisedGrowth(b, d) => power(randomised_growth(b), d),
            Self::RandomOrder(b, d) => power(random_order_growth(b), d),
            Self::RandomOrderFit(b, d) => power(random_order_growth_fit(b), d),
        }
    }
}
