//! One span a request, and one event when it is answered. Bodies are never logged.

use super::request_id::RequestId;
use axum::extract::{MatchedPath, Request};
use axum::response::Response;
use std::time::Duration;
use tower_http::classify::{ServerErrorsAsFailures, SharedClassifier};
use tower_http::trace::TraceLayer;
use tracing::field::Empty;
use tracing::{Span, debug, error, error_span, warn};

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

/// At the level of its loudest event, so that a log of errors alone still tells whose they are.
fn span(request: &Request) -> Span {
    let extensions = request.extensions();
    error_span!(
        "request",
        id = extensions.get().map(RequestId::as_str),
        method = %request.method(),
        route = extensions.get().map_or("unmatched", MatchedPath::as_str),
        status = Empty,
        latency_ms = Empty,
    )
}

/// Loud by whose fault it is: defects are errors, refusals for want of room are warnings, and
/// what the client did right or wrong is nobody's business but the client's.
fn answered(response: &Response, latency: Duration, span: &Span) {
    let status = response.status().as_u16();
    span.record("status", status);
    span.record("latency_ms", latency.as_micros() as f64 / 1000.0);
    match status {
        503 => warn!("refused"),
        500.. => error!("failed"),
        _ => debug!("answered"),
    }
}
