//! Games behind one interface. Dispatch is dynamic once a request, here; from a job's `run` down
//! all code is generic over the game.

use super::{Ended, LegalMove, Listing, Report, Source, Subject};
use crate::game::{
    Counting, Game, Info, Invalid, Memory, Moves, Notation, Outcome, Patience, Solution, Wording,
};
use crate::game::{perft, quoted};
use crate::search::{Cutoffs, Found, Limits, Path, Settings, StoppedBy, Table, ended, search};
use crate::types::{Bound, Depth, Key, Ply, Verdict};
use std::fmt::{self, Display};
use std::num::NonZeroUsize;
use std::path::Path as FilePath;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A game that is served.
pub trait AnyGame: Sync {
    /// Gets ready what is known of the game, with what more there is in a directory.
    ///
    /// # Errors
    ///
    /// If a file there can't be read or is not whole, or the game has been asked before.
    fn learn(&self, dir: Option<&FilePath>) -> Result<(), Invalid>;
    /// What a frontend needs to know of it.
    fn info(&self) -> &'static Info;
    /// The start position in canonical notation.
    fn start(&self) -> String;
    /// Reads a position, the start position if `None`, and plays `moves` from it.
    ///
    /// # Errors
    ///
    /// If the position or one of the moves can't be.
    fn prepare(&'static self, position: Option<&str>, moves: &[String]) -> Result<Box<dyn Job>, Fault>;
    /// Move sequences of `depth` plies from a position; see [`perft`].
    ///
    /// # Errors
    ///
    /// If the position can't be.
    fn perft(&self, position: Option<&str>, depth: u8, counting: Counting) -> Result<u64, Fault>;
}

/// A valid position, with the path that led there: what can be asked of it.
pub trait Job: Send + Sync {
    /// The position as answers tell it.
    fn subject(&self) -> Subject;
    /// Every legal move.
    fn listing(&self) -> Listing;
    /// The game's name and the position, which together tell it from all others.
    fn name(&self) -> (&'static str, String);
    /// Earlier positions that could occur again.
    fn lineage(&self) -> &[Key];
    /// The report, if the game is over.
    fn over(&self) -> Option<Report>;
    /// The exact score of each move in the game's notation, as far as the game's own solver gets;
    /// none if depth or nodes are limited.
    fn score_moves_blocking(&self, effort: &Effort<'_>) -> Vec<(String, Verdict)>;
    /// Searches on this thread; `progress` hears of each finished iteration but the last.
    fn search_blocking(&self, effort: &Effort<'_>, progress: &mut dyn FnMut(Report)) -> Report;
}

/// What a search may spend and use.
#[derive(Clone, Copy, Debug)]
pub struct Effort<'a> {
    /// When to stop.
    pub limits: Limits<'a>,
    /// How to search.
    pub settings: Settings,
    /// Where to keep results.
    pub table: &'a Table,
    /// What a game's own solver remembers. It is asked only if neither depth nor nodes are limited.
    pub memory: &'a Memory,
    /// How many threads search.
    pub threads: NonZeroUsize,
}

/// The field of a request that is to blame, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Fault {
    /// The field's name; an element of an array by its index from 0: `moves[2]`.
    pub field: String,
    /// What is wrong with it.
    pub invalid: Invalid,
}

impl Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.field != self.invalid.part {
            write!(out, "{}: ", self.field)?;
        }
        self.invalid.fmt(out)
    }
}

pub(super) struct Erased<G: Game> {
    knowledge: OnceLock<G::Knowledge>,
}

impl<G: Notation> Erased<G> {
    pub(super) const fn new() -> Self {
        Self { knowledge: OnceLock::new() }
    }

    fn knowledge(&'static self) -> &'static G::Knowledge {
        self.knowledge.get_or_init(G::Knowledge::default)
    }

    fn path(position: Option<&str>, moves: &[String]) -> Result<Path<G>, Fault> {
        let start = position.map_or_else(|| Ok(G::start()), G::parse);
        let mut path = Path::from(start.map_err(|invalid| Fault { field: "position".to_owned(), invalid })?);
        for (index, text) in moves.iter().enumerate() {
            let played = match path.outcome() {
                Some(_) => Err(Invalid::new("move", "no more moves, as the game is over", quoted(text))),
                None => G::parse_move(path.position(), text),
            };
            path.play(played.map_err(|invalid| Fault { field: format!("moves[{index}]"), invalid })?);
        }
        Ok(path)
    }
}

impl<G: Notation> AnyGame for Erased<G> {
    fn learn(&self, dir: Option<&FilePath>) -> Result<(), Invalid> {
        let knowledge = dir.map_or_else(|| Ok(G::Knowledge::default()), G::knowledge_in)?;
        self.knowledge
            .set(knowledge)
            .map_err(|_| Invalid::new(G::INFO.id, "nothing known yet", "knowledge in use"))
    }

    fn info(&self) -> &'static Info {
        const { &G::INFO }
    }

    fn start(&self) -> String {
        G::print(&G::start())
    }

    fn prepare(&'static self, position: Option<&str>, moves: &[String]) -> Result<Box<dyn Job>, Fault> {
        Ok(Box::new(Prepared { path: Self::path(position, moves)?, knowledge: self.knowledge() }))
    }

    fn perft(&self, position: Option<&str>, depth: u8, counting: Counting) -> Result<u64, Fault> {
        Ok(perft::<G>(Self::path(position, &[])?.position(), depth, counting))
    }
}

/// A path with what is known of its game.
struct Prepared<G: Game> {
    path: Path<G>,
    knowledge: &'static G::Knowledge,
}

impl<G: Notation> Job for Prepared<G> {
    fn subject(&self) -> Subject {
        subject(&self.path)
    }

    fn listing(&self) -> Listing {
        let mut moves = Moves::new();
        if self.path.outcome().is_none() {
            G::moves(self.path.position(), &mut moves);
        }
        let worded = |&played| {
            let position = G::print(&G::play(self.path.position(), played));
            let shown = move |wording: Wording| LegalMove {
                text: wording.text,
                places: wording.places,
                position: position.clone(),
            };
            G::wordings(self.path.position(), played).into_iter().map(shown)
        };
        Listing { subject: self.subject(), moves: moves.iter().flat_map(worded).collect() }
    }

    fn name(&self) -> (&'static str, String) {
        (G::INFO.id, G::print(self.path.position()))
    }

    fn lineage(&self) -> &[Key] {
        self.path.before()
    }

    fn over(&self) -> Option<Report> {
        ended(&self.path).map(|found| report(&self.path, &found))
    }

    fn score_moves_blocking(&self, effort: &Effort<'_>) -> Vec<(String, Verdict)> {
        let is_limited = effort.limits.depth.is_some() || effort.limits.nodes.is_some();
        if self.path.outcome().is_some() || is_limited {
            return Vec::new();
        }
        let patience = Patience { deadline: effort.limits.deadline, stop: effort.limits.stop };
        let scored = G::solve_moves(self.path.position(), effort.memory, &patience);
        let worded =
            |(played, score)| (G::print_move(self.path.position(), played), Verdict::of(score, true));
        scored.into_iter().map(worded).collect()
    }

    fn search_blocking(&self, effort: &Effort<'_>, progress: &mut dyn FnMut(Report)) -> Report {
        if let Some(solution) = solved(&self.path, effort) {
            return solution_report(&self.path, &solution, effort.limits.stop);
        }
        let Effort { limits, settings, table, threads, .. } = *effort;
        let mut progress = |found: &Found<G>| progress(report(&self.path, found));
        let found = search(&self.path, self.knowledge, limits, settings, table, threads, &mut progress);
        let mut report = report(&self.path, &found);
        if found.stopped_by == StoppedBy::Proven && G::known(self.path.position(), self.knowledge).is_some() {
            report.source = Source::Endgame;
        }
        report
    }
}

/// The position as answers tell it.
fn subject<G: Notation>(path: &Path<G>) -> Subject {
    let ended = |outcome: Outcome| Ended {
        winner: outcome.winner.map(|side| G::INFO.side(side)),
        ending: outcome.ending,
        line: G::winning_line(path.position()),
    };
    Subject {
        game: G::INFO.id,
        position: G::print(path.position()),
        to_move: G::INFO.side(G::to_move(path.position())),
        outcome: path.outcome().map(ended),
    }
}

/// What the game's own solver says in most of the time there is; the rest is for the search, if the
/// solver has nothing to say.
fn solved<G: Notation>(path: &Path<G>, effort: &Effort<'_>) -> Option<Solution<G::Move>> {
    let Limits { depth: None, nodes: None, deadline, stop } = effort.limits else { return None };
    if path.outcome().is_some() {
        return None;
    }
    let now = Instant::now();
    let most = |deadline: Instant| now + deadline.saturating_duration_since(now) * 3 / 4;
    let patience = Patience { deadline: deadline.map(most), stop };
    G::solve(path.position(), effort.memory, &patience)
}

fn solution_report<G: Notation>(path: &Path<G>, solution: &Solution<G::Move>, stop: &AtomicBool) -> Report {
    let end = solution.line.iter().fold(*path.position(), |position, &played| G::play(&position, played));
    let stopped_by = match G::outcome(&end) {
        Some(_) => StoppedBy::Proven,
        None if stop.load(Ordering::Relaxed) => StoppedBy::Cancelled,
        None => StoppedBy::Time,
    };
    let found = Found {
        line: solution.line.clone(),
        verdict: Verdict::of(solution.score, true),
        bound: Bound::Exact,
        depth: Depth::new(solution.line.len() as u8),
        selective_depth: Ply::new(solution.line.len() as u16),
        nodes: solution.nodes,
        cutoffs: Cutoffs::default(),
        stopped_by,
    };
    let source = if solution.from_book { Source::Book } else { Source::Search };
    Report { source, ..report(path, &found) }
}

/// What was found, in the game's notation.
fn report<G: Notation>(path: &Path<G>, found: &Found<G>) -> Report {
    let principal_variation = printed::<G>(*path.position(), &found.line);
    Report {
        subject: subject(path),
        best_move: principal_variation.first().cloned(),
        principal_variation,
        verdict: found.verdict,
        bound: found.bound,
        depth: found.depth.plies(),
        selective_depth: found.selective_depth.moves(),
        nodes: found.nodes,
        cutoffs: found.cutoffs,
        elapsed: Duration::ZERO,
        budget: Duration::ZERO,
        degraded: false,
        source: if found.stopped_by == StoppedBy::GameOver { Source::Rules } else { Source::Search },
        stopped_by: found.stopped_by,
    }
}

/// A line of moves in canonical notation.
fn printed<G: Notation>(mut position: G::Position, line: &[G::Move]) -> Vec<String> {
    let mut print = |&played: &G::Move| {
        let text = G::print_move(&position, played);
        position = G::play(&position, played);
        text
    };
    line.iter().map(&mut print).collect()
}
