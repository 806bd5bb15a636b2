//! Waiting lines: the shortest requests first, and among equals clients take turns.

use super::turns::Work;
use crate::clients::Client;
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;
use tokio::sync::oneshot::Sender;

/// What a turn is for.
pub(super) enum Turn {
    /// A search that begins.
    Begin(Work),
    /// A search that has been preempted, on a thread that waits.
    GoOn(Sender<()>),
}

/// Somebody in a line.
pub(super) struct Waiting {
    pub(super) number: u64,
    pub(super) turn: Turn,
    /// After how many microseconds of its turn a search that may be preempted is to let this one go first.
    pub(super) patience: u64,
    /// What the search asks for in all.
    pub(super) time: Duration,
}

/// The lines of a level, by the class of their requests: the lowest class first.
#[derive(Default)]
pub(super) struct Lines(BTreeMap<u32, Line>);

impl Lines {
    /// The line of a class, to join it.
    pub(super) fn class(&mut self, class: u32) -> &mut Line {
        self.0.entry(class).or_default()
    }

    /// Does not wait any more. Returns who did, if it still did.
    pub(super) fn leave(&mut self, number: u64) -> Option<Waiting> {
        let left = self.0.values_mut().find_map(|line| line.leave(number));
        self.0.retain(|_, line| !line.is_empty());
        left
    }

    /// Whose turn it will be.
    pub(super) fn first(&self) -> Option<&Waiting> {
        self.0.first_key_value()?.1.first()
    }

    /// Whose turn it is, out of the line.
    pub(super) fn next(&mut self) -> Option<Waiting> {
        let mut line = self.0.first_entry()?;
        let next = line.get_mut().next();
        if line.get().is_empty() {
            line.remove();
        }
        next
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.0.values().map(Line::len).sum()
    }
}

/// Searches of one level and class. Those that have begun go first; of the others, each client in turn gets one
/// through, those of the same client first come, first served.
#[derive(Default)]
pub(super) struct Line {
    ahead: VecDeque<Waiting>,
    /// The next client first; none without somebody who waits.
    clients: VecDeque<(Option<Client>, VecDeque<Waiting>)>,
}

impl Line {
    /// Waits behind all of the same client.
    pub(super) fn join(&mut self, client: Option<Client>, waiting: Waiting) {
        match self.clients.iter_mut().find(|(other, _)| *other == client) {
            Some((_, own)) => own.push_back(waiting),
            None => self.clients.push_back((client, [waiting].into())),
        }
    }

    /// Waits before all who have not had a turn.
    pub(super) fn join_ahead(&mut self, waiting: Waiting) {
        self.ahead.push_back(waiting);
    }

    /// Does not wait any more. Returns who did, if it still did.
    fn leave(&mut self, number: u64) -> Option<Waiting> {
        let queues = [&mut self.ahead].into_iter().chain(self.clients.iter_mut().map(|(_, own)| own));
        let left = queues.into_iter().find_map(|queue| {
            let place = queue.iter().position(|waiting| waiting.number == number)?;
            queue.remove(place)
        });
        self.clients.retain(|(_, own)| !own.is_empty());
        left
    }

    /// Whose turn it will be.
    fn first(&self) -> Option<&Waiting> {
        self.ahead.front().or_else(|| self.clients.front()?.1.front())
    }

    /// Whose turn it is, out of the line. Then it is another client's.
    fn next(&mut self) -> Option<Waiting> {
        if let ahead @ Some(_) = self.ahead.pop_front() {
            return ahead;
        }
        let (client, mut own) = self.clients.pop_front()?;
        let next = own.pop_front();
        if !own.is_empty() {
            self.clients.push_back((client, own));
        }
        next
    }

    fn is_empty(&self) -> bool {
        self.first().is_none()
    }

    fn len(&self) -> usize {
        self.ahead.len() + self.clients.iter().map(|(_, own)| own.len()).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::oneshot::channel;

    fn waiting(number: u64) -> Waiting {
        Waiting { number, turn: Turn::GoOn(channel().0), patience: 0, time: Duration::ZERO }
    }

    /// Clients 0 to 2 wait, each with some whose numbers begin with that of the client.
    fn line() -> Line {
        let mut line = Line::default();
        for number in [0, 1, 2, 3, 10, 11, 20] {
            line.join(Some(Client::Key(number as usize / 10)), waiting(number));
        }
        line
    }

    fn order(mut line: Line) -> Vec<u64> {
        let mut order = Vec::new();
        while let Some(first) = line.first().map(|first| first.number) {
            assert_eq!(line.next().map(|next| next.number), Some(first));
            order.push(first);
            assert_eq!(line.len() + order.len(), 7);
        }
        assert!(line.is_empty());
        order
    }

    #[test]
    fn clients_take_turns() {
        assert_eq!(order(line()), [0, 10, 20, 1, 11, 2, 3]);
    }

    #[test]
    fn who_has_had_a_turn_goes_ahead() {
        let mut line = line();
        let begun = [line.next().unwrap(), line.next().unwrap()];
        begun.into_iter().for_each(|begun| line.join_ahead(begun));
        assert_eq!(order(line), [0, 10, 20, 1, 11, 2, 3]);
    }

    #[test]
    fn who_leaves_takes_nobodys_turn() {
        let mut line = line();
        [0, 10, 11].into_iter().for_each(|number| assert!(line.leave(number).is_some()));
        assert!(line.leave(0).is_none());
        line.join(None, waiting(30));
        line.join(Some(Client::Key(1)), waiting(12));
        line.join(None, waiting(31));
        assert_eq!(order(line), [1, 20, 30, 12, 2, 31, 3]);
    }
}
