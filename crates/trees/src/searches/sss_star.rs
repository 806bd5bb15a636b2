//! SSS*: best first. A list holds states of nodes, each with a merit, which no way of play through
//! the node can exceed; the state of the highest merit comes first, the leftmost of equals. DUAL*
//! exchanges the players.
//!
//! Stockman, *A Minimax Algorithm Better than Alpha-Beta?*, 1979; DUAL*: Marsland, Reinefeld and
//! Schaeffer, *Low Overhead Alternatives to SSS\**, 1987.
//!
//! Visits do not nest as in the other searches: a node is left when it is solved, and never if its
//! states are dropped.

use super::order::Children;
use super::state_list::{Below, Content, Place, State};
use super::walk::Walk;
use crate::record::{Event, Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Bound, Player, Value, Window};
use std::rc::Rc;

/// The value of the root and the line of best play.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn sss_star<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    root: &T::Node,
) -> Result<(Value, Vec<u16>), Stopped> {
    BestFirst::new(Player::Max).search(walk, root)
}

/// The value of the root and the line of best play, by SSS* with the players exchanged.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn dual_star<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    root: &T::Node,
) -> Result<(Value, Vec<u16>), Stopped> {
    BestFirst::new(Player::Min).search(walk, root)
}

/// SSS* or DUAL*.
struct BestFirst {
    /// Max in SSS*, Min in DUAL*.
    max: Player,
    /// The states in the list.
    states: usize,
    /// The bytes that they take, with the nodes on the way to them.
    bytes: usize,
    /// The most that they have taken.
    held: usize,
}

/// A solved state that has been taken from the list; none if the list is in order again.
type Taken = Option<State>;

impl BestFirst {
    const fn new(max: Player) -> Self {
        Self { max, states: 0, bytes: 0, held: 0 }
    }

    fn search<T: Tree, O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        root: &T::Node,
    ) -> Result<(Value, Vec<u16>), Stopped> {
        let merit = (!self.max).worst();
        let mut root = Place::live(0, root.clone(), merit, Rc::default());
        self.insert(walk, merit, false)?;
        loop {
            self.announce(walk)?;
            if let Some(State { merit, from, .. }) = self.step(walk, &mut root)? {
                return Ok((merit, from.to_vec()));
            }
        }
    }

    /// Tells of the list before a state is taken from it.
    fn announce<T: Tree, O: Observer>(&mut self, walk: &mut Walk<'_, T, O>) -> Result<(), Stopped> {
        if self.bytes > self.held {
            walk.hold(self.bytes - self.held)?;
            self.held = self.bytes;
        }
        walk.emit_at_root(Event::List { states: self.states })
    }

    /// Takes the best states at or below the current node, as long as these are the best of all, and does what follows
    /// from them there.
    fn step<T: Tree, O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        place: &mut Place<T::Node>,
    ) -> Result<Taken, Stopped> {
        let below = match &mut place.content {
            Content::State(state) if state.is_solved => {
                self.states -= 1;
                walk.emit(Event::Solved { merit: state.merit })?;
                return Ok(Some(state.clone()));
            }
            Content::State(_) => {
                self.states -= 1;
                return self.expand(walk, place).map(|()| None);
            }
            Content::Below(below) => below,
        };
        let best = below.merit(self.max);
        loop {
            let (rank, child) = below.best_mut();
            let (number, asked) = (child.number, child.asked);
            if let Some(state) = walk.at(number, |walk| self.step(walk, child))? {
                if self.is_solved(walk, below, (rank, number, asked), &state)? {
                    return self.solve(walk, place, state).map(|()| None);
                }
            } else {
                below.update(rank, self.max);
            }
            if below.merit(self.max) != best {
                return Ok(None);
            }
            self.announce(walk)?;
        }
    }

    /// Whether the current node is solved with one of its children: a Max node is, and its other states are dropped; a
    /// Min node is with the last one, and before that the next sibling is live.
    fn is_solved<T: Tree, O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        below: &mut Below<T::Node>,
        (rank, number, asked): (usize, u16, Value),
        state: &State,
    ) -> Result<bool, Stopped> {
        let is_max = walk.player() == self.max;
        if is_max || state.merit != asked {
            walk.emit(Event::Improve { score: state.merit, child: number })?;
        }
        if is_max {
            for other in below.others(rank) {
                walk.at(other.number, |walk| self.drop_states(walk, other))?;
            }
            return Ok(true);
        }
        let Some(sibling) = below.next_live(state) else { return Ok(true) };
        walk.at(sibling, |walk| self.insert(walk, state.merit, false))?;
        Ok(false)
    }

    /// A live state becomes solved at a leaf; below a Max node all children become live, below a Min node the first.
    fn expand<T: Tree, O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        place: &mut Place<T::Node>,
    ) -> Result<(), Stopped> {
        let Content::State(state) = &mut place.content else { return Ok(()) };
        walk.emit(Event::Enter { window: self.null_window(state.merit) })?;
        let children: Children<_> = walk.children(&place.node)?.collect();
        if children.is_empty() {
            let value = walk.evaluate(&place.node)?;
            walk.emit(Event::Leave { score: value, bound: Bound::Exact })?;
            if self.max.prefers(state.merit, value) {
                (state.merit, state.from) = (value, walk.path().into());
            }
            state.is_solved = true;
            return self.insert(walk, state.merit, true);
        }
        let live = if walk.player() == self.max { children.len() } else { 1 };
        for (number, _) in &children[..live] {
            walk.at(*number, |walk| self.insert(walk, state.merit, false))?;
        }
        let below = Below::new(children, live, state, self.max);
        self.bytes += below.bytes();
        place.content = Content::Below(below);
        Ok(())
    }

    /// Solves the current node, whose children have no states any more.
    fn solve<T: Tree, O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        place: &mut Place<T::Node>,
        state: State,
    ) -> Result<(), Stopped> {
        let merit = state.merit;
        let bound = match self.max {
            _ if merit != place.asked => Bound::Exact,
            Player::Max => Bound::Lower,
            Player::Min => Bound::Upper,
        };
        walk.emit(Event::Leave { score: merit, bound })?;
        if let Content::Below(below) = std::mem::replace(&mut place.content, Content::State(state)) {
            self.bytes -= below.bytes();
        }
        self.insert(walk, merit, true)
    }

    /// Takes the states at and below the current node out of the list.
    fn drop_states<T: Tree, O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        place: &Place<T::Node>,
    ) -> Result<(), Stopped> {
        match &place.content {
            Content::State(_) => {
                self.states -= 1;
                walk.emit(Event::Drop)
            }
            Content::Below(below) => {
                self.bytes -= below.bytes();
                let mut places = below.others(usize::MAX);
                places.try_for_each(|place| walk.at(place.number, |walk| self.drop_states(walk, place)))
            }
        }
    }

    /// Puts a state of the current node into the list.
    fn insert<T: Tree, O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        merit: Value,
        is_solved: bool,
    ) -> Result<(), Stopped> {
        self.states += 1;
        walk.emit(Event::Insert { merit, is_solved })
    }

    /// The question that a live state asks: can the merit be reached?
    const fn null_window(&self, merit: Value) -> Window {
        match self.max {
            Player::Max => Window::at_least(merit),
            Player::Min => Window::at_least(merit + 1),
        }
    }
}
