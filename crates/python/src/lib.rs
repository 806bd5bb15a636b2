//! The engine as a module of Python: the service without a server, which `bestmove.Engine` asks.

mod interruption;

use bestmove_query::local::{LocalRequest, LocalService};
use bestmove_query::{LimitPolicy, Registry, SessionConfig};
use interruption::Interruption;
pub use interruption::Stop;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// What `bestmove/_engine.pyi` declares.
#[pymodule]
mod _engine {
    #[pymodule_export]
    use super::{LocalEngine, Stop};
}

/// The games and the tables of searches, for any number of threads.
#[pyclass(frozen)]
pub struct LocalEngine(LocalService);

#[pymethods]
impl LocalEngine {
    /// An engine with its transposition table allocated. `tables` is a directory with all tablebases of checkers.
    #[new]
    fn new(
        py: Python<'_>,
        threads: i64,
        table_mib: i64,
        max_time_ms: i64,
        tables: Option<PathBuf>,
    ) -> PyResult<Self> {
        let threads = checked("threads", threads, 1..=256)?;
        let table_bytes = checked("table_mib", table_mib, 1..=1 << 20)? << 20;
        let max_time = Duration::from_millis(checked("max_time_ms", max_time_ms, 1..=86_400_000)? as u64);
        let policy = LimitPolicy::default();
        let limit_policy =
            LimitPolicy { max_time, default_time: policy.default_time.min(max_time), ..policy };
        let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
        let config = SessionConfig { table_bytes, threads, limit_policy, ..SessionConfig::default() };
        py.detach(|| {
            let built_in = Registry::built_in();
            let games = tables.map_or_else(|| Ok(Arc::clone(&built_in)), |dir| built_in.with_tables(&dir));
            let games = games.map_err(|error| PyValueError::new_err(error.to_string()))?;
            Ok(Self(LocalService::new(config, games)))
        })
    }

    /// Answers a request as in HTTP, to a method, a space and a path: the status and JSON.
    /// `on_line` takes the lines of a stream but the last; an exception of its own, or of a
    /// signal's handler, is raised soon. Other threads of Python run meanwhile.
    fn answer(
        &self,
        py: Python<'_>,
        to: &str,
        body: &[u8],
        stop: &Stop,
        on_line: Option<Py<PyAny>>,
    ) -> PyResult<(u16, String)> {
        let interruption = Interruption::new(stop);
        let answer = py.detach(|| {
            let check = || interruption.check_signals();
            let mut pass = |line: &str| {
                if let Some(on_line) = &on_line {
                    interruption.guard(|py| on_line.call1(py, (line,)).map(drop));
                }
            };
            let (method, path) = to.split_once(' ').unwrap_or_default();
            let request = LocalRequest { method, path, body };
            self.0.answer_until(request, interruption.interrupt(&check), &mut pass)
        });
        interruption.into_result()?;
        Ok((answer.status, answer.body))
    }
}

/// The number, if it is in the range.
fn checked(name: &str, number: i64, range: RangeInclusive<i64>) -> PyResult<usize> {
    let error = || {
        let (least, most) = range.clone().into_inner();
        PyValueError::new_err(format!("{name}: expected a whole number from {least} to {most}, got {number}"))
    };
    usize::try_from(number).ok().filter(|_| range.contains(&number)).ok_or_else(error)
}
