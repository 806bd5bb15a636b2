//! Fits expected points: from the estimates in games of the engine against itself to their results.

use super::options::{ThreadOptions, from_to};
use super::parallel::for_each_ordered;
use super::partial_file::PartialFile;
use super::progress::progress_bar;
use super::random::{Random, random_move};
use bestmove_core::game::{ExpectationModel, Notation, Side};
use bestmove_core::search::{Limits, Path, SearchContext, TranspositionTable, search};
use bestmove_core::types::{Expectation, Verdict};
use clap::Args;
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;

/// Games longer than this are drawn.
const MAX_PLIES: usize = 400;
/// Random plies at the start of a game: up to this number.
const OPENING_PLIES: usize = 8;
/// Size of the transposition table of a game, in bytes.
const TABLE_BYTES: usize = 1 << 22;
/// Estimates beyond this are tablebase wins, and say nothing about the others.
const MAX_ESTIMATE: i16 = 2_000;
/// The least gain of a step of the fit, in log-likelihood per sample. Where the estimates say
/// nothing about the results, the likelihood rises for ever as the parameters grow together.
const MIN_GAIN: f64 = 1e-7;
/// Bins of the reliability curve.
const BINS: usize = 10;

/// Options of a fit.
#[derive(Args, Clone, Debug)]
pub struct ExpectationOptions {
    /// Games to play; the model is fitted to one half and checked on the other
    #[arg(long, default_value_t = 2_000, value_parser = from_to::<u64>(2..=u64::MAX))]
    pub games: u64,
    /// Node limit of each move
    #[arg(long, default_value_t = 2_000, value_parser = from_to::<u64>(1..=u64::MAX))]
    pub nodes: u64,
    /// Upper ends of the ranges of pieces that get parameters of their own
    #[arg(long, value_delimiter = ',', required = true)]
    pub pieces: Vec<u8>,
    /// Games at the same time.
    #[command(flatten)]
    pub threads: ThreadOptions,
    /// File to write. crates/core/data/GAME.expectation is compiled into the program
    #[arg(long)]
    pub out: PathBuf,
}

/// An estimate with the result of its game.
#[derive(Clone, Copy, Debug)]
struct Sample {
    side: Side,
    units: i16,
    pieces: u32,
    /// Twice the points of the side to move.
    half_points: u8,
}

/// Plays games, fits a model to the first half of them, writes it, and prints its reliability on the second
/// half.
///
/// # Errors
///
/// If the ranges of pieces do not ascend, one has no estimates, the file cannot be written, or a thread cannot be
/// started.
pub fn fit_expectation<G: Notation>(options: &ExpectationOptions) -> Result<(), Box<dyn Error>> {
    if !options.pieces.is_sorted_by(|one, next| one < next) {
        return Err(format!("expected ascending numbers of pieces, got {:?}", options.pieces).into());
    }
    let file = PartialFile::create(&options.out)?;
    let knowledge = G::Knowledge::default();
    let bar = progress_bar("games", options.games, 0);
    let mut games = Vec::new();
    let play = |number| play_game::<G>(&knowledge, options.nodes, number);
    for_each_ordered(0..options.games, options.threads.count(), play, |samples| {
        bar.inc(1);
        games.push(samples);
        Ok(())
    })?;
    bar.finish();
    let (fitted, held_out) = games.split_at(games.len() / 2);
    let mut rows = Vec::new();
    let mut least = 0;
    for &most in &options.pieces {
        let is_in_range = |sample: &&Sample| (least..=u32::from(most)).contains(&sample.pieces);
        let samples: Vec<_> = fitted.iter().flatten().filter(is_in_range).copied().collect();
        if samples.is_empty() {
            return Err(format!("no estimates with {least} to {most} pieces").into());
        }
        rows.push((most, fit(&samples)));
        least = u32::from(most) + 1;
    }
    let lines = rows.iter().map(|(most, [scale, draw_margin, first_advantage, tempo])| {
        format!("{most} {scale:.1} {draw_margin:.1} {first_advantage:.1} {tempo:.1}\n")
    });
    let text: String = lines.collect();
    let model = ExpectationModel::parse(&text)?;
    file.finish(text.as_bytes())?;
    let held_out: Vec<_> = held_out.iter().flatten().copied().collect();
    write!(io::stdout(), "{}", reliability(&model, &held_out))?;
    Ok(())
}

/// Plays game `number` and returns its estimates.
fn play_game<G: Notation>(knowledge: &G::Knowledge, nodes: u64, number: u64) -> Vec<Sample> {
    let mut random = Random::new(1, number);
    let mut path = Path::<G>::from(G::start());
    for _ in 0..random.below(OPENING_PLIES + 1) {
        if let Some(played) = random_move::<G>(path.position(), &mut random) {
            path.play(played);
        }
    }
    let table = TranspositionTable::new(TABLE_BYTES);
    let mut estimates = Vec::new();
    let winner = play_on(&mut path, knowledge, nodes, &table, &mut estimates);
    let sample = |(side, units, pieces)| {
        let half_points = winner.map_or(1, |winner| if winner == side { 2 } else { 0 });
        Sample { side, units, pieces, half_points }
    };
    estimates.into_iter().map(sample).collect()
}

/// Plays a game until a result is proven. Returns the winner.
fn play_on<G: Notation>(
    path: &mut Path<G>,
    knowledge: &G::Knowledge,
    nodes: u64,
    table: &TranspositionTable,
    estimates: &mut Vec<(Side, i16, u32)>,
) -> Option<Side> {
    for _ in 0..MAX_PLIES {
        if let Some(outcome) = path.outcome() {
            return outcome.winner;
        }
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let found = search(path, SearchContext::new(knowledge, table, limits), &mut |_| {});
        let (side, pieces) = (G::to_move(path.position()), G::piece_count(path.position()));
        match found.best().verdict {
            Verdict::Win { .. } | Verdict::Margin(1..) => return Some(side),
            Verdict::Loss { .. } | Verdict::Margin(_) => return Some(!side),
            Verdict::Draw => return None,
            Verdict::Estimate(units) if units.abs() <= MAX_ESTIMATE => estimates.push((side, units, pieces)),
            Verdict::Estimate(_) => {}
        }
        path.play(found.best_move()?);
    }
    None
}

/// The parameters of a row of the greatest likelihood, by a search along each in turn.
fn fit(samples: &[Sample]) -> [f64; 4] {
    let error = |[scale, draw_margin, first_advantage, tempo]: [f64; 4]| {
        let log_loss = |sample: &Sample| {
            let advantage = if sample.side == Side::First { first_advantage } else { -first_advantage };
            let units = f64::from(sample.units) + tempo + advantage;
            let Expectation { win, draw, loss } = Expectation::of_estimate(units, scale, draw_margin);
            -[loss, draw, win][usize::from(sample.half_points)].max(1e-9).ln()
        };
        samples.iter().map(log_loss).sum::<f64>()
    };
    let min_gain = MIN_GAIN * samples.len() as f64;
    let (mut best, mut step) = ([100.0, 50.0, 0.0, 0.0], 64.0);
    let mut least = error(best);
    while step > 0.05 {
        let before = least;
        for index in 0..best.len() {
            for by in [step, -step] {
                let mut other = best;
                other[index] += by;
                if other[0] < 1.0 || other[1] < 0.0 {
                    continue;
                }
                let with_other = error(other);
                if with_other < least - min_gain {
                    (best, least) = (other, with_other);
                }
            }
        }
        if least == before {
            step /= 2.0;
        }
    }
    best
}

/// The reliability curve (Murphy and Winkler 1977): of the samples with similar expected points, their mean and
/// the mean of the results, and the calibration error, the mean difference of the two.
fn reliability(model: &ExpectationModel, samples: &[Sample]) -> String {
    let mut bins = [(0, 0.0, 0.0); BINS];
    for sample in samples {
        let expected = model.expectation(sample.units, sample.side, sample.pieces).points();
        let bin = &mut bins[((expected * BINS as f64) as usize).min(BINS - 1)];
        *bin = (bin.0 + 1, bin.1 + expected, bin.2 + f64::from(sample.half_points) / 2.0);
    }
    let difference = |(_, expected, scored): &(u32, f64, f64)| (expected - scored).abs();
    let error = bins.iter().map(difference).sum::<f64>() / samples.len().max(1) as f64;
    let row = |&(count, expected, scored): &(u32, f64, f64)| {
        let mean = |sum: f64| sum / f64::from(count);
        format!("| {count} | {:.3} | {:.3} |\n", mean(expected), mean(scored))
    };
    let rows: String = bins.iter().filter(|(count, ..)| *count > 0).map(row).collect();
    format!(
        "| estimates | expected points | points scored |\n|---|---|---|\n{rows}calibration error {error:.4}\n"
    )
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod tests {
    use super::*;
    use bestmove_core::games::TicTacToe;

    #[test]
    fn arguments_are_checked_before_the_games() {
        let dir = std::env::temp_dir().join(format!("bestmove-expectation-{}", std::process::id()));
        let out = dir.join("model");
        let error_of = |pieces: &[u8]| {
            let (pieces, threads, out) = (pieces.to_vec(), ThreadOptions { threads: Some(1) }, out.clone());
            let options = ExpectationOptions { games: u64::MAX, nodes: 1, pieces, threads, out };
            fit_expectation::<TicTacToe>(&options).unwrap_err().to_string()
        };
        for pieces in [[24, 8], [8, 8]] {
            let error = error_of(&pieces);
            assert!(error.starts_with("expected ascending numbers of pieces"), "{error}");
        }
        let error = error_of(&[8, 24]);
        assert!(error.starts_with(&dir.display().to_string()), "{error}");
    }

    /// The higher the estimate, the fewer points: the larger the scale, the better.
    #[test]
    fn a_fit_ends_where_the_likelihood_rises_for_ever() {
        let sample = |nth: u8| Sample {
            side: if nth.is_multiple_of(2) { Side::First } else { Side::Second },
            units: 20 * i16::from(nth % 3) - 20,
            pieces: 24,
            half_points: 2 - nth % 3,
        };
        let [scale, draw_margin, first_advantage, tempo] = fit(&(0..120).map(sample).collect::<Vec<_>>());
        assert!((1e3..1e6).contains(&scale), "{scale}");
        let model = ExpectationModel::new([(24, scale, draw_margin, first_advantage, tempo)]);
        let points = model.expectation(20, Side::First, 24).points();
        assert!((points - 0.5).abs() < 0.05, "{points}");
    }
}
