//! Whatever goes wrong, told as `application/problem+json` (RFC 9457).
//!
//! A handler answers with a [`Problem`]; [`write_problem`] writes its body, as only there the
//! request's id is known.

use super::problems::{About, Kind};
use super::request_id::RequestId;
use super::response::{NO_STORE, json_text};
use crate::engine::{EngineError, Fault};
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
    kind: Kind,
    detail: String,
    /// The part of the field to blame, where it is not the whole.
    part: Option<String>,
    blame: Option<Box<Blame>>,
    retry_after: Option<Duration>,
}

/// The part of the request that is to blame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Blame {
    /// The field, unless it is the request as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) field: Option<String>,
    pub(super) expected: String,
    pub(super) got: String,
}

impl Display for Blame {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, expected, got } = self;
        if let Some(field) = field {
            write!(out, "{field}: ")?;
        }
        write!(out, "expected {expected}, got {got}")
    }
}

impl Problem {
    /// When to come back to a service that shuts down: about when its successor is up.
    const RESTART: Duration = Duration::from_secs(5);

    fn new(kind: Kind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into(), part: None, blame: None, retry_after: None }
    }

    fn blaming(kind: Kind, blame: Blame) -> Self {
        let detail = blame.to_string();
        Self { blame: Some(Box::new(blame)), ..Self::new(kind, detail) }
    }

    /// Adds what was probably meant.
    pub(super) fn suggesting(mut self, meant: Option<&str>) -> Self {
        if let Some(meant) = meant {
            self.detail.push_str(&format!("; did you mean {meant:?}?"));
        }
        self
    }

    pub(super) fn malformed_path(detail: impl Into<String>) -> Self {
        Self::new(Kind::MalformedPath, detail)
    }

    pub(super) fn malformed_host(blame: Blame) -> Self {
        Self::blaming(Kind::MalformedHost, blame)
    }

    pub(super) fn malformed_json(detail: impl Into<String>) -> Self {
        Self::new(Kind::MalformedJson, detail)
    }

    pub(super) fn empty_body() -> Self {
        let (expected, got) = ("a JSON object".to_owned(), "an empty body".to_owned());
        Self::blaming(Kind::MalformedJson, Blame { field: None, expected, got })
    }

    pub(super) fn unknown_path() -> Self {
        Self::new(Kind::UnknownPath, "there is nothing at this path; see /openapi.yaml")
    }

    pub(super) fn unknown_game(blame: Blame) -> Self {
        Self::blaming(Kind::UnknownGame, blame)
    }

    pub(super) fn unknown_analysis() -> Self {
        Self::new(Kind::UnknownAnalysis, "there is no analysis of this name, or none any more")
    }

    pub(super) fn method_not_allowed(method: &Method) -> Self {
        Self::new(Kind::MethodNotAllowed, format!("{method} is not allowed here; see the Allow header"))
    }

    pub(super) fn not_acceptable(blame: Blame) -> Self {
        Self::blaming(Kind::NotAcceptable, blame)
    }

    pub(super) fn request_timeout(limit: Duration) -> Self {
        let seconds = limit.as_secs();
        Self::new(Kind::RequestTimeout, format!("the body did not arrive within {seconds} seconds"))
    }

    pub(super) fn body_too_large(limit: usize) -> Self {
        Self::new(Kind::BodyTooLarge, format!("the body is larger than {limit} bytes"))
    }

    pub(super) fn too_much_unfinished(wait: Duration) -> Self {
        let detail = "requests that are being received take as much memory as they may";
        Self { retry_after: Some(wait), ..Self::new(Kind::Overloaded, detail) }
    }

    pub(super) fn unsupported_media_type(blame: Blame) -> Self {
        Self::blaming(Kind::UnsupportedMediaType, blame)
    }

    pub(super) fn invalid_field(blame: Blame) -> Self {
        Self::blaming(Kind::InvalidField, blame)
    }

    pub(super) fn unauthorized(detail: impl Into<String>) -> Self {
        Self::new(Kind::Unauthorized, detail)
    }

    pub(super) fn quota_exceeded(time: Duration, quota: Duration, wait: Option<Duration>) -> Self {
        let (time, quota) = (time.as_millis(), quota.as_millis());
        let detail = match wait {
            Some(_) => {
                format!("of {quota} ms of search a minute, the {time} ms of this request are not left")
            }
            None => format!("this request may take {time} ms of search; ask for {quota} ms at most"),
        };
        Self { retry_after: wait, ..Self::new(Kind::QuotaExceeded, detail) }
    }

    pub(super) fn shutting_down() -> Self {
        let problem = Self::new(Kind::ShuttingDown, "this instance accepts no new work");
        Self { retry_after: Some(Self::RESTART), ..problem }
    }

    pub(super) fn internal() -> Self {
        Self::new(Kind::Internal, "an unexpected error occurred; it is logged under the request ID")
    }

    pub(super) const fn slug(&self) -> &'static str {
        self.kind.about().slug
    }

    pub(super) fn status(&self) -> u16 {
        self.kind.about().status.as_u16()
    }

    /// The problem as it is written.
    pub(super) fn document<'a>(&'a self, request_id: &'a RequestId) -> Document<'a> {
        let About { slug, status, title, .. } = self.kind.about();
        Document {
            kind: format!("/problems/{slug}"),
            title,
            status: status.as_u16(),
            detail: &self.detail,
            part: self.part.as_deref(),
            blame: self.blame.as_deref(),
            request_id: request_id.as_str(),
        }
    }
}

/// The problem as it is written.
#[derive(Serialize)]
pub(super) struct Document<'a> {
    #[serde(rename = "type")]
    kind: String,
    title: &'static str,
    status: u16,
    detail: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<&'a str>,
    #[serde(flatten)]
    blame: Option<&'a Blame>,
    request_id: &'a str,
}

/// The detail also has the part of the field, "position: square 33", and what was probably meant.
impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        let detail = fault.to_string();
        let Fault { field, invalid: Invalid { part, expected, got, .. } } = fault;
        let part = (part != field).then_some(part);
        Self { detail, part, ..Self::invalid_field(Blame { field: Some(field), expected, got }) }
    }
}

impl From<EngineError> for Problem {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Fault(fault) => fault.into(),
            EngineError::Full { retry_after, .. } => {
                let problem = Self::new(Kind::Overloaded, error.to_string());
                Self { retry_after: Some(retry_after), ..problem }
            }
            EngineError::TooMany { retry_after, .. } => {
                let problem = Self::new(Kind::TooManyAnalyses, error.to_string());
                Self { retry_after: Some(retry_after), ..problem }
            }
            EngineError::TooManyOfOne { retry_after, .. } => {
                let problem = Self::new(Kind::TooManyAnalysesOfClient, error.to_string());
                Self { retry_after: Some(retry_after), ..problem }
            }
            EngineError::NoPlaces { for_keys: true } => {
                Self::unauthorized("analyses are kept by key: Authorization: Bearer KEY")
            }
            EngineError::NoPlaces { for_keys: false } => {
                Self::new(Kind::AnalysesOff, "this instance keeps no analyses")
            }
            EngineError::Forgotten => Self::unknown_analysis(),
            EngineError::Draining => Self::shutting_down(),
            EngineError::Failed => Self::internal(),
        }
    }
}

/// The head of the response; [`write_problem`] adds the body.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.kind.about().status.into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(NO_STORE));
        if let Some(wait) = self.retry_after {
            headers.insert(RETRY_AFTER, HeaderValue::from(whole_seconds(wait)));
        }
        if self.kind == Kind::Unauthorized {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        // What may still come of the body is no next request.
        if self.kind == Kind::RequestTimeout {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response.extensions_mut().insert(self);
        response
    }
}

/// Retry-After knows whole seconds only; none at all would be an invitation to hammer.
fn whole_seconds(wait: Duration) -> u64 {
    (wait.as_millis().div_ceil(1000) as u64).max(1)
}

/// The types of the problems that an answer tells of; an extension of the response, for others to count.
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
        *response.body_mut() = Body::from(json_text(&problem.document(&id)));
        response.extensions_mut().insert(ProblemTypes(vec![problem.slug()]));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_are_rounded_up_to_a_second_at_least() {
        let seconds = [0, 1, 1000, 1001].map(|ms| whole_seconds(Duration::from_millis(ms)));
        assert_eq!(seconds, [1, 1, 1, 2]);
    }
}
