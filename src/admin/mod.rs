//! The admin listener: metrics, probes, clearing caches.
//!
//! It has an address of its own, because it is not public. It answers before the service does, and
//! until the process ends.

mod gauges;
mod job_gauges;
mod labels;
mod metrics;
mod request_timer;

use crate::jobs::Jobs;
use crate::net::{self, Connections, ServerConfig};
use axum::Router;
use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, HeaderName, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use bestmove_scheduler::{Engine, EngineObserver};
use metrics::Metrics;
use request_timer::MeasureLayer;
use std::future::pending;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use tokio::net::TcpListener;
use tokio::task::spawn_blocking;

/// The admin view of a service, from before it starts.
#[derive(Clone, Default)]
pub struct Admin(Arc<AdminState>);

#[derive(Default)]
struct AdminState {
    metrics: Arc<Metrics>,
    connections: Connections,
    dropped_log_lines: Arc<AtomicU64>,
    /// Set once the service has started.
    engine: OnceLock<Arc<Engine>>,
    jobs: OnceLock<Arc<Jobs>>,
}

impl Admin {
    /// The observer that the engine reports to.
    #[must_use]
    pub fn observer(&self) -> impl EngineObserver + use<> {
        Arc::clone(&self.0.metrics)
    }

    /// The connections of the service.
    #[must_use]
    pub fn connections(&self) -> Connections {
        self.0.connections.clone()
    }

    /// The counter of dropped log lines.
    #[must_use]
    pub fn dropped_log_lines(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.0.dropped_log_lines)
    }

    /// Adds request metrics to a router.
    pub fn with_metrics(&self, router: Router) -> Router {
        router.layer(MeasureLayer(Arc::clone(&self.0.metrics)))
    }

    /// Records that the service has started.
    pub fn started(&self, engine: Arc<Engine>) {
        self.0.engine.get_or_init(|| engine);
    }

    /// Shows jobs in the metrics.
    pub fn observe_jobs(&self, jobs: Arc<Jobs>) {
        self.0.jobs.get_or_init(|| jobs);
    }

    /// Serves until the process ends.
    pub async fn serve(self, listener: TcpListener) {
        let (config, connections) = (ServerConfig::default(), Connections::default());
        net::serve(listener, self.router(), config, connections, pending()).await;
    }

    /// The routes of the admin listener.
    pub fn router(self) -> Router {
        Router::new()
            .route("/metrics", get(metrics))
            .route("/live", get(async || "live\n"))
            .route("/startup", get(startup))
            .route("/ready", get(ready))
            .route("/cache/clear", post(clear))
            .with_state(self)
    }

    fn engine(&self) -> Result<&Arc<Engine>, Failure> {
        self.0.engine.get().ok_or(STARTING)
    }
}

/// An error with a short text.
type Failure = (StatusCode, &'static str);

const STARTING: Failure = (StatusCode::SERVICE_UNAVAILABLE, "starting\n");
const DRAINING: Failure = (StatusCode::SERVICE_UNAVAILABLE, "draining\n");
const FAILED: Failure = (StatusCode::INTERNAL_SERVER_ERROR, "failed\n");
const FORBIDDEN: Failure =
    (StatusCode::FORBIDDEN, "expected the header X-Requested-By, with any value, and no header Origin\n");

/// A header that no form and no `fetch` in mode `no-cors` can send, which stops cross-site request
/// forgery.
const REQUESTED_BY: HeaderName = HeaderName::from_static("x-requested-by");

/// `GET /startup`: everything is loaded, and the service listens.
async fn startup(State(admin): State<Admin>) -> Result<&'static str, Failure> {
    admin.engine().map(|_| "started\n")
}

/// `GET /ready`: requests should be routed here.
async fn ready(State(admin): State<Admin>) -> Result<&'static str, Failure> {
    if admin.engine()?.is_ready() { Ok("ready\n") } else { Err(DRAINING) }
}

/// `GET /metrics`.
async fn metrics(State(Admin(state)): State<Admin>) -> Response {
    let AdminState { metrics, connections, dropped_log_lines, engine, jobs } = state.as_ref();
    let dropped = dropped_log_lines.load(Ordering::Relaxed);
    let text = metrics.encode(connections, dropped, engine.get(), jobs.get());
    ([(CONTENT_TYPE, metrics::MEDIA_TYPE)], text).into_response()
}

/// `POST /cache/clear`: clears the proof cache and all tables.
async fn clear(State(admin): State<Admin>, headers: HeaderMap) -> Result<StatusCode, Failure> {
    refuse_forgery(&headers)?;
    let engine = Arc::clone(admin.engine()?);
    let forgotten = spawn_blocking(move || engine.clear_caches_blocking()).await;
    forgotten.map(|()| StatusCode::NO_CONTENT).map_err(|_| FAILED)
}

/// Refuses what a page in the operator's browser could send. Browsers send the page's origin with
/// every POST, so a page that rebinds its host name to this address is refused as well.
fn refuse_forgery(headers: &HeaderMap) -> Result<(), Failure> {
    let is_forgeable = !headers.contains_key(REQUESTED_BY) || headers.contains_key(ORIGIN);
    if is_forgeable { Err(FORBIDDEN) } else { Ok(()) }
}
