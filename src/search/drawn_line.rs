//! How a game that tables call drawn may go on.

use super::Path;
use super::chances::by_chances;
use super::endings::known;
use crate::game::{Game, Known, Moves};

/// Plies of a line that is gone on with.
const MOST: usize = 20;
/// Moves of each side that are looked ahead for the hardest to answer.
const ROUNDS: u32 = 1;

/// A line from the end of `path`, and how it may go on where tables call its end drawn: by moves of both sides that
/// keep the draw, each the hardest to answer, until only a repetition does.
///
/// It ends where tables tell at once that it is drawn, or the game is over.
#[must_use]
pub fn drawn_line<G: Game>(path: &Path<G>, line: &[G::Move], knowledge: &G::Knowledge) -> Vec<G::Move> {
    let (mut path, mut line) = (path.clone(), line.to_vec());
    line.iter().for_each(|&played| path.play(played));
    let mut kept = line.len();
    while line.len() < MOST
        && let Some(played) = next(&path, knowledge)
    {
        path.play(played);
        line.push(played);
        if is_told(&path, knowledge) {
            kept = line.len();
        }
        if path.before().contains(&G::key(path.position())) {
            break;
        }
    }
    line.truncate(kept);
    line
}

/// The hardest move to answer of those that keep the draw, a repetition only if there is no other.
fn next<G: Game>(path: &Path<G>, knowledge: &G::Knowledge) -> Option<G::Move> {
    let (position, is_drawn) = (path.position(), Some(Known::Draw));
    if path.outcome().is_some() || known::<G>(position, knowledge) != is_drawn {
        return None;
    }
    let mut moves = Moves::new();
    G::moves(position, &mut moves);
    by_chances::<G>(position, &mut moves, path.before(), ROUNDS, knowledge);
    moves.into_iter().next().filter(|&played| known::<G>(&G::play(position, played), knowledge) == is_drawn)
}

/// Whether everybody can tell that it is drawn, without looking ahead.
fn is_told<G: Game>(path: &Path<G>, knowledge: &G::Knowledge) -> bool {
    path.outcome().is_some() || G::known(path.position(), knowledge) == Some(Known::Draw)
}
