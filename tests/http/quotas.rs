use super::fair_use::{KEY, service_of};
use super::{Answer, engine, send};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use bestmove::http::FairUse;
use bestmove_scheduler::Engine;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::sleep;

/// The quota of clients without a key, in milliseconds a minute; keys have no quota.
const QUOTA: u64 = 3000;

fn limited() -> Router {
    limited_of(engine())
}

fn limited_of(engine: Arc<Engine>) -> Router {
    let address_quota = Some(Duration::from_millis(QUOTA));
    service_of(engine, FairUse { address_quota, ..FairUse::default() })
}

/// A kind of request that searches.
#[derive(Clone, Copy, Debug)]
struct SearchKind {
    method: &'static str,
    path: &'static str,
    accept: &'static str,
}

const fn kind(method: &'static str, path: &'static str, accept: &'static str) -> SearchKind {
    SearchKind { method, path, accept }
}

/// All kinds of requests that search.
const ALL: [SearchKind; 10] = [
    kind("POST", "/v1/{game}/best-move", "*/*"),
    kind("GET", "/v1/{game}/best-move", "*/*"),
    kind("HEAD", "/v1/{game}/best-move", "*/*"),
    kind("POST", "/v1/{game}/analysis", "*/*"),
    kind("POST", "/v1/{game}/analysis", "text/event-stream"),
    kind("POST", "/v1/{game}/analysis", "application/x-ndjson"),
    kind("GET", "/v1/{game}/analysis", "*/*"),
    kind("GET", "/v1/{game}/analysis", "text/event-stream"),
    kind("POST", "/v1/batch", "*/*"),
    kind("POST", "/v1/analyses", "*/*"),
];

impl SearchKind {
    /// Whether the answer may be cached.
    fn is_cacheable(self) -> bool {
        self.method != "POST" && self.accept == "*/*"
    }

    /// Searches the start position for at most `time_ms`, and waits for the end of the search.
    async fn send(self, service: &Router, key: &str, game: &str, time_ms: u64) -> Answer {
        let Self { method, path, accept } = self;
        let (mut path, mut body) = (path.replace("{game}", game), Value::Null);
        match path.as_str() {
            "/v1/batch" => body = json!({ "positions": [{ "game": game, "time_ms": time_ms }] }),
            "/v1/analyses" => body = json!({ "game": game, "time_ms": time_ms }),
            _ if method == "POST" => body = json!({ "time_ms": time_ms }),
            _ => path.push_str(&format!("?time_ms={time_ms}")),
        }
        if self.path.ends_with("best-move") {
            if method == "POST" { body["book"] = json!(false) } else { path.push_str("&book=false") }
        }
        let request = Request::builder().method(method).uri(path).header("accept", accept);
        let answer = with_key(service, key, request.header("content-type", "application/json"), &body).await;
        let location = answer.header("location");
        while !location.is_empty() && !is_over(service, key, location).await {
            sleep(Duration::from_millis(1)).await;
        }
        answer
    }
}

async fn with_key(
    service: &Router,
    key: &str,
    mut request: axum::http::request::Builder,
    body: &Value,
) -> Answer {
    if !key.is_empty() {
        request = request.header("authorization", format!("Bearer {key}"));
    }
    send(service, request.body(Body::from(body.to_string())).unwrap()).await
}

async fn show(service: &Router, key: &str, path: &str) -> Answer {
    with_key(service, key, Request::get(path), &Value::Null).await
}

async fn is_over(service: &Router, key: &str, path: &str) -> bool {
    ["finished", "failed"].contains(&show(service, key, path).await.json()["state"].as_str().unwrap())
}

/// Milliseconds left, and seconds until the quota is full again.
fn limit(answer: &Answer) -> (u64, u64) {
    assert_eq!(answer.header("ratelimit-policy"), format!("\"search\";q={QUOTA};qu=\"milliseconds\";w=60"));
    let limit = answer.header("ratelimit").strip_prefix("\"search\";r=").unwrap();
    let (left, full_in) = limit.split_once(";t=").unwrap();
    (left.parse().unwrap(), full_in.parse().unwrap())
}

/// The rest of the quota without a key, once all answered requests are charged.
async fn left(service: &Router) -> (u64, u64) {
    sleep(Duration::from_millis(5)).await;
    limit(&show(service, "", "/v1/analyses/none").await)
}

#[tokio::test]
async fn all_searches_are_charged_and_refused_beyond_the_quota() {
    for kind in ALL {
        let service = limited();
        let answer = kind.send(&service, "", "checkers", 800).await;
        assert!(answer.status.is_success(), "{kind:?}: {answer:?}");
        let (left, full_in) = left(&service).await;
        assert!(left <= 2900 && full_in >= 2, "{kind:?}: {left} ms left, full in {full_in} s");

        let refused = kind.send(&service, "", "checkers", QUOTA).await;
        assert!(limit(&refused).0 < QUOTA, "{kind:?}");
        if kind.path == "/v1/batch" {
            let result = &refused.json()["results"][0];
            assert_eq!(
                (&result["status"], &result["problem"]["type"]),
                (&json!(429), &json!("/problems/quota-exceeded"))
            );
        } else {
            assert_eq!(refused.status, 429, "{kind:?}");
            assert!(refused.header("retry-after").parse::<u64>().unwrap() >= 1, "{kind:?}");
            assert_eq!(refused.header("content-type"), "application/problem+json");
        }
    }
}

/// Answers that shared caches may store must not reveal a quota.
#[tokio::test]
async fn the_quota_is_revealed_to_its_owner_only() {
    let quota = Some(Duration::from_mins(1));
    let rules = FairUse { key_quota: quota, address_quota: quota, ..FairUse::default() };
    let service = service_of(engine(), rules);
    for key in ["", KEY] {
        for kind in ALL {
            let answer = kind.send(&service, key, "tic-tac-toe", 10_000).await;
            assert!(answer.status.is_success(), "{kind:?}: {answer:?}");
            let is_public = answer.header("cache-control").starts_with("public");
            assert_eq!(is_public, key.is_empty() && kind.is_cacheable(), "{kind:?}");
            for name in ["ratelimit-policy", "ratelimit"] {
                assert_eq!(answer.header(name).is_empty(), is_public, "{kind:?} {name}");
            }
        }
    }
}

#[tokio::test]
async fn requests_beyond_the_whole_quota_are_refused_permanently() {
    for kind in ALL.into_iter().filter(|kind| kind.path != "/v1/batch") {
        let refused = kind.send(&limited(), "", "checkers", QUOTA + 1).await;
        assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (429, ""), "{kind:?}");
    }
}

#[tokio::test]
async fn answers_from_the_proof_cache_are_free() {
    let service = limited();
    for kind in ALL {
        assert!(kind.send(&service, KEY, "tic-tac-toe", 10_000).await.status.is_success());
    }
    for kind in ALL {
        assert!(kind.send(&service, "", "tic-tac-toe", QUOTA).await.status.is_success(), "{kind:?}");
        assert_eq!(left(&service).await, (QUOTA, 0), "{kind:?}");
    }
}

/// The time in the queue according to `Server-Timing`, in milliseconds.
fn queued(answer: &Answer) -> f64 {
    let queue = answer.header("server-timing").strip_prefix("queue;dur=").unwrap();
    queue.split_once(',').unwrap().0.parse().unwrap()
}

/// With one worker.
#[tokio::test]
async fn waiting_for_a_worker_is_free() {
    let engine = engine();
    let service = limited_of(Arc::clone(&engine));
    let busy = tokio::spawn({
        let service = service.clone();
        async move { ALL[0].send(&service, KEY, "checkers", 1000).await }
    });
    while engine.busy_workers() == 0 {
        sleep(Duration::from_millis(1)).await;
    }
    let request = Request::post("/v1/checkers/best-move").header("content-type", "application/json");
    let answer = with_key(&service, "", request, &json!({ "depth": 1, "time_ms": QUOTA })).await;
    assert_eq!((answer.status.as_u16(), busy.await.unwrap().status.as_u16()), (200, 200));
    let (waited, used) = (queued(&answer), QUOTA - left(&service).await.0);
    assert!(
        waited > 100.0 && (used as f64) < waited / 2.0,
        "{used} ms are charged after a wait of {waited} ms"
    );
}

/// With one worker.
#[tokio::test]
async fn being_preempted_is_free() {
    let service = limited();
    let long = tokio::spawn({
        let service = service.clone();
        async move { ALL[9].send(&service, "", "checkers", QUOTA).await }
    });
    while !long.is_finished() {
        ALL[0].send(&service, KEY, "checkers", 150).await;
    }
    let (left, _) = left(&service).await;
    assert!(left > QUOTA / 4, "only {left} of {QUOTA} ms left");
}
