//! The kinds of problems, each with a page that explains it.

use axum::http::StatusCode;

/// What all problems of a kind have in common.
pub(super) struct ProblemSpec {
    pub(super) slug: &'static str,
    pub(super) status: StatusCode,
    pub(super) title: &'static str,
    pub(super) explanation: &'static str,
}

/// Defines the kinds; `problems/SLUG.txt` explains each.
macro_rules! problems {
    ($($kind:ident: $status:ident, $slug:literal, $title:literal;)*) => {
        /// The kinds of problems, by what the client can do about them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum ProblemKind {
            $($kind,)*
        }

        impl ProblemKind {
            pub(super) const ALL: &[Self] = &[$(Self::$kind,)*];

            pub(super) const fn spec(self) -> ProblemSpec {
                match self {
                    $(Self::$kind => ProblemSpec {
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

problems! {
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

/// The slugs of all problem types.
pub(crate) fn problem_types() -> impl Iterator<Item = &'static str> {
    ProblemKind::ALL.iter().map(|kind| kind.spec().slug)
}
