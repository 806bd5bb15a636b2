//! What is counted, and how Prometheus is told.

use super::gauges::Gauges;
use super::labels::{
    EndLabels, GameLabels, ProbeLabels, ProblemLabels, RequestLabels, SearchLabels, TierLabels,
};
use crate::engine::{self, Analysis, AnswerOrigin, Engine, Observer, Priority};
use crate::http::{ProblemTypes, problem_types, stopped_by_name};
use crate::search::Probes;
use crate::server::Connections;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::sync::Arc;
use std::time::Duration;

/// Of what [`Metrics::told`] tells.
pub(super) const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// From an answer known by heart to an analysis of ten minutes, in seconds.
const SECONDS: [f64; 16] =
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0, 600.0];
const PLIES: [f64; 10] = [1.0, 2.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0];

/// All that is counted.
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
        metrics.register().begin()
    }
}

impl Metrics {
    fn register(mut self) -> Self {
        let all = &mut self.registry;
        let help = "From the head of a request to that of its answer";
        all.register("request_duration_seconds", help, self.requests.clone());
        all.register("problems", "Answers that tell of a problem", self.problems.clone());
        all.register("questions", "Questions, by where their answer comes from", self.questions.clone());
        let help = "From a question to the begin of its search";
        all.register("queue_wait_seconds", help, self.waits.clone());
        all.register("search_duration_seconds", "Of searches, without their pauses", self.searches.clone());
        all.register("searches", "Searches, by what ended them", self.ends.clone());
        let help = "Searches whose time was cut as others waited";
        all.register("searches_degraded", help, self.degraded.clone());
        all.register("search_nodes", "Positions visited", self.nodes.clone());
        all.register("search_depth_plies", "The last finished iteration", self.depths.clone());
        let help = "Nodes for which the transposition table was asked";
        all.register("table_probes", help, self.probes.clone());
        self
    }

    /// Names all that may come, so that the first of a kind is seen as one more.
    fn begin(self) -> Self {
        for r#type in problem_types() {
            drop(self.problems.get_or_create(&ProblemLabels { r#type }));
        }
        for game in engine::Registry::built_in().ids() {
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

    /// A request was answered, or its client has gone.
    pub(super) fn answered(&self, request: &RequestLabels, duration: Duration) {
        self.requests.get_or_create(request).observe(duration.as_secs_f64());
    }

    /// An answer has told of problems.
    pub(super) fn told_of(&self, ProblemTypes(types): &ProblemTypes) {
        for &r#type in types {
            self.problems.get_or_create(&ProblemLabels { r#type }).inc();
        }
    }

    /// All of it, as Prometheus reads it.
    pub(super) fn told(
        &self,
        connections: &Connections,
        dropped_log_lines: u64,
        engine: Option<&Arc<Engine>>,
    ) -> String {
        self.gauges.read(connections, dropped_log_lines, engine);
        let mut text = String::new();
        encode(&mut text, &self.registry).expect("a string takes all that is written");
        text
    }
}

impl Observer for Arc<Metrics> {
    fn on_query(&self, game: &'static str, origin: AnswerOrigin) {
        self.questions.get_or_create(&TierLabels { game, tier: tier_name(origin) }).inc();
    }

    fn on_search(&self, priority: Priority, report: &Analysis) {
        let game = report.position_info.game;
        let labels = SearchLabels { game, priority: priority_name(priority) };
        self.waits.get_or_create(&labels).observe(report.waited.as_secs_f64());
        self.searches.get_or_create(&labels).observe(report.searched.as_secs_f64());
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
        AnswerOrigin::Cache => "kept",
        AnswerOrigin::Shared => "joined",
        AnswerOrigin::Search => "search",
    }
}

pub(super) const fn priority_name(priority: Priority) -> &'static str {
    match priority {
        Priority::Interactive => "interactive",
        Priority::Batch => "batch",
        Priority::Long => "long",
    }
}
