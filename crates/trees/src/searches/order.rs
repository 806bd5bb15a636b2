//! Orders of the children, fixed before they are searched: by static values or, to see the best and the worst
//! case, by exact values.
//!
//! Slagle and Dixon, *Experiments with some programs that search game trees*, 1969 (fixed ordering); random order:
//! Saks and Wigderson, *Probabilistic Boolean decision trees and the complexity of evaluating game trees*, 1986;
//! captures first: Shannon, *Programming a Computer for Playing Chess*, 1950.

use crate::record::{NodePath, Observer, Stopped};
use crate::trees::{SplitMix64, Tree, silent};
use crate::value::Player;
use std::iter::Zip;
use std::ops::RangeFrom;
use std::vec;

/// The children of a node with their numbers, in the order of the search.
pub type Children<N> = Vec<(u16, N)>;

/// The children of a node one by one, with their numbers.
pub(super) struct Ordered<N, I> {
    /// As the tree makes them.
    pub(super) given: Zip<RangeFrom<u16>, I>,
    pub(super) rearranged: Rearranged<N>,
}

/// Children in another order, where it is not that of the tree. That is rare, so it takes no more than a word.
pub(super) type Rearranged<N> = Option<Box<vec::IntoIter<(u16, N)>>>;

impl<N, I: ExactSizeIterator<Item = N>> Iterator for Ordered<N, I> {
    type Item = (u16, N);

    #[inline(always)]
    fn next(&mut self) -> Option<(u16, N)> {
        match &mut self.rearranged {
            None => self.given.next(),
            Some(children) => children.next(),
        }
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.rearranged {
            None => self.given.size_hint(),
            Some(children) => children.size_hint(),
        }
    }
}

impl<N, I: ExactSizeIterator<Item = N>> ExactSizeIterator for Ordered<N, I> {}

/// An order of the children of each node. Children that are equal in it stay in the order of the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The order of the tree.
    #[default]
    AsGiven,
    /// The child with the best static value for the player to move first.
    Static,
    /// The child with the best exact value first.
    Best,
    /// The child with the worst exact value first.
    Worst,
    /// Each order equally likely, the same at each visit of a node.
    Random,
    /// Captures and other noisy moves of a game first.
    Captures,
}

impl Order {
    /// All orders with their names.
    pub const ALL: &[(&str, Self)] = &[
        ("given", Self::AsGiven),
        ("static", Self::Static),
        ("best", Self::Best),
        ("worst", Self::Worst),
        ("random", Self::Random),
        ("captures", Self::Captures),
    ];
}

/// The node whose children are ordered.
pub(super) struct Parent<'a, N> {
    pub(super) node: &'a N,
    pub(super) player: Player,
    pub(super) path: &'a NodePath,
    /// Plies from the node to the horizon.
    pub(super) plies_left: Option<usize>,
    /// The seed of random orders.
    pub(super) seed: u64,
}

impl Order {
    /// Brings the children of a node into this order.
    pub(super) fn arrange<T: Tree>(
        self,
        tree: &T,
        parent: &Parent<'_, T::Node>,
        children: &mut Children<T::Node>,
        observer: &mut dyn Observer,
    ) -> Result<(), Stopped> {
        let player = parent.player;
        let mut exact_values = |children: &Children<T::Node>| {
            let plies = parent.plies_left.map(|plies| plies - 1);
            let value = |(_, child): &(u16, T::Node)| silent::value(tree, child, !player, plies, observer);
            children.iter().map(value).collect::<Result<Vec<_>, _>>()
        };
        match self {
            Self::AsGiven => {}
            Self::Static => {
                let mut values = Vec::with_capacity(children.len());
                for (_, child) in &*children {
                    observer.poll()?;
                    values.push(tree.value(child));
                }
                children.sort_by_key(|(number, _)| -player.view(values[usize::from(*number)]));
            }
            Self::Best | Self::Worst => {
                let values = exact_values(children)?;
                let value = |number: &u16| values[usize::from(*number)];
                let is_descending = (self == Self::Best) == (player == Player::Max);
                children.sort_by(|(one, _), (other, _)| {
                    let order = value(one).total_cmp(&value(other));
                    if is_descending { order.reverse() } else { order }
                });
            }
            Self::Random => parent.random().shuffle(children),
            Self::Captures => {
                children.sort_by_key(|(number, _)| !tree.is_noisy(parent.node, usize::from(*number)));
            }
        }
        Ok(())
    }
}

impl<N> Parent<'_, N> {
    /// The random numbers of this node.
    fn random(&self) -> SplitMix64 {
        let mix = |seed, child: &u16| SplitMix64::new(seed ^ (u64::from(*child) + 1)).next_u64();
        SplitMix64::new(self.path.iter().fold(self.seed, mix))
    }
}
