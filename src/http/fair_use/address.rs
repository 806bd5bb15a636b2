//! The address of a client, behind proxies too.

use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap, HeaderName};
use bestmove_scheduler::quota::Client;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Once;
use tracing::warn;

const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The client of a request without a key: the address that the outermost trusted proxy saw, or the peer.
///
/// Each trusted proxy appends the address that it saw to `X-Forwarded-For`, so that many entries from the
/// right can be trusted; anyone can forge those before them. With fewer entries than trusted proxies none is
/// trusted: the request bypassed a proxy, or `--trusted-proxies` is too large. The log warns once.
pub(in crate::http) fn caller(
    headers: &HeaderMap,
    extensions: &Extensions,
    trusted_proxies: usize,
) -> Client {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(peer)| peer.ip());
    let seen = forwarded(headers);
    let Some(outermost) = seen.len().checked_sub(trusted_proxies) else {
        warn_of_missing_addresses(seen.len(), trusted_proxies, peer);
        return Client::at(peer);
    };
    Client::at(seen.get(outermost).and_then(|text| address(text)).unwrap_or(peer))
}

/// The entries of `X-Forwarded-For`, that of the nearest proxy last.
fn forwarded(headers: &HeaderMap) -> Vec<&[u8]> {
    let lines = headers.get_all(FORWARDED).into_iter();
    lines.flat_map(|line| line.as_bytes().split(|&byte| byte == b',')).collect()
}

fn warn_of_missing_addresses(addresses: usize, trusted_proxies: usize, peer: IpAddr) {
    static WARNED: Once = Once::new();
    WARNED.call_once(|| {
        warn!(
            addresses, trusted_proxies, %peer,
            "X-Forwarded-For has fewer addresses than --trusted-proxies: such requests are attributed to the peer's address"
        );
    });
}

/// An address with or without a port.
fn address(text: &[u8]) -> Option<IpAddr> {
    let text = str::from_utf8(text).ok()?.trim();
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse().ok().map(|socket: SocketAddr| socket.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Request;

    fn client_address(forwarded: &[&str], trusted_proxies: usize) -> String {
        let mut request = Request::get("/");
        for line in forwarded {
            request = request.header(FORWARDED, line.as_bytes());
        }
        let peer: SocketAddr = "192.0.2.9:5".parse().unwrap();
        let request = request.extension(ConnectInfo(peer)).body(()).unwrap();
        let Client::Address(address) = caller(request.headers(), request.extensions(), trusted_proxies)
        else {
            panic!("the request has no key")
        };
        address.to_string()
    }

    #[test]
    fn trusted_proxies_are_counted_from_the_right() {
        let lines = ["6.6.6.6, 198.51.100.1", "203.0.113.7,10.0.0.2"];
        for (trusted, expected) in [
            (0, "192.0.2.9"),
            (1, "10.0.0.2"),
            (2, "203.0.113.7"),
            (3, "198.51.100.1"),
            (4, "6.6.6.6"),
            (5, "192.0.2.9"),
        ] {
            assert_eq!(client_address(&lines, trusted), expected, "{trusted} proxies");
        }
    }

    #[test]
    fn malformed_addresses_are_not_trusted() {
        for line in ["", "unknown", "1.2.3", "_hidden", "1.2.3.4, nonsense"] {
            assert_eq!(client_address(&[line], 1), "192.0.2.9", "{line}");
        }
        assert_eq!(client_address(&[], 1), "192.0.2.9");
    }

    #[test]
    fn forged_entries_do_not_hide_those_of_a_proxy() {
        assert_eq!(client_address(&["6.6.6.6", "\u{ff}, 198.51.100.1"], 1), "198.51.100.1");
    }

    #[test]
    fn addresses_are_parsed_in_several_formats() {
        for (text, expected) in [
            ("198.51.100.1:4711", "198.51.100.1"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("[2001:db8:1:2::6]", "2001:db8:1:2::"),
            ("[2001:db8:1:2::6]:443", "2001:db8:1:2::"),
            ("::ffff:198.51.100.1", "198.51.100.1"),
        ] {
            assert_eq!(client_address(&[text], 1), expected, "{text}");
        }
    }
}
