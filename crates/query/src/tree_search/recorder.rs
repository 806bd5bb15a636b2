//! The recorder of a run: its counts, and the leaves or events that the request wants.

use super::{Detail, MAX_EVENTS, MAX_LISTED_LEAVES, SearchRun, TreeSearch};
use bestmove_trees::{
    Counts, Event, GrowingMemory, NodeId, NodePath, Observer, PathList, Polled, Recording, ResourceLimiter,
    Search, SearchAnswer, Stopped,
};

/// A recorder that ends the run in time.
pub type RunObserver<'a> = Polled<'a, RunRecorder<'a>>;

/// The counts of a run, and its leaves or events if they are kept.
pub struct RunRecorder<'a> {
    counts: Counts,
    leaves: Option<LeafList>,
    recording: Option<Recording>,
    memory: GrowingMemory<'a>,
    lacks_memory: bool,
}

/// Evaluations in their order, up to a limit.
struct LeafList {
    leaves: PathList,
    limit: usize,
    is_truncated: bool,
}

impl LeafList {
    fn new(limit: usize) -> Self {
        Self { leaves: PathList::default(), limit, is_truncated: false }
    }

    fn push(&mut self, path: &NodePath) -> Result<(), Stopped> {
        self.is_truncated = self.leaves.len() == self.limit;
        if self.is_truncated {
            return Err(Stopped);
        }
        self.leaves.push(path);
        Ok(())
    }
}

impl<'a> RunRecorder<'a> {
    /// With room for the detail that the request wants.
    pub(super) fn new(asked: &TreeSearch, search: Search, limiter: &'a dyn ResourceLimiter) -> Self {
        let (searches, detail) = (asked.searches.len(), asked.detail.unwrap_or_default());
        Self {
            counts: match asked.tree.uniform_size() {
                Some(size) => Counts::of_uniform(size.branching, size.nodes()),
                None => Counts::new(asked.tree.most_named() / searches),
            },
            leaves: (detail == Detail::Leaves).then(|| LeafList::new(MAX_LISTED_LEAVES / searches)),
            recording: matches!(detail, Detail::Events | Detail::Picture).then(|| {
                Recording::new(MAX_EVENTS / searches).presented(search.presentation(asked.tree.root()))
            }),
            memory: GrowingMemory::new(limiter),
            lacks_memory: false,
        }
    }

    /// The run, which is over.
    pub(super) fn into_run(self, search: Search, outcome: Option<SearchAnswer>) -> SearchRun {
        let Self { counts, leaves, recording, memory, lacks_memory } = self;
        let held = memory.keep();
        let is_truncated = leaves.as_ref().is_some_and(|list| list.is_truncated)
            || recording.as_ref().is_some_and(|recording| !recording.is_complete());
        let leaves = leaves.map(|list| list.leaves);
        let stopped_by = None;
        SearchRun { search, outcome, counts, leaves, recording, is_truncated, lacks_memory, stopped_by, held }
    }

    /// Takes memory for what it has recorded. The nodes that it counts are the first that it does without.
    fn take_memory(&mut self) -> Result<(), Stopped> {
        let bytes = recorded_bytes(self.leaves.as_ref().map(|list| &list.leaves), self.recording.as_ref());
        if self.memory.grow_to(bytes + self.counts.bytes()).is_err() {
            self.counts.forget_nodes();
            self.lacks_memory = true;
            self.memory.shrink_to(bytes);
            self.memory.grow_to(bytes).map_err(|_| Stopped)?;
        }
        Ok(())
    }
}

/// The memory of what a run has recorded, without its counts.
fn recorded_bytes(leaves: Option<&PathList>, recording: Option<&Recording>) -> usize {
    leaves.map_or(0, PathList::bytes) + recording.map_or(0, Recording::bytes)
}

impl SearchRun {
    /// Gives up the nodes that it has counted, and returns their memory. False if there is none.
    pub(super) fn forget_nodes(&mut self, limiter: &dyn ResourceLimiter) -> bool {
        if self.counts.bytes() == 0 {
            return false;
        }
        let bytes = recorded_bytes(self.leaves.as_ref(), self.recording.as_ref());
        limiter.return_memory(self.held.saturating_sub(bytes));
        self.counts.forget_nodes();
        (self.held, self.lacks_memory) = (self.held.min(bytes), true);
        true
    }
}

impl Observer for RunRecorder<'_> {
    #[inline(always)]
    fn observe(&mut self, node: NodeId<'_>, event: Event) -> Result<(), Stopped> {
        self.record(node, event, |recording| recording.observe(node, event))
    }

    fn observe_mean(&mut self, node: NodeId<'_>, event: Event<f64>) -> Result<(), Stopped> {
        self.record(node, event.rounded(), |recording| recording.observe_mean(node, event))
    }
}

impl RunRecorder<'_> {
    #[inline(always)]
    fn record(
        &mut self,
        node: NodeId<'_>,
        event: Event,
        keep: impl FnOnce(&mut Recording) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        self.counts.observe(node, event)?;
        if let (Some(leaves), Event::Leaf { .. }) = (&mut self.leaves, event) {
            leaves.push(node.path)?;
        }
        if let Some(recording) = &mut self.recording {
            keep(recording)?;
        }
        match event {
            Event::Leaf { .. } | Event::Probe { .. } => self.take_memory(),
            _ if self.recording.is_some() => self.take_memory(),
            _ => Ok(()),
        }
    }
}
