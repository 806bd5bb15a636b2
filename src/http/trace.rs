//! One span a request, and one event when it is answered. Bodies are never logged.

use super::error::{Problem, ProblemTypes};
use super::request_id::RequestId;
use crate::log_summary::{INTERVAL, LogSummary};
use axum::extract::{MatchedPath, Request};
use axum::response::Response;
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tower_http::classify::{ServerErrorsAsFailures, SharedClassifier};
use tower_http::trace::TraceLayer;
use tracing::field::Empty;
use tracing::{Level, Span, debug, enabled, error, error_span, warn};

/// Whether spans may go to an OpenTelemetry collector, which needs more fields.
const IS_TRACED: bool = cfg!(feature = "otel");

type MakeSpan = fn(&Request) -> Span;
type OnResponse = fn(&Response, Duration, &Span);
type Layer = TraceLayer<SharedClassifier<ServerErrorsAsFailures>, MakeSpan, (), OnResponse, (), (), ()>;

pub(super) fn layer() -> Layer {
    TraceLayer::new_for_http()
        .make_span_with(span as MakeSpan)
        .on_request(())
        .on_response(answered as OnResponse)
        .on_body_chunk(())
        .on_eos(())
        .on_failure(())
}

/// The span is at level error, so that a log of errors alone still names their requests.
fn span(request: &Request) -> Span {
    let (extensions, method) = (request.extensions(), request.method());
    let route = extensions.get().map_or("unmatched", MatchedPath::as_str);
    let span = error_span!(
        "request",
        id = extensions.get().map(RequestId::as_str),
        %method,
        route,
        status = Empty,
        latency_ms = Empty,
        otel.kind = IS_TRACED.then_some("server"),
        otel.name = IS_TRACED.then(|| format!("{method} {route}")),
    );
    #[cfg(feature = "otel")]
    super::traceparent::follow(&span, request.headers());
    span
}

/// Refusals by problem: under overload there are thousands a second.
static REFUSALS: LazyLock<Arc<LogSummary>> = LazyLock::new(|| LogSummary::new(log_refusals));

fn log_refusals(problem: &'static str, count: u64) {
    warn!(problem, count, seconds = INTERVAL.as_secs(), "refused more");
}

/// Logs by responsibility: defects are errors, refusals by overload are warnings, and everything else is
/// for debugging.
fn answered(response: &Response, latency: Duration, span: &Span) {
    let status = response.status().as_u16();
    // Fields are written down at once, for the event below or for a collector.
    if IS_TRACED || status >= 500 || enabled!(Level::DEBUG) {
        span.record("status", status);
        span.record("latency_ms", latency.as_micros() as f64 / 1000.0);
    }
    #[cfg(feature = "otel")]
    super::traceparent::conclude(span, status);
    let extensions = response.extensions();
    let types = || extensions.get().and_then(|ProblemTypes(types)| types.first().copied());
    let problem = extensions.get().map(|problem: &Problem| problem.slug()).or_else(types);
    match status {
        503 if REFUSALS.is_first(problem.unwrap_or("unknown")) => warn!(problem, "refused"),
        503 => debug!(problem, "refused"),
        500.. => error!(problem, "failed"),
        _ => debug!("answered"),
    }
}

/// For tests that trace requests: when two threads register the span above at once, the log of one may miss
/// it.
#[cfg(test)]
pub(super) static SPAN_REGISTRATION: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use axum::extract::Path;
    use axum::http::StatusCode;
    use axum::routing::get;
    use axum::{Extension, Router};
    use serde_json::Value;
    use std::io::{self, Read};
    use std::sync::Mutex;
    use tokio::time::sleep;
    use tower::ServiceExt;
    use tracing::subscriber::set_default;
    use tracing_subscriber::filter::LevelFilter;
    use tracing_subscriber::layer::SubscriberExt;
    use tracing_subscriber::{Layer as _, fmt, registry};

    #[tokio::test]
    async fn the_log_level_follows_the_status() {
        let _lock = SPAN_REGISTRATION.lock().await;
        let (mut log, writer) = io::pipe().unwrap();
        let lines = fmt::layer().with_writer(Mutex::new(writer)).json().flatten_event(true);
        let answer = async |Path(status): Path<u16>| {
            (StatusCode::from_u16(status).unwrap(), Extension(ProblemTypes(vec!["why"])))
        };
        let router = Router::new().route("/{status}", get(answer)).layer(layer());
        let logging = set_default(registry().with(lines));
        for status in [200, 304, 404, 422, 429, 503, 500] {
            let request = Request::get(format!("/{status}")).body(Body::empty()).unwrap();
            router.clone().oneshot(request).await.unwrap();
        }
        drop(logging);
        let mut text = String::new();
        log.read_to_string(&mut text).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let logged: Vec<_> = lines
            .map(|line| [&line["span"]["status"], &line["level"], &line["problem"]].map(Value::to_string))
            .collect();
        let quiet = [200, 304, 404, 422, 429].map(|status| (status, "DEBUG", "null"));
        let loud = [(503, "WARN", "\"why\""), (500, "ERROR", "\"why\"")];
        let expected = [&quiet[..], &loud].concat().into_iter();
        let expected =
            expected.map(|(status, level, why)| [status.to_string(), format!("\"{level}\""), why.to_owned()]);
        assert_eq!(logged, expected.collect::<Vec<_>>());
    }

    #[tokio::test(start_paused = true)]
    async fn refusals_are_summarised_in_the_log() {
        let _lock = SPAN_REGISTRATION.lock().await;
        let (mut log, writer) = io::pipe().unwrap();
        let lines = fmt::layer().with_writer(Mutex::new(writer)).json().flatten_event(true);
        let full = async || (StatusCode::SERVICE_UNAVAILABLE, Extension(ProblemTypes(vec!["full"])));
        let router = Router::new().route("/", get(full)).layer(layer());
        let logging = set_default(registry().with(lines.with_filter(LevelFilter::INFO)));
        for _ in 0..100 {
            router.clone().oneshot(Request::get("/").body(Body::empty()).unwrap()).await.unwrap();
        }
        sleep(INTERVAL * 2).await;
        drop(logging);
        let mut text = String::new();
        log.read_to_string(&mut text).unwrap();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let logged: Vec<_> = lines.iter().map(|line| [&line["message"], &line["problem"]]).collect();
        assert_eq!(logged, [["refused", "full"], ["refused more", "full"]]);
        assert_eq!(lines[1]["count"], 99);
    }
}
