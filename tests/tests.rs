//! The integration tests, one binary.
//!
//! Tests that need Chromium, HAProxy, promtool, faketime or curl are behind the feature `system-tests`.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use axum::Router;
use bestmove::http::{FairUse, HttpConfig};
use bestmove::jobs::{JobConfig, Jobs, KnownConfig, StoreSecret, TaskLimits};
use bestmove_jobs::Embedded;
use bestmove_query::{AnyGame, Registry};
use bestmove_scheduler::Engine;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

/// The service without keys, quotas and tools.
fn router(engine: Arc<Engine>) -> Router {
    fair_router(engine, FairUse::default())
}

fn fair_router(engine: Arc<Engine>, fair_use: FairUse) -> Router {
    router_with_tasks(engine, fair_use, TASK_LIMITS)
}

/// The service with these limits of background tasks.
fn router_with_tasks(engine: Arc<Engine>, fair_use: FairUse, limits: TaskLimits) -> Router {
    let jobs = Some(running_jobs(&engine, limits));
    bestmove::http::router(engine, HttpConfig { fair_use, jobs, ..HttpConfig::default() })
}

fn router_with_mcp(engine: Arc<Engine>, fair_use: FairUse) -> Router {
    let jobs = Some(running_jobs(&engine, TASK_LIMITS));
    bestmove::http::router(engine, HttpConfig { fair_use, mcp: true, jobs, ..HttpConfig::default() })
}

/// Jobs in memory, whose background tasks have workers if there is a runtime.
fn running_jobs(engine: &Arc<Engine>, tasks: TaskLimits) -> Arc<Jobs> {
    let jobs = jobs(tasks);
    if let Ok(runtime) = Handle::try_current() {
        runtime.spawn(Arc::clone(&jobs).run(Arc::clone(engine), CancellationToken::new()));
    }
    jobs
}

const TASK_LIMITS: TaskLimits =
    TaskLimits { max_total: 3, max_per_client: 16, reserved_for_keys: 0, retention: Duration::from_mins(1) };

/// Jobs in memory, without workers.
fn jobs(tasks: TaskLimits) -> Arc<Jobs> {
    let config = JobConfig {
        workers: 0,
        chunk: Duration::from_millis(20),
        lease: Duration::from_secs(10),
        retention: Duration::from_mins(1),
        per_client: 2,
        items: 100_000,
        uploads: bestmove_jobs::UploadRoom { of_owner: 24 << 20, in_all: 32 << 20 },
        is_lasting: false,
        is_shared: false,
        tasks,
        known: KnownConfig { min_nodes: 1_000_000, retention: Duration::from_mins(1) },
    };
    let secret = StoreSecret::random().unwrap();
    Jobs::new(Arc::new(Embedded::in_memory(64 << 20).unwrap()), config, Some(secret))
}

/// A built-in game.
fn built_in(id: &str) -> Arc<dyn AnyGame> {
    Arc::clone(Registry::built_in().find(id).unwrap())
}

/// Metrics and probes.
mod admin;
/// The page in a real browser.
#[cfg(feature = "system-tests")]
mod browser;
/// Connections: slow, silent, hostile, too many.
mod connections;
/// Checkers endings, played to the end.
mod conversion;
/// The files for deployment.
mod deploy;
/// Names, paths and links in the documents.
mod documents;
/// Unknown environment variables.
mod environment_variables;
/// Jobs on several processes that are killed.
#[cfg(feature = "system-tests")]
mod fleet;
/// Archives of a real size.
#[cfg(feature = "system-tests")]
mod fleet_archives;
/// Clocks an hour apart.
#[cfg(feature = "system-tests")]
mod fleet_clocks;
/// What processes of a fleet cost.
#[cfg(feature = "system-tests")]
mod fleet_costs;
/// A hundred killed workers and services.
#[cfg(feature = "system-tests")]
mod fleet_kills;
/// A position that ends each process that searches it.
#[cfg(feature = "system-tests")]
mod fleet_poison;
/// Quotas that several processes grant together.
#[cfg(feature = "system-tests")]
mod fleet_quotas;
/// Background analyses and reviews on several processes that are killed.
#[cfg(feature = "system-tests")]
mod fleet_tasks;
/// Workers of several releases.
#[cfg(feature = "system-tests")]
mod fleet_upgrade;
/// Archives in parts, to several processes that are killed.
#[cfg(feature = "system-tests")]
mod fleet_uploads;
/// The service over HTTP.
mod http;
mod huge_pages;
/// The service without a server.
mod local;
/// The log and the traces.
mod observability;
/// A game of another crate: listed, served, drawn by the page.
mod own_game;
/// Positions and random play, from the tests of the core.
#[allow(dead_code, reason = "the core uses all")]
#[path = "../crates/core/tests/positions.rs"]
mod positions;
/// Processes that tests start.
#[cfg_attr(not(feature = "system-tests"), allow(dead_code, reason = "for HAProxy"))]
mod processes;
/// The engine by text protocols, as a process.
mod protocols;
/// The examples of the documents.
#[cfg(feature = "system-tests")]
mod readme;
/// Replicas behind HAProxy: routing and failures.
#[cfg(feature = "system-tests")]
mod replicas;
/// The oracle of reviews.
#[path = "../crates/core/tests/review.rs"]
mod review;
/// Commands in the terminal.
mod terminal;
/// Toy games.
#[allow(dead_code, unused_imports, unused_macros, reason = "the core uses all")]
#[path = "../crates/core/tests/toys/mod.rs"]
mod toys;
