//! The proof cache: proven answers by query, bounded by their size in memory.

use bestmove_core::explanation::Reason;
use bestmove_query::{Analysis, QueryKey};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

/// The size of a typical answer in bytes, and the unit of the cache's capacity.
const ENTRY_BYTES: usize = 1024;

/// Proven answers by query; the least used are evicted first.
pub(crate) struct ProofCache(Cache<QueryKey, Analysis, BySize>);

impl ProofCache {
    /// A cache with room for so many answers of typical size.
    pub(crate) fn new(entries: usize) -> Self {
        Self(Cache::with_weighter(entries, entries as u64, BySize))
    }

    pub(crate) fn get(&self, key: &QueryKey) -> Option<Analysis> {
        self.0.get(key)
    }

    /// Stores a proof, unless one is stored already: equal requests keep getting equal answers.
    pub(crate) fn insert(&self, key: &QueryKey, analysis: &Analysis) {
        if self.0.peek(key).is_none() {
            self.0.insert(key.clone(), analysis.clone());
        }
    }

    pub(crate) fn clear(&self) {
        self.0.clear();
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

/// Weighs an answer in units of [`ENTRY_BYTES`], rounded up.
#[derive(Clone)]
struct BySize;

impl Weighter<QueryKey, Analysis> for BySize {
    fn weight(&self, key: &QueryKey, analysis: &Analysis) -> u64 {
        bytes(key, analysis).div_ceil(ENTRY_BYTES) as u64
    }
}

/// The size of an entry in memory, in bytes.
fn bytes(key: &QueryKey, analysis: &Analysis) -> usize {
    let played = analysis.lines.iter().map(|line| &line.line);
    let named = analysis.lines.iter().filter_map(|line| line.reason.as_ref()).flat_map(Reason::moves);
    let moves = played.chain([&key.moves]).chain(&key.only).flatten().chain(named);
    let positions = [&key.position, &analysis.position_info.position];
    let moves: usize = moves.map(|text| size_of::<String>() + allocated(text)).sum();
    let lines = size_of_val(&*analysis.lines);
    let positions: usize = positions.into_iter().map(|text| allocated(text)).sum();
    size_of::<(QueryKey, Analysis)>() + moves + lines + positions
}

/// The bytes that the allocator sets aside for a text.
const fn allocated(text: &str) -> usize {
    const OVERHEAD: usize = 8;
    const STEP: usize = 16;
    (text.len() + OVERHEAD).next_multiple_of(STEP)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bestmove_query::{MoveSelection, Registry};

    fn answer(number: usize, plies: usize) -> (QueryKey, Analysis) {
        let position = number.to_string();
        let key = QueryKey {
            game: "connect-four",
            position,
            moves: Vec::new(),
            lines: 1,
            only: None,
            opponent: None,
        };
        let games = Registry::built_in();
        let prepare = |game: &str, position: &str| {
            games.find(game).unwrap().prepare(Some(position), &[], MoveSelection::default()).unwrap()
        };
        let (query, over) = (prepare("connect-four", "11111122222"), prepare("tic-tac-toe", "XXXOO...."));
        let mut over = over.game_over().unwrap();
        over.lines[0].line = vec!["4".to_owned(); plies];
        (key, Analysis { position_info: query.position_info(), ..over })
    }

    /// Inserts four answers for each entry of a cache, and returns how many it holds.
    fn len_when_full(entries: usize, plies: usize) -> usize {
        let cache = ProofCache::new(entries);
        for number in 0..4 * entries {
            let (key, analysis) = answer(number, plies);
            cache.insert(&key, &analysis);
        }
        cache.len()
    }

    #[test]
    fn answers_with_long_lines_take_several_entries() {
        let (short, long) = (len_when_full(1000, 2), len_when_full(1000, 200));
        assert!((900..=1000).contains(&short), "{short}");
        assert!((50..=short / 8).contains(&long), "{long}");
    }

    #[test]
    fn the_first_proof_stays() {
        let (key, analysis) = answer(1, 2);
        let cache = ProofCache::new(10);
        cache.insert(&key, &analysis);
        cache.insert(&key, &answer(1, 3).1);
        assert_eq!(cache.get(&key).unwrap().lines, analysis.lines);
    }

    #[test]
    fn a_cache_without_entries_stores_nothing() {
        assert_eq!(len_when_full(0, 2), 0);
    }
}
