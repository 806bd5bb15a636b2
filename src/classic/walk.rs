//! A search on its way through a tree.

use super::{Bound, Cutoff, Event, Observer, Player, Stopped, Ties, Tree, Value, Window};

/// The nodes from the root to the current one, and the observer that hears what happens there.
pub struct Walk<'a, T: Tree> {
    tree: &'a T,
    ties: Ties,
    /// Plies to look ahead.
    horizon: Option<usize>,
    path: Vec<u16>,
    frames: Vec<Frame>,
    observer: &'a mut dyn Observer,
}

/// A visited node whose children are being searched.
#[derive(Clone, Copy, Debug)]
struct Frame {
    window: Window,
    /// The best score of the finished children, if there is one.
    best: Option<Value>,
}

impl<'a, T: Tree> Walk<'a, T> {
    /// At the root of a tree.
    pub fn new(tree: &'a T, ties: Ties, observer: &'a mut dyn Observer) -> Self {
        Self { tree, ties, horizon: None, path: Vec::new(), frames: Vec::new(), observer }
    }

    /// The player to move at the current node.
    #[must_use]
    pub fn player(&self) -> Player {
        if self.path.len().is_multiple_of(2) { self.tree.root_player() } else { !self.tree.root_player() }
    }

    /// Begins a visit of the current node.
    ///
    /// # Errors
    ///
    /// [`Stopped`] by the observer, here and in all methods below.
    pub fn enter(&mut self, window: Window) -> Result<(), Stopped> {
        self.frames.push(Frame { window, best: None });
        self.emit(Event::Enter { window })
    }

    /// The children of the current node with their numbers; none at a leaf and at the horizon.
    pub fn children(&self, node: &T::Node) -> Vec<(u16, T::Node)> {
        if self.horizon == Some(self.path.len()) {
            return Vec::new();
        }
        (0..).zip(self.tree.children(node)).collect()
    }

    /// Ends the visit of a leaf with its value.
    pub fn leaf(&mut self, node: &T::Node) -> Result<Value, Stopped> {
        let value = self.tree.value(node);
        self.emit(Event::Leaf { value })?;
        self.frames.pop();
        self.emit(Event::Leave { score: value, bound: Bound::Exact })?;
        Ok(value)
    }

    /// Does something at a child of the current node.
    pub fn at<R>(
        &mut self,
        child: u16,
        act: impl FnOnce(&mut Self) -> Result<R, Stopped>,
    ) -> Result<R, Stopped> {
        self.path.push(child);
        let result = act(self)?;
        self.path.pop();
        Ok(result)
    }

    /// Takes note of a better score of the current node.
    pub fn improve(&mut self, child: u16, score: Value) -> Result<(), Stopped> {
        let frame = self.frames.last_mut().expect("the node has been entered");
        frame.best = Some(score);
        self.emit(Event::Improve { score, child })
    }

    /// Whether the children after the first `searched` are cut, once the window has become `window`. Takes note of
    /// the cutoff if there are any.
    pub fn cuts(&mut self, window: Window, searched: usize, children: usize) -> Result<bool, Stopped> {
        if !window.is_closed(self.ties) {
            return Ok(false);
        }
        if searched < children {
            let cutoff = self.cutoff(window, searched as u16, (children - searched) as u16);
            self.emit(Event::Cut(cutoff))?;
        }
        Ok(true)
    }

    /// Ends the visit of the current node.
    pub fn leave(&mut self, score: Value) -> Result<Value, Stopped> {
        let frame = self.frames.pop().expect("the node has been entered");
        self.emit(Event::Leave { score, bound: frame.window.bound(score) })?;
        Ok(score)
    }

    fn cutoff(&self, window: Window, searched: u16, skipped: u16) -> Cutoff {
        let player = self.player();
        let (score, bound) = match player {
            Player::Max => (window.alpha, window.beta),
            Player::Min => (window.beta, window.alpha),
        };
        let closes = |frame: &Frame| {
            frame.best.is_some_and(|best| {
                window.narrowed(!player, best).is_closed(self.ties)
                    && match player {
                        Player::Max => Window { alpha: score, beta: best },
                        Player::Min => Window { alpha: best, beta: score },
                    }
                    .is_closed(self.ties)
            })
        };
        // The opponent's ancestors, from the parent up.
        let above = self.frames.iter().enumerate().rev().skip(1).step_by(2);
        let from = above.clone().find(|(_, frame)| closes(frame)).map(|(ply, _)| ply as u16);
        let deep = !above.take(1).any(|(_, frame)| closes(frame));
        Cutoff { player, searched, skipped, score, bound, from, deep }
    }

    fn emit(&mut self, event: Event) -> Result<(), Stopped> {
        self.observer.observe(&self.path, event)
    }
}
