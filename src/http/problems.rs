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
    Unauthorized,
    UnknownPath,
    UnknownGame,
    UnknownAnalysis,
    MethodNotAllowed,
    NotAcceptable,
    RequestTimeout,
    BodyTooLarge,
    UnsupportedMediaType,
    InvalidField,
    QuotaExceeded,
    Overloaded,
    TooManyAnalyses,
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
    const ALL: [Self; 17] = [
        Self::MalformedPath,
        Self::MalformedJson,
        Self::Unauthorized,
        Self::UnknownPath,
        Self::UnknownGame,
        Self::UnknownAnalysis,
        Self::MethodNotAllowed,
        Self::NotAcceptable,
        Self::RequestTimeout,
        Self::BodyTooLarge,
        Self::UnsupportedMediaType,
        Self::InvalidField,
        Self::QuotaExceeded,
        Self::Overloaded,
        Self::TooManyAnalyses,
        Self::ShuttingDown,
        Self::Internal,
    ];

    pub(super) const fn about(self) -> About {
        let (slug, status, title, explanation) = match self {
            Self::MalformedPath => (
                "malformed-path",
                StatusCode::BAD_REQUEST,
                "Malformed path",
                "The path is not valid UTF-8 after percent-decoding. Percent-encode each segment.",
            ),
            Self::MalformedJson => (
                "malformed-json",
                StatusCode::BAD_REQUEST,
                "Malformed JSON",
                "The request body is not valid JSON in UTF-8; `detail` says where parsing failed. An empty body \
                 is not valid JSON: send {} to ask about the start position.",
            ),
            Self::Unauthorized => (
                "unauthorized",
                StatusCode::UNAUTHORIZED,
                "Unauthorized",
                "This instance searches for those who have a key. Send it as the header Authorization: Bearer KEY.",
            ),
            Self::UnknownPath => (
                "unknown-path",
                StatusCode::NOT_FOUND,
                "Unknown path",
                "There is no resource at this path. GET /openapi.yaml describes every path.",
            ),
            Self::UnknownGame => (
                "unknown-game",
                StatusCode::NOT_FOUND,
                "Unknown game",
                "There is no game with the name in the path. GET /v1/games lists the games.",
            ),
            Self::UnknownAnalysis => (
                "unknown-analysis",
                StatusCode::NOT_FOUND,
                "Unknown analysis",
                "There is no analysis with the name in the path: there never was, it was deleted, or it ended so \
                 long ago that it is forgotten. Begin another with POST /v1/analyses.",
            ),
            Self::MethodNotAllowed => (
                "method-not-allowed",
                StatusCode::METHOD_NOT_ALLOWED,
                "Method not allowed",
                "The path exists but does not support this method. The Allow header lists the methods it supports.",
            ),
            Self::NotAcceptable => (
                "not-acceptable",
                StatusCode::NOT_ACCEPTABLE,
                "Not acceptable",
                "The answer can't be had in any of the media types that the Accept header names. `expected` \
                 lists those it can be had in; without an Accept header the answer is the first of them.",
            ),
            Self::RequestTimeout => (
                "request-timeout",
                StatusCode::REQUEST_TIMEOUT,
                "Request timeout",
                "The request body did not arrive in full within 5 seconds of the headers. The connection is \
                 closed; send the request again on a new one.",
            ),
            Self::BodyTooLarge => (
                "body-too-large",
                StatusCode::PAYLOAD_TOO_LARGE,
                "Request body too large",
                "A request body may have at most 16 KiB. Instead of the whole list of moves, send the position \
                 after the last irreversible move and the moves since then.",
            ),
            Self::UnsupportedMediaType => (
                "unsupported-media-type",
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "Unsupported media type",
                "The request body must be uncompressed JSON. Send the header Content-Type: application/json and \
                 no Content-Encoding.",
            ),
            Self::InvalidField => (
                "invalid-field",
                StatusCode::UNPROCESSABLE_ENTITY,
                "Invalid field",
                "One of the fields of the body, or of the query, is unknown, of the wrong type or out of range, \
                 or describes a position or a move that the rules of the game do not allow. `field` names the \
                 field, `expected` says what would be valid, and `got` is what was sent.",
            ),
            Self::QuotaExceeded => (
                "quota-exceeded",
                StatusCode::TOO_MANY_REQUESTS,
                "Quota exceeded",
                "Each client has so much search time a minute, refilled steadily; a request needs the time that \
                 it asks for and gives back what it does not take. Ask for less with `time_ms`, or try again after \
                 the number of seconds in the Retry-After header.",
            ),
            Self::Overloaded => (
                "overloaded",
                StatusCode::SERVICE_UNAVAILABLE,
                "Service overloaded",
                "All search threads are busy, and either the queue is full or none would be free in the time \
                 that the request allows. After the number of seconds in the Retry-After header there would \
                 be room if nobody else came.",
            ),
            Self::TooManyAnalyses => (
                "too-many-analyses",
                StatusCode::SERVICE_UNAVAILABLE,
                "Too many analyses",
                "The service keeps as many analyses as it may, those included that have ended and are not yet \
                 forgotten. Delete one that is no longer needed, or try again after the number of seconds in \
                 the Retry-After header.",
            ),
            Self::ShuttingDown => (
                "shutting-down",
                StatusCode::SERVICE_UNAVAILABLE,
                "Service shutting down",
                "This instance is shutting down and accepts no new work. Try again after the number of seconds \
                 in the Retry-After header; another instance may answer at once.",
            ),
            Self::Internal => (
                "internal",
                StatusCode::INTERNAL_SERVER_ERROR,
                "Internal server error",
                "The service failed; the request is not at fault. Report the problem with its request ID.",
            ),
        };
        About { slug, status, title, explanation }
    }
}

/// The types of problems that there are.
pub(crate) fn problem_types() -> impl Iterator<Item = &'static str> {
    Kind::ALL.into_iter().map(|kind| kind.about().slug)
}

/// `GET /problems/{slug}`: what a problem means and what to do about it.
pub(super) async fn explain(Segment(slug): Segment) -> Result<Response, Problem> {
    let mut kinds = Kind::ALL.into_iter().map(Kind::about);
    let About { status, title, explanation, .. } =
        kinds.find(|about| about.slug == slug).ok_or_else(Problem::unknown_path)?;
    let text = format!("{title} (status {})\n\n{explanation}\n", status.as_u16());
    Ok(document("text/plain; charset=utf-8", text))
}
