//! What proven losses score in practice: in games of each level against itself.

use super::options::{ThreadOptions, from_to};
use super::parallel::for_each_ordered;
use super::progress::progress_bar;
use super::random::{Random, random_move};
use bestmove_core::game::{Level, LevelRule, Notation, Side, SolveLimits, SolverMemory};
use bestmove_core::opponent::Opponent;
use bestmove_core::search::{Limits, Path, SearchContext, TranspositionTable, search};
use bestmove_core::types::{Verdict, practical_points_of_loss};
use clap::Args;
use std::error::Error;
use std::io::{self, Write};

/// Random plies at the start of a game: up to this number.
const OPENING_PLIES: usize = 8;
/// Games longer than this are drawn.
const MAX_PLIES: usize = 400;
/// Size of the tables of a game, in bytes.
const TABLE_BYTES: usize = 1 << 22;
/// The upper ends of the ranges of distances, in plies.
const RANGES: [u16; 9] = [4, 8, 12, 16, 24, 32, 40, 60, u16::MAX];

/// Options of the measurement.
#[derive(Args, Clone, Copy, Debug)]
pub struct LossOptions {
    /// Games of each level
    #[arg(long, default_value_t = 1_000, value_parser = from_to::<u64>(1..=u64::MAX))]
    pub games: u64,
    /// Node limit of each search, where no solver proves the result
    #[arg(long, default_value_t = 20_000, value_parser = from_to::<u64>(1..=u64::MAX))]
    pub nodes: u64,
    /// Games at the same time.
    #[command(flatten)]
    pub threads: ThreadOptions,
}

/// A position that is proven lost.
#[derive(Clone, Copy, Debug)]
struct LostPosition {
    side: Side,
    plies: u16,
}

/// The positions at some distances.
#[derive(Clone, Copy, Debug, Default)]
struct Range {
    positions: u32,
    plies: f64,
    scored: f64,
    expected: f64,
}

/// Plays games of each level below full strength against itself, and prints the points that lost positions scored
/// by their distance.
///
/// # Errors
///
/// If a thread cannot be started, or the output cannot be written.
pub fn measure_losses<G: Notation>(options: &LossOptions) -> Result<(), Box<dyn Error>> {
    let knowledge = G::Knowledge::default();
    let mut ranges = [Range::default(); RANGES.len()];
    let levels = || Level::all().filter_map(|level| Some((level, G::levels().rule(level)?)));
    let bar = progress_bar("games", options.games * levels().count() as u64, 0);
    for (level, rule) in levels() {
        let play = |number| play_game::<G>(&knowledge, options.nodes, (level, rule), number);
        for_each_ordered(0..options.games, options.threads.count(), play, |(lost, winner)| {
            bar.inc(1);
            for LostPosition { side, plies } in lost {
                let at = RANGES.iter().position(|&most| plies <= most).unwrap_or_default();
                ranges[at].add(plies, winner.map_or(0.5, |winner| f64::from(u8::from(winner == side))));
            }
            Ok(())
        })?;
    }
    bar.finish();
    let mut out = io::stdout();
    writeln!(out, "| mean distance | positions | points scored | by the formula |\n|---|---|---|---|")?;
    for Range { positions, plies, scored, expected } in ranges.into_iter().filter(|range| range.positions > 0)
    {
        let mean = |sum: f64| sum / f64::from(positions);
        let [scored, expected] = [scored, expected].map(mean);
        writeln!(out, "| {:.1} | {positions} | {scored:.3} | {expected:.3} |", mean(plies))?;
    }
    Ok(())
}

impl Range {
    fn add(&mut self, plies: u16, points: f64) {
        self.positions += 1;
        self.plies += f64::from(plies);
        self.scored += points;
        self.expected += practical_points_of_loss(plies);
    }
}

/// Plays game `number` of a level against itself. Returns its lost positions and the winner.
fn play_game<G: Notation>(
    knowledge: &G::Knowledge,
    nodes: u64,
    (level, rule): (Level, &LevelRule),
    number: u64,
) -> (Vec<LostPosition>, Option<Side>) {
    let mut random = Random::new(2, number);
    let mut path = Path::<G>::from(G::start());
    for _ in 0..random.below(OPENING_PLIES + 1) {
        if let Some(played) = random_move::<G>(path.position(), &mut random) {
            path.play(played);
        }
    }
    let (table, memory) = (TranspositionTable::new(TABLE_BYTES), SolverMemory::new(TABLE_BYTES));
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let opponent = Opponent { level, seed: random.next() };
    let mut lost = Vec::new();
    for _ in 0..MAX_PLIES {
        if let Some(outcome) = path.outcome() {
            return (lost, outcome.winner);
        }
        let solved = G::solve(path.position(), &memory, &SolveLimits::default());
        let verdict = solved.map_or_else(
            || search(&path, SearchContext::new(knowledge, &table, limits), &mut |_| {}).best().verdict,
            |solution| solution.verdict(),
        );
        if let Verdict::Loss { plies: Some(plies) } = verdict {
            lost.push(LostPosition { side: G::to_move(path.position()), plies });
        }
        match opponent.choose(rule, &path, knowledge, Limits::default()).best_move() {
            Some(played) => path.play(played),
            None => break,
        }
    }
    (lost, None)
}
