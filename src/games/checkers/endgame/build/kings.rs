//! All ways in which one side's kings can stand on the squares that the men leave, and the steps
//! between them.

use super::super::super::square::{Direction, Squares};
use super::super::number::{rank, set};
use super::super::slice::choose;
use crate::game::Side;

/// The king sets of one side, by rank.
#[derive(Debug, Default)]
pub(super) struct Kings {
    /// As they stand on the board.
    pub(super) sets: Vec<Squares>,
    /// Of each set, where its steps begin; and where the last one's end.
    starts: Vec<u32>,
    steps: Vec<Step>,
}

/// A step of one king.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// Where the king comes to, which has to be free.
    pub(super) to: Squares,
    /// The set after the step.
    pub(super) rank: u32,
}

impl Kings {
    /// So many kings of `side` on the squares `free`.
    pub(super) fn place(&mut self, side: Side, kings: usize, free: Squares) {
        let seen = |squares: Squares| if side == Side::First { squares } else { squares.turned() };
        let room = seen(free);
        self.sets.clear();
        self.starts.clear();
        self.steps.clear();
        for own in (0..choose(room.len() as usize, kings)).map(|rank| set(rank, kings, room)) {
            self.sets.push(seen(own));
            self.starts.push(self.steps.len() as u32);
            for from in own {
                for to in Direction::ALL.map(|direction| Squares::only(from).step(direction)) {
                    for landing in to & room & !own {
                        let rank = rank(own & !Squares::only(from) | to, room) as u32;
                        self.steps.push(Step { to: seen(Squares::only(landing)), rank });
                    }
                }
            }
        }
        self.starts.push(self.steps.len() as u32);
    }

    /// The steps from a set. Back leads the same way: these are also the steps to it.
    pub(super) fn steps(&self, rank: usize) -> &[Step] {
        &self.steps[self.starts[rank] as usize..self.starts[rank + 1] as usize]
    }
}
