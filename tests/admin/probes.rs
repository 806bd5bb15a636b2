use super::{Observed, engine, get, post};
use crate::http::{Answer, send};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use bestmove::admin::Admin;

/// Status and text of the probes for liveness, startup and readiness.
async fn probe(admin: &Admin) -> [(u16, String); 3] {
    let router = admin.clone().router();
    let parts = |answer: Answer| (answer.status.as_u16(), String::from_utf8(answer.body.to_vec()).unwrap());
    [
        parts(get(&router, "/live").await),
        parts(get(&router, "/startup").await),
        parts(get(&router, "/ready").await),
    ]
}

fn owned(expected: [(u16, &str); 3]) -> [(u16, String); 3] {
    expected.map(|(status, text)| (status, text.to_owned()))
}

#[tokio::test]
async fn probes_follow_start_and_drain() {
    let (admin, engine) = (Admin::default(), engine());
    assert_eq!(probe(&admin).await, owned([(200, "live\n"), (503, "starting\n"), (503, "starting\n")]));
    assert_eq!(get(&admin.clone().router(), "/metrics").await.status, 200);
    assert_eq!(clear(&admin.clone().router(), &[REQUESTED_BY]).await, 503);
    admin.started(engine.clone());
    assert_eq!(probe(&admin).await, owned([(200, "live\n"), (200, "started\n"), (200, "ready\n")]));
    engine.drain();
    assert_eq!(probe(&admin).await, owned([(200, "live\n"), (200, "started\n"), (503, "draining\n")]));
}

#[tokio::test]
async fn clearing_the_caches_removes_proofs() {
    let observed = Observed::start();
    let source = async || {
        let answer = post(&observed.service, "/v1/tic-tac-toe/best-move", "{}").await.json();
        (answer["source"].as_str().unwrap().to_owned(), answer["nodes"].as_u64().unwrap())
    };
    let (first, nodes) = source().await;
    assert_eq!((first.as_str(), source().await.0.as_str()), ("search", "cache"));
    assert!(observed.engine.occupancy().table > 0.0);
    assert_eq!(clear(&observed.admin.clone().router(), &[REQUESTED_BY]).await, 204);
    assert_eq!((observed.engine.occupancy().table, observed.engine.occupancy().answers), (0.0, 0));
    assert_eq!(source().await, ("search".to_owned(), nodes), "the same search as the first time");
}

const REQUESTED_BY: (&str, &str) = ("x-requested-by", "test");

/// The status of a request to clear the caches with these headers.
async fn clear(router: &Router, headers: &[(&str, &str)]) -> u16 {
    let request = headers
        .iter()
        .fold(Request::post("/cache/clear"), |request, (name, value)| request.header(*name, *value));
    send(router, request.body(Body::empty()).unwrap()).await.status.as_u16()
}

/// Pages of other sites can set no header in a form, and only safelisted ones in `fetch` with `no-cors`.
#[tokio::test]
async fn pages_of_other_sites_cannot_clear_the_caches() {
    let observed = Observed::start();
    post(&observed.service, "/v1/tic-tac-toe/best-move", "{}").await;
    let router = observed.admin.clone().router();
    let forged = [
        &[][..],
        &[("content-type", "text/plain")],
        &[("content-type", "application/x-www-form-urlencoded"), ("origin", "https://example.org")],
        // With DNS rebinding, a page may send any header.
        &[REQUESTED_BY, ("origin", "http://rebound.example:9090")],
    ];
    for headers in forged {
        assert_eq!(clear(&router, headers).await, 403, "{headers:?}");
    }
    assert!(observed.engine.occupancy().answers > 0);
    assert_eq!(clear(&router, &[REQUESTED_BY]).await, 204);
    assert_eq!(observed.engine.occupancy().answers, 0);
}

#[tokio::test]
async fn only_post_clears() {
    let observed = Observed::start();
    assert_eq!(get(&observed.admin.router(), "/cache/clear").await.status, 405);
}
