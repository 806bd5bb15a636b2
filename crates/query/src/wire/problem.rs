//! Problem details, `application/problem+json` (RFC 9457).

use super::codes::Codes;
use super::problems::{ProblemKind, ProblemSpec};
use crate::FieldError;
use bestmove_core::game::Invalid;
use serde::Serialize;
use std::fmt::{self, Display};
use std::time::Duration;

/// A problem, on its way to the client.
#[derive(Clone, Debug)]
pub struct Problem {
    kind: ProblemKind,
    detail: String,
    /// The part of the field at fault, unless it is the whole.
    part: Option<String>,
    mismatch: Option<Box<Mismatch>>,
    /// The error with its codes.
    invalid: Option<Box<Invalid>>,
    /// What was probably meant, if there is such a guess.
    meant: Option<String>,
    retry_after: Option<Duration>,
}

/// What was expected in a part of the request, and what came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    /// The field, unless the request as a whole is at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// What is accepted.
    pub expected: String,
    /// What came.
    pub got: String,
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

impl Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.detail)
    }
}

impl Problem {
    /// A problem with its detail.
    pub fn new(kind: ProblemKind, detail: impl Into<String>) -> Self {
        Self {
            kind,
            detail: detail.into(),
            part: None,
            mismatch: None,
            invalid: None,
            meant: None,
            retry_after: None,
        }
    }

    /// A problem with a part of the request.
    pub fn from_mismatch(kind: ProblemKind, mismatch: Mismatch) -> Self {
        let detail = mismatch.to_string();
        Self { mismatch: Some(Box::new(mismatch)), ..Self::new(kind, detail) }
    }

    /// Says when to try again, if that is known.
    pub fn retrying_after(self, wait: impl Into<Option<Duration>>) -> Self {
        Self { retry_after: wait.into(), ..self }
    }

    /// Adds a suggestion, also to the detail.
    pub fn suggesting(mut self, meant: Option<&str>) -> Self {
        if let Some(meant) = meant {
            self.detail.push_str(&format!("; did you mean {meant:?}?"));
            self.meant = Some(meant.to_owned());
        }
        self
    }

    /// The body is no JSON.
    pub fn malformed_json(detail: impl Into<String>) -> Self {
        Self::new(ProblemKind::MalformedJson, detail)
    }

    /// There is no body.
    pub(crate) fn empty_body() -> Self {
        let (expected, got) = ("a JSON object".to_owned(), "an empty body".to_owned());
        Self::from_mismatch(ProblemKind::MalformedJson, Mismatch { field: None, expected, got })
    }

    /// Nothing has this path.
    pub fn unknown_path() -> Self {
        Self::new(ProblemKind::UnknownPath, "there is nothing at this path; see /openapi.yaml")
    }

    /// No game has this ID.
    pub(crate) fn unknown_game(mismatch: Mismatch) -> Self {
        Self::from_mismatch(ProblemKind::UnknownGame, mismatch)
    }

    /// The path does not take this method.
    pub fn method_not_allowed(method: &impl Display) -> Self {
        Self::new(
            ProblemKind::MethodNotAllowed,
            format!("{method} is not allowed here; see the Allow header"),
        )
    }

    /// The body has more than `limit` bytes.
    pub fn body_too_large(limit: usize) -> Self {
        Self::new(ProblemKind::BodyTooLarge, format!("the body is larger than {limit} bytes"))
    }

    /// A field has a value that is not accepted.
    pub(crate) fn invalid_field(mismatch: Mismatch) -> Self {
        Self::from_mismatch(ProblemKind::InvalidField, mismatch)
    }

    /// The kind.
    pub const fn kind(&self) -> ProblemKind {
        self.kind
    }

    /// When to try again, if that is known.
    pub const fn retry_after(&self) -> Option<Duration> {
        self.retry_after
    }

    /// The end of its URL.
    pub const fn slug(&self) -> &'static str {
        self.kind.spec().slug
    }

    /// The HTTP status.
    pub fn status(&self) -> u16 {
        self.kind.spec().status
    }

    /// The body of the problem, with the ID of its request, if it has one of its own.
    pub fn body<'a>(&'a self, request_id: Option<&'a str>) -> ProblemBody<'a> {
        let ProblemSpec { slug, status, title, .. } = self.kind.spec();
        let codes = self.invalid.as_deref().and_then(|invalid| Codes::of(invalid, self.part.is_some()));
        ProblemBody {
            kind: format!("/problems/{slug}"),
            title,
            status,
            detail: &self.detail,
            part: self.part.as_deref(),
            mismatch: self.mismatch.as_deref(),
            codes: codes.map(Box::new),
            meant: self.meant.as_deref(),
            request_id,
        }
    }
}

/// The body of a problem.
#[derive(Serialize)]
pub struct ProblemBody<'a> {
    #[serde(rename = "type")]
    kind: String,
    title: &'static str,
    status: u16,
    detail: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<&'a str>,
    #[serde(flatten)]
    mismatch: Option<&'a Mismatch>,
    #[serde(skip_serializing_if = "Option::is_none")]
    codes: Option<Box<Codes<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meant: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<&'a str>,
}

/// The detail also names the part of the field, "position: square 33", and the suggestion.
impl From<FieldError> for Problem {
    fn from(error: FieldError) -> Self {
        let detail = error.to_string();
        let FieldError { field, invalid } = error;
        let part = Some(invalid.part.to_string()).filter(|part| *part != field);
        let [expected, got] = [&invalid.expected, &invalid.got].map(ToString::to_string);
        let mismatch = Mismatch { field: Some(field), expected, got };
        let meant = invalid.meant.clone();
        Self { detail, part, meant, invalid: Some(invalid.into()), ..Self::invalid_field(mismatch) }
    }
}
