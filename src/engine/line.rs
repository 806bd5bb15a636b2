//! A waiting line in which clients take turns.

use crate::clients::Client;
use std::collections::VecDeque;
use tokio::sync::oneshot::Sender;

/// Somebody in a line.
pub(super) struct Waiting {
    pub(super) number: u64,
    pub(super) turn: Sender<()>,
    /// After how many microseconds of its turn a search of a lower priority is to let this one go first.
    pub(super) patience: u64,
}

/// Those who wait with one priority. Who has had a turn goes before who has not; of the others, each client in turn
/// gets one through, those of the same client first come, first served.
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

    /// Does not wait any more, if it still does.
    pub(super) fn leave(&mut self, number: u64) {
        let stays = |waiting: &Waiting| waiting.number != number;
        self.ahead.retain(stays);
        self.clients.iter_mut().for_each(|(_, own)| own.retain(stays));
        self.clients.retain(|(_, own)| !own.is_empty());
    }

    /// Whose turn it will be.
    pub(super) fn first(&self) -> Option<&Waiting> {
        self.ahead.front().or_else(|| self.clients.front()?.1.front())
    }

    /// Whose turn it is, out of the line. Then it is another client's.
    pub(super) fn next(&mut self) -> Option<Waiting> {
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

    pub(super) fn is_empty(&self) -> bool {
        self.first().is_none()
    }

    pub(super) fn len(&self) -> usize {
        self.ahead.len() + self.clients.iter().map(|(_, own)| own.len()).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::oneshot::channel;

    fn waiting(number: u64) -> Waiting {
        Waiting { number, turn: channel().0, patience: 0 }
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
        [0, 10, 11].into_iter().for_each(|number| line.leave(number));
        line.join(None, waiting(30));
        line.join(Some(Client::Key(1)), waiting(12));
        line.join(None, waiting(31));
        assert_eq!(order(line), [1, 20, 30, 12, 2, 31, 3]);
    }
}
