//! Evaluation weights.

use super::eval::Weights;
use std::sync::Arc;

/// Evaluation weights.
#[derive(Clone, Debug)]
pub struct Knowledge {
    pub(super) weights: Arc<Weights>,
}

impl Default for Knowledge {
    fn default() -> Self {
        Self { weights: Arc::clone(Weights::standard()) }
    }
}

impl Knowledge {
    /// Other weights than the built-in ones.
    #[must_use]
    pub fn with_weights(weights: Weights) -> Self {
        Self { weights: Arc::new(weights) }
    }
}
