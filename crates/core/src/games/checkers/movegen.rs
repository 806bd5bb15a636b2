//! Move generation.
//!
//! A jump moves two rows and two columns, so a capturing piece only ever visits the 8 squares
//! that jumps connect with its own, over the 9 squares between them. No position, however
//! crowded with kings, gives a piece more than 10 captures, or more than 16 paths.

use super::square::{Direction, Square, Squares};
use super::{Board, Move};
use crate::game::Moves;
use smallvec::SmallVec;

/// The squares a piece stands on in the course of a move, both ends included.
pub(super) type Path = SmallVec<[Square; 10]>;

/// Fewer captures than this can't come in two orders: that takes a ring of four.
const RING: u32 = 4;

/// Adds the legal moves: the captures if there are any, otherwise the steps.
pub(super) fn legal(board: &Board, moves: &mut Moves<Move>) {
    captures(board, moves);
    if moves.is_empty() {
        steps(board, moves);
    }
}

/// Whether the side to move has no legal move.
pub(super) fn is_stuck(board: &Board) -> bool {
    !can_step(board) && jumpers(board).is_empty()
}

/// Whether the side to move could step, apart from mandatory captures.
pub(super) fn can_step(board: &Board) -> bool {
    let steps = |direction| board.movers(direction).step(direction) & board.free();
    Direction::ALL.into_iter().any(|direction| !steps(direction).is_empty())
}

/// Whether the opponent could capture if it were to move.
pub(super) fn is_threatened(board: &Board) -> bool {
    !jumpers(&board.passed()).is_empty()
}

/// Whether the side to move has no capture.
#[must_use]
pub fn is_quiet(board: &Board) -> bool {
    jumpers(board).is_empty()
}

/// Every path of a legal move, in ascending order of squares.
pub(super) fn paths(board: &Board, played: Move) -> Vec<Path> {
    if !played.is_capture() {
        return vec![Path::from_slice(&[played.from, played.to])];
    }
    let mut paths = Vec::new();
    each_capture(board, played.from, |found, path| {
        if found == played {
            paths.push(path.into());
        }
    });
    paths
}

/// The number of [`paths`].
pub(super) fn path_count(board: &Board, played: Move) -> u64 {
    if played.captured.len() < RING { 1 } else { paths(board, played).len() as u64 }
}

/// The pieces that can capture.
pub(super) fn jumpers(board: &Board) -> Squares {
    let (theirs, free) = (board.theirs(), board.free());
    Direction::ALL.into_iter().fold(Squares::EMPTY, |jumpers, direction| {
        let prey = free.before(direction) & theirs;
        jumpers | (prey.before(direction) & board.movers(direction))
    })
}

fn steps(board: &Board, moves: &mut Moves<Move>) {
    for direction in Direction::ALL {
        let landings = board.movers(direction).step(direction) & board.free();
        moves.extend(landings.map(|to| Move { from: to.before(direction), to, captured: Squares::EMPTY }));
    }
}

/// Adds the captures.
pub(super) fn captures(board: &Board, moves: &mut Moves<Move>) {
    for from in jumpers(board) {
        let first = moves.len();
        each_capture(board, from, |found, _| {
            if found.captured.len() < RING || !moves[first..].contains(&found) {
                moves.push(found);
            }
        });
    }
}

/// Reports every capture by the piece on `from` with its path, in ascending order of squares.
fn each_capture(board: &Board, from: Square, mut found: impl FnMut(Move, &[Square])) {
    Capturer::new(board, from).walk(&mut Path::new(), from, Squares::EMPTY, &mut found);
}

/// A capturing piece, and the board before the capture.
struct Capturer {
    from: Square,
    /// Its directions for the whole turn: a man that reaches the king row finds no further capture.
    directions: &'static [Direction],
    prey: Squares,
    /// Where it may land; the square it left is free.
    free: Squares,
}

impl Capturer {
    fn new(board: &Board, from: Square) -> Self {
        let is_king = board.kings().has(from);
        Self {
            from,
            directions: if is_king { &Direction::ALL } else { Direction::forward(board.to_move()) },
            prey: board.theirs(),
            free: board.free() | Squares::only(from),
        }
    }

    /// Lands on `at`, then continues wherever it can jump a piece not yet `captured`.
    fn walk(&self, path: &mut Path, at: Square, captured: Squares, found: &mut impl FnMut(Move, &[Square])) {
        path.push(at);
        let mut is_end = true;
        for &direction in self.directions {
            let jumped = Squares::only(at).step(direction) & self.prey & !captured;
            if let Some(landing) = (jumped.step(direction) & self.free).first() {
                is_end = false;
                self.walk(path, landing, captured | jumped, found);
            }
        }
        if is_end {
            found(Move { from: self.from, to: at, captured }, path);
        }
        path.pop();
    }
}
