//! Files of the page, and the headers of their answers.

use super::super::asset::Asset;
use super::super::caching::{etag, matches_if_none_match};
use super::super::compression::compress;
use super::super::negotiation::ContentCoding;
use super::inlined::Inlined;
use axum::body::Bytes;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderName, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use std::path::Path;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
pub(super) const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The page that other pages may frame.
const EMBED: &str = "web/embed.html";
/// The worker with the engine.
const ENGINE_WORKER: &str = "clients/wasm/src/worker.js";
/// The permission of that worker's scripts to compile modules.
const COMPILE: &str = " 'wasm-unsafe-eval'";
const SCRIPTS: &str = "script-src 'self'";
const STYLES: &str = "style-src 'self'";

/// Browsers revalidate each file, so that a page never mixes modules of two releases.
const REVALIDATE: &str = "no-cache";

pub(super) const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// A file, and the headers of its answers.
pub(super) struct File {
    url: String,
    media_type: &'static str,
    asset: Asset,
    /// The content as it is served.
    content: Bytes,
    /// The entity tag of the content; clients get a weak one, because compression changes the bytes.
    tag: String,
    policy: String,
}

impl File {
    /// A file of the repository.
    pub(super) fn of_path(path: &str, content: &'static [u8]) -> Self {
        let media_type = media_type(path);
        let is_indented = [HTML, CSS, SCRIPT].contains(&media_type);
        let text = str::from_utf8(content).ok().filter(|_| is_indented);
        let served = text.map_or(Bytes::from_static(content), |text| compact(text).into());
        let ancestors = if path == EMBED { "*" } else { "'none'" };
        let compile = if path == ENGINE_WORKER { COMPILE } else { "" };
        Self { policy: policy(compile, ancestors), ..Self::new(url(path), media_type, served) }
    }

    pub(super) fn new(url: String, media_type: &'static str, content: Bytes) -> Self {
        Self {
            url,
            media_type,
            tag: etag([&content[..]]),
            policy: policy("", "'none'"),
            asset: Asset::of(media_type, content.clone()),
            content,
        }
    }

    /// The same page with its styles and its script in place of the links to them.
    pub(super) fn inlined(&self, page: &Inlined) -> Self {
        let policy = self.policy.replace(STYLES, &format!("{STYLES} {}", page.styles));
        let policy = policy.replace(SCRIPTS, &format!("{SCRIPTS} {}", page.script));
        Self { policy, ..Self::new(self.url.clone(), self.media_type, page.html.clone().into()) }
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    pub(super) fn content(&self) -> &[u8] {
        &self.content
    }

    pub(super) async fn answer(&self, request: &HeaderMap) -> Response {
        match not_modified(&self.tag, request) {
            Some(response) => response,
            None => (self.headers(&self.tag), self.asset.answer(request).await).into_response(),
        }
    }

    /// Other content, made for this request, with the headers of the file.
    pub(super) async fn answer_with(&self, content: Bytes, request: &HeaderMap) -> Response {
        let tag = etag([&content[..]]);
        if let Some(response) = not_modified(&tag, request) {
            return response;
        }
        let coding = ContentCoding::negotiate(request).unwrap_or(ContentCoding::Identity);
        let body = ([(CONTENT_TYPE, self.media_type)], content).into_response();
        (self.headers(&tag), compress(body, coding, None).await).into_response()
    }

    fn headers(&self, tag: &str) -> [(HeaderName, String); 4] {
        let [control, tag] = caching(tag);
        let policy = (CONTENT_SECURITY_POLICY, self.policy.clone());
        [control, tag, policy, (RESOURCE_POLICY, "cross-origin".to_owned())]
    }
}

fn not_modified(tag: &str, request: &HeaderMap) -> Option<Response> {
    let answer = || (StatusCode::NOT_MODIFIED, caching(tag), [(VARY, "accept-encoding")]).into_response();
    matches_if_none_match(request, tag).then(answer)
}

fn caching(tag: &str) -> [(HeaderName, String); 2] {
    [(CACHE_CONTROL, REVALIDATE.to_owned()), (ETAG, format!("W/{tag}"))]
}

/// The content security policy: files and requests of the page's own origin. Workers have that of their
/// script.
fn policy(compile: &str, ancestors: &str) -> String {
    format!(
        "default-src 'none'; {SCRIPTS}{compile}; {STYLES}; img-src 'self'; \
         connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors {ancestors}"
    )
}

/// The URL of a file.
fn url(path: &str) -> String {
    match path.strip_prefix("web/") {
        Some("index.html") => "/".to_owned(),
        Some("docs/index.html") => "/docs".to_owned(),
        Some("laboratory/index.html") => "/laboratory".to_owned(),
        Some("laboratory/claims/index.html") => "/laboratory/claims".to_owned(),
        Some(name) => format!("/page/{name}"),
        None if path.starts_with("clients/wasm") => path.replacen("clients/wasm", "/local", 1),
        None => path.replacen("clients/typescript/src", "", 1),
    }
}

fn media_type(path: &str) -> &'static str {
    match Path::new(path).extension().and_then(|extension| extension.to_str()) {
        Some("css") => CSS,
        Some("html") => HTML,
        Some("js") => SCRIPT,
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// HTML, a script or a style sheet without indentation, the comments that begin a line and those of types, which are a
/// fifth of the compressed size of a script. Template literals hold HTML and CSS, so `//` begins no comment there.
fn compact(text: &str) -> String {
    let mut compact = String::with_capacity(text.len());
    let (mut is_comment, mut is_template) = (false, false);
    for line in text.lines() {
        let mut rest = line.trim_start();
        is_comment |= rest.starts_with("/*");
        if is_comment {
            let Some((_, code)) = rest.split_once("*/") else { continue };
            (is_comment, rest) = (false, code.trim_start());
        }
        if !rest.is_empty() && (is_template || !rest.starts_with("//")) {
            compact.extend(without_types(rest));
            compact.push('\n');
            is_template = ends_in_template(rest, is_template);
        }
    }
    compact
}

/// Whether a line of code ends in a template literal, if it begins in one or not. Strings and comments are told apart
/// as far as a line shows them.
pub(super) fn ends_in_template(line: &str, mut is_template: bool) -> bool {
    let (mut quote, mut rest) = (None, line.chars());
    while let Some(letter) = rest.next() {
        match (letter, quote) {
            ('\\', _) => drop(rest.next()),
            ('`', None) => is_template = !is_template,
            (letter, Some(opening)) if letter == opening => quote = None,
            ('"' | '\'', None) if !is_template => quote = Some(letter),
            ('/', None) if !is_template && rest.as_str().starts_with('/') => break,
            _ => (),
        }
    }
    is_template
}

/// The parts of a line between its comments of types, such as `/** @type {string} */`.
fn without_types(line: &str) -> impl Iterator<Item = &str> {
    let mut parts = line.split("/** @type ");
    parts.next().into_iter().chain(parts.map(|part| part.split_once("*/").map_or("", |(_, code)| code)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_and_comments_that_begin_a_line_are_left_out() {
        let text = "/* one */\n// About the file.\n\n/**\n * @returns {URL}\n */\nconst url = () => new URL(\n  \
                    /** @type {string} */ (\"//host/*\"), // base\n);\n  /* one */\n\
                    const all = /** @type {const} */ (\"/*\");\n";
        let served = "const url = () => new URL(\n(\"//host/*\"), // base\n);\nconst all =  (\"/*\");\n";
        assert_eq!(compact(text), served);
    }

    #[test]
    fn template_literals_keep_lines_that_begin_like_a_comment() {
        let text = "const one = `\n  // 1, it's\n  // \\`\n`;\n  // 2\n  const two = '`'; // `\n  // two\n\
                    const three = `${`a`} \\``;\n  // three\n  three();\n";
        let served = "const one = `\n// 1, it's\n// \\`\n`;\nconst two = '`'; // `\n\
                      const three = `${`a`} \\``;\nthree();\n";
        assert_eq!(compact(text), served);
    }

    /// Every template literal that it finds is closed.
    #[test]
    fn no_file_ends_in_a_template_literal() {
        for (path, content) in super::super::FILES {
            if let (SCRIPT, Ok(text)) = (media_type(path), str::from_utf8(content)) {
                assert!(!text.lines().fold(false, |open, line| ends_in_template(line, open)), "{path}");
            }
        }
    }
}
