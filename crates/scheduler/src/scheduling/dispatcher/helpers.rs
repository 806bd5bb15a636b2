//! Free workers for the helpers of a solver. A helper gives its worker back as soon as any search waits for one.

use super::Worker;
use bestmove_core::game::HelperTurn;
use std::time::Duration;

impl Worker {
    /// A turn for a helper of this search: another worker, if one is free.
    pub(crate) fn spare(&self) -> Option<Box<dyn HelperTurn>> {
        let is_free = self.dispatcher.state().take_worker();
        let worker = || Self::new(&self.dispatcher, self.level, Duration::MAX, false);
        is_free.then(|| Box::new(worker()) as Box<dyn HelperTurn>)
    }
}

impl HelperTurn for Worker {
    fn is_over(&self) -> bool {
        self.dispatcher.heads.is_any_waiting()
    }
}
