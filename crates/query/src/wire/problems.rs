//! The kinds of problems, each with a page that explains it.

/// What all problems of a kind have in common.
pub struct ProblemSpec {
    /// The end of its URL.
    pub slug: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// A summary that is the same for all problems of the kind.
    pub title: &'static str,
}

/// Defines the kinds; `problems/SLUG.txt` explains each.
macro_rules! problems {
    ($($kind:ident: $status:literal, $slug:literal, $title:literal;)*) => {
        /// The kinds of problems, by what the client can do about them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ProblemKind {
            $(#[doc = $title] $kind,)*
        }

        impl ProblemKind {
            /// All kinds.
            pub const ALL: &[Self] = &[$(Self::$kind,)*];

            /// What problems of this kind have in common.
            pub const fn spec(self) -> ProblemSpec {
                match self {
                    $(Self::$kind => ProblemSpec {
                        slug: $slug,
                        status: $status,
                        title: $title,
                    },)*
                }
            }

            /// What its page says.
            pub const fn explanation(self) -> &'static str {
                match self {
                    $(Self::$kind => include_str!(concat!("problems/", $slug, ".txt")),)*
                }
            }
        }
    };
}

problems! {
    MalformedPath: 400, "malformed-path", "Malformed path";
    MalformedJson: 400, "malformed-json", "Malformed JSON";
    MalformedBody: 400, "malformed-body", "Malformed body";
    MalformedHost: 400, "malformed-host", "Malformed Host";
    Unauthorized: 401, "unauthorized", "Unauthorized";
    AnalysesOff: 403, "analyses-off", "Analyses off";
    UnknownPath: 404, "unknown-path", "Unknown path";
    UnknownGame: 404, "unknown-game", "Unknown game";
    UnknownAnalysis: 404, "unknown-analysis", "Unknown analysis";
    UnknownJob: 404, "unknown-job", "Unknown job";
    NotKnown: 404, "not-known", "Not known";
    UnknownTree: 404, "unknown-tree", "Unknown tree";
    MethodNotAllowed: 405, "method-not-allowed", "Method not allowed";
    NotAcceptable: 406, "not-acceptable", "Not acceptable";
    RequestTimeout: 408, "request-timeout", "Request timeout";
    BodyTooLarge: 413, "body-too-large", "Request body too large";
    UnsupportedMediaType: 415, "unsupported-media-type", "Unsupported media type";
    InvalidField: 422, "invalid-field", "Invalid field";
    QuotaExceeded: 429, "quota-exceeded", "Quota exceeded";
    IdempotencyKeyReused: 422, "idempotency-key-reused", "Idempotency key reused";
    TooManyAnalysesOfClient: 429, "too-many-analyses-of-client", "Too many analyses of one client";
    TooManyJobsOfClient: 429, "too-many-jobs-of-client", "Too many jobs of one client";
    Overloaded: 503, "overloaded", "Service overloaded";
    TooManyAnalyses: 503, "too-many-analyses", "Too many analyses";
    StorageFull: 503, "storage-full", "Storage full";
    StoreUnavailable: 503, "store-unavailable", "Store unavailable";
    ShuttingDown: 503, "shutting-down", "Service shutting down";
    Internal: 500, "internal", "Internal server error";
}

/// The slugs of all problem types.
pub fn problem_types() -> impl Iterator<Item = &'static str> {
    ProblemKind::ALL.iter().map(|kind| kind.spec().slug)
}
