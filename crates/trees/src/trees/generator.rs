//! Generates random trees: the values of all nodes in the order of their numbers, nothing else.

use super::given::{GivenTree, UniformSize, Values};
use super::random::{Leaves, RandomTree};
use super::split_mix::SplitMix64;
use crate::record::{Observer, Polled, Stopped};
use crate::resource_limiter::ResourceLimiter;
use crate::value::{Player, Value};
use bestmove_core::game::Invalid;
use std::ops::Range;

impl RandomTree {
    /// Generates the tree.
    ///
    /// # Errors
    ///
    /// [`Invalid`] naming the first argument that is out of range.
    pub fn generate(&self, root: Player) -> Result<GivenTree, Invalid> {
        self.check()?;
        Ok(self.generate_unless_stopped(root, &mut ()).expect("nothing stops it"))
    }

    /// Generates the tree of arguments that have been checked, unless that takes too long.
    ///
    /// # Errors
    ///
    /// [`Stopped`] by the limiter.
    pub fn generate_within(&self, root: Player, limiter: &dyn ResourceLimiter) -> Result<GivenTree, Stopped> {
        if limiter.time_left().is_some_and(|left| left < self.least_time_of_generation()) {
            return Err(Stopped);
        }
        self.generate_unless_stopped(root, &mut Polled::new(limiter, ()))
    }

    /// Generates the tree of arguments that have been checked.
    ///
    /// # Errors
    ///
    /// [`Stopped`] by the observer, which is polled at each node and hears of no event.
    pub fn generate_unless_stopped(
        &self,
        root: Player,
        observer: &mut dyn Observer,
    ) -> Result<GivenTree, Stopped> {
        let (size, random) = (self.size(), SplitMix64::new(self.seed));
        let mut generator = Generator { size, depth: self.depth, random, observer };
        let values = match self.constant() {
            Some(value) => Values::Constant(value),
            None => {
                let values = generator.values(self.leaves)?;
                if self.quality > 0.0 { generator.improve_order(values, self.quality, root)? } else { values }
            }
        };
        Ok(GivenTree::uniform(size, self.depth, self.chance, values, root))
    }
}

struct Generator<'a> {
    size: UniformSize,
    depth: usize,
    random: SplitMix64,
    observer: &'a mut dyn Observer,
}

impl Generator<'_> {
    fn values(&mut self, leaves: Leaves) -> Result<Values, Stopped> {
        Ok(match leaves {
            Leaves::Integers { low, high } => {
                let width = u64::from(high.abs_diff(low)) + 1;
                Values::Leaves(self.drawn(|random| low + random.below(width) as Value)?)
            }
            Leaves::Binary { one } => Values::Leaves(self.drawn(|random| (random.unit() < one).into())?),
            Leaves::Distinct => Values::Leaves(self.shuffled()?),
            Leaves::Growing { step } => {
                let mut values = vec![0; self.size.nodes()];
                self.grow(&mut values, 0, step)?;
                Values::Nodes(values)
            }
        })
    }

    /// The leaves from left to right, each drawn by itself.
    fn drawn(&mut self, draw: impl Fn(&mut SplitMix64) -> Value) -> Result<Vec<Value>, Stopped> {
        let mut leaves = Vec::with_capacity(self.size.leaves);
        for _ in 0..self.size.leaves {
            self.observer.poll()?;
            leaves.push(draw(&mut self.random));
        }
        Ok(leaves)
    }

    /// 1, 2, … in random order.
    fn shuffled(&mut self) -> Result<Vec<Value>, Stopped> {
        let mut leaves: Vec<_> = (1..=self.size.leaves as Value).collect();
        for last in (1..leaves.len()).rev() {
            self.observer.poll()?;
            self.random.shuffle_in(&mut leaves, last);
        }
        Ok(leaves)
    }

    /// Draws the edges below a node in preorder.
    fn grow(&mut self, values: &mut [Value], node: usize, step: Value) -> Result<(), Stopped> {
        self.observer.poll()?;
        for child in self.children(node) {
            values[child] = values[node] + self.random.below(2 * step as u64 + 1) as Value - step;
            self.grow(values, child, step)?;
        }
        Ok(())
    }

    fn children(&self, node: usize) -> Range<usize> {
        let UniformSize { branching, inner, .. } = self.size;
        let first = node * branching + 1;
        if node < inner { first..first + branching } else { 0..0 }
    }

    /// Moves the first of the best children to the front, with a chance of `quality` at each inner node, in
    /// preorder of the tree as it becomes.
    fn improve_order(&mut self, values: Values, quality: f64, root: Player) -> Result<Values, Stopped> {
        let (of_nodes, values) = match values {
            Values::Constant(_) => return Ok(values),
            Values::Leaves(values) => (false, values),
            Values::Nodes(values) => (true, values),
        };
        // The number of the node whose value is the first.
        let first = if of_nodes { 0 } else { self.size.inner };
        let best = self.minimax(&values[self.size.inner - first..], root)?;
        let mut improved = vec![0; values.len()];
        let mut place = |from: usize, to: usize| {
            if let (Some(from), Some(to)) = (from.checked_sub(first), to.checked_sub(first)) {
                improved[to] = values[from];
            }
        };
        let leaf = |node: usize| values[node - first];
        self.reorder((0, 0), &ChildOrder { quality, best: &best, leaf: &leaf }, &mut place)?;
        Ok(if of_nodes { Values::Nodes(improved) } else { Values::Leaves(improved) })
    }

    /// The minimax values of the inner nodes, given those of the leaves.
    fn minimax(&mut self, leaves: &[Value], root: Player) -> Result<Vec<Value>, Stopped> {
        let inner = self.size.inner;
        let mut values = vec![0; inner];
        let mut end = inner;
        for ply in (0..self.depth).rev() {
            let player = if ply % 2 == 0 { root } else { !root };
            let start = end - self.size.branching.pow(ply as u32);
            for node in (start..end).rev() {
                self.observer.poll()?;
                let children = self.children(node).map(|child| match child.checked_sub(inner) {
                    Some(leaf) => leaves[leaf],
                    None => values[child],
                });
                values[node] = children.fold(player.worst(), |best, value| player.best(best, value));
            }
            end = start;
        }
        Ok(values)
    }

    /// Places a node and all below it, given where it comes from and where it goes to.
    fn reorder(
        &mut self,
        (from, to): (usize, usize),
        order: &ChildOrder<'_>,
        place: &mut dyn FnMut(usize, usize),
    ) -> Result<(), Stopped> {
        self.observer.poll()?;
        place(from, to);
        let children = self.children(from);
        if children.is_empty() {
            return Ok(());
        }
        let is_improved = self.random.unit() < order.quality;
        let is_best = |child: &usize| order.value(*child) == order.best[from];
        let best = if is_improved { children.clone().find(is_best) } else { None };
        let front = best.unwrap_or(children.start);
        let others = children.filter(|&child| child != front);
        for (child, to) in [front].into_iter().chain(others).zip(self.children(to)) {
            self.reorder((child, to), order, place)?;
        }
        Ok(())
    }
}

/// Which of its children a node prefers, and how often that one comes first.
struct ChildOrder<'a> {
    quality: f64,
    /// The minimax values of the inner nodes.
    best: &'a [Value],
    /// The values of the leaves by the number of the node.
    leaf: &'a dyn Fn(usize) -> Value,
}

impl ChildOrder<'_> {
    fn value(&self, node: usize) -> Value {
        self.best.get(node).copied().unwrap_or_else(|| (self.leaf)(node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Event, NodeId};
    use crate::trees::Tree;

    /// Stops after so many polls.
    struct Polls(usize);

    impl Observer for Polls {
        fn observe(&mut self, _: NodeId<'_>, _: Event) -> Result<(), Stopped> {
            Ok(())
        }

        fn poll(&mut self) -> Result<(), Stopped> {
            self.0 = self.0.checked_sub(1).ok_or(Stopped)?;
            Ok(())
        }
    }

    const KINDS: [Leaves; 4] = [
        Leaves::Distinct,
        Leaves::Integers { low: -9, high: 9 },
        Leaves::Binary { one: 0.5 },
        Leaves::Growing { step: 3 },
    ];

    #[test]
    fn generation_is_polled_at_each_node() {
        for leaves in KINDS {
            for quality in [0.0, 1.0] {
                let random = RandomTree { branching: 3, depth: 5, seed: 1, leaves, quality, chance: 0 };
                let mut polls = Polls(usize::MAX);
                random.generate_unless_stopped(Player::Max, &mut polls).unwrap();
                let count = usize::MAX - polls.0;
                let steps = 3_usize.pow(5) - 1 + if quality > 0.0 { random.size().nodes() } else { 0 };
                assert!(count >= steps, "{leaves:?}: {count} polls in {steps} steps");
                for most in [0, 1, count / 2, count - 1] {
                    assert_eq!(random.generate_unless_stopped(Player::Max, &mut Polls(most)), Err(Stopped));
                }
            }
        }
    }

    #[test]
    fn constant_leaves_take_no_memory() {
        let random = RandomTree {
            branching: 10,
            depth: 6,
            seed: 1,
            leaves: Leaves::Distinct,
            quality: 1.0,
            chance: 0,
        };
        for (leaves, value) in [
            (Leaves::Integers { low: 7, high: 7 }, 7),
            (Leaves::Binary { one: 0.0 }, 0),
            (Leaves::Binary { one: 1.0 }, 1),
            (Leaves::Growing { step: 0 }, 0),
        ] {
            let constant = RandomTree { leaves, ..random };
            assert_eq!((constant.bytes(), constant.bytes_of_generation()), (0, 0));
            let tree = constant.generate_unless_stopped(Player::Max, &mut Polls(0)).unwrap();
            assert_eq!([tree.leaf(0), tree.leaf(999_999)].map(|leaf| tree.value(&leaf)), [value; 2]);
        }
        assert_eq!((random.bytes(), random.bytes_of_generation()), (4_000_000, 4_444_444));
    }
}
