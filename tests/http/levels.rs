use super::{get, post, service};
use axum::Router;
use bestmove_query::Registry;
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
    for field in ["score", "bound", "stopped_by"] {
        assert_eq!(level[field], plain[field], "{field}");
    }
    assert_eq!((&level["level"], &level["seed"]), (&json!(10), &json!(3)));
    assert_eq!((plain.get("level"), plain.get("seed")), (None, None));
    let seed_alone = ask(&service, "connect-four", &json!({ "position": position, "seed": 3 })).await;
    for field in ["best_move", "principal_variation", "level", "seed"] {
        assert_eq!(level[field], seed_alone[field], "{field}");
    }
}

/// The moves with the score of the best, by an analysis of all.
async fn equal_moves(service: &Router, game: &str, place: &Value) -> Vec<String> {
    let mut body = place.clone();
    body["lines"] = json!("all");
    let analysis = post(service, &format!("/v1/{game}/analysis"), body.to_string()).await.json();
    let lines = analysis["lines"].as_array().unwrap();
    let best = lines.iter().filter(|line| line["score"] == lines[0]["score"]);
    best.map(|line| line["move"].as_str().unwrap().to_owned()).collect()
}

/// Solver, search to the end, endgame table and opening book: over the seeds, all equal moves are played and no
/// other; without a seed, always the same one.
#[tokio::test]
async fn at_full_strength_seeds_draw_all_equal_moves() {
    let service = service();
    let from = |position: &str| json!({ "position": position, "time_ms": 10_000 });
    let proven = [
        ("tic-tac-toe", from("")),
        ("tic-tac-toe", from("X...O....")),
        ("connect-four", from("44444")),
        ("connect-four", from("4455")),
        ("checkers", from("W:WK1,K2:BK29")),
    ];
    let mut cases = Vec::new();
    for (game, place) in proven {
        let place = if place["position"] == "" { json!({ "time_ms": 10_000 }) } else { place };
        cases.push((game, place.clone(), equal_moves(&service, game, &place).await));
    }
    let book = ["16-19", "16-20", "8-12"].map(ToOwned::to_owned).to_vec();
    cases.push(("checkers", json!({ "moves": ["12-16", "22-17"] }), book));
    for (game, place, mut expected) in cases {
        let plain = ask(&service, game, &place).await;
        assert_eq!(ask(&service, game, &place).await["best_move"], plain["best_move"]);
        let mut seen = Vec::new();
        for seed in 0..60 {
            let mut body = place.clone();
            body["seed"] = json!(seed);
            let answer = ask(&service, game, &body).await;
            assert_eq!(answer["score"], plain["score"], "{game}: {answer}");
            assert_eq!(answer["principal_variation"][0], answer["best_move"]);
            seen.push(answer["best_move"].as_str().unwrap().to_owned());
        }
        seen.sort();
        seen.dedup();
        expected.sort();
        assert_eq!(seen, expected, "{game}: {place}");
        assert!(seen.len() > 1, "{game}: {place}");
    }
}

/// A game of full strength against itself: its moves and scores.
async fn play(service: &Router, game: &str, limits: &Value, plies: usize) -> (Vec<String>, Vec<Value>) {
    let (mut moves, mut scores) = (Vec::new(), Vec::new());
    while moves.len() < plies {
        let mut body = limits.clone();
        body["moves"] = json!(moves);
        let answer = ask(service, game, &body).await;
        scores.push(answer["score"].clone());
        match answer["best_move"].as_str() {
            Some(played) => moves.push(played.to_owned()),
            None => break,
        }
    }
    (moves, scores)
}

/// No move loses anything: the proven distance to the end falls by one with each.
#[tokio::test]
async fn ten_seeds_give_ten_games_at_full_strength() {
    let service = service();
    for (game, limits, plies) in [
        ("tic-tac-toe", json!({ "level": 10, "time_ms": 10_000 }), 100),
        ("connect-four", json!({ "level": 10, "time_ms": 10_000 }), 100),
        ("checkers", json!({ "nodes": 2000, "fresh": true }), 60),
    ] {
        let mut games = Vec::new();
        for seed in 1..=10 {
            let mut limits = limits.clone();
            limits["seed"] = json!(seed);
            let (moves, scores) = play(&service, game, &limits, plies).await;
            for (before, after) in scores.iter().zip(&scores[1..]) {
                let is_kept = match (before["kind"].as_str(), after["kind"].as_str()) {
                    (Some("win"), Some("loss")) | (Some("loss"), Some("win")) => {
                        before["plies"].as_u64() == after["plies"].as_u64().map(|plies| plies + 1)
                    }
                    (Some("draw"), Some("draw")) => true,
                    _ => game == "checkers",
                };
                assert!(is_kept || after["plies"] == 0, "{game}, {moves:?}: {before} {after}");
            }
            if game == "checkers" {
                assert_eq!(play(&service, game, &limits, plies).await.0, moves, "equal seeds, equal games");
            }
            games.push(moves);
        }
        games.sort();
        games.dedup();
        assert_eq!(games.len(), 10, "{game}");
    }
}

#[tokio::test]
async fn a_seed_without_a_level_goes_with_limits_and_is_cacheable() {
    let service = service();
    let by_get = get(&service, "/v1/checkers/best-move?level=10&seed=7&time_ms=20").await;
    let canonical = by_get.header("content-location");
    assert!(canonical.contains("&seed=7&") && !canonical.contains("level"), "{canonical}");
    assert!(by_get.header("cache-control").starts_with("public, "));
    let deep =
        get(&service, "/v1/checkers/best-move?seed=7&depth=5&time_ms=5000&moves=11-15,23-19,8-11,22-17")
            .await;
    let again = get(&service, deep.header("content-location")).await;
    assert_eq!(again.status, 200);
    let [deep, again] = [deep.json(), again.json()];
    for field in ["best_move", "score", "depth", "level", "seed"] {
        assert_eq!(deep[field], again[field], "{field}");
    }
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
        ("/v1/checkers/best-move", json!({ "seed": "2" }), "seed"),
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
    let batch = json!({ "positions": [
        { "game": "checkers", "level": 2, "lines": 2 }, { "game": "checkers", "seed": 2, "only": ["11-15"] }
    ] });
    let batch = post(&service, "/v1/batch", batch.to_string()).await.json();
    for (at, field, beside) in [(0, "lines", "level"), (1, "only", "seed")] {
        let problem = &batch["results"][at]["problem"];
        assert_eq!(
            (&problem["field"], &problem["expected"]),
            (&json!(field), &json!(format!("no such field beside a {beside}")))
        );
    }
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
