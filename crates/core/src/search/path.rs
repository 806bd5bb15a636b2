//! The moves that led to a position, which decide draws by repetition and by the no-progress rule.

use crate::game::{Ending, Moves, Outcome, Searchable};
use crate::types::Key;
use std::mem;

/// Salt for the keys of positions that are not known.
const UNKNOWN: u64 = 1 << 34;

/// A position with the positions before it that can still matter: those since the last irreversible
/// move.
///
/// ```
/// use bestmove_core::game::Rules;
/// use bestmove_core::games::TicTacToe;
/// use bestmove_core::search::Path;
/// let mut path = Path::<TicTacToe>::from(TicTacToe::start());
/// path.play(path.legal_moves()[4]);
/// assert!(path.outcome().is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Path<G: Searchable> {
    position: G::Position,
    previous: Option<G::Position>,
    /// Keys of the earlier positions since the last irreversible move, oldest first.
    before: Vec<Key>,
}

impl<G: Searchable> Path<G> {
    /// A path that starts at `position`.
    #[must_use]
    pub const fn from(position: G::Position) -> Self {
        Self { position, previous: None, before: Vec::new() }
    }

    /// The same position after at least so many plies without progress. The positions on the way are unknown:
    /// none of them repeats.
    #[must_use]
    pub fn after_plies_without_progress(position: G::Position, plies: u16) -> Self {
        let unknown = |ply| G::key(&position).salted(UNKNOWN ^ u64::from(ply));
        Self { before: (0..plies).map(unknown).collect(), ..Self::from(position) }
    }

    /// Forgets the positions before this one: a draw that could have been claimed was not, and the game goes on.
    pub fn go_on(&mut self) {
        self.before.clear();
    }

    /// Plays a legal move.
    pub fn play(&mut self, played: G::Move) {
        if G::is_irreversible(&self.position, played) {
            self.before.clear();
        } else {
            self.before.push(G::key(&self.position));
        }
        let mover = G::to_move(&self.position);
        let next = G::play(&self.position, played);
        self.previous = Some(mem::replace(&mut self.position, next));
        debug_assert_ne!(G::to_move(&self.position), mover, "the sides alternate");
    }

    /// The path after the legal moves of a line.
    #[must_use]
    pub fn after(&self, line: &[G::Move]) -> Self {
        let mut path = self.clone();
        line.iter().for_each(|&played| path.play(played));
        path
    }

    /// The position at the end.
    #[must_use]
    pub const fn position(&self) -> &G::Position {
        &self.position
    }

    /// The position before the last move.
    #[must_use]
    pub const fn previous(&self) -> Option<&G::Position> {
        self.previous.as_ref()
    }

    /// Keys of the earlier positions that could occur again, oldest first.
    #[must_use]
    pub fn before(&self) -> &[Key] {
        &self.before
    }

    /// Plies since the last irreversible move.
    #[must_use]
    pub const fn no_progress_plies(&self) -> u16 {
        self.before.len() as u16
    }

    /// The legal moves; none if the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Moves<G::Move> {
        let mut moves = Moves::new();
        if self.outcome().is_none() {
            G::moves(&self.position, &mut moves);
        }
        moves
    }

    /// The result if the game is over: by the position, by its third occurrence, or for want of
    /// progress.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let draw = |ending| Some(Outcome { winner: None, ending });
        let key = G::key(&self.position);
        if let over @ Some(_) = G::outcome(&self.position) {
            over
        } else if self.before.iter().filter(|&&earlier| earlier == key).count() >= 2 {
            draw(Ending::REPETITION)
        } else if G::NO_PROGRESS_LIMIT.is_some_and(|limit| self.no_progress_plies() >= limit) {
            draw(Ending::NO_PROGRESS)
        } else {
            None
        }
    }
}
