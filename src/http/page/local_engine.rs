//! The engine for browsers, where `clients/wasm/build` has made it: modules, and the data files that the
//! program has anyway. Their names have a hash of the content, so that browsers keep them for ever.

use super::super::asset::Asset;
use super::super::caching::etag;
use super::super::state::AppState;
use super::file::{File, RESOURCE_POLICY, SCRIPT};
use axum::Router;
use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderName};
use axum::routing::get;
use bestmove_query::Registry;
use std::sync::LazyLock;

/// Each module: its path in the repository, its content.
const MODULES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/engine_modules.rs"));
/// Each module: its URL, its content. Whatever routers a process has, each is compressed once.
static SERVED_MODULES: LazyLock<Vec<(String, Asset)>> = LazyLock::new(|| {
    let module = |&(path, content): &(&str, &'static [u8])| {
        let name = path.rsplit('/').next().unwrap_or(path);
        (format!("{FOLDER}/{name}"), Asset::of("application/wasm", Bytes::from_static(content)))
    };
    MODULES.iter().map(module).collect()
});
/// Each data file: its name with the hash, its name in `data`.
const DATA_FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/engine_data.rs"));

const FOLDER: &str = "/local/dist";
const HEADERS: [(HeaderName, &str); 2] =
    [(CACHE_CONTROL, "public, max-age=31536000, immutable"), (RESOURCE_POLICY, "cross-origin")];

/// The list of the engine's files where there are none: the page then offers no engine.
pub(super) fn list_without_engine() -> Option<File> {
    let list =
        || File::new(format!("{FOLDER}/files.js"), SCRIPT, Bytes::from_static(b"export const files = {};\n"));
    MODULES.is_empty().then(list)
}

/// The routes of the files that never change.
pub(super) fn routes(games: &Registry) -> Router<AppState> {
    let router = SERVED_MODULES.iter().fold(Router::new(), |router, (url, module)| {
        router.route(url, get(async move |headers: HeaderMap| (HEADERS, module.answer(&headers).await)))
    });
    let files: Vec<_> = games.games().flat_map(|game| game.data_files()).collect();
    DATA_FILES.iter().fold(router, |router, &(hashed, name)| {
        let content = files.iter().find(|file| file.name() == name).and_then(|file| file.content());
        let Some(content) = content else { return router };
        let about = [
            (CONTENT_TYPE, "application/octet-stream".to_owned()),
            // A strong tag: compression would gain nothing.
            (ETAG, etag([hashed.as_bytes()])),
        ];
        let answer = async move || (HEADERS, about.clone(), Bytes::from_static(content));
        router.route(&format!("{FOLDER}/{hashed}"), get(answer))
    })
}
