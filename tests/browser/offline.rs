use super::archive::drop_archive;
use super::chromium::{Chromium, WAIT_TIMEOUT};
use super::page::{cell, on_board};
use super::serve;
use crate::http::{engine, get};
use crate::router;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fs;
use std::future::pending;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const SERVICE_WORKER: &str = "/service-worker.js";
/// The time that the service worker gives the service.
const NETWORK_TIMEOUT: Duration = Duration::from_secs(4);
/// The sets of solved positions, of which each twelfth is held out for these tests.
const SOLVED: &str = "crates/core/tests/data/connect-four";

/// A service that a test can take away.
struct Service {
    url: String,
    reach: Arc<Mutex<Reach>>,
}

/// The farthest place that requests reach.
#[derive(Clone, Copy)]
enum Reach {
    Service,
    /// To a proxy whose service is gone.
    Proxy,
    /// Nowhere, and no one says so.
    Nowhere,
}

impl Service {
    async fn start(router: Router) -> Self {
        let reach = Arc::new(Mutex::new(Reach::Service));
        let router = router.layer(from_fn_with_state(Arc::clone(&reach), within_reach));
        Self { url: serve(router).await, reach }
    }

    /// Requests get no farther from now on.
    fn limit(&self, reach: Reach) {
        *self.reach.lock().unwrap() = reach;
    }

    fn leave(&self) {
        self.limit(Reach::Proxy);
    }
}

async fn within_reach(State(reach): State<Arc<Mutex<Reach>>>, request: Request, next: Next) -> Response {
    let reach = *reach.lock().unwrap();
    match reach {
        Reach::Service => next.run(request).await,
        // The answer of deploy/haproxy.
        Reach::Proxy => {
            let problem = r#"{"type":"about:blank","title":"Service unavailable","status":503}"#;
            let about = [(CONTENT_TYPE, "application/problem+json"), (RETRY_AFTER, "1")];
            (StatusCode::SERVICE_UNAVAILABLE, about, problem).into_response()
        }
        Reach::Nowhere => pending().await,
    }
}

/// A browser that has visited the page once, and keeps it with these games.
async fn visit(service: &Service, games: &[&str]) -> Chromium {
    let browser = Chromium::start().await;
    browser.open(&service.url).await;
    for game in games {
        browser.open(&format!("{}/#{game}", service.url)).await;
        browser.wait_for_turn().await;
        browser.click("#move-for-me").await;
        browser.wait_until("find('#offline')[0]?.innerText.includes('can be played offline')").await;
        browser.wait_for_turn().await;
        browser.click("#new").await;
        browser.wait_until("find('#moves button').length === 0").await;
        browser.wait_for_turn().await;
    }
    browser.wait_until("navigator.serviceWorker.controller !== null").await;
    browser
}

/// Plays the first legal moves until the game is over, and returns the status.
async fn play_to_the_end(browser: &Chromium) -> String {
    while !browser.shows("main[data-phase=over]").await {
        let moves = browser.moves().await.len();
        browser.click(&on_board(".cell[aria-disabled=false]")).await;
        browser.wait_until(&format!("find('#moves button').length > {moves}")).await;
        browser.wait_for_turn().await;
    }
    browser.text("#status").await
}

#[tokio::test]
#[cfg_attr(not(bestmove_local_engine), ignore = "clients/wasm/build has not been run")]
async fn after_one_visit_the_page_plays_without_a_network() {
    let service = Service::start(router(engine())).await;
    let browser = visit(&service, &["tic-tac-toe", "connect-four", "checkers"]).await;
    service.leave();
    browser.go_offline().await;
    for game in ["tic-tac-toe", "connect-four"] {
        browser.open(&format!("{}/#{game}?level=10", service.url)).await;
        browser.reload().await;
        browser.wait_for_turn().await;
        assert_eq!(browser.texts("#games label").await.len(), 3);
        let status = play_to_the_end(&browser).await;
        assert!(["You lose", "A draw"].iter().any(|end| status.starts_with(end)), "{game}: {status}");
        assert_eq!(browser.text("#top-player small").await, "bestmove, offline");
        assert!(browser.text("#offline").await.starts_with("The service cannot be reached."));
        browser.click("#review-now").await;
        browser.wait_for("#review table").await;
    }
    browser.open(&format!("{}/#checkers", service.url)).await;
    browser.reload().await;
    browser.wait_for_turn().await;
    browser.play(&["11-15"]).await;
    browser.open_panel("share").await;
    browser.wait_until("find('#export')[0].value.includes('11-15')").await;
    drop_archive(&browser).await;
    assert_eq!(browser.count(".archive .problem").await, 2);
}

#[tokio::test]
#[cfg_attr(not(bestmove_local_engine), ignore = "clients/wasm/build has not been run")]
async fn the_page_outlives_the_service() {
    let service = Service::start(router(engine())).await;
    let browser = visit(&service, &["tic-tac-toe"]).await;
    service.leave();
    browser.reload().await;
    browser.wait_for_turn().await;
    assert_eq!(browser.texts("#games label").await, ["Tic-tac-toe"]);
    browser.click(&cell("5")).await;
    browser.wait_for_turn().await;
    browser.wait_until("find('#top-player small')[0].innerText === 'bestmove, Learner, offline'").await;
    assert!(browser.text("#offline").await.starts_with("The service cannot be reached."));
}

/// The client gives each call ten seconds beyond its search.
#[tokio::test]
async fn a_service_that_stops_answering_is_explained() {
    let service = Service::start(router(engine())).await;
    let browser = Chromium::start().await;
    browser.open(&service.url).await;
    browser.wait_for_turn().await;
    service.limit(Reach::Nowhere);
    browser.click(&cell("5")).await;
    browser.wait_for("main[data-phase=failed]").await;
    let card = browser.text("#problem").await;
    assert!(card.starts_with("Cannot reach the service"), "{card}");
    service.limit(Reach::Service);
    browser.click("#problem button").await;
    browser.wait_for_turn().await;
    browser.wait_until("find('#problem')[0].hidden").await;
}

/// As where a network lets nothing through: the page comes after the time limit of the service worker, the
/// games after that of the list.
#[tokio::test]
#[cfg_attr(not(bestmove_local_engine), ignore = "clients/wasm/build has not been run")]
async fn a_service_that_never_answers_counts_as_out_of_reach() {
    let service = Service::start(router(engine())).await;
    let browser = visit(&service, &["tic-tac-toe", "checkers"]).await;
    service.limit(Reach::Nowhere);
    browser.reload().await;
    browser.wait_for_turn().await;
    assert_eq!(browser.texts("#games label").await, ["Tic-tac-toe", "Checkers"]);
    browser.open(&format!("{}/#checkers", service.url)).await;
    browser.wait_for_turn().await;
    browser.play(&["11-15"]).await;
    browser.wait_for_turn().await;
    assert_eq!(browser.text("#top-player small").await, "bestmove, Learner, offline");
}

#[tokio::test]
#[cfg_attr(not(bestmove_local_engine), ignore = "clients/wasm/build has not been run")]
async fn a_game_that_is_not_kept_is_explained_in_the_language_of_the_page() {
    for (language, expected) in
        [("en", "this game is not kept in this browser"), ("de", "dieses Spiel ist in diesem Browser nicht")]
    {
        let service = Service::start(router(engine())).await;
        let browser = visit(&service, &["tic-tac-toe"]).await;
        browser.select(&format!("#language option[value={language}]")).await;
        browser.choose("games", "checkers").await;
        browser.wait_for(&cell("11")).await;
        browser.wait_for_turn().await;
        service.leave();
        browser.click(&cell("11")).await;
        browser.click(&cell("15")).await;
        browser.wait_for("main[data-phase=failed]").await;
        let card = browser.text("#problem").await;
        assert!(card.contains(expected), "{card}");
    }
}

/// Answers to the held-out positions, by the page's own engine and by the service.
#[tokio::test]
#[cfg_attr(not(bestmove_local_engine), ignore = "clients/wasm/build has not been run")]
async fn answers_without_a_network_equal_the_services() {
    let service = Service::start(router(engine())).await;
    let browser = visit(&service, &["connect-four"]).await;
    let positions = held_out();
    assert!(positions.len() >= 482, "{}", positions.len());
    let best_moves = async || {
        let script = format!(
            "const {{ answer }} = await load('/page/offline.js');
             const {{ bestMove, connect }} = await load('/client.js');
             const [answers, engines] = [[], []];
             const noting = async (...request) => {{
               const response = await answer(...request);
               engines.push(response.headers.has('bestmove-engine'));
               return response;
             }};
             const service = connect({{ fetch: noting }});
             for (const position of {}) {{
               const body = {{ position, fresh: true, time_ms: 10000 }};
               const {{ elapsed_ms, ...answer }} = await bestMove(service, 'connect-four', body);
               answers.push(answer);
             }}
             return [answers, engines];",
            json!(positions)
        );
        let mut found = browser.run(&script).await;
        let engines: Vec<bool> = serde_json::from_value(found[1].take()).unwrap();
        (found[0].take(), engines)
    };
    let (expected, engines) = best_moves().await;
    assert_eq!(engines, vec![false; positions.len()], "the first answers are the service's");
    service.leave();
    browser.go_offline().await;
    browser.reload().await;
    browser.wait_for_turn().await;
    let (answers, engines) = best_moves().await;
    assert_eq!(engines, vec![true; positions.len()]);
    assert_eq!(answers, expected);
}

/// Every twelfth solved position of each set, without its score.
fn held_out() -> Vec<String> {
    let mut sets: Vec<_> = fs::read_dir(SOLVED).unwrap().map(|entry| entry.unwrap().path()).collect();
    sets.sort();
    let lines = sets.iter().flat_map(|set| {
        let text = fs::read_to_string(set).unwrap();
        text.lines().step_by(12).map(|line| line.split(' ').next().unwrap().to_owned()).collect::<Vec<_>>()
    });
    lines.collect()
}

/// By the criteria of Chromium.
#[tokio::test]
#[cfg_attr(not(bestmove_local_engine), ignore = "clients/wasm/build has not been run")]
async fn the_page_can_be_installed() {
    let service = Service::start(router(engine())).await;
    let browser = visit(&service, &[]).await;
    let manifest = browser.devtools("Page.getAppManifest", json!({})).await;
    assert_eq!((&manifest["errors"], manifest["url"].as_str().is_some()), (&json!([]), true), "{manifest}");
    let errors = browser.devtools("Page.getInstallabilityErrors", json!({})).await;
    assert_eq!(errors["installabilityErrors"], json!([]));
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// Reloads the page until it is that of the next release. A visit shows the kept release only if the service
/// takes too long.
async fn reload_next_release(browser: &Chromium) {
    let since = Instant::now();
    loop {
        let visit = Instant::now();
        browser.reload().await;
        browser.wait_for_turn().await;
        let (text, took) = (browser.text("#new").await, visit.elapsed());
        if text == "Another game" {
            return;
        }
        let may_be_kept = took >= NETWORK_TIMEOUT && since.elapsed() < WAIT_TIMEOUT;
        assert!(may_be_kept, "{text} after {took:?}");
    }
}

/// Each visit shows the release of the service; without it, the last one.
#[tokio::test]
#[cfg_attr(not(bestmove_local_engine), ignore = "clients/wasm/build has not been run")]
async fn a_new_release_replaces_the_one_before() {
    let old = router(engine());
    let replaced = Arc::new(Mutex::new(HashMap::new()));
    let service = Service::start(old.clone().layer(from_fn_with_state(Arc::clone(&replaced), replace))).await;
    let browser = visit(&service, &["tic-tac-toe"]).await;
    const RELEASES: &str = "(await caches.keys()).filter((name) => name.startsWith('bestmove-page'))";
    let releases = async || browser.run(&format!("return {RELEASES};")).await;
    let before = releases().await;
    assert_eq!(before.as_array().unwrap().len(), 1, "{before}");

    // Half of a release is not kept.
    let next = next_release(&old).await;
    let script = HashMap::from([(SERVICE_WORKER, next[SERVICE_WORKER].clone())]);
    *replaced.lock().unwrap() = script;
    const UPDATE: &str = "const registration = await navigator.serviceWorker.ready;
        await registration.update();
        const { installing } = registration;
        await new Promise((resolve) => installing.addEventListener('statechange', resolve));
        return installing.state;";
    assert_eq!(browser.run(UPDATE).await, "redundant");
    assert_eq!(releases().await, before);

    *replaced.lock().unwrap() = next;
    reload_next_release(&browser).await;
    browser.wait_until(&format!("(await caches.keys()).every((name) => !{before}.includes(name))")).await;
    assert_eq!(releases().await.as_array().unwrap().len(), 1);
    service.leave();
    browser.reload().await;
    browser.wait_for_turn().await;
    assert_eq!(browser.text("#new").await, "Another game");
}

/// The modules of an earlier release, by their names alone.
#[tokio::test]
#[cfg_attr(not(bestmove_local_engine), ignore = "clients/wasm/build has not been run")]
async fn games_are_kept_in_the_version_of_each_release() {
    let service = Service::start(router(engine())).await;
    let browser = visit(&service, &["tic-tac-toe"]).await;
    const OLD: &str = "const cache = await caches.open('bestmove-engine');
        for (const { url } of await cache.keys()) {
          await cache.put(url.replace(/-[0-9a-f]+[.]wasm/, '-0000000000000000.wasm'), await cache.match(url));
          await cache.delete(url);
        }
        await cache.put('/local/dist/connect-four-0000000000000000.wasm', new Response());";
    browser.run(OLD).await;
    let names = "(await (await caches.open('bestmove-engine')).keys()).map(({ url }) => url)";
    browser.reload().await;
    for game in ["tic-tac-toe", "connect-four"] {
        let is_renewed = format!(
            "((names) => names.length > 0 && names.every((name) => !name.includes('{game}-0000'))
               && names.some((name) => name.includes('{game}-')))({names})"
        );
        browser.wait_until(&is_renewed).await;
    }
    service.leave();
    browser.reload().await;
    browser.wait_for_turn().await;
    assert_eq!(browser.texts("#games label").await, ["Tic-tac-toe", "Connect four"]);
}

/// Answers with the files of another release in place of those with the same URLs.
async fn replace(
    State(replaced): State<Arc<Mutex<HashMap<&'static str, String>>>>,
    request: Request,
    next: Next,
) -> Response {
    let file = replaced.lock().unwrap().get(request.uri().path()).cloned();
    let media_type = if request.uri().path() == "/" { "text/html" } else { "text/javascript" };
    let headers = [(CONTENT_TYPE, media_type), (CACHE_CONTROL, "no-cache")];
    match file {
        Some(file) => (headers, file).into_response(),
        None => next.run(request).await,
    }
}

/// The files that a release with other words changes: its modules, and the script that names their hash.
async fn next_release(old: &Router) -> HashMap<&'static str, String> {
    const WORDS: &str = "/";
    let get = async |url: &str| String::from_utf8_lossy(&get(old, url).await.body).into_owned();
    let words = get(WORDS).await.replace("\"New game\"", "\"Another game\"");
    let script = get(SERVICE_WORKER).await;
    let (_, rest) = script.split_once("FILES = ").unwrap();
    let files: Vec<String> =
        serde_json::from_str(&rest.split(';').next().unwrap().replace(",]", "]")).unwrap();
    let mut hash = Sha256::new();
    for url in &files {
        if url == WORDS {
            hash.update(&words);
        } else {
            hash.update(crate::http::get(old, url).await.body);
        }
    }
    let (_, rest) = script.split_once("\";").unwrap();
    let release: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let script = format!("const RELEASE = \"{release}\";{rest}");
    HashMap::from([(WORDS, words), (SERVICE_WORKER, script)])
}
