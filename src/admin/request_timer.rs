//! Measures the duration and status of requests.

use super::labels::RequestLabels;
use super::metrics::Metrics;
use crate::http::ProblemTypes;
use axum::extract::{MatchedPath, Request};
use axum::http::Method;
use axum::response::Response;
use pin_project_lite::pin_project;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Instant;
use tower::{Layer, Service};

/// The status of a request whose client disconnected before the answer, as in nginx.
const CLIENT_CLOSED_REQUEST: u16 = 499;

/// Measures each request, from its head to the head of its answer.
#[derive(Clone)]
pub(super) struct MeasureLayer(pub(super) Arc<Metrics>);

impl<S> Layer<S> for MeasureLayer {
    type Service = Measure<S>;

    fn layer(&self, inner: S) -> Measure<S> {
        Measure { metrics: Arc::clone(&self.0), inner }
    }
}

/// A service whose requests are measured.
#[derive(Clone)]
pub(super) struct Measure<S> {
    metrics: Arc<Metrics>,
    inner: S,
}

impl<S: Service<Request, Response = Response>> Service<Request> for Measure<S> {
    type Response = Response;
    type Error = S::Error;
    type Future = Measured<S::Future>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let route = request.extensions().get().map_or("unmatched", MatchedPath::as_str).to_owned();
        let labels = RequestLabels { route, method: name(request.method()), status: CLIENT_CLOSED_REQUEST };
        let timer = RequestTimer { metrics: Arc::clone(&self.metrics), labels, began: Instant::now() };
        Measured { answer: self.inner.call(request), timer }
    }
}

pin_project! {
    /// The answer to a request that is measured.
    pub(super) struct Measured<F> {
        #[pin]
        answer: F,
        timer: RequestTimer,
    }
}

impl<F: Future<Output = Result<Response, E>>, E> Future for Measured<F> {
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let this = self.project();
        let answer = ready!(this.answer.poll(cx));
        if let Ok(response) = &answer {
            let timer = this.timer;
            timer.labels.status = response.status().as_u16();
            if let Some(problems) = response.extensions().get::<ProblemTypes>() {
                timer.metrics.count_problems(problems);
            }
        }
        Poll::Ready(answer)
    }
}

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
