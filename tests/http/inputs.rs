use super::{Answer, get, post, request, send, service};
use axum::body::Body;
use axum::http::header::{ACCEPT, CONTENT_ENCODING, CONTENT_TYPE, TRANSFER_ENCODING};
use axum::http::{Method, Request};
use serde_json::{Value, json};

const BEST_MOVE: &str = "/v1/tic-tac-toe/best-move";

/// A body with the expected status, problem type and field.
type Case = (Vec<u8>, u16, &'static str, Option<&'static str>);

fn malformed(body: impl Into<Vec<u8>>) -> Case {
    (body.into(), 400, "malformed-json", None)
}

fn invalid(body: impl Into<Vec<u8>>, field: &'static str) -> Case {
    (body.into(), 422, "invalid-field", Some(field))
}

fn not_an_object(body: impl Into<Vec<u8>>) -> Case {
    (body.into(), 422, "invalid-field", None)
}

fn too_large(body: impl Into<Vec<u8>>) -> Case {
    (body.into(), 413, "body-too-large", None)
}

fn check(answer: &Answer, (body, status, slug, field): &Case) {
    let shown = String::from_utf8_lossy(&body[..body.len().min(80)]);
    assert_eq!(answer.status.as_u16(), *status, "{shown}: {:?}", answer.body);
    let problem = answer.problem();
    assert_eq!(problem["type"], format!("/problems/{slug}"), "{shown}");
    assert_eq!(problem["field"].as_str(), *field, "{shown}: {problem}");
    assert!(answer.body.len() < 2048, "{shown}: the answer quotes too much of the input");
}

#[tokio::test]
async fn invalid_bodies_are_refused() {
    let service = service();
    let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    for case in [
        malformed(""),
        malformed("{"),
        malformed("{}{}"),
        malformed("{'position': ''}"),
        malformed("{\"time_ms\": NaN}"),
        malformed("{\"time_ms\": 01}"),
        malformed("\u{feff}{}"),
        malformed(b"{\"position\": \"\xff\"}"),
        malformed("[".repeat(16_000)),
        malformed("{\"depth\": 1, \"depth\": }"),
        not_an_object("null"),
        not_an_object("7"),
        not_an_object("\"XX.OO....\""),
        not_an_object("[]"),
        not_an_object("[\"XX.OO....\", null, null, null, null, null]"),
        not_an_object(nested(8_000)),
        too_large(nested(100_000)),
        too_large(format!("{{\"position\": \"{}\"}}", "X".repeat(17 * 1024))),
        invalid("{\"Position\": \"\"}", "Position"),
        invalid("{\"\": 1}", ""),
        invalid("{\"position\": 5}", "position"),
        invalid("{\"position\": {}}", "position"),
        invalid("{\"position\": \"\\ud800\"}", "position"),
        invalid(format!("{{\"position\": {}}}", nested(8_000)), "position"),
        invalid("{\"position\": \"\", \"position\": \"\"}", "position"),
        invalid("{\"position\": \"XXX......\"}", "position"),
        invalid("{\"position\": \"XX.OO...\\u0000\"}", "position"),
        invalid(format!("{{\"position\": \"{}\"}}", "X".repeat(16_000)), "position"),
        invalid("{\"moves\": \"1\"}", "moves"),
        invalid("{\"moves\": {\"0\": \"1\"}}", "moves"),
        invalid("{\"moves\": [true]}", "moves[0]"),
        invalid("{\"moves\": [\"1\", null]}", "moves[1]"),
        invalid("{\"moves\": [\"1\", \"2\", \"2\"]}", "moves[2]"),
        invalid("{\"moves\": [\"0\"]}", "moves[0]"),
        invalid("{\"position\": \"XXXOO....\", \"moves\": [\"6\"]}", "moves[0]"),
        invalid("{\"time_ms\": 0}", "time_ms"),
        invalid("{\"time_ms\": -1}", "time_ms"),
        invalid("{\"time_ms\": 1.5}", "time_ms"),
        invalid("{\"time_ms\": \"100\"}", "time_ms"),
        invalid("{\"time_ms\": true}", "time_ms"),
        invalid("{\"time_ms\": 10001}", "time_ms"),
        invalid("{\"time_ms\": 18446744073709551616}", "time_ms"),
        invalid("{\"time_ms\": 1e400}", "time_ms"),
        invalid("{\"time_ms\": -0.0}", "time_ms"),
        invalid("{\"depth\": 0}", "depth"),
        invalid("{\"depth\": 101}", "depth"),
        invalid("{\"nodes\": 0}", "nodes"),
        invalid("{\"nodes\": 1000001}", "nodes"),
        invalid("{\"fresh\": 1}", "fresh"),
        invalid("{\"book\": \"no\"}", "book"),
        invalid("{\"fresh\": \"true\"}", "fresh"),
    ] {
        check(&post(&service, BEST_MOVE, case.0.clone()).await, &case);
    }
}

#[tokio::test]
async fn problems_quote_expected_and_received_values() {
    let service = service();
    for (body, expected, got) in [
        ("[]", "an object", "an array"),
        ("{\"moves\": {}}", "an array", "an object"),
        ("{\"position\": \"XXX......\"}", "as many X as O, or one more", "3 X and 0 O"),
        ("{\"position\": \"\\ud800\"}", "Unicode text", "an escape of half a surrogate pair"),
        ("{\"moves\": [\"\\ud800x\"]}", "Unicode text", "an escape of half a surrogate pair"),
    ] {
        let problem = post(&service, BEST_MOVE, body).await.problem();
        assert_eq!((&problem["expected"], &problem["got"]), (&expected.into(), &got.into()), "{body}");
    }
    let problem = post(&service, BEST_MOVE, "{\"time\": 5}").await.problem();
    assert!(problem["expected"].as_str().unwrap().contains("`time_ms`"), "{problem}");
}

#[tokio::test]
async fn problems_name_the_part_of_a_field() {
    let service = service();
    for (path, body, field, part) in [
        ("/v1/tic-tac-toe/best-move", json!({ "position": "XXX......" }), "position", json!("counts")),
        ("/v1/tic-tac-toe/best-move", json!({ "position": "X...?...." }), "position", json!("cell 5")),
        ("/v1/checkers/best-move", json!({ "position": "B:W21,21:B1" }), "position", json!("square 21")),
        ("/v1/checkers/best-move", json!({ "moves": ["1-5"] }), "moves[0]", json!("move 1 (black)")),
        ("/v1/checkers/best-move", json!({ "time_ms": 0 }), "time_ms", Value::Null),
        ("/v1/checkers/best-move", json!({ "fast": true }), "fast", Value::Null),
    ] {
        let problem = post(&service, path, body.to_string()).await.problem();
        assert_eq!((&problem["field"], &problem["part"]), (&json!(field), &part), "{body}: {problem}");
    }
}

#[tokio::test]
async fn problems_suggest_similar_names() {
    let service = service();
    let batch = json!({ "positions": [{ "game": "conect-four" }] }).to_string();
    let batch = post(&service, "/v1/batch", batch).await.json()["results"][0]["problem"].clone();
    for (problem, meant) in [
        (get(&service, "/v1/chekers/best-move").await.problem(), Some("checkers")),
        (get(&service, "/v1/chess/best-move").await.problem(), None),
        (post(&service, "/v1/analyses", "{\"game\": \"tictactoe\"}").await.problem(), Some("tic-tac-toe")),
        (batch, Some("connect-four")),
        (post(&service, BEST_MOVE, "{\"postion\": \"\"}").await.problem(), Some("position")),
        (get(&service, "/v1/checkers/best-move?timeMs=50").await.problem(), Some("time_ms")),
        (post(&service, BEST_MOVE, "{\"multipv\": 3}").await.problem(), None),
        (post(&service, BEST_MOVE, "{\"position\": \"xxxoo.ooo\"}").await.problem(), None),
    ] {
        let detail = problem["detail"].as_str().unwrap();
        match meant {
            Some(meant) => assert!(detail.ends_with(&format!("; did you mean {meant:?}?")), "{detail}"),
            None => assert!(!detail.contains("did you mean"), "{detail}"),
        }
    }
}

/// Paths whose POST takes a JSON object.
const JSON_PATHS: [&str; 9] = [
    BEST_MOVE,
    "/v1/checkers/analysis",
    "/v1/checkers/legal-moves",
    "/v1/checkers/convert",
    "/v1/checkers/review",
    "/v1/batch",
    "/v1/analyses",
    "/v1/reviews",
    "/v1/trees/measure",
];

#[tokio::test]
async fn a_post_with_a_query_is_refused() {
    let service = service();
    for path in JSON_PATHS {
        for (query, field) in [("time_ms=10", "time_ms"), ("fresh", "fresh"), ("a%20b=1&c", "a b")] {
            let answer = post(&service, &format!("{path}?{query}"), "{}").await;
            assert_eq!(answer.status, 422, "{path}?{query}");
            let problem = answer.problem();
            let mismatch = [&problem["field"], &problem["expected"], &problem["got"]];
            assert_eq!(mismatch, [field, "all fields of a POST in its body", "a query parameter"], "{path}");
        }
    }
    assert_eq!(post(&service, &format!("{BEST_MOVE}?"), "{}").await.status, 200);
}

#[tokio::test]
async fn an_empty_body_is_reported_as_empty() {
    let service = service();
    for path in JSON_PATHS {
        for body in ["", " \n"] {
            let problem = post(&service, path, body).await.problem();
            assert_eq!(problem["type"], "/problems/malformed-json", "{path}");
            assert_eq!(problem["detail"], "expected a JSON object, got an empty body", "{path}");
        }
    }
}

/// Fields with their maxima in requests and in background analyses.
const MAXIMA: [(&str, &str, &str); 3] =
    [("time_ms", "10000", "60000"), ("depth", "100", "100"), ("nodes", "1000000", "18446744073709551615")];
/// Values that are not whole numbers from 1.
const INVALID_NUMBERS: [&str; 9] =
    ["0", "-1", "1.5", "-0.0", "1e-3", "\"100\"", "\"a, expected b at line 1\"", "true", "[1, {}]"];

#[tokio::test]
async fn problems_give_both_limits_of_a_number() {
    let service = service();
    for path in [BEST_MOVE, "/v1/tic-tac-toe/analysis", "/v1/analyses", "/v1/batch"] {
        for (field, most, background_maximum) in MAXIMA {
            let most = if path == "/v1/analyses" { background_maximum } else { most };
            let beyond = (most.len() < 9).then_some(["1e400", "18446744073709551616"]);
            for got in INVALID_NUMBERS.into_iter().chain(beyond.into_iter().flatten()) {
                let game = if path.contains("toe") { "" } else { "\"game\": \"tic-tac-toe\", " };
                let query = format!("{{{game}\"{field}\": {got}}}");
                let is_batch = path == "/v1/batch";
                let body = if is_batch { format!("{{\"positions\": [{query}]}}") } else { query };
                let answer = post(&service, path, body).await;
                let problem =
                    if is_batch { answer.json()["results"][0]["problem"].take() } else { answer.problem() };
                let expected = format!("a whole number from 1 to {most}");
                assert_eq!(
                    (&problem["status"], &problem["field"], &problem["expected"], &problem["got"]),
                    (&422.into(), &field.into(), &expected.into(), &got.into()),
                    "{path} {field} {got}: {problem}"
                );
            }
        }
    }
    for (field, most, _) in MAXIMA {
        for (got, shown) in
            [("0", "0"), ("-1", "-1"), ("1.5", "1.5"), ("soon", "\"soon\""), ("10000000", "10000000")]
        {
            for path in [BEST_MOVE, "/v1/tic-tac-toe/analysis"] {
                let problem = get(&service, &format!("{path}?{field}={got}")).await.problem();
                let expected = format!("a whole number from 1 to {most}");
                assert_eq!(
                    (&problem["field"], &problem["expected"], &problem["got"]),
                    (&field.into(), &expected.into(), &shown.into()),
                    "{path} {field} {got}"
                );
            }
        }
    }
}

#[tokio::test]
async fn whole_numbers_in_any_notation_and_nulls_are_accepted() {
    let service = service();
    let body = "{\"time_ms\": 1e2, \"depth\": 3.0, \"position\": null, \"moves\": null, \"nodes\": null, \"fresh\": null, \"book\": null}";
    assert_eq!(post(&service, BEST_MOVE, body).await.status, 200);
}

#[tokio::test]
async fn bodies_must_be_declared_as_json() {
    let service = service();
    for (declared, status) in [
        (None, 415),
        (Some("text/plain"), 415),
        (Some("application/x-www-form-urlencoded"), 415),
        (Some("application/jsonl"), 415),
        (Some(""), 415),
        (Some("application/json"), 200),
        (Some("Application/JSON; charset=utf-8"), 200),
    ] {
        let mut request = Request::post(BEST_MOVE);
        if let Some(declared) = declared {
            request = request.header(CONTENT_TYPE, declared);
        }
        let answer = send(&service, request.body(Body::from("{}")).unwrap()).await;
        assert_eq!(answer.status, status, "{declared:?}");
        if status == 415 {
            assert_eq!(answer.problem()["type"], "/problems/unsupported-media-type");
        }
    }
}

#[tokio::test]
async fn clients_that_do_not_accept_json_are_refused() {
    let service = service();
    let endless = "{\"game\": \"checkers\", \"moves\": [\"11-15\"], \"time_ms\": 60000}";
    let analyses = post(&service, "/v1/analyses", endless).await;
    for (method, path, body) in [
        (Method::POST, BEST_MOVE, "{}"),
        (Method::GET, BEST_MOVE, ""),
        (Method::HEAD, BEST_MOVE, ""),
        (Method::POST, "/v1/checkers/legal-moves", "{}"),
        (Method::GET, "/v1/checkers/legal-moves", ""),
        (Method::POST, "/v1/tic-tac-toe/review", "{\"moves\": [\"5\"]}"),
        (Method::GET, "/v1/games", ""),
        (Method::POST, "/v1/batch", "{\"positions\": [{\"game\": \"tic-tac-toe\"}]}"),
        (Method::POST, "/v1/analyses", "{\"game\": \"tic-tac-toe\"}"),
        (Method::POST, "/v1/reviews", "{\"game\": \"tic-tac-toe\", \"moves\": [\"5\"]}"),
        (Method::POST, "/v1/trees/measure", "{\"random\": {\"branching\": 2, \"depth\": 2}}"),
        (Method::GET, analyses.header("location"), ""),
    ] {
        for (accept, is_accepted) in [
            ("application/json", true),
            ("text/html;q=0.9, */*;q=0.1", true),
            ("Application/*", true),
            ("text/html", false),
            ("application/problem+json", false),
            ("*/*, application/json;q=0", false),
        ] {
            let request = Request::builder().method(&method).uri(path).header(ACCEPT, accept);
            let request = request.header(CONTENT_TYPE, "application/json").body(Body::from(body)).unwrap();
            let answer = send(&service, request).await;
            assert_eq!(answer.status != 406, is_accepted, "{method} {path} {accept}");
            if !is_accepted && method != Method::HEAD {
                let problem = answer.problem();
                assert_eq!(problem["type"], "/problems/not-acceptable");
                let mismatch = (&problem["expected"], &problem["got"]);
                assert_eq!(mismatch, (&"Accept: application/json".into(), &accept.into()), "{path}");
            }
        }
    }
    let request = Request::delete(analyses.header("location")).header(ACCEPT, "text/html");
    assert_eq!(
        send(&service, request.body(Body::empty()).unwrap()).await.status,
        204,
        "the answer has no body"
    );
    let listed = Request::get("/v1/analyses").header(ACCEPT, "text/html").body(Body::empty()).unwrap();
    assert_eq!(send(&service, listed).await.status, 406);
}

#[tokio::test]
async fn bodies_must_not_be_compressed() {
    let service = service();
    for (encoding, status) in [("identity", 200), ("Identity", 200), ("gzip", 415), ("br, identity", 415)] {
        let request = Request::post(BEST_MOVE)
            .header(CONTENT_TYPE, "application/json")
            .header(CONTENT_ENCODING, encoding);
        let answer = send(&service, request.body(Body::from("{}")).unwrap()).await;
        assert_eq!(answer.status, status, "{encoding}");
        if status == 415 {
            assert_eq!(answer.problem()["got"], encoding);
        }
    }
    for (coding, status) in [("chunked", 200), ("gzip, chunked", 415)] {
        let request = Request::post(BEST_MOVE)
            .header(CONTENT_TYPE, "application/json")
            .header(TRANSFER_ENCODING, coding);
        let answer = send(&service, request.body(Body::from("{}")).unwrap()).await;
        assert_eq!(answer.status, status, "{coding}");
    }
}

#[tokio::test]
async fn unknown_paths_and_methods_are_refused() {
    let service = service();
    for (method, path, status, slug, allowed) in [
        (Method::POST, "/v1/chess/best-move", 404, "unknown-game", ""),
        (Method::POST, "/v1/%2e%2e/legal-moves", 404, "unknown-game", ""),
        (Method::POST, "/v1/%ff/best-move", 400, "malformed-path", ""),
        (Method::GET, "/problems/%c0%80", 400, "malformed-path", ""),
        (Method::GET, "/problems/none", 404, "unknown-path", ""),
        (Method::GET, "/v1", 404, "unknown-path", ""),
        (Method::GET, "/v1/games/", 404, "unknown-path", ""),
        (Method::POST, "/nothing/here", 404, "unknown-path", ""),
        (Method::PUT, BEST_MOVE, 405, "method-not-allowed", "GET,HEAD,POST"),
        (Method::DELETE, BEST_MOVE, 405, "method-not-allowed", "GET,HEAD,POST"),
        (Method::POST, "/v1/games", 405, "method-not-allowed", "GET,HEAD"),
        (Method::TRACE, "/", 405, "method-not-allowed", "GET,HEAD"),
    ] {
        let answer = send(&service, request(method.clone(), path)).await;
        assert_eq!(answer.status, status, "{method} {path}");
        assert_eq!(answer.problem()["type"], format!("/problems/{slug}"), "{method} {path}");
        assert_eq!(answer.header("allow"), allowed, "{method} {path}");
    }
}

#[tokio::test]
async fn all_paths_with_get_support_head() {
    let service = service();
    for path in ["/", "/v1/games", "/health/ready", "/openapi.yaml", BEST_MOVE, "/v1/checkers/legal-moves"] {
        let (head, get) = (send(&service, request(Method::HEAD, path)).await, get(&service, path).await);
        assert_eq!((head.status, head.body.len()), (get.status, 0), "{path}");
        assert_eq!(head.header("content-length"), get.header("content-length"), "{path}");
    }
}
