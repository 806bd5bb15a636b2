//! Access control and quotas.
//!
//! A client is the holder of an API key, or an address. Each may have a quota of search time, replenished
//! steadily (GCRA, see `quota`). A request reserves the time that it asks for and returns what its search
//! does not use. Replicas with one store lease parts of each quota from it (`leases`) and grant them by themselves
//! (`slices`): only a request for more than a replica's part waits for the store, a second at most.

mod address;
mod contact;
mod keys;
mod leases;
mod quota;
mod slices;

pub use keys::Keys;

use super::caching::{CacheScope, is_public};
use super::error::Problem;
use crate::cpu_time::CpuStopwatch;
use crate::jobs::Jobs;
pub(super) use address::caller;
use axum::http::header::{AUTHORIZATION, HeaderName};
use axum::http::{Extensions, HeaderMap, HeaderValue};
use bestmove_scheduler::quota::Client;
use bestmove_scheduler::{Engine, PendingAnswer, PreparedQuery, Progress};
pub(super) use quota::Reservation;
use quota::{Quotas, WINDOW};
use slices::Slices;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::time::timeout_at;

pub(super) const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
pub(super) const LIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// How long a request waits for a lease.
const PATIENCE: Duration = Duration::from_secs(1);

/// Who may search, and how much.
#[derive(Clone, Debug)]
pub struct FairUse {
    /// The API keys.
    pub keys: Keys,
    /// Search time a minute for each key; unlimited if `None`.
    pub key_quota: Option<Duration>,
    /// Search time a minute for each address without a key; unlimited if `None`. If it is zero, a key is
    /// required.
    pub address_quota: Option<Duration>,
    /// Proxies between the clients and the service that append to `X-Forwarded-For`.
    pub trusted_proxies: usize,
    /// Replicas with one store: each grants its part of a quota before the store has told how many there are.
    pub replicas: u32,
    /// Memory for all requests and answers in progress, in bytes; each client may hold as much as it leaves free.
    pub memory_bytes: usize,
}

impl Default for FairUse {
    /// No keys and no quotas.
    fn default() -> Self {
        Self {
            keys: Keys::default(),
            key_quota: None,
            address_quota: None,
            trusted_proxies: 0,
            replicas: 20,
            memory_bytes: 24 << 20,
        }
    }
}

/// Identifies clients and knows their quotas.
pub(super) struct AccessControl {
    rules: FairUse,
    quotas: Arc<Quotas>,
}

impl AccessControl {
    pub(super) fn new(rules: FairUse) -> Self {
        Self { rules, quotas: Arc::default() }
    }

    /// The same, with quotas that all replicas of a shared store grant together. It leases them on this runtime.
    pub(super) fn of_fleet(rules: FairUse, jobs: &Arc<Jobs>, runtime: &Handle) -> Self {
        let (quotas, keys) = (Slices::new(rules.replicas, Instant::now()), rules.keys.clone());
        let quotas = Arc::new(Quotas::OfFleet(quotas));
        let name = move |client| client_name(&keys, client);
        runtime.spawn(leases::lease(Arc::downgrade(&quotas), Arc::clone(jobs), name));
        Self { rules, quotas }
    }

    pub(super) const fn trusted_proxies(&self) -> usize {
        self.rules.trusted_proxies
    }

    /// A name of a client, the same in all replicas.
    pub(super) fn client_name(&self, client: Client) -> String {
        client_name(&self.rules.keys, client)
    }

    /// The client of a request and its quota.
    pub(super) fn access(
        &self,
        headers: &HeaderMap,
        extensions: &Extensions,
    ) -> Result<ClientAccess, Problem> {
        let FairUse { keys, key_quota, address_quota, trusted_proxies, .. } = &self.rules;
        let (client, quota) = match key(headers)? {
            Some(key) => {
                let index = keys.find(key).ok_or_else(|| Problem::unauthorized(unknown_key(keys)))?;
                (Client::Key(index), *key_quota)
            }
            None if *address_quota == Some(Duration::ZERO) => {
                return Err(Problem::unauthorized("a key is required: Authorization: Bearer KEY"));
            }
            None => (caller(headers, extensions, *trusted_proxies), *address_quota),
        };
        Ok(ClientAccess { client, quota: quota.map(|quota| (Arc::clone(&self.quotas), quota)) })
    }
}

/// A name of a client that does not reveal its key.
fn client_name(keys: &Keys, client: Client) -> String {
    match client {
        Client::Key(index) => format!("key {}", keys.name(index)),
        Client::Address(address) => format!("address {address}"),
    }
}

/// Why a key is refused. An unknown key is never ignored, because its owner expects a quota of its own.
const fn unknown_key(keys: &Keys) -> &'static str {
    if keys.is_empty() {
        "this service has no keys: leave the header Authorization out"
    } else {
        "the key is unknown"
    }
}

/// The key in a request, if any.
fn key(headers: &HeaderMap) -> Result<Option<&[u8]>, Problem> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let Some(value) = values.next() else { return Ok(None) };
    if values.next().is_some() {
        return Err(Problem::unauthorized("there must be one header Authorization"));
    }
    let (scheme, key) = value.as_bytes().split_at(value.len().min("Bearer ".len()));
    if scheme.eq_ignore_ascii_case(b"Bearer ") {
        Ok(Some(key.trim_ascii()))
    } else {
        Err(Problem::unauthorized("Authorization must be: Bearer KEY"))
    }
}

/// The client of a request, with its quota if it has one.
#[derive(Clone)]
pub(super) struct ClientAccess {
    client: Client,
    quota: Option<(Arc<Quotas>, Duration)>,
}

impl ClientAccess {
    #[cfg(test)]
    pub(super) const fn without_quota(client: Client) -> Self {
        Self { client, quota: None }
    }

    pub(super) const fn client(&self) -> Client {
        self.client
    }

    /// Which clients may share a cached answer to this one. Answers for a key are private.
    pub(super) const fn cache_scope(&self) -> CacheScope {
        match self.client {
            Client::Key(_) => CacheScope::Private,
            Client::Address(_) => CacheScope::Public,
        }
    }

    /// Reserves search time from the quota. Dropping the reservation returns what no search has used.
    pub(super) async fn reserve(&self, time: Duration) -> Result<Option<Reservation>, Problem> {
        self.reserve_each(time, 1).await
    }

    /// Reserves this much time for each of several searches. If another replica may have it, waits for the store.
    pub(super) async fn reserve_each(
        &self,
        each: Duration,
        searches: u32,
    ) -> Result<Option<Reservation>, Problem> {
        let Some((quotas, quota)) = &self.quota else { return Ok(None) };
        let (time, end) = (each * searches, Instant::now() + PATIENCE);
        loop {
            let next_answer = quotas.next_answer();
            let reserved = Reservation::reserve(quotas, self.client, *quota, time, Instant::now());
            let Err(refusal) = reserved else { return Ok(reserved.ok()) };
            let is_answered = match next_answer.filter(|_| refusal.may_be_leased) {
                Some(next_answer) => timeout_at(end.into(), next_answer).await.is_ok(),
                None => false,
            };
            if !is_answered {
                return Err(refused(time, *quota, searches, refusal.wait));
            }
        }
    }

    /// Reserves little time, without waiting.
    pub(super) fn reserve_now(&self, time: Duration) -> Result<Option<Reservation>, Problem> {
        let Some((quotas, quota)) = &self.quota else { return Ok(None) };
        let reserved = Reservation::reserve(quotas, self.client, *quota, time, Instant::now());
        reserved.map(Some).map_err(|refusal| refused(time, *quota, 1, refusal.wait))
    }

    /// Does work on this thread whose CPU time is charged as search time. It is refused if the quota has no room for
    /// `expected`.
    pub(super) fn charged<T>(&self, expected: Duration, work: impl FnOnce() -> T) -> Result<T, Problem> {
        drop(self.reserve_now(expected)?);
        Ok(self.paid(work))
    }

    /// Does work on this thread whose CPU time is charged as search time, however little of the quota is left.
    pub(super) fn paid<T>(&self, work: impl FnOnce() -> T) -> T {
        if self.quota.is_none() {
            return work();
        }
        let stopwatch = CpuStopwatch::start();
        let done = work();
        self.charge(stopwatch.time());
        done
    }

    /// Charges time that was not reserved.
    pub(super) fn charge(&self, time: Duration) {
        if let Some((quotas, quota)) = &self.quota {
            quotas.charge(self.client, *quota, time, Instant::now());
        }
    }

    /// Starts to answer a query, charged to this client.
    pub(super) async fn answer(
        &self,
        engine: &Arc<Engine>,
        prepared: PreparedQuery,
    ) -> Result<MeteredAnswer, Problem> {
        let reserved = self.reserve(prepared.budget().time).await?;
        let pending = engine.answer(prepared.for_client(self.client));
        let reserved = reserved.map(|time| time.charged_by(&pending));
        Ok((pending, reserved))
    }

    /// Adds the `RateLimit` headers, except to answers that a cache may serve to others.
    pub(super) fn add_headers(&self, headers: &mut HeaderMap) {
        let Some((quotas, quota)) = self.quota.as_ref().filter(|_| !is_public(headers)) else { return };
        let backlog = quotas.backlog(&self.client, Instant::now());
        let left = quota.saturating_sub(backlog.mul_f64(quota.as_secs_f64() / WINDOW.as_secs_f64()));
        let window = WINDOW.as_secs();
        let policy = format!("\"search\";q={};qu=\"milliseconds\";w={window}", quota.as_millis());
        let limit = format!("\"search\";r={};t={}", left.as_millis(), backlog.as_millis().div_ceil(1000));
        for (name, value) in [(POLICY, policy), (LIMIT, limit)] {
            headers.insert(name, HeaderValue::try_from(value).expect("digits and ASCII letters"));
        }
    }
}

/// Why time is not reserved. More than the whole quota never becomes available.
fn refused(time: Duration, quota: Duration, searches: u32, wait: Duration) -> Problem {
    if time > quota {
        return Problem::more_than_quota(time, quota, searches);
    }
    Problem::quota_exceeded(time, quota, wait)
}

/// A computation whose time on a worker is charged, also if nobody waits for its end.
pub(super) fn metered<T>(
    reserved: Option<Reservation>,
    work: impl FnOnce(&Progress<'_>) -> T,
) -> impl FnOnce(&Progress<'_>) -> T {
    move |progress| {
        let result = work(progress);
        if let Some(reserved) = reserved {
            reserved.charge(progress.computed());
        }
        result
    }
}

/// A pending answer with the search time reserved for it.
pub(super) type MeteredAnswer = (PendingAnswer, Option<Reservation>);
