//! A search on its way through a tree.

use super::order::{Children, Order, Parent};
use crate::record::{Against, Cutoff, Event, NodePath, Observer, Reach, Stopped};
use crate::trees::{Tree, silent};
use crate::value::{Bound, Player, Ties, Value, Window};

/// The nodes from the root to the current one, and the observer that hears what happens there.
pub struct Walk<'a, T: Tree, O: Observer> {
    tree: &'a T,
    /// The player to move at even plies, the root being the first: another one after each chance node.
    even_player: Player,
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
    frames: Vec<Frame>,
    /// The best line found below each node of the path.
    lines: Vec<Vec<u16>>,
    /// Room for children, used before.
    spare: Vec<Children<T::Node>>,
    observer: &'a mut O,
}

/// A visited node whose children are being searched.
#[derive(Clone, Copy, Debug)]
struct Frame {
    window: Window,
    /// The best score of the finished children, if there is one.
    best: Option<Value>,
    /// What the player to move is sure of by the finished children and the memory: a score that is a bound on the wrong side
    /// does not count. The worst if nothing is sure.
    sure: Value,
}

impl<'a, T: Tree, O: Observer> Walk<'a, T, O> {
    /// At the root of a tree, with the children in their order.
    pub fn new(tree: &'a T, ties: Ties, observer: &'a mut O) -> Self {
        Self {
            tree,
            even_player: tree.root_player(),
            ties,
            order: Order::AsGiven,
            seed: 0,
            least_plies: 0,
            horizon: None,
            is_horizon: false,
            is_cut_short: false,
            path: Vec::new(),
            frames: Vec::new(),
            lines: vec![Vec::new()],
            spare: Vec::new(),
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
        if self.path.len().is_multiple_of(2) { self.even_player } else { !self.even_player }
    }

    /// The best line from the current node that its last visit has found.
    #[must_use]
    pub fn line(&self) -> &NodePath {
        &self.lines[self.path.len()]
    }

    /// Corrects the best line from the child of the current node that was searched last.
    pub(super) fn set_line_of_child(&mut self, line: Vec<u16>) {
        self.lines[self.path.len() + 1] = line;
    }

    /// Starts a pass over the whole tree, which looks `depth` plies ahead.
    ///
    /// # Errors
    ///
    /// [`Stopped`] by the observer, here and in all methods below.
    pub fn pass(&mut self, window: Window, depth: Option<u16>) -> Result<(), Stopped> {
        self.horizon = depth.map(usize::from);
        self.is_cut_short = false;
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
        self.horizon = before;
        Ok(result)
    }

    /// Does something with the children of the current node, where chance decides. The bounds of the nodes above say
    /// nothing of those below.
    pub(super) fn after_chance<R>(
        &mut self,
        act: impl FnOnce(&mut Self) -> Result<R, Stopped>,
    ) -> Result<R, Stopped> {
        let above = std::mem::take(&mut self.frames);
        self.even_player = !self.even_player;
        let result = act(self)?;
        self.even_player = !self.even_player;
        self.frames = above;
        Ok(result)
    }

    /// Plies from the current node to the horizon, if there is one.
    fn plies_left(&self) -> Option<usize> {
        self.horizon.map(|horizon| horizon - self.path.len())
    }

    /// Whether so many plies are left below the current node, to the horizon or to the depth of the tree, if it is known.
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
        self.frames.push(Frame { window, best: None, sure: self.player().worst() });
        self.lines[self.path.len()].clear();
        self.emit(Event::Enter { window })
    }

    /// The children of the current node in the order of the search; none at a leaf and at the horizon.
    #[inline]
    pub fn children(&mut self, node: &T::Node) -> Result<Children<T::Node>, Stopped> {
        let found = self.tree.children(node);
        let is_at_horizon = self.horizon == Some(self.path.len());
        self.is_horizon = is_at_horizon && found.len() > 0;
        self.is_cut_short |= self.is_horizon;
        if is_at_horizon || found.len() == 0 {
            return Ok(Children::new());
        }
        let mut children = self.spare.pop().unwrap_or_default();
        children.reserve_exact(found.len());
        children.extend((0..).zip(found));
        if self.order != Order::AsGiven && self.has_plies_left(self.least_plies) && !self.tree.is_chance(node)
        {
            let (player, plies_left) = (self.player(), self.plies_left());
            let parent = Parent { node, player, path: &self.path, plies_left, seed: self.seed };
            self.order.arrange(self.tree, &parent, &mut children, self.observer)?;
        }
        Ok(children)
    }

    /// Takes back the room of children that have been searched, for those of other nodes.
    #[inline]
    pub fn recycle(&mut self, mut children: Children<T::Node>) {
        if children.capacity() > 0 {
            children.clear();
            self.spare.push(children);
        }
    }

    /// Calls the leaf function.
    #[inline]
    pub fn evaluate(&mut self, node: &T::Node) -> Result<Value, Stopped> {
        let value = self.tree.value(node);
        self.emit(Event::Leaf { value, is_horizon: self.is_horizon })?;
        Ok(value)
    }

    /// Ends the visit of a leaf with its value.
    #[inline]
    pub fn leaf(&mut self, node: &T::Node) -> Result<Value, Stopped> {
        let value = self.evaluate(node)?;
        self.leave_with(value, Bound::Exact)
    }

    /// Goes to a child of the current node.
    #[inline]
    pub fn descend(&mut self, child: u16) {
        self.path.push(child);
        if self.lines.len() == self.path.len() {
            self.lines.push(Vec::new());
        }
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

    /// Backs up the score of a child to the current node, which returns its best score so far.
    #[inline]
    pub fn back_up(&mut self, child: u16, score: Value) -> Result<Value, Stopped> {
        let player = self.player();
        let frame = self.frames.last_mut().expect("the node has been entered");
        match frame.best {
            Some(best) if !player.prefers(score, best) => Ok(best),
            _ => {
                frame.best = Some(score);
                self.extend_line(child);
                self.emit(Event::Improve { score, child })?;
                Ok(score)
            }
        }
    }

    /// A child of the current node is better than those before, by more than its score tells.
    pub(super) fn improve(&mut self, child: u16, score: Value) -> Result<(), Stopped> {
        self.frames.last_mut().expect("the node has been entered").best = Some(score);
        self.extend_line(child);
        self.emit(Event::Improve { score, child })
    }

    /// Whether the children after the first `searched` are cut, once the window has become `window`. Takes note of
    /// the cutoff if there are any.
    #[inline]
    pub fn cuts(&mut self, window: Window, searched: usize, children: usize) -> Result<bool, Stopped> {
        if !window.is_closed(self.ties) {
            return Ok(false);
        }
        if searched < children {
            self.cut(window, searched, children)?;
        }
        Ok(true)
    }

    /// Tells the observer of a cutoff.
    #[inline(never)]
    pub(super) fn cut(&mut self, window: Window, searched: usize, children: usize) -> Result<(), Stopped> {
        let cutoff = self.cutoff(window, searched as u16, (children - searched) as u16);
        self.emit(Event::Cut(cutoff))
    }

    /// Ends the visit of the current node.
    #[inline]
    pub fn leave(&mut self, score: Value) -> Result<Value, Stopped> {
        let frame = self.frames.last().expect("the node has been entered");
        self.leave_with(score, frame.window.bound(score))
    }

    /// Ends the visit of the current node with a score that is known to be this kind of bound.
    #[inline]
    pub fn leave_with(&mut self, score: Value, bound: Bound) -> Result<Value, Stopped> {
        self.frames.pop();
        self.emit(Event::Leave { score, bound })?;
        let opponent = !self.player();
        if bound != Bound::beyond(opponent) {
            self.assure(opponent, score);
        }
        Ok(score)
    }

    /// Finds bounds of the value of the current node in the memory.
    pub fn remember(&mut self, lower: Value, upper: Value, hit: bool) -> Result<(), Stopped> {
        let player = self.player();
        self.assure(player, if player == Player::Max { lower } else { upper });
        self.emit(Event::Probe { lower, upper, hit })
    }

    /// The player to move at the last node of the frames is sure of a score.
    #[inline]
    fn assure(&mut self, player: Player, score: Value) {
        if let Some(frame) = self.frames.last_mut() {
            frame.sure = player.best(frame.sure, score);
        }
    }

    /// Tells the observer of an event at the current node.
    #[inline(always)]
    pub fn emit(&mut self, event: Event) -> Result<(), Stopped> {
        self.observer.observe(&self.path, event)
    }

    /// Tells the observer of an event at the root.
    pub(super) fn emit_at_root(&mut self, event: Event) -> Result<(), Stopped> {
        self.observer.observe(&[], event)
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

    #[inline]
    fn extend_line(&mut self, child: u16) {
        let (above, below) = self.lines.split_at_mut(self.path.len() + 1);
        let line = &mut above[self.path.len()];
        line.clear();
        line.push(child);
        line.extend_from_slice(below.first().map_or(&[], Vec::as_slice));
    }

    fn cutoff(&self, window: Window, searched: u16, skipped: u16) -> Cutoff {
        let player = self.player();
        let (score, bound) = (window.bound_of(player), window.bound_of(!player));
        let closes =
            |other| Window::FULL.narrowed(player, score).narrowed(!player, other).is_closed(self.ties);
        let (own, ancestors) = self.frames.split_last().expect("the node has been entered");
        // The ply of the first, which is the root or the child of a chance node.
        let first = self.path.len() - ancestors.len();
        // The opponent's ancestors, from the parent up.
        let mut opponents = ancestors.iter().enumerate().rev().step_by(2);
        let is_shallow =
            ancestors.last().is_some_and(|parent| closes(parent.sure) || parent.best.is_some_and(closes));
        let (against, reach) = match opponents.find(|(_, ancestor)| closes(ancestor.sure)) {
            None => (Against::Window(own.window), Reach::Window),
            Some((ply, ancestor)) => {
                let against = Against::Ancestor { ply: (first + ply) as u16, sure: ancestor.sure };
                (against, if is_shallow { Reach::Shallow } else { Reach::Deep })
            }
        };
        Cutoff { player, searched, skipped, score, bound, against, reach }
    }
}
