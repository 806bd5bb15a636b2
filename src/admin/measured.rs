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

/// The status of a request whose client has gone before it was answered, as nginx has it.
const GONE: u16 = 499;

/// A request, measured when this is dropped.
struct Measured {
    metrics: Arc<Metrics>,
    labels: RequestLabels,
    began: Instant,
}

impl Drop for Measured {
    fn drop(&mut self) {
        self.metrics.answered(&self.labels, self.began.elapsed());
    }
}

/// Measures one request, from its head to the head of its answer.
pub(super) async fn measure(State(metrics): State<Arc<Metrics>>, request: Request, next: Next) -> Response {
    let route = request.extensions().get().map_or("unmatched", MatchedPath::as_str).to_owned();
    let labels = RequestLabels { route, method: name(request.method()), status: GONE };
    let mut measured = Measured { metrics, labels, began: Instant::now() };
    let response = next.run(request).await;
    measured.labels.status = response.status().as_u16();
    if let Some(problems) = response.extensions().get::<ProblemTypes>() {
        measured.metrics.told_of(problems);
    }
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
