//! Problem details, `application/problem+json` (RFC 9457).
//!
//! A handler returns a [`Problem`]; [`write_problem`] writes its body, because only it knows the request
//! ID.

use super::document::{NO_STORE, json_text};
use super::problems::{ProblemKind, ProblemSpec};
use super::request_id::RequestId;
use crate::engine::{EngineError, FieldError};
use crate::game::Invalid;
use axum::Extension;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{
    CACHE_CONTROL, CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE,
};
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::fmt::{self, Display};
use std::time::Duration;

/// A problem, on its way to the client.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    kind: ProblemKind,
    detail: String,
    /// The part of the field at fault, unless it is the whole.
    part: Option<String>,
    mismatch: Option<Box<Mismatch>>,
    retry_after: Option<Duration>,
}

/// What was expected in a part of the request, and what came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Mismatch {
    /// The field, unless the request as a whole is at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) field: Option<String>,
    pub(super) expected: String,
    pub(super) got: String,
}

impl Display for Mismatch {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, expected, got } = self;
        if let Some(field) = field {
            write!(out, "{field}: ")?;
        }
        write!(out, "expected {expected}, got {got}")
    }
}

impl Problem {
    /// When to retry after a shutdown: about when the next instance is up.
    const RESTART: Duration = Duration::from_secs(5);

    fn new(kind: ProblemKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into(), part: None, mismatch: None, retry_after: None }
    }

    fn from_mismatch(kind: ProblemKind, mismatch: Mismatch) -> Self {
        let detail = mismatch.to_string();
        Self { mismatch: Some(Box::new(mismatch)), ..Self::new(kind, detail) }
    }

    /// Adds a suggestion to the detail.
    pub(super) fn suggesting(mut self, meant: Option<&str>) -> Self {
        if let Some(meant) = meant {
            self.detail.push_str(&format!("; did you mean {meant:?}?"));
        }
        self
    }

    pub(super) fn malformed_path(detail: impl Into<String>) -> Self {
        Self::new(ProblemKind::MalformedPath, detail)
    }

    pub(super) fn malformed_host(mismatch: Mismatch) -> Self {
        Self::from_mismatch(ProblemKind::MalformedHost, mismatch)
    }

    pub(super) fn malformed_json(detail: impl Into<String>) -> Self {
        Self::new(ProblemKind::MalformedJson, detail)
    }

    pub(super) fn empty_body() -> Self {
        let (expected, got) = ("a JSON object".to_owned(), "an empty body".to_owned());
        Self::from_mismatch(ProblemKind::MalformedJson, Mismatch { field: None, expected, got })
    }

    pub(super) fn unknown_path() -> Self {
        Self::new(ProblemKind::UnknownPath, "there is nothing at this path; see /openapi.yaml")
    }

    pub(super) fn unknown_game(mismatch: Mismatch) -> Self {
        Self::from_mismatch(ProblemKind::UnknownGame, mismatch)
    }

    pub(super) fn unknown_analysis() -> Self {
        Self::new(ProblemKind::UnknownAnalysis, "there is no analysis with this ID, or it has expired")
    }

    pub(super) fn unknown_review() -> Self {
        Self::new(ProblemKind::UnknownAnalysis, "there is no review with this ID, or it has expired")
    }

    pub(super) fn method_not_allowed(method: &Method) -> Self {
        Self::new(
            ProblemKind::MethodNotAllowed,
            format!("{method} is not allowed here; see the Allow header"),
        )
    }

    pub(super) fn not_acceptable(mismatch: Mismatch) -> Self {
        Self::from_mismatch(ProblemKind::NotAcceptable, mismatch)
    }

    pub(super) fn request_timeout(limit: Duration) -> Self {
        let seconds = limit.as_secs();
        Self::new(ProblemKind::RequestTimeout, format!("the body did not arrive within {seconds} seconds"))
    }

    pub(super) fn body_too_large(limit: usize) -> Self {
        Self::new(ProblemKind::BodyTooLarge, format!("the body is larger than {limit} bytes"))
    }

    pub(super) fn too_much_unfinished(wait: Duration) -> Self {
        let detail = "requests in progress use all the memory they may";
        Self { retry_after: Some(wait), ..Self::new(ProblemKind::Overloaded, detail) }
    }

    pub(super) fn unsupported_media_type(mismatch: Mismatch) -> Self {
        Self::from_mismatch(ProblemKind::UnsupportedMediaType, mismatch)
    }

    pub(super) fn invalid_field(mismatch: Mismatch) -> Self {
        Self::from_mismatch(ProblemKind::InvalidField, mismatch)
    }

    pub(super) fn unauthorized(detail: impl Into<String>) -> Self {
        Self::new(ProblemKind::Unauthorized, detail)
    }

    pub(super) fn quota_exceeded(time: Duration, quota: Duration, wait: Option<Duration>) -> Self {
        let (time, quota) = (time.as_millis(), quota.as_millis());
        let detail = match wait {
            Some(_) => {
                format!("the {time} ms of this request exceed what is left of {quota} ms of search a minute")
            }
            None => format!("this request may take {time} ms of search; ask for {quota} ms at most"),
        };
        Self { retry_after: wait, ..Self::new(ProblemKind::QuotaExceeded, detail) }
    }

    pub(super) fn shutting_down() -> Self {
        let problem = Self::new(ProblemKind::ShuttingDown, "this instance accepts no new work");
        Self { retry_after: Some(Self::RESTART), ..problem }
    }

    pub(super) fn internal() -> Self {
        Self::new(ProblemKind::Internal, "an unexpected error occurred; it is logged under the request ID")
    }

    pub(super) const fn slug(&self) -> &'static str {
        self.kind.spec().slug
    }

    pub(super) fn status(&self) -> u16 {
        self.kind.spec().status.as_u16()
    }

    /// The body of the problem.
    pub(super) fn body<'a>(&'a self, request_id: &'a RequestId) -> ProblemBody<'a> {
        let ProblemSpec { slug, status, title, .. } = self.kind.spec();
        ProblemBody {
            kind: format!("/problems/{slug}"),
            title,
            status: status.as_u16(),
            detail: &self.detail,
            part: self.part.as_deref(),
            mismatch: self.mismatch.as_deref(),
            request_id: request_id.as_str(),
        }
    }
}

/// The body of a problem.
#[derive(Serialize)]
pub(super) struct ProblemBody<'a> {
    #[serde(rename = "type")]
    kind: String,
    title: &'static str,
    status: u16,
    detail: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<&'a str>,
    #[serde(flatten)]
    mismatch: Option<&'a Mismatch>,
    request_id: &'a str,
}

/// The detail also names the part of the field, "position: square 33", and the suggestion.
impl From<FieldError> for Problem {
    fn from(error: FieldError) -> Self {
        let detail = error.to_string();
        let FieldError { field, invalid: Invalid { part, expected, got, .. } } = error;
        let part = (part != field).then_some(part);
        Self { detail, part, ..Self::invalid_field(Mismatch { field: Some(field), expected, got }) }
    }
}

impl From<EngineError> for Problem {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Field(invalid) => invalid.into(),
            EngineError::Full { retry_after, .. } => {
                let problem = Self::new(ProblemKind::Overloaded, error.to_string());
                Self { retry_after: Some(retry_after), ..problem }
            }
            EngineError::TooManyAnalyses { retry_after, .. } => {
                let problem = Self::new(ProblemKind::TooManyAnalyses, error.to_string());
                Self { retry_after: Some(retry_after), ..problem }
            }
            EngineError::TooManyAnalysesOfClient { retry_after, .. } => {
                let problem = Self::new(ProblemKind::TooManyAnalysesOfClient, error.to_string());
                Self { retry_after: Some(retry_after), ..problem }
            }
            EngineError::AnalysesOff { for_keys: true } => {
                Self::unauthorized("background analyses require a key: Authorization: Bearer KEY")
            }
            EngineError::AnalysesOff { for_keys: false } => {
                Self::new(ProblemKind::AnalysesOff, "this instance does not run background analyses")
            }
            EngineError::Deleted => Self::unknown_analysis(),
            EngineError::Draining => Self::shutting_down(),
            EngineError::Failed => Self::internal(),
        }
    }
}

/// The head of the response; [`write_problem`] adds the body.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.kind.spec().status.into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(NO_STORE));
        if let Some(wait) = self.retry_after {
            headers.insert(RETRY_AFTER, HeaderValue::from(whole_seconds(wait)));
        }
        if self.kind == ProblemKind::Unauthorized {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        // The rest of the body must not be read as the next request.
        if self.kind == ProblemKind::RequestTimeout {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response.extensions_mut().insert(self);
        response
    }
}

/// `Retry-After` takes whole seconds; zero would invite an immediate retry.
fn whole_seconds(wait: Duration) -> u64 {
    (wait.as_millis().div_ceil(1000) as u64).max(1)
}

/// The types of the problems in a response, as an extension for metrics and logs.
#[derive(Clone, Debug)]
pub struct ProblemTypes(pub Vec<&'static str>);

/// Writes the body of a response that is a [`Problem`].
pub(super) async fn write_problem(
    Extension(id): Extension<RequestId>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = next.run(request).await;
    if let Some(problem) = response.extensions_mut().remove::<Problem>() {
        response.headers_mut().remove(CONTENT_LENGTH);
        *response.body_mut() = Body::from(json_text(&problem.body(&id)));
        response.extensions_mut().insert(ProblemTypes(vec![problem.slug()]));
    }
    response
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
