use super::fair_use::{KEY, service as fair_service};
use super::{Answer, get, post, send, service};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use bestmove::engine::Registry;
use bestmove::http::FairUse;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

async fn convert(service: &Router, game: &str, body: &Value) -> Answer {
    post(service, &format!("/v1/{game}/convert"), body.to_string()).await
}

/// The only game in an answer.
async fn converted(service: &Router, game: &str, body: &Value) -> Value {
    let answer = convert(service, game, body).await;
    assert_eq!(answer.status, 200, "{body}: {:?}", answer.body);
    let mut answer = answer.json();
    assert_eq!((&answer["game"], answer["games"].as_array().unwrap().len()), (&json!(game), 1), "{body}");
    answer["games"][0].take()
}

#[tokio::test]
async fn a_game_in_pdn_is_read_and_written() {
    let text = "[Event \"x\"]\n[FEN \"B:W18,25:B15.\"]\n{ a jump }\n1.15x29! $1 *";
    let game = converted(&service(), "checkers", &json!({ "text": text })).await;
    let pdn = "[Event \"x\"]\n[Result \"1-0\"]\n[GameType \"21\"]\n[SetUp \"1\"]\n[FEN \"B:W18,25:B15\"]\n\
               {a jump} 1. 15x22x29 1-0\n\n";
    let expected = json!({
        "tags": [{ "name": "Event", "value": "x" }, { "name": "FEN", "value": "B:W18,25:B15." }],
        "start": "B:W18,25:B15",
        "moves": ["15x22x29"],
        "comments": [{ "ply": 0, "text": "a jump" }],
        "position": "W:W:BK29",
        "to_move": "white",
        "outcome": { "result": "win", "winner": "black", "reason": "no_moves", "line": [] },
        "result": "1-0",
        "winner": "black",
        "texts": { "fen": "W:W:BK29", "pdn": pdn },
    });
    assert_eq!(game, expected);
    let again = converted(&service(), "checkers", &json!({ "text": pdn })).await;
    assert_eq!(again["texts"], expected["texts"]);
}

#[tokio::test]
async fn every_notation_of_a_position_is_read() {
    let service = service();
    for (game, body, texts) in [
        (
            "tic-tac-toe",
            json!({ "text": "X...O...X" }),
            json!({ "board": "X...O...X", "record": "X...O...X" }),
        ),
        (
            "tic-tac-toe",
            json!({ "text": "X../.O./..X 2" }),
            json!({ "board": "XO..O...X", "record": "X...O...X 2" }),
        ),
        (
            "tic-tac-toe",
            json!({ "moves": ["5", "1"] }),
            json!({ "board": "O...X....", "record": "......... 5 1" }),
        ),
        (
            "connect-four",
            json!({ "text": "44 53" }),
            json!({ "board": "......./......./......./......./...O.../..OXX..", "columns": "4453" }),
        ),
        (
            "connect-four",
            json!({ "text": "......./......./......./......./......./...X... 5" }),
            json!({
                "board": "......./......./......./......./......./...XO..",
                "record": "......./......./......./......./......./...X... 5",
            }),
        ),
    ] {
        assert_eq!(converted(&service, game, &body).await["texts"], texts, "{game} {body}");
    }
    for body in [json!({ "text": " B:WK1:B5,6. " }), json!({ "position": "B:WK1:B5,6" })] {
        let game = converted(&service, "checkers", &body).await;
        assert_eq!((&game["position"], &game["moves"]), (&json!("B:WK1:B5,6"), &json!([])), "{body}");
        assert_eq!((&game["result"], &game["winner"]), (&json!("*"), &Value::Null), "{body}");
    }
}

/// With no fields, the start position is converted.
#[tokio::test]
async fn all_games_are_converted() {
    let service = service();
    for game in Registry::built_in().games() {
        let converted = converted(&service, game.info().id, &json!({})).await;
        assert_eq!(
            (&converted["start"], &converted["position"]),
            (&json!(game.start()), &json!(game.start()))
        );
    }
}

#[tokio::test]
async fn several_games_are_converted() {
    let text = "[Round \"1\"] 11-15 1/2-1/2 [Round \"2\"] 1. 12-16 2-0 9-13";
    let answer = convert(&service(), "checkers", &json!({ "text": text })).await.json();
    let results: Vec<_> = answer["games"].as_array().unwrap().iter().map(|game| &game["result"]).collect();
    assert_eq!(results, ["1/2-1/2", "1-0", "*"]);
}

#[tokio::test]
async fn errors_name_field_and_part() {
    let service = service();
    let too_many_moves = vec!["11-15"; 2001];
    for (game, body, field, part, got) in [
        (
            "checkers",
            json!({ "text": "11-15 * 1. 11-15 9-13" }),
            "text",
            "game 2, move 1 (white)",
            "\"9-13\"",
        ),
        ("checkers", json!({ "text": "" }), "text", "", "nothing"),
        ("checkers", json!({ "text": "{" }), "text", "game 1, comment", "the end of the text"),
        ("checkers", json!({ "text": "B:Wk1:B5" }), "text", "white entry 1", "\"k1\""),
        ("checkers", json!({ "text": "* ".repeat(101) }), "text", "games", "more"),
        ("checkers", json!({ "moves": too_many_moves }), "moves", "", "more"),
        ("checkers", json!({ "moves": ["11-15", "9-13"] }), "moves[1]", "move", "\"9-13\""),
        ("checkers", json!({ "position": "x" }), "position", "turn", "\"x\""),
        ("checkers", json!({ "text": "*", "moves": [] }), "moves", "", "both"),
        ("checkers", json!({ "text": "*", "position": "" }), "position", "", "both"),
        ("connect-four", json!({ "text": "448" }), "text", "move 3", "'8'"),
        ("tic-tac-toe", json!({ "text": "......... 1 1" }), "text", "move 2", "\"1\""),
    ] {
        let answer = convert(&service, game, &body).await;
        assert_eq!(answer.status, 422, "{body}: {:?}", answer.body);
        let problem = answer.problem();
        let part = if part.is_empty() { Value::Null } else { json!(part) };
        assert_eq!((&problem["field"], &problem["part"]), (&json!(field), &part), "{problem}");
        assert_eq!(problem["got"], got, "{problem}");
    }
    let problem = convert(&service, "checkers", &json!({ "text": "B:Wk1:B5" })).await.problem();
    assert!(problem["detail"].as_str().unwrap().ends_with("did you mean \"B:WK1:B5\"?"), "{problem}");
    assert_eq!(get(&service, "/v1/checkers/convert").await.status, 405);
}

/// A conversion takes as much of the quota as it takes time.
#[tokio::test]
async fn conversions_are_charged() {
    let quota = Some(Duration::from_millis(50));
    let service = fair_service(FairUse { key_quota: quota, ..FairUse::default() });
    let ask = || Request::post("/v1/checkers/convert").header("authorization", format!("Bearer {KEY}"));
    let body = json!({ "text": long_game() }).to_string();
    let mut statuses = Vec::new();
    for _ in 0..1000 {
        let request =
            ask().header("content-type", "application/json").body(Body::from(body.clone())).unwrap();
        statuses.push(send(&service, request).await.status.as_u16());
        if statuses.ends_with(&[429]) {
            return;
        }
    }
    panic!("never refused: {statuses:?}");
}

/// The text of a game that fills a body.
fn long_game() -> String {
    let circle = "1-6 32-27 6-1 27-32 ";
    format!("[FEN \"B:WK32,30:BK1,4\"] {}", circle.repeat(490))
}

/// Two milliseconds at most where they were measured, optimised for development; the best of five, as the
/// machine may be busy.
#[tokio::test]
async fn the_largest_bodies_take_milliseconds() {
    let service = service();
    for (name, text, status) in [
        ("moves", long_game(), 200),
        ("games", "1.11-15 23-19 8-11 22-17 4-8 25-22 1-0 ".repeat(100), 200),
        ("tags", (0..1000).map(|number| format!("[T{number} \"\"]")).collect(), 200),
        ("words", format!("11-15 {}", "! ".repeat(8000)), 200),
        ("comments", "{} ".repeat(5000), 422),
        ("open variations", "(".repeat(16_000), 422),
        ("variations", "() ".repeat(5000), 422),
        ("an illegal word", "x1".repeat(8000), 422),
    ] {
        let body = json!({ "text": text }).to_string();
        assert!(body.len() <= 16 * 1024, "{name}: {}", body.len());
        let mut best = Duration::MAX;
        for _ in 0..5 {
            let began = Instant::now();
            let answer = post(&service, "/v1/checkers/convert", body.clone()).await;
            best = best.min(began.elapsed());
            assert_eq!(answer.status, status, "{name}");
        }
        assert!(best < Duration::from_millis(20), "{name}: {best:?}");
    }
}
