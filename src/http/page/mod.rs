//! The page at `/`, the laboratory at `/laboratory`, the description of the API at `/docs`, a board
//! at `/embed/{game}` for frames of other pages, modules for them to import, and the engine for
//! browsers below `/local`.
//!
//! There is no build step: `build.rs` lists the files in `web/`, `clients/typescript/src/` and
//! `clients/wasm/src/`, which are embedded into the binary and served without their comments. The
//! page loads its modules as one script, which is put together when the service starts. A first visit gets all in one
//! answer: the page, its styles, that script and the first answers of the API.

mod bundle;
mod file;
mod inlined;
mod local_engine;
mod service_worker;
mod shared_link;

use super::extract::GamePath;
use super::state::AppState;
use axum::Router;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::routing::get;
use bestmove_scheduler::Engine;
use file::File;
use parking_lot::Mutex;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

/// Each file: its path in the repository, its content.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page_files.rs"));

/// Whatever routers a process has, each file is compressed once.
static SERVED: LazyLock<Served> = LazyLock::new(|| {
    let mut files: Vec<_> = FILES.iter().map(|&(path, content)| File::of_path(path, content)).collect();
    files.extend(local_engine::list_without_engine());
    let bundle = bundle::bundle(&files).unwrap_or_else(|refusal| panic!("{refusal}"));
    files.push(bundle.file);
    Served { files, bundled: bundle.modules }
});
/// By the first answers.
static START_PAGES: Mutex<BTreeMap<String, Arc<StartPage>>> = Mutex::new(BTreeMap::new());

/// The files, and the URLs of the modules in the bundle.
struct Served {
    files: Vec<File>,
    bundled: BTreeSet<String>,
}

/// The page as a first visit gets it, and the service worker that keeps it.
struct StartPage {
    page: File,
    /// [`inlined::first_answers`].
    answers: String,
    service_worker: File,
}

impl StartPage {
    /// That of a service, made once for all routers with these games.
    fn of(engine: &Engine) -> Arc<Self> {
        let answers = inlined::first_answers(engine.games(), &engine.config().session.limit_policy);
        let new = || Arc::new(Self::new(answers.clone()));
        Arc::clone(START_PAGES.lock().entry(answers.clone()).or_insert_with(new))
    }

    fn new(answers: String) -> Self {
        let Served { files, bundled } = &*SERVED;
        let page = linked().inlined(&inlined::inlined(linked(), files, &answers));
        let others = files.iter().filter(|file| file.url() != page.url());
        let service_worker = service_worker::file(others.chain([&page]), bundled);
        Self { page, answers, service_worker }
    }
}

/// The page with links to its styles and its script.
fn linked() -> &'static File {
    SERVED.files.iter().find(|file| file.url() == "/").expect("the page is in `web`")
}

pub(super) fn routes(engine: &Engine) -> Router<AppState> {
    let start = StartPage::of(engine);
    let worker = Arc::clone(&start);
    let answer_page =
        async move |State(state): State<AppState>, RawQuery(query): RawQuery, headers: HeaderMap| {
            shared_link::answer(&start, &state, query.as_deref(), &headers).await
        };
    let answer_worker = async move |headers: HeaderMap| worker.service_worker.answer(&headers).await;
    let router = local_engine::routes(engine.games())
        .route("/", get(answer_page))
        .route("/service-worker.js", get(answer_worker));
    let others = SERVED.files.iter().filter(|file| file.url() != "/");
    others.fold(router, |router, file| match file.url() {
        "/page/embed.html" => {
            let answer = async move |_: GamePath, headers: HeaderMap| file.answer(&headers).await;
            router.route("/embed/{game}", get(answer))
        }
        url => router.route(url, get(async move |headers: HeaderMap| file.answer(&headers).await)),
    })
}
