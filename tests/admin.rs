//! The admin listener: metrics and probes; dashboard and alerts against the metrics.

/// The dashboard and the alert rules.
mod deploy;
/// Each metric by example.
mod metrics;
/// The probes, and clearing the caches.
mod probes;

use crate::http::{Answer, engine, get, post};
use crate::{TASK_LIMITS, running_jobs};
use axum::Router;
use bestmove::admin::Admin;
use bestmove::http::HttpConfig;
use bestmove_query::Registry;
use bestmove_scheduler::Engine;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A service and its admin listener.
struct Observed {
    engine: Arc<Engine>,
    service: Router,
    admin: Admin,
}

impl Observed {
    fn start() -> Self {
        Self::with(false)
    }

    /// The service with tools for language models, or without.
    fn with(mcp: bool) -> Self {
        let admin = Admin::default();
        let engine = Engine::with(engine().config().clone(), Registry::built_in(), admin.observer());
        let jobs = running_jobs(&engine, TASK_LIMITS);
        admin.observe_jobs(Arc::clone(&jobs));
        let config = HttpConfig { mcp, jobs: Some(jobs), ..HttpConfig::default() };
        let service = admin.with_metrics(bestmove::http::router(Arc::clone(&engine), config));
        admin.started(Arc::clone(&engine));
        Self { engine, service, admin }
    }

    async fn metrics(&self) -> Metrics {
        Metrics::read(&get(&self.admin.clone().router(), "/metrics").await)
    }
}

/// Samples by name and labels.
#[derive(Debug)]
struct Metrics(BTreeMap<String, f64>);

impl Metrics {
    /// Parses lines of the form `name{label="value"} number`.
    fn read(answer: &Answer) -> Self {
        assert_eq!(answer.status, 200);
        assert!(answer.header("content-type").starts_with("application/openmetrics-text"));
        let text = std::str::from_utf8(&answer.body).unwrap();
        assert!(text.ends_with("# EOF\n"), "{text}");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let samples = lines.map(|line| {
            let (name, number) = line.rsplit_once(' ').unwrap();
            (name.to_owned(), number.parse().unwrap())
        });
        Self(samples.collect())
    }

    fn names(&self) -> BTreeSet<&str> {
        self.0.keys().map(|sample| sample.split('{').next().unwrap()).collect()
    }

    /// The labels of all samples of that name.
    fn labels(&self, name: &str) -> BTreeSet<&str> {
        let braces = self.0.keys().filter_map(|sample| sample.strip_prefix(name)?.strip_prefix('{'));
        braces.flat_map(deploy::labels).collect()
    }

    #[track_caller]
    fn get(&self, sample: &str) -> f64 {
        *self.0.get(sample).unwrap_or_else(|| panic!("no {sample} in {self:#?}"))
    }
}
