//! What to share with other replicas.

use super::values::from_to;
use crate::valkey::{ServerUrl, Valkey};
use clap::Args;
use std::io;
use std::time::Duration;

/// What to share with other replicas.
#[derive(Args)]
pub struct AnswerCacheOptions {
    /// A Valkey or Redis server in which replicas share what they have proven:
    /// redis://[[USER]:PASSWORD@]HOST[:PORT]. The service does not depend on it [default: none]
    #[arg(long, env = "BESTMOVE_ANSWER_CACHE_URL", hide_env_values = true, value_name = "URL")]
    answer_cache_url: Option<ServerUrl>,
    /// Milliseconds to wait for that server, and a tenth of a request's time at most; what has not come by
    /// then is searched for
    #[arg(long, env = "BESTMOVE_ANSWER_CACHE_MS", default_value = "20", value_parser = from_to::<u64>(1..=1000))]
    answer_cache_ms: u64,
}

impl AnswerCacheOptions {
    /// The server, if there is one. To be called where tokio runs.
    ///
    /// # Errors
    ///
    /// If the URL asks for what can't be.
    pub fn open(&self) -> io::Result<Option<Valkey>> {
        let patience = Duration::from_millis(self.answer_cache_ms);
        let opened = self.answer_cache_url.clone().map(|url| Valkey::new(url, patience)).transpose();
        opened.map_err(|error| io::Error::other(format!("--answer-cache-url: {error}")))
    }
}
