//! A position on a path through the tree: repetition, no-progress count, and the key of its results.
//!
//! Results that depend on the path and not only on the position are the graph-history interaction
//! problem (GHI; Campbell: The graph-history interaction: on ignoring position history, ACM 1985; Kishimoto
//! and Müller: A general solution to the graph history interaction problem, AAAI 2004).

use crate::game::{Game, Moves};
use crate::types::{Depth, Key, Ply, Score};
use std::iter;

/// Salt for the keys of full-width results, which are stored apart from selective ones. Other salts
/// are counts of plies, or mixed.
const FULL_WIDTH: u64 = 1 << 32;
/// Salt for the keys of positions from before the root when a path is hashed.
const BEFORE_ROOT: u64 = 1 << 33;

/// Why a position counts as a draw by repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repetition {
    /// It occurred at that ply of the search, the root included.
    Since(Ply),
    /// It occurred twice before the root.
    ThirdTime,
}

/// A position and the path by which the search reached it.
pub(super) struct Node<'a, G: Game> {
    pub(super) position: G::Position,
    pub(super) ply: Ply,
    key: Key,
    /// Plies since the last irreversible move, those before the root included.
    no_progress_plies: u16,
    /// Plies from the root on whose moves were all irreversible because there was no other choice.
    forced_zeroing_plies: u16,
    parent: Option<&'a Node<'a, G>>,
    /// [`Game::history_index`] of the move from the parent.
    history_index: Option<u16>,
    /// Keys from before the root, oldest first.
    before: &'a [Key],
    /// Sum of the keys of positions up to the root that occurred twice, and so must not occur again;
    /// 0 if there are none.
    twofold_keys: u64,
}

impl<'a, G: Game> Node<'a, G> {
    /// The root; `before` are the keys of earlier positions that could occur again.
    pub(super) fn root(position: G::Position, before: &'a [Key]) -> Self {
        let (key, no_progress_plies) = (G::key(&position), before.len() as u16);
        let is_twofold = |at: &usize| before[..*at].contains(&before[*at]);
        let twofold_keys =
            (0..before.len()).filter(is_twofold).fold(0, |sum: u64, at| sum.wrapping_add(before[at].bits()));
        Self {
            position,
            ply: Ply::ROOT,
            key,
            no_progress_plies,
            forced_zeroing_plies: 0,
            parent: None,
            history_index: None,
            before,
            twofold_keys,
        }
    }

    /// The root with only these moves to choose from.
    pub(super) fn choosing_from(self, moves: &Moves<G::Move>) -> Self {
        let is_forced = moves.iter().all(|&played| G::is_irreversible(&self.position, played));
        Self { forced_zeroing_plies: is_forced.into(), ..self }
    }

    /// The node after a legal move.
    pub(super) fn child(&'a self, played: G::Move) -> Self {
        let position = G::play(&self.position, played);
        let is_zeroing = G::is_irreversible(&self.position, played);
        let no_progress_plies = if is_zeroing { 0 } else { self.no_progress_plies + 1 };
        let (key, ply) = (G::key(&position), self.ply.next());
        let is_forced = self.forced_zeroing_plies == self.ply.moves()
            && G::is_noisy(&self.position, played)
            && !G::noisy_moves(&self.position, &mut Moves::new());
        let is_twofold = self.parent.is_none() && self.before.contains(&self.key);
        let twofold_key = if is_twofold { self.key.bits() } else { 0 };
        let history_index = Some(G::history_index(played));
        Self {
            position,
            ply,
            key,
            no_progress_plies,
            forced_zeroing_plies: if is_forced { ply.moves() } else { self.forced_zeroing_plies },
            parent: Some(self),
            history_index,
            before: self.before,
            twofold_keys: self.twofold_keys.wrapping_add(twofold_key),
        }
    }

    /// Plies since the last irreversible move.
    pub(super) const fn no_progress_plies(&self) -> u16 {
        self.no_progress_plies
    }

    /// The key of the position, without the path.
    pub(super) const fn key(&self) -> Key {
        self.key
    }

    /// History indices of the last move and of the one before it, if the search played them.
    pub(super) fn previous_moves(&self) -> [Option<u16>; 2] {
        [self.history_index, self.parent.and_then(|parent| parent.history_index)]
    }

    /// Whether the position repeats an earlier one: once since the root, because a side that can force
    /// it once can force it again, or twice before it, which is a draw by the rules.
    pub(super) fn repetition(&self) -> Option<Repetition> {
        if self.no_progress_plies < G::MIN_CYCLE {
            return None;
        }
        let (mut node, mut distance) = (self, 0);
        while let Some(parent) = node.parent {
            (node, distance) = (parent, distance + 1);
            if distance > self.no_progress_plies {
                return None;
            }
            if distance.is_multiple_of(2) && node.key == self.key {
                return Some(Repetition::Since(node.ply));
            }
        }
        let quiet_before = usize::from(self.no_progress_plies - distance).min(self.before.len());
        let before = &self.before[self.before.len() - quiet_before..];
        let occurrences = before.iter().filter(|&&key| key == self.key).count();
        (occurrences > 1).then_some(Repetition::ThirdTime)
    }

    /// Whether the no-progress rule draws the game here, unless it is over otherwise.
    pub(super) fn drawn_by_no_progress(&self) -> bool {
        !self.within_no_progress(1)
    }

    /// Whether `plies` more plies fit under the no-progress limit, all of them reversible.
    pub(super) fn within_no_progress(&self, plies: u16) -> bool {
        G::NO_PROGRESS_LIMIT.is_none_or(|limit| self.no_progress_plies + plies <= limit)
    }

    /// Whether a search of the node to `depth` covers every game that ends as soon as `score` says.
    pub(super) fn sees_end(&self, score: Score, depth: Depth) -> bool {
        score.to_table(self.ply).plies().is_some_and(|plies| plies <= u16::from(depth.plies()))
    }

    /// Whether the search has played an irreversible move since the root.
    pub(super) fn has_zeroed(&self) -> bool {
        self.no_progress_plies < self.ply.moves()
    }

    /// Whether the search has played an irreversible move since the root that was not forced.
    pub(super) fn has_zeroed_by_choice(&self) -> bool {
        self.no_progress_plies + self.forced_zeroing_plies < self.ply.moves()
    }

    /// Whether positions from before the root occurred twice and so must not occur again.
    pub(super) fn has_twofold(&self) -> bool {
        self.twofold_keys != 0
    }

    /// Whether a tablebase win in `plies` is a win by the rules: whatever moves it takes, it fits under
    /// the no-progress limit, repeats no position for the third time and is within the range of scores.
    /// Paths too short for a repetition all count alike.
    pub(super) fn win_fits_rules(&self, plies: u16) -> bool {
        let no_progress_plies = self.no_progress_plies.max(G::MIN_CYCLE);
        let needed = G::max_no_progress_plies(&self.position).map_or(plies, |most| most.min(plies));
        let fits_limit =
            G::NO_PROGRESS_LIMIT.is_none_or(|limit| no_progress_plies.saturating_add(needed) <= limit);
        let fits_score = self.ply.moves().saturating_add(plies) <= Score::MAX_PLIES;
        fits_limit && fits_score && (!self.has_twofold() || self.has_zeroed())
    }

    /// The key under which the result of a search to `depth` is stored. It covers whatever the result
    /// depends on besides the position.
    ///
    /// A full-width result depends on the path once the remaining depth allows a return to an earlier
    /// position. A selective search shares entries between paths for speed, except where positions
    /// must not occur a third time.
    pub(super) fn table_key(&self, depth: Depth, selective: bool) -> Key {
        let (depth, mut key) = (u16::from(depth.plies()), self.key);
        if !selective {
            key = key.salted(FULL_WIDTH);
            if self.no_progress_plies > 0 && self.no_progress_plies + depth >= G::MIN_CYCLE {
                key = key.salted(self.earlier().fold(FULL_WIDTH, |sum, key| sum.wrapping_add(key.bits())));
            }
        } else if self.has_twofold() && self.no_progress_plies >= self.ply.moves() {
            key = key.salted(self.twofold_keys);
        }
        if !self.within_no_progress(depth + 1) {
            key = key.salted(u64::from(self.no_progress_plies));
        }
        key
    }

    /// Keys of the positions since the last irreversible move, latest first. Those from before the root
    /// are salted, because one more occurrence of them is no draw yet.
    fn earlier(&self) -> impl Iterator<Item = Key> {
        let on_path = iter::successors(self.parent, |node| node.parent).map(|node| node.key);
        let before = self.before.iter().rev().map(|key| key.salted(BEFORE_ROOT));
        on_path.chain(before).take(usize::from(self.no_progress_plies))
    }
}
