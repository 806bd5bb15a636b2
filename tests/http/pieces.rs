use super::{Answer, config, post, service};
use crate::own_game::engine_with_small_reversi;
use crate::positions::Rng;
use crate::router;
use crate::toys::Nim;
use axum::Router;
use bestmove_core::game::Rules;
use bestmove_query::Registry;
use bestmove_scheduler::Engine;
use serde_json::{Value, json};
use std::sync::Arc;

async fn convert(service: &Router, game: &str, body: &Value) -> Answer {
    post(service, &format!("/v1/{game}/convert"), body.to_string()).await
}

/// The position that pieces and side to move make.
async fn position(service: &Router, game: &str, body: &Value) -> Value {
    let answer = convert(service, game, body).await;
    assert_eq!(answer.status, 200, "{game} {body}: {:?}", answer.body);
    answer.json()["games"][0]["position"].take()
}

/// The answers of `legal-moves` in a random game, from its start to its end.
async fn random_game(service: &Router, game: &str, rng: &mut Rng) -> Vec<Value> {
    let (mut moves, mut answers) = (Vec::new(), Vec::new());
    loop {
        let body = json!({ "moves": moves }).to_string();
        let answer = post(service, &format!("/v1/{game}/legal-moves"), body).await.json();
        let legal = answer["moves"].as_array().unwrap();
        if !legal.is_empty() {
            moves.push(legal[rng.below(legal.len())]["notation"].clone());
        }
        let is_over = legal.is_empty();
        answers.push(answer);
        if is_over {
            return answers;
        }
    }
}

#[tokio::test]
async fn the_pieces_of_a_position_make_that_position() {
    let service = router(engine_with_small_reversi());
    let mut rng = Rng(1);
    for game in ["tic-tac-toe", "connect-four", "checkers", "reversi", "reversi-4x4"] {
        let follows = matches!(game, "tic-tac-toe" | "connect-four");
        for _ in 0..10 {
            for answer in random_game(&service, game, &mut rng).await {
                let body = json!({ "pieces": answer["pieces"], "to_move": answer["to_move"] });
                assert_eq!(position(&service, game, &body).await, answer["position"], "{game}");
                if follows {
                    let body = json!({ "pieces": answer["pieces"] });
                    assert_eq!(position(&service, game, &body).await, answer["position"], "{game}");
                }
            }
        }
    }
}

/// With every notation, as for any other position.
#[tokio::test]
async fn a_position_set_up_by_pieces_has_every_notation() {
    let man = json!({ "square": 10, "owner": "black", "kind": "man" });
    let king = json!({ "square": 31, "owner": "white", "kind": "king" });
    let body = json!({ "pieces": [man, king], "to_move": "white" });
    let by_pieces = convert(&service(), "checkers", &body).await.json();
    let by_text = convert(&service(), "checkers", &json!({ "position": "W:WK31:B10" })).await.json();
    assert_eq!(by_pieces, by_text);
}

/// A piece of checkers.
fn white(square: u8, kind: &str) -> Value {
    json!({ "square": square, "owner": "white", "kind": kind })
}

fn mark(cell: u8, owner: &str) -> Value {
    json!({ "cell": cell, "owner": owner, "kind": "mark" })
}

fn disc(column: u8, row: u8) -> Value {
    json!({ "column": column, "row": row, "owner": "X", "kind": "disc" })
}

/// Checks field, part (none if empty), expectation and what came instead.
async fn assert_refused(game: &str, body: Value, [field, part, expected, got]: [&str; 4]) {
    let problem = refusal(&service(), game, &body).await;
    let part = if part.is_empty() { Value::Null } else { json!(part) };
    assert_eq!((&problem["field"], &problem["part"]), (&json!(field), &part), "{problem}");
    assert_eq!((&problem["expected"], &problem["got"]), (&json!(expected), &json!(got)), "{problem}");
}

#[tokio::test]
async fn a_wrong_piece_is_named() {
    let cell = "a cell of the board, such as square 1";
    for (pieces, error) in [
        (
            json!([white(9, "man"), white(10, "man"), white(9, "king")]),
            ["pieces[2]", "square 9", "one piece", "more"],
        ),
        (
            json!([white(9, "man"), white(3, "man")]),
            ["pieces[1]", "square 3", "a king, as white is crowned there", "a white man"],
        ),
        (json!([white(33, "man")]), ["pieces[0]", "cell", cell, "\"square 33\""]),
        (json!([mark(9, "white")]), ["pieces[0]", "cell", cell, "\"cell 9\""]),
        (json!([{ "owner": "white", "kind": "man" }]), ["pieces[0]", "cell", cell, "no coordinates"]),
        (json!([white(9, "queen")]), ["pieces[0]", "kind", "man or king", "\"queen\""]),
    ] {
        assert_refused("checkers", json!({ "pieces": pieces, "to_move": "black" }), error).await;
    }
    let pieces = json!([mark(1, "Z")]);
    let error = ["pieces[0]", "owner", "X or O", "\"Z\""];
    assert_refused("tic-tac-toe", json!({ "pieces": pieces }), error).await;
}

#[tokio::test]
async fn pieces_that_are_no_position_are_refused() {
    let pieces = json!([disc(1, 1), disc(4, 2)]);
    let error = ["pieces[1]", "column 4, row 2", "no disc, as the cell below is empty", "a disc"];
    assert_refused("connect-four", json!({ "pieces": pieces }), error).await;
    let pieces: Vec<_> = (1..=5).map(|cell| mark(cell, "X")).chain([mark(8, "O"), mark(9, "O")]).collect();
    let error = ["pieces", "counts", "as many X as O, or one more", "5 X and 2 O"];
    assert_refused("tic-tac-toe", json!({ "pieces": pieces }), error).await;
    let error = ["pieces", "black pieces", "at least one, as black is not to move", "none"];
    assert_refused("checkers", json!({ "pieces": [], "to_move": "white" }), error).await;
}

#[tokio::test]
async fn the_side_to_move_is_checked() {
    let pieces = json!([white(9, "man")]);
    let error = ["to_move", "", "black or white", "nothing"];
    assert_refused("checkers", json!({ "pieces": pieces }), error).await;
    let error = ["to_move", "", "black or white", "\"X\""];
    assert_refused("checkers", json!({ "pieces": pieces, "to_move": "X" }), error).await;
    let error = ["pieces", "counts", "as many X as O, or one less, as X is to move", "1 X and 0 O"];
    assert_refused("tic-tac-toe", json!({ "pieces": [mark(1, "X")], "to_move": "X" }), error).await;
    let error = ["to_move", "", "no such field beside text", "to_move"];
    assert_refused("tic-tac-toe", json!({ "text": "........." , "to_move": "X" }), error).await;
}

#[tokio::test]
async fn pieces_stand_alone() {
    for field in ["text", "position", "moves"] {
        let value = if field == "moves" { json!([]) } else { json!("X........") };
        let error = [field, "", "no such field beside pieces", field];
        assert_refused("tic-tac-toe", json!({ "pieces": [], field: value }), error).await;
    }
}

async fn refusal(service: &Router, game: &str, body: &Value) -> Value {
    let answer = convert(service, game, body).await;
    assert_eq!(answer.status, 422, "{body}: {:?}", answer.body);
    answer.problem()
}

#[tokio::test]
async fn malformed_pieces_are_refused() {
    let service = service();
    for (pieces, field) in [
        (json!("X"), "pieces"),
        (json!([1]), "pieces[0]"),
        (json!([{ "cell": 1, "owner": "X" }]), "pieces[0].kind"),
        (json!([{ "cell": 1, "owner": "X", "kind": 1 }]), "pieces[0].kind"),
        (json!([{ "cell": 256, "owner": "X", "kind": "mark" }]), "pieces[0]"),
        (json!([{ "cell": "1", "owner": "X", "kind": "mark" }]), "pieces[0].cell"),
        (json!([{ "cell": 1.5, "owner": "X", "kind": "mark" }]), "pieces[0].cell"),
        (json!([{ "cell": 1, "owner": null, "kind": "mark" }]), "pieces[0].owner"),
    ] {
        let problem = refusal(&service, "tic-tac-toe", &json!({ "pieces": pieces })).await;
        assert_eq!(problem["field"], field, "{problem}");
    }
    let outside = json!([{ "square": 300, "owner": "black", "kind": "man" }]);
    let problem = refusal(&service, "checkers", &json!({ "pieces": outside, "to_move": "black" })).await;
    assert!(problem["detail"].as_str().unwrap().contains("square 300"), "{problem}");
    let problem = refusal(&service, "checkers", &json!({ "pieces": [5] })).await;
    assert_eq!((&problem["expected"], &problem["got"]), (&json!("an object"), &json!("integer `5`")));
}

#[tokio::test]
async fn coordinates_are_whole_numbers_in_any_notation() {
    let body = r#"{"pieces": [{"square": 1e1, "row": null, "owner": "black", "kind": "man"},
                   {"square": 23.0, "owner": "white", "kind": "man"}], "to_move": "black"}"#;
    assert_eq!(post(&service(), "/v1/checkers/convert", body).await.status, 200);
}

#[tokio::test]
async fn a_coordinate_that_occurs_twice_is_refused() {
    let body = r#"{"pieces": [{"column": 1, "row": 1, "column": 2, "owner": "X", "kind": "disc"}]}"#;
    let problem = post(&service(), "/v1/connect-four/convert", body).await.problem();
    assert_eq!(
        (&problem["field"], &problem["got"]),
        (&json!("pieces[0].column"), &json!("the field twice")),
        "{problem}"
    );
}

/// Nim has no board.
#[tokio::test]
async fn a_game_without_pieces_is_not_set_up_by_pieces() {
    let service = router(Engine::with(config(), Arc::new(Registry::of::<Nim>()), ()));
    for (pieces, field) in
        [(json!([]), "pieces"), (json!([{ "cell": 1, "owner": "X", "kind": "y" }]), "pieces[0]")]
    {
        assert_eq!(refusal(&service, Nim::ID, &json!({ "pieces": pieces })).await["field"], field);
    }
}
