//! A search on its way through a tree.

mod back_up;
mod means;

use super::order::{Children, Order, Ordered, Parent, Rearranged};
use crate::record::{Event, NodeId, NodePath, Observer, Stopped};
use crate::trees::{Tree, silent};
use crate::value::{Bound, Player, Ties, Value, Window};
use std::ops::Range;

/// The nodes from the root to the current one, and the observer that hears what happens there.
pub struct Walk<'a, T: Tree, O: Observer> {
    tree: &'a T,
    /// The players to move at even and at odd plies, the root being the first: exchanged below each chance node.
    players: [Player; 2],
    /// The first ply whose bounds count: the root's, or that of the children of the last chance node.
    first: usize,
    ties: Ties,
    order: Order,
    seed: u64,
    /// The plies that must be left below a node for its children to be ordered.
    least_plies: usize,
    /// Plies to look ahead.
    horizon: Option<usize>,
    /// Whether the horizon has made a leaf of the node visited last, which has children.
    is_horizon: bool,
    /// Whether it has made one of any node.
    is_cut_short: bool,
    path: Vec<u16>,
    /// The nodes of the path that have been entered, by their plies, after one above the root.
    frames: Vec<Frame>,
    /// The best lines found below the nodes of the path, one behind the other, each from its last move to its first.
    lines: Vec<u16>,
    observer: &'a mut O,
}

/// A visited node whose children are being searched, or the one visited last at its ply.
#[derive(Clone, Debug)]
struct Frame {
    window: Window,
    /// The place of its line.
    line: Range<usize>,
    /// The best score of the finished children: the worst there is if there are none.
    best: Value,
    /// What the player to move is sure of by the finished children and the memory: a score that is
    /// a bound on the wrong side does not count. The worst if nothing is sure.
    sure: Value,
}

/// What a visit has begun with.
pub enum Visit<C> {
    /// A leaf with this value: the visit is over.
    Leaf(Value),
    /// The children in the order of the search.
    Inner(C),
}

impl Frame {
    const ABOVE_ROOT: Self = Self { window: Window::FULL, line: 0..0, best: 0, sure: 0 };

    /// The player to move is sure of a score.
    #[inline]
    const fn assure(&mut self, player: Player, score: Value) {
        self.sure = player.best(self.sure, score);
    }
}

impl<'a, T: Tree, O: Observer> Walk<'a, T, O> {
    /// At the root of a tree, with the children in their order.
    pub fn new(tree: &'a T, ties: Ties, observer: &'a mut O) -> Self {
        Self {
            tree,
            players: [tree.root_player(), !tree.root_player()],
            first: 0,
            ties,
            order: Order::AsGiven,
            seed: 0,
            least_plies: 0,
            horizon: None,
            is_horizon: false,
            is_cut_short: false,
            path: Vec::new(),
            frames: vec![Frame::ABOVE_ROOT],
            lines: Vec::new(),
            observer,
        }
    }

    /// Takes the children in another order, which `seed` decides if it is random.
    #[must_use]
    pub fn ordered(self, order: Order, seed: u64) -> Self {
        Self { order, seed, ..self }
    }

    /// Keeps the children as given where fewer plies than this are left below the node.
    #[must_use]
    pub fn ordered_from(self, least_plies: usize) -> Self {
        Self { least_plies, ..self }
    }

    /// Whether the observer [only counts](Observer::only_counts), so that no lines and no frames are kept.
    #[inline(always)]
    pub(super) fn only_counts(&self) -> bool {
        self.observer.only_counts()
    }

    /// The tree.
    #[must_use]
    pub const fn tree(&self) -> &'a T {
        self.tree
    }

    /// The path to the current node.
    #[must_use]
    pub fn path(&self) -> &NodePath {
        &self.path
    }

    /// The player to move at the current node.
    #[must_use]
    #[inline]
    pub fn player(&self) -> Player {
        self.players[self.path.len() % 2]
    }

    /// The best line from the current node that its last visit has found; none where the observer only counts.
    #[must_use]
    pub fn line(&self) -> Vec<u16> {
        let line = self.frames.get(self.path.len() + 1).map_or(0..0, |frame| frame.line.clone());
        self.lines[line].iter().rev().copied().collect()
    }

    /// Corrects the best line from the child of the current node that was searched last.
    pub(super) fn set_line_of_child(&mut self, line: &NodePath) {
        self.lines.truncate(self.frames[self.path.len() + 1].line.end);
        self.lines.extend(line.iter().rev());
    }

    /// Starts a pass over the whole tree, which looks `depth` plies ahead.
    ///
    /// # Errors
    ///
    /// [`Stopped`] by the observer, here and in all methods below.
    pub fn pass(&mut self, window: Window, depth: Option<u16>) -> Result<(), Stopped> {
        self.horizon = depth.map(usize::from);
        (self.is_horizon, self.is_cut_short) = (false, false);
        self.emit(Event::Pass { window, depth })
    }

    /// The ply that the search does not look beyond, if there is one.
    pub(super) const fn horizon(&self) -> Option<usize> {
        self.horizon
    }

    /// Does something with another horizon.
    pub(super) fn within<R>(
        &mut self,
        horizon: usize,
        act: impl FnOnce(&mut Self) -> Result<R, Stopped>,
    ) -> Result<R, Stopped> {
        let before = self.horizon.replace(horizon);
        let result = act(self)?;
        (self.horizon, self.is_horizon) = (before, false);
        Ok(result)
    }

    /// Does something with the children of the current node, where chance decides. The bounds of the nodes above say
    /// nothing of those below.
    pub(super) fn after_chance<R>(
        &mut self,
        act: impl FnOnce(&mut Self) -> Result<R, Stopped>,
    ) -> Result<R, Stopped> {
        let above = std::mem::replace(&mut self.first, self.path.len() + 1);
        self.players.swap(0, 1);
        let result = act(self)?;
        self.players.swap(0, 1);
        self.first = above;
        Ok(result)
    }

    /// Plies from the current node to the horizon, if there is one.
    fn plies_left(&self) -> Option<usize> {
        self.horizon.map(|horizon| horizon - self.path.len())
    }

    /// Whether so many plies are left below the current node, to the horizon or to the depth of the tree, if it is
    /// known.
    fn has_plies_left(&self, plies: usize) -> bool {
        let depth = self.horizon.or_else(|| self.tree.full_width_depth());
        depth.is_none_or(|depth| depth >= self.path.len() + plies)
    }

    /// Whether the horizon of this pass has made a leaf of a node with children.
    #[must_use]
    pub const fn is_cut_short(&self) -> bool {
        self.is_cut_short
    }

    /// Begins a visit of the current node.
    #[inline]
    pub fn enter(&mut self, window: Window) -> Result<(), Stopped> {
        self.open(window);
        self.emit(Event::Enter { window })
    }

    /// Begins a visit of the current node, and ends it at a leaf.
    #[inline(always)]
    pub fn visit<'n>(
        &mut self,
        node: &'n T::Node,
        window: Window,
    ) -> Result<Visit<impl ExactSizeIterator<Item = (u16, T::Node)> + use<'a, 'n, T, O>>, Stopped> {
        self.emit(Event::Enter { window })?;
        self.begin(node, window)
    }

    /// The same, after the observer has had the event.
    #[inline(always)]
    pub(super) fn begin<'n>(
        &mut self,
        node: &'n T::Node,
        window: Window,
    ) -> Result<Visit<impl ExactSizeIterator<Item = (u16, T::Node)> + use<'a, 'n, T, O>>, Stopped> {
        let children = self.children(node)?;
        if children.len() == 0 {
            return self.leaf(node).map(Visit::Leaf);
        }
        self.open(window);
        Ok(Visit::Inner(children))
    }

    /// Keeps what the search finds at the current node and below it.
    #[inline]
    pub(super) fn open(&mut self, window: Window) {
        if self.only_counts() {
            return;
        }
        let (ply, worst) = (self.path.len(), self.player().worst());
        if self.frames.len() < ply + 2 {
            self.frames.push(Frame::ABOVE_ROOT);
        }
        let [parent, frame] = &mut self.frames[ply..ply + 2] else { unreachable!("two plies") };
        let end = parent.line.end;
        *frame = Frame { window, line: end..end, best: worst, sure: worst };
        self.lines.truncate(end);
    }

    /// The children of the current node in the order of the search; none at a leaf and at the horizon.
    #[inline(always)]
    pub fn children<'n>(
        &mut self,
        node: &'n T::Node,
    ) -> Result<impl ExactSizeIterator<Item = (u16, T::Node)> + use<'a, 'n, T, O>, Stopped> {
        let given = self.tree.children(node);
        let rearranged = match self.order {
            Order::AsGiven if self.horizon.is_none() => None,
            _ => self.rearranged(node, given.len() > 0)?,
        };
        Ok(Ordered { given: (0..).zip(given), rearranged })
    }

    /// The children of the current node for the search, if they are not those of the tree as it has them: none at the
    /// horizon.
    #[inline(never)]
    fn rearranged(&mut self, node: &T::Node, has_children: bool) -> Result<Rearranged<T::Node>, Stopped> {
        if self.stops_at_horizon(has_children) {
            return Ok(Some(Box::new(Children::new().into_iter())));
        }
        let is_rearranged = self.order != Order::AsGiven && self.has_plies_left(self.least_plies);
        if !is_rearranged || self.tree.is_chance(node) {
            return Ok(None);
        }
        let mut children = (0..).zip(self.tree.children(node)).collect();
        let (player, plies_left) = (self.player(), self.plies_left());
        let parent = Parent { node, player, path: &self.path, plies_left, seed: self.seed };
        self.order.arrange(self.tree, &parent, &mut children, self.observer)?;
        Ok(Some(Box::new(children.into_iter())))
    }

    /// Whether the current node is at the horizon. Takes note of that if it has children.
    fn stops_at_horizon(&mut self, has_children: bool) -> bool {
        let is_at_horizon = self.horizon == Some(self.path.len());
        self.is_horizon = is_at_horizon && has_children;
        self.is_cut_short |= self.is_horizon;
        is_at_horizon
    }

    /// Adds the children of the current node, in the order of the search, to a list.
    #[inline(always)]
    pub(super) fn push_children(
        &mut self,
        node: &T::Node,
        children: &mut Children<T::Node>,
    ) -> Result<(), Stopped> {
        if self.order == Order::AsGiven {
            let given = self.tree.children(node);
            if !self.stops_at_horizon(given.len() > 0) {
                given.zip(0..).for_each(|(child, number)| children.push((number, child)));
            }
        } else {
            children.extend(self.children(node)?);
        }
        Ok(())
    }

    /// Calls the leaf function.
    #[inline(always)]
    pub fn evaluate(&mut self, node: &T::Node) -> Result<Value, Stopped> {
        let value = self.tree.value(node);
        self.emit_numbered(node, Event::Leaf { value, is_horizon: self.is_horizon })?;
        Ok(value)
    }

    /// Ends the visit of a leaf with its value.
    #[inline]
    pub fn leaf(&mut self, node: &T::Node) -> Result<Value, Stopped> {
        let value = self.evaluate(node)?;
        self.leave_unopened(value, Bound::Exact)
    }

    /// Ends a visit that has not come to the children.
    #[inline]
    fn leave_unopened(&mut self, score: Value, bound: Bound) -> Result<Value, Stopped> {
        self.emit(Event::Leave { score, bound })?;
        if self.only_counts() {
            return Ok(score);
        }
        let opponent = !self.player();
        let parent = &mut self.frames[self.path.len()];
        self.lines.truncate(parent.line.end);
        if bound != Bound::beyond(opponent) {
            parent.assure(opponent, score);
        }
        Ok(score)
    }

    /// Goes to a child of the current node.
    #[inline]
    pub fn descend(&mut self, child: u16) {
        self.path.push(child);
    }

    /// Goes back to the parent of the current node.
    #[inline]
    pub fn ascend(&mut self) {
        self.path.pop();
    }

    /// Does something at a child of the current node.
    pub fn at<R>(
        &mut self,
        child: u16,
        act: impl FnOnce(&mut Self) -> Result<R, Stopped>,
    ) -> Result<R, Stopped> {
        self.descend(child);
        let result = act(self)?;
        self.ascend();
        Ok(result)
    }

    /// Tells the observer of an event at the current node.
    #[inline(always)]
    pub fn emit(&mut self, event: Event) -> Result<(), Stopped> {
        self.observer.observe(self.path.as_slice().into(), event)
    }

    /// Tells the observer of an event at the current node, which may have a number.
    #[inline(always)]
    fn emit_numbered(&mut self, node: &T::Node, event: Event) -> Result<(), Stopped> {
        let number = self.tree.number(node);
        self.observer.observe(NodeId { path: &self.path, number }, event)
    }

    /// Tells the observer of an event at the root.
    pub(super) fn emit_at_root(&mut self, event: Event) -> Result<(), Stopped> {
        self.observer.observe(NodeId::from([].as_slice()), event)
    }

    /// Takes memory for what the search keeps until its end.
    pub(super) fn hold(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.observer.hold(bytes)
    }

    /// Plies from the current node to the deepest leaf below it, without noisy moves beyond the depth of the tree.
    pub(super) fn height(&mut self, node: &T::Node) -> Result<usize, Stopped> {
        let most =
            self.tree.full_width_depth().map_or(usize::MAX, |depth| depth.saturating_sub(self.path.len()));
        silent::height(self.tree, node, most, self.observer)
    }
}
