use super::fair_use::{self, KEY, OTHER};
use super::{Answer, get, post, request, send, service};
use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request};
use bestmove::http::FairUse;
use serde_json::{Value, json};
use std::time::Duration;

const LONG: &str = "public, max-age=604800, immutable";

/// An answer to POST without its cost.
fn without_cost(mut answer: Value) -> Value {
    for cost in ["nodes", "elapsed_ms", "budget_ms", "degraded", "source"] {
        assert!(answer.as_object_mut().unwrap().remove(cost).is_some(), "{cost}");
    }
    answer
}

async fn get_if_none_match(service: &Router, path: &str, tag: &str) -> Answer {
    send(service, Request::get(path).header("if-none-match", tag).body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn get_answers_like_post() {
    let service = service();
    for (resource, query, body) in [
        ("tic-tac-toe/best-move", "position=XX.OO....", json!({ "position": "XX.OO...." })),
        ("connect-four/best-move", "moves=4,4,5,5", json!({ "position": "4455" })),
        ("connect-four/best-move", "position=4455", json!({ "position": "4455" })),
        (
            "tic-tac-toe/analysis",
            "moves=5&lines=all&avoid=1,2",
            json!({ "moves": ["5"], "lines": "all", "avoid": ["1", "2"] }),
        ),
        ("tic-tac-toe/analysis", "only=5", json!({ "only": ["5"] })),
        ("tic-tac-toe/best-move", "position=XXXOO....", json!({ "position": "XXXOO...." })),
    ] {
        let path = format!("/v1/{resource}");
        let cacheable = get(&service, &format!("{path}?{query}")).await;
        assert_eq!((cacheable.status.as_u16(), cacheable.header("cache-control")), (200, LONG), "{query}");
        assert_eq!(cacheable.header("content-type"), "application/json");
        let posted = post(&service, &path, body.to_string()).await;
        assert_eq!(cacheable.json(), without_cost(posted.json()), "{query}");
    }
    let path = "/v1/checkers/legal-moves";
    let cacheable = get(&service, &format!("{path}?moves=11-15")).await;
    let posted = post(&service, path, json!({ "moves": ["11-15"] }).to_string()).await;
    assert_eq!((cacheable.json(), cacheable.header("cache-control")), (posted.json(), LONG));
}

#[tokio::test]
async fn estimates_are_cacheable_for_a_minute() {
    let answer = get(&service(), "/v1/checkers/best-move?depth=4").await;
    assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, "public, max-age=60"));
    assert_eq!(answer.json()["stopped_by"], "depth");
}

/// With one worker.
#[tokio::test]
async fn degraded_answers_are_marked_and_not_cacheable() {
    let service = service();
    let paths = ["9-13", "10-14", "11-16"].map(|first| {
        let service = service.clone();
        let path = format!("/v1/checkers/best-move?time_ms=3000&book=false&moves={first}");
        tokio::spawn(async move { get(&service, &path).await })
    });
    let mut degraded = 0;
    for answer in paths {
        let answer = answer.await.unwrap();
        assert_eq!(answer.status, 200);
        let is_degraded = answer.json().get("degraded") == Some(&json!(true));
        assert_eq!(
            answer.header("cache-control"),
            if is_degraded { "no-store" } else { "public, max-age=60" }
        );
        degraded += u32::from(is_degraded);
    }
    assert!(degraded > 0);
}

#[tokio::test]
async fn an_unmodified_answer_is_not_sent_again() {
    let service = service();
    for path in [
        "/v1/tic-tac-toe/best-move?position=XX.OO....",
        "/v1/tic-tac-toe/analysis?moves=5&lines=all",
        "/v1/checkers/legal-moves",
    ] {
        let [first, second] = [get(&service, path).await, get(&service, path).await];
        assert_eq!(first.body, second.body, "{path}");
        let tag = first.header("etag");
        assert_eq!((tag, tag.len()), (second.header("etag"), 18), "{path}");
        for name in [tag.to_owned(), format!("W/{tag}"), format!("\"x\", {tag}"), "*".to_owned()] {
            let not_modified = get_if_none_match(&service, path, &name).await;
            assert_eq!((not_modified.status.as_u16(), not_modified.body.len()), (304, 0), "{path} {name}");
            for header in ["etag", "cache-control", "content-location", "vary"] {
                assert_eq!(not_modified.header(header), first.header(header), "{path} {header}");
            }
        }
        assert_eq!(get_if_none_match(&service, path, "\"x\"").await.body, first.body);
        let head = send(&service, request(Method::HEAD, path)).await;
        assert_eq!((head.status.as_u16(), head.header("etag"), head.body.len()), (200, tag, 0));
        assert_eq!(head.header("content-length"), first.body.len().to_string());
    }
}

#[tokio::test]
async fn equivalent_queries_have_one_canonical_url() {
    let service = service();
    for (path, queries) in [
        (
            "tic-tac-toe/best-move",
            &[
                "moves=5,1,9",
                "moves=5&moves=1&moves=9",
                "moves=5&moves=1,9",
                "position=O...X...X",
                "position=O...X....&moves=9&time_ms=1000",
            ][..],
        ),
        (
            "tic-tac-toe/analysis",
            &[
                "position=XX./OO./...&lines=all",
                "position=XX.OO....&lines=5&only=9,8,7,6,3",
                "only=9&only=8&position=XX.OO....&lines=5&only=7&only=6,3",
                "position=XX.OO....&lines=all&avoid=",
            ],
        ),
        ("checkers/legal-moves", &["", "moves=", "position=B:W21-32:B1-12."]),
        (
            "checkers/legal-moves",
            &["position=W:WK29,K11:BK4&moves=29-25", "position=W:WK11,K29:BK4.&moves=29-25"],
        ),
    ] {
        let mut answers = Vec::new();
        for query in queries {
            let answer = get(&service, &format!("/v1/{path}?{query}")).await;
            assert_eq!(answer.status, 200, "{query}");
            answers.push((answer.header("content-location").to_owned(), answer.body));
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
        let again = get(&service, &answers[0].0).await;
        assert_eq!((again.header("content-location"), &again.body), (answers[0].0.as_str(), &answers[0].1));
    }
}

/// With a single legal move there is only one line, whatever `lines` says.
#[tokio::test]
async fn the_canonical_url_has_the_same_answer_from_a_service_of_its_own() {
    for query in ["lines=all&depth=3&fresh=true", "lines=7&nodes=2000&fresh=true"] {
        let path = format!("/v1/checkers/analysis?position=W:W20:B5,12&{query}");
        let answer = get(&service(), &path).await;
        assert_eq!(answer.json()["lines"].as_array().unwrap().len(), 1, "{query}");
        let again = get(&service(), answer.header("content-location")).await;
        assert_eq!(again.body, answer.body, "{query}");
    }
}

/// Other requests find other proofs, which must not replace an answer that caches may have stored.
#[tokio::test]
async fn a_proven_answer_stays_the_same() {
    let service = service();
    let path = "/v1/tic-tac-toe/analysis?moves=5,6,7";
    let first = get(&service, path).await;
    assert!(first.header("cache-control").contains("immutable"));
    for limits in [json!({ "fresh": true }), json!({ "nodes": 100_000 }), json!({ "depth": 9 })] {
        let mut body = json!({ "moves": ["5", "6", "7"] });
        body.as_object_mut().unwrap().extend(limits.as_object().unwrap().clone());
        assert_eq!(post(&service, "/v1/tic-tac-toe/analysis", body.to_string()).await.status, 200);
    }
    assert_eq!(get(&service, path).await.body, first.body);
}

#[tokio::test]
async fn the_canonical_url_has_all_parameters() {
    let query = "moves=4&lines=3&avoid=4&time_ms=7&depth=9&nodes=1000&fresh=true";
    let answer = get(&service(), &format!("/v1/connect-four/analysis?{query}")).await;
    let board = ".......%2F.......%2F.......%2F.......%2F.......%2F...X...";
    let rest = "only=1%2C2%2C3%2C5%2C6%2C7&lines=3&time_ms=7&depth=9&nodes=1000&fresh=true";
    assert_eq!(
        answer.header("content-location"),
        format!("/v1/connect-four/analysis?position={board}&{rest}")
    );
}

/// Proxies have room for a few kilobytes of headers.
#[tokio::test]
async fn a_long_canonical_url_is_left_out() {
    let service = service();
    for (leaves, is_named) in [(300, true), (1_200, false), (6_000, false)] {
        let tree = format!("[{}]", vec!["1"; leaves].join(","));
        let path = format!("/v1/trees/search?tree={tree}&detail=counts");
        let answer = get(&service, &path).await;
        assert_eq!(answer.status, 200, "{leaves}");
        let url = answer.header("content-location");
        assert_eq!((url.len() > tree.len(), url.len() <= 2048), (is_named, true), "{leaves}");
        let headers: usize =
            answer.headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
        assert!(headers < 4096, "{headers} bytes of headers for {leaves} leaves");
        assert_eq!(get_if_none_match(&service, &path, answer.header("etag")).await.status, 304);
    }
}

#[tokio::test]
async fn invalid_queries_are_refused() {
    let service = service();
    for (query, field) in [
        ("position=XXX......", "position"),
        ("moves=1,1", "moves[1]"),
        ("moves=1,,2", "moves[1]"),
        ("time_ms=0", "time_ms"),
        ("time_ms=soon", "time_ms"),
        ("time_ms=1&time_ms=1", "time_ms"),
        ("depth=1.5", "depth"),
        ("fresh=1", "fresh"),
        ("lines=1", "lines"),
        ("time", "time"),
        ("position=%ff", "position"),
    ] {
        let answer = get(&service, &format!("/v1/tic-tac-toe/best-move?{query}")).await;
        assert_eq!(answer.status, 422, "{query}");
        assert_eq!(answer.problem()["field"], field, "{query}");
    }
    assert_eq!(get(&service, "/v1/chess/analysis").await.status, 404);
}

#[tokio::test]
async fn streams_by_get_are_not_cacheable() {
    let request = Request::get("/v1/tic-tac-toe/analysis?lines=all").header("accept", "text/event-stream");
    let answer = send(&service(), request.body(Body::empty()).unwrap()).await;
    assert_eq!(
        (answer.header("content-type"), answer.header("cache-control")),
        ("text/event-stream", "no-store")
    );
    assert_eq!((answer.header("vary"), answer.header("etag")), ("accept", ""));
}

/// `Vary` must name the request headers that an answer depends on, and no others.
#[tokio::test]
async fn vary_names_the_headers_that_matter() {
    let service = service();
    for (path, vary) in [
        ("/v1/tic-tac-toe/analysis?lines=all", "accept"),
        ("/v1/tic-tac-toe/best-move", ""),
        ("/v1/checkers/legal-moves", ""),
    ] {
        let request =
            Request::get(path).header("accept-encoding", "gzip").header("origin", "https://example.org");
        let answer = send(&service, request.body(Body::empty()).unwrap()).await;
        assert_eq!((answer.header("vary"), answer.header("content-encoding")), (vary, ""), "{path}");
        let is_large = path.ends_with("legal-moves");
        assert!(answer.body.len() > 1024 || !is_large, "the answer is too small for compression");
    }
}

async fn with_key(service: &Router, path: &str, key: &str, tag: &str) -> Answer {
    let request = Request::get(path).header("authorization", format!("Bearer {key}"));
    send(service, request.header("if-none-match", tag).body(Body::empty()).unwrap()).await
}

/// The names in `Vary`, which has one line.
fn varies(answer: &Answer) -> Vec<&str> {
    assert!(answer.headers.get_all("vary").iter().count() <= 1, "{:?}", answer.headers);
    answer.header("vary").split(", ").filter(|name| !name.is_empty()).collect()
}

#[tokio::test]
async fn answers_for_a_key_are_private() {
    let required = FairUse { address_quota: Some(Duration::ZERO), ..FairUse::default() };
    let (required, optional) = (fair_use::service(required), fair_use::service(FairUse::default()));
    for (path, control, with, without) in [
        (
            "/v1/tic-tac-toe/best-move?position=XX.OO....",
            "max-age=604800, immutable",
            &["authorization"][..],
            &[][..],
        ),
        ("/v1/checkers/best-move?depth=1&fresh=true", "max-age=60", &["authorization"], &[]),
        (
            "/v1/tic-tac-toe/analysis?position=XX.OO....",
            "max-age=604800, immutable",
            &["authorization", "accept"],
            &["accept"],
        ),
    ] {
        let (public, private) = (format!("public, {control}"), format!("private, {control}"));
        for service in [&required, &optional] {
            let answer = with_key(service, path, KEY, "").await;
            let not_modified = with_key(service, path, OTHER, answer.header("etag")).await;
            assert_eq!((answer.status.as_u16(), not_modified.status.as_u16()), (200, 304), "{path}");
            for answer in [&answer, &not_modified] {
                assert_eq!(
                    (answer.header("cache-control"), varies(answer)),
                    (private.as_str(), with.to_vec())
                );
            }
            let unauthorized = with_key(service, path, "unknown", answer.header("etag")).await;
            assert_eq!(
                (unauthorized.status.as_u16(), unauthorized.header("cache-control")),
                (401, "no-store")
            );
        }
        let open = get(&optional, path).await;
        assert_eq!((open.header("cache-control"), varies(&open)), (public.as_str(), without.to_vec()));
        assert_eq!(get(&required, path).await.status, 401);
    }
    let open = with_key(&required, "/v1/checkers/legal-moves", KEY, "").await;
    assert_eq!((open.header("cache-control"), varies(&open)), (LONG, vec![]), "legal moves need no key");
}

/// The third is neither parsed nor written down again. It takes nothing from a quota, but one too small for a search
/// refuses it.
#[tokio::test]
async fn a_known_answer_is_the_same_for_all_who_may_have_it() {
    let rules = FairUse { address_quota: Some(Duration::from_millis(500)), ..FairUse::default() };
    let service = fair_use::service(rules);
    let path = "/v1/tic-tac-toe/best-move?position=X...O....&time_ms=";
    let [first, second, third] = [
        with_key(&service, &format!("{path}900"), KEY, "").await,
        with_key(&service, &format!("{path}900"), OTHER, "").await,
        with_key(&service, &format!("{path}900"), KEY, "").await,
    ];
    for known in [second, third] {
        assert_eq!(known.body, first.body);
        for header in ["etag", "content-location", "cache-control", "content-type", "vary"] {
            assert_eq!(known.header(header), first.header(header), "{header}");
        }
    }
    let not_modified = with_key(&service, &format!("{path}900"), OTHER, first.header("etag")).await;
    assert_eq!((not_modified.status.as_u16(), not_modified.body.len()), (304, 0));
    let refused = get(&service, &format!("{path}900")).await;
    assert_eq!(
        (refused.status.as_u16(), &refused.problem()["type"]),
        (429, &json!("/problems/quota-exceeded"))
    );
    for _ in 0..4 {
        let answer = get(&service, &format!("{path}400")).await;
        assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, LONG));
    }
}
