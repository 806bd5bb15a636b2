//! Fits evaluation weights to games by logistic regression with TD(lambda) targets.
//!
//! The targets blend the result of the game with the scores of the search, then and later in the game (Sutton: Learning
//! to predict by the methods of temporal differences, Machine Learning 3, 1988). The optimiser is `AdaGrad` (Duchi,
//! Hazan, Singer: Adaptive subgradient methods for online learning and stochastic optimization, JMLR 12, 2011), on one
//! position at a time.
//!
//! Regularisation pulls each weight to its prior as strongly as a fixed number of positions would, however many
//! positions contain its feature: weights of rare features stay near the prior. This matters more in play than in the
//! loss, as a search seeks out what the evaluation overrates.

use super::player::weights;
use super::record::{Games, NextMover, Record};
use crate::partial_file::PartialFile;
use crate::random::Random;
use bestmove_core::games::checkers::eval::{ALL_PIECES, UNITS, Weight, Weights, features};
use bestmove_core::games::checkers::{Board, is_quiet};
use clap::Args;
use std::error::Error;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// The advantage, in hundredths of a man, that multiplies the odds of a win by e: the best for the results of games by
/// the scores of the search, whatever the number of pieces.
const SCALE: f32 = 40.0;
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
    /// File of weights to write. crates/core/data/checkers.weights is compiled into the program
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
struct Sample {
    board: Board,
    target: f32,
}

/// Fits weights and writes them to a file.
///
/// # Errors
///
/// If a file cannot be read or written, or there are too few games.
#[expect(clippy::print_stdout, reason = "output of a command")]
pub fn fit(options: &FitOptions) -> Result<(), Box<dyn Error>> {
    let (mut training, mut validation) = (Vec::new(), Vec::new());
    for path in &options.data {
        let mut number = 0;
        Games::read(path, |game| {
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
    let from = options.from.as_deref().map(weights).transpose()?;
    let file = PartialFile::create(&options.out)?;
    let prior = |entry| {
        from.as_ref().map_or_else(|| handcrafted_prior(entry), |weights| prior_from_weights(weights, entry))
    };
    let mut model = Model::new(&training, options.decay, prior);
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
    Ok(file.finish(&model.quantised()?.write())?)
}

/// The TD(lambda) targets of a game: the probability that the side to move wins, by the score of each position, of those
/// after it, and the result.
fn td_targets(game: &[Record], lambda: f32) -> Vec<f32> {
    let mut targets: Vec<f32> = game.iter().map(|record| sigmoid(f32::from(record.score) / SCALE)).collect();
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
fn sample(record: &Record, td_target: f32, result_share: f32) -> Option<Sample> {
    const DECIDED: i16 = 2000;
    let target = result_share * record.outcome() + (1.0 - result_share) * td_target;
    let is_usable = is_quiet(&record.board) && record.score.abs() < DECIDED;
    is_usable.then_some(Sample { board: record.board, target })
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

fn mean(losses: impl ExactSizeIterator<Item = f32>) -> f64 {
    let count = losses.len() as f64;
    losses.map(f64::from).sum::<f64>() / count
}

/// The mean loss of all samples, and of those in each range of numbers of pieces.
fn losses(model: &mut Model, samples: &[Sample]) -> String {
    const LAST: [u32; 5] = [8, 10, 12, 16, 24];
    let losses: Vec<(u32, f32)> =
        samples.iter().map(|sample| (sample.board.count(), model.loss(sample))).collect();
    let mut text = format!("{:.5}", mean(losses.iter().map(|&(_, loss)| loss)));
    let mut least = 2;
    for last in LAST {
        let within = losses.iter().filter(|(pieces, _)| (least..=last).contains(pieces));
        let within: Vec<f32> = within.map(|&(_, loss)| loss).collect();
        if !within.is_empty() {
            text += &format!(", with {least} to {last} pieces {:.5}", mean(within.into_iter()));
        }
        least = last + 1;
    }
    text
}

/// The handcrafted prior of a weight: for a full board and an empty one.
fn handcrafted_prior(entry: usize) -> [f32; 2] {
    [100.0 / SCALE * features::prior(entry); 2]
}

/// The prior of a weight from earlier weights.
fn prior_from_weights(weights: &Weights, entry: usize) -> [f32; 2] {
    weights.of(entry).map(|weight| f32::from(weight) / (SCALE * UNITS as f32))
}

/// The state of a weight: for a full board and an empty one.
#[derive(Clone, Copy)]
struct Parameter {
    weight: [f32; 2],
    /// The sum of squared gradients so far.
    squares: [f32; 2],
    prior: [f32; 2],
    /// The pull to the prior at each visit.
    decay: f32,
}

struct Model {
    parameters: Vec<Parameter>,
    /// The features of the current position.
    active: Vec<usize>,
}

impl Model {
    fn new(training: &[Sample], decay: f32, prior: impl Fn(usize) -> [f32; 2]) -> Self {
        let mut visits = vec![0_u32; features::SIZE];
        for sample in training {
            features::each(&sample.board, |entry| visits[entry] += 1);
        }
        let parameter = |(entry, visits): (usize, u32)| {
            let prior = prior(entry);
            Parameter { weight: prior, squares: [1.0; 2], prior, decay: decay / visits.max(1) as f32 }
        };
        Self { parameters: visits.into_iter().enumerate().map(parameter).collect(), active: Vec::new() }
    }

    /// The predicted probability of a win, and the interpolation weights of full and empty board.
    fn predict(&mut self, board: &Board) -> (f32, [f32; 2]) {
        self.active.clear();
        features::each(board, |entry| self.active.push(entry));
        let full = board.count() as f32 / ALL_PIECES as f32;
        let shares = [full, 1.0 - full];
        let value = |&entry: &usize| {
            let [full, empty] = self.parameters[entry].weight;
            full * shares[0] + empty * shares[1]
        };
        (sigmoid(self.active.iter().map(value).sum()), shares)
    }

    fn loss(&mut self, sample: &Sample) -> f32 {
        cross_entropy(sample.target, self.predict(&sample.board).0)
    }

    /// Takes a gradient step; returns the loss before it.
    fn step(&mut self, sample: &Sample) -> f32 {
        let (prediction, shares) = self.predict(&sample.board);
        for &entry in &self.active {
            let Parameter { weight, squares, prior, decay } = &mut self.parameters[entry];
            for end in 0..2 {
                let gradient =
                    (prediction - sample.target) * shares[end] + *decay * (weight[end] - prior[end]);
                squares[end] += gradient * gradient;
                weight[end] -= LEARNING_RATE * gradient / squares[end].sqrt();
            }
        }
        cross_entropy(sample.target, prediction)
    }

    fn quantised(&self) -> Result<Weights, Box<dyn Error>> {
        let rounded = |weight: f32| (weight * SCALE * UNITS as f32).round() as i16;
        let weights: Vec<Weight> = self.parameters.iter().map(|entry| entry.weight.map(rounded)).collect();
        Weights::new(weights).ok_or_else(|| "a weight is missing".into())
    }
}

fn cross_entropy(target: f32, prediction: f32) -> f32 {
    let prediction = prediction.clamp(1e-6, 1.0 - 1e-6);
    -(target * prediction.ln() + (1.0 - target) * (1.0 - prediction).ln())
}

#[cfg(test)]
mod tests {
    use super::*;
    use bestmove_core::game::Rules;
    use bestmove_core::game::{Moves, Notation};
    use bestmove_core::games::Checkers;
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

    /// Positions of random games.
    fn boards(count: usize) -> Vec<Board> {
        let (mut random, mut boards) = (Random::new(1, 0), Vec::new());
        let mut board = Checkers::start();
        while boards.len() < count {
            let mut moves = Moves::new();
            Checkers::moves(&board, &mut moves);
            board = match moves.len() {
                0 => Checkers::start(),
                count => Checkers::play(&board, moves[random.below(count)]),
            };
            boards.push(board.seen_by_mover());
        }
        boards
    }

    /// Targets follow from known weights of frequent features; fitting must predict those of unseen positions.
    #[test]
    fn known_weights_are_recovered() {
        let boards = boards(40_000);
        let mut visits = vec![0; features::SIZE];
        boards.iter().for_each(|board| features::each(board, |entry| visits[entry] += 1));
        let weight = |entry: usize| match visits[entry] {
            0..400 => 0.0,
            _ => (Random::new(2, entry as u64).below(101) as f32 - 50.0) / 200.0,
        };
        let truth = |board: &Board| {
            let mut sum = 0.0;
            features::each(board, |entry| sum += weight(entry) + features::prior(entry));
            sigmoid(sum)
        };
        let sample = |board: Board| Sample { board, target: truth(&board) };
        let mut samples: Vec<Sample> = boards.into_iter().map(sample).collect();
        let unseen = samples.split_off(38_000);
        let mut model = Model::new(&samples, 0.1, handcrafted_prior);
        let error = |model: &mut Model| {
            mean(unseen.iter().map(|sample| (model.predict(&sample.board).0 - sample.target).abs()))
        };
        let before = error(&mut model);
        for _ in 0..3 {
            samples.iter().for_each(|sample| {
                model.step(sample);
            });
        }
        let after = error(&mut model);
        assert!(after < before / 3.0, "{before} before, {after} after");
    }

    /// Without samples, the weights stay at their prior.
    #[test]
    fn the_prior_survives_quantisation() {
        let before = Weights::standard();
        let model = Model::new(&[], 1.0, |entry| prior_from_weights(&before, entry));
        assert!(model.quantised().expect("every entry has a weight") == *before);
    }

    fn record(text: &str, score: i16, next: Option<NextMover>) -> Record {
        Record { board: Checkers::parse(text).expect("a position"), score, result: 1, next }
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
