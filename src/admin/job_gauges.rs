//! Gauges of the store of jobs, and what the workers of this process have done.

use super::labels::KnownLabels;
use crate::jobs::{Jobs, KnownCounters, QuotaCounters};
use bestmove_jobs::{Backlog, WorkerCounters};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use std::sync::atomic::{AtomicU64, Ordering};

/// The gauges and counters of jobs.
#[derive(Default)]
pub(super) struct JobGauges {
    store_up: Gauge,
    analyses: Gauge,
    ready: Gauge,
    running: Gauge,
    backlog: Gauge<f64, AtomicU64>,
    oldest: Gauge<f64, AtomicU64>,
    finished: Counter,
    redelivered: Counter,
    void: Counter,
    poisoned: Counter,
    searches: Counter,
    known: Family<KnownLabels, Counter>,
    kept: Counter,
    quota_leases: Family<KnownLabels, Counter>,
    quota_local: Gauge,
}

impl JobGauges {
    pub(super) fn register(&self, all: &mut Registry) {
        all.register("job_store_up", "Whether the store of jobs answers", self.store_up.clone());
        let help = "Background analyses and reviews in the store, running or finished";
        all.register("analyses", help, self.analyses.clone());
        all.register("job_chunks_ready", "Chunks of jobs that wait for a worker", self.ready.clone());
        all.register("job_chunks_running", "Chunks of jobs under a lease", self.running.clone());
        let help = "CPU seconds that the waiting chunks are expected to take";
        all.register("job_backlog_cpu_seconds", help, self.backlog.clone());
        let help = "How long the first of the waiting chunks has waited";
        all.register("job_oldest_ready_seconds", help, self.oldest.clone());
        all.register("job_chunks_finished", "Chunks that this process has finished", self.finished.clone());
        let help = "Chunks that this process has claimed after another worker";
        all.register("job_chunks_redelivered", help, self.redelivered.clone());
        let help = "Results of this process that came after their lease was over";
        all.register("job_leases_void", help, self.void.clone());
        let help = "Chunks that this process has claimed after too many workers had died of them";
        all.register("job_chunks_poisoned", help, self.poisoned.clone());
        let help = "Lines of archives that the workers of this process have searched";
        all.register("job_searches", help, self.searches.clone());
        all.register("known", "Questions to the store of known results", self.known.clone());
        let help = "Results offered to that store by this process, where the better one stays";
        all.register("known_kept", help, self.kept.clone());
        let help = "Questions of this process to the store for parts of quotas";
        all.register("quota_leases", help, self.quota_leases.clone());
        let help = "Whether the store is away, and this process grants its share of each quota by itself";
        all.register("quota_local", help, self.quota_local.clone());
    }

    /// Reads the store as it was some seconds ago, and the counters of this process.
    pub(super) fn read(&self, jobs: &Jobs) {
        let backlog = jobs.backlog();
        self.analyses.set(jobs.tasks() as i64);
        self.store_up.set(backlog.is_some().into());
        let Backlog { ready_chunks, running_chunks, cost, oldest } = backlog.unwrap_or_default();
        self.ready.set(ready_chunks as i64);
        self.running.set(running_chunks as i64);
        self.backlog.set(cost.as_secs_f64());
        self.oldest.set(oldest.as_secs_f64());
        let WorkerCounters { finished, redelivered, void, poisoned } = jobs.counters.as_ref();
        let counters = [
            (&self.finished, finished),
            (&self.redelivered, redelivered),
            (&self.void, void),
            (&self.poisoned, poisoned),
        ];
        for (counter, count) in counters {
            set(counter, count);
        }
        set(&self.searches, &jobs.searches);
        let QuotaCounters { granted, empty, failed, is_local } = &jobs.quotas;
        self.quota_local.set(is_local.load(Ordering::Relaxed).into());
        for (result, count) in [("granted", granted), ("empty", empty), ("failed", failed)] {
            set(&self.quota_leases.get_or_create(&KnownLabels { result }), count);
        }
        let Some(known) = &jobs.known else { return };
        let KnownCounters { found, missing, shallow, refused, unavailable, kept } = &known.counters;
        for (result, count) in [
            ("found", found),
            ("missing", missing),
            ("shallow", shallow),
            ("refused", refused),
            ("unavailable", unavailable),
        ] {
            set(&self.known.get_or_create(&KnownLabels { result }), count);
        }
        set(&self.kept, kept);
    }
}

fn set(counter: &Counter, count: &AtomicU64) {
    counter.inner().store(count.load(Ordering::Relaxed), Ordering::Relaxed);
}
