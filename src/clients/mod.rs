//! Who asks, and how much of what is scarce each may have at a time.

mod byte_budget;
mod shares;

pub use byte_budget::{ByteBudget, ByteLease};
pub use shares::{Share, Shares};

use std::net::{IpAddr, Ipv6Addr};

/// Whoever is told apart from others, to be served in turn with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Client {
    /// Who has a key, by its place in the list.
    Key(usize),
    /// Who calls from there without one. There may be many.
    Address(IpAddr),
}

impl Client {
    /// Bits of an IPv6 address that tell networks apart; within one, a single client has all addresses.
    const NETWORK_BITS: u32 = 64;

    /// Who calls from that address without a key; in IPv6, from that network.
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
