//! What is not counted but read, whenever Prometheus asks.

use super::labels::PriorityLabels;
use super::metrics::priority_name;
use crate::engine::{Engine, Occupancy};
use crate::server::Connections;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// How things stand.
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
    analyses: Gauge,
    answers: Gauge,
    table: Gauge<f64, AtomicU64>,
}

impl Gauges {
    pub(super) fn registered(all: &mut Registry) -> Self {
        let start = Gauge::<f64, AtomicU64>::default();
        start.set(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64());
        all.register("build", "What runs", Info::new([("version", env!("CARGO_PKG_VERSION"))]));
        all.register("start_time_seconds", "When it started, since 1970", start);
        let gauges = Self::default();
        all.register("ready", "Whether requests may be sent here", gauges.ready.clone());
        all.register("connections", "Open connections", gauges.connections.clone());
        let help = "Connections closed at once, as their address had as many as it may";
        all.register("connections_turned_away", help, gauges.turned_away.clone());
        let help = "Lines of the log that were dropped, as nobody read it fast enough";
        all.register("log_lines_dropped", help, gauges.dropped_log_lines.clone());
        all.register("workers", "Searches that may run at a time", gauges.workers.clone());
        all.register("workers_busy", "Searches that run", gauges.busy.clone());
        all.register("waiting", "Searches that wait for a worker", gauges.waiting.clone());
        all.register("queue_limit", "Searches that may wait, of each priority", gauges.queue.clone());
        all.register("analyses", "Analyses that are kept", gauges.analyses.clone());
        all.register("answers", "Proven answers that are kept", gauges.answers.clone());
        let help = "The part of the transposition table that is in use";
        all.register("table_fill_ratio", help, gauges.table.clone());
        gauges
    }

    /// Reads them all. Before the service has started there is no engine.
    pub(super) fn read(
        &self,
        connections: &Connections,
        dropped_log_lines: u64,
        engine: Option<&Arc<Engine>>,
    ) {
        self.connections.set(connections.open() as i64);
        self.turned_away.inner().store(connections.turned_away(), Ordering::Relaxed);
        self.dropped_log_lines.inner().store(dropped_log_lines, Ordering::Relaxed);
        let Some(engine) = engine else { return };
        let Occupancy { busy, waiting, analyses, answers, table } = engine.occupancy();
        self.ready.set(engine.is_ready().into());
        self.workers.set(engine.config().workers.get() as i64);
        self.busy.set(busy as i64);
        for (priority, count) in waiting {
            let labels = PriorityLabels { priority: priority_name(priority) };
            self.waiting.get_or_create(&labels).set(count as i64);
        }
        self.queue.set(engine.config().queue as i64);
        self.analyses.set(analyses as i64);
        self.answers.set(answers as i64);
        self.table.set(table);
    }
}
