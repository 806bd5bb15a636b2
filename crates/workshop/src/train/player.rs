//! The engine as a player within this process.

use super::Trainable;
use crate::move_budget::MoveBudget;
use bestmove_core::game::{Game, Moves, Rules, SolveLimits, SolverMemory};
use bestmove_core::search::{Limits, Path, SearchContext, TranspositionTable, search};
use bestmove_core::types::{Bound, Verdict};
use std::error::Error;
use std::fmt::Display;
use std::fs;
use std::path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The knowledge of a player with the weights of a file; for `None`, with the built-in ones.
///
/// # Errors
///
/// If the file cannot be read or does not contain weights of this version.
pub(crate) fn knowledge<G: Trainable>(file: Option<&path::Path>) -> Result<G::Knowledge, Box<dyn Error>> {
    Ok(file.map(weights::<G>).transpose()?.map_or_else(G::Knowledge::default, G::knowledge))
}

/// Reads the weights of a file.
///
/// # Errors
///
/// If the file cannot be read or does not contain weights of this version.
pub(super) fn weights<G: Trainable>(path: &path::Path) -> Result<G::Weights, Box<dyn Error>> {
    let context = |reason: &dyn Display| format!("{}: {reason}", path.display());
    let file = fs::read(path).map_err(|error| context(&error))?;
    G::read_weights(&file)
        .ok_or_else(|| context(&"expected a complete file of weights of this version").into())
}

/// A name for the weights of a file, or the built-in ones: "weights" and their CRC-32.
///
/// # Errors
///
/// If the file cannot be read or does not contain weights of this version.
pub(super) fn name<G: Trainable>(file: Option<&path::Path>) -> Result<String, Box<dyn Error>> {
    let weights = file.map(weights::<G>).transpose()?.map_or_else(G::standard_weights, Arc::new);
    Ok(format!("weights {:08x}", crc32fast::hash(&G::write_weights(&weights))))
}

/// A player with tables of its own.
pub(super) struct Player<'a, G: Trainable> {
    knowledge: &'a G::Knowledge,
    budget: MoveBudget,
    table: TranspositionTable,
    memory: SolverMemory,
}

/// What a player thinks of a position of an unfinished game.
pub(super) struct Opinion<G: Rules> {
    pub(super) verdict: Verdict,
    pub(super) best: Option<G::Move>,
}

impl<'a, G: Trainable> Player<'a, G> {
    /// A player with empty tables.
    pub(super) fn new(knowledge: &'a G::Knowledge, budget: MoveBudget, table_bytes: usize) -> Self {
        let (table, memory) = (TranspositionTable::new(table_bytes), SolverMemory::new(table_bytes));
        Self { knowledge, budget, table, memory }
    }

    /// Solves or searches the current position of an unfinished game.
    pub(super) fn judge(&self, path: &Path<G>) -> Opinion<G> {
        if G::is_solved(path.position())
            && let Some(solution) = G::solve(path.position(), &self.memory, &SolveLimits::default())
            && solution.bound == Bound::Exact
        {
            return Opinion { verdict: solution.verdict(), best: solution.line.first().copied() };
        }
        let never = AtomicBool::new(false);
        let (nodes, deadline) = match self.budget {
            MoveBudget::Nodes(nodes) => (Some(nodes), None),
            MoveBudget::Time(time) => (None, Some(Instant::now() + time)),
        };
        let limits = Limits { depth: None, nodes, deadline, stop: &never, checkpoint: None };
        let found = search(path, SearchContext::new(self.knowledge, &self.table, limits), &mut |_| {});
        Opinion { verdict: found.best().verdict, best: found.best_move() }
    }
}

impl<G: Rules> Opinion<G> {
    /// The score for the side to move, in the unit of evaluations, and its result, if it is proven: in discs, where
    /// games are scored by margin, else 1, 0 or -1.
    pub(super) const fn score(&self) -> (i16, Option<i8>) {
        match self.verdict {
            Verdict::Win { .. } => (i16::MAX, Some(1)),
            Verdict::Loss { .. } => (-i16::MAX, Some(-1)),
            Verdict::Draw => (0, Some(0)),
            Verdict::Margin(units) => (units, Some((units / 100) as i8)),
            Verdict::Estimate(units) => (units, None),
        }
    }
}

/// The only legal move, or `None` if there are several or none.
pub(super) fn only_move<G: Game>(path: &Path<G>) -> Option<G::Move> {
    let mut moves = Moves::new();
    G::moves(path.position(), &mut moves);
    if let [only] = moves[..] { Some(only) } else { None }
}
