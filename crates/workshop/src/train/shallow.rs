//! How far shallow searches are from deeper ones: the margins of ProbCut.

use super::Trainable;
use super::player::knowledge;
use super::record::Games;
use crate::options::{ThreadOptions, from_to};
use crate::parallel::for_each_ordered;
use crate::progress::progress_bar;
use bestmove_core::search::{Limits, Path, SearchContext, Settings, TranspositionTable, search};
use bestmove_core::types::{Depth, Verdict};
use clap::Args;
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;

/// Bytes of the transposition table of a position.
const TABLE_BYTES: usize = 16 << 20;

/// Options of the measurement.
#[derive(Args, Clone, Debug)]
pub struct ShallowOptions {
    /// File of games
    #[arg(long)]
    pub data: PathBuf,
    /// The number of positions, spread evenly over the games
    #[arg(long, default_value_t = 500, value_parser = from_to::<usize>(1..=1_000_000))]
    pub positions: usize,
    /// The depth of the deepest search
    #[arg(long, default_value_t = 8, value_parser = from_to::<u8>(2..=30))]
    pub depth: u8,
    /// File of weights [default: the built-in ones]
    #[arg(long)]
    pub weights: Option<PathBuf>,
    /// Positions at the same time.
    #[command(flatten)]
    pub threads: ThreadOptions,
}

/// Searches positions full-width to each depth, and prints by ranges of pieces and pairs of depths of the same parity
/// the mean and the standard deviation of the difference.
///
/// # Errors
///
/// If a file cannot be read, or a thread cannot be started.
pub fn compare_depths<G: Trainable>(options: &ShallowOptions) -> Result<(), Box<dyn Error>> {
    let knowledge = knowledge::<G>(options.weights.as_deref())?;
    let mut positions = Vec::new();
    Games::read::<G>(&options.data, |game| positions.extend(game.iter().map(|record| record.position)))?;
    let count = options.positions.min(positions.len());
    let bar = progress_bar("positions", count as u64, 0);
    let scores = |number: u64| {
        let position = positions[number as usize * positions.len() / count];
        (G::piece_count(&position), scores_by_depth::<G>(position, &knowledge, options.depth))
    };
    let mut all = Vec::new();
    for_each_ordered(0..count as u64, options.threads.count(), scores, |scores| {
        bar.inc(1);
        all.push(scores);
        Ok(())
    })?;
    bar.finish();
    let mut out = io::stdout();
    writeln!(out, "| pieces | shallow | deep | positions | mean | deviation |\n|---|---|---|---|---|---|")?;
    let mut least = 0;
    for &most in G::PIECE_RANGES {
        let within = all.iter().filter(|(pieces, _)| (least..=most).contains(pieces));
        let within: Vec<&Vec<f64>> = within.map(|(_, scores)| scores).collect();
        for deep in 2..=usize::from(options.depth) {
            for shallow in (1..deep).rev().skip(1).step_by(2) {
                let pairs = within
                    .iter()
                    .filter_map(|scores| Some((scores.get(deep - 1)?, scores.get(shallow - 1)?)));
                let row = summary(&pairs.map(|(deep, shallow)| deep - shallow).collect::<Vec<_>>());
                writeln!(out, "| {least} to {most} | {shallow} | {deep} | {row} |")?;
            }
        }
        least = most + 1;
    }
    Ok(())
}

/// The scores of full-width searches to each depth, up to the one that proves the result.
fn scores_by_depth<G: Trainable>(position: G::Position, knowledge: &G::Knowledge, depth: u8) -> Vec<f64> {
    let table = TranspositionTable::new(TABLE_BYTES);
    let limits = Limits { depth: Some(Depth::new(depth)), ..Limits::default() };
    let settings = Settings::FULL_WIDTH;
    let context = SearchContext { settings, ..SearchContext::new(knowledge, &table, limits) };
    let mut verdicts = Vec::new();
    let last = search(&Path::<G>::from(position), context, &mut |found| verdicts.push(found.best().verdict));
    verdicts.push(last.best().verdict);
    let estimate =
        |verdict| if let Verdict::Estimate(units) = verdict { Some(f64::from(units)) } else { None };
    verdicts.into_iter().map_while(estimate).collect()
}

/// The number of differences, their mean and standard deviation.
fn summary(differences: &[f64]) -> String {
    let count = differences.len().max(1) as f64;
    let mean = differences.iter().sum::<f64>() / count;
    let variance = differences.iter().map(|difference| (difference - mean).powi(2)).sum::<f64>() / count;
    format!("{} | {mean:.0} | {:.0}", differences.len(), variance.sqrt())
}
