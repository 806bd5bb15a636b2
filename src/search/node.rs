//! A position on a path through the tree.

use crate::game::{Game, Moves};
use crate::types::{Depth, Key, Ply, Score};
use std::iter;

/// Keys of positions that are searched full-width live apart from the others. Other salts are
/// counts of plies, or mixed.
const FULL_WIDTH: u64 = 1 << 32;
/// Marks the keys of positions from before the root among those that a path has passed.
const BEFORE_ROOT: u64 = 1 << 33;

/// Why a position counts as a draw by its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Recurrence {
    /// It occurred at that ply, the root's or a later one.
    Since(Ply),
    /// It occurred twice before the root.
    ThirdTime,
}

/// A position and how the search came to it.
pub(super) struct Node<'a, G: Game> {
    pub(super) position: G::Position,
    pub(super) ply: Ply,
    key: Key,
    /// Plies since the last irreversible move, those before the root included.
    quiet_plies: u16,
    /// Plies from the root on that were irreversible for want of another choice.
    due_plies: u16,
    parent: Option<&'a Node<'a, G>>,
    /// The lane of the move that led here from the parent.
    lane: Option<u16>,
    /// Keys from before the root, oldest first.
    before: &'a [Key],
    /// Tells which of them, below the root with the root, have occurred twice, and so must not occur again; 0 if
    /// none.
    spent: u64,
}

impl<'a, G: Game> Node<'a, G> {
    /// The node where the search starts; `before` are the positions that could occur again.
    pub(super) fn root(position: G::Position, before: &'a [Key]) -> Self {
        let (key, quiet_plies) = (G::key(&position), before.len() as u16);
        let is_twice = |at: &usize| before[..*at].contains(&before[*at]);
        let spent =
            (0..before.len()).filter(is_twice).fold(0, |sum: u64, at| sum.wrapping_add(before[at].bits()));
        Self {
            position,
            ply: Ply::ROOT,
            key,
            quiet_plies,
            due_plies: 0,
            parent: None,
            lane: None,
            before,
            spent,
        }
    }

    /// The root, where only these moves are to choose from.
    pub(super) fn choosing_from(self, moves: &Moves<G::Move>) -> Self {
        let is_due = moves.iter().all(|&played| G::is_irreversible(&self.position, played));
        Self { due_plies: is_due.into(), ..self }
    }

    /// The node after a legal move.
    pub(super) fn child(&'a self, played: G::Move) -> Self {
        let position = G::play(&self.position, played);
        let quiet_plies = if G::is_irreversible(&self.position, played) { 0 } else { self.quiet_plies + 1 };
        let (key, ply) = (G::key(&position), self.ply.next());
        let is_due = self.due_plies == self.ply.moves() && G::is_noisy(&self.position, played);
        let repeats = self.parent.is_none() && self.before.contains(&self.key);
        let now_spent = if repeats { self.key.bits() } else { 0 };
        let lane = Some(G::lane(played));
        Self {
            position,
            ply,
            key,
            quiet_plies,
            due_plies: if is_due { ply.moves() } else { self.due_plies },
            parent: Some(self),
            lane,
            before: self.before,
            spent: self.spent.wrapping_add(now_spent),
        }
    }

    /// Plies since the last irreversible move.
    pub(super) const fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// The name of the position, without the path.
    pub(super) const fn key(&self) -> Key {
        self.key
    }

    /// The lanes of the last move and of the one before it, as far as the search played them.
    pub(super) fn last_lanes(&self) -> [Option<u16>; 2] {
        [self.lane, self.parent.and_then(|parent| parent.lane)]
    }

    /// Whether the position occurred before: once since the root, as a side that can force that
    /// can force it again, or twice before it, which draws by the rules.
    pub(super) fn recurs(&self) -> Option<Recurrence> {
        if self.quiet_plies < G::MIN_CYCLE {
            return None;
        }
        let (mut node, mut distance) = (self, 0);
        while let Some(parent) = node.parent {
            (node, distance) = (parent, distance + 1);
            if distance > self.quiet_plies {
                return None;
            }
            if distance.is_multiple_of(2) && node.key == self.key {
                return Some(Recurrence::Since(node.ply));
            }
        }
        let quiet_before = usize::from(self.quiet_plies - distance).min(self.before.len());
        let before = &self.before[self.before.len() - quiet_before..];
        let occurrences = before.iter().filter(|&&key| key == self.key).count();
        (occurrences > 1).then_some(Recurrence::ThirdTime)
    }

    /// Whether the rules draw the game for want of progress here, if it is not over otherwise.
    pub(super) fn lacks_progress(&self) -> bool {
        !self.has_room_for(1)
    }

    /// Whether the rules leave `plies` plies, come what may.
    pub(super) fn has_room_for(&self, plies: u16) -> bool {
        G::QUIET_PLIES.is_none_or(|limit| self.quiet_plies + plies <= limit)
    }

    /// Whether a search of the node to `depth` sees every game that ends as soon as `score` says.
    pub(super) fn sees_end(&self, score: Score, depth: Depth) -> bool {
        score.from_node(self.ply).plies().is_some_and(|plies| plies <= u16::from(depth.plies()))
    }

    /// Whether an irreversible move was made since the root.
    pub(super) fn has_progressed(&self) -> bool {
        self.quiet_plies < self.ply.moves()
    }

    /// Whether an irreversible move was made since the root that was not the only choice.
    pub(super) fn has_progressed_by_choice(&self) -> bool {
        self.quiet_plies + self.due_plies < self.ply.moves()
    }

    /// Whether there are positions from before the root that must not occur again.
    pub(super) fn has_spent_positions(&self) -> bool {
        self.spent != 0
    }

    /// Whether nothing in the path forbids a game that goes on for `plies` plies, whichever they are, and a score can
    /// tell of. Paths too short for a recurrence count as equal.
    pub(super) fn can_play_out(&self, plies: u16) -> bool {
        let quiet_plies = self.quiet_plies.max(G::MIN_CYCLE);
        let more = G::quiet_plies_to_win(&self.position).map_or(plies, |most| most.min(plies));
        let has_room = G::QUIET_PLIES.is_none_or(|limit| quiet_plies.saturating_add(more) <= limit);
        let is_told = self.ply.moves().saturating_add(plies) <= Score::MAX_PLIES;
        has_room && is_told && (!self.has_spent_positions() || self.has_progressed())
    }

    /// The name under which the result of a search to `depth` is kept. Whatever the result
    /// depends on besides the position is part of it.
    ///
    /// A full-width result depends on the path as soon as the remaining depth allows a return to
    /// an earlier position; a selective search shares entries between paths for the sake of
    /// speed, apart from positions that must not occur a third time.
    pub(super) fn table_key(&self, depth: Depth, selective: bool) -> Key {
        let (depth, mut key) = (u16::from(depth.plies()), self.key);
        if !selective {
            key = key.salted(FULL_WIDTH);
            if self.quiet_plies > 0 && self.quiet_plies + depth >= G::MIN_CYCLE {
                key = key.salted(self.earlier().fold(FULL_WIDTH, |sum, key| sum.wrapping_add(key.bits())));
            }
        } else if self.has_spent_positions() && self.quiet_plies >= self.ply.moves() {
            key = key.salted(self.spent);
        }
        if !self.has_room_for(depth + 1) {
            key = key.salted(u64::from(self.quiet_plies));
        }
        key
    }

    /// Keys of the positions since the last irreversible move, latest first; other keys, if they are from
    /// before the root, as one more occurrence of these is no draw yet.
    fn earlier(&self) -> impl Iterator<Item = Key> {
        let on_path = iter::successors(self.parent, |node| node.parent).map(|node| node.key);
        let before = self.before.iter().rev().map(|key| key.salted(BEFORE_ROOT));
        on_path.chain(before).take(usize::from(self.quiet_plies))
    }
}
