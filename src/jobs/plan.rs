//! Cuts the lines of a job into chunks.

use super::item::{Content, GzipLines, Item};
use super::line_query::LineQuery;
use super::recent::RecentLines;
use super::spec::JobSpec;
use bestmove_jobs::NewChunk;
use bestmove_query::AnyGame;
use serde::Serialize;
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
    /// Lines that ask the same as one of the last before them, and cost no search.
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
    recent: RecentLines,
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
        Self { spec, game, chunk_cost, recent: RecentLines::default(), price, cost, open }
    }

    /// The price of the lines so far.
    #[must_use]
    pub const fn price(&self) -> Price {
        Price { cpu_ms: self.cost.as_millis() as u64, ..self.price }
    }

    /// The memory that it holds.
    pub(super) fn bytes(&self) -> usize {
        self.recent.bytes() + self.open.lines.bytes()
    }

    /// Adds a line. Returns the chunk before it if that has no room for it.
    pub(super) fn add(&mut self, item: Item) -> Option<NewChunk> {
        let (item, cost) = self.priced(item);
        let OpenChunk { bytes, items, cost: open_cost, .. } = self.open;
        let is_full = open_cost + cost > self.chunk_cost || items == MAX_ITEMS || bytes >= MAX_BYTES;
        let full = if is_full { self.finish() } else { None };
        self.open.bytes += self.open.lines.add(&item);
        self.open.items += 1;
        self.open.cost += cost;
        self.cost += cost;
        self.price.items += 1;
        full
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
        let Ok(query) = LineQuery::of_line(&self.spec, &self.game, body) else {
            self.price.problems += 1;
            return (item, LINE_COST);
        };
        let index = self.price.items;
        let first = self.recent.first(query.fingerprint(), index);
        if first < index {
            self.price.duplicates += 1;
            return (Item { content: Content::SameAs(first), ..item }, LINE_COST);
        }
        let cost = LINE_COST + query.expected_time(&self.spec);
        (item, cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::spec::JobKind;
    use bestmove_query::Registry;

    /// 49 games of two moves.
    fn games() -> impl Iterator<Item = Item> {
        let black = ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"];
        let white = ["21-17", "22-17", "22-18", "23-18", "23-19", "24-19", "24-20"];
        let pairs = black.into_iter().flat_map(move |black| white.map(|white| [black, white]));
        pairs.map(|[black, white]| Item::of_line(&format!("{{\"moves\":[\"{black}\",\"{white}\"]}}")))
    }

    /// However short its searches are, a review takes time.
    #[test]
    fn a_chunk_of_reviews_takes_the_time_of_a_chunk() {
        let game = Arc::clone(Registry::built_in().find("checkers").unwrap());
        for (limits, expected) in
            [((None, Some(1)), 9..=12), ((Some(1), None), 9..=12), ((Some(10_000), None), 1..=1)]
        {
            let (nodes, depth) = limits;
            let spec = JobSpec { kind: JobKind::Review, game: "checkers".to_owned(), nodes, depth };
            let mut planner = Planner::new(spec, Arc::clone(&game), Duration::from_millis(5));
            let mut chunks: Vec<_> = games().filter_map(|game| planner.add(game)).collect();
            assert!(chunks.len() >= 4, "{limits:?}");
            assert!(chunks.iter().all(|chunk| expected.contains(&chunk.items)), "{limits:?}: {chunks:?}");
            chunks.extend(planner.finish());
            assert_eq!(chunks.iter().map(|chunk| chunk.items).sum::<u32>(), 49);
        }
    }
}
