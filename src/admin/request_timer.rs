//! Measures the duration and status of requests.

use super::labels::RequestLabels;
use super::metrics::Metrics;
use crate::http::ProblemTypes;
use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use std::sync::Arc;
use std::time::Instant;

/// The status of a request whose client disconnected before the answer, as in nginx.
const CLIENT_CLOSED_REQUEST: u16 = 499;

/// Records a request when dropped.
struct RequestTimer {
    metrics: Arc<Metrics>,
    labels: RequestLabels,
    began: Instant,
}

impl Drop for RequestTimer {
    fn drop(&mut self) {
        self.metrics.record_request(&self.labels, self.began.elapsed());
    }
}

/// Measures a request, from its head to the head of its answer.
pub(super) async fn measure(State(metrics): State<Arc<Metrics>>, request: Request, next: Next) -> Response {
    let route = request.extensions().get().map_or("unmatched", MatchedPath::as_str).to_owned();
    let labels = RequestLabels { route, method: name(request.method()), status: CLIENT_CLOSED_REQUEST };
    let mut measured = RequestTimer { metrics, labels, began: Instant::now() };
    let response = next.run(request).await;
    measured.labels.status = response.status().as_u16();
    if let Some(problems) = response.extensions().get::<ProblemTypes>() {
        measured.metrics.count_problems(problems);
    }
    response
}

/// Unknown methods share a label, because clients may invent any number of them.
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
