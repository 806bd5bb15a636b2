//! The address of a client, behind proxies too.

use crate::clients::Client;
use axum::extract::{ConnectInfo, Request};
use axum::http::{HeaderMap, HeaderName};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Whose request it is that bears no key. Each trusted proxy has appended the address that it saw, so that many from the
/// right are true and whatever stands before them is hearsay.
pub(super) fn caller(request: &Request, trusted_proxies: usize) -> Client {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(peer)| peer.ip());
    Client::at(forwarded(request.headers(), trusted_proxies).unwrap_or(peer))
}

/// The address that the outermost trusted proxy saw. Where fewer have written than are trusted, the first.
fn forwarded(headers: &HeaderMap, trusted_proxies: usize) -> Option<IpAddr> {
    let lines = headers.get_all(FORWARDED).into_iter();
    let seen: Vec<&[u8]> = lines.flat_map(|line| line.as_bytes().split(|&byte| byte == b',')).collect();
    let outermost = seen.get(seen.len().saturating_sub(trusted_proxies))?;
    address(str::from_utf8(outermost).ok()?.trim())
}

/// An address with or without a port.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse().ok().map(|socket: SocketAddr| socket.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    fn seen(forwarded: &[&str], trusted_proxies: usize) -> String {
        let mut request = Request::get("/");
        for line in forwarded {
            request = request.header(FORWARDED, line.as_bytes());
        }
        let peer: SocketAddr = "192.0.2.9:5".parse().unwrap();
        let request = request.extension(ConnectInfo(peer)).body(Body::empty()).unwrap();
        let Client::Address(address) = caller(&request, trusted_proxies) else { panic!("it bears no key") };
        address.to_string()
    }

    #[test]
    fn trusted_hops_are_counted_from_the_right() {
        let lines = ["6.6.6.6, 198.51.100.1", "203.0.113.7,10.0.0.2"];
        for (trusted, expected) in [
            (0, "192.0.2.9"),
            (1, "10.0.0.2"),
            (2, "203.0.113.7"),
            (3, "198.51.100.1"),
            (4, "6.6.6.6"),
            (5, "6.6.6.6"),
        ] {
            assert_eq!(seen(&lines, trusted), expected, "{trusted} proxies");
        }
    }

    #[test]
    fn what_is_no_address_is_not_believed() {
        for line in ["", "unknown", "1.2.3", "_hidden", "1.2.3.4, nonsense"] {
            assert_eq!(seen(&[line], 1), "192.0.2.9", "{line}");
        }
        assert_eq!(seen(&[], 1), "192.0.2.9");
    }

    #[test]
    fn what_comes_before_a_proxy_does_not_hide_what_it_says() {
        assert_eq!(seen(&["6.6.6.6", "\u{ff}, 198.51.100.1"], 1), "198.51.100.1");
    }

    #[test]
    fn addresses_come_in_several_forms() {
        for (text, expected) in [
            ("198.51.100.1:4711", "198.51.100.1"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("[2001:db8:1:2::6]", "2001:db8:1:2::"),
            ("[2001:db8:1:2::6]:443", "2001:db8:1:2::"),
            ("::ffff:198.51.100.1", "198.51.100.1"),
        ] {
            assert_eq!(seen(&[text], 1), expected, "{text}");
        }
    }
}
