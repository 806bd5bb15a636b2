//! Counters and histograms, and their encoding for Prometheus.

use super::gauges::Gauges;
use super::labels::{
    EndLabels, GameLabels, ProbeLabels, ProblemLabels, RequestLabels, SearchLabels, TierLabels, priority_name,
};
use crate::http::{ProblemTypes, problem_types, stopped_by_name};
use crate::jobs::Jobs;
use crate::net::Connections;
use bestmove_core::search::Probes;
use bestmove_query::{Analysis, Priority};
use bestmove_scheduler::{AnswerOrigin, Engine, EngineObserver};
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::sync::Arc;
use std::time::Duration;

/// The media type of [`Metrics::encode`].
pub(super) const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Buckets in seconds: from a cached answer to an analysis of ten minutes.
const SECONDS: [f64; 16] =
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0, 600.0];
const PLIES: [f64; 10] = [1.0, 2.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0];

/// All counters and histograms.
pub(super) struct Metrics {
    registry: Registry,
    gauges: Gauges,
    requests: Family<RequestLabels, Histogram>,
    problems: Family<ProblemLabels, Counter>,
    questions: Family<TierLabels, Counter>,
    waits: Family<SearchLabels, Histogram>,
    searches: Family<SearchLabels, Histogram>,
    ends: Family<EndLabels, Counter>,
    degraded: Family<GameLabels, Counter>,
    nodes: Family<GameLabels, Counter>,
    depths: Family<GameLabels, Histogram>,
    probes: Family<ProbeLabels, Counter>,
}

impl Default for Metrics {
    fn default() -> Self {
        let (seconds, plies): (fn() -> _, fn() -> _) = (|| Histogram::new(SECONDS), || Histogram::new(PLIES));
        let mut registry = Registry::with_prefix("bestmove");
        let metrics = Self {
            gauges: Gauges::registered(&mut registry),
            registry,
            requests: Family::new_with_constructor(seconds),
            problems: Family::default(),
            questions: Family::default(),
            waits: Family::new_with_constructor(seconds),
            searches: Family::new_with_constructor(seconds),
            ends: Family::default(),
            degraded: Family::default(),
            nodes: Family::default(),
            depths: Family::new_with_constructor(plies),
            probes: Family::default(),
        };
        metrics.register().preregister()
    }
}

impl Metrics {
    fn register(mut self) -> Self {
        let all = &mut self.registry;
        let help = "Time from the head of a request to that of its answer";
        all.register("request_duration_seconds", help, self.requests.clone());
        all.register("problems", "Problems in answers", self.problems.clone());
        all.register(
            "questions",
            "Queries by what serves them; a search includes books and tables that it reads",
            self.questions.clone(),
        );
        let help = "Time from a query to the start of its search";
        all.register("queue_wait_seconds", help, self.waits.clone());
        all.register("search_duration_seconds", "Time of searches without pauses", self.searches.clone());
        all.register("searches", "Searches by why they stopped", self.ends.clone());
        let help = "Searches whose time was cut because others waited";
        all.register("searches_degraded", help, self.degraded.clone());
        all.register("search_nodes", "Nodes visited", self.nodes.clone());
        all.register("search_depth_plies", "Depth of the last finished iteration", self.depths.clone());
        let help = "Probes of the transposition table";
        all.register("table_probes", help, self.probes.clone());
        self
    }

    /// Creates all known label values, so that the first event of a kind shows as an increase.
    fn preregister(self) -> Self {
        for r#type in problem_types() {
            drop(self.problems.get_or_create(&ProblemLabels { r#type }));
        }
        for game in crate::games().ids() {
            for origin in AnswerOrigin::ALL {
                drop(self.questions.get_or_create(&TierLabels { game, tier: tier_name(origin) }));
            }
            for priority in Priority::ALL {
                let labels = SearchLabels { game, priority: priority_name(priority) };
                drop(self.waits.get_or_create(&labels));
                drop(self.searches.get_or_create(&labels));
            }
            for counter in [&self.degraded, &self.nodes] {
                drop(counter.get_or_create(&GameLabels { game }));
            }
        }
        self
    }

    /// Records a request that was answered, or whose client disconnected.
    pub(super) fn record_request(&self, request: &RequestLabels, duration: Duration) {
        self.requests.get_or_create(request).observe(duration.as_secs_f64());
    }

    /// Counts the problems in an answer.
    pub(super) fn count_problems(&self, ProblemTypes(types): &ProblemTypes) {
        for &r#type in types {
            self.problems.get_or_create(&ProblemLabels { r#type }).inc();
        }
    }

    /// All metrics in the text format of OpenMetrics.
    pub(super) fn encode(
        &self,
        connections: &Connections,
        dropped_log_lines: u64,
        engine: Option<&Arc<Engine>>,
        jobs: Option<&Arc<Jobs>>,
    ) -> String {
        self.gauges.read(connections, dropped_log_lines, engine);
        jobs.inspect(|jobs| self.gauges.jobs.read(jobs));
        let mut text = String::new();
        encode(&mut text, &self.registry).expect("writing to a string does not fail");
        text
    }
}

impl EngineObserver for Metrics {
    fn on_query(&self, game: &'static str, origin: AnswerOrigin) {
        self.questions.get_or_create(&TierLabels { game, tier: tier_name(origin) }).inc();
    }

    fn on_search(&self, priority: Priority, report: &Analysis) {
        let game = report.position_info.game;
        let labels = SearchLabels { game, priority: priority_name(priority) };
        self.waits.get_or_create(&labels).observe(report.timing.waited.as_secs_f64());
        self.searches.get_or_create(&labels).observe(report.timing.searched.as_secs_f64());
        let stopped_by = stopped_by_name(report.stopped_by);
        self.ends.get_or_create(&EndLabels { game, stopped_by }).inc();
        let labels = GameLabels { game };
        self.degraded.get_or_create(&labels).inc_by(report.degraded.into());
        self.nodes.get_or_create(&labels).inc_by(report.nodes);
        self.depths.get_or_create(&labels).observe(report.depth.into());
        let Probes { all, hits } = report.probes;
        self.probes.get_or_create(&ProbeLabels { game, result: "hit" }).inc_by(hits);
        self.probes.get_or_create(&ProbeLabels { game, result: "miss" }).inc_by(all - hits);
    }
}

const fn tier_name(origin: AnswerOrigin) -> &'static str {
    match origin {
        AnswerOrigin::Rules => "rules",
        AnswerOrigin::Book => "book",
        AnswerOrigin::Cache => "cache",
        AnswerOrigin::Shared => "shared",
        AnswerOrigin::Search => "search",
    }
}
