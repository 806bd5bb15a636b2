//! The problem documents, against `openapi.yaml`.

use super::{Contract, names};
use crate::http::analysis_ownership::{
    refused_at_the_limit_of_a_client, refused_when_switched_off, two_for_each_client,
};
use crate::http::fair_use::{KEY, refused_beyond_quota, refused_without_a_key};
use crate::http::wire::refused_when_full;
use crate::http::{Answer, engine, get, post, request, send, service};
use crate::http::{job_limits, jobs};
use crate::router;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Method, Request};
use bestmove_jobs::StoreError;
use futures_util::stream::once;
use http_body_util::{BodyExt, Empty};
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::future::pending;

/// All except the internal error, which no request can provoke.
#[tokio::test(start_paused = true)]
async fn problems_answer_as_described() {
    const BEST_MOVE: (&str, &str) = ("post", "/v1/{game}/best-move");
    const JOBS: (&str, &str) = ("post", "/v1/jobs");
    const TIC_TAC_TOE: &str = "/v1/tic-tac-toe/best-move";
    let (contract, service) = (Contract::read(), service());
    let problems = [
        // First: the paused clock is ahead of that of searches once it has advanced.
        ("overloaded", BEST_MOVE, refused_when_full().await),
        ("malformed-path", BEST_MOVE, post(&service, "/v1/%ff/best-move", "{}").await),
        ("malformed-json", BEST_MOVE, post(&service, TIC_TAC_TOE, "[").await),
        ("malformed-body", BEST_MOVE, post(&service, TIC_TAC_TOE, broken()).await),
        ("malformed-host", BEST_MOVE, send(&service, without_a_host(TIC_TAC_TOE)).await),
        ("unknown-path", ("get", "/problems/{slug}"), get(&service, "/problems/none").await),
        ("unknown-game", BEST_MOVE, post(&service, "/v1/chess/best-move", "{}").await),
        (
            "method-not-allowed",
            ("get", "/v1/games"),
            send(&service, request(Method::DELETE, "/v1/games")).await,
        ),
        ("request-timeout", BEST_MOVE, post(&service, TIC_TAC_TOE, endless()).await),
        ("body-too-large", BEST_MOVE, post(&service, TIC_TAC_TOE, " ".repeat(16 * 1024 + 1)).await),
        ("unsupported-media-type", BEST_MOVE, send(&service, request(Method::POST, TIC_TAC_TOE)).await),
        ("invalid-field", BEST_MOVE, post(&service, TIC_TAC_TOE, "{\"depth\": 0}").await),
        ("unauthorized", BEST_MOVE, refused_without_a_key().await),
        ("quota-exceeded", BEST_MOVE, refused_beyond_quota().await),
        ("not-acceptable", BEST_MOVE, unacceptable(&service, TIC_TAC_TOE).await),
        (
            "not-acceptable",
            ("post", "/v1/{game}/analysis"),
            unacceptable(&service, "/v1/tic-tac-toe/analysis").await,
        ),
        ("unknown-analysis", ("get", "/v1/analyses/{id}"), get(&service, "/v1/analyses/none").await),
        ("unknown-analysis", ("get", "/v1/reviews/{id}"), get(&service, "/v1/reviews/none").await),
        ("unknown-tree", ("get", "/v1/trees/{id}"), get(&service, "/v1/trees/oak").await),
        ("unknown-job", ("get", "/v1/jobs/{id}"), get(&service, "/v1/jobs/none").await),
        ("not-known", ("get", "/v1/{game}/known"), get(&service, "/v1/reversi/known").await),
        ("invalid-field", JOBS, post(&service, "/v1/jobs?kind=analysis&game=checkers", "{}").await),
        ("idempotency-key-reused", JOBS, jobs::refused_for_its_key().await),
        ("too-many-jobs-of-client", JOBS, jobs::refused_at_the_limit().await),
        ("quota-exceeded", JOBS, job_limits::refused_in_debt().await),
        ("unsupported-media-type", JOBS, compressed(&service).await),
        (
            "request-timeout",
            JOBS,
            post(&service, "/v1/jobs?kind=analysis&game=tic-tac-toe&depth=3", endless()).await,
        ),
        ("storage-full", JOBS, jobs::refused_by_its_store(|| StoreError::Full).await),
        ("store-unavailable", JOBS, jobs::refused_by_its_store(unavailable).await),
        ("analyses-off", ("post", "/v1/analyses"), refused_when_switched_off(KEY).await),
        ("too-many-analyses-of-client", ("post", "/v1/analyses"), refused_when_client_has_too_many().await),
        ("too-many-analyses", ("post", "/v1/analyses"), refused_when_too_many().await),
        ("shutting-down", BEST_MOVE, refused_when_draining().await),
    ];
    let mut untested: BTreeSet<_> = names(&contract.schema("ProblemSlug")["enum"]).into_iter().collect();
    for (slug, (method, path), answer) in problems {
        assert_eq!(answer.problem()["type"], format!("/problems/{slug}"));
        contract.assert_describes(method, path, &answer);
        untested.remove(slug);
    }
    assert_eq!(untested, BTreeSet::from(["internal"]));
}

async fn compressed(service: &Router) -> Answer {
    let request = Request::post("/v1/jobs?kind=analysis&game=tic-tac-toe&depth=3");
    send(service, request.header("content-encoding", "br").body(Body::from("{}")).unwrap()).await
}

fn unavailable() -> StoreError {
    StoreError::Unavailable("connection refused".to_owned())
}

fn without_a_host(path: &str) -> Request<Body> {
    Request::post(path).header("host", "").body(Body::empty()).unwrap()
}

async fn unacceptable(service: &Router, path: &str) -> Answer {
    let request =
        Request::post(path).header("content-type", "application/json").header("accept", "text/html");
    send(service, request.body(Body::from("{}")).unwrap()).await
}

/// A body whose framing is invalid.
fn broken() -> Body {
    Body::from_stream(once(async { Err::<Bytes, _>("invalid chunk size") }))
}

fn endless() -> Body {
    let trailers = pending::<Option<Result<HeaderMap, Infallible>>>();
    Body::new(Empty::<Bytes>::new().with_trailers(trailers))
}

async fn refused_when_client_has_too_many() -> Answer {
    refused_at_the_limit_of_a_client(&two_for_each_client()).await
}

async fn refused_when_too_many() -> Answer {
    let (service, body) = (service(), r#"{"game": "checkers", "moves": ["11-15"], "time_ms": 60000}"#);
    for _ in 0..crate::TASK_LIMITS.max_total {
        assert_eq!(post(&service, "/v1/analyses", body).await.status, 202);
    }
    post(&service, "/v1/analyses", body).await
}

async fn refused_when_draining() -> Answer {
    let engine = engine();
    engine.drain();
    post(&router(engine), "/v1/tic-tac-toe/best-move", "{}").await
}
