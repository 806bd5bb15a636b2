//! The events of a search, kept.

use super::event::{Event, NodeId, Observer, Stopped};
use super::paths::Paths;
use super::presentation::{PathValues, Presentation};
use super::reason::CutoffReason;
use super::sentence::Sentence;
use crate::value::Value;
use std::fmt::{self, Display, Formatter};

/// The events of a search in their order, up to a limit.
#[derive(Clone, Debug)]
pub struct Recording {
    limit: usize,
    is_complete: bool,
    presentation: Presentation,
    paths: Paths,
    events: Vec<(u32, Event)>,
    /// The events of these numbers as they are, where they have a mean that is not whole.
    means: Vec<(u32, Event<f64>)>,
}

impl Recording {
    /// Stops the search at the first event beyond `limit`.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        let (presentation, paths) = (Presentation::default(), Paths::default());
        Self { limit, is_complete: true, presentation, paths, events: Vec::new(), means: Vec::new() }
    }

    /// Tells the events otherwise than with values for Max.
    #[must_use]
    pub fn presented(self, presentation: Presentation) -> Self {
        Self { presentation, ..self }
    }

    /// How the events are presented.
    #[must_use]
    pub const fn presentation(&self) -> Presentation {
        self.presentation
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
        let means = self.means.capacity() * size_of::<(u32, Event<f64>)>();
        self.events.capacity() * size_of::<(u32, Event)>() + means + self.paths.bytes()
    }

    /// Whether no event has been heard.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// The events, each with the path of its node and its values for Max.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Vec<u16>, Event)> {
        self.events.iter().map(|&(node, event)| (self.paths.path(node), event))
    }

    /// The same with unrounded means.
    pub fn exact_events(&self) -> impl ExactSizeIterator<Item = (Vec<u16>, Event<f64>)> {
        let mut means = self.means.iter().peekable();
        self.events.iter().enumerate().map(move |(number, &(node, event))| {
            let mean = means.next_if(|(at, _)| *at as usize == number);
            (self.paths.path(node), mean.map_or_else(|| event.into(), |&(_, exact)| exact))
        })
    }

    /// The events with their reasons.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = Step> {
        let mut values = PathValues::new(self.presentation);
        self.exact_events().map(move |(path, event)| values.step(path, event))
    }
}

/// An event with all that can be said of it. As text it is a sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The node.
    pub path: Vec<u16>,
    /// The event, with its values for Max.
    pub event: Event,
    /// The same with unrounded means.
    exact: Event<f64>,
    /// How it is presented.
    pub presentation: Presentation,
    /// The values that the nodes of the path hold after it, the root first, where a node holds a single one. They are
    /// as the search tells them.
    pub values: Vec<Value>,
}

impl Step {
    /// An event with its values for Max.
    #[must_use]
    pub fn new(path: Vec<u16>, event: Event) -> Self {
        Self { path, event, exact: event.into(), presentation: Presentation::default(), values: Vec::new() }
    }

    /// The event with its values as the search tells them.
    #[must_use]
    pub fn presented(&self) -> Event {
        self.presentation.event(&self.path, self.event)
    }

    /// The same with unrounded means.
    #[must_use]
    pub fn exact_event(&self) -> Event<f64> {
        self.presentation.event(&self.path, self.exact)
    }

    /// The reason, if it is a cutoff.
    #[must_use]
    pub fn reason(&self) -> Option<CutoffReason> {
        let (Event::Cut(cutoff), Event::Cut(exact)) = (self.event, self.exact) else { return None };
        let (node, presentation, values) = (self.path.clone(), self.presentation, self.values.clone());
        Some(CutoffReason { node, cutoff, exact, presentation, values })
    }
}

impl PathValues {
    /// The next step.
    pub(crate) fn step(&mut self, path: Vec<u16>, exact: Event<f64>) -> Step {
        let event = exact.rounded();
        self.apply(&path, event);
        Step { presentation: self.presentation(), values: self.values(), path, event, exact }
    }
}

impl Display for Step {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Self { path, event: _, exact, presentation, values } = self;
        write!(out, "{}", Sentence { path, event: *exact, presentation: *presentation, values })?;
        self.reason().map_or(Ok(()), |reason| write!(out, ": {reason}"))
    }
}

impl Observer for Recording {
    fn observe(&mut self, node: NodeId<'_>, event: Event) -> Result<(), Stopped> {
        if self.events.len() == self.limit {
            self.is_complete = false;
            return Err(Stopped);
        }
        self.events.push((self.paths.name(node.path), event));
        Ok(())
    }

    fn observe_mean(&mut self, node: NodeId<'_>, event: Event<f64>) -> Result<(), Stopped> {
        let (number, rounded) = (self.events.len() as u32, event.rounded());
        self.observe(node, rounded)?;
        if Event::from(rounded) != event {
            self.means.push((number, event));
        }
        Ok(())
    }
}

/// Two observers of one search. The second does not hear the event at which the first stops it.
impl<A: Observer, B: Observer> Observer for (A, B) {
    fn observe(&mut self, node: NodeId<'_>, event: Event) -> Result<(), Stopped> {
        self.0.observe(node, event)?;
        self.1.observe(node, event)
    }

    fn observe_mean(&mut self, node: NodeId<'_>, event: Event<f64>) -> Result<(), Stopped> {
        self.0.observe_mean(node, event)?;
        self.1.observe_mean(node, event)
    }

    fn only_counts(&self) -> bool {
        self.0.only_counts() && self.1.only_counts()
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
    fn observe(&mut self, node: NodeId<'_>, event: Event) -> Result<(), Stopped> {
        (**self).observe(node, event)
    }

    fn observe_mean(&mut self, node: NodeId<'_>, event: Event<f64>) -> Result<(), Stopped> {
        (**self).observe_mean(node, event)
    }

    fn only_counts(&self) -> bool {
        (**self).only_counts()
    }

    fn poll(&mut self) -> Result<(), Stopped> {
        (**self).poll()
    }

    fn hold(&mut self, bytes: usize) -> Result<(), Stopped> {
        (**self).hold(bytes)
    }
}
