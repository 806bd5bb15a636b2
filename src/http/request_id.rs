//! `x-request-id`: finds a request in the client's log and in ours.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::Deref;

pub(super) const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// The id of a request, in its extensions.
#[derive(Clone, Debug)]
pub(super) struct RequestId(HeaderValue);

impl RequestId {
    const MAX_LENGTH: usize = 128;

    /// The client's ID if it is visible ASCII of at most 128 characters, otherwise a new one.
    pub(super) fn of(request: &Request) -> Self {
        let is_valid = |id: &&HeaderValue| {
            (1..=Self::MAX_LENGTH).contains(&id.len()) && id.as_bytes().iter().all(u8::is_ascii_graphic)
        };
        Self(request.headers().get(HEADER).filter(is_valid).cloned().unwrap_or_else(Self::random))
    }

    /// 64 bits from a new `RandomState`, which differs each time.
    fn random() -> HeaderValue {
        let bits = RandomState::new().build_hasher().finish();
        HeaderValue::try_from(format!("{bits:016x}")).expect("hexadecimal digits are a header value")
    }

    pub(super) fn as_str(&self) -> &str {
        self.0.to_str().expect("ids are visible ASCII")
    }
}

impl Deref for RequestId {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl From<RequestId> for HeaderValue {
    fn from(RequestId(id): RequestId) -> Self {
        id
    }
}
