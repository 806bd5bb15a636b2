//! The engine as a player, in this process.

use crate::game::Rules;
use crate::games::Checkers;
use crate::games::checkers::Knowledge;
use crate::games::checkers::eval::Weights;
use crate::lab::protocol::Effort;
use crate::search::{Limits, Path, SearchContext, SearchResult, Settings, TranspositionTable, search};
use std::error::Error;
use std::fmt::Display;
use std::fs;
use std::num::NonZeroUsize;
use std::path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// What a player knows with the weights in a file, or with those of the program.
///
/// # Errors
///
/// If the file can't be read or holds something else.
pub(super) fn knowledge(file: Option<&path::Path>) -> Result<Knowledge, Box<dyn Error>> {
    Ok(file.map(weights).transpose()?.map_or_else(Knowledge::default, Knowledge::with_weights))
}

/// The weights in a file.
///
/// # Errors
///
/// If it can't be read or holds something else.
pub(super) fn weights(path: &path::Path) -> Result<Weights, Box<dyn Error>> {
    let failed = |reason: &dyn Display| format!("{}: {reason}", path.display());
    let file = fs::read(path).map_err(|error| failed(&error))?;
    Weights::read(&file).ok_or_else(|| failed(&"expected weights of this program, whole").into())
}

/// A name for the weights in a file, or for those of the program.
///
/// # Errors
///
/// If the file can't be read or holds something else.
pub(super) fn name(file: Option<&path::Path>) -> Result<String, Box<dyn Error>> {
    let weights = file.map(weights).transpose()?.map_or_else(Weights::standard, Arc::new);
    Ok(format!("weights {:08x}", crc32fast::hash(&weights.write())))
}

/// A player with what it knows and remembers.
pub(super) struct Player<'a> {
    knowledge: &'a Knowledge,
    effort: Effort,
    table: TranspositionTable,
}

impl<'a> Player<'a> {
    /// A player that remembers nothing yet.
    pub(super) fn new(knowledge: &'a Knowledge, effort: Effort, table_bytes: usize) -> Self {
        Self { knowledge, effort, table: TranspositionTable::new(table_bytes) }
    }

    /// What it thinks of a game that is not over.
    pub(super) fn search(&self, path: &Path<Checkers>) -> SearchResult<Checkers> {
        let never = AtomicBool::new(false);
        let (nodes, deadline) = match self.effort {
            Effort::Nodes(nodes) => (Some(nodes), None),
            Effort::Time(time) => (None, Some(Instant::now() + time)),
        };
        let limits = Limits { depth: None, nodes, deadline, stop: &never, checkpoint: None };
        let (settings, one) = (Settings::STRONGEST, NonZeroUsize::MIN);
        search(
            path,
            SearchContext { knowledge: self.knowledge, table: &self.table, limits, settings, threads: one },
            &mut |_| {},
        )
    }
}

/// The only legal move, if there is no other.
pub(super) fn only_move(path: &Path<Checkers>) -> Option<<Checkers as Rules>::Move> {
    let mut moves = crate::game::Moves::new();
    Checkers::moves(path.position(), &mut moves);
    if let [only] = moves[..] { Some(only) } else { None }
}
