use super::{post, service};
use axum::Router;
use bestmove::engine::GAMES;
use serde_json::{Value, json};

async fn ask(service: &Router, game: &str, question: &str, body: &Value) -> Value {
    let answer = post(service, &format!("/v1/{game}/{question}"), body.to_string()).await;
    assert_eq!(answer.status, 200, "{game}, {body}: {:?}", answer.body);
    answer.json()
}

/// What a listed move leads to is what is there once it is played, from the position and from
/// the start alike.
#[tokio::test]
async fn games_can_be_played_without_knowing_their_rules() {
    let service = service();
    for game in GAMES.iter().map(|game| game.info().id) {
        let mut moves: Vec<Value> = Vec::new();
        let mut listing = ask(&service, game, "legal-moves", &json!({})).await;
        while listing["outcome"].is_null() {
            let choices = listing["moves"].as_array().unwrap();
            let chosen = &choices[moves.len() * 7 % choices.len()];
            moves.push(chosen["notation"].clone());
            let by_moves = ask(&service, game, "legal-moves", &json!({ "moves": moves })).await;
            assert_eq!(by_moves["position"], chosen["position"], "{game} {moves:?}");
            let by_position =
                ask(&service, game, "legal-moves", &json!({ "position": chosen["position"] })).await;
            if by_moves["outcome"].is_null() {
                assert_eq!(by_moves, by_position, "{game} {moves:?}");
            }
            listing = by_moves;
        }
        assert_eq!(listing["moves"], json!([]), "{game}");
        assert!(moves.len() >= 5, "{game}");
    }
}

/// Three pieces each, men among them: 80 plies without progress may come before the win.
#[tokio::test]
async fn a_winner_that_only_the_tablebase_names_is_named() {
    let service = service();
    for (position, winner) in [("B:W29,30,31:B1,2,K14", "win"), ("W:W29,30,31:BK18,2,3", "loss")] {
        let body = json!({ "position": position, "nodes": 200, "fresh": true });
        let score = ask(&service, "checkers", "best-move", &body).await["score"].clone();
        assert_eq!(score["kind"], "estimate", "{position}");
        let is_positive = score["value"].as_i64().unwrap() > 0;
        assert_eq!((&score["tablebase"], is_positive), (&json!(winner), winner == "win"), "{position}");
    }
    let plain = ask(&service, "checkers", "best-move", &json!({ "nodes": 200 })).await["score"].clone();
    assert_eq!((&plain["kind"], plain.get("tablebase")), (&json!("estimate"), None));
}

#[tokio::test]
async fn tic_tac_toe_with_best_play_is_drawn() {
    let service = service();
    let mut moves: Vec<Value> = Vec::new();
    let last = loop {
        let answer = ask(&service, "tic-tac-toe", "best-move", &json!({ "moves": moves })).await;
        assert_eq!(answer["score"], json!({ "kind": "draw" }));
        assert_eq!(answer["best_move"], answer["principal_variation"].get(0).cloned().unwrap_or_default());
        match &answer["best_move"] {
            Value::Null => break answer,
            best_move => moves.push(best_move.clone()),
        }
    };
    assert_eq!(moves.len(), 9);
    assert_eq!(
        last["outcome"],
        json!({ "result": "draw", "winner": null, "reason": "board_full", "line": [] })
    );
    assert_eq!((&last["source"], &last["stopped_by"]), (&json!("rules"), &json!("game_over")));
}
