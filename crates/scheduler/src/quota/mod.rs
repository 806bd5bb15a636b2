//! Clients, and limits on what each may hold at a time.

mod byte_budget;
mod per_client_limit;

pub use byte_budget::{ByteBudget, ByteLease};
pub use per_client_limit::{PerClientLimit, Permit};

use std::net::{IpAddr, Ipv6Addr};

/// A client of the service: the unit of fairness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Client {
    /// The holder of an API key, by its index in the list of keys.
    Key(usize),
    /// Everyone at an address without a key.
    Address(IpAddr),
}

impl Client {
    /// Bits of the network in an IPv6 address: a single host usually has all addresses of a network.
    const NETWORK_BITS: u32 = 64;

    /// The client at an address without a key; for IPv6, its network.
    #[must_use]
    pub const fn at(address: IpAddr) -> Self {
        Self::Address(match address.to_canonical() {
            IpAddr::V6(address) => {
                let mask = u128::MAX << (Ipv6Addr::BITS - Self::NETWORK_BITS);
                IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & mask))
            }
            v4 @ IpAddr::V4(_) => v4,
        })
    }
}
