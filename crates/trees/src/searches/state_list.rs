//! The list of states of SSS*, kept as the part of the tree that has them: each node knows the best merit below it, so
//! that the best state is found from the root down, and all states below a node are dropped with it.

use super::order::Children;
use crate::record::NodePath;
use crate::value::{MINUS_INFINITY, Player, Value};
use std::rc::Rc;

/// A node with a state in the list, or with states below it.
pub(super) struct Place<N> {
    pub(super) node: N,
    /// The number among the siblings in the order of the tree.
    pub(super) number: u16,
    /// The merit of the node when it was live.
    pub(super) asked: Value,
    pub(super) content: Content<N>,
}

/// Where the states of a place are.
pub(super) enum Content<N> {
    /// At the node.
    State(State),
    /// Below it.
    Below(Below<N>),
}

/// A state: live, to be searched, or solved.
#[derive(Clone)]
pub(super) struct State {
    pub(super) merit: Value,
    pub(super) is_solved: bool,
    /// The path of the leaf that the merit comes from.
    pub(super) from: Rc<NodePath>,
}

/// The children of a node, in the order of the search.
pub(super) struct Below<N> {
    /// Those with states.
    places: Vec<Place<N>>,
    /// Empty if there is only one.
    merits: Tournament,
    /// Those that become live one after the other, the last first.
    waiting: Children<N>,
}

impl<N> Place<N> {
    /// With a live state.
    pub(super) const fn live(number: u16, node: N, merit: Value, from: Rc<NodePath>) -> Self {
        Self { node, number, asked: merit, content: Content::State(State { merit, is_solved: false, from }) }
    }

    /// The best merit at or below the node, from the view of a player.
    fn merit(&self, player: Player) -> Value {
        match &self.content {
            Content::State(state) => player.view(state.merit),
            Content::Below(below) => below.merit(player),
        }
    }
}

impl<N> Below<N> {
    /// The first children of a node, as many as are live with the merit of its state, which is good
    /// for `player` where it is high.
    pub(super) fn new(mut children: Children<N>, live: usize, state: &State, player: Player) -> Self {
        let merits = Tournament::new(if live > 1 { live } else { 0 }, player.view(state.merit));
        let place = |(number, node)| Place::live(number, node, state.merit, Rc::clone(&state.from));
        let places = children.drain(..live).map(place).collect();
        children.reverse();
        Self { places, merits, waiting: children }
    }

    /// The leftmost of the children with the best merit, with its place among those that have states.
    pub(super) fn best_mut(&mut self) -> (usize, &mut Place<N>) {
        let rank = if self.places.len() == 1 { 0 } else { self.merits.first_best() };
        (rank, &mut self.places[rank])
    }

    /// Takes note of the merit that a child has now.
    pub(super) fn update(&mut self, rank: usize, player: Player) {
        if self.places.len() > 1 {
            self.merits.set(rank, self.places[rank].merit(player));
        }
    }

    /// The best merit, from the view of a player.
    pub(super) fn merit(&self, player: Player) -> Value {
        match &self.places[..] {
            [place] => place.merit(player),
            _ => self.merits.best(),
        }
    }

    /// Makes the next child live in the place of the one that has been solved; `None` if that was the last.
    pub(super) fn next_live(&mut self, state: &State) -> Option<u16> {
        let (number, node) = self.waiting.pop()?;
        self.places[0] = Place::live(number, node, state.merit, Rc::clone(&state.from));
        Some(number)
    }

    /// The places in their order, without the one of this rank.
    pub(super) fn others(&self, rank: usize) -> impl Iterator<Item = &Place<N>> {
        self.places.iter().enumerate().filter(move |(other, _)| *other != rank).map(|(_, place)| place)
    }

    /// The bytes that it takes.
    pub(super) const fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<Place<N>>()
            + self.merits.0.capacity() * size_of::<Value>()
            + self.waiting.capacity() * size_of::<(u16, N)>()
    }
}

/// The merits of places as the leaves of a tree in which each node has the best below it: the root
/// is at 1, the children of node n are at 2n and 2n + 1.
struct Tournament(Vec<Value>);

impl Tournament {
    /// All places have the same merit.
    fn new(places: usize, merit: Value) -> Self {
        if places == 0 {
            return Self(Vec::new());
        }
        let leaves = places.next_power_of_two();
        let mut merits = vec![merit; 2 * leaves];
        merits[leaves + places..].fill(MINUS_INFINITY);
        for node in (1..leaves).rev() {
            merits[node] = merits[2 * node].max(merits[2 * node + 1]);
        }
        Self(merits)
    }

    const fn leaves(&self) -> usize {
        self.0.len() / 2
    }

    fn best(&self) -> Value {
        self.0[1]
    }

    fn first_best(&self) -> usize {
        let mut node = 1;
        while node < self.leaves() {
            node = 2 * node + usize::from(self.0[2 * node] != self.0[node]);
        }
        node - self.leaves()
    }

    fn set(&mut self, place: usize, merit: Value) {
        let mut node = place + self.leaves();
        self.0[node] = merit;
        while node > 1 {
            node /= 2;
            let best = self.0[2 * node].max(self.0[2 * node + 1]);
            if self.0[node] == best {
                break;
            }
            self.0[node] = best;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Tournament;
    use crate::trees::SplitMix64;

    #[test]
    fn a_tournament_finds_the_first_of_the_best() {
        let mut random = SplitMix64::new(1);
        for places in 1..20 {
            let mut merits = vec![5; places];
            let mut tournament = Tournament::new(places, 5);
            for _ in 0..100 {
                let best = *merits.iter().max().unwrap();
                assert_eq!(tournament.best(), best);
                assert_eq!(Some(tournament.first_best()), merits.iter().position(|merit| *merit == best));
                let (place, merit) = (random.below(places as u64) as usize, random.below(7) as i32 - 3);
                merits[place] = merit;
                tournament.set(place, merit);
            }
        }
    }
}
