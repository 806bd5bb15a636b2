//! Free workers for the helpers of a solver. A helper gives its worker back as soon as any search waits for one.

use super::Worker;
use bestmove_core::game::HelperTurn;
use std::time::Duration;
use tokio::runtime::Handle;

impl Worker {
    /// A turn for a helper of this search: another worker, if one is free. The helper's own thread
    /// has no runtime, and the next search of its worker needs one.
    pub(crate) fn spare(&self, runtime: &Handle) -> Option<Box<dyn HelperTurn>> {
        let is_free = self.dispatcher.state().take_worker();
        let worker = || Self::new(&self.dispatcher, self.level, Duration::MAX, false);
        let turn = || SpareWorker { worker: Some(worker()), runtime: runtime.clone() };
        is_free.then(|| Box::new(turn()) as Box<dyn HelperTurn>)
    }
}

/// The worker of a helper, released when dropped.
struct SpareWorker {
    /// `None` once it is released.
    worker: Option<Worker>,
    runtime: Handle,
}

impl HelperTurn for SpareWorker {
    fn is_over(&self) -> bool {
        self.worker.as_ref().is_none_or(|worker| worker.dispatcher.heads.is_any_waiting())
    }
}

impl Drop for SpareWorker {
    fn drop(&mut self) {
        let _context = self.runtime.enter();
        drop(self.worker.take());
    }
}
