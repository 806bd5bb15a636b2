//! SSS*: best first. A list holds states of nodes, each with a merit, which no way of play through the node can exceed;
//! the state of the highest merit comes first, the leftmost of equals. DUAL* exchanges the players.
//!
//! Stockman, *A Minimax Algorithm Better than Alpha-Beta?*, 1979; DUAL*: Marsland, Reinefeld and Schaeffer, *Low
//! Overhead Alternatives to SSS\**, 1987.
//!
//! Visits do not nest as in the other searches: a node is left when it is solved, and never if its states are dropped.

use super::state_list::{Place, State, StateList};
use super::walk::Walk;
use crate::record::{Event, Stopped};
use crate::trees::Tree;
use crate::value::{Bound, Player, Value, Window};
use std::rc::Rc;

/// The value of the root and the line of best play.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn sss_star<T: Tree>(walk: &mut Walk<'_, T>, root: &T::Node) -> Result<(Value, Vec<u16>), Stopped> {
    search(walk, root, Player::Max)
}

/// The value of the root and the line of best play, by SSS* with the players exchanged.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn dual_star<T: Tree>(walk: &mut Walk<'_, T>, root: &T::Node) -> Result<(Value, Vec<u16>), Stopped> {
    search(walk, root, Player::Min)
}

/// SSS* for `max`: Max in SSS*, Min in DUAL*.
fn search<T: Tree>(
    walk: &mut Walk<'_, T>,
    root: &T::Node,
    max: Player,
) -> Result<(Value, Vec<u16>), Stopped> {
    let (mut list, mut held) = (StateList::new(max), 0);
    let root = State::live(Rc::new(Place::root(root.clone(), (!max).worst())), Rc::default());
    insert(walk, &mut list, root)?;
    loop {
        walk.go_to(Vec::new());
        walk.emit(Event::List { states: list.len() })?;
        walk.hold(list.bytes().saturating_sub(held))?;
        held = held.max(list.bytes());
        let state = list.take_best();
        walk.go_to(state.place.path());
        if !state.is_solved {
            expand(walk, &mut list, state, max)?;
        } else if let Some(parent) = state.place.parent.clone() {
            walk.emit(Event::Solved { merit: state.merit })?;
            propagate(walk, &mut list, state, parent, max)?;
        } else {
            walk.emit(Event::Solved { merit: state.merit })?;
            return Ok((state.merit, state.from.to_vec()));
        }
    }
}

/// A live state becomes solved at a leaf; below a Max node all children become live, below a Min node the first.
fn expand<T: Tree>(
    walk: &mut Walk<'_, T>,
    list: &mut StateList<T::Node>,
    state: State<T::Node>,
    max: Player,
) -> Result<(), Stopped> {
    let State { place, merit, from, .. } = state;
    walk.emit(Event::Enter { window: null_window(merit, max) })?;
    let children = walk.children(place.node())?;
    if children.is_empty() {
        let value = walk.evaluate(place.node())?;
        walk.emit(Event::Leave { score: value, bound: Bound::Exact })?;
        let from = if max.prefers(merit, value) { walk.path().into() } else { from };
        return insert(walk, list, State { place, merit: (!max).best(merit, value), is_solved: true, from });
    }
    let live = if walk.player() == max { children.len() } else { 1 };
    let siblings = list.siblings(children);
    for rank in 0..live {
        insert(walk, list, State::live(Rc::new(Place::child(&place, &siblings, rank, merit)), from.clone()))?;
    }
    Ok(())
}

/// A solved child of a Max node solves it; below a Min node the next sibling is live with the same merit, and the
/// last child solves it.
fn propagate<T: Tree>(
    walk: &mut Walk<'_, T>,
    list: &mut StateList<T::Node>,
    state: State<T::Node>,
    parent: Rc<Place<T::Node>>,
    max: Player,
) -> Result<(), Stopped> {
    let State { place, merit, from, .. } = state;
    let number = place.number();
    walk.go_to(parent.path());
    if walk.player() == max {
        walk.emit(Event::Improve { score: merit, child: number })?;
        while let Some(dropped) = list.take_descendant(&parent) {
            walk.go_to(dropped.place.path());
            walk.emit(Event::Drop)?;
        }
        walk.go_to(parent.path());
    } else {
        if merit != place.merit {
            walk.emit(Event::Improve { score: merit, child: number })?;
        }
        if let Some(sibling) = place.next_sibling(merit) {
            return insert(walk, list, State::live(Rc::new(sibling), from));
        }
    }
    let bound = match max {
        _ if merit != parent.merit => Bound::Exact,
        Player::Max => Bound::Lower,
        Player::Min => Bound::Upper,
    };
    walk.emit(Event::Leave { score: merit, bound })?;
    insert(walk, list, State { place: parent, merit, is_solved: true, from })
}

/// Puts a state into the list.
fn insert<T: Tree>(
    walk: &mut Walk<'_, T>,
    list: &mut StateList<T::Node>,
    state: State<T::Node>,
) -> Result<(), Stopped> {
    walk.go_to(state.place.path());
    walk.emit(Event::Insert { merit: state.merit, is_solved: state.is_solved })?;
    list.insert(state);
    Ok(())
}

/// The question that a live state asks: can the merit be reached?
const fn null_window(merit: Value, max: Player) -> Window {
    match max {
        Player::Max => Window::at_least(merit),
        Player::Min => Window::at_least(merit + 1),
    }
}
