//! `Server-Timing`: the time of an answer in the queue and in the search.

use crate::engine::{Analysis, Spent};
use axum::Extension;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use std::time::{Duration, Instant};

pub(super) const HEADER: HeaderName = HeaderName::from_static("server-timing");
/// Lets pages of any origin read the header in the browser's measurements.
const ALLOW_ORIGIN: HeaderName = HeaderName::from_static("timing-allow-origin");

/// The time of a search, as an extension of its answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timing {
    waited: Duration,
    searched: Duration,
}

/// The timing of an analysis, for its answer.
pub(super) const fn timing(analysis: &Analysis) -> Extension<Timing> {
    Extension(Timing { waited: analysis.waited, searched: analysis.searched })
}

impl From<Spent> for Timing {
    fn from(Spent { waited, computed }: Spent) -> Self {
        Self { waited, searched: computed }
    }
}

/// Adds the header, in milliseconds.
pub(super) async fn add_header(request: Request, next: Next) -> Response {
    let began = Instant::now();
    let mut response = next.run(request).await;
    let mut parts = vec![("total", began.elapsed())];
    if let Some(Timing { waited, searched }) = response.extensions().get() {
        parts.splice(0..0, [("queue", *waited), ("search", *searched)]);
    }
    let parts = parts.iter().map(|(name, time)| format!("{name};dur={:.3}", time.as_secs_f64() * 1000.0));
    let value = parts.collect::<Vec<_>>().join(", ");
    let headers = response.headers_mut();
    headers.insert(HEADER, HeaderValue::try_from(value).expect("names and numbers are visible ASCII"));
    headers.insert(ALLOW_ORIGIN, HeaderValue::from_static("*"));
    response
}
