//! Options of jobs over archives.

use super::guarded_file::{Access, read_guarded};
use super::values::{from_to, up_to};
use crate::jobs::{JobConfig, KnownConfig, StoreSecret, TaskLimits};
use bestmove_jobs::{Embedded, Store, StoreError, UploadRoom};
use clap::Args;
use std::error::Error;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Options of jobs.
#[derive(Args)]
#[command(next_help_heading = "Jobs over archives")]
pub struct JobOptions {
    /// Where jobs, analyses and reviews are kept: a file, or postgres://... [default: memory]
    ///
    /// A file survives a restart; several services and workers share a PostgreSQL server
    #[arg(long, env = "BESTMOVE_STORE", value_name = "STORE")]
    store: Option<String>,
    /// MiB for jobs in memory; when they are used, no more are received
    ///
    /// The answers of those that have been may take as much again
    #[arg(long, env = "BESTMOVE_JOB_MEMORY_MIB", hide_short_help = true, value_name = "MIB", default_value = "32", value_parser = from_to::<u64>(1..=1_048_576))]
    job_memory_mib: u64,
    /// Chunks of jobs that this process runs at the same time, behind all other requests, and in a shared store as
    /// many background analyses and moves of reviews; 0 leaves them to other processes [default: --workers]
    #[arg(long, env = "BESTMOVE_JOB_WORKERS", hide_short_help = true, value_name = "N", value_parser = from_to::<usize>(0..=1024))]
    job_workers: Option<usize>,
    /// CPU milliseconds of a chunk, about: what a lost worker has done in vain
    #[arg(long, env = "BESTMOVE_JOB_CHUNK_MS", hide_short_help = true, value_name = "MS", default_value = "2000", value_parser = from_to::<u64>(1..=600_000))]
    job_chunk_ms: u64,
    /// Milliseconds for which a worker may be silent before another one gets its chunk
    #[arg(long, env = "BESTMOVE_JOB_LEASE_MS", hide_short_help = true, value_name = "MS", default_value = "15000", value_parser = from_to::<u64>(100..=3_600_000))]
    job_lease_ms: u64,
    /// Milliseconds for which a finished job is kept
    #[arg(long, env = "BESTMOVE_JOB_KEEP_MS", hide_short_help = true, value_name = "MS", default_value = "86400000", value_parser = from_to::<u64>(0..=31_536_000_000))]
    job_keep_ms: u64,
    /// Unfinished jobs of one client; the next one gets a 429
    #[arg(long, env = "BESTMOVE_JOBS_PER_CLIENT", hide_short_help = true, value_name = "N", default_value = "8", value_parser = up_to(100_000))]
    jobs_per_client: NonZeroUsize,
    /// MiB of one client's uploads in parts that are not completed; the next part gets a 429
    #[arg(long, env = "BESTMOVE_UPLOAD_MIB_PER_CLIENT", hide_short_help = true, value_name = "MIB", default_value = "1024", value_parser = from_to::<u64>(1..=1_048_576))]
    upload_mib_per_client: u64,
    /// MiB of all uploads in parts that are not completed; the next part gets a 503
    #[arg(long, env = "BESTMOVE_UPLOAD_MIB", hide_short_help = true, value_name = "MIB", default_value = "8192", value_parser = from_to::<u64>(1..=16_777_216))]
    upload_mib: u64,
    /// Positions or games of a job
    #[arg(long, env = "BESTMOVE_JOB_ITEMS", hide_short_help = true, value_name = "N", default_value = "1000000", value_parser = from_to::<u64>(1..=100_000_000))]
    job_items: u64,
    /// File with a secret of at least 32 characters, the same for all that share the store
    ///
    /// Lets a file or PostgreSQL keep known results, which it authenticates: nobody without the secret can forge one.
    /// Only its owner may be able to read it
    #[arg(long, env = "BESTMOVE_STORE_SECRET_FILE", hide_short_help = true, value_name = "FILE")]
    store_secret_file: Option<PathBuf>,
    /// Nodes of a search whose result is kept for those who ask the same again; proven ones always are
    #[arg(long, env = "BESTMOVE_KNOWN_MIN_NODES", hide_short_help = true, value_name = "N", default_value = "1000000", value_parser = from_to::<u64>(1..=u64::MAX))]
    known_min_nodes: u64,
    /// Milliseconds for which such a result is kept
    #[arg(long, env = "BESTMOVE_KNOWN_KEEP_MS", hide_short_help = true, value_name = "MS", default_value = "7776000000", value_parser = from_to::<u64>(0..=315_360_000_000))]
    known_keep_ms: u64,
}

impl JobOptions {
    /// Whether several processes may share the store.
    #[must_use]
    pub fn has_shared_store(&self) -> bool {
        self.store.as_deref().is_some_and(is_postgres)
    }

    /// The store.
    ///
    /// # Errors
    ///
    /// If a file can't be opened, or the address of a server is malformed. A server that does not
    /// answer is tried again later.
    pub fn open_store(&self) -> Result<Arc<dyn Store>, StoreError> {
        Ok(match &self.store {
            None => Arc::new(Embedded::in_memory(self.job_memory_mib << 20)?),
            #[cfg(feature = "fleet")]
            Some(url) if is_postgres(url) => Arc::new(bestmove_jobs::Postgres::new(url)?),
            #[cfg(not(feature = "fleet"))]
            Some(url) if is_postgres(url) => {
                return Err(StoreError::Unavailable(
                    "this program was built without the feature fleet".to_owned(),
                ));
            }
            Some(file) => Arc::new(Embedded::open(file)?),
        })
    }

    /// The secret of known results: of the file, or for a store that ends with the process one of
    /// its own. `None` if the store outlives the process and there is no file.
    ///
    /// # Errors
    ///
    /// If the file can't be read, others than its owner may read it, or it has no secret.
    pub fn secret(&self) -> Result<Option<StoreSecret>, Box<dyn Error>> {
        let Some(path) = &self.store_secret_file else {
            return Ok(if self.store.is_none() { Some(StoreSecret::random()?) } else { None });
        };
        let cannot = |error: &dyn Display| format!("--store-secret-file {}: {error}", path.display());
        let text = read_guarded(path, Access::Read).map_err(|error| cannot(&error))?;
        Ok(Some(text.parse().map_err(|error: String| cannot(&error))?))
    }

    /// The configuration that these options describe, for an engine with that many workers, and
    /// these background tasks.
    #[must_use]
    pub fn config(&self, workers: usize, tasks: TaskLimits) -> JobConfig {
        JobConfig {
            workers: self.job_workers.unwrap_or(workers),
            chunk: Duration::from_millis(self.job_chunk_ms),
            lease: Duration::from_millis(self.job_lease_ms),
            retention: Duration::from_millis(self.job_keep_ms),
            per_client: self.jobs_per_client.get(),
            items: self.job_items,
            uploads: UploadRoom { of_owner: self.upload_mib_per_client << 20, in_all: self.upload_mib << 20 },
            is_lasting: self.store.is_some(),
            is_shared: self.has_shared_store(),
            tasks,
            known: KnownConfig {
                min_nodes: self.known_min_nodes,
                retention: Duration::from_millis(self.known_keep_ms),
            },
        }
    }
}

fn is_postgres(store: &str) -> bool {
    store.starts_with("postgres://") || store.starts_with("postgresql://")
}
