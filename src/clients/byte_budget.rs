//! A budget of memory, shared by all clients with dynamic thresholds (Choudhury and Hahne: Dynamic queue
//! length thresholds for shared-memory packet switches, 1998).
//!
//! A client may hold at most as many bytes as are free: one client gets at most half of the budget, two
//! get a third each, and there is always some left for the next.

use super::Client;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A budget of bytes, shared by all clients.
#[derive(Debug)]
pub struct ByteBudget {
    total: usize,
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    sum: usize,
    /// Only clients that hold any.
    by_client: HashMap<Client, usize>,
}

impl ByteBudget {
    /// A budget of `total` bytes for all clients together.
    #[must_use]
    pub fn new(total: usize) -> Arc<Self> {
        Arc::new(Self { total, held: Mutex::default() })
    }

    /// An empty lease for a client.
    #[must_use]
    pub fn lease(self: &Arc<Self>, client: Client) -> ByteLease {
        ByteLease { budget: Arc::clone(self), client, bytes: 0 }
    }

    /// Takes more for a client, unless it would then hold more than is free.
    fn take(&self, client: Client, bytes: usize) -> bool {
        let mut held = self.held();
        let own = held.by_client.get(&client).copied().unwrap_or_default() + bytes;
        let fits = own <= self.total.saturating_sub(held.sum + bytes);
        if fits {
            held.sum += bytes;
            held.by_client.insert(client, own);
        }
        fits
    }

    fn release(&self, client: Client, bytes: usize) {
        let mut held = self.held();
        held.sum -= bytes;
        match held.by_client.get_mut(&client) {
            Some(own) if *own > bytes => *own -= bytes,
            _ => drop(held.by_client.remove(&client)),
        }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bytes of a client, returned to the budget when dropped.
#[derive(Debug)]
pub struct ByteLease {
    budget: Arc<ByteBudget>,
    client: Client,
    bytes: usize,
}

impl ByteLease {
    /// Grows to `bytes`. Returns false, and does not grow, if the client may not hold as many.
    #[must_use]
    pub fn grow_to(&mut self, bytes: usize) -> bool {
        let more = bytes.saturating_sub(self.bytes);
        let fits = more == 0 || self.budget.take(self.client, more);
        if fits {
            self.bytes += more;
        }
        fits
    }
}

impl Drop for ByteLease {
    fn drop(&mut self) {
        if self.bytes > 0 {
            self.budget.release(self.client, self.bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes single bytes until the client is refused, and returns their number and the leases.
    fn take_all(budget: &Arc<ByteBudget>, client: usize) -> (usize, Vec<ByteLease>) {
        let one = || {
            let mut lease = budget.lease(Client::Key(client));
            lease.grow_to(1).then_some(lease)
        };
        let leases: Vec<_> = std::iter::from_fn(one).collect();
        (leases.len(), leases)
    }

    #[test]
    fn a_client_gets_no_more_than_it_leaves_free() {
        let budget = ByteBudget::new(120);
        let (first, _first) = take_all(&budget, 1);
        let (second, _second) = take_all(&budget, 2);
        let (third, third_leases) = take_all(&budget, 3);
        assert_eq!((first, second, third), (60, 30, 15));
        assert_eq!(take_all(&budget, 3).0, 0);
        drop(third_leases);
        assert_eq!(take_all(&budget, 4).0, 15);
    }

    #[test]
    fn released_bytes_are_available_again() {
        let budget = ByteBudget::new(100);
        let mut lease = budget.lease(Client::Key(1));
        assert!(lease.grow_to(10) && lease.grow_to(50) && lease.grow_to(20));
        assert!(!lease.grow_to(51) && !lease.grow_to(usize::MAX / 2));
        assert_eq!(take_all(&budget, 1).0, 0);
        drop(lease);
        assert_eq!(take_all(&budget, 1).0, 50);
        assert!(budget.held().by_client.is_empty() && budget.held().sum == 0);
    }
}
