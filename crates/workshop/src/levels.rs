//! Calibration of the levels of play: fits their rules, and measures their Elo ratings.

use super::fingerprint::fingerprint;
use super::journal::Journal;
use super::matches::statistics::{Elo, Pentanomial, score_from_elo};
use super::options::{ThreadOptions, from_to};
use super::parallel::for_each_ordered;
use super::partial_file::PartialFile;
use super::random::{Random, random_move};
use bestmove_core::game::{Level, LevelRule, LevelTable, Moves, Notation, Side, SolveLimits, SolverMemory};
use bestmove_core::opponent::Opponent;
use bestmove_core::search::{Limits, Path, SearchContext, TranspositionTable, search};
use bestmove_core::types::{Depth, Key};
use clap::Args;
use std::error::Error;
use std::fmt::{self, Display};
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// The limit of a search at full strength, where no solver proves the move.
const FULL_STRENGTH_NODES: u64 = 20_000;
/// Size of the tables of a player at full strength, in bytes.
const TABLE_BYTES: usize = 1 << 22;
/// Random plies at the start of each pair of games.
const OPENING_PLIES: usize = 2;
/// Games longer than this are drawn.
const MAX_PLIES: usize = 400;
/// The bounds of the precision of a fitted rule.
const PRECISIONS: [f64; 2] = [0.05, 400.0];
/// Steps of the bisection of a precision.
const FIT_STEPS: usize = 7;
/// The most that two levels may differ in a rating.
const MAX_ELO: f64 = 1_000.0;
/// The first level that has to see the reply to its move.
const SEES_REPLIES_FROM: u8 = 3;

/// Options of a calibration.
#[derive(Args, Clone, Debug)]
pub struct LevelOptions {
    /// Games of each pair of neighbours
    #[arg(long, default_value_t = 400, value_parser = from_to::<u32>(2..=1_000_000))]
    pub games: u32,
    /// File of the rules to start from [default: the built-in ones]
    #[arg(long)]
    pub rules: Option<PathBuf>,
    /// Fit the rules so that each level beats the one before by this Elo difference [default: keep the rules]
    #[arg(long, value_name = "ELO")]
    pub fit: Option<f64>,
    /// Games of each step of the fit
    #[arg(long, default_value_t = 200, value_parser = from_to::<u32>(2..=1_000_000))]
    pub fit_games: u32,
    /// The most plies that a fitted level sees
    #[arg(long, default_value_t = 8, value_parser = from_to::<u8>(2..=20))]
    pub max_depth: u8,
    /// Let each level play against random moves and against full strength as well
    #[arg(long)]
    pub references: bool,
    /// Games at the same time.
    #[command(flatten)]
    pub threads: ThreadOptions,
    /// Directory for finished games
    #[arg(long, default_value = "target/lab/levels")]
    pub dir: PathBuf,
    /// File to write. crates/core/data/GAME.levels is compiled into the program
    #[arg(long)]
    pub out: PathBuf,
}

/// A player of the calibration games.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Player {
    /// A level below full strength.
    Rule(Level, LevelRule),
    FullStrength,
    /// Wins at once if it can, and otherwise plays at random.
    OnePly,
    Random,
}

impl Display for Player {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(level, LevelRule { depth, precision }) => {
                write!(out, "level {}, depth {}, precision {precision:.4}", level.number(), depth.plies())
            }
            Self::FullStrength => write!(out, "full strength"),
            Self::OnePly => write!(out, "random with one ply"),
            Self::Random => write!(out, "random moves"),
        }
    }
}

/// Fits the rules of a game's levels if requested, measures the Elo differences of neighbours, and writes
/// the calibration after each, without ratings of the levels still to come. Finished games are read from the
/// directory.
///
/// # Errors
///
/// If a file cannot be read or written, or a thread cannot be started.
pub fn calibrate_levels<G: Notation>(options: &LevelOptions) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(&options.dir)?;
    let arena = Arena::<G> { options, knowledge: &G::Knowledge::default(), fingerprint: fingerprint::<G>() };
    let mut table = match &options.rules {
        Some(file) => LevelTable::parse(&fs::read_to_string(file)?)?,
        None => G::levels().clone(),
    };
    drop(PartialFile::create(&options.out)?);
    if let Some(elo) = options.fit {
        arena.fit(&mut table, elo)?;
    }
    // The old ratings are of other rules or games.
    Level::all().for_each(|level| table.set_elo(level, None));
    let weakest = Player::of(&table, 1);
    arena.measure(Player::OnePly, weakest)?;
    let mut rating = 0.0;
    for level in Level::all() {
        let number = level.number();
        if number > 1 {
            let elo = arena.measure(Player::of(&table, number), Player::of(&table, number - 1))?;
            rating += elo.difference.clamp(-MAX_ELO, MAX_ELO);
        }
        table.set_elo(level, Some(rating.round() as i16));
        PartialFile::create(&options.out)?.finish(table.print().as_bytes())?;
        if options.references {
            for reference in [Player::Random, Player::FullStrength] {
                arena.measure(Player::of(&table, number), reference)?;
            }
        }
    }
    Ok(())
}

impl Player {
    /// The player of a level.
    fn of(table: &LevelTable, number: u8) -> Self {
        let rule = Level::new(number).and_then(|level| Some(Self::Rule(level, *table.rule(level)?)));
        rule.unwrap_or(Self::FullStrength)
    }
}

/// Plays the calibration games.
struct Arena<'a, G: Notation> {
    options: &'a LevelOptions,
    knowledge: &'a G::Knowledge,
    fingerprint: u32,
}

impl<G: Notation> Arena<'_, G> {
    /// Fits the levels from the second on: each beats the one before by `elo`. A level sees as far as the one
    /// before, or further where no precision is enough.
    fn fit(&self, table: &mut LevelTable, elo: f64) -> Result<(), Box<dyn Error>> {
        let target = score_from_elo(elo);
        for (weaker, level) in Level::all().zip(Level::all().skip(1)) {
            if level.is_full_strength() {
                break;
            }
            let opponent = Player::of(table, weaker.number());
            let score = |rule| {
                let games = self.play(Player::Rule(level, rule), opponent, self.options.fit_games)?;
                io::Result::Ok(games.score())
            };
            let seen = table.rule(weaker).map_or(Depth::ONE, |rule| rule.depth);
            let least = if level.number() >= SEES_REPLIES_FROM { Depth::new(2) } else { Depth::ONE };
            let mut rule = LevelRule { depth: seen.max(least), precision: PRECISIONS[1] };
            while rule.depth.plies() < self.options.max_depth && score(rule)? < target {
                rule.depth = rule.depth + Depth::ONE;
            }
            let [mut low, mut high] = PRECISIONS;
            for _ in 0..FIT_STEPS {
                let middle = (low * high).sqrt();
                if score(LevelRule { precision: middle, ..rule })? < target {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            // Three digits are more than the games can tell.
            let digits = 10_f64.powf(2.0 - high.log10().floor());
            rule.precision = (high * digits).round() / digits;
            table.set_rule(level, rule);
            writeln!(io::stdout(), "fitted {}", Player::Rule(level, rule))?;
        }
        Ok(())
    }

    /// Plays two players and prints the difference.
    fn measure(&self, one: Player, other: Player) -> Result<Elo, Box<dyn Error>> {
        let games = self.play(one, other, self.options.games)?;
        let elo = games.elo();
        writeln!(io::stdout(), "{one}\n  {elo} Elo ({:.1} %) against {other}", games.score() * 100.0)?;
        Ok(elo)
    }

    /// Plays pairs of games, each from an opening with both sides. Finished pairs come from the journal.
    fn play(&self, one: Player, other: Player, games: u32) -> io::Result<Pentanomial> {
        let title = format!(
            "{}, {:08x}, {FULL_STRENGTH_NODES} nodes: {one} against {other}",
            G::ID,
            self.fingerprint
        );
        let name = format!("{}-{:016x}.games", G::ID, Key::game_salt(&title));
        let mut scores = Pentanomial::default();
        let mut finished = 0;
        let pairs = u64::from(games.div_ceil(2));
        let mut journal = Journal::open(&self.options.dir.join(name), &title, 1, |_, half_points| {
            if finished < pairs {
                scores.add(half_points[0].into());
            }
            finished += 1;
        })?;
        let play = |number| (number, self.play_pair(one, other, number));
        for_each_ordered(
            finished..pairs.max(finished),
            self.options.threads.count(),
            play,
            |(number, half_points)| {
                scores.add(half_points);
                journal.append(number as u32, &[half_points as u8])
            },
        )?;
        Ok(scores)
    }

    /// The half-points of `one` in both games of a pair.
    fn play_pair(&self, one: Player, other: Player, number: u64) -> usize {
        let mut random = Random::new(0, number);
        let mut path = Path::from(G::start());
        for _ in 0..OPENING_PLIES {
            if let Some(played) = random_move::<G>(path.position(), &mut random) {
                path.play(played);
            }
        }
        let mut half_points = 0;
        for side in [Side::First, Side::Second] {
            let players = if side == Side::First { [one, other] } else { [other, one] };
            half_points += match self.play_game(path.clone(), players, &mut random) {
                Some(winner) if winner == side => 2,
                Some(_) => 0,
                None => 1,
            };
        }
        half_points
    }

    /// Plays a game to its end. Returns the winner.
    fn play_game(&self, mut path: Path<G>, players: [Player; 2], random: &mut Random) -> Option<Side> {
        let seed = random.next();
        let (table, memory) = (TranspositionTable::new(TABLE_BYTES), SolverMemory::new(TABLE_BYTES));
        for _ in 0..MAX_PLIES {
            if let Some(outcome) = path.outcome() {
                return outcome.winner;
            }
            let played = match players[G::to_move(path.position()) as usize] {
                Player::Rule(level, rule) => {
                    let opponent = Opponent { level, seed };
                    opponent.choose(&rule, &path, self.knowledge, Limits::default()).best_move()
                }
                Player::FullStrength => self.strongest_move(&path, &table, &memory),
                Player::OnePly => winning_move(&path).or_else(|| random_move::<G>(path.position(), random)),
                Player::Random => random_move::<G>(path.position(), random),
            };
            path.play(played?);
        }
        None
    }

    /// The move of the solver, or of a search where it proves none.
    fn strongest_move(
        &self,
        path: &Path<G>,
        table: &TranspositionTable,
        memory: &SolverMemory,
    ) -> Option<G::Move> {
        let solved = G::solve(path.position(), memory, &SolveLimits::default());
        solved.and_then(|solution| solution.line.first().copied()).or_else(|| {
            let limits = Limits { nodes: Some(FULL_STRENGTH_NODES), ..Limits::default() };
            search(path, SearchContext::new(self.knowledge, table, limits), &mut |_| {}).best_move()
        })
    }
}

/// A move that wins at once, if there is one.
fn winning_move<G: Notation>(path: &Path<G>) -> Option<G::Move> {
    let mover = Some(G::to_move(path.position()));
    let mut moves = Moves::new();
    G::moves(path.position(), &mut moves);
    moves.into_iter().find(|&played| {
        let mut next = path.clone();
        next.play(played);
        next.outcome().is_some_and(|outcome| outcome.winner == mover)
    })
}
