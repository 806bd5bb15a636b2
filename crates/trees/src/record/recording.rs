//! The events of a search, kept.

use super::event::{Event, NodePath, Observer, Stopped};
use super::paths::Paths;
use super::reason::CutoffReason;
use super::words::Sentence;
use std::fmt::{self, Display, Formatter};

/// The events of a search in their order, up to a limit.
#[derive(Clone, Debug)]
pub struct Recording {
    limit: usize,
    is_complete: bool,
    paths: Paths,
    events: Vec<(u32, Event)>,
}

impl Recording {
    /// Stops the search at the first event beyond `limit`.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self { limit, is_complete: true, paths: Paths::default(), events: Vec::new() }
    }

    /// Whether no event was lost to the limit.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The number of events.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.events.len()
    }

    /// The bytes of memory that it takes, with the room for more events.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.events.capacity() * size_of::<(u32, Event)>() + self.paths.bytes()
    }

    /// Whether no event has been heard.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// The events, each with the path of its node.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Vec<u16>, Event)> {
        self.events.iter().map(|&(node, event)| (self.paths.path(node), event))
    }

    /// The events with their reasons.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = Step> {
        self.iter().map(|(path, event)| Step { path, event })
    }
}

/// An event with all that can be said of it. As text it is a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The node.
    pub path: Vec<u16>,
    /// The event.
    pub event: Event,
}

impl Step {
    /// The reason, if it is a cutoff.
    #[must_use]
    pub fn reason(&self) -> Option<CutoffReason> {
        let Event::Cut(cutoff) = self.event else { return None };
        Some(CutoffReason { node: self.path.clone(), cutoff })
    }
}

impl Display for Step {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{}", Sentence(&self.path, self.event))?;
        self.reason().map_or(Ok(()), |reason| write!(out, ": {reason}"))
    }
}

impl Observer for Recording {
    fn observe(&mut self, path: &NodePath, event: Event) -> Result<(), Stopped> {
        if self.events.len() == self.limit {
            self.is_complete = false;
            return Err(Stopped);
        }
        self.events.push((self.paths.name(path), event));
        Ok(())
    }
}

/// Two observers of one search. The second does not hear the event at which the first stops it.
impl<A: Observer, B: Observer> Observer for (A, B) {
    fn observe(&mut self, path: &NodePath, event: Event) -> Result<(), Stopped> {
        self.0.observe(path, event)?;
        self.1.observe(path, event)
    }

    fn poll(&mut self) -> Result<(), Stopped> {
        self.0.poll()?;
        self.1.poll()
    }

    fn hold(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.0.hold(bytes)?;
        self.1.hold(bytes)
    }
}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn observe(&mut self, path: &NodePath, event: Event) -> Result<(), Stopped> {
        (**self).observe(path, event)
    }

    fn poll(&mut self) -> Result<(), Stopped> {
        (**self).poll()
    }

    fn hold(&mut self, bytes: usize) -> Result<(), Stopped> {
        (**self).hold(bytes)
    }
}
