//! `Server-Timing`: the time of an answer in the queue and in the search.

use axum::Extension;
use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;
use bestmove_query::Analysis;
use bestmove_scheduler::Spent;
use std::time::Duration;

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
    Extension(Timing { waited: analysis.timing.waited, searched: analysis.timing.searched })
}

impl From<Spent> for Timing {
    fn from(Spent { waited, computed }: Spent) -> Self {
        Self { waited, searched: computed }
    }
}

/// Adds the header, in milliseconds.
pub(super) fn add_header(response: &mut Response, total: Duration) {
    let ms = |time: &Duration| time.as_secs_f64() * 1000.0;
    let total = ms(&total);
    let value = match response.extensions().get() {
        Some(Timing { waited, searched }) => {
            let (waited, searched) = (ms(waited), ms(searched));
            format!("queue;dur={waited:.3}, search;dur={searched:.3}, total;dur={total:.3}")
        }
        None => format!("total;dur={total:.3}"),
    };
    let headers = response.headers_mut();
    headers.insert(HEADER, HeaderValue::try_from(value).expect("names and numbers are visible ASCII"));
    headers.insert(ALLOW_ORIGIN, HeaderValue::from_static("*"));
}
