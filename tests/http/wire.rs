use super::{Answer, engine, get, post, request, send, service};
use crate::router;
use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request};
use std::collections::HashSet;

#[tokio::test]
async fn valid_request_ids_are_returned() {
    let service = service();
    let longest = "x".repeat(128);
    for id in ["a", "5f0c91d2-a7b3", "~!{}", &longest] {
        for path in ["/v1/games", "/nothing"] {
            let request = Request::get(path).header("x-request-id", id).body(Body::empty()).unwrap();
            assert_eq!(send(&service, request).await.header("x-request-id"), id);
        }
    }
}

#[tokio::test]
async fn requests_without_a_valid_id_get_a_new_one() {
    let service = service();
    let longer = "x".repeat(129);
    let mut seen = HashSet::new();
    for id in [None, Some(""), Some("two words"), Some("caf\u{e9}"), Some(longer.as_str())] {
        let mut request = Request::get("/nothing");
        if let Some(id) = id {
            request = request.header("x-request-id", id);
        }
        let answer = send(&service, request.body(Body::empty()).unwrap()).await;
        let given = answer.header("x-request-id").to_owned();
        assert_ne!(Some(given.as_str()), id);
        assert_eq!(given.len(), 16, "{given}");
        assert_eq!(answer.problem()["request_id"], given);
        assert!(seen.insert(given));
    }
}

#[tokio::test]
async fn no_answer_may_be_taken_for_another_type() {
    let service = service();
    for path in
        ["/v1/games", "/v1/checkers/best-move?nodes=1", "/nothing", "/", "/health/live", "/problems/internal"]
    {
        assert_eq!(get(&service, path).await.header("x-content-type-options"), "nosniff", "{path}");
    }
}

#[tokio::test]
async fn pages_of_other_origins_may_use_the_service() {
    let service = service();
    let preflight = Request::options("/v1/checkers/best-move")
        .header("origin", "https://example.org")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "content-type,baggage,sentry-trace");
    let answer = send(&service, preflight.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    assert_eq!(answer.header("access-control-allow-methods"), "GET,POST,PUT,DELETE,OPTIONS");
    let allowed: Vec<_> = answer.header("access-control-allow-headers").split(',').collect();
    assert_eq!(allowed[..4], ["authorization", "content-type", "if-none-match", "last-event-id"]);
    assert_eq!(allowed[4..6], ["x-request-id", "idempotency-key"]);
    assert_eq!(allowed[6..9], ["mcp-protocol-version", "mcp-method", "mcp-name"]);
    // Those that libraries of frontends add.
    let added = ["traceparent", "tracestate", "baggage", "sentry-trace", "x-requested-with", "cache-control"];
    assert_eq!(allowed[9..], added);
    assert_eq!(answer.header("access-control-max-age"), "86400");
    assert_eq!(answer.header("access-control-allow-credentials"), "");

    for path in ["/v1/games", "/nothing"] {
        let request = Request::get(path).header("origin", "https://example.org");
        let answer = send(&service, request.body(Body::empty()).unwrap()).await;
        assert_eq!(answer.header("access-control-allow-origin"), "*", "{path}");
        let exposed = "x-request-id,retry-after,etag,location,content-location,ratelimit-policy,ratelimit,\
            server-timing,allow,www-authenticate";
        assert_eq!(answer.header("access-control-expose-headers"), exposed, "{path}");
        assert_eq!(answer.header("timing-allow-origin"), "*", "{path}");
    }
}

/// The parts of `Server-Timing`, in milliseconds.
fn timing(answer: &Answer) -> Vec<(&str, f64)> {
    let parts = answer.header("server-timing").split(", ");
    let parts = parts.map(|part| part.split_once(";dur=").unwrap());
    parts.map(|(name, ms)| (name, ms.parse().unwrap())).collect()
}

#[tokio::test]
async fn answers_have_server_timing() {
    let service = service();
    for path in ["/v1/checkers/best-move?book=false&", "/v1/checkers/analysis?"] {
        let body = r#"{"time_ms": 200, "fresh": true}"#;
        let by_post = post(&service, path.split_once('?').unwrap().0, body).await;
        for answer in [by_post, get(&service, &format!("{path}time_ms=200")).await] {
            let [("queue", queue), ("search", search), ("total", total)] = timing(&answer)[..] else {
                panic!("{path}: {}", answer.header("server-timing"));
            };
            assert!((200.0..5000.0).contains(&total), "{total}");
            assert!(search > 100.0 && queue + search <= total, "{queue} + {search}, {total}");
        }
    }
    for answer in [get(&service, "/v1/games").await, post(&service, "/v1/go/best-move", "{}").await] {
        let [("total", total)] = timing(&answer)[..] else { panic!("{}", answer.header("server-timing")) };
        assert!(total < 1000.0);
    }
}

#[tokio::test]
async fn large_answers_are_compressed_on_demand() {
    let service = service();
    for (path, accepted, encoding) in [
        ("/openapi.yaml", "gzip", "gzip"),
        ("/openapi.yaml", "br, gzip", "br"),
        ("/openapi.yaml", "identity", ""),
        ("/health/live", "gzip", ""),
    ] {
        let request = Request::get(path).header("accept-encoding", accepted).body(Body::empty()).unwrap();
        let answer = send(&service, request).await;
        assert_eq!(answer.header("content-encoding"), encoding, "{path}, {accepted}");
    }
}

pub(super) async fn with_coding(service: &Router, path: &str, accepted: &str) -> Answer {
    let request = Request::get(path).header("accept-encoding", accepted).body(Body::empty()).unwrap();
    send(service, request).await
}

#[tokio::test]
async fn clients_that_accept_no_coding_are_refused_before_the_search() {
    let engine = engine();
    let service = router(engine.clone());
    let paths = [
        "/v1/tic-tac-toe/best-move",
        "/v1/tic-tac-toe/analysis",
        "/v1/checkers/legal-moves",
        "/v1/games",
        "/openapi.yaml",
        "/problems/internal",
        "/health/live",
        "/",
        "/nothing",
    ];
    for path in paths {
        for accepted in ["identity;q=0", "*;q=0", "identity;q=0, zstd", "identity; q=0.0, gzip;q=0, br;q=0"] {
            let answer = with_coding(&service, path, accepted).await;
            assert_eq!(answer.status, 406, "{path} {accepted}");
            let problem = answer.problem();
            assert_eq!(
                (&problem["type"], &problem["got"]),
                (&"/problems/not-acceptable".into(), &accepted.into())
            );
            assert_eq!((answer.header("etag"), answer.header("content-encoding")), ("", ""));
        }
    }
    assert_eq!(engine.occupancy().answers, 0, "no search was started");
    assert_eq!(with_coding(&service, paths[0], "identity;q=0, gzip;q=7").await.status, 200);
    assert_eq!(engine.occupancy().answers, 1);
}

#[tokio::test]
async fn static_answers_are_compressed_once() {
    let service = service();
    for path in ["/openapi.yaml", "/v1/games", "/", "/page/app.js", "/page/style.css"] {
        let plain = get(&service, path).await.body;
        for coding in ["gzip", "br"] {
            let [first, second] =
                [with_coding(&service, path, coding).await, with_coding(&service, path, coding).await];
            assert_eq!((first.header("content-encoding"), first.header("vary")), (coding, "accept-encoding"));
            assert!(first.body.len() * 2 < plain.len(), "{path} {coding}");
            assert_eq!(first.body.as_ptr(), second.body.as_ptr(), "{path} {coding}: compressed again");
        }
    }
}

#[tokio::test]
async fn answers_have_cache_control() {
    let service = service();
    for path in ["/v1/games", "/openapi.yaml", "/problems/internal"] {
        let answer = get(&service, path).await;
        assert_eq!(
            (answer.status.as_u16(), answer.header("cache-control")),
            (200, "public, max-age=300"),
            "{path}"
        );
    }
    for path in ["/", "/page/app.js", "/page/style.css"] {
        assert_eq!(get(&service, path).await.header("cache-control"), "no-cache", "{path}");
    }
    for path in ["/health/live", "/health/ready"] {
        assert_eq!(get(&service, path).await.header("cache-control"), "no-store", "{path}");
    }
    for path in ["/v1/tic-tac-toe/best-move", "/v1/tic-tac-toe/legal-moves"] {
        assert_eq!(post(&service, path, "{}").await.header("cache-control"), "no-store", "{path}");
    }
}

#[tokio::test]
async fn unmodified_files_are_not_sent_again() {
    let service = service();
    let tag = get(&service, "/page/app.js").await.header("etag").to_owned();
    let strong = tag.trim_start_matches("W/");
    let list = format!("W/\"0\", {tag}");
    for (known, status) in [(&*tag, 304), (strong, 304), (&list, 304), ("*", 304), ("W/\"0\"", 200)] {
        let request = Request::get("/page/app.js").header("if-none-match", known);
        let answer = send(&service, request.body(Body::empty()).unwrap()).await;
        assert_eq!((answer.status.as_u16(), answer.header("etag")), (status, tag.as_str()));
        assert_eq!(answer.body.is_empty(), status == 304);
        assert_eq!(answer.header("vary"), "accept-encoding");
    }
}

#[tokio::test]
async fn a_draining_service_refuses_new_searches() {
    let engine = engine();
    let service = router(engine.clone());
    assert_eq!(get(&service, "/health/ready").await.status, 200);
    engine.drain();
    let refused =
        [get(&service, "/health/ready").await, post(&service, "/v1/connect-four/best-move", "{}").await];
    for answer in refused {
        assert_eq!(answer.status, 503);
        assert_eq!(answer.problem()["type"], "/problems/shutting-down");
        assert!(answer.header("retry-after").parse::<u64>().unwrap() >= 1);
    }
    assert_eq!(get(&service, "/health/live").await.status, 200);
    assert_eq!(post(&service, "/v1/connect-four/legal-moves", "{}").await.status, 200);
    assert_eq!(send(&service, request(Method::HEAD, "/health/ready")).await.status, 503);
}

#[tokio::test]
async fn a_full_service_sends_retry_after() {
    let refused = refused_when_full().await;
    assert_eq!(refused.status, 503);
    assert_eq!(refused.problem()["type"], "/problems/overloaded");
    assert!(refused.header("retry-after").parse::<u64>().unwrap() >= 1);
}

/// The answer to a request when the queue is full.
pub(super) async fn refused_when_full() -> Answer {
    let engine = engine();
    let service = router(engine.clone());
    let config = engine.config();
    let ask = |nodes: usize| {
        let (service, body) =
            (service.clone(), format!("{{\"time_ms\": 10000, \"nodes\": {nodes}, \"depth\": 100}}"));
        async move { post(&service, "/v1/connect-four/best-move", body).await }
    };
    // A single client may use two thirds of the queue.
    let room = config.workers.get() + (2 * config.queue).div_ceil(3);
    let running: Vec<_> = (0..room).map(|number| tokio::spawn(ask(900_000 + number))).collect();
    while engine.in_flight() < room {
        tokio::task::yield_now().await;
    }
    let refused = ask(1_000_000).await;
    running.iter().for_each(tokio::task::JoinHandle::abort);
    refused
}
