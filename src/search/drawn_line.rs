//! A principal variation worth reading where a tablebase only says that the position is drawn.

use super::Path;
use super::swindle::order_drawn_moves;
use super::tablebase::resolve_captures_then_probe;
use crate::game::{Game, Moves, TablebaseResult};

/// The longest line, in plies.
const MAX_PLIES: usize = 20;
/// Rounds that [`order_drawn_moves`] looks ahead at each move.
const SWINDLE_DEPTH: u32 = 1;

/// Continues `line`, played from the end of `path`, while a tablebase calls its end drawn: with moves by
/// both sides that keep the draw, each the hardest to answer, until only a repetition does.
///
/// The line ends in a position that the tablebase has itself, without a search, or where the game is
/// over.
#[must_use]
pub fn drawn_line<G: Game>(path: &Path<G>, line: &[G::Move], knowledge: &G::Knowledge) -> Vec<G::Move> {
    let (mut path, mut line) = (path.clone(), line.to_vec());
    line.iter().for_each(|&played| path.play(played));
    let mut kept = line.len();
    while line.len() < MAX_PLIES
        && let Some(played) = drawing_move(&path, knowledge)
    {
        path.play(played);
        line.push(played);
        if is_evident(&path, knowledge) {
            kept = line.len();
        }
        if path.before().contains(&G::key(path.position())) {
            break;
        }
    }
    line.truncate(kept);
    line
}

/// The hardest move to answer of those that keep the draw; a repetition only if there is no other.
fn drawing_move<G: Game>(path: &Path<G>, knowledge: &G::Knowledge) -> Option<G::Move> {
    let position = path.position();
    let is_drawn = |position: &G::Position| {
        resolve_captures_then_probe::<G>(position, knowledge) == Some(TablebaseResult::Draw)
    };
    if path.outcome().is_some() || !is_drawn(position) {
        return None;
    }
    let mut moves = Moves::new();
    G::moves(position, &mut moves);
    order_drawn_moves::<G>(position, &mut moves, path.before(), SWINDLE_DEPTH, knowledge);
    moves.into_iter().next().filter(|&played| is_drawn(&G::play(position, played)))
}

/// Whether the draw needs no search to be seen.
fn is_evident<G: Game>(path: &Path<G>, knowledge: &G::Knowledge) -> bool {
    path.outcome().is_some() || G::probe(path.position(), knowledge) == Some(TablebaseResult::Draw)
}
