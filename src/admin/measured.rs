//! How long requests take, and what becomes of them.

use super::labels::RequestLabels;
use super::metrics::Metrics;
use crate::http::ProblemTypes;
use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use std::sync::Arc;
use std::time::Instant;

/// Measures one request, from its head to the head of its answer.
pub(super) async fn measure(State(metrics): State<Arc<Metrics>>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let route = request.extensions().get().map_or("unmatched", MatchedPath::as_str).to_owned();
    let method = name(request.method());
    let response = next.run(request).await;
    let labels = RequestLabels { route, method, status: response.status().as_u16() };
    metrics.answered(&labels, began.elapsed(), response.extensions().get::<ProblemTypes>());
    response
}

/// Clients may invent methods without end.
fn name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
