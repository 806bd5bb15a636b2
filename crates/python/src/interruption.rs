//! How a call from Python ends before its time: by an exception of a callback, or of the handler of a signal, as
//! Ctrl-C has one.

use bestmove_core::game::Checkpoint;
use bestmove_query::Interrupt;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// How often handlers of signals get a chance to run: too seldom to slow the search down.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// Ends the search of a call from another thread.
#[pyclass(frozen)]
pub struct Stop(AtomicBool);

#[pymethods]
impl Stop {
    #[new]
    const fn new() -> Self {
        Self(AtomicBool::new(false))
    }

    /// Ends the search soon.
    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The exception of one call, if there was one.
pub(crate) struct Interruption<'a> {
    stop: &'a Stop,
    /// The thread of the call: the only one of the search that can be Python's main thread.
    caller: ThreadId,
    checked: Mutex<Instant>,
    error: Mutex<Option<PyErr>>,
}

impl<'a> Interruption<'a> {
    pub(crate) fn new(stop: &'a Stop) -> Self {
        let checked = Mutex::new(Instant::now());
        Self { stop, caller: thread::current().id(), checked, error: Mutex::new(None) }
    }

    /// What stops the search, which calls `check`.
    pub(crate) fn interrupt(&self, check: &'a (dyn Fn() + Sync)) -> Interrupt<'a> {
        Interrupt { stop: &self.stop.0, checkpoint: Some(Checkpoint(check)) }
    }

    /// Runs the handlers of signals, now and then.
    pub(crate) fn check_signals(&self) {
        if thread::current().id() != self.caller {
            return;
        }
        let mut checked = self.checked.lock().unwrap_or_else(PoisonError::into_inner);
        if checked.elapsed() >= SIGNAL_INTERVAL {
            *checked = Instant::now();
            self.guard(|py| py.check_signals());
        }
    }

    /// Runs code of Python, whose exception stops the search.
    pub(crate) fn guard(&self, run: impl FnOnce(Python<'_>) -> PyResult<()>) {
        if let Err(error) = Python::attach(run) {
            self.stop.set();
            self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    }

    /// The first exception.
    pub(crate) fn into_result(self) -> PyResult<()> {
        self.error.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }
}
