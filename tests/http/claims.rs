use super::{get, post, send, service};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

/// What the answer to the request of a figure says of it.
fn measured(figure: &Value, answer: &Value) -> f64 {
    let result = &answer["results"][0];
    assert_eq!(result["search"], figure["search"]);
    let number = |field: &Value| field.as_f64().unwrap_or_else(|| panic!("{figure}: {result}"));
    let is_mean = figure["path"] == "/v1/trees/measure";
    match figure["count"].as_str().unwrap() {
        "evaluations" if is_mean => number(&result["evaluations_mean"]),
        "best_move" => number(&result["best"]) + 1.0,
        "alpha_cutoffs" => number(&result["cutoffs"]["alpha"]),
        "deep_cutoffs" => number(&result["cutoffs"]["deep"]),
        "line_plies" => result["line"].as_array().unwrap().len() as f64,
        count => number(&result[count]),
    }
}

async fn claims(service: &Router) -> Vec<Value> {
    get(service, "/v1/claims").await.json()["claims"].as_array().unwrap().clone()
}

/// More than this takes longer on a busy machine than a request may; the tests of `trees` measure it.
const LARGE: f64 = 100_000.0;

/// The request of each figure measures it again.
#[tokio::test]
async fn figures_are_measured_by_their_requests() {
    let service = service();
    for claim in claims(&service).await {
        let figures = claim["measured"].as_array().unwrap();
        assert_eq!([&claim["path"], &claim["request"]], [&figures[0]["path"], &figures[0]["request"]]);
        for figure in figures.iter().filter(|figure| figure["value"].as_f64().unwrap() < LARGE) {
            let mut request = figure["request"].clone();
            request["time_ms"] = json!(10_000);
            let answer = post(&service, figure["path"].as_str().unwrap(), request.to_string()).await;
            assert_eq!(answer.status, 200, "{figure}: {}", String::from_utf8_lossy(&answer.body));
            let (found, stored) = (measured(figure, &answer.json()), figure["value"].as_f64().unwrap());
            assert!((found - stored).abs() <= 1e-9 * stored.abs(), "{}: {found}, {figure}", claim["id"]);
        }
    }
}

#[tokio::test]
async fn pictures_are_drawn() {
    let service = service();
    let mut drawn = 0;
    for claim in claims(&service).await {
        let Some(picture) = claim["picture"].as_str() else { continue };
        let request =
            Request::get(picture).header("accept", "image/avif,image/webp,image/svg+xml,image/*,*/*;q=0.8");
        let answer = send(&service, request.body(Body::empty()).unwrap()).await;
        assert_eq!(
            (answer.status.as_u16(), answer.header("content-type")),
            (200, "image/svg+xml"),
            "{picture}"
        );
        drawn += 1;
    }
    assert!(drawn > 10, "{drawn}");
}
