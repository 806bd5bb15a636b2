//! The kinds of problem, each with a page that says what to do about it.

use super::error::Problem;
use super::extract::Segment;
use super::response::document;
use axum::http::StatusCode;
use axum::response::Response;

/// What is the same for all problems of a kind.
pub(super) struct About {
    pub(super) slug: &'static str,
    pub(super) status: StatusCode,
    pub(super) title: &'static str,
    explanation: &'static str,
}

/// Makes the kinds from a table; `problems/SLUG.txt` has what there is to say about each.
macro_rules! kinds {
    ($($kind:ident: $status:ident, $slug:literal, $title:literal;)*) => {
        /// What can go wrong, by what the caller can do about it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Kind {
            $($kind,)*
        }

        impl Kind {
            const ALL: &[Self] = &[$(Self::$kind,)*];

            pub(super) const fn about(self) -> About {
                match self {
                    $(Self::$kind => About {
                        slug: $slug,
                        status: StatusCode::$status,
                        title: $title,
                        explanation: include_str!(concat!("problems/", $slug, ".txt")),
                    },)*
                }
            }
        }
    };
}

kinds! {
    MalformedPath: BAD_REQUEST, "malformed-path", "Malformed path";
    MalformedJson: BAD_REQUEST, "malformed-json", "Malformed JSON";
    MalformedHost: BAD_REQUEST, "malformed-host", "Malformed Host";
    Unauthorized: UNAUTHORIZED, "unauthorized", "Unauthorized";
    AnalysesOff: FORBIDDEN, "analyses-off", "Analyses off";
    UnknownPath: NOT_FOUND, "unknown-path", "Unknown path";
    UnknownGame: NOT_FOUND, "unknown-game", "Unknown game";
    UnknownAnalysis: NOT_FOUND, "unknown-analysis", "Unknown analysis";
    MethodNotAllowed: METHOD_NOT_ALLOWED, "method-not-allowed", "Method not allowed";
    NotAcceptable: NOT_ACCEPTABLE, "not-acceptable", "Not acceptable";
    RequestTimeout: REQUEST_TIMEOUT, "request-timeout", "Request timeout";
    BodyTooLarge: PAYLOAD_TOO_LARGE, "body-too-large", "Request body too large";
    UnsupportedMediaType: UNSUPPORTED_MEDIA_TYPE, "unsupported-media-type", "Unsupported media type";
    InvalidField: UNPROCESSABLE_ENTITY, "invalid-field", "Invalid field";
    QuotaExceeded: TOO_MANY_REQUESTS, "quota-exceeded", "Quota exceeded";
    TooManyAnalysesOfClient: TOO_MANY_REQUESTS, "too-many-analyses-of-client", "Too many analyses of one client";
    Overloaded: SERVICE_UNAVAILABLE, "overloaded", "Service overloaded";
    TooManyAnalyses: SERVICE_UNAVAILABLE, "too-many-analyses", "Too many analyses";
    ShuttingDown: SERVICE_UNAVAILABLE, "shutting-down", "Service shutting down";
    Internal: INTERNAL_SERVER_ERROR, "internal", "Internal server error";
}

/// The types of problems that there are.
pub(crate) fn problem_types() -> impl Iterator<Item = &'static str> {
    Kind::ALL.iter().map(|kind| kind.about().slug)
}

/// `GET /problems/{slug}`: what a problem means and what to do about it.
pub(super) async fn explain(Segment(slug): Segment) -> Result<Response, Problem> {
    let mut kinds = Kind::ALL.iter().map(|kind| kind.about());
    let About { status, title, explanation, .. } =
        kinds.find(|about| about.slug == slug).ok_or_else(Problem::unknown_path)?;
    let text = format!("{title} (status {})\n\n{explanation}", status.as_u16());
    Ok(document("text/plain; charset=utf-8", text))
}
