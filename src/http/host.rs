//! The `Host` of a request: exactly one, and a valid one (RFC 9112, section 3.2; RFC 9113, section 8.3.1).
//! With two, a proxy and the service could disagree about the request.

use super::error::{Mismatch, Problem};
use axum::extract::Request;
use axum::http::header::HOST;
use axum::http::uri::Authority;
use axum::http::{HeaderValue, Version};
use bestmove_query::wire::truncated::truncated;

/// Refuses requests without exactly one valid host.
pub(super) fn require_one(request: &mut Request) -> Result<(), Problem> {
    let mut hosts = request.headers().get_all(HOST).iter();
    let (first, second) = (hosts.next(), hosts.next());
    let refused = |expected: &str, got: &[u8]| {
        let got = truncated(String::from_utf8_lossy(got).into_owned());
        Err(Problem::malformed_host(Mismatch { field: None, expected: expected.to_owned(), got }))
    };
    match (first, second) {
        (Some(_), Some(_)) => refused("one header Host", b"several"),
        (Some(host), None) if !is_valid(host) => {
            refused("a header Host with a host and maybe a port", host.as_bytes())
        }
        _ if request.uri().authority().is_some_and(|authority| !is_host(authority)) => {
            let target = request.uri().authority().map_or("", Authority::as_str);
            refused("a target with a host and maybe a port", target.as_bytes())
        }
        _ if request.uri().scheme_str().is_some_and(|scheme| !["http", "https"].contains(&scheme)) => {
            refused("a target with the scheme http or https", request.uri().to_string().as_bytes())
        }
        (Some(host), None) if contradicts_authority(request, host) => {
            refused("the same host in the header Host as in :authority", host.as_bytes())
        }
        (None, None) if request.version() == Version::HTTP_11 => refused("a header Host", b"none"),
        (None, None) if request.version() >= Version::HTTP_2 && request.uri().authority().is_none() => {
            refused("an :authority or a header Host", b"none")
        }
        _ => Ok(()),
    }
}

fn is_valid(host: &HeaderValue) -> bool {
    Authority::try_from(host.as_bytes()).is_ok_and(|authority| is_host(&authority))
}

/// Whether it is a host, maybe with a port, without a user.
fn is_host(authority: &Authority) -> bool {
    let has_port = authority.as_str() != authority.host();
    !authority.as_str().contains('@') && (!has_port || authority.port_u16().is_some())
}

/// Only in HTTP/2: in HTTP/1 an absolute target takes precedence over the header.
fn contradicts_authority(request: &Request, host: &HeaderValue) -> bool {
    let authority = request.uri().authority().filter(|_| request.version() >= Version::HTTP_2);
    authority.is_some_and(|authority| !authority.as_str().as_bytes().eq_ignore_ascii_case(host.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    #[test]
    fn exactly_one_valid_host_is_required() {
        use Version as V;
        for (version, uri, hosts, is_accepted) in [
            (V::HTTP_11, "/", &["example.org"][..], true),
            (V::HTTP_11, "/", &["example.org:8080"], true),
            (V::HTTP_11, "/", &["[2001:db8::1]:80"], true),
            (V::HTTP_11, "/", &["192.0.2.1"], true),
            (V::HTTP_11, "http://example.org/", &["example.com"], true),
            (V::HTTP_11, "/", &[], false),
            (V::HTTP_10, "/", &[], true),
            (V::HTTP_10, "/", &["a", "b"], false),
            (V::HTTP_11, "/", &["a", "b"], false),
            (V::HTTP_11, "/", &["a", "a"], false),
            (V::HTTP_11, "/", &[""], false),
            (V::HTTP_11, "/", &["a b"], false),
            (V::HTTP_11, "/", &["a/b"], false),
            (V::HTTP_11, "/", &["user@a"], false),
            (V::HTTP_11, "/", &["a:port"], false),
            (V::HTTP_11, "/", &["a\u{e9}"], false),
            (V::HTTP_11, "http://user@example.org/", &["example.org"], false),
            (V::HTTP_11, "http://example.org:99999/", &["example.org"], false),
            (V::HTTP_11, "ftp://example.org/", &["example.org"], false),
            (V::HTTP_2, "/", &[], false),
            (V::HTTP_2, "/", &["example.org"], true),
            (V::HTTP_2, "http://user@example.org/", &[], false),
            (V::HTTP_2, "http://example.org:99999/", &[], false),
            (V::HTTP_2, "http://example.org:0x/", &[], false),
            (V::HTTP_2, "http://example.org/", &[], true),
            (V::HTTP_2, "http://example.org/", &["EXAMPLE.org"], true),
            (V::HTTP_2, "http://example.org/", &["example.com"], false),
            (V::HTTP_2, "http://example.org/", &["example.org", "example.org"], false),
        ] {
            let request = Request::builder().version(version).uri(uri);
            let request = hosts.iter().fold(request, |request, host| request.header(HOST, host.as_bytes()));
            let mut request = request.body(Body::empty()).unwrap();
            assert_eq!(require_one(&mut request).is_ok(), is_accepted, "{version:?} {uri} {hosts:?}");
        }
    }
}
