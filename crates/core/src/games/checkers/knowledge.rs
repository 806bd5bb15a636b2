//! Evaluation weights and endgame tables.

use super::endgame::Tables;
use super::eval::Weights;
use crate::game::Invalid;
use std::path::Path;
use std::sync::Arc;

/// Evaluation weights and endgame tables.
#[derive(Clone, Debug)]
pub struct Knowledge {
    pub(super) tables: Tables,
    pub(super) weights: Arc<Weights>,
}

impl Default for Knowledge {
    fn default() -> Self {
        Self { tables: Tables::embedded().clone(), weights: Weights::standard() }
    }
}

impl Knowledge {
    /// The built-in knowledge with the tables of a directory.
    pub(super) fn in_directory(directory: &Path) -> Result<Self, Invalid> {
        Ok(Self { tables: Tables::open(directory)?, ..Self::default() })
    }

    /// The built-in knowledge with other weights.
    #[must_use]
    pub fn with_weights(weights: Weights) -> Self {
        Self { weights: Arc::new(weights), ..Self::default() }
    }
}
