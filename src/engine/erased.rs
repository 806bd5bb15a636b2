//! Games behind one interface. Dispatch is dynamic once a request, here; from a job's `run` down
//! all code is generic over the game.

use super::asked::{Asked, walked};
use super::{Listing, Report, Subject};
use crate::game::{Game, Info, Invalid, Layout, Notation, PerftMode, SolverMemory, perft};
use crate::search::{Limits, Settings, TranspositionTable};
use crate::types::{Bound, Verdict};
use std::fmt::{self, Display};
use std::num::NonZeroUsize;
use std::path::Path as FilePath;
use std::sync::OnceLock;

/// A game that is served.
pub trait AnyGame: Sync {
    /// Gets ready what is known of the game, with what more there is in a directory.
    ///
    /// # Errors
    ///
    /// If a file there can't be read or is not whole, or the game has been asked before.
    fn learn(&self, dir: Option<&FilePath>) -> Result<(), Invalid>;
    /// Gets ready what is known of the game, unless that has been done.
    fn know(&'static self);
    /// Allocates what the game's solver needs.
    fn allocate(&self, memory: &SolverMemory);
    /// What a frontend needs to know of it.
    fn info(&self) -> &'static Info;
    /// The start position in canonical notation.
    fn start(&self) -> String;
    /// The board as data.
    fn layout(&self) -> Layout;
    /// Reads a position, the start position if `None`, plays `moves` from it and reads what is
    /// asked about the moves there.
    ///
    /// # Errors
    ///
    /// If the position or one of the moves can't be, or no move is left to choose.
    fn prepare(
        &'static self,
        position: Option<&str>,
        moves: &[String],
        choice: Choice<'_>,
    ) -> Result<Box<dyn Job>, Fault>;
    /// Move sequences of `depth` plies from a position; see [`perft`].
    ///
    /// # Errors
    ///
    /// If the position can't be.
    fn perft(&self, position: Option<&str>, depth: u8, counting: PerftMode) -> Result<u64, Fault>;
}

/// What is asked about the moves in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<'a> {
    /// How many moves get a score and a line of their own; more than there are is all.
    pub lines: NonZeroUsize,
    /// The moves to choose from; all legal ones if `None`.
    pub only: Option<&'a [String]>,
    /// Moves not to choose.
    pub avoid: &'a [String],
}

impl Default for Choice<'_> {
    /// The best of all moves.
    fn default() -> Self {
        Self { lines: NonZeroUsize::MIN, only: None, avoid: &[] }
    }
}

/// What two requests have in common that ask the same, whatever they spend on the answer; in
/// canonical notation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Topic {
    /// The game's name in URLs.
    pub game: &'static str,
    /// The position after the last irreversible move.
    pub position: String,
    /// The moves since then.
    pub moves: Vec<String>,
    /// How many moves get a line: at most as many as there are.
    pub lines: usize,
    /// The moves to choose from, unless they are all legal ones.
    pub only: Option<Vec<String>>,
}

/// A valid position, with the path that led there: what can be asked of it.
pub trait Job: Send + Sync {
    /// The position as answers tell it.
    fn subject(&self) -> Subject;
    /// Every legal move.
    fn listing(&self) -> Listing;
    /// What is asked.
    fn topic(&self) -> &Topic;
    /// The report, if the game is over.
    fn over(&self) -> Option<Report>;
    /// The proven score of each move in the game's notation, as far as the game's own solver gets;
    /// none if depth or nodes are limited.
    fn score_moves_blocking(&self, effort: &Effort<'_>) -> Vec<(String, Verdict, Bound)>;
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
    pub table: &'a TranspositionTable,
    /// What a game's own solver remembers. It is asked only if neither depth nor nodes are limited.
    pub memory: &'a SolverMemory,
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

impl<G: Game> Erased<G> {
    pub(super) const fn new() -> Self {
        Self { knowledge: OnceLock::new() }
    }

    fn knowledge(&'static self) -> &'static G::Knowledge {
        self.knowledge.get_or_init(G::Knowledge::default)
    }
}

impl<G: Notation> AnyGame for Erased<G> {
    fn learn(&self, dir: Option<&FilePath>) -> Result<(), Invalid> {
        let knowledge = dir.map_or_else(|| Ok(G::Knowledge::default()), G::load_knowledge)?;
        self.knowledge
            .set(knowledge)
            .map_err(|_| Invalid::new(G::INFO.id, "nothing known yet", "knowledge in use"))
    }

    fn know(&'static self) {
        self.knowledge();
    }

    fn allocate(&self, memory: &SolverMemory) {
        G::allocate(memory);
    }

    fn info(&self) -> &'static Info {
        const { &G::INFO }
    }

    fn start(&self) -> String {
        G::print(&G::start())
    }

    fn layout(&self) -> Layout {
        G::layout()
    }

    fn prepare(
        &'static self,
        position: Option<&str>,
        moves: &[String],
        choice: Choice<'_>,
    ) -> Result<Box<dyn Job>, Fault> {
        Ok(Box::new(Asked::<G>::read(self.knowledge(), position, moves, choice)?))
    }

    fn perft(&self, position: Option<&str>, depth: u8, counting: PerftMode) -> Result<u64, Fault> {
        Ok(perft::<G>(walked::<G>(position, &[])?.path.position(), depth, counting))
    }
}
