//! Known results: the answers of deep searches, kept in the store for equal questions.

mod question;
mod secret;

pub use question::Question;
pub(super) use question::Work;
pub use secret::StoreSecret;

use super::RELEASE_NAME;
use bestmove_jobs::{Digest, KnownResult, Store, StoreError};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::value::RawValue;
use sha2::Sha256;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tokio::runtime::Handle;
use tracing::warn;

/// The length of a message authentication code.
const MAC: usize = 32;
/// The length of an effort.
const EFFORT: usize = size_of::<u64>();

/// Which results are kept, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownConfig {
    /// The nodes of a search whose result is kept, unless it is proven.
    pub min_nodes: u64,
    /// How long a result is kept.
    pub retention: Duration,
}

/// How many results were found in the store, and how many were not.
#[derive(Debug, Default)]
pub struct KnownCounters {
    /// Found.
    pub found: AtomicU64,
    /// Nothing is known.
    pub missing: AtomicU64,
    /// The result took less work than was asked for.
    pub shallow: AtomicU64,
    /// The result has no valid authentication code.
    pub refused: AtomicU64,
    /// The store did not answer.
    pub unavailable: AtomicU64,
    /// Kept, where nothing better was known.
    pub kept: AtomicU64,
}

/// Known results in a store. Each carries an authentication code (HMAC-SHA256, RFC 2104) of
/// release, question, effort and content: whoever can write to the store can remove results, but
/// forge none.
pub struct KnownResults {
    store: Arc<dyn Store>,
    secret: StoreSecret,
    config: KnownConfig,
    /// The release of rules and engine.
    release: &'static str,
    /// What was found.
    pub counters: KnownCounters,
}

/// A result that may be kept.
pub(super) struct NewResult {
    /// The key of its question.
    pub(super) key: Digest,
    pub(super) work: Work,
    /// As it is answered.
    pub(super) text: Box<RawValue>,
}

impl KnownResults {
    /// The results in a store that were written with this secret, by this release.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, secret: StoreSecret, config: KnownConfig) -> Self {
        let release = RELEASE_NAME;
        Self { store, secret, config, release, counters: KnownCounters::default() }
    }

    /// The key of a question.
    #[must_use]
    pub fn key(&self, question: &Question<'_>) -> Digest {
        question.digest(self.release)
    }

    /// The answers that are known to these questions, each with at least that effort. Forged ones are removed.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub async fn find(&self, asked: &[(Digest, u64)]) -> Result<HashMap<Digest, Box<RawValue>>, StoreError> {
        if asked.is_empty() {
            return Ok(HashMap::new());
        }
        let keys: Vec<_> = asked.iter().map(|(key, _)| *key).collect();
        let stored = match self.store.known(&keys).await {
            Ok(stored) => stored,
            Err(error) => {
                self.counters.unavailable.fetch_add(keys.len() as u64, Relaxed);
                return Err(error);
            }
        };
        let (mut opened, mut forged) = (HashMap::new(), Vec::new());
        for result in stored {
            match self.open(&result) {
                Some(answer) => drop(opened.insert(result.key, answer)),
                None => forged.push(result.key),
            }
        }
        let counters = &self.counters;
        let mut found = HashMap::new();
        for &(key, least) in asked {
            let counter = match opened.remove(&key) {
                Some((effort, text)) if effort >= least => {
                    found.insert(key, text);
                    &counters.found
                }
                Some(_) => &counters.shallow,
                None if forged.contains(&key) => &counters.refused,
                None => &counters.missing,
            };
            counter.fetch_add(1, Relaxed);
        }
        if !forged.is_empty() {
            warn!(count = forged.len(), "known results that were not written with this secret are removed");
            // If they stay, they are refused again.
            drop(self.store.forget(&forged).await);
        }
        Ok(found)
    }

    /// The same for a thread that may wait. If the store does not answer, nothing is known.
    pub(super) fn find_blocking(
        &self,
        runtime: &Handle,
        asked: &[(Digest, u64)],
    ) -> HashMap<Digest, Box<RawValue>> {
        runtime.block_on(self.find(asked)).unwrap_or_default()
    }

    /// Keeps the results that took enough work. They can be found again by more work, so none is
    /// waited for if the store does not take them.
    pub(super) async fn keep(&self, results: Vec<NewResult>) {
        let deep = results.into_iter().filter(|result| result.work.is_worth_keeping(self.config.min_nodes));
        let sealed: Vec<_> = deep.map(|result| self.seal(&result)).collect();
        if sealed.is_empty() {
            return;
        }
        let count = sealed.len() as u64;
        match self.store.keep(sealed, self.config.retention).await {
            Ok(()) => drop(self.counters.kept.fetch_add(count, Relaxed)),
            Err(error) => warn!(%error, count, "results are not kept"),
        }
    }

    /// What is stored of a result: its code, its effort, its text.
    fn seal(&self, NewResult { key, work, text }: &NewResult) -> KnownResult {
        let effort = work.effort.min(KnownResult::MAX_EFFORT);
        let (effort_bytes, text) = (effort.to_be_bytes(), text.get().as_bytes());
        let code = self.code(key, &effort_bytes, text).finalize().into_bytes();
        let content = [code.as_slice(), &effort_bytes, text].concat();
        KnownResult { key: *key, effort, content }
    }

    /// The effort and the text of a result; `None` if it was not written with this secret.
    fn open(&self, KnownResult { key, content, .. }: &KnownResult) -> Option<(u64, Box<RawValue>)> {
        let (code, rest) = content.split_at_checked(MAC)?;
        let (effort, text) = rest.split_first_chunk::<EFFORT>()?;
        self.code(key, effort, text).verify_slice(code).ok()?;
        let text = String::from_utf8(text.to_vec()).ok()?;
        Some((u64::from_be_bytes(*effort), RawValue::from_string(text).ok()?))
    }

    /// The code of a result. All parts but the last have a length that is known.
    fn code(&self, key: &Digest, effort: &[u8; EFFORT], text: &[u8]) -> Hmac<Sha256> {
        let mut code = Hmac::<Sha256>::new_from_slice(self.secret.bytes()).expect("a secret has any length");
        code.update(&(self.release.len() as u64).to_be_bytes());
        for part in [self.release.as_bytes(), key, effort, text] {
            code.update(part);
        }
        code
    }
}

#[cfg(test)]
mod tests;
