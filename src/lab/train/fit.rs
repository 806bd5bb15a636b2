//! Weights fitted to games: logistic regression, on the entries of the tables, of the result and of what the
//! search thought then and later in the game.
//!
//! Steps by `AdaGrad` (Duchi, Hazan, Singer: Adaptive subgradient methods for online learning and
//! stochastic optimization, JMLR 12, 2011), a position at a time. Each weight is pulled to its prior
//! as if by so many positions, whatever the number of positions that have its entry: what was seldom
//! seen stays near the prior. In play this matters more than in the loss, as a search seeks out what
//! is valued too high.

use super::player::weights;
use super::random::Random;
use super::record::{Games, Next, Record};
use crate::games::checkers::eval::{ALL_PIECES, UNITS, Weight, Weights, features};
use crate::games::checkers::{Board, is_quiet};
use std::error::Error;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Hundredths of a man that multiply the odds of a win by e.
const SCALE: f32 = 80.0;
/// Of so many games one is held back, to tell learning from learning by heart.
const HELD_BACK: usize = 16;
/// Length of a first step, divided by its gradient.
const RATE: f32 = 0.1;

/// How weights are to be fitted.
#[derive(Clone, Copy, Debug)]
pub struct Fit<'a> {
    /// Files of games.
    pub data: &'a [PathBuf],
    /// Passes over all positions.
    pub epochs: u32,
    /// Decides the order of positions.
    pub seed: u64,
    /// Share of the game's result in what is to be predicted; the rest is the score that the search
    /// gave.
    pub result_share: f32,
    /// Share of the scores of the positions that follow in the game, as against the score of the
    /// position itself: the lambda of TD(lambda) (Sutton: Learning to predict by the methods of temporal
    /// differences, Machine Learning 3, 1988).
    pub lambda: f32,
    /// How strongly each weight is pulled to its prior: as if by so many positions.
    pub decay: f32,
    /// The file of weights to begin with, which are the prior then.
    pub from: Option<&'a Path>,
}

/// A position and what is to be predicted of it: 1 for a win of the side to move, 0 for a loss.
struct Sample {
    board: Board,
    target: f32,
}

/// Fits weights and writes them to the file.
///
/// # Errors
///
/// If a file can't be used, or has too few games to learn from.
#[expect(clippy::print_stdout, reason = "the answer of a command")]
pub fn fit(fit: &Fit<'_>, out: &Path) -> Result<(), Box<dyn Error>> {
    let (mut training, mut validation) = (Vec::new(), Vec::new());
    for path in fit.data {
        let mut number = 0;
        Games::read(path, |game| {
            let samples = if number % HELD_BACK == 0 { &mut validation } else { &mut training };
            let chances = chances(&game, fit.lambda);
            let sample = |(record, chance)| sample(record, chance, fit.result_share);
            samples.extend(game.iter().zip(chances).filter_map(sample));
            number += 1;
        })?;
    }
    println!("{} positions, {} held back", training.len(), validation.len());
    if training.is_empty() || validation.is_empty() {
        return Err("expected positions to learn from and some to hold back, got too few games".into());
    }
    let from = fit.from.map(weights).transpose()?;
    let unfinished = out.with_added_extension("part");
    let mut file = File::create(&unfinished).map_err(|error| format!("{}: {error}", unfinished.display()))?;
    let prior =
        |entry| from.as_ref().map_or_else(|| by_hand(entry), |weights| learned_before(weights, entry));
    let mut model = Model::new(&training, fit.decay, prior);
    let mut random = Random::new(fit.seed, 0);
    for epoch in 1..=fit.epochs {
        for last in (1..training.len()).rev() {
            training.swap(last, random.below(last + 1));
        }
        let learned = mean(training.iter().map(|sample| model.learn(sample)));
        let held_back = mean(validation.iter().map(|sample| model.loss(sample)));
        println!("epoch {epoch}: loss {learned:.5}, of those held back {held_back:.5}");
    }
    file.write_all(&model.quantised()?.write())?;
    fs::rename(unfinished, out)?;
    Ok(())
}

/// What the search thought of the chances of the side to move: in each position, and in those after it.
fn chances(game: &[Record], lambda: f32) -> Vec<f32> {
    let mut chances: Vec<f32> = game.iter().map(|record| sigmoid(f32::from(record.score) / SCALE)).collect();
    for at in (1..game.len()).rev() {
        let later = match game[at - 1].next {
            Some(Next::Same) => chances[at],
            Some(Next::Other) => 1.0 - chances[at],
            None => continue,
        };
        chances[at - 1] += lambda * (later - chances[at - 1]);
    }
    chances
}

/// What a record teaches: nothing if the side to move can capture, as the search does not evaluate
/// such a position, or if all is over.
fn sample(record: &Record, chance: f32, result_share: f32) -> Option<Sample> {
    const OVER: i16 = 2000;
    let result = f32::from(record.result + 1) / 2.0;
    let target = result_share * result + (1.0 - result_share) * chance;
    let is_taught = is_quiet(&record.board) && record.score.abs() < OVER;
    is_taught.then_some(Sample { board: record.board, target })
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

fn mean(losses: impl ExactSizeIterator<Item = f32>) -> f64 {
    let count = losses.len() as f64;
    losses.map(f64::from).sum::<f64>() / count
}

/// What an entry is worth to begin with, if nothing was learned before.
fn by_hand(entry: usize) -> [f32; 2] {
    [100.0 / SCALE * features::prior(entry); 2]
}

/// What an entry is worth by those weights.
fn learned_before(weights: &Weights, entry: usize) -> [f32; 2] {
    weights.of(entry).map(|weight| f32::from(weight) / (SCALE * UNITS as f32))
}

/// What is learned about an entry: for a full board and an empty one.
#[derive(Clone, Copy)]
struct Learned {
    weight: [f32; 2],
    /// The sum of squared gradients so far.
    squares: [f32; 2],
    prior: [f32; 2],
    /// The pull to it at each visit.
    decay: f32,
}

struct Model {
    entries: Vec<Learned>,
    /// Those of the position at hand.
    seen: Vec<usize>,
}

impl Model {
    fn new(training: &[Sample], decay: f32, prior: impl Fn(usize) -> [f32; 2]) -> Self {
        let mut visits = vec![0_u32; features::SIZE];
        for sample in training {
            features::each(&sample.board, |entry| visits[entry] += 1);
        }
        let learned = |(entry, visits): (usize, u32)| {
            let prior = prior(entry);
            Learned { weight: prior, squares: [1.0; 2], prior, decay: decay / visits.max(1) as f32 }
        };
        Self { entries: visits.into_iter().enumerate().map(learned).collect(), seen: Vec::new() }
    }

    /// The chance to win, with the shares that full and empty board have in it.
    fn predict(&mut self, board: &Board) -> (f32, [f32; 2]) {
        self.seen.clear();
        features::each(board, |entry| self.seen.push(entry));
        let full = board.count() as f32 / ALL_PIECES as f32;
        let shares = [full, 1.0 - full];
        let worth = |&entry: &usize| {
            let [full, empty] = self.entries[entry].weight;
            full * shares[0] + empty * shares[1]
        };
        (sigmoid(self.seen.iter().map(worth).sum()), shares)
    }

    fn loss(&mut self, sample: &Sample) -> f32 {
        cross_entropy(sample.target, self.predict(&sample.board).0)
    }

    /// Makes a step; returns the loss before it.
    fn learn(&mut self, sample: &Sample) -> f32 {
        let (chance, shares) = self.predict(&sample.board);
        for &entry in &self.seen {
            let Learned { weight, squares, prior, decay } = &mut self.entries[entry];
            for end in 0..2 {
                let gradient = (chance - sample.target) * shares[end] + *decay * (weight[end] - prior[end]);
                squares[end] += gradient * gradient;
                weight[end] -= RATE * gradient / squares[end].sqrt();
            }
        }
        cross_entropy(sample.target, chance)
    }

    fn quantised(&self) -> Result<Weights, Box<dyn Error>> {
        let rounded = |weight: f32| (weight * SCALE * UNITS as f32).round() as i16;
        let weights: Vec<Weight> = self.entries.iter().map(|entry| entry.weight.map(rounded)).collect();
        Weights::new(weights).ok_or_else(|| "a weight is missing".into())
    }
}

fn cross_entropy(target: f32, chance: f32) -> f32 {
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::game::{Moves, Notation};
    use crate::games::Checkers;

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

    /// TablebaseResult weights of what is often seen: chances that follow from them are found again, for
    /// positions not learned from.
    #[test]
    fn known_weights_are_found_again() {
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
        let mut model = Model::new(&samples, 0.1, by_hand);
        let error = |model: &mut Model| {
            mean(unseen.iter().map(|sample| (model.predict(&sample.board).0 - sample.target).abs()))
        };
        let before = error(&mut model);
        for _ in 0..3 {
            samples.iter().for_each(|sample| {
                model.learn(sample);
            });
        }
        let after = error(&mut model);
        assert!(after < before / 3.0, "{before} before, {after} after");
    }

    /// With nothing to learn, the weights stay what they were.
    #[test]
    fn weights_are_pulled_to_those_before() {
        let before = Weights::standard();
        let model = Model::new(&[], 1.0, |entry| learned_before(&before, entry));
        assert!(model.quantised().expect("all are there") == *before);
    }

    fn record(text: &str, score: i16, next: Option<Next>) -> Record {
        Record { board: Checkers::parse(text).expect("a position"), score, result: 1, next }
    }

    #[test]
    fn decided_and_noisy_positions_teach_nothing() {
        let target = |text, score, share| {
            let record = record(text, score, None);
            sample(&record, chances(&[record], 0.0)[0], share).map(|sample| sample.target)
        };
        assert_eq!(target("B:W32:B1", 10, 1.0), Some(1.0));
        assert_eq!(target("B:W32:B1", 0, 0.5), Some(0.75));
        assert_eq!(target("B:W32:B1", 3000, 1.0), None);
        assert_eq!(target("B:W6:B1", 10, 1.0), None);
    }

    /// The last position is won for the side to move; nothing of that goes past a move that the search did
    /// not choose.
    #[test]
    fn later_scores_count_as_far_as_best_play_leads_to_them() {
        let next = [None, Some(Next::Other), Some(Next::Same), None];
        let mut game = next.map(|next| record("B:W32:B1", 0, next));
        game[3].score = i16::MAX;
        assert_eq!(chances(&game, 0.5), [0.5, 0.375, 0.75, 1.0]);
        assert_eq!(chances(&game, 0.0), [0.5, 0.5, 0.5, 1.0]);
    }
}
