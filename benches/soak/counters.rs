//! What the clients count.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::Duration;

/// Counts of requests and outcomes.
#[derive(Default)]
pub(crate) struct Counters {
    pub(crate) sent: Cell<u64>,
    pub(crate) answered: Cell<u64>,
    pub(crate) refused: Cell<u64>,
    pub(crate) invalid: Cell<u64>,
    pub(crate) abandoned: Cell<u64>,
    pub(crate) kinds: Cell<BTreeMap<&'static str, u64>>,
}

impl Counters {
    pub(crate) fn print(&self, minimum: u64, threads: u64, elapsed: Duration) {
        let [sent, answered, refused, invalid, abandoned] =
            [&self.sent, &self.answered, &self.refused, &self.invalid, &self.abandoned].map(Cell::get);
        let seconds = elapsed.as_secs();
        println!(
            "{sent:8} {answered:10} {refused:9} {invalid:9} {abandoned:11} {minimum:11} {threads:9} {seconds:9}"
        );
    }

    /// Counts a visit of a kind.
    pub(crate) fn count(&self, kind: &'static str) {
        let mut kinds = self.kinds.take();
        *kinds.entry(kind).or_default() += 1;
        self.kinds.set(kinds);
    }

    pub(crate) fn kinds(&self) -> String {
        let kinds = self.kinds.take();
        kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect::<Vec<_>>().join(", ")
    }
}

pub(crate) fn increment(cell: &Cell<u64>) {
    cell.set(cell.get() + 1);
}
