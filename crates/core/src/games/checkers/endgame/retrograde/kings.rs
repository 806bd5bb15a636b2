//! All arrangements of one side's kings on the squares that the men leave free, and the steps
//! between them.

use super::super::super::square::{Direction, Squares};
use super::super::index::{rank, set};
use super::super::slice::choose;
use crate::game::Side;

/// The king sets of one side, by rank.
#[derive(Debug, Default)]
pub(super) struct Kings {
    /// Bitboards of the kings.
    pub(super) sets: Vec<Squares>,
    /// The offset of each set's steps, and the end of the last.
    starts: Vec<u32>,
    steps: Vec<Step>,
}

/// A step of one king.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The square that the king steps to, which has to be free.
    pub(super) to: Squares,
    /// The set after the step.
    pub(super) rank: u32,
}

impl Kings {
    /// Enumerates the arrangements of `kings` kings of `side` on the squares `free`.
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

    /// The steps from a set. They are reversible, so these are also the steps to it.
    pub(super) fn steps(&self, rank: usize) -> &[Step] {
        &self.steps[self.starts[rank] as usize..self.starts[rank + 1] as usize]
    }
}
