//! Options of `bestmove lab searches`.

use super::super::search_tree::search;
use super::super::values::from_to;
use super::ThreadOptions;
use crate::classic::{Leaves, Search};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Options of `bestmove lab searches`.
#[derive(Args)]
pub struct SearchArgs {
    /// Numbers of children of a node, separated by commas
    #[arg(long, default_value = "2", value_delimiter = ',', value_parser = from_to::<usize>(1..=1_000))]
    pub branching: Vec<usize>,
    /// Depths in plies, separated by commas
    #[arg(long, default_value = "1,2,3,4,5,6,7,8", value_delimiter = ',', value_parser = from_to::<usize>(0..=64))]
    pub depths: Vec<usize>,
    /// Trees of each kind
    #[arg(long, default_value_t = 200, value_parser = from_to::<u64>(1..=1_000_000))]
    pub trees: u64,
    /// Leaves: all different, 0 or 1, from -9 to 9, or growing by up to 9 a ply
    #[arg(long, default_value = "distinct")]
    leaves: LeafKind,
    /// Chance that the best child of a node comes first
    #[arg(long, default_value_t = 0.0)]
    pub quality: f64,
    /// Searches, separated by commas
    #[arg(long = "search", value_name = "SEARCHES", default_value = "minimax,alpha-beta,negascout,sss-star,mtd-f", value_delimiter = ',', value_parser = search())]
    pub searches: Vec<Search>,
    /// Table to write, in CSV
    #[arg(long, default_value = "target/lab/searches.csv")]
    pub out: PathBuf,
    /// Chart to draw, in SVG, of the first number of children [default: none]
    #[arg(long)]
    pub chart: Option<PathBuf>,
    /// Threads.
    #[command(flatten)]
    pub threads: ThreadOptions,
}

/// The leaves of random trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LeafKind {
    /// All different.
    Distinct,
    /// 0 or 1.
    Binary,
    /// From -9 to 9.
    Integers,
    /// Growing by up to 9 a ply.
    Growing,
}

impl SearchArgs {
    /// The leaves.
    #[must_use]
    pub const fn leaves(&self) -> Leaves {
        match self.leaves {
            LeafKind::Distinct => Leaves::Distinct,
            LeafKind::Binary => Leaves::Binary { one: 0.5 },
            LeafKind::Integers => Leaves::Integers { low: -9, high: 9 },
            LeafKind::Growing => Leaves::Growing { step: 9 },
        }
    }
}
