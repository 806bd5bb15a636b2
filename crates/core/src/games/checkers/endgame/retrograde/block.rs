//! A block: all positions with the same men, either side to move, solved by retrograde analysis
//! (Thompson: Retrograde analysis of certain endgames, ICCA Journal 9(3), 1986).
//!
//! Men never move back. So captures, crownings and moves of men lead out of the block to positions
//! that are solved already; within it there are only steps of kings, which lead both ways.
//! Positions are solved ply by ply, the earliest ends first.

use super::super::super::square::{Direction, Squares};
use super::super::super::{Board, Move, movegen};
use super::super::value::{DRAW, LOST, WON, best, is_loss, result, retro_step};
use super::kings::Kings;
use crate::game::{Moves, Side};

/// The key of a block: the men, and the numbers of kings, Black first.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockKey {
    /// Bitboards of the men.
    pub(super) men: [Squares; 2],
    pub(super) kings: [usize; 2],
}

/// The workspace of one thread.
#[derive(Debug, Default)]
pub(super) struct Block {
    men: [Squares; 2],
    kings: [Kings; 2],
    /// By side to move: the positions by the rank of the mover's kings, then of the opponent's.
    halves: [Vec<State>; 2],
    /// By code: solved positions whose predecessors are not updated yet.
    settled: Vec<Vec<Spot>>,
    /// By code: positions that an exit from the block decides, unless a king's step does so
    /// earlier.
    scheduled: Vec<Vec<Spot>>,
}

/// The state of a position.
#[derive(Clone, Copy, Debug)]
struct State {
    /// The code; [`DRAW`] until it is solved.
    code: u8,
    /// The moves that may still save the mover: each step of a king, and one more for all exits; 0
    /// if the position is solved or does not exist.
    open: u8,
    /// The value of the best exit; [`DRAW`] if there is none.
    best_exit: u8,
}

impl State {
    const fn settled(code: u8) -> Self {
        Self { code, open: 0, best_exit: DRAW }
    }
}

/// The side to move and the index of a position in one word: twice the index, plus the side.
#[derive(Clone, Copy, Debug)]
struct Spot(u32);

impl Spot {
    const fn new(side: Side, at: usize) -> Self {
        Self((at as u32) << 1 | side as u32)
    }

    const fn side(self) -> Side {
        SIDES[self.0 as usize & 1]
    }

    const fn at(self) -> usize {
        self.0 as usize >> 1
    }
}

/// The capacity of a queue that is kept for the next block.
const KEPT_CAPACITY: usize = 1 << 16;
const SIDES: [Side; 2] = [Side::First, Side::Second];
const CODES: usize = 1 << u8::BITS;

impl Block {
    /// Solves all positions; `probe` gives the codes of positions out of the block.
    pub(super) fn solve(&mut self, key: BlockKey, probe: &impl Fn(&Board) -> u8) {
        self.men = key.men;
        let free = !(key.men[0] | key.men[1]);
        for side in SIDES {
            self.kings[side as usize].place(side, key.kings[side as usize], free);
        }
        self.settled.resize_with(CODES, Vec::new);
        self.scheduled.resize_with(CODES, Vec::new);
        for side in SIDES {
            self.init(side, probe);
        }
        for code in LOST..=u8::MAX {
            for spot in std::mem::take(&mut self.scheduled[usize::from(code)]) {
                if self.halves[spot.side() as usize][spot.at()].code == DRAW {
                    self.settle(spot, code);
                }
            }
            let mut settled = std::mem::take(&mut self.settled[usize::from(code)]);
            for spot in settled.drain(..) {
                self.propagate(spot, code);
            }
            settled.shrink_to(KEPT_CAPACITY);
            self.settled[usize::from(code)] = settled;
        }
    }

    /// The codes with `side` to move, in the order of numbers.
    pub(super) fn codes(&self, side: Side) -> impl Iterator<Item = u8> {
        self.halves[side as usize].iter().map(|state| state.code)
    }

    /// Evaluates the exits of all positions.
    fn init(&mut self, side: Side, probe: &impl Fn(&Board) -> u8) {
        let [movers, others] = [side, !side].map(|side| self.kings[side as usize].sets.len());
        self.halves[side as usize].clear();
        self.halves[side as usize].reserve_exact(movers * others);
        for at in 0..movers * others {
            let state = self.start(side, at / others, at % others, probe);
            let spot = Spot::new(side, at);
            if state.code != DRAW {
                self.settled[usize::from(state.code)].push(spot);
            } else if result(state.best_exit) == WON {
                self.scheduled[usize::from(state.best_exit)].push(spot);
            }
            self.halves[side as usize].push(state);
        }
    }

    fn start(&self, side: Side, mover: usize, other: usize, probe: &impl Fn(&Board) -> u8) -> State {
        let own = self.kings[side as usize].sets[mover];
        let theirs = self.kings[!side as usize].sets[other];
        if !(own & theirs).is_empty() {
            return State::settled(DRAW);
        }
        let mut pieces = self.men;
        pieces[side as usize] |= own;
        pieces[!side as usize] |= theirs;
        let board = Board::new(pieces, own | theirs, side);
        let step = |played| retro_step(probe(&board.after(played)));
        if !movegen::jumpers(&board).is_empty() {
            let mut moves = Moves::new();
            movegen::legal(&board, &mut moves);
            return State::settled(best(moves.into_iter().map(step)).unwrap_or(LOST));
        }
        let steps = |pieces: Squares, direction| pieces.step(direction) & board.free();
        let kings_steps: u32 = Direction::ALL.into_iter().map(|direction| steps(own, direction).len()).sum();
        let men_steps = Direction::forward(side).iter().flat_map(|&direction| {
            let landings = steps(self.men[side as usize], direction);
            landings.map(move |to| Move { from: to.before(direction), to, captured: Squares::EMPTY })
        });
        let best_exit = best(men_steps.map(step));
        let is_saved = best_exit.is_some_and(|code| !is_loss(code));
        match kings_steps as u8 + u8::from(is_saved) {
            0 => State::settled(best_exit.unwrap_or(LOST)),
            open => State { code: DRAW, open, best_exit: best_exit.unwrap_or(DRAW) },
        }
    }

    fn settle(&mut self, spot: Spot, code: u8) {
        self.halves[spot.side() as usize][spot.at()] = State::settled(code);
        self.settled[usize::from(code)].push(spot);
    }

    /// Propagates a solved position to its predecessors by king steps.
    fn propagate(&mut self, spot: Spot, code: u8) {
        let mover = spot.side();
        let [movers, others] = [mover, !mover].map(|side| self.kings[side as usize].sets.len());
        let (own, other) = (spot.at() / others, spot.at() % others);
        let standing = self.kings[mover as usize].sets[own];
        for nth in 0..self.kings[!mover as usize].steps(other).len() {
            let step = self.kings[!mover as usize].steps(other)[nth];
            if (step.to & standing).is_empty() {
                let at = step.rank as usize * movers + own;
                self.reach(Spot::new(!mover, at), code);
            }
        }
    }

    /// Records that a king's step leads to a position with that code.
    fn reach(&mut self, spot: Spot, code: u8) {
        let state = &mut self.halves[spot.side() as usize][spot.at()];
        if state.open == 0 {
            return;
        }
        let stepped = retro_step(code);
        if is_loss(code) {
            self.settle(spot, stepped);
            return;
        }
        state.open -= 1;
        if state.open == 0 {
            // Lost: the latest end counts.
            let best_exit = state.best_exit;
            if best_exit > stepped {
                self.scheduled[usize::from(best_exit)].push(spot);
            } else {
                self.settle(spot, stepped);
            }
        }
    }
}
