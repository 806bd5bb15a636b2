//! Fuzzing: invariants of all answers, on arbitrary requests. `cargo test` tries some; `benches/README.md`
//! explains how to try millions.

use super::send;
use crate::router_with_tasks;
use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request};
use bestmove::http::FairUse;
use bestmove::jobs::TaskLimits;
use bestmove_query::{LimitPolicy, Registry, SessionConfig};
use bestmove_scheduler::{Engine, EngineConfig};
use bolero::check;
use std::num::NonZeroUsize;
use std::panic::AssertUnwindSafe;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};

/// Valid requests, for mutations that get past the first checks.
const REQUESTS: &[(Method, &str)] = &[
    (Method::POST, "/v1/tic-tac-toe/best-move"),
    (Method::POST, "/v1/connect-four/best-move"),
    (Method::POST, "/v1/checkers/best-move"),
    (Method::POST, "/v1/checkers/legal-moves"),
    (Method::POST, "/v1/checkers/convert"),
    (Method::POST, "/v1/connect-four/convert"),
    (Method::POST, "/v1/tic-tac-toe/review"),
    (Method::POST, "/v1/connect-four/analysis"),
    (Method::POST, "/v1/batch"),
    (Method::POST, "/v1/analyses"),
    (Method::POST, "/v1/reviews"),
    (Method::GET, "/v1/tic-tac-toe/best-move?position=X...O....&moves=2,3&time_ms=1&depth=3&fresh=true"),
    (Method::GET, "/v1/connect-four/analysis?moves=4,4&lines=all&only=1,2&avoid=2&nodes=100"),
    (Method::GET, "/v1/checkers/analysis?position=W:W10,K30:B7,8,24&lines=2&nodes=1e2"),
    (Method::HEAD, "/v1/checkers/best-move?moves=11-15&depth=1"),
    (Method::GET, "/v1/checkers/legal-moves?moves=11-15,23-19"),
    (Method::GET, "/v1/games"),
    (Method::GET, "/v1/analyses"),
    (Method::GET, "/v1/analyses/00000000000000000000000000000000"),
    (Method::GET, "/v1/analyses/00000000000000000000000000000000/events"),
    (Method::DELETE, "/v1/analyses/00000000000000000000000000000000"),
    (Method::GET, "/v1/reviews/00000000000000000000000000000000/events"),
    (Method::GET, "/v1/jobs/00000000000000000000000000000000/events"),
    (Method::PUT, "/v1/jobs/00000000000000000000000000000000/parts/1"),
    (Method::POST, "/v1/jobs/00000000000000000000000000000000/complete?parts=1"),
    (Method::GET, "/problems/internal"),
    (Method::GET, "/page/app.js"),
    (Method::GET, "/embed/connect-four"),
    (Method::GET, "/"),
];
const HEADERS: &[(&str, &str)] = &[
    ("accept", "*/*"),
    ("accept", "text/event-stream"),
    ("accept", "application/x-ndjson"),
    ("accept", "application/json;q=0.1, text/*;q=0"),
    ("if-none-match", "\"0123456789abcdef\", W/\"1\""),
    ("authorization", "Bearer 0123456789abcdef"),
    ("accept-encoding", "gzip"),
    ("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
];
const BODIES: &[&str] = &[
    "",
    "{}",
    r#"{"position":"X...O....","moves":["2","3"],"time_ms":1,"depth":3,"nodes":100,"fresh":true}"#,
    r#"{"position":"......./......./......./......./...OO../...XX..","moves":["4"]}"#,
    r#"{"position":"4453","nodes":1e2,"depth":2.0}"#,
    r#"{"position":"W:W10,K30:B7,8,24","moves":["10x3","11-15"]}"#,
    r#"{"position":"B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29","fresh":false}"#,
    r#"{"moves":["11-15","23-19","8-11","22-17"],"time_ms":null}"#,
    r#"{"lines":"all","only":["1"],"avoid":["2"],"position":"\u0058........"}"#,
    r#"{"text":"[Event \"x\"] 1. 11-15 {a (b} 23-19 (22-18; ) \n) $1 1-0 [FEN \"B:W18,25:B15\"] 15x29 *"}"#,
    r#"{"pieces":[{"square":10,"owner":"black","kind":"man"},{"square":31,"owner":"white","kind":"king"}],"to_move":"white"}"#,
    r#"{"pieces":[{"column":4,"row":1,"owner":"X","kind":"disc"},{"column":4,"row":2,"owner":"O","kind":"disc"}]}"#,
    r#"{"moves":["5","1","3","7"],"time_ms":1,"depth":2}"#,
    r#"{"game":"connect-four","lines":2,"time_ms":1}"#,
    r#"{"positions":[{"game":"checkers","depth":2},{"game":"tic-tac-toe"},{"game":"connect-four","nodes":9}]}"#,
];
/// Fragments of JSON, notations and URLs that edits insert.
const FRAGMENTS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "\"",
    ":",
    ",",
    "\\",
    "null",
    "true",
    "-",
    "1",
    "0",
    "9e9",
    "1e400",
    ".",
    "/",
    "%",
    "%00",
    "%ff",
    "?",
    "#",
    "X",
    "O",
    "B:",
    "W",
    "K",
    "x",
    "position",
    "moves",
    "depth",
    "row",
    "square",
    "\u{0}",
    "é",
    "\u{1F600}",
    " ",
    "\n",
];

/// An edit: its position, the bytes to remove, the fragment to insert.
type Edit = (u16, u8, u8);

/// The text after at most three edits. With more, few requests would stay nearly valid.
fn edited(text: &str, edits: &[Edit]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for &(at, removed, fragment) in &edits[..edits.len() % 4] {
        let at = usize::from(at) % (bytes.len() + 1);
        let end = (at + usize::from(removed % 8)).min(bytes.len());
        bytes.splice(at..end, FRAGMENTS[usize::from(fragment) % FRAGMENTS.len()].bytes());
    }
    bytes
}

struct Service {
    runtime: Runtime,
    router: Router,
}

impl Service {
    fn start() -> Self {
        let limit_policy = LimitPolicy {
            default_time: Duration::from_millis(1),
            max_time: Duration::from_millis(2),
            max_nodes: 1000,
        };
        let engine = Engine::new(EngineConfig {
            workers: NonZeroUsize::MIN,
            session: SessionConfig {
                table_bytes: 1 << 20,
                fresh_table_bytes: 1 << 16,
                solver_bytes: 1 << 20,
                limit_policy,
                ..SessionConfig::default()
            },
            background_limit_policy: limit_policy,
            ..EngineConfig::default()
        });
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let limits = TaskLimits {
            max_total: 1 << 20,
            max_per_client: 1 << 20,
            reserved_for_keys: 0,
            retention: Duration::ZERO,
        };
        let router = runtime.block_on(async { router_with_tasks(engine, FairUse::default(), limits) });
        Self { runtime, router }
    }

    fn check_answer(&self, method: &Method, path: &[u8], header: (&str, &[u8]), body: Vec<u8>) {
        let request = Request::builder().method(method).uri(path).header(header.0, header.1);
        let request = request.header("content-type", "application/json");
        let Ok(request) = request.body(Body::from(body)) else { return };
        let shown = format!("{request:?}");
        let answer = self.runtime.block_on(send(&self.router, request));
        // A request of a millisecond may be refused while a background analysis holds the worker.
        let is_refused = answer.status == 503 && !answer.header("retry-after").is_empty();
        assert!(answer.status.as_u16() < 500 || is_refused, "{shown}: {answer:?}");
        if answer.status.as_u16() >= 400 && *method != Method::HEAD {
            answer.problem();
        }
    }
}

#[test]
fn mutated_requests() {
    let service = AssertUnwindSafe(Service::start());
    type Case = ([u8; 3], [Vec<Edit>; 3]);
    check!().with_type().for_each(|([request, header, body], [on_path, on_value, on_body]): &Case| {
        let (method, path) = &REQUESTS[usize::from(*request) % REQUESTS.len()];
        let (name, value) = &HEADERS[usize::from(*header) % HEADERS.len()];
        let body = BODIES[usize::from(*body) % BODIES.len()];
        // Most edits of a path make it unknown, so only some requests edit it.
        let on_path = if on_path.len() < 8 { &on_path[..] } else { &[] };
        let body = if *method == Method::POST { edited(body, on_body) } else { Vec::new() };
        service.check_answer(method, &edited(path, on_path), (name, &edited(value, on_value)), body);
    });
}

#[test]
fn arbitrary_bytes() {
    let service = AssertUnwindSafe(Service::start());
    let methods = [Method::GET, Method::POST, Method::HEAD, Method::PUT, Method::OPTIONS];
    check!().with_type().for_each(|(method, game, path, body): &(u8, u8, Vec<u8>, Vec<u8>)| {
        let method = &methods[usize::from(*method) % methods.len()];
        service.check_answer(method, &[b"/", &path[..]].concat(), ("accept", b"*/*"), body.clone());
        let game = Registry::built_in().ids().nth(usize::from(*game) % 3).unwrap();
        let path = format!("/v1/{game}/best-move");
        service.check_answer(&Method::POST, path.as_bytes(), ("accept", b"*/*"), body.clone());
    });
}
