//! Who asks, and how much search each may have.
//!
//! A client is the owner of a key, or an address. Each may have a quota of search time, refilled
//! steadily; a request reserves the time that it asks for and gives back what it does not take.

mod address;
mod keys;
mod quota;

pub use keys::Keys;

use super::error::Problem;
use super::kept::{Audience, is_public};
use crate::clients::Client;
use crate::engine::{Engine, Inquiry, Thinking};
pub(super) use address::caller;
use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, HeaderName};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use quota::Quotas;
pub(super) use quota::Reservation;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(super) const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
pub(super) const LIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// Who may ask for how much.
#[derive(Clone, Debug)]
pub struct FairUse {
    /// Who has a key.
    pub keys: Keys,
    /// Search time a minute for each key; unlimited if `None`.
    pub key_quota: Option<Duration>,
    /// Search time a minute for each address without a key; unlimited if `None`, and if it is zero a
    /// key is needed.
    pub address_quota: Option<Duration>,
    /// Proxies between the clients and here that append to X-Forwarded-For what they see.
    pub trusted_proxies: usize,
    /// Bytes of memory for all requests that are being received or answered; of what is free, each client may
    /// hold as much as it leaves.
    pub request_bytes: usize,
}

impl Default for FairUse {
    /// Anybody may ask for anything.
    fn default() -> Self {
        Self {
            keys: Keys::default(),
            key_quota: None,
            address_quota: None,
            trusted_proxies: 0,
            request_bytes: 16 << 20,
        }
    }
}

/// The desk where requests show who they are.
pub(super) struct Desk {
    rules: FairUse,
    quotas: Arc<Quotas>,
}

impl Desk {
    pub(super) fn new(rules: FairUse) -> Arc<Self> {
        Arc::new(Self { rules, quotas: Arc::default() })
    }

    /// Whose request it is, and what that client has.
    fn account(&self, request: &Request) -> Result<Account, Problem> {
        let FairUse { keys, key_quota, address_quota, trusted_proxies, .. } = &self.rules;
        let (client, quota) = match key(request.headers())? {
            Some(key) => {
                let place = keys.find(key).ok_or_else(|| Problem::unauthorized(unknown_key(keys)))?;
                (Client::Key(place), *key_quota)
            }
            None if *address_quota == Some(Duration::ZERO) => {
                return Err(Problem::unauthorized("a key is needed: Authorization: Bearer KEY"));
            }
            None => (caller(request, *trusted_proxies), *address_quota),
        };
        Ok(Account { client, quota: quota.map(|quota| (Arc::clone(&self.quotas), quota)) })
    }
}

/// Why a key is refused. One that was sent is never ignored: its owner expects what belongs to it.
const fn unknown_key(keys: &Keys) -> &'static str {
    if keys.is_empty() {
        "this service has no keys: leave the header Authorization out"
    } else {
        "the key is not known"
    }
}

/// The key that a request bears, if any.
fn key(headers: &HeaderMap) -> Result<Option<&[u8]>, Problem> {
    let Some(value) = headers.get(AUTHORIZATION) else { return Ok(None) };
    let (scheme, key) = value.as_bytes().split_at(value.len().min("Bearer ".len()));
    if scheme.eq_ignore_ascii_case(b"Bearer ") {
        Ok(Some(key.trim_ascii()))
    } else {
        Err(Problem::unauthorized("Authorization must be: Bearer KEY"))
    }
}

/// Whose request it is, and what that client may have; without a quota, anything.
#[derive(Clone)]
pub(super) struct Account {
    client: Client,
    quota: Option<(Arc<Quotas>, Duration)>,
}

impl Account {
    pub(super) const fn client(&self) -> Client {
        self.client
    }

    /// Who may be given a kept answer to this client. What a key was needed for is not for others.
    pub(super) const fn audience(&self) -> Audience {
        match self.client {
            Client::Key(_) => Audience::KeyHolder,
            Client::Address(_) => Audience::Anybody,
        }
    }

    /// Takes so much search time from the quota; what no search has used by the time the reservation is
    /// dropped is given back.
    pub(super) fn reserve(&self, time: Duration) -> Result<Option<Reservation>, Problem> {
        let Some((quotas, quota)) = &self.quota else { return Ok(None) };
        match Reservation::make(quotas, self.client, *quota, time, Instant::now()) {
            Ok(reservation) => Ok(Some(reservation)),
            // More than the whole quota is never left.
            Err(wait) => Err(Problem::quota_exceeded(time, *quota, (time <= *quota).then_some(wait))),
        }
    }

    /// Starts to answer at the expense of this client.
    pub(super) fn think(&self, engine: &Arc<Engine>, inquiry: Inquiry) -> Result<Paid, Problem> {
        let reserved = self.reserve(inquiry.budget().time)?;
        let thinking = engine.think(inquiry.by(self.client));
        let reserved = reserved.map(|time| time.metered(&thinking));
        Ok((thinking, reserved))
    }

    /// The headers that tell the client where it stands. They have no place in an answer that a cache may
    /// give to another.
    fn tell(&self, headers: &mut HeaderMap) {
        let Some((quotas, quota)) = self.quota.as_ref().filter(|_| !is_public(headers)) else { return };
        let used = quotas.used(&self.client, Instant::now());
        let left = quota.saturating_sub(used.mul_f64(quota.as_secs_f64() / quota::WINDOW.as_secs_f64()));
        let window = quota::WINDOW.as_secs();
        let policy = format!("\"search\";q={};qu=\"milliseconds\";w={window}", quota.as_millis());
        let limit = format!("\"search\";r={};t={}", left.as_millis(), used.as_millis().div_ceil(1000));
        for (name, value) in [(POLICY, policy), (LIMIT, limit)] {
            headers.insert(name, HeaderValue::try_from(value).expect("digits and ASCII letters"));
        }
    }
}

/// An answer in the making, and the time reserved for it.
pub(super) type Paid = (Thinking, Option<Reservation>);

/// Lets known clients pass and tells them what they have left.
pub(super) async fn admit(State(desk): State<Arc<Desk>>, mut request: Request, next: Next) -> Response {
    let account = match desk.account(&request) {
        Ok(account) => account,
        Err(problem) => return problem.into_response(),
    };
    request.extensions_mut().insert(account.clone());
    let mut response = next.run(request).await;
    account.tell(response.headers_mut());
    response
}
