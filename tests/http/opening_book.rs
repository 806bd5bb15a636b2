use super::{config, get, post, service};
use crate::router;
use axum::Router;
use bestmove_scheduler::Engine;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::timeout;

const BEST_MOVE: &str = "/v1/checkers/best-move";
/// A ballot, and a ply beyond the book.
const BALLOT: [&str; 4] = ["10-14", "22-18", "11-16", "25-22"];

async fn ask(service: &Router, path: &str, body: &Value) -> Value {
    let answer = post(service, path, body.to_string()).await;
    assert_eq!(answer.status, 200, "{body}: {:?}", answer.body);
    answer.json()
}

#[tokio::test]
async fn the_book_answers_for_the_first_three_plies() {
    let service = service();
    let mut bodies: Vec<Value> = (0..=3).map(|plies| json!({ "moves": BALLOT[..plies] })).collect();
    let position = ask(&service, BEST_MOVE, &bodies[3]).await["position"].clone();
    bodies.extend([
        json!({ "position": position }),
        json!({ "moves": [], "time_ms": 7 }),
        json!({ "level": 10, "seed": 5 }),
        json!({ "book": true }),
    ]);
    for body in bodies {
        let answer = ask(&service, BEST_MOVE, &body).await;
        let shown = ["source", "score", "bound", "stopped_by", "nodes", "degraded", "best_move"];
        let [source, score, bound, stopped_by, nodes, degraded, best] = shown.map(|name| &answer[name]);
        assert_eq!((source, bound), (&json!("book"), &json!("exact")), "{body}: {answer}");
        assert_eq!((&score["kind"], stopped_by), (&json!("estimate"), &json!("nodes")), "{answer}");
        assert_eq!((nodes, degraded), (&json!(0), &json!(false)), "{answer}");
        assert_eq!(&answer["principal_variation"][0], best, "{answer}");
        assert!(answer["depth"].as_u64() > Some(6), "{answer}");
        assert_eq!(answer["budget_ms"], body.get("time_ms").unwrap_or(&json!(1000)).clone());
        assert_eq!(answer.get("level"), body.get("level"));
        let position = json!({ "position": answer["position"] });
        let legal = ask(&service, "/v1/checkers/legal-moves", &position).await;
        assert!(legal["moves"].as_array().unwrap().iter().any(|played| played["notation"] == *best));
    }
}

/// The four first moves of Reversi are images of one another.
#[tokio::test]
async fn the_book_of_reversi_answers_for_images_of_its_positions() {
    let service = service();
    let mut answers = Vec::new();
    for moves in [json!(["f5", "d6"]), json!(["e6", "f4"]), json!(["c4", "e3"]), json!(["d3", "c5"])] {
        let answer = ask(&service, "/v1/reversi/best-move", &json!({ "moves": moves })).await;
        let legal = ask(&service, "/v1/reversi/legal-moves", &json!({ "moves": moves })).await;
        let is_best = |played: &Value| played["notation"] == answer["best_move"];
        assert!(legal["moves"].as_array().unwrap().iter().any(is_best), "{answer}");
        let [source, kind, nodes] = [&answer["source"], &answer["score"]["kind"], &answer["nodes"]];
        assert_eq!((source, kind, nodes), (&json!("book"), &json!("estimate"), &json!(0)), "{answer}");
        answers.push((answer["score"].clone(), answer["depth"].clone()));
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    for body in [
        json!({ "book": false }),
        json!({ "time_ms": 2001 }),
        json!({ "moves": ["f5"], "level": 9, "seed": 1 }),
    ] {
        let answer = ask(&service, "/v1/reversi/best-move", &body).await;
        assert_eq!(answer["source"], "search", "{body}: {answer}");
    }
}

#[tokio::test]
async fn requests_for_a_search_are_searched() {
    let service = service();
    for body in [
        json!({ "book": false }),
        json!({ "depth": 3 }),
        json!({ "nodes": 500 }),
        json!({ "fresh": true, "time_ms": 500 }),
        json!({ "level": 3, "seed": 1 }),
        json!({ "moves": BALLOT, "time_ms": 500 }),
    ] {
        let answer = ask(&service, BEST_MOVE, &body).await;
        assert_eq!(answer["source"], "search", "{body}: {answer}");
        assert!(answer["nodes"].as_u64() > Some(0), "{body}: {answer}");
    }
    for mut body in [json!({}), json!({ "lines": 3 }), json!({ "moves": BALLOT[..3] })] {
        body["time_ms"] = json!(200);
        let analysis = ask(&service, "/v1/checkers/analysis", &body).await;
        assert_eq!(analysis["source"], "search", "{body}");
        let mut batch = body;
        batch["game"] = json!("checkers");
        let batch = json!({ "positions": [batch] });
        let batch = ask(&service, "/v1/batch", &batch).await;
        assert_eq!(batch["results"][0]["analysis"]["source"], "search", "{batch}");
    }
    let refused = post(&service, "/v1/checkers/analysis", r#"{"book": true}"#).await;
    assert_eq!((refused.status.as_u16(), &refused.problem()["field"]), (422, &json!("book")));
}

/// The book would answer at once.
#[tokio::test]
async fn more_time_than_the_book_took_is_searched() {
    let mut config = config();
    config.session.limit_policy.max_time = Duration::from_mins(1);
    let service = router(Engine::new(config));
    let book_time = json!({ "time_ms": 15_000 });
    assert_eq!(ask(&service, BEST_MOVE, &book_time).await["source"], "book");
    let more_time = json!({ "time_ms": 15_001 });
    assert!(timeout(Duration::from_secs(1), ask(&service, BEST_MOVE, &more_time)).await.is_err());
}

#[tokio::test]
async fn canonical_urls_tell_answers_with_and_without_the_book_apart() {
    let service = service();
    for (query, excludes_book) in [("?", false), ("?book=true", false), ("?book=false", true)] {
        let answer = get(&service, &format!("{BEST_MOVE}{query}")).await;
        assert_eq!(answer.header("cache-control"), "public, max-age=60", "{query}");
        let url = answer.header("content-location");
        assert_eq!(url.ends_with("&book=false"), excludes_book, "{url}");
    }
}

#[tokio::test]
async fn the_exact_book_of_connect_four_always_answers() {
    let body = json!({ "position": "44", "moves": ["5", "5"], "book": false });
    assert_eq!(ask(&service(), "/v1/connect-four/best-move", &body).await["source"], "book");
}

#[tokio::test]
async fn a_win_at_once_beyond_the_book_is_not_from_it() {
    let body = json!({ "position": "77777766112233", "only": ["4"] });
    let answer = ask(&service(), "/v1/connect-four/analysis", &body).await;
    assert_eq!((&answer["source"], &answer["lines"][0]["score"]["plies"]), (&json!("search"), &json!(1)));
}

#[tokio::test]
async fn reviews_take_the_scores_of_the_first_plies_from_the_book() {
    let service = service();
    let units = |score: &Value| score["value"].as_i64().unwrap();
    let mut reached = Vec::new();
    for played in ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"] {
        let after = ask(&service, BEST_MOVE, &json!({ "moves": [played] })).await;
        let body = json!({ "moves": [played], "time_ms": 1 });
        let review = ask(&service, "/v1/checkers/review", &body).await;
        assert_eq!(units(&review["plies"][0]["after"]), -units(&after["score"]), "{played}");
        assert_eq!(review["plies"][0]["best_move"], "11-15", "{played}");
        reached.push(review["plies"][0]["label"].clone());
    }
    assert!(reached.iter().all(|label| label != "blunder" && label != "only_move"), "{reached:?}");
}
