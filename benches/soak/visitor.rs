//! A client that sends random requests and checks the responses.

use crate::checks::{self, EVENTS, LINES, parsed};
use crate::common::{Client, bodyless_request, post_request, post_request_accepting};
use crate::counters::{Counters, increment};
use crate::positions_and_bodies::{Random, TestPosition, query};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;
use tokio::time::{sleep, timeout};

pub(crate) struct Visitor {
    address: SocketAddr,
    client: Option<Client>,
    random: Random,
    counters: Rc<Counters>,
}

/// Invalid requests, and the status of their refusal.
const INVALID: [(&str, &str, &str, u16); 9] = [
    ("POST", "/v1/checkers/best-move", "{", 400),
    ("POST", "/v1/checkers/analysis", r#"{"lines": 0}"#, 422),
    ("POST", "/v1/tic-tac-toe/best-move", r#"{"colour": "X"}"#, 422),
    ("POST", "/v1/connect-four/legal-moves", "[]", 422),
    ("POST", "/v1/batch", r#"{"positions": []}"#, 422),
    ("POST", "/v1/analyses", r#"{"game": "chess"}"#, 422),
    ("POST", "/v1/chess/best-move", "{}", 404),
    ("GET", "/v1/tic-tac-toe/best-move?depth=0", "", 422),
    ("DELETE", "/v1/analyses/none", "", 404),
];

impl Visitor {
    pub(crate) fn new(address: SocketAddr, seed: u64, counters: Rc<Counters>) -> Self {
        Self { address, client: None, random: Random(seed), counters }
    }

    /// Sends requests until all clients together have sent `count`.
    pub(crate) async fn visit(mut self, count: u64) {
        while self.counters.sent.get() < count {
            match self.random.below(100) {
                0..40 => self.best_move().await,
                40..55 => self.best_move_by_get().await,
                55..66 => self.analysis().await,
                66..76 => self.stream().await,
                76..80 => self.batch().await,
                80..86 => self.background_analysis().await,
                86..94 => self.legal_moves().await,
                94..97 => self.invalid_request().await,
                _ => self.disconnect_early().await,
            }
        }
    }

    async fn best_move(&mut self) {
        let position = TestPosition::random(&mut self.random);
        let request =
            post_request(&path(&position, "best-move"), &position.limited_body(&mut self.random).to_string());
        if let Some(answer) = self.request_json("best moves", &request).await {
            checks::best_move(&position, &answer);
        }
    }

    async fn best_move_by_get(&mut self) {
        let position = TestPosition::random(&mut self.random);
        let target =
            format!("{}?{}", path(&position, "best-move"), query(&position.limited_body(&mut self.random)));
        if let Some(answer) =
            self.request_json("best moves by GET", &bodyless_request("GET", "*/*", &target)).await
        {
            checks::best_move(&position, &answer);
        }
    }

    async fn analysis(&mut self) {
        let position = TestPosition::random(&mut self.random);
        let (path, body) = (path(&position, "analysis"), position.multi_line_body(&mut self.random));
        let request = match self.random.below(3) {
            0 => bodyless_request("GET", "application/json", &format!("{path}?{}", query(&body))),
            _ => post_request(&path, &body.to_string()),
        };
        if let Some(answer) = self.request_json("analyses of lines", &request).await {
            checks::analysis(&position, &answer);
        }
    }

    /// Disconnects from half of the streams after the first bytes.
    async fn stream(&mut self) {
        let position = TestPosition::random(&mut self.random);
        let (media_type, mut body) =
            (*self.random.one_of(&[LINES, EVENTS]), position.multi_line_body(&mut self.random));
        if self.random.below(4) == 0 {
            body = json!({ "moves": position.moves, "time_ms": 10 + self.random.below(20), "lines": "all" });
        }
        let request = post_request_accepting(media_type, &path(&position, "analysis"), &body.to_string());
        self.read_stream("streams", &position, media_type, &request).await;
    }

    async fn read_stream(
        &mut self,
        kind: &'static str,
        position: &TestPosition,
        media_type: &str,
        request: &str,
    ) {
        if self.random.below(2) == 0 {
            self.disconnect_after_start(kind, request).await;
        } else if let Some(text) = self.answer(kind, request).await {
            checks::stream(position, media_type, &text);
        }
    }

    async fn batch(&mut self) {
        let places: Vec<_> =
            (0..1 + self.random.below(6)).map(|_| TestPosition::random(&mut self.random)).collect();
        let positions: Vec<_> =
            places.iter().map(|position| position.batch_entry(&mut self.random)).collect();
        let request = post_request("/v1/batch", &json!({ "positions": positions }).to_string());
        let Some(answer) = self.request_json("batches", &request).await else { return };
        let results = answer["results"].as_array().expect("results");
        assert_eq!(results.len(), places.len());
        for (position, result) in places.iter().zip(results) {
            match result["status"].as_u64() {
                Some(200) => checks::analysis(position, &result["analysis"]),
                status => assert!(matches!(status, Some(422 | 503)), "{result}"),
            }
        }
    }

    /// Starts a background analysis, and polls, cancels, follows or abandons it.
    async fn background_analysis(&mut self) {
        let position = TestPosition::random(&mut self.random);
        let mut body =
            json!({ "game": position.game, "moves": position.moves, "lines": 1 + self.random.below(3) });
        body["time_ms"] = json!(1 + self.random.below(50));
        let request = post_request("/v1/analyses", &body.to_string());
        let Some(started) = self.request_json("analyses started", &request).await else { return };
        let location = started["location"].as_str().expect("a location").to_owned();
        match self.random.below(4) {
            0 => self.poll(&position, &location).await,
            1 => self.cancel(&location).await,
            2 => {
                let media_type = *self.random.one_of(&[LINES, EVENTS]);
                let request = bodyless_request("GET", media_type, &format!("{location}/events"));
                self.read_stream("analyses followed", &position, media_type, &request).await;
            }
            _ => self.counters.count("analyses abandoned"),
        }
    }

    /// Polls an analysis up to five times.
    async fn poll(&mut self, position: &TestPosition, location: &str) {
        for _ in 0..5 {
            let Some(status) =
                self.request_json("analyses polled", &bodyless_request("GET", "*/*", location)).await
            else {
                return;
            };
            assert_ne!(status["state"], "failed", "{status}");
            if !status["analysis"].is_null() {
                checks::analysis(position, &status["analysis"]);
            }
            if status["state"] == "finished" {
                return;
            }
            sleep(Duration::from_millis(2)).await;
        }
    }

    async fn cancel(&mut self, location: &str) {
        let request = bodyless_request("DELETE", "*/*", location);
        let outcome = self.answer("analyses cancelled", &request).await;
        assert!(outcome.is_none_or(|body| body.is_empty()));
    }

    async fn legal_moves(&mut self) {
        let position = TestPosition::random(&mut self.random);
        let (path, body) = (path(&position, "legal-moves"), json!({ "moves": position.moves }));
        let request = match self.random.below(2) {
            0 => bodyless_request("GET", "*/*", &format!("{path}?{}", query(&body))),
            _ => post_request(&path, &body.to_string()),
        };
        if let Some(answer) = self.request_json("legal moves", &request).await {
            checks::legal_moves(&position, &answer);
        }
    }

    /// Sends an invalid request.
    async fn invalid_request(&mut self) {
        let &(method, path, body, expected) = self.random.one_of(&INVALID);
        let request =
            if method == "POST" { post_request(path, body) } else { bodyless_request(method, "*/*", path) };
        self.count_request("invalid requests");
        let (status, problem) = self.client().await.exchange(&request).await.expect("an open connection");
        assert_eq!(status, expected, "{path} {body}: {problem}");
        let problem = parsed(&problem);
        assert_eq!(problem["status"], expected, "{problem}");
        increment(&self.counters.invalid);
    }

    /// Disconnects in the middle of a request, or right after it.
    async fn disconnect_early(&mut self) {
        let position = TestPosition::random(&mut self.random);
        let request = post_request(
            &path(&position, "analysis"),
            &position.multi_line_body(&mut self.random).to_string(),
        );
        let sent = match self.random.below(2) {
            0 => request.len(),
            _ => self.random.below(request.len() as u64) as usize,
        };
        self.count_request("early disconnections");
        self.client().await.write(&request[..sent]).await.expect("an open connection");
        self.disconnect();
    }

    /// Sends a request and parses the response; `None` if it is a refusal, or this client disconnects first.
    async fn request_json(&mut self, kind: &'static str, request: &str) -> Option<Value> {
        Some(parsed(&self.answer(kind, request).await?))
    }

    async fn answer(&mut self, kind: &'static str, request: &str) -> Option<String> {
        self.count_request(kind);
        let timeout_ms = if self.random.below(20) == 0 { self.random.below(4) } else { 60_000 };
        let limit = Duration::from_millis(timeout_ms);
        let Ok(answer) = timeout(limit, self.client().await.exchange(request)).await else {
            assert!(limit < Duration::from_secs(60), "no answer to {request}");
            self.disconnect();
            return None;
        };
        let (status, answer) = answer.expect("an open connection");
        match status {
            200 | 202 | 204 => {
                increment(&self.counters.answered);
                return Some(answer);
            }
            422 => increment(&self.counters.invalid),
            503 => increment(&self.counters.refused),
            // The analysis may have expired.
            404 if request.contains("/v1/analyses/") => increment(&self.counters.invalid),
            _ => panic!("{status} {answer} to {request}"),
        }
        None
    }

    async fn disconnect_after_start(&mut self, kind: &'static str, request: &str) {
        self.count_request(kind);
        let status = self.client().await.read_start(request).await.expect("an open connection");
        assert!([200, 404, 422, 503].contains(&status), "{status} to {request}");
        self.disconnect();
    }

    fn count_request(&self, kind: &'static str) {
        increment(&self.counters.sent);
        self.counters.count(kind);
    }

    async fn client(&mut self) -> &mut Client {
        if self.client.is_none() {
            self.client = Some(Client::connect(self.address).await);
        }
        self.client.as_mut().expect("a client")
    }

    fn disconnect(&mut self) {
        self.client = None;
        increment(&self.counters.abandoned);
    }
}

fn path(position: &TestPosition, of: &str) -> String {
    format!("/v1/{}/{of}", position.game)
}
