//! The page at `/`, the laboratory at `/laboratory`, the description of the API at `/docs`, a board at
//! `/embed/{game}` for frames of other pages, and modules for them to import.
//!
//! There is no build step: `build.rs` lists the files in `web/` and `clients/typescript/src/`, which are
//! embedded into the binary and served without their comments.

use super::asset::Asset;
use super::caching::etag;
use super::extract::GamePath;
use crate::engine::Engine;
use axum::Router;
use axum::body::Bytes;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, ETAG, HeaderName, IF_NONE_MATCH, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::path::Path;
use std::sync::Arc;

/// Each file: its path in the repository, its content.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page_files.rs"));

const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The page that other pages may frame.
const EMBED: &str = "web/embed.html";

/// The content security policy, up to the pages that may frame the file: files and requests of the page's
/// own origin.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors";

/// Browsers revalidate each file, so that a page never mixes modules of two releases.
const REVALIDATE: &str = "no-cache";

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

pub(super) fn routes() -> Router<Arc<Engine>> {
    FILES.iter().fold(Router::new(), |router, &(path, content)| {
        let file = Arc::new(File::new(path, content));
        if path == EMBED {
            let answer = async move |_: GamePath, headers: HeaderMap| file.answer(&headers);
            router.route("/embed/{game}", get(answer))
        } else {
            router.route(&url(path), get(async move |headers: HeaderMap| file.answer(&headers)))
        }
    })
}

/// The URL of a file.
fn url(path: &str) -> String {
    match path.strip_prefix("web/") {
        Some("index.html") => "/".to_owned(),
        Some("docs/index.html") => "/docs".to_owned(),
        Some("laboratory/index.html") => "/laboratory".to_owned(),
        Some(name) => format!("/page/{name}"),
        None => path.replacen("clients/typescript/src", "", 1),
    }
}

fn media_type(path: &str) -> &'static str {
    match Path::new(path).extension().and_then(|extension| extension.to_str()) {
        Some("css") => CSS,
        Some("html") => "text/html; charset=utf-8",
        Some("js") => SCRIPT,
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// A script or style sheet without indentation, the comments that begin a line and those of types, which are a
/// fifth of its compressed size.
fn without_comments(text: &str) -> String {
    let mut compact = String::with_capacity(text.len());
    let mut is_comment = false;
    for line in text.lines() {
        let mut rest = line.trim_start();
        is_comment |= rest.starts_with("/*");
        if is_comment {
            let Some((_, code)) = rest.split_once("*/") else { continue };
            (is_comment, rest) = (false, code.trim_start());
        }
        if !rest.is_empty() && !rest.starts_with("//") {
            compact.extend(without_types(rest));
            compact.push('\n');
        }
    }
    compact
}

/// The parts of a line between its comments of types, such as `/** @type {string} */`.
fn without_types(line: &str) -> impl Iterator<Item = &str> {
    let mut parts = line.split("/** @type ");
    parts.next().into_iter().chain(parts.map(|part| part.split_once("*/").map_or("", |(_, code)| code)))
}

/// A file, and the headers of its answers.
struct File {
    asset: Asset,
    /// The entity tag; weak, because compression changes the bytes.
    tag: String,
    policy: String,
}

impl File {
    fn new(path: &str, content: &'static [u8]) -> Self {
        let ancestors = if path == EMBED { "*" } else { "'none'" };
        let media_type = media_type(path);
        let has_comments = [CSS, SCRIPT].contains(&media_type);
        let text = str::from_utf8(content).ok().filter(|_| has_comments);
        let served = text.map_or(Bytes::from_static(content), |text| without_comments(text).into());
        Self {
            asset: Asset::of(media_type, served),
            tag: format!("W/{}", etag(content)),
            policy: format!("{POLICY} {ancestors}"),
        }
    }

    fn answer(&self, request: &HeaderMap) -> Response {
        let caching = [(CACHE_CONTROL, REVALIDATE), (ETAG, &self.tag)];
        if request.get(IF_NONE_MATCH).is_some_and(|known| *known == self.tag) {
            return (StatusCode::NOT_MODIFIED, caching).into_response();
        }
        let security = [
            (CONTENT_SECURITY_POLICY, &*self.policy),
            (RESOURCE_POLICY, "cross-origin"),
            (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        ];
        (caching, security, self.asset.answer(request)).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_that_begin_a_line_are_left_out() {
        let text = "// About the file.\n\n/**\n * @returns {URL}\n */\nconst url = () => new URL(\n  \
                    /** @type {string} */ (\"//host/*\"), // base\n);\n  /* one */\n\
                    const all = /** @type {const} */ (\"/*\");\n";
        let served = "const url = () => new URL(\n(\"//host/*\"), // base\n);\nconst all =  (\"/*\");\n";
        assert_eq!(without_comments(text), served);
    }
}
