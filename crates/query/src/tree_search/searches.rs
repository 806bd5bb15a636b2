//! The searches that a tree is searched with.

use crate::{FieldError, phrases};
use bestmove_core::game::{Parameter, phrases as core_phrases};
use bestmove_trees::{CATALOGUE, Search};

/// The searches of a tree: those asked for, each with its field, or the usual one.
///
/// # Errors
///
/// If the tree has chance nodes, and a search does not know what they are worth.
pub fn searches_for(
    asked: Option<Vec<(String, Search)>>,
    has_chance: bool,
) -> Result<Vec<Search>, FieldError> {
    let Some(asked) = asked else {
        return Ok(vec![if has_chance { Search::Expectiminimax } else { Search::AlphaBeta }]);
    };
    if let Some((field, search)) = asked.iter().find(|(_, search)| has_chance && !search.knows_chance()) {
        let known = CATALOGUE.iter().filter(|entry| entry.search.knows_chance()).map(|entry| entry.id);
        let expected = phrases::searches_with_chance(known.collect::<Parameter>());
        return Err(FieldError::new(field, expected, core_phrases::verbatim(search.entry().id)));
    }
    Ok(asked.into_iter().map(|(_, search)| search).collect())
}
