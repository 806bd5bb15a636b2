//! Memory of the games' solvers, one cache of bounds for each game that has a solver.

use std::any::Any;
use std::fmt::Debug;
use std::sync::OnceLock;

/// What a solver remembers between positions, shared by its threads.
pub trait SolverCache: Any + Debug + Send + Sync {
    /// An empty cache of about `bytes`.
    fn with_bytes(bytes: usize) -> Self
    where
        Self: Sized;
    /// Forgets everything, while solvers go on.
    fn clear(&self);
}

/// The caches of all games' solvers, found by their type. A cache is allocated when first used.
#[derive(Debug)]
pub struct SolverMemory {
    bytes: usize,
    first: OnceLock<Box<dyn SolverCache>>,
    others: OnceLock<Box<Self>>,
}

impl SolverMemory {
    /// An empty memory, with about `bytes` for each game that has a solver.
    #[must_use]
    pub const fn new(bytes: usize) -> Self {
        Self { bytes, first: OnceLock::new(), others: OnceLock::new() }
    }

    /// The cache of type `C`.
    pub fn cache<C: SolverCache>(&self) -> &C {
        let first = self.first.get_or_init(|| Box::new(C::with_bytes(self.bytes)));
        let first: &dyn Any = first.as_ref();
        first
            .downcast_ref()
            .unwrap_or_else(|| self.others.get_or_init(|| Box::new(Self::new(self.bytes))).cache())
    }

    /// Clears all caches.
    pub fn clear(&self) {
        self.first.get().into_iter().for_each(|cache| cache.clear());
        self.others.get().into_iter().for_each(|others| others.clear());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU8, Ordering};

    #[derive(Debug)]
    struct Cache<const GAME: u8>(AtomicU8);

    impl<const GAME: u8> SolverCache for Cache<GAME> {
        fn with_bytes(_: usize) -> Self {
            Self(AtomicU8::new(0))
        }
        fn clear(&self) {
            self.0.store(0, Ordering::Relaxed);
        }
    }

    #[test]
    fn each_game_has_a_cache_of_its_own() {
        let memory = SolverMemory::new(0);
        memory.cache::<Cache<1>>().0.store(1, Ordering::Relaxed);
        memory.cache::<Cache<2>>().0.store(2, Ordering::Relaxed);
        let values = || {
            let caches = (memory.cache::<Cache<1>>(), memory.cache::<Cache<2>>(), memory.cache::<Cache<3>>());
            [&caches.0.0, &caches.1.0, &caches.2.0].map(|value| value.load(Ordering::Relaxed))
        };
        assert_eq!(values(), [1, 2, 0]);
        memory.clear();
        assert_eq!(values(), [0, 0, 0]);
    }
}
