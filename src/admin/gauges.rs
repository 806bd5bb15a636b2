//! Gauges, read whenever Prometheus scrapes.

use super::job_gauges::JobGauges;
use super::labels::PriorityLabels;
use super::labels::priority_name;
use crate::net::Connections;
use bestmove_scheduler::{Engine, Occupancy};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// All gauges.
#[derive(Default)]
pub(super) struct Gauges {
    ready: Gauge,
    connections: Gauge,
    turned_away: Counter,
    dropped_log_lines: Counter,
    workers: Gauge,
    busy: Gauge,
    waiting: Family<PriorityLabels, Gauge>,
    queue: Gauge,
    answers: Gauge,
    table: Gauge<f64, AtomicU64>,
    pub(super) jobs: JobGauges,
}

impl Gauges {
    pub(super) fn registered(all: &mut Registry) -> Self {
        let start = Gauge::<f64, AtomicU64>::default();
        start.set(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64());
        all.register("build", "The version", Info::new([("version", env!("CARGO_PKG_VERSION"))]));
        all.register("start_time_seconds", "Start time in seconds since 1970", start);
        let gauges = Self::default();
        all.register("ready", "Whether requests should be routed here", gauges.ready.clone());
        all.register("connections", "Open connections", gauges.connections.clone());
        let help = "Connections refused by the limit of their address";
        all.register("connections_turned_away", help, gauges.turned_away.clone());
        let help = "Log lines dropped because the log was not read fast enough";
        all.register("log_lines_dropped", help, gauges.dropped_log_lines.clone());
        all.register("workers", "Searches that can run at the same time", gauges.workers.clone());
        all.register("workers_busy", "Running searches", gauges.busy.clone());
        all.register("waiting", "Searches waiting for a worker", gauges.waiting.clone());
        all.register("queue_limit", "Interactive searches that may wait", gauges.queue.clone());
        all.register("answers", "Answers in the proof cache", gauges.answers.clone());
        let help = "The part of the transposition table in use";
        all.register("table_fill_ratio", help, gauges.table.clone());
        gauges.jobs.register(all);
        gauges
    }

    /// Reads all but those of jobs. Before the service has started there is no engine.
    pub(super) fn read(
        &self,
        connections: &Connections,
        dropped_log_lines: u64,
        engine: Option<&Arc<Engine>>,
    ) {
        self.connections.set(connections.open() as i64);
        self.turned_away.inner().store(connections.refused(), Ordering::Relaxed);
        self.dropped_log_lines.inner().store(dropped_log_lines, Ordering::Relaxed);
        let Some(engine) = engine else { return };
        let Occupancy { busy, waiting, answers, table } = engine.occupancy();
        self.ready.set(engine.is_ready().into());
        self.workers.set(engine.config().workers.get() as i64);
        self.busy.set(busy as i64);
        for (priority, count) in waiting {
            let labels = PriorityLabels { priority: priority_name(priority) };
            self.waiting.get_or_create(&labels).set(count as i64);
        }
        self.queue.set(engine.config().queue as i64);
        self.answers.set(answers as i64);
        self.table.set(table);
    }
}
