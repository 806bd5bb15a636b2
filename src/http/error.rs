//! Problem details, `application/problem+json` (RFC 9457).
//!
//! A handler returns a [`Problem`]; [`write_problem`] writes its body, because only it knows the request
//! ID.

pub(super) use bestmove_query::wire::problem::{Mismatch, ProblemBody};

use super::document::{NO_STORE, json_text};
use super::request_id::RequestId;
use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE,
};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bestmove_core::game::quoted;
use bestmove_jobs::StoreError;
use bestmove_query::FieldError;
use bestmove_query::wire::problem;
use bestmove_query::wire::problems::ProblemKind;
use bestmove_query::wire::response::PlyReview;
use bestmove_query::wire::suggestion::nearest;
use bestmove_scheduler::EngineError;
use bestmove_trees::NAMED_TREES;
use std::fmt::Display;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

/// A problem that is answered over HTTP.
#[derive(Clone, Debug)]
pub(super) struct Problem(problem::Problem);

impl Problem {
    /// When to retry after a shutdown: about when the next instance is up.
    const RESTART: Duration = Duration::from_secs(5);
    /// When to retry without memory: what is unfinished or unread now has timed out then.
    const MEMORY_RETURNS: Duration = Duration::from_secs(5);

    /// When to retry after the limit on jobs was reached.
    const JOB_ENDS: Duration = Duration::from_secs(10);
    /// When to retry while the store of jobs does not answer.
    const STORE_RETURNS: Duration = Duration::from_secs(5);

    fn new(kind: ProblemKind, detail: impl Into<String>) -> Self {
        Self(problem::Problem::new(kind, detail))
    }

    fn from_mismatch(kind: ProblemKind, mismatch: Mismatch) -> Self {
        Self(problem::Problem::from_mismatch(kind, mismatch))
    }

    fn retrying_after(self, wait: impl Into<Option<Duration>>) -> Self {
        Self(self.0.retrying_after(wait))
    }

    pub(super) fn invalid_field(mismatch: Mismatch) -> Self {
        Self::from_mismatch(ProblemKind::InvalidField, mismatch)
    }

    pub(super) fn unknown_path() -> Self {
        Self(problem::Problem::unknown_path())
    }

    pub(super) fn method_not_allowed(method: &impl Display) -> Self {
        Self(problem::Problem::method_not_allowed(method))
    }

    pub(super) fn body_too_large(limit: usize) -> Self {
        Self(problem::Problem::body_too_large(limit))
    }

    pub(super) fn malformed_json(detail: impl Into<String>) -> Self {
        Self(problem::Problem::malformed_json(detail))
    }

    pub(super) fn malformed_path(detail: impl Into<String>) -> Self {
        Self::new(ProblemKind::MalformedPath, detail)
    }

    pub(super) fn malformed_host(mismatch: Mismatch) -> Self {
        Self::from_mismatch(ProblemKind::MalformedHost, mismatch)
    }

    /// The problem of an ID that names no background task of this kind.
    pub(super) fn unknown_task(name: &str) -> Self {
        let detail = format!("there is no {name} with this ID, or it has expired");
        Self::new(ProblemKind::UnknownAnalysis, detail)
    }

    pub(super) fn unknown_job() -> Self {
        Self::new(ProblemKind::UnknownJob, "there is no job with this ID, or it has expired")
    }

    pub(super) fn not_known() -> Self {
        Self::new(ProblemKind::NotKnown, "no search of this position has been kept")
    }

    pub(super) fn nothing_is_kept() -> Self {
        Self::new(ProblemKind::NotKnown, "this service keeps no results of searches")
    }

    pub(super) fn too_many_lines(most: u64) -> Self {
        Self::new(ProblemKind::BodyTooLarge, format!("a job has at most {most} lines"))
    }

    pub(super) fn unknown_tree(id: &str) -> Self {
        let Self(problem) = Self::new(ProblemKind::UnknownTree, format!("there is no tree {}", quoted(id)));
        Self(problem.suggesting(nearest(id, NAMED_TREES.iter().map(|named| named.id))))
    }

    pub(super) fn not_acceptable(mismatch: Mismatch) -> Self {
        Self::from_mismatch(ProblemKind::NotAcceptable, mismatch)
    }

    pub(super) fn request_timeout(limit: Duration) -> Self {
        let seconds = limit.as_secs();
        Self::new(ProblemKind::RequestTimeout, format!("the body did not arrive within {seconds} seconds"))
    }

    pub(super) fn too_slow(bytes: usize, limit: Duration) -> Self {
        let (kib, seconds) = (bytes >> 10, limit.as_secs());
        let detail = format!("fewer than {kib} KiB of the body arrived within {seconds} seconds");
        Self::new(ProblemKind::RequestTimeout, detail)
    }

    pub(super) fn out_of_memory() -> Self {
        let detail = "requests and answers in progress use all the memory that they may";
        Self::new(ProblemKind::Overloaded, detail).retrying_after(Self::MEMORY_RETURNS)
    }

    pub(super) fn unsupported_media_type(mismatch: Mismatch) -> Self {
        Self::from_mismatch(ProblemKind::UnsupportedMediaType, mismatch)
    }

    pub(super) fn unauthorized(detail: impl Into<String>) -> Self {
        Self::new(ProblemKind::Unauthorized, detail)
    }

    pub(super) fn quota_exceeded(time: Duration, quota: Duration, wait: Duration) -> Self {
        let (time, quota) = (time.as_millis(), quota.as_millis());
        let detail =
            format!("the {time} ms of this request exceed what is left of {quota} ms of search a minute");
        Self::new(ProblemKind::QuotaExceeded, detail).retrying_after(wait)
    }

    /// More time for all searches together than there is in a minute.
    pub(super) fn more_than_quota(time: Duration, quota: Duration, searches: u32) -> Self {
        let (time, quota) = (time.as_millis(), quota.as_millis());
        let advice = match quota / u128::from(searches) {
            _ if searches == 1 => format!("ask for {quota} ms at most"),
            0 => format!("{quota} ms are too few for {searches} searches"),
            each => format!("ask for a time_ms of {each} at most for each of {searches} searches"),
        };
        let detail = format!("this request may take {time} ms of search; {advice}");
        Self::new(ProblemKind::QuotaExceeded, detail)
    }

    pub(super) fn malformed_body(error: &axum::Error) -> Self {
        Self::new(ProblemKind::MalformedBody, format!("the body could not be received: {error}"))
    }

    pub(super) fn shutting_down() -> Self {
        let problem = Self::new(ProblemKind::ShuttingDown, "this instance is shutting down");
        problem.retrying_after(Self::RESTART)
    }

    pub(super) fn internal() -> Self {
        Self::new(ProblemKind::Internal, "an unexpected error occurred; it is logged under the request ID")
    }
}

impl Deref for Problem {
    type Target = problem::Problem;

    fn deref(&self) -> &problem::Problem {
        &self.0
    }
}

impl From<problem::Problem> for Problem {
    fn from(problem: problem::Problem) -> Self {
        Self(problem)
    }
}

impl From<Problem> for problem::Problem {
    fn from(Problem(problem): Problem) -> Self {
        problem
    }
}

impl From<FieldError> for Problem {
    fn from(error: FieldError) -> Self {
        Self(error.into())
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        let detail = error.to_string();
        match error {
            StoreError::IdempotencyKeyReused => Self::new(ProblemKind::IdempotencyKeyReused, detail),
            StoreError::TooManyJobs(most) => {
                let detail = format!("this client has reached its limit of {most} unfinished jobs");
                Self::new(ProblemKind::TooManyJobsOfClient, detail).retrying_after(Self::JOB_ENDS)
            }
            StoreError::TooManyBytes(most) => {
                let most = most >> 20;
                let detail =
                    format!("the unfinished uploads of this client have {most} MiB, as many as they may");
                Self::new(ProblemKind::TooManyJobsOfClient, detail).retrying_after(Self::JOB_ENDS)
            }
            StoreError::NoRoomForUploads(_) => {
                Self::new(ProblemKind::StorageFull, "unfinished uploads take all of their room")
                    .retrying_after(Self::JOB_ENDS)
            }
            StoreError::UnknownJob => Self::unknown_job(),
            StoreError::Full => Self::new(ProblemKind::StorageFull, detail).retrying_after(Self::JOB_ENDS),
            StoreError::Unavailable(_) | StoreError::Superseded => {
                Self::new(ProblemKind::StoreUnavailable, "the store of jobs does not answer")
                    .retrying_after(Self::STORE_RETURNS)
            }
            StoreError::InvalidChunks | StoreError::Corrupt(_) => Self::internal(),
        }
    }
}

impl From<EngineError> for Problem {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Field(invalid) => invalid.into(),
            EngineError::Full { retry_after, .. } => {
                Self::new(ProblemKind::Overloaded, error.to_string()).retrying_after(retry_after)
            }
            EngineError::Draining => Self::shutting_down(),
            EngineError::Failed => Self::internal(),
        }
    }
}

/// The head of the response; [`write_problem`] adds the body.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = status_of(&self).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(NO_STORE));
        if let Some(wait) = self.retry_after() {
            headers.insert(RETRY_AFTER, HeaderValue::from(whole_seconds(wait)));
        }
        if self.kind() == ProblemKind::Unauthorized {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        // The rest of the body must not be read as the next request.
        if self.kind() == ProblemKind::RequestTimeout {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response.extensions_mut().insert(self);
        response
    }
}

fn status_of(problem: &Problem) -> StatusCode {
    StatusCode::from_u16(problem.status()).expect("statuses of problems are valid")
}

/// `Retry-After` takes whole seconds; zero would invite an immediate retry.
pub(super) fn whole_seconds(wait: Duration) -> u64 {
    (wait.as_millis().div_ceil(1000) as u64).max(1)
}

/// The types of the problems in a response, as an extension for metrics and logs.
#[derive(Clone, Debug)]
pub struct ProblemTypes(pub Vec<&'static str>);

impl ProblemTypes {
    /// Those of a review.
    pub(super) fn of(plies: &[Arc<PlyReview>]) -> Self {
        Self(plies.iter().filter_map(|ply| ply.problem()).map(problem::Problem::slug).collect())
    }
}

/// Writes the body of a response that is a [`Problem`].
pub(super) fn write_problem(response: &mut Response, id: &RequestId) {
    if let Some(problem) = response.extensions_mut().remove::<Problem>() {
        response.headers_mut().remove(CONTENT_LENGTH);
        *response.body_mut() = Body::from(json_text(&problem.body(Some(id))));
        response.extensions_mut().insert(ProblemTypes(vec![problem.slug()]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_is_rounded_up_to_whole_seconds() {
        let seconds = [0, 1, 1000, 1001].map(|ms| whole_seconds(Duration::from_millis(ms)));
        assert_eq!(seconds, [1, 1, 1, 2]);
    }
}
