//! What is known of checkers beyond its rules.

use super::endgame::Tables;
use super::eval::Weights;
use crate::game::Invalid;
use std::path::Path;
use std::sync::Arc;

/// What is known of checkers beyond its rules.
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
    /// With tables from a directory beside those of the program.
    pub(super) fn in_directory(directory: &Path) -> Result<Self, Invalid> {
        Ok(Self { tables: Tables::open(directory)?, ..Self::default() })
    }

    /// With other weights than those of the program.
    #[must_use]
    pub fn with_weights(weights: Weights) -> Self {
        Self { weights: Arc::new(weights), ..Self::default() }
    }
}
