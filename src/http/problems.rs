//! The kinds of problem, each with a page that says what to do about it.

use super::error::Problem;
use super::extract::Segment;
use super::response::document;
use axum::http::StatusCode;
use axum::response::Response;

/// What can go wrong, by what the caller can do about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    MalformedPath,
    MalformedJson,
    UnknownPath,
    UnknownGame,
    MethodNotAllowed,
    RequestTimeout,
    BodyTooLarge,
    UnsupportedMediaType,
    InvalidField,
    Overloaded,
    ShuttingDown,
    Internal,
}

/// What is the same for all problems of a kind.
pub(super) struct About {
    pub(super) slug: &'static str,
    pub(super) status: StatusCode,
    pub(super) title: &'static str,
    explanation: &'static str,
}

impl Kind {
    const ALL: [Self; 12] = [
        Self::MalformedPath,
        Self::MalformedJson,
        Self::UnknownPath,
        Self::UnknownGame,
        Self::MethodNotAllowed,
        Self::RequestTimeout,
        Self::BodyTooLarge,
        Self::UnsupportedMediaType,
        Self::InvalidField,
        Self::Overloaded,
        Self::ShuttingDown,
        Self::Internal,
    ];

    pub(super) const fn about(self) -> About {
        let (slug, status, title, explanation) = match self {
            Self::MalformedPath => (
                "malformed-path",
                StatusCode::BAD_REQUEST,
                "The path is malformed",
                "The path is not UTF-8 once its percent-encoding is undone. Encode each part of it.",
            ),
            Self::MalformedJson => (
                "malformed-json",
                StatusCode::BAD_REQUEST,
                "The body is not JSON",
                "The body is not a JSON text in UTF-8; the detail says where it stops being one. An empty \
                 body is none either: send {} to ask about the start position.",
            ),
            Self::UnknownPath => (
                "unknown-path",
                StatusCode::NOT_FOUND,
                "There is nothing at this path",
                "Nothing is served here. GET /openapi.yaml describes every path.",
            ),
            Self::UnknownGame => (
                "unknown-game",
                StatusCode::NOT_FOUND,
                "There is no such game",
                "The path names a game that is not served. GET /v1/games lists those that are.",
            ),
            Self::MethodNotAllowed => (
                "method-not-allowed",
                StatusCode::METHOD_NOT_ALLOWED,
                "This path does not take the method",
                "The Allow header names the methods that the path takes.",
            ),
            Self::RequestTimeout => (
                "request-timeout",
                StatusCode::REQUEST_TIMEOUT,
                "The body did not arrive in time",
                "The whole body has to arrive within 10 seconds of the headers. The connection is closed; \
                 send the request again on a new one.",
            ),
            Self::BodyTooLarge => (
                "body-too-large",
                StatusCode::PAYLOAD_TOO_LARGE,
                "The body is too large",
                "A request body has at most 16 KiB. Send the position after an irreversible move instead of \
                 all moves that led to it.",
            ),
            Self::UnsupportedMediaType => (
                "unsupported-media-type",
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "The body is not declared as JSON",
                "Send the header Content-Type: application/json, and the body without Content-Encoding.",
            ),
            Self::InvalidField => (
                "invalid-field",
                StatusCode::UNPROCESSABLE_ENTITY,
                "A field of the request cannot be",
                "The body is JSON, but not a request that makes sense: the field is unknown, of the wrong \
                 type, out of range, or tells a position or a move that the rules of the game exclude. \
                 `field` names it, `expected` says what could stand there and `got` what did.",
            ),
            Self::Overloaded => (
                "overloaded",
                StatusCode::SERVICE_UNAVAILABLE,
                "The service is busy",
                "Every search thread is taken and the queue is full, or the request would wait in it past \
                 its own deadline. Try again after the seconds in the Retry-After header.",
            ),
            Self::ShuttingDown => (
                "shutting-down",
                StatusCode::SERVICE_UNAVAILABLE,
                "The service is shutting down",
                "This instance takes no new work. Try again after the seconds in the Retry-After header; \
                 another instance may answer at once.",
            ),
            Self::Internal => (
                "internal",
                StatusCode::INTERNAL_SERVER_ERROR,
                "The service failed",
                "A defect in the service, not in the request. Report it with the request id.",
            ),
        };
        About { slug, status, title, explanation }
    }
}

/// `GET /problems/{slug}`: what a problem means and what to do about it.
pub(super) async fn explain(Segment(slug): Segment) -> Result<Response, Problem> {
    let mut kinds = Kind::ALL.into_iter().map(Kind::about);
    let About { status, title, explanation, .. } =
        kinds.find(|about| about.slug == slug).ok_or_else(Problem::unknown_path)?;
    let text = format!("{title} (status {})\n\n{explanation}\n", status.as_u16());
    Ok(document("text/plain; charset=utf-8", text))
}
