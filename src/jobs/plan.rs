//! Cuts the lines of a job into chunks.

use super::item::{Content, GzipLines, Item};
use super::spec::JobSpec;
use super::task::{Task, expected_time};
use bestmove_jobs::NewChunk;
use bestmove_query::AnyGame;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// What a line costs at least: to parse it, and to write its answer.
const LINE_COST: Duration = Duration::from_micros(20);
/// The most lines of a chunk.
const MAX_ITEMS: u32 = 1_000;
/// The most bytes of the lines of a chunk.
const MAX_BYTES: usize = 1 << 20;

/// What a job costs, as far as its lines are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Price {
    /// Its lines.
    pub items: u64,
    /// Lines that ask the same as an earlier one, and cost no search.
    pub duplicates: u64,
    /// Lines that will be answered with a problem.
    pub problems: u64,
    /// The CPU time that they are expected to take, in milliseconds.
    pub cpu_ms: u64,
}

/// Cuts the lines of a job into chunks of about the same cost.
pub struct Planner {
    spec: JobSpec,
    game: Arc<dyn AnyGame>,
    chunk_cost: Duration,
    /// The index of the first line that asks something.
    first_of: HashMap<u128, u64>,
    price: Price,
    cost: Duration,
    open: OpenChunk,
}

/// The chunk that lines are added to.
#[derive(Default)]
struct OpenChunk {
    lines: GzipLines,
    bytes: usize,
    items: u32,
    cost: Duration,
}

impl Planner {
    /// Plans a job in chunks of about that much CPU time.
    #[must_use]
    pub fn new(spec: JobSpec, game: Arc<dyn AnyGame>, chunk_cost: Duration) -> Self {
        let (price, cost, open) = (Price::default(), Duration::ZERO, OpenChunk::default());
        Self { spec, game, chunk_cost, first_of: HashMap::new(), price, cost, open }
    }

    /// The price of the lines so far.
    #[must_use]
    pub const fn price(&self) -> Price {
        Price { cpu_ms: self.cost.as_millis() as u64, ..self.price }
    }

    /// Adds a line. Returns a chunk once it is full.
    pub(super) fn add(&mut self, item: Item) -> Option<NewChunk> {
        let (item, cost) = self.priced(item);
        let open = &mut self.open;
        open.bytes += open.lines.add(&item);
        open.items += 1;
        open.cost += cost;
        self.cost += cost;
        self.price.items += 1;
        let is_full = open.cost >= self.chunk_cost || open.items == MAX_ITEMS || open.bytes >= MAX_BYTES;
        is_full.then(|| self.finish()).flatten()
    }

    /// The last chunk, if it has lines.
    pub fn finish(&mut self) -> Option<NewChunk> {
        let OpenChunk { lines, items, cost, .. } = std::mem::take(&mut self.open);
        let first = self.price.items - u64::from(items);
        (items > 0).then(|| NewChunk { first, items, cost, input: lines.finish() })
    }

    /// The line with its cost: the same as an earlier one costs no search.
    fn priced(&mut self, item: Item) -> (Item, Duration) {
        let Content::Body(body) = &item.content else {
            self.price.problems += 1;
            return (item, LINE_COST);
        };
        let Ok(task) = Task::of_line(&self.spec, &self.game, body) else {
            self.price.problems += 1;
            return (item, LINE_COST);
        };
        let index = self.price.items;
        let first = *self.first_of.entry(task.fingerprint()).or_insert(index);
        if first < index {
            self.price.duplicates += 1;
            return (Item { content: Content::SameAs(first), ..item }, LINE_COST);
        }
        let cost = LINE_COST + expected_time(&self.spec) * task.searches();
        (item, cost)
    }
}
