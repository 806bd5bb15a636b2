//! The engine as a player within this process.

use crate::move_budget::MoveBudget;
use bestmove_core::game::Rules;
use bestmove_core::games::Checkers;
use bestmove_core::games::checkers::Knowledge;
use bestmove_core::games::checkers::eval::Weights;
use bestmove_core::search::{Limits, Path, SearchContext, SearchResult, TranspositionTable, search};
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
pub(super) fn knowledge(file: Option<&path::Path>) -> Result<Knowledge, Box<dyn Error>> {
    Ok(file.map(weights).transpose()?.map_or_else(Knowledge::default, Knowledge::with_weights))
}

/// Reads the weights of a file.
///
/// # Errors
///
/// If the file cannot be read or does not contain weights of this version.
pub(super) fn weights(path: &path::Path) -> Result<Weights, Box<dyn Error>> {
    let context = |reason: &dyn Display| format!("{}: {reason}", path.display());
    let file = fs::read(path).map_err(|error| context(&error))?;
    Weights::read(&file).ok_or_else(|| context(&"expected a complete file of weights of this version").into())
}

/// A name for the weights of a file, or the built-in ones: "weights" and their CRC-32.
///
/// # Errors
///
/// If the file cannot be read or does not contain weights of this version.
pub(super) fn name(file: Option<&path::Path>) -> Result<String, Box<dyn Error>> {
    let weights = file.map(weights).transpose()?.map_or_else(Weights::standard, Arc::new);
    Ok(format!("weights {:08x}", crc32fast::hash(&weights.write())))
}

/// A player with a transposition table of its own.
pub(super) struct Player<'a> {
    knowledge: &'a Knowledge,
    budget: MoveBudget,
    table: TranspositionTable,
}

impl<'a> Player<'a> {
    /// A player with an empty table.
    pub(super) fn new(knowledge: &'a Knowledge, budget: MoveBudget, table_bytes: usize) -> Self {
        Self { knowledge, budget, table: TranspositionTable::new(table_bytes) }
    }

    /// Searches the current position of an unfinished game.
    pub(super) fn search(&self, path: &Path<Checkers>) -> SearchResult<Checkers> {
        let never = AtomicBool::new(false);
        let (nodes, deadline) = match self.budget {
            MoveBudget::Nodes(nodes) => (Some(nodes), None),
            MoveBudget::Time(time) => (None, Some(Instant::now() + time)),
        };
        let limits = Limits { depth: None, nodes, deadline, stop: &never, checkpoint: None };
        search(path, SearchContext::new(self.knowledge, &self.table, limits), &mut |_| {})
    }
}

/// The only legal move, or `None` if there are several or none.
pub(super) fn only_move(path: &Path<Checkers>) -> Option<<Checkers as Rules>::Move> {
    let mut moves = bestmove_core::game::Moves::new();
    Checkers::moves(path.position(), &mut moves);
    if let [only] = moves[..] { Some(only) } else { None }
}
