//! Request smuggling: bytes that a proxy and the service could split into different requests.

use super::flood::{END_HEADERS, END_STREAM, HEADERS, SETTINGS, data, frame, get};
use super::{Connection, LIVE, PREFACE};
use crate::http::socket::Running;

const CHUNKED: &str = "transfer-encoding: chunked\r\n";
const EMPTY: &str = "0\r\n\r\n";

/// Whether the service answers the bytes after this head and body as another request.
async fn answers_next_request(service: &Running, head: &str, body: &str) -> bool {
    let request = format!("POST /nothing HTTP/1.1\r\nhost: x\r\n{head}\r\n{body}");
    let (answer, _) =
        Connection::open_and_send(service, &[request.as_bytes(), LIVE].concat()).await.read_to_end().await;
    String::from_utf8(answer).unwrap().contains("{\"status\":\"live\"}")
}

#[tokio::test(start_paused = true)]
async fn nothing_is_answered_after_a_request_of_ambiguous_length() {
    let service = Running::start().await;
    for (head, body) in [
        (&format!("content-length: 5\r\n{CHUNKED}")[..], EMPTY),
        (&format!("{CHUNKED}content-length: 5\r\n"), EMPTY),
        (&format!("x: a\ncontent-length: 5\r\n{CHUNKED}"), EMPTY),
        ("transfer-encoding: chunked, identity\r\n", EMPTY),
        ("transfer-encoding: xchunked\r\ncontent-length: 5\r\n", EMPTY),
        ("transfer-encoding : chunked\r\n", EMPTY),
        ("transfer-encoding:\r\n chunked\r\n", EMPTY),
        ("x: a\r\n transfer-encoding: chunked\r\n", EMPTY),
        ("content-length: 0\r\ncontent-length: 5\r\n", EMPTY),
        ("content-length: 5, 0\r\n", EMPTY),
        ("content-length: +0\r\n", ""),
        ("content-length: 0x0\r\n", ""),
        ("content-length: -0\r\n", ""),
        ("content-length: \r\n", ""),
        (CHUNKED, "0\n\n"),
        (CHUNKED, "0x0\r\n\r\n"),
        (CHUNKED, "-0\r\n\r\n"),
        (CHUNKED, "0;a\nb\r\n\r\n"),
        ("x: \u{0}\r\n", ""),
        ("x: a\rb: c\r\n", ""),
    ] {
        assert!(!answers_next_request(&service, head, body).await, "{head:?} {body:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_next_request_is_answered_after_a_request_of_clear_length() {
    let service = Running::start().await;
    for (head, body) in [
        ("", ""),
        ("content-length: 5\r\n", EMPTY),
        ("content-length: 5\r\ncontent-length: 5\r\n", EMPTY),
        (CHUNKED, EMPTY),
    ] {
        assert!(answers_next_request(&service, head, body).await, "{head:?} {body:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_request_has_one_host() {
    let service = Running::start().await;
    for (hosts, is_accepted) in [
        ("host: a\r\n", true),
        ("", false),
        ("host: a\r\nhost: b\r\n", false),
        ("host: a\r\nhost: a\r\n", false),
        ("host:\r\n", false),
        ("host: a, b\r\n", false),
        ("host: a@b\r\n", false),
    ] {
        let request = format!("GET /health/live HTTP/1.1\r\n{hosts}\r\n");
        let (answer, _) = Connection::open_and_send(&service, request.as_bytes()).await.read_to_end().await;
        let answer = String::from_utf8(answer).unwrap();
        assert_eq!(answer.starts_with("HTTP/1.1 200 "), is_accepted, "{hosts:?}: {answer}");
        let is_refused = answer.starts_with("HTTP/1.1 400 ") && answer.contains("/problems/malformed-host");
        assert_eq!(is_refused, !is_accepted, "{hosts:?}: {answer}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_host_of_http_2_is_the_authority() {
    let service = Running::start().await;
    for (host, is_accepted) in [(b'x', true), (b'y', false)] {
        let fields = [&get("/health/live")[..], &[0, 4], b"host", &[1, host]].concat();
        let head = frame(HEADERS, END_STREAM | END_HEADERS, 1, &fields);
        let request = [PREFACE, &frame(SETTINGS, 0, 0, &[]), &head].concat();
        let (answer, _) = Connection::open_and_send(&service, &request).await.read_to_end().await;
        let answer = String::from_utf8(data(&answer)).unwrap();
        assert_eq!(answer.contains("{\"status\":\"live\"}"), is_accepted, "{answer}");
        assert_eq!(answer.contains("/problems/malformed-host"), !is_accepted, "{answer}");
    }
}
