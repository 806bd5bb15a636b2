//! The engine: options, the history of the game, the search for a move.

use crate::board::Squares;
use bestmove_core::game::{Checkpoint, Evaluator, Invalid, Notation, Rules};
use bestmove_core::games::Checkers;
use bestmove_core::games::checkers::{Board, Knowledge};
use bestmove_core::search::{
    Limits, Path, SearchContext, SearchResult, Settings, TranspositionTable, search,
};
use bestmove_core::types::Verdict;
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::Instant;

const DRAW: i32 = 0;
const WIN: i32 = 1;
const LOSS: i32 = 2;
/// The result is not proven.
pub(crate) const UNKNOWN: i32 = 3;

const NAME: &str = concat!("bestmove ", env!("CARGO_PKG_VERSION"));

/// The engine with what it keeps between moves.
pub(crate) struct Engine {
    knowledge: Option<Knowledge>,
    tables: Option<String>,
    uses_tables: bool,
    table: Option<TranspositionTable>,
    table_mib: usize,
    threads: NonZeroUsize,
    /// The game so far, as far as it matters for repetitions.
    history: Option<Path<Checkers>>,
}

/// The position after the move, and the result of the one before it.
pub(crate) struct Answer {
    pub(crate) squares: Squares,
    pub(crate) result: i32,
}

impl Default for Engine {
    fn default() -> Self {
        Self {
            knowledge: None,
            tables: None,
            uses_tables: true,
            table: None,
            table_mib: 64,
            threads: NonZeroUsize::MIN,
            history: None,
        }
    }
}

impl Engine {
    /// Chooses a move by the deadline, or at once when `play_now` is set. Calls `show` with a line about each
    /// finished iteration.
    pub(crate) fn choose(
        &mut self,
        squares: &Squares,
        color: i32,
        deadline: Instant,
        play_now: &AtomicI32,
        show: &mut dyn FnMut(&str),
    ) -> Result<Answer, Invalid> {
        let position = squares.position(color)?;
        let path = self.history.take().filter(|path| *path.position() == position);
        let path = path.unwrap_or_else(|| Path::from(position));
        let table_mib = self.table_mib;
        let table = self.table.get_or_insert_with(|| TranspositionTable::new(table_mib << 20));
        table.age();
        let stop = AtomicBool::new(false);
        let poll = || {
            if play_now.load(Ordering::Relaxed) != 0 {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let limits = Limits {
            deadline: Some(deadline),
            stop: &stop,
            checkpoint: Some(Checkpoint(&poll)),
            ..Limits::default()
        };
        let settings = Settings { tablebases: self.uses_tables, ..Settings::STRONGEST };
        let knowledge = self.knowledge.get_or_insert_default();
        let context = SearchContext { knowledge, table, limits, settings, threads: self.threads, seed: None };
        let began = Instant::now();
        let mut report = |found: &SearchResult<Checkers>| show(&status(&position, found, began));
        let found = search(&path, context, &mut report);
        report(&found);
        let after = found.best_move().map_or(position, |played| Checkers::play(&position, played));
        Ok(Answer { squares: Squares::from(&after), result: result(found.best().verdict) })
    }

    /// Carries out a command. Returns the reply, or why it is not understood.
    pub(crate) fn execute(&mut self, command: &str) -> Result<String, String> {
        let (word, rest) = command.trim().split_once(' ').unwrap_or((command.trim(), ""));
        match (word, rest.trim()) {
            ("name", _) => Ok(NAME.to_owned()),
            ("about", _) => {
                let pieces = if cfg!(feature = "tables") { "six" } else { "four" };
                Ok(format!("{NAME}\nCheckers with up to {pieces} pieces is solved.\nMore tables: dbpath."))
            }
            ("get", option) => self.get(option),
            ("set", rest) => {
                let (option, value) = rest.split_once(' ').unwrap_or((rest, ""));
                self.set(option, value.trim())
            }
            _ => Err(format!("command: expected name, about, get or set, got {command:?}")),
        }
    }

    fn get(&self, option: &str) -> Result<String, String> {
        Ok(match option {
            "protocolversion" => "2".to_owned(),
            // English checkers.
            "gametype" => "21".to_owned(),
            "hashsize" => self.table_mib.to_string(),
            "searchthreads" => self.threads.to_string(),
            "dbpath" => self.tables.clone().unwrap_or_default(),
            "enable_wld" => u8::from(self.uses_tables).to_string(),
            _ => {
                return Err(format!(
                    "option: expected {OPTIONS}, protocolversion or gametype, got {option:?}"
                ));
            }
        })
    }

    fn set(&mut self, option: &str, value: &str) -> Result<String, String> {
        match option {
            "gamehist" => {
                self.history = None;
                self.history = Some(history(value).map_err(|invalid| invalid.to_string())?);
            }
            "hashsize" => {
                let mib = number(option, value, 1..=1 << 20)?;
                if !can_allocate(mib << 20) {
                    return Err(format!("hashsize: the system does not have {mib} MiB"));
                }
                (self.table_mib, self.table) = (mib, None);
            }
            "searchthreads" => {
                self.threads = NonZeroUsize::new(number(option, value, 1..=256)?).unwrap_or(self.threads);
            }
            "dbpath" => {
                let directory = std::path::Path::new(value);
                let loaded = Checkers::load_knowledge(directory).map_err(|invalid| invalid.to_string())?;
                (self.knowledge, self.tables) = (Some(loaded), Some(value.to_owned()));
            }
            "enable_wld" => self.uses_tables = number(option, value, 0..=1)? == 1,
            _ => return Err(format!("option: expected gamehist, {OPTIONS}, got {option:?}")),
        }
        Ok(format!("{option} set to {value}"))
    }
}

const OPTIONS: &str = "hashsize, searchthreads, dbpath or enable_wld";

/// A position and the moves played from it.
fn history(text: &str) -> Result<Path<Checkers>, Invalid> {
    let mut words = text.split_whitespace();
    let mut path = Path::from(Checkers::parse(words.next().unwrap_or_default())?);
    for word in words {
        path.play(Checkers::parse_move(path.position(), word)?);
    }
    Ok(path)
}

fn number(option: &str, value: &str, range: RangeInclusive<usize>) -> Result<usize, String> {
    let parsed = value.parse().ok().filter(|number| range.contains(number));
    let (first, last) = range.clone().into_inner();
    parsed.ok_or_else(|| format!("{option}: expected a whole number from {first} to {last}, got {value:?}"))
}

/// Whether the system would give this much memory; a table that it does not give ends the program.
fn can_allocate(bytes: usize) -> bool {
    let mut memory = Vec::<u8>::new();
    let reserved = memory.try_reserve_exact(bytes).is_ok();
    // Otherwise the compiler would remove the allocation.
    black_box(&memory);
    reserved
}

/// A line about a search: what CheckerBoard shows below the board.
fn status(position: &Board, found: &SearchResult<Checkers>, began: Instant) -> String {
    let seconds = began.elapsed().as_secs_f64();
    let speed = found.nodes as f64 / 1000.0 / seconds.max(1e-6);
    let mut position = *position;
    let mut line = String::new();
    for &played in &found.best().line {
        line += " ";
        line += &Checkers::print_move(&position, played);
        position = Checkers::play(&position, played);
    }
    let (depth, selective, score) =
        (found.depth.plies(), found.selective_depth.moves(), score(found.best().verdict));
    format!("depth {depth}/{selective}  eval {score}  time {seconds:.2}s  speed {speed:.0} kN/s  pv{line}")
}

fn score(verdict: Verdict) -> String {
    match verdict {
        Verdict::Win { plies: Some(plies) } => format!("win in {plies}"),
        Verdict::Loss { plies: Some(plies) } => format!("loss in {plies}"),
        Verdict::Win { plies: None } => "win".to_owned(),
        Verdict::Loss { plies: None } => "loss".to_owned(),
        Verdict::Draw => "draw".to_owned(),
        Verdict::Margin(units) | Verdict::Estimate(units) => format!("{units:+}"),
    }
}

const fn result(verdict: Verdict) -> i32 {
    match verdict {
        Verdict::Win { .. } => WIN,
        Verdict::Loss { .. } => LOSS,
        Verdict::Draw => DRAW,
        Verdict::Margin(_) | Verdict::Estimate(_) => UNKNOWN,
    }
}
