//! Fits evaluation weights to games by logistic regression with TD(lambda) targets.
//!
//! The targets blend the result of the game with the scores of the search, then and later in the
//! game (Sutton: Learning to predict by the methods of temporal differences, Machine Learning 3,
//! 1988). The optimiser is `AdaGrad` (Duchi, Hazan, Singer: Adaptive subgradient methods for online
//! learning and stochastic optimization, JMLR 12, 2011), on one position at a time.
//!
//! Regularisation pulls each weight to its prior as strongly as a fixed number of positions would,
//! however many positions contain its feature: weights of rare features stay near the prior. This
//! matters more in play than in the loss, as a search seeks out what the evaluation overrates.

use super::Trainable;
use super::player::weights;
use super::record::{Games, NextMover, Record, share, sigmoid};
use crate::partial_file::PartialFile;
use crate::random::Random;
use clap::Args;
use std::error::Error;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// One in this many games is held out for validation.
const HOLDOUT: usize = 16;
/// The learning rate of `AdaGrad`.
const LEARNING_RATE: f32 = 0.1;

/// Options of fitting.
#[derive(Args, Clone, Debug)]
pub struct FitOptions {
    /// Files of games
    #[arg(long, required = true, num_args = 1..)]
    pub data: Vec<PathBuf>,
    /// Number of passes over all positions
    #[arg(long, default_value_t = 4)]
    pub epochs: u32,
    /// Seed of the order of positions
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Weight of the game's result in the target, from 0 to 1; the rest is the score of the search
    #[arg(long, default_value_t = 0.1, value_parser = number(0.0..=1.0))]
    pub result_share: f32,
    /// Lambda of TD(lambda), from 0 to 1: weight of the scores that follow in the game by best play
    /// against that of the position itself
    #[arg(long, default_value_t = 0.0, value_parser = number(0.0..=1.0))]
    pub lambda: f32,
    /// Strength of the pull of each weight to its prior, as a number of positions
    #[arg(long, default_value_t = 2.0, value_parser = number(0.0..=1e9))]
    pub decay: f32,
    /// File of weights that are the initial values and the prior [default: handcrafted ones]
    #[arg(long)]
    pub from: Option<PathBuf>,
    /// File of weights to write. crates/core/data/GAME.weights is compiled into the program
    #[arg(long)]
    pub out: PathBuf,
}

/// A parser of numbers within `range`.
fn number(range: RangeInclusive<f32>) -> impl Fn(&str) -> Result<f32, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))
    }
}

/// A position and its target: 1 for a win of the side to move, 0 for a loss.
struct Sample<G: Trainable> {
    position: G::Position,
    target: f32,
}

/// Fits weights and writes them to a file.
///
/// # Errors
///
/// If a file cannot be read or written, or there are too few games.
#[expect(clippy::print_stdout, reason = "output of a command")]
pub fn fit<G: Trainable>(options: &FitOptions) -> Result<(), Box<dyn Error>> {
    let (mut training, mut validation) = (Vec::new(), Vec::new());
    for path in &options.data {
        let mut number = 0;
        Games::read::<G>(path, |game| {
            let samples = if number % HOLDOUT == 0 { &mut validation } else { &mut training };
            let targets = td_targets(&game, options.lambda);
            let sample = |(record, target)| sample(record, target, options.result_share);
            samples.extend(game.iter().zip(targets).filter_map(sample));
            number += 1;
        })?;
    }
    println!("{} positions, {} held out", training.len(), validation.len());
    if training.is_empty() || validation.is_empty() {
        return Err("expected games for training and for validation, got too few".into());
    }
    let from = options.from.as_deref().map(weights::<G>).transpose()?;
    let file = PartialFile::create(&options.out)?;
    let prior = |knot, entry| {
        let handcrafted = || handcrafted_prior::<G>(entry);
        from.as_ref().map_or_else(handcrafted, |weights| prior_from_weights::<G>(weights, knot, entry))
    };
    let mut model = Model::<G>::new(&training, options.decay, prior);
    let mut random = Random::new(options.seed, 0);
    println!("prior: validation loss {}", losses(&mut model, &validation));
    for epoch in 1..=options.epochs {
        for last in (1..training.len()).rev() {
            training.swap(last, random.below(last + 1));
        }
        let training_loss = mean(training.iter().map(|sample| model.step(sample)));
        let validation_losses = losses(&mut model, &validation);
        println!("epoch {epoch}: training loss {training_loss:.5}, validation loss {validation_losses}");
    }
    Ok(file.finish(&G::write_weights(&model.quantised()))?)
}

/// The TD(lambda) targets of a game: the probability that the side to move wins, by the score of
/// each position, of those after it, and the result.
fn td_targets<G: Trainable>(game: &[Record<G>], lambda: f32) -> Vec<f32> {
    let mut targets: Vec<f32> = game.iter().map(|record| share::<G>(record.score)).collect();
    if let Some((target, last)) = targets.last_mut().zip(game.last()) {
        *target += lambda * (last.outcome() - *target);
    }
    for at in (1..game.len()).rev() {
        let later = match game[at - 1].next {
            Some(NextMover::Same) => targets[at],
            Some(NextMover::Other) => 1.0 - targets[at],
            None => continue,
        };
        targets[at - 1] += lambda * (later - targets[at - 1]);
    }
    targets
}

/// The training sample of a record. `None` if the side to move can capture, as the search never evaluates such a
/// position, or if the game is decided.
fn sample<G: Trainable>(record: &Record<G>, td_target: f32, result_share: f32) -> Option<Sample<G>> {
    let target = result_share * record.outcome() + (1.0 - result_share) * td_target;
    let is_usable = G::is_evaluated(&record.position) && record.score.abs() < G::DECIDED;
    is_usable.then_some(Sample { position: record.position, target })
}

fn mean(losses: impl ExactSizeIterator<Item = f32>) -> f64 {
    let count = losses.len() as f64;
    losses.map(f64::from).sum::<f64>() / count
}

/// The mean loss of all samples, and of those in each range of numbers of pieces.
fn losses<G: Trainable>(model: &mut Model<G>, samples: &[Sample<G>]) -> String {
    let losses: Vec<(u32, f32)> =
        samples.iter().map(|sample| (G::piece_count(&sample.position), model.loss(sample))).collect();
    let mut text = format!("{:.5}", mean(losses.iter().map(|&(_, loss)| loss)));
    let mut least = 2;
    for &last in G::PIECE_RANGES {
        let within = losses.iter().filter(|(pieces, _)| (least..=last).contains(pieces));
        let within: Vec<f32> = within.map(|&(_, loss)| loss).collect();
        if !within.is_empty() {
            text += &format!(", with {least} to {last} pieces {:.5}", mean(within.into_iter()));
        }
        least = last + 1;
    }
    text
}

/// The handcrafted prior of a weight.
fn handcrafted_prior<G: Trainable>(entry: usize) -> f32 {
    G::prior(entry) / G::SCALE
}

/// The prior of a weight from earlier weights.
fn prior_from_weights<G: Trainable>(weights: &G::Weights, knot: usize, entry: usize) -> f32 {
    f32::from(G::weight(weights, knot, entry)) * G::WEIGHT_UNIT / G::SCALE
}

/// The state of a weight.
#[derive(Clone, Copy)]
struct Parameter {
    weight: f32,
    /// The sum of squared gradients so far.
    squares: f32,
    prior: f32,
    /// The pull to the prior at each visit.
    decay: f32,
}

struct Model<G> {
    /// The knots of the first entry, those of the second, and so on.
    parameters: Vec<Parameter>,
    /// For each feature of the current position, the first of its two weights.
    active: Vec<usize>,
    game: PhantomData<G>,
}

impl<G: Trainable> Model<G> {
    fn new(training: &[Sample<G>], decay: f32, prior: impl Fn(usize, usize) -> f32) -> Self {
        let mut visits = vec![0_u32; G::KNOTS * G::entries()];
        for Sample { position, .. } in training {
            let (knot, _) = G::place(position);
            G::each_entry(position, |entry| {
                let first = G::KNOTS * entry + knot;
                visits[first..first + 2].iter_mut().for_each(|visits| *visits += 1);
            });
        }
        let parameter = |(at, visits): (usize, u32)| {
            let prior = prior(at % G::KNOTS, at / G::KNOTS);
            Parameter { weight: prior, squares: 1.0, prior, decay: decay / visits.max(1) as f32 }
        };
        let parameters = visits.into_iter().enumerate().map(parameter).collect();
        Self { parameters, active: Vec::new(), game: PhantomData }
    }

    /// The predicted probability of a win, and the shares of the two knots.
    fn predict(&mut self, position: &G::Position) -> (f32, [f32; 2]) {
        let (knot, share) = G::place(position);
        self.active.clear();
        G::each_entry(position, |entry| self.active.push(G::KNOTS * entry + knot));
        let shares = [share, 1.0 - share];
        let value = |&first: &usize| {
            self.parameters[first].weight * shares[0] + self.parameters[first + 1].weight * shares[1]
        };
        (sigmoid(self.active.iter().map(value).sum()), shares)
    }

    fn loss(&mut self, sample: &Sample<G>) -> f32 {
        cross_entropy(sample.target, self.predict(&sample.position).0)
    }

    /// Takes a gradient step; returns the loss before it.
    fn step(&mut self, sample: &Sample<G>) -> f32 {
        let (prediction, shares) = self.predict(&sample.position);
        for &first in &self.active {
            for (parameter, share) in self.parameters[first..first + 2].iter_mut().zip(shares) {
                let Parameter { weight, squares, prior, decay } = parameter;
                let gradient = (prediction - sample.target) * share + *decay * (*weight - *prior);
                *squares += gradient * gradient;
                *weight -= LEARNING_RATE * gradient / squares.sqrt();
            }
        }
        cross_entropy(sample.target, prediction)
    }

    fn quantised(&self) -> G::Weights {
        G::weights(|knot, entry| {
            let weight = self.parameters[G::KNOTS * entry + knot].weight;
            (weight * (G::SCALE / G::WEIGHT_UNIT)).round() as i16
        })
    }
}

fn cross_entropy(target: f32, prediction: f32) -> f32 {
    let prediction = prediction.clamp(1e-6, 1.0 - 1e-6);
    -(target * prediction.ln() + (1.0 - target) * (1.0 - prediction).ln())
}

#[cfg(test)]
mod tests {
    use super::*;
    use bestmove_core::game::{Moves, Notation};
    use bestmove_core::games::{Checkers, Reversi};
    use clap::Parser;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        _fit: FitOptions,
    }

    #[test]
    fn lambda_is_from_0_to_1() {
        let parse = |lambda| {
            let line = ["fit", "--data", "games", "--out", "weights"];
            Cli::try_parse_from(line.into_iter().chain(["--lambda", lambda])).map(|_| ())
        };
        parse("0.5").expect("0.5 is in the range");
        for wrong in ["1.5", "NaN", "half"] {
            let error = parse(wrong).expect_err(wrong).to_string();
            assert!(error.contains("--lambda") && error.contains("from 0 to 1"), "{error}");
        }
    }

    /// Positions of random games, as the side to move sees them.
    fn positions<G: Trainable>(count: usize) -> Vec<G::Position> {
        let (mut random, mut positions) = (Random::new(1, 0), Vec::new());
        let mut position = G::start();
        while positions.len() < count {
            let mut moves = Moves::new();
            G::moves(&position, &mut moves);
            position = match moves.len() {
                0 => G::start(),
                count => G::play(&position, moves[random.below(count)]),
            };
            positions.push(G::seen_by_mover(&position));
        }
        positions
    }

    /// Targets follow from known weights of frequent features; fitting must predict those of unseen positions.
    fn recovers_known_weights<G: Trainable>() {
        let positions = positions::<G>(40_000);
        let mut visits = vec![0; G::entries()];
        positions.iter().for_each(|position| G::each_entry(position, |entry| visits[entry] += 1));
        let weight = |entry: usize| match visits[entry] {
            0..400 => 0.0,
            _ => (Random::new(2, entry as u64).below(101) as f32 - 50.0) / 200.0,
        };
        let truth = |position: &G::Position| {
            let mut sum = 0.0;
            G::each_entry(position, |entry| sum += weight(entry) + G::prior(entry) / 100.0);
            sigmoid(sum)
        };
        let sample = |position: G::Position| Sample::<G> { position, target: truth(&position) };
        let mut samples: Vec<_> = positions.into_iter().map(sample).collect();
        let unseen = samples.split_off(38_000);
        let mut model = Model::<G>::new(&samples, 0.1, |_, entry| handcrafted_prior::<G>(entry));
        let error = |model: &mut Model<G>| {
            mean(unseen.iter().map(|sample| (model.predict(&sample.position).0 - sample.target).abs()))
        };
        let before = error(&mut model);
        for _ in 0..3 {
            samples.iter().for_each(|sample| {
                model.step(sample);
            });
        }
        let after = error(&mut model);
        assert!(after < before / 3.0, "{}: {before} before, {after} after", G::ID);
    }

    #[test]
    fn known_weights_are_recovered() {
        recovers_known_weights::<Checkers>();
        recovers_known_weights::<Reversi>();
    }

    /// Without samples, the weights stay at their prior.
    #[test]
    fn the_prior_survives_quantisation() {
        fn survives<G: Trainable>() -> bool {
            let before = G::standard_weights();
            let prior = |knot, entry| prior_from_weights::<G>(&before, knot, entry);
            Model::<G>::new(&[], 1.0, prior).quantised() == *before
        }
        assert!(survives::<Checkers>() && survives::<Reversi>());
    }

    fn record(text: &str, score: i16, next: Option<NextMover>) -> Record<Checkers> {
        Record { position: Checkers::parse(text).expect("a position"), score, result: 1, next }
    }

    #[test]
    fn decided_and_noisy_positions_are_skipped() {
        let target = |text, score, share| {
            let record = record(text, score, None);
            sample(&record, td_targets(&[record], 0.0)[0], share).map(|sample| sample.target)
        };
        assert_eq!(target("B:W32:B1", 10, 1.0), Some(1.0));
        assert_eq!(target("B:W32:B1", 0, 0.5), Some(0.75));
        assert_eq!(target("B:W32:B1", 3000, 1.0), None);
        assert_eq!(target("B:W6:B1", 10, 1.0), None);
    }

    /// The last position is won for the side to move; its score does not propagate past a random move.
    #[test]
    fn later_scores_propagate_along_best_play() {
        let next = [None, Some(NextMover::Other), Some(NextMover::Same), None];
        let mut game = next.map(|next| record("B:W32:B1", 0, next));
        game[3].score = i16::MAX;
        assert_eq!(td_targets(&game, 0.5), [0.5, 0.375, 0.75, 1.0]);
        assert_eq!(td_targets(&game, 0.0), [0.5, 0.5, 0.5, 1.0]);
        game[3] = Record { score: 0, result: -1, ..game[3] };
        assert_eq!(td_targets(&game, 0.5)[2..], [0.375, 0.25], "the result counts as a score after the last");
    }
}
