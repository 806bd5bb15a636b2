//! So many places for each client at the same time.

use super::Client;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many places each client has, of as many as one may have.
#[derive(Debug)]
pub struct Shares {
    most: usize,
    /// Of clients that have any.
    held: Mutex<HashMap<Client, usize>>,
}

impl Shares {
    /// Each client may have so many places.
    #[must_use]
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, held: Mutex::default() })
    }

    /// One more place for that client, unless it has as many as it may.
    #[must_use]
    pub fn take(self: &Arc<Self>, client: Client) -> Option<Share> {
        let mut held = self.held();
        let count = held.get(&client).copied().unwrap_or_default();
        if count >= self.most {
            return None;
        }
        held.insert(client, count + 1);
        drop(held);
        Some(Share { shares: Arc::clone(self), client })
    }

    fn held(&self) -> MutexGuard<'_, HashMap<Client, usize>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A client's place, given back when dropped.
#[derive(Debug)]
pub struct Share {
    shares: Arc<Shares>,
    client: Client,
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut held = self.shares.held();
        match held.get_mut(&self.client) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(held.remove(&self.client)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(address: &str) -> Client {
        Client::at(address.parse().unwrap())
    }

    #[test]
    fn each_client_has_so_many_places() {
        let shares = Shares::new(2);
        let first = shares.take(at("192.0.2.1"));
        let _second = shares.take(at("192.0.2.1")).unwrap();
        assert!(first.is_some() && shares.take(at("192.0.2.1")).is_none());
        let _others =
            [at("192.0.2.2"), Client::Key(0), Client::Key(1)].map(|other| shares.take(other).unwrap());
        drop(first);
        assert!(shares.take(at("192.0.2.1")).is_some());
    }

    #[test]
    fn who_has_none_is_forgotten() {
        let shares = Shares::new(2);
        drop([1, 1, 2].map(|key| shares.take(Client::Key(key)).unwrap()));
        assert!(shares.held().is_empty());
    }

    #[test]
    fn a_network_is_one_client() {
        let shares = Shares::new(1);
        let _held = shares.take(at("2001:db8:1:2::3")).unwrap();
        assert!(shares.take(at("2001:db8:1:2:9::")).is_none());
        assert!(shares.take(at("2001:db8:1:3::3")).is_some());
        let _held = shares.take(at("192.0.2.1")).unwrap();
        assert!(shares.take(at("::ffff:192.0.2.1")).is_none());
    }
}
