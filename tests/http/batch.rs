use super::{engine, post, service};
use crate::router;
use bestmove_query::Registry;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::sleep;

const BATCH: &str = "/v1/batch";

#[tokio::test]
async fn each_position_has_its_own_answer_in_order() {
    let service = service();
    let positions = json!([
        { "game": "tic-tac-toe", "position": "XX.OO...." },
        { "game": "connect-four", "position": "4455", "lines": "all" },
        { "game": "tic-tac-toe", "position": "XXX......" },
        { "game": "chess" },
        { "position": "" },
        { "game": 7 },
        "XX.OO....",
        { "game": "tic-tac-toe", "time": 5 },
        { "game": "tic-tac-toe", "time_ms": 0 },
        { "game": "tic-tac-toe", "moves": ["1"], "only": ["1"] },
        { "game": "checkers", "depth": 3 },
    ]);
    let answer = post(&service, BATCH, json!({ "positions": positions }).to_string()).await;
    assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, "no-store"));
    let body = answer.json();
    let results = body["results"].as_array().unwrap();
    let status = |result: &Value| result["status"].as_u64().unwrap();
    let statuses: Vec<_> = results.iter().map(status).collect();
    assert_eq!(statuses, [200, 200, 422, 422, 422, 422, 422, 422, 422, 422, 200]);
    let invalid_fields: Vec<_> =
        results.iter().filter_map(|result| result["problem"]["field"].as_str()).collect();
    assert_eq!(invalid_fields, ["position", "game", "game", "game", "time", "time_ms", "only[0]"]);
    for result in results {
        let (has_analysis, has_problem) = (result.get("analysis").is_some(), result.get("problem").is_some());
        assert_eq!((has_analysis, has_problem), (status(result) == 200, status(result) != 200), "{result}");
        if has_problem {
            assert_eq!(result["problem"]["status"], result["status"]);
            assert_eq!(result["problem"]["request_id"], answer.header("x-request-id"));
        }
    }
    assert_eq!(results[0]["analysis"]["lines"][0]["move"], "3");
    assert_eq!(results[1]["analysis"]["lines"].as_array().unwrap().len(), 7);
    assert_eq!(results[10]["analysis"]["stopped_by"], "depth");
}

#[tokio::test]
async fn the_size_of_a_batch_is_limited() {
    let service = service();
    let batch = |count| json!({ "positions": vec![json!({ "game": "tic-tac-toe" }); count] }).to_string();
    for (count, status, got) in
        [(0, 422, "0"), (1, 200, ""), (20, 200, ""), (21, 422, "more than 20"), (2_000, 422, "more than 20")]
    {
        let answer = post(&service, BATCH, batch(count)).await;
        assert_eq!(answer.status, status, "{count}");
        if status == 422 {
            let problem = answer.problem();
            let mismatch = [&problem["field"], &problem["expected"], &problem["got"]];
            assert_eq!(mismatch, ["positions", "from 1 to 20 positions", got]);
        }
    }
    for (body, expected, got) in
        [("{}", "from 1 to 20 positions", "nothing"), ("{\"positions\": {}}", "an array", "an object")]
    {
        let answer = post(&service, BATCH, body).await;
        assert_eq!(answer.status, 422);
        let problem = answer.problem();
        let mismatch = [&problem["field"], &problem["expected"], &problem["got"]];
        assert_eq!(mismatch, ["positions", expected, got], "{body}");
    }
    let padded = |bytes: usize| format!("{{\"positions\": [{}]}}", " ".repeat(bytes));
    assert_eq!(post(&service, BATCH, padded(200 * 1024)).await.status, 422);
    let answer = post(&service, BATCH, padded(256 * 1024)).await;
    assert_eq!(
        (answer.status.as_u16(), &answer.problem()["type"]),
        (413, &json!("/problems/body-too-large"))
    );
}

/// With one worker.
#[tokio::test]
async fn single_requests_go_before_the_rest_of_a_batch() {
    let engine = engine();
    let service = router(engine.clone());
    let positions = vec![json!({ "game": "checkers", "time_ms": 1_000 }); 20];
    let batch = tokio::spawn({
        let service = service.clone();
        async move { post(&service, BATCH, json!({ "positions": positions }).to_string()).await }
    });
    while engine.busy_workers() == 0 {
        sleep(Duration::from_millis(1)).await;
    }
    for depth in 3..6 {
        let body = json!({ "time_ms": 10_000, "depth": depth }).to_string();
        assert_eq!(post(&service, "/v1/checkers/best-move", body).await.status, 200);
    }
    assert!(!batch.is_finished());
    batch.abort();
    while engine.busy_workers() > 0 {
        sleep(Duration::from_millis(1)).await;
    }
}

/// As strictly as single requests.
#[tokio::test]
async fn positions_are_validated_like_single_requests() {
    let service = service();
    let ids: Vec<_> = Registry::built_in().ids().collect();
    let games = format!("one of {}", ids.join(", "));
    for (position, field, expected, got) in [
        (
            r#"{"game": "checkers", "depth": 1, "depth": 2}"#,
            "depth",
            "the field only once",
            "the field twice",
        ),
        (r#"{"game": "checkers", "game": "checkers"}"#, "game", "the field only once", "the field twice"),
        (r#"{"depth": 1}"#, "game", games.as_str(), "nothing"),
        (r#"{"game": 7}"#, "game", games.as_str(), "7"),
        (r#"{"game": "checkers", "depth": 1e400}"#, "depth", "a whole number from 1 to 100", "1e400"),
    ] {
        let batch = post(&service, BATCH, format!("{{\"positions\": [{position}]}}")).await.json();
        let started = post(&service, "/v1/analyses", position).await;
        for problem in [&batch["results"][0]["problem"], &started.problem()] {
            let mismatch = [&problem["field"], &problem["expected"], &problem["got"]];
            assert_eq!(mismatch, [field, expected, got], "{position}");
        }
    }
}
