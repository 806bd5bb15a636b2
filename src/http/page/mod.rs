//! The page at `/`, the laboratory at `/laboratory`, the description of the API at `/docs`, a board
//! at `/embed/{game}` for frames of other pages, modules for them to import, and the engine for
//! browsers below `/local`.
//!
//! There is no build step: `build.rs` lists the files in `web/`, `clients/typescript/src/` and
//! `clients/wasm/src/`, which are embedded into the binary and served without their comments. The
//! page loads its modules as one script, which is put together when the service starts.

mod bundle;
mod file;
mod local_engine;
mod service_worker;
mod shared_link;

use super::extract::GamePath;
use super::state::AppState;
use axum::Router;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::routing::get;
use bestmove_query::Registry;
use file::File;
use std::sync::LazyLock;

/// Each file: its path in the repository, its content.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page_files.rs"));

/// Whatever routers a process has, each file is compressed once.
static SERVED: LazyLock<Vec<File>> = LazyLock::new(|| {
    let mut files: Vec<_> = FILES.iter().map(|&(path, content)| File::of_path(path, content)).collect();
    files.extend(local_engine::list_without_engine());
    let bundle = bundle::bundle(&files).unwrap_or_else(|refusal| panic!("{refusal}"));
    files.push(bundle.file);
    files.push(service_worker::file(&files, &bundle.modules));
    files
});

pub(super) fn routes(games: &Registry) -> Router<AppState> {
    SERVED.iter().fold(local_engine::routes(games), |router, file| match file.url() {
        "/" => {
            let answer =
                async move |State(state): State<AppState>, RawQuery(query): RawQuery, headers: HeaderMap| {
                    shared_link::answer(file, &state, query.as_deref(), &headers).await
                };
            router.route("/", get(answer))
        }
        "/page/embed.html" => {
            let answer = async move |_: GamePath, headers: HeaderMap| file.answer(&headers).await;
            router.route("/embed/{game}", get(answer))
        }
        url => router.route(url, get(async move |headers: HeaderMap| file.answer(&headers).await)),
    })
}
