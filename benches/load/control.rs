//! The control: a plain axum server that runs each search with `spawn_blocking`.

use crate::common::config;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Router, serve};
use bestmove_query::{MoveSelection, Priority, Registry, Request, RequestedLimits, Session};
use serde_json::Value;
use std::sync::Arc;
use std::time::Instant;
use tokio::net::TcpListener;
use tokio::task::spawn_blocking;

pub(crate) const PATH: &str = "/v1/checkers/best-move";

/// The argument that makes the bench run as the control.
pub(crate) const FLAG: &str = "--control";

/// Serves until it is killed.
pub(crate) async fn run() {
    let session = Session::new(config(2).session);
    Registry::built_in().games().for_each(|game| session.load(game.as_ref()));
    let router = Router::new()
        .route(PATH, post(plain))
        .route("/health/live", get(async || "{\"status\":\"live\"}"))
        .with_state(Arc::new(session));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    #[expect(clippy::print_stderr, reason = "as the service does")]
    {
        eprintln!("{{\"address\":\"{}\"}}", listener.local_addr().expect("an address"));
    }
    serve(listener, router).await.expect("a listener");
}

async fn plain(State(session): State<Arc<Session>>, body: String) -> Result<String, StatusCode> {
    let body: Value = serde_json::from_str(&body).map_err(|_| StatusCode::BAD_REQUEST)?;
    let requested = RequestedLimits {
        time_ms: body["time_ms"].as_u64(),
        nodes: body["nodes"].as_u64(),
        ..RequestedLimits::default()
    };
    let searched = spawn_blocking(move || {
        let games = Registry::built_in();
        let game = games.find("checkers").expect("a game");
        let request = Request {
            game: game.as_ref(),
            position: None,
            moves: &[],
            selection: MoveSelection::default(),
            requested,
            priority: Priority::Interactive,
            arrival: Instant::now(),
        };
        session.answer(&request, &mut |_| {})
    });
    let report = searched.await.map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
    report
        .map(|report| report.best_move().unwrap_or_default().to_owned())
        .map_err(|_| StatusCode::UNPROCESSABLE_ENTITY)
}
