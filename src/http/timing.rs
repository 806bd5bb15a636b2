//! `Server-Timing`: what of the time that an answer took was the queue's, and what the search's.

use crate::engine::Report;
use axum::Extension;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use std::time::{Duration, Instant};

pub(super) const HEADER: HeaderName = HeaderName::from_static("server-timing");
/// Who may read the header in a browser's own measurements: pages of any origin.
const READERS: HeaderName = HeaderName::from_static("timing-allow-origin");

/// What a search took, an extension of its answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timing {
    waited: Duration,
    searched: Duration,
}

/// The timing of a report, to go with its answer.
pub(super) const fn timing(report: &Report) -> Extension<Timing> {
    Extension(Timing { waited: report.waited, searched: report.searched })
}

/// Tells how long each part of an answer took, in milliseconds.
pub(super) async fn tell(request: Request, next: Next) -> Response {
    let began = Instant::now();
    let mut response = next.run(request).await;
    let mut parts = vec![("total", began.elapsed())];
    if let Some(Timing { waited, searched }) = response.extensions().get() {
        parts.splice(0..0, [("queue", *waited), ("search", *searched)]);
    }
    let parts = parts.iter().map(|(name, time)| format!("{name};dur={:.3}", time.as_secs_f64() * 1000.0));
    let told = parts.collect::<Vec<_>>().join(", ");
    let headers = response.headers_mut();
    headers.insert(HEADER, HeaderValue::try_from(told).expect("names and numbers are visible ASCII"));
    headers.insert(READERS, HeaderValue::from_static("*"));
    response
}
