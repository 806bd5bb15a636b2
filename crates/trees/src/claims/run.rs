//! Measures the figures of claims again.

use super::figure::{Count, Figure, Run};
use crate::measurement::Measurement;
use crate::record::{Counts, Polled};
use crate::resource_limiter::ResourceLimiter;
use crate::searches::{Order, SearchAnswer, Settings, catalogue};
use crate::trees::{Tree, TreeSource};
use crate::value::{Player, Ties};
use bestmove_core::game::Invalid;

/// The most nodes that are named to count distinct leaves.
const MAX_NAMED_NODES: usize = 1_000_000;

impl Figure {
    /// Measures it on a tree of numbers; none if it is of the tree of a game, or if the limiter stops the search.
    ///
    /// # Errors
    ///
    /// [`Invalid`] if the tree is malformed.
    pub fn measure(&self, limiter: &dyn ResourceLimiter) -> Result<Option<f64>, Invalid> {
        match self.run {
            Run::Position(..) => Ok(None),
            Run::Mean(arguments, trees, options) => {
                let (searches, settings) = (vec![self.search], settings_of(options));
                let first = arguments.parse()?;
                let measurement = Measurement { first, trees, root: Player::Max, searches, settings };
                let measured = measurement.run(limiter);
                let sums = measured.sums.first().filter(|_| measured.is_complete);
                Ok(sums.and_then(|(_, sums)| match self.count {
                    Count::DistinctLeaves => sums.mean_distinct(),
                    _ => sums.mean_evaluations(),
                }))
            }
            Run::Tree(text, _) => match TreeSource::parse(text, None)? {
                TreeSource::Uniform(tree) => Ok(self.measure_on(&tree, limiter)),
                source => Ok(self.measure_on(&source.into_tree(), limiter)),
            },
        }
    }

    /// Measures it on this tree, with its own search and options; none if the limiter stops the search.
    pub fn measure_on<T: Tree>(&self, tree: &T, limiter: &dyn ResourceLimiter) -> Option<f64> {
        let (Run::Tree(_, options) | Run::Position(_, options) | Run::Mean(_, _, options)) = self.run;
        let mut observer = Polled::new(limiter, Counts::new(MAX_NAMED_NODES));
        let answer = catalogue::run(self.search, tree, &settings_of(options), &mut observer).ok()?;
        self.count.of(&observer.inner, &answer)
    }
}

impl Count {
    /// What a search has counted, and answered.
    fn of(self, counts: &Counts, answer: &SearchAnswer) -> Option<f64> {
        Some(match self {
            Self::Evaluations => counts.evaluations as f64,
            Self::DistinctLeaves => counts.distinct()? as f64,
            Self::Nodes => counts.nodes as f64,
            Self::Value => answer.value.into(),
            Self::BestMove => f64::from(answer.best?) + 1.0,
            Self::AlphaCutoffs => counts.alpha_cutoffs as f64,
            Self::DeepCutoffs => counts.deep_cutoffs as f64,
            Self::Passes => counts.passes as f64,
            Self::LargestList => counts.largest_list as f64,
            Self::LinePlies => answer.line.len() as f64,
        })
    }
}

/// The settings that the options of a claim name. Those of the tree itself are none of them.
fn settings_of(options: &[(&str, &str)]) -> Settings {
    let mut settings = Settings::default();
    for &(name, text) in options {
        match name {
            "alpha" => settings.window.alpha = number(text),
            "beta" => settings.window.beta = number(text),
            "guess" => settings.guess = Some(number(text)),
            "seed" => settings.seed = number(text),
            "order" => settings.order = named(text, Order::ALL),
            "ties" => settings.ties = named(text, Ties::ALL),
            _ => {}
        }
    }
    settings
}

fn number<T: std::str::FromStr<Err: std::fmt::Debug>>(text: &str) -> T {
    text.parse().expect("the options of claims are valid")
}

fn named<T: Copy>(text: &str, all: &[(&str, T)]) -> T {
    let found = all.iter().find(|(name, _)| *name == text);
    found.expect("the options of claims are valid").1
}
