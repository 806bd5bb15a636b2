//! A block: all positions with the same men, either side to move.
//!
//! Men never go back. So captures, crownings and steps of men lead out of the block to positions
//! that are known before it is begun, and within it there are only steps of kings, which lead both
//! ways. Retrograde analysis (Thompson, 1986) settles them ply by ply, the earliest ends first.

use super::super::super::square::{Direction, Squares};
use super::super::super::{Board, Move, movegen};
use super::super::code::{DRAW, LOST, WON, before, better, is_loss, result};
use super::kings::Kings;
use crate::game::{Moves, Side};

/// The men and the numbers of kings, Black first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting {
    /// As they stand on the board.
    pub(super) men: [Squares; 2],
    pub(super) kings: [usize; 2],
}

/// The place of work of one thread.
#[derive(Debug, Default)]
pub(super) struct Block {
    men: [Squares; 2],
    kings: [Kings; 2],
    /// By side to move: the positions by the rank of the mover's kings, then of the other side's.
    halves: [Vec<State>; 2],
    /// By code: settled positions whose predecessors are not told yet.
    settled: Vec<Vec<Spot>>,
    /// By code: positions that a move out of the block decides unless a king's step does it earlier.
    due: Vec<Vec<Spot>>,
}

/// What is known of a position so far.
#[derive(Clone, Copy, Debug)]
struct State {
    /// [`DRAW`] until more is known.
    code: u8,
    /// The moves that may yet save the mover: each step of a king, and one more for all moves out of
    /// the block; 0 if the position is settled, or is none.
    open: u8,
    /// What the best move out of the block is worth; [`DRAW`] if there is none.
    outward: u8,
}

impl State {
    const fn settled(code: u8) -> Self {
        Self { code, open: 0, outward: DRAW }
    }
}

/// The number of a half and of a position in it.
#[derive(Clone, Copy, Debug)]
struct Spot {
    half: u8,
    at: u32,
}

const SIDES: [Side; 2] = [Side::First, Side::Second];
const CODES: usize = 1 << u8::BITS;

impl Block {
    /// Finds the codes of all positions; `known` tells those of positions out of the block.
    pub(super) fn solve(&mut self, setting: Setting, known: &impl Fn(&Board) -> u8) {
        self.men = setting.men;
        let free = !(setting.men[0] | setting.men[1]);
        for side in SIDES {
            self.kings[side as usize].place(side, setting.kings[side as usize], free);
        }
        self.settled.resize_with(CODES, Vec::new);
        self.due.resize_with(CODES, Vec::new);
        for side in SIDES {
            self.begin(side, known);
        }
        for code in LOST..=u8::MAX {
            for spot in std::mem::take(&mut self.due[usize::from(code)]) {
                if self.halves[usize::from(spot.half)][spot.at as usize].code == DRAW {
                    self.settle(spot, code);
                }
            }
            let mut settled = std::mem::take(&mut self.settled[usize::from(code)]);
            for spot in settled.drain(..) {
                self.tell_predecessors(spot, code);
            }
            self.settled[usize::from(code)] = settled;
        }
    }

    /// The codes with `side` to move, in the order of numbers.
    pub(super) fn codes(&self, side: Side) -> impl Iterator<Item = u8> {
        self.halves[side as usize].iter().map(|state| state.code)
    }

    /// Looks at the moves out of the block.
    fn begin(&mut self, side: Side, known: &impl Fn(&Board) -> u8) {
        let [movers, others] = [side, !side].map(|side| self.kings[side as usize].sets.len());
        self.halves[side as usize].clear();
        for at in 0..movers * others {
            let state = self.start(side, at / others, at % others, known);
            let spot = Spot { half: side as u8, at: at as u32 };
            if state.code != DRAW {
                self.settled[usize::from(state.code)].push(spot);
            } else if result(state.outward) == WON {
                self.due[usize::from(state.outward)].push(spot);
            }
            self.halves[side as usize].push(state);
        }
    }

    fn start(&self, side: Side, mover: usize, other: usize, known: &impl Fn(&Board) -> u8) -> State {
        let own = self.kings[side as usize].sets[mover];
        let theirs = self.kings[!side as usize].sets[other];
        if !(own & theirs).is_empty() {
            return State::settled(DRAW);
        }
        let mut pieces = self.men;
        pieces[side as usize] |= own;
        pieces[!side as usize] |= theirs;
        let board = Board::new(pieces, own | theirs, side);
        let worth = |played| before(known(&board.after(played)));
        if !movegen::jumpers(&board).is_empty() {
            let mut moves = Moves::new();
            movegen::legal(&board, &mut moves);
            return State::settled(moves.into_iter().map(worth).reduce(better).unwrap_or(LOST));
        }
        let steps = |pieces: Squares, direction| pieces.step(direction) & board.free();
        let kings_steps: u32 = Direction::ALL.into_iter().map(|direction| steps(own, direction).len()).sum();
        let men_steps = Direction::forward(side).iter().flat_map(|&direction| {
            let landings = steps(self.men[side as usize], direction);
            landings.map(move |to| Move { from: to.before(direction), to, captured: Squares::EMPTY })
        });
        let outward = men_steps.map(worth).reduce(better);
        let is_saved = outward.is_some_and(|worth| !is_loss(worth));
        match kings_steps as u8 + u8::from(is_saved) {
            0 => State::settled(outward.unwrap_or(LOST)),
            open => State { code: DRAW, open, outward: outward.unwrap_or(DRAW) },
        }
    }

    fn settle(&mut self, spot: Spot, code: u8) {
        self.halves[usize::from(spot.half)][spot.at as usize] = State::settled(code);
        self.settled[usize::from(code)].push(spot);
    }

    /// Takes a settled position into account where a king's step leads to it.
    fn tell_predecessors(&mut self, spot: Spot, code: u8) {
        let mover = SIDES[usize::from(spot.half)];
        let [movers, others] = [mover, !mover].map(|side| self.kings[side as usize].sets.len());
        let (own, other) = (spot.at as usize / others, spot.at as usize % others);
        let standing = self.kings[mover as usize].sets[own];
        for nth in 0..self.kings[!mover as usize].steps(other).len() {
            let step = self.kings[!mover as usize].steps(other)[nth];
            if (step.to & standing).is_empty() {
                let at = step.rank as usize * movers + own;
                self.tell(Spot { half: !mover as u8, at: at as u32 }, code);
            }
        }
    }

    /// Takes into account that a king's step leads to a position with that code.
    fn tell(&mut self, spot: Spot, code: u8) {
        let state = &mut self.halves[usize::from(spot.half)][spot.at as usize];
        if state.open == 0 {
            return;
        }
        let worth = before(code);
        if is_loss(code) {
            self.settle(spot, worth);
            return;
        }
        state.open -= 1;
        if state.open == 0 {
            // Lost: the latest end counts.
            let outward = state.outward;
            if outward > worth {
                self.due[usize::from(outward)].push(spot);
            } else {
                self.settle(spot, worth);
            }
        }
    }
}
