//! The address at which clients reach the service, for links that must be whole.

use axum::http::Uri;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// An origin such as `https://play.example.org`. The header `Host` does not take its place: proxies change it, clients
/// forge it, and it does not tell `https` from `http`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl(String);

/// What a public URL must be.
pub const PUBLIC_URL: &str = "http:// or https:// with a host, maybe a port, and no path";

impl FromStr for PublicUrl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let uri: Uri = text.parse().map_err(|_| PUBLIC_URL)?;
        let (scheme, authority) = (uri.scheme_str().unwrap_or_default(), uri.authority().ok_or(PUBLIC_URL)?);
        let is_origin =
            ["", "/"].contains(&uri.path()) && uri.query().is_none() && !text.contains(['#', '@']);
        let has_valid_port = authority.as_str() == authority.host() || authority.port_u16().is_some();
        if !["http", "https"].contains(&scheme) || !is_origin || !has_valid_port {
            return Err(PUBLIC_URL);
        }
        Ok(Self(format!("{scheme}://{authority}")))
    }
}

impl Display for PublicUrl {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_url_is_an_origin() {
        for (text, read) in [
            ("https://play.example.org", Some("https://play.example.org")),
            ("http://127.0.0.1:8080/", Some("http://127.0.0.1:8080")),
            ("https://[2001:db8::1]:8443", Some("https://[2001:db8::1]:8443")),
            ("play.example.org", None),
            ("ftp://play.example.org", None),
            ("https://", None),
            ("https://a b", None),
            ("https://user@example.org", None),
            ("https://example.org/play", None),
            ("https://example.org?a", None),
            ("https://example.org#a", None),
            ("https://example.org:99999", None),
            ("https://example.org:", None),
            ("", None),
        ] {
            assert_eq!(text.parse::<PublicUrl>().ok().map(|url| url.to_string()).as_deref(), read, "{text}");
        }
    }
}
