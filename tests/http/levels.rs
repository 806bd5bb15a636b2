use super::{get, post, service};
use axum::Router;
use bestmove::engine::Registry;
use serde_json::{Value, json};

async fn ask(service: &Router, game: &str, body: &Value) -> Value {
    let answer = post(service, &format!("/v1/{game}/best-move"), body.to_string()).await;
    assert_eq!(answer.status, 200, "{game}, {body}: {:?}", answer.body);
    answer.json()
}

#[tokio::test]
async fn equal_requests_get_equal_moves_by_post_by_get_and_in_a_batch() {
    let (service, again) = (service(), service());
    for game in Registry::built_in().ids() {
        for level in 1..=9 {
            let body = json!({ "level": level, "seed": 7 });
            let first = ask(&service, game, &body).await;
            assert_eq!((&first["level"], &first["seed"]), (&json!(level), &json!(7)), "{game}");
            assert_eq!(first["principal_variation"][0], first["best_move"], "{game}");
            assert_eq!(ask(&again, game, &body).await["best_move"], first["best_move"], "{game} {level}");
            let by_get = get(&again, &format!("/v1/{game}/best-move?seed=7&level={level}")).await;
            assert_eq!(by_get.json()["best_move"], first["best_move"], "{game} {level}");
            let is_canonical = by_get.header("content-location").contains(&format!("&level={level}&seed=7&"));
            assert!(is_canonical, "{}", by_get.header("content-location"));
            assert!(by_get.header("cache-control").starts_with("public, "), "{game} {level}");
            let batch = json!({ "positions": [{ "game": game, "level": level, "seed": 7 }] });
            let batch = post(&service, "/v1/batch", batch.to_string()).await.json();
            let analysis = &batch["results"][0]["analysis"];
            assert_eq!(analysis["lines"].as_array().unwrap().len(), 1);
            assert_eq!(analysis["lines"][0]["move"], first["best_move"], "{game} {level}");
            assert_eq!((&analysis["level"], &analysis["seed"]), (&json!(level), &json!(7)), "{game}");
        }
    }
}

#[tokio::test]
async fn a_request_without_a_seed_gets_one_that_replays_its_move() {
    let service = service();
    let mut seeds = Vec::new();
    for _ in 0..4 {
        let first = ask(&service, "checkers", &json!({ "level": 2 })).await;
        let seed = first["seed"].as_u64().unwrap();
        assert!(seed < 1 << 53);
        let again = ask(&service, "checkers", &json!({ "level": 2, "seed": seed })).await;
        assert_eq!(again["best_move"], first["best_move"]);
        seeds.push(seed);
    }
    seeds.dedup();
    assert_eq!(seeds.len(), 4);
    let by_get = get(&service, "/v1/checkers/best-move?level=2").await;
    assert_eq!(by_get.header("cache-control"), "no-store");
    let seed = by_get.json()["seed"].as_u64().unwrap();
    assert!(by_get.header("content-location").contains(&format!("seed={seed}")));
}

#[tokio::test]
async fn the_highest_level_is_full_strength() {
    let service = service();
    let position = "4343433";
    let plain = ask(&service, "connect-four", &json!({ "position": position })).await;
    let level = ask(&service, "connect-four", &json!({ "position": position, "level": 10, "seed": 3 })).await;
    for field in ["best_move", "score", "principal_variation", "bound", "stopped_by"] {
        assert_eq!(level[field], plain[field], "{field}");
    }
    assert_eq!((&level["level"], &level["seed"]), (&json!(10), &json!(3)));
    assert_eq!((plain.get("level"), plain.get("seed")), (None, None));
}

/// A proof of full strength must not answer an opponent of limited strength.
#[tokio::test]
async fn cached_proofs_do_not_answer_for_weak_levels() {
    let service = service();
    let mut moves = Vec::new();
    for seed in 0..20 {
        ask(&service, "tic-tac-toe", &json!({})).await;
        let answer = ask(&service, "tic-tac-toe", &json!({ "level": 1, "seed": seed })).await;
        assert_eq!(answer["source"], "search");
        moves.push(answer["best_move"].as_str().unwrap().to_owned());
    }
    moves.sort();
    moves.dedup();
    assert!(moves.len() > 4, "{moves:?}");
}

#[tokio::test]
async fn invalid_levels_and_seeds_are_refused() {
    let service = service();
    for (path, body, field) in [
        ("/v1/checkers/best-move", json!({ "level": 0 }), "level"),
        ("/v1/checkers/best-move", json!({ "level": 11 }), "level"),
        ("/v1/checkers/best-move", json!({ "level": 300 }), "level"),
        ("/v1/checkers/best-move", json!({ "level": "3" }), "level"),
        ("/v1/checkers/best-move", json!({ "level": 2.5 }), "level"),
        ("/v1/checkers/best-move", json!({ "level": 2, "seed": -1 }), "seed"),
        ("/v1/checkers/best-move", json!({ "level": 2, "seed": 1_u64 << 53 }), "seed"),
        ("/v1/checkers/best-move", json!({ "seed": 2 }), "seed"),
        ("/v1/checkers/best-move", json!({ "level": 2, "depth": 3 }), "depth"),
        ("/v1/checkers/best-move", json!({ "level": 10, "nodes": 3 }), "nodes"),
        ("/v1/checkers/best-move", json!({ "level": 2, "fresh": true }), "fresh"),
        ("/v1/checkers/analysis", json!({ "level": 2 }), "level"),
        ("/v1/checkers/analysis/stream", json!({ "seed": 2 }), "seed"),
        ("/v1/analyses", json!({ "game": "checkers", "level": 2 }), "level"),
    ] {
        let answer = post(&service, path, body.to_string()).await;
        assert_eq!(answer.status, 422, "{body}");
        assert_eq!(answer.problem()["field"], field, "{body}");
    }
    let batch = json!({ "positions": [{ "game": "checkers", "level": 2, "lines": 2 }] });
    let batch = post(&service, "/v1/batch", batch.to_string()).await.json();
    assert_eq!(batch["results"][0]["problem"]["field"], "lines");
}

#[tokio::test]
async fn levels_are_listed() {
    for game in get(&service(), "/v1/games").await.json()["games"].as_array().unwrap() {
        let levels = game["levels"].as_array().unwrap();
        let elo: Vec<_> = levels.iter().map(|level| level["elo"].as_i64().unwrap()).collect();
        assert!(elo.is_sorted() && elo[0] == 0, "{}: {elo:?}", game["id"]);
        let depths: Vec<_> = levels.iter().map(|level| level["depth"].as_u64()).collect();
        assert_eq!(depths[9], None);
        assert!(depths[..9].iter().all(Option::is_some) && depths[..9].is_sorted(), "{depths:?}");
    }
}

#[tokio::test]
async fn estimates_have_chances_that_add_up() {
    let service = service();
    for (game, position) in [("checkers", "W:W17,22,25,29:B1,5,9,12"), ("connect-four", "4453")] {
        for depth in 1..=4 {
            let body = json!({ "position": position, "depth": depth });
            let score = ask(&service, game, &body).await["score"].clone();
            let [win, draw, loss, points] =
                ["win", "draw", "loss", "expected_points"].map(|name| score[name].as_f64().unwrap());
            assert!((win + draw + loss - 1.0).abs() < 1e-9, "{score}");
            assert!((win + draw / 2.0 - points).abs() < 0.0006, "{score}");
        }
    }
}
