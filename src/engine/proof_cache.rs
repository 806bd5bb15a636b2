//! Proven answers, kept by the question: bounded by what they take, not by their number alone.

use super::{Report, Topic};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

/// Bytes of an answer as answers usually are; one with longer or more lines weighs as many of these as it takes.
const USUAL_BYTES: usize = 1024;

/// Proven answers by their questions. Those asked for least are evicted first.
pub(super) struct ProofCache(Cache<Topic, Report, ByBytes>);

impl ProofCache {
    /// Room for so many answers of the usual size.
    pub(super) fn new(entries: usize) -> Self {
        Self(Cache::with_weighter(entries, entries as u64, ByBytes))
    }

    pub(super) fn get(&self, topic: &Topic) -> Option<Report> {
        self.0.get(topic)
    }

    pub(super) fn insert(&self, topic: Topic, report: Report) {
        self.0.insert(topic, report);
    }

    pub(super) fn clear(&self) {
        self.0.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

/// Weighs an answer in units of [`USUAL_BYTES`], rounded up.
#[derive(Clone)]
struct ByBytes;

impl Weighter<Topic, Report> for ByBytes {
    fn weight(&self, topic: &Topic, report: &Report) -> u64 {
        bytes(topic, report).div_ceil(USUAL_BYTES) as u64
    }
}

/// Bytes that a question and its answer take in memory.
fn bytes(topic: &Topic, report: &Report) -> usize {
    let lines = report.alternatives.iter().map(|other| &other.line).chain([&report.principal_variation]);
    let moves = lines.chain([&topic.moves]).chain(&topic.only).flatten();
    let positions = [&topic.position, &report.subject.position];
    let moves: usize = moves.map(|text| size_of::<String>() + allocated(text)).sum();
    let others = size_of_val(report.alternatives.as_slice());
    let positions: usize = positions.into_iter().map(|text| allocated(text)).sum();
    size_of::<(Topic, Report)>() + moves + others + positions
}

/// Bytes that the allocator sets aside for a text.
const fn allocated(text: &str) -> usize {
    const OVERHEAD: usize = 8;
    const STEP: usize = 16;
    (text.len() + OVERHEAD).next_multiple_of(STEP)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Choice, find};

    fn answer(number: usize, plies: usize) -> (Topic, Report) {
        let position = number.to_string();
        let topic = Topic { game: "connect-four", position, moves: Vec::new(), lines: 1, only: None };
        let job = find("connect-four").unwrap().prepare(Some("11111122222"), &[], Choice::default()).unwrap();
        let over = find("tic-tac-toe").unwrap().prepare(Some("XXXOO...."), &[], Choice::default()).unwrap();
        let principal_variation = vec!["4".to_owned(); plies];
        (topic, Report { subject: job.subject(), principal_variation, ..over.over().unwrap() })
    }

    fn kept(entries: usize, plies: usize) -> usize {
        let cache = ProofCache::new(entries);
        for number in 0..4 * entries {
            let (topic, report) = answer(number, plies);
            cache.insert(topic, report);
        }
        cache.len()
    }

    #[test]
    fn answers_with_long_lines_take_the_place_of_several() {
        let (short, long) = (kept(1000, 2), kept(1000, 200));
        assert!((900..=1000).contains(&short), "{short}");
        assert!((50..=short / 8).contains(&long), "{long}");
    }

    #[test]
    fn without_room_nothing_is_kept() {
        assert_eq!(kept(0, 2), 0);
    }
}
