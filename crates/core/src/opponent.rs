//! An opponent of limited strength: it sees to a limited depth, and errs there the more the lower its level.
//!
//! The opponent scores all moves by a full-width search to the depth of its level, and draws one with a
//! weight of `exp(-precision * loss)`, where `loss` is the loss in expected points (as in KataGo's
//! score-loss bots by KaTrain: <https://github.com/sanderland/katrain>). It does not know opening books and,
//! below level 8, endgame tablebases. The draw is keyed by seed, position and level, so an equal
//! request gets an equal answer.

use crate::game::{Game, Level, LevelRule, Moves};
use crate::search::{
    Limits, Path, RootMoves, ScoredLine, SearchContext, SearchResult, Settings, TranspositionTable,
    game_over, search_root_moves,
};
use crate::types::{Depth, Key, Verdict, short_sort_by_key};
use std::num::NonZeroUsize;

/// The first level that knows endgame tablebases.
const TABLEBASES_FROM: u8 = 8;
/// The first level that plays the fastest of the wins that it sees.
const FASTEST_WIN_FROM: u8 = 8;
/// The first level that neither misses a win at once nor allows one.
const SAFE_FROM: u8 = 3;
/// The depth that shows wins at once of both sides. Levels search to it whatever the limits.
const LEAST_DEPTH: Depth = Depth::new(2);
/// Size of the transposition table, in bytes.
const TABLE_BYTES: usize = 1 << 18;
/// By how many points a win at once is better than a very distant one.
const DISTANCE_POINTS: f64 = 0.2;
/// The distance of a win from which a longer one is as good.
const MAX_DISTANCE: u16 = 100;

/// An opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Opponent {
    /// Its level.
    pub level: Level,
    /// Opponents with different seeds play different moves; at full strength, of equal ones.
    pub seed: u64,
}

impl Opponent {
    /// The seed, if the opponent plays at full strength.
    #[must_use]
    pub fn full_strength_seed(self) -> Option<u64> {
        self.level.is_full_strength().then_some(self.seed)
    }

    /// Chooses a move below full strength, by the rule of its level in
    /// [`Evaluator::levels`](crate::game::Evaluator::levels). The result is that of the search, with the
    /// chosen move as the only line.
    pub fn choose<G: Game>(
        self,
        rule: &LevelRule,
        path: &Path<G>,
        knowledge: &G::Knowledge,
        limits: Limits<'_>,
    ) -> SearchResult<G> {
        if let Some(result) = game_over(path) {
            return result;
        }
        let mut moves = Moves::new();
        G::moves(path.position(), &mut moves);
        let multi_pv = NonZeroUsize::new(moves.len()).unwrap_or(NonZeroUsize::MIN);
        let table = TranspositionTable::new(TABLE_BYTES);
        let tablebases = self.level.number() >= TABLEBASES_FROM;
        let settings = Settings { tablebases, ..Settings::FULL_WIDTH };
        let search_to = |depth, settings, limits| {
            let limits = Limits { depth: Some(depth), ..limits };
            let context = SearchContext { settings, ..SearchContext::new(knowledge, &table, limits) };
            search_root_moves(RootMoves { path, moves: &moves, multi_pv }, context, &mut |_| {})
        };
        let mut found = search_to(rule.depth, settings, limits);
        let least = rule.depth.min(LEAST_DEPTH);
        let is_proven = found.lines.iter().all(|line| line.verdict.is_proven());
        if found.depth < least && found.stopped_by.is_within_iteration() && !is_proven {
            let SearchResult { nodes, stopped_by, .. } = found;
            let without_tablebases = Settings { tablebases: false, ..settings };
            found = search_to(least, without_tablebases, Limits::default());
            let stopped_by = if least < rule.depth { stopped_by } else { found.stopped_by };
            found = SearchResult { nodes: nodes + found.nodes, stopped_by, ..found };
        }
        let mut lines: Vec<_> = found.lines.into_iter().collect();
        short_sort_by_key(&mut lines, |line| line.line.first().map(|&played| G::code(played)));
        SearchResult { lines: self.draw(rule, path.position(), lines).into(), ..found }
    }

    /// Draws a line.
    fn draw<G: Game>(
        self,
        rule: &LevelRule,
        position: &G::Position,
        mut lines: Vec<ScoredLine<G>>,
    ) -> ScoredLine<G> {
        let level = self.level.number();
        if level >= SAFE_FROM {
            keep_best(&mut lines, safety);
        }
        if level >= FASTEST_WIN_FROM {
            keep_best(&mut lines, speed);
        }
        let values: Vec<_> = lines.iter().map(|line| value::<G>(position, line.verdict)).collect();
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights = values.iter().map(|value| {
            let loss = best - value;
            if loss == 0.0 { 1.0 } else { (-rule.precision * loss).exp() }
        });
        let mut rest = self.chance(G::key(position)) * weights.clone().sum::<f64>();
        let chosen = weights
            .take_while(|weight| {
                rest -= weight;
                rest >= 0.0
            })
            .count();
        lines.swap_remove(chosen.min(lines.len() - 1))
    }

    /// A number from 0 to below 1, uniformly distributed over positions and seeds.
    fn chance(self, position: Key) -> f64 {
        let level = u64::from(self.level.number());
        let bits = Key::hashed([[self.seed, level], [position.bits(), 0]]).bits();
        (bits >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Keeps the lines whose verdict has the highest rank.
fn keep_best<G: Game, R: Ord>(lines: &mut Vec<ScoredLine<G>>, rank: impl Fn(Verdict) -> R) {
    let best = lines.iter().map(|line| rank(line.verdict)).max();
    lines.retain(|line| Some(rank(line.verdict)) == best);
}

/// How fast a move wins: the faster, the higher; 0 if it does not.
fn speed(verdict: Verdict) -> u16 {
    match verdict {
        Verdict::Win { plies } => u16::MAX - plies.unwrap_or(u16::MAX - 1),
        _ => 0,
    }
}

/// Whether a move wins at once (1), allows the opponent to win at once (-1), or neither (0).
fn safety(verdict: Verdict) -> i8 {
    match verdict {
        Verdict::Win { plies: Some(..=1) } => 1,
        Verdict::Loss { plies: Some(..=2) } => -1,
        _ => 0,
    }
}

/// The expected points of a move, with a bonus for fast wins and slow losses.
fn value<G: Game>(position: &G::Position, verdict: Verdict) -> f64 {
    let nearness = |plies: Option<u16>| {
        let distance = plies.unwrap_or(MAX_DISTANCE).min(MAX_DISTANCE);
        DISTANCE_POINTS * (1.0 - f64::from(distance) / f64::from(MAX_DISTANCE))
    };
    let points = G::expectation(position, verdict).points();
    match verdict {
        Verdict::Win { plies } => points + nearness(plies),
        Verdict::Loss { plies } => points - nearness(plies),
        _ => points,
    }
}
