//! A budget of memory, shared by all clients with dynamic thresholds (Choudhury and Hahne: Dynamic queue
//! length thresholds for shared-memory packet switches, 1998).
//!
//! A client may hold at most as many bytes as are free: one client gets at most half of the budget, two
//! get a third each. Twenty clients, one after the other, leave next to nothing, so a part of the budget may
//! be kept for clients that hold little.

use super::Client;
use parking_lot::{Mutex, MutexGuard};
use std::collections::HashMap;
use std::sync::Arc;

/// A budget of bytes, shared by all clients.
#[derive(Debug)]
pub struct ByteBudget {
    total: usize,
    /// The part of it for clients that hold at most [`ByteBudget::SMALL`] bytes.
    reserve: usize,
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    sum: usize,
    /// Only clients that hold any.
    by_client: HashMap<Client, usize>,
}

impl ByteBudget {
    /// The most that a client holds in the reserve, in bytes: room for short requests and their answers.
    pub const SMALL: usize = 16 * 1024;

    /// A budget of `total` bytes for all clients together, without a reserve.
    #[must_use]
    pub fn new(total: usize) -> Arc<Self> {
        Self::with_reserve(total, 0)
    }

    /// A budget of `total` bytes for all clients together, `reserve` of them for clients that hold at most
    /// [`ByteBudget::SMALL`].
    #[must_use]
    pub fn with_reserve(total: usize, reserve: usize) -> Arc<Self> {
        Arc::new(Self { total, reserve, held: Mutex::default() })
    }

    /// An empty lease for a client.
    #[must_use]
    pub fn lease(self: &Arc<Self>, client: Client) -> ByteLease {
        ByteLease { budget: Arc::clone(self), client, bytes: 0 }
    }

    /// Takes more for a client, unless it would then hold more than is free besides the reserve. A client that
    /// holds little may use the reserve too.
    fn take(&self, client: Client, bytes: usize) -> bool {
        let mut held = self.held();
        let own = held.by_client.get(&client).copied().unwrap_or_default().saturating_add(bytes);
        let reserve = if own <= Self::SMALL { 0 } else { self.reserve };
        let free = self.total.saturating_sub(held.sum.saturating_add(bytes)).saturating_sub(reserve);
        let fits = own <= free;
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
        self.held.lock()
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
    /// The bytes that it holds.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Grows to `bytes`. Returns false, and does not grow, if the client may not hold as many.
    #[must_use]
    pub fn grow_to(&mut self, bytes: usize) -> bool {
        self.grow_by(bytes.saturating_sub(self.bytes))
    }

    /// Grows by `more` bytes. Returns false, and does not grow, if the client may not hold as many.
    #[must_use]
    pub fn grow_by(&mut self, more: usize) -> bool {
        let fits = more == 0 || self.budget.take(self.client, more);
        if fits {
            self.bytes += more;
        }
        fits
    }

    /// Returns some of its bytes, at most all.
    pub fn shrink_by(&mut self, bytes: usize) {
        drop(self.split_off(bytes));
    }

    /// Moves some of its bytes, at most all, to a lease of their own.
    #[must_use]
    pub fn split_off(&mut self, bytes: usize) -> Self {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        Self { budget: Arc::clone(&self.budget), client: self.client, bytes }
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

    /// Clients that each take as much as they can, one after the other.
    #[test]
    fn large_holdings_leave_the_reserve_to_small_ones() {
        const SMALL: usize = ByteBudget::SMALL;
        let budget = ByteBudget::with_reserve(96 * SMALL, 32 * SMALL);
        let mut leases = Vec::new();
        for client in 0..38 {
            let mut lease = budget.lease(Client::Key(client));
            while lease.grow_by(SMALL / 16) {}
            let all = lease.bytes();
            leases.push(lease);
            assert!(if client == 0 { all == 32 * SMALL } else { all >= SMALL }, "{client}: {all}");
        }
        assert_eq!(budget.total - budget.held().sum, SMALL);
        assert!(!leases[0].grow_by(1));
    }

    #[test]
    fn parts_of_a_lease_are_released_on_their_own() {
        let budget = ByteBudget::new(100);
        let mut lease = budget.lease(Client::Key(1));
        assert!(lease.grow_by(20) && lease.grow_by(30) && !lease.grow_by(1));
        let part = lease.split_off(20);
        lease.shrink_by(5);
        assert_eq!((lease.bytes(), part.bytes(), budget.held().sum), (25, 20, 45));
        drop(lease);
        assert_eq!(budget.held().sum, 20);
        drop(part);
        assert!(budget.held().by_client.is_empty() && budget.held().sum == 0);
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
