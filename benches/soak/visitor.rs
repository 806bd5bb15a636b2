//! A client: what it asks, whether it waits, and what it is told.

use crate::checks::{self, EVENTS, LINES, parsed};
use crate::common::{Client, bare, posted, posted_for};
use crate::questions::{Place, Random, query};
use crate::{Tally, count_one};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;
use tokio::time::{sleep, timeout};

pub(crate) struct Visitor {
    address: SocketAddr,
    client: Option<Client>,
    random: Random,
    tally: Rc<Tally>,
}

/// What can't be: a request and the status that refuses it.
const BAD: [(&str, &str, &str, u16); 9] = [
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
    pub(crate) fn new(address: SocketAddr, seed: u64, tally: Rc<Tally>) -> Self {
        Self { address, client: None, random: Random(seed), tally }
    }

    /// Asks, for as long as fewer have been asked in all.
    pub(crate) async fn visit(mut self, count: u64) {
        while self.tally.sent.get() < count {
            match self.random.below(100) {
                0..40 => self.best_move().await,
                40..55 => self.kept().await,
                55..66 => self.analysis().await,
                66..76 => self.stream().await,
                76..80 => self.batch().await,
                80..86 => self.long_work().await,
                86..94 => self.legal_moves().await,
                94..97 => self.nonsense().await,
                _ => self.vanish().await,
            }
        }
    }

    async fn best_move(&mut self) {
        let place = Place::random(&mut self.random);
        let request = posted(&path(&place, "best-move"), &place.limited(&mut self.random).to_string());
        if let Some(answer) = self.ask("best moves", &request).await {
            checks::best_move(&place, &answer);
        }
    }

    async fn kept(&mut self) {
        let place = Place::random(&mut self.random);
        let target = format!("{}?{}", path(&place, "best-move"), query(&place.limited(&mut self.random)));
        if let Some(answer) = self.ask("best moves by GET", &bare("GET", "*/*", &target)).await {
            checks::best_move(&place, &answer);
        }
    }

    async fn analysis(&mut self) {
        let place = Place::random(&mut self.random);
        let (path, body) = (path(&place, "analysis"), place.of_lines(&mut self.random));
        let request = match self.random.below(3) {
            0 => bare("GET", "application/json", &format!("{path}?{}", query(&body))),
            _ => posted(&path, &body.to_string()),
        };
        if let Some(answer) = self.ask("analyses of lines", &request).await {
            checks::analysis(&place, &answer);
        }
    }

    /// Half of them are left when they have begun.
    async fn stream(&mut self) {
        let place = Place::random(&mut self.random);
        let (form, mut body) = (*self.random.one_of(&[LINES, EVENTS]), place.of_lines(&mut self.random));
        if self.random.below(4) == 0 {
            body = json!({ "moves": place.moves, "time_ms": 10 + self.random.below(20), "lines": "all" });
        }
        let request = posted_for(form, &path(&place, "analysis"), &body.to_string());
        self.listen("streams", &place, form, &request).await;
    }

    async fn listen(&mut self, kind: &'static str, place: &Place, form: &str, request: &str) {
        if self.random.below(2) == 0 {
            self.leave_after_a_glance(kind, request).await;
        } else if let Some(text) = self.answer(kind, request).await {
            checks::stream(place, form, &text);
        }
    }

    async fn batch(&mut self) {
        let places: Vec<_> = (0..1 + self.random.below(6)).map(|_| Place::random(&mut self.random)).collect();
        let positions: Vec<_> = places.iter().map(|place| place.named(&mut self.random)).collect();
        let request = posted("/v1/batch", &json!({ "positions": positions }).to_string());
        let Some(answer) = self.ask("batches", &request).await else { return };
        let results = answer["results"].as_array().expect("results");
        assert_eq!(results.len(), places.len());
        for (place, result) in places.iter().zip(results) {
            match result["status"].as_u64() {
                Some(200) => checks::analysis(place, &result["analysis"]),
                status => assert!(matches!(status, Some(422 | 503)), "{result}"),
            }
        }
    }

    /// Begins an analysis that goes on by itself; what becomes of it is left to chance.
    async fn long_work(&mut self) {
        let place = Place::random(&mut self.random);
        let mut body = json!({ "game": place.game, "moves": place.moves, "lines": 1 + self.random.below(3) });
        body["time_ms"] = json!(1 + self.random.below(50));
        let request = posted("/v1/analyses", &body.to_string());
        let Some(begun) = self.ask("analyses begun", &request).await else { return };
        let location = begun["location"].as_str().expect("a location").to_owned();
        match self.random.below(4) {
            0 => self.poll(&place, &location).await,
            1 => self.cancel(&location).await,
            2 => {
                let form = *self.random.one_of(&[LINES, EVENTS]);
                let request = bare("GET", form, &format!("{location}/events"));
                self.listen("analyses followed", &place, form, &request).await;
            }
            _ => self.tally.count("analyses abandoned"),
        }
    }

    /// Until it has ended, or patience.
    async fn poll(&mut self, place: &Place, location: &str) {
        for _ in 0..5 {
            let Some(told) = self.ask("analyses polled", &bare("GET", "*/*", location)).await else { return };
            assert_ne!(told["state"], "failed", "{told}");
            if !told["analysis"].is_null() {
                checks::analysis(place, &told["analysis"]);
            }
            if told["state"] == "finished" {
                return;
            }
            sleep(Duration::from_millis(2)).await;
        }
    }

    async fn cancel(&mut self, location: &str) {
        let request = bare("DELETE", "*/*", location);
        let gone = self.answer("analyses cancelled", &request).await;
        assert!(gone.is_none_or(|said| said.is_empty()));
    }

    async fn legal_moves(&mut self) {
        let place = Place::random(&mut self.random);
        let (path, body) = (path(&place, "legal-moves"), json!({ "moves": place.moves }));
        let request = match self.random.below(2) {
            0 => bare("GET", "*/*", &format!("{path}?{}", query(&body))),
            _ => posted(&path, &body.to_string()),
        };
        if let Some(answer) = self.ask("legal moves", &request).await {
            checks::legal_moves(&place, &answer);
        }
    }

    /// Asks what can't be.
    async fn nonsense(&mut self) {
        let &(method, path, body, expected) = self.random.one_of(&BAD);
        let request = if method == "POST" { posted(path, body) } else { bare(method, "*/*", path) };
        self.begin("nonsense");
        let (status, problem) = self.client().await.exchange(&request).await.expect("an open connection");
        assert_eq!(status, expected, "{path} {body}: {problem}");
        let problem = parsed(&problem);
        assert_eq!(problem["status"], expected, "{problem}");
        count_one(&self.tally.invalid);
    }

    /// Leaves in the middle of what it says, or right behind it.
    async fn vanish(&mut self) {
        let place = Place::random(&mut self.random);
        let request = posted(&path(&place, "analysis"), &place.of_lines(&mut self.random).to_string());
        let said = match self.random.below(2) {
            0 => request.len(),
            _ => self.random.below(request.len() as u64) as usize,
        };
        self.begin("clients that vanish");
        self.client().await.write(&request[..said]).await.expect("an open connection");
        self.leave();
    }

    /// Asks and reads what it is told; `None` if that is a refusal, or it has not waited.
    async fn ask(&mut self, kind: &'static str, request: &str) -> Option<Value> {
        Some(parsed(&self.answer(kind, request).await?))
    }

    async fn answer(&mut self, kind: &'static str, request: &str) -> Option<String> {
        self.begin(kind);
        let patience = if self.random.below(20) == 0 { self.random.below(4) } else { 60_000 };
        let patience = Duration::from_millis(patience);
        let Ok(answer) = timeout(patience, self.client().await.exchange(request)).await else {
            assert!(patience < Duration::from_secs(60), "no answer to {request}");
            self.leave();
            return None;
        };
        let (status, answer) = answer.expect("an open connection");
        match status {
            200 | 202 | 204 => {
                count_one(&self.tally.answered);
                return Some(answer);
            }
            422 => count_one(&self.tally.invalid),
            503 => count_one(&self.tally.refused),
            // It may have been forgotten meanwhile.
            404 if request.contains("/v1/analyses/") => count_one(&self.tally.invalid),
            _ => panic!("{status} {answer} to {request}"),
        }
        None
    }

    async fn leave_after_a_glance(&mut self, kind: &'static str, request: &str) {
        self.begin(kind);
        let status = self.client().await.glance(request).await.expect("an open connection");
        assert!([200, 404, 422, 503].contains(&status), "{status} to {request}");
        self.leave();
    }

    fn begin(&self, kind: &'static str) {
        count_one(&self.tally.sent);
        self.tally.count(kind);
    }

    async fn client(&mut self) -> &mut Client {
        if self.client.is_none() {
            self.client = Some(Client::connect(self.address).await);
        }
        self.client.as_mut().expect("a client")
    }

    fn leave(&mut self) {
        self.client = None;
        count_one(&self.tally.abandoned);
    }
}

fn path(place: &Place, of: &str) -> String {
    format!("/v1/{}/{of}", place.game)
}
