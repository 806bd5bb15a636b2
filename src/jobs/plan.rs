//! Cuts the lines of a job into chunks.

use super::item::{Content, GzipLines, Item};
use super::known::KnownResults;
use super::line_query::LineQuery;
use super::recent::RecentLines;
use super::spec::{JobKind, JobSpec};
use bestmove_jobs::{Digest, NewChunk};
use bestmove_query::AnyGame;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;

/// What a line costs at least: to parse it, and to write its answer.
const LINE_COST: Duration = Duration::from_micros(20);
/// The most lines of a chunk.
const MAX_ITEMS: u32 = 1_000;
/// The most bytes of the lines of a chunk.
const MAX_BYTES: usize = 1 << 20;

/// The most lines that are looked up among known results at a time, and the most bytes of these lines.
const GROUP: usize = 100;
/// The same for reviews, whose answers are long.
const REVIEWS: usize = 10;
const GROUP_BYTES: usize = 64 << 10;

/// What a job costs, as far as its lines are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Price {
    /// Its lines.
    pub items: u64,
    /// Lines that ask the same as one of the last before them, and cost no search.
    pub duplicates: u64,
    /// Lines whose answer an earlier search has found: they cost none, too.
    pub known: u64,
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
    /// Known results, and the runtime to look them up by.
    known: Option<(Arc<KnownResults>, Handle)>,
    /// Lines that have not been looked up.
    waiting: Vec<PricedLine>,
    waiting_bytes: usize,
    /// The lines before the open chunk and in it.
    placed: u64,
}

/// A line with its cost, and the key of the question if an earlier search may have answered it.
struct PricedLine {
    item: Item,
    cost: Duration,
    question: Option<Digest>,
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
    /// Plans a job in chunks of about that much CPU time. It looks up known results through that runtime: add lines on
    /// threads that may block.
    #[must_use]
    pub fn new(
        spec: JobSpec,
        game: Arc<dyn AnyGame>,
        chunk_cost: Duration,
        known: Option<(Arc<KnownResults>, Handle)>,
    ) -> Self {
        Self {
            spec,
            game,
            chunk_cost,
            recent: RecentLines::default(),
            price: Price::default(),
            cost: Duration::ZERO,
            open: OpenChunk::default(),
            known,
            waiting: Vec::new(),
            waiting_bytes: 0,
            placed: 0,
        }
    }

    /// The price of the lines so far.
    #[must_use]
    pub const fn price(&self) -> Price {
        Price { cpu_ms: self.cost.as_millis() as u64, ..self.price }
    }

    /// The memory that it holds.
    pub(super) fn bytes(&self) -> usize {
        let group = if self.known.is_some() { 4 * GROUP_BYTES } else { 0 };
        self.recent.bytes() + self.open.lines.bytes() + group
    }

    /// Adds a line. Returns the chunks that are full.
    pub(super) fn add(&mut self, item: Item) -> Vec<NewChunk> {
        let line = self.priced(item);
        self.price.items += 1;
        if line.question.is_none() && self.waiting.is_empty() {
            return self.place(&line.item, line.cost).into_iter().collect();
        }
        self.waiting_bytes += line.item.bytes();
        self.waiting.push(line);
        let group = if self.spec.kind == JobKind::Review { REVIEWS } else { GROUP };
        let is_complete = self.waiting.len() == group || self.waiting_bytes >= GROUP_BYTES;
        if is_complete { self.place_waiting() } else { Vec::new() }
    }

    /// The last chunks.
    pub fn finish(&mut self) -> Vec<NewChunk> {
        let mut chunks = self.place_waiting();
        chunks.extend(self.close());
        chunks
    }

    /// Looks up known results for the waiting lines, and adds these to chunks. Returns the full ones.
    fn place_waiting(&mut self) -> Vec<NewChunk> {
        let waiting = std::mem::take(&mut self.waiting);
        self.waiting_bytes = 0;
        let mut answers = self.known.as_ref().map_or_else(HashMap::new, |(known, runtime)| {
            let effort = self.spec.effort();
            let asked: Vec<_> = waiting.iter().filter_map(|line| Some((line.question?, effort))).collect();
            known.find_blocking(runtime, &asked)
        });
        let mut full = Vec::new();
        for PricedLine { item, cost, question } in waiting {
            let answer = question.and_then(|question| answers.remove(&question));
            full.extend(match answer {
                Some(answer) => {
                    self.price.known += 1;
                    self.place(&Item { content: Content::Known(answer), ..item }, LINE_COST)
                }
                None => self.place(&item, cost),
            });
        }
        full
    }

    /// Adds a line to a chunk. Returns the chunk before it if that has no room for it.
    fn place(&mut self, item: &Item, cost: Duration) -> Option<NewChunk> {
        let OpenChunk { bytes, items, cost: open_cost, .. } = self.open;
        let is_full = open_cost + cost > self.chunk_cost || items == MAX_ITEMS || bytes >= MAX_BYTES;
        let full = if is_full { self.close() } else { None };
        self.open.bytes += self.open.lines.add(item);
        self.open.items += 1;
        self.open.cost += cost;
        self.cost += cost;
        self.placed += 1;
        full
    }

    /// The open chunk, if it has lines.
    fn close(&mut self) -> Option<NewChunk> {
        let OpenChunk { lines, items, cost, .. } = std::mem::take(&mut self.open);
        let first = self.placed - u64::from(items);
        (items > 0).then(|| NewChunk { first, items, cost, input: lines.finish() })
    }

    /// The line with its cost: the same as an earlier one costs no search.
    fn priced(&mut self, item: Item) -> PricedLine {
        let Content::Body(body) = &item.content else {
            self.price.problems += 1;
            return PricedLine::without_search(item);
        };
        let Ok(query) = LineQuery::of_line(&self.spec, &self.game, body) else {
            self.price.problems += 1;
            return PricedLine::without_search(item);
        };
        let index = self.price.items;
        let first = self.recent.first(query.fingerprint(), index);
        if first < index {
            self.price.duplicates += 1;
            return PricedLine::without_search(Item { content: Content::SameAs(first), ..item });
        }
        let cost = LINE_COST + query.expected_time(&self.spec);
        let question = query.question(&self.spec);
        let question = self.known.as_ref().zip(question).map(|((known, _), question)| known.key(&question));
        PricedLine { item, cost, question }
    }
}

impl PricedLine {
    fn without_search(item: Item) -> Self {
        Self { item, cost: LINE_COST, question: None }
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
            let mut planner = Planner::new(spec, Arc::clone(&game), Duration::from_millis(2), None);
            let mut chunks: Vec<_> = games().flat_map(|game| planner.add(game)).collect();
            assert!(chunks.len() >= 4, "{limits:?}");
            assert!(chunks.iter().all(|chunk| expected.contains(&chunk.items)), "{limits:?}: {chunks:?}");
            chunks.extend(planner.finish());
            assert_eq!(chunks.iter().map(|chunk| chunk.items).sum::<u32>(), 49);
        }
    }
}
