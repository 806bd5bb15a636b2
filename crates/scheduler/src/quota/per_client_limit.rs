//! A limit on what each client may hold at the same time.

use super::Client;
use parking_lot::{Mutex, MutexGuard};
use std::collections::HashMap;
use std::sync::Arc;

/// A limit on the permits of each client.
#[derive(Debug)]
pub struct PerClientLimit {
    limit: usize,
    /// Only clients that hold any.
    held: Mutex<HashMap<Client, usize>>,
}

impl PerClientLimit {
    /// At most `limit` permits for each client.
    #[must_use]
    pub fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self { limit, held: Mutex::default() })
    }

    /// A permit for a client, unless it holds as many as it may.
    #[must_use]
    pub fn try_acquire(self: &Arc<Self>, client: Client) -> Option<Permit> {
        let mut held = self.held();
        let count = held.get(&client).copied().unwrap_or_default();
        if count >= self.limit {
            return None;
        }
        held.insert(client, count + 1);
        drop(held);
        Some(Permit { limit: Arc::clone(self), client })
    }

    fn held(&self) -> MutexGuard<'_, HashMap<Client, usize>> {
        self.held.lock()
    }
}

/// A permit of a client, released when dropped.
#[derive(Debug)]
pub struct Permit {
    limit: Arc<PerClientLimit>,
    client: Client,
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut held = self.limit.held();
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
    fn each_client_has_its_own_limit() {
        let limit = PerClientLimit::new(2);
        let first = limit.try_acquire(at("192.0.2.1"));
        let _second = limit.try_acquire(at("192.0.2.1")).unwrap();
        assert!(first.is_some() && limit.try_acquire(at("192.0.2.1")).is_none());
        let _others =
            [at("192.0.2.2"), Client::Key(0), Client::Key(1)].map(|other| limit.try_acquire(other).unwrap());
        drop(first);
        assert!(limit.try_acquire(at("192.0.2.1")).is_some());
    }

    #[test]
    fn a_client_without_permits_takes_no_memory() {
        let limit = PerClientLimit::new(2);
        drop([1, 1, 2].map(|key| limit.try_acquire(Client::Key(key)).unwrap()));
        assert!(limit.held().is_empty());
    }

    #[test]
    fn a_network_is_one_client() {
        let limit = PerClientLimit::new(1);
        let _held = limit.try_acquire(at("2001:db8:1:2::3")).unwrap();
        assert!(limit.try_acquire(at("2001:db8:1:2:9::")).is_none());
        assert!(limit.try_acquire(at("2001:db8:1:3::3")).is_some());
        let _held = limit.try_acquire(at("192.0.2.1")).unwrap();
        assert!(limit.try_acquire(at("::ffff:192.0.2.1")).is_none());
    }
}
