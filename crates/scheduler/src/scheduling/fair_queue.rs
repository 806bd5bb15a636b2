//! Fair queues: shortest requests first, and round robin among the clients of equal requests.

use crate::quota::Client;
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

/// A search that waits, with what it waits for.
pub(super) struct Waiting<T> {
    pub(crate) number: u64,
    pub(crate) item: T,
    /// After how many microseconds a running search that can be preempted yields to this one.
    pub(crate) preempt_after: u64,
    /// The time that the search asks for in all.
    pub(crate) time: Duration,
}

/// The queue of a level: a queue for each class of requests, the lowest class first.
pub(super) struct FairQueue<T>(BTreeMap<u32, ClientQueue<T>>);

impl<T> Default for FairQueue<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T> FairQueue<T> {
    /// The queue of a class, to push to.
    pub(super) fn class(&mut self, class: u32) -> &mut ClientQueue<T> {
        self.0.entry(class).or_default()
    }

    /// Removes the search with that number, if it still waits.
    pub(super) fn remove(&mut self, number: u64) -> Option<Waiting<T>> {
        let removed = self.0.values_mut().find_map(|queue| queue.remove(number));
        self.0.retain(|_, queue| !queue.is_empty());
        removed
    }

    /// The search that is next.
    pub(super) fn first(&self) -> Option<&Waiting<T>> {
        self.0.first_key_value()?.1.first()
    }

    /// Takes out the search that is next.
    pub(super) fn pop(&mut self) -> Option<Waiting<T>> {
        let mut queue = self.0.first_entry()?;
        let next = queue.get_mut().pop();
        if queue.get().is_empty() {
            queue.remove();
        }
        next
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.0.values().map(ClientQueue::len).sum()
    }
}

/// Searches of one level and class. Resumed ones go first; of the others, clients take turns, and each
/// client's own are first in, first out.
pub(super) struct ClientQueue<T> {
    resumed: VecDeque<Waiting<T>>,
    /// The next client first; only clients with a search waiting.
    clients: VecDeque<(Option<Client>, VecDeque<Waiting<T>>)>,
}

impl<T> Default for ClientQueue<T> {
    fn default() -> Self {
        Self { resumed: VecDeque::new(), clients: VecDeque::new() }
    }
}

impl<T> ClientQueue<T> {
    /// Queues a search behind all of the same client.
    pub(super) fn push(&mut self, client: Option<Client>, waiting: Waiting<T>) {
        match self.clients.iter_mut().find(|(other, _)| *other == client) {
            Some((_, own)) => own.push_back(waiting),
            None => self.clients.push_back((client, [waiting].into())),
        }
    }

    /// Queues a search that has begun before all that have not.
    pub(super) fn push_resumed(&mut self, waiting: Waiting<T>) {
        self.resumed.push_back(waiting);
    }

    fn remove(&mut self, number: u64) -> Option<Waiting<T>> {
        let queues = [&mut self.resumed].into_iter().chain(self.clients.iter_mut().map(|(_, own)| own));
        let removed = queues.into_iter().find_map(|queue| {
            let index = queue.iter().position(|waiting| waiting.number == number)?;
            queue.remove(index)
        });
        self.clients.retain(|(_, own)| !own.is_empty());
        removed
    }

    fn first(&self) -> Option<&Waiting<T>> {
        self.resumed.front().or_else(|| self.clients.front()?.1.front())
    }

    /// Takes out the search that is next. Then another client is next.
    fn pop(&mut self) -> Option<Waiting<T>> {
        if let resumed @ Some(_) = self.resumed.pop_front() {
            return resumed;
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
        self.resumed.len() + self.clients.iter().map(|(_, own)| own.len()).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(number: u64) -> Waiting<()> {
        Waiting { number, item: (), preempt_after: 0, time: Duration::ZERO }
    }

    /// Searches of clients 0 to 2; the tens digit of a search is its client.
    fn queue() -> ClientQueue<()> {
        let mut queue = ClientQueue::default();
        for number in [0, 1, 2, 3, 10, 11, 20] {
            queue.push(Some(Client::Key(number as usize / 10)), waiting(number));
        }
        queue
    }

    fn order(mut queue: ClientQueue<()>) -> Vec<u64> {
        let mut order = Vec::new();
        while let Some(first) = queue.first().map(|first| first.number) {
            assert_eq!(queue.pop().map(|next| next.number), Some(first));
            order.push(first);
            assert_eq!(queue.len() + order.len(), 7);
        }
        assert!(queue.is_empty());
        order
    }

    #[test]
    fn clients_take_turns() {
        assert_eq!(order(queue()), [0, 10, 20, 1, 11, 2, 3]);
    }

    #[test]
    fn resumed_searches_go_first() {
        let mut queue = queue();
        let begun = [queue.pop().unwrap(), queue.pop().unwrap()];
        begun.into_iter().for_each(|begun| queue.push_resumed(begun));
        assert_eq!(order(queue), [0, 10, 20, 1, 11, 2, 3]);
    }

    #[test]
    fn removing_a_search_costs_no_client_a_turn() {
        let mut queue = queue();
        [0, 10, 11].into_iter().for_each(|number| assert!(queue.remove(number).is_some()));
        assert!(queue.remove(0).is_none());
        queue.push(None, waiting(30));
        queue.push(Some(Client::Key(1)), waiting(12));
        queue.push(None, waiting(31));
        assert_eq!(order(queue), [1, 20, 30, 12, 2, 31, 3]);
    }
}
