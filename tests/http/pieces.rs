use super::{Answer, config, post, service};
use crate::fourth_game::engine_with_reversi;
use crate::positions::Rng;
use crate::toys::Nim;
use axum::Router;
use bestmove::engine::{Engine, Registry};
use bestmove::game::Rules;
use bestmove::http::router;
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
    let service = router(engine_with_reversi());
    let mut rng = Rng(1);
    for game in ["tic-tac-toe", "connect-four", "checkers", "reversi"] {
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

#[tokio::test]
async fn a_wrong_piece_is_named() {
    let service = service();
    let mark = |cell: u8, owner: &str| json!({ "cell": cell, "owner": owner, "kind": "mark" });
    let disc = |column: u8, row: u8| json!({ "column": column, "row": row, "owner": "X", "kind": "disc" });
    let on = |square: u8, kind: &str| json!({ "square": square, "owner": "white", "kind": kind });
    let xs: Vec<_> = (1..=5).map(|cell| mark(cell, "X")).chain([mark(8, "O"), mark(9, "O")]).collect();
    for (game, body, field, part, expected, got) in [
        (
            "checkers",
            json!({ "pieces": [on(9, "man"), on(10, "man"), on(9, "king")], "to_move": "white" }),
            "pieces[2]",
            "square 9",
            "one piece",
            "more",
        ),
        (
            "checkers",
            json!({ "pieces": [on(9, "man"), on(3, "man")], "to_move": "black" }),
            "pieces[1]",
            "square 3",
            "a king, as white is crowned there",
            "a white man",
        ),
        (
            "checkers",
            json!({ "pieces": [on(33, "man")], "to_move": "black" }),
            "pieces[0]",
            "cell",
            "a cell of the board, such as square 1",
            "\"square 33\"",
        ),
        (
            "checkers",
            json!({ "pieces": [mark(9, "white")], "to_move": "black" }),
            "pieces[0]",
            "cell",
            "a cell of the board, such as square 1",
            "\"cell 9\"",
        ),
        (
            "checkers",
            json!({ "pieces": [{ "owner": "white", "kind": "man" }], "to_move": "black" }),
            "pieces[0]",
            "cell",
            "a cell of the board, such as square 1",
            "no coordinates",
        ),
        (
            "checkers",
            json!({ "pieces": [on(9, "queen")], "to_move": "black" }),
            "pieces[0]",
            "kind",
            "man or king",
            "\"queen\"",
        ),
        (
            "checkers",
            json!({ "pieces": [], "to_move": "white" }),
            "pieces",
            "black pieces",
            "at least one, as black is not to move",
            "none",
        ),
        ("checkers", json!({ "pieces": [on(9, "man")] }), "to_move", "", "black or white", "nothing"),
        (
            "checkers",
            json!({ "pieces": [on(9, "man")], "to_move": "X" }),
            "to_move",
            "",
            "black or white",
            "\"X\"",
        ),
        (
            "tic-tac-toe",
            json!({ "pieces": xs }),
            "pieces",
            "counts",
            "as many X as O, or one more",
            "5 X and 2 O",
        ),
        ("tic-tac-toe", json!({ "pieces": [mark(1, "Z")] }), "pieces[0]", "owner", "X or O", "\"Z\""),
        (
            "tic-tac-toe",
            json!({ "pieces": [mark(1, "X")], "to_move": "X" }),
            "to_move",
            "",
            "O, by the numbers of pieces",
            "\"X\"",
        ),
        (
            "connect-four",
            json!({ "pieces": [disc(1, 1), disc(4, 2)] }),
            "pieces[1]",
            "column 4, row 2",
            "no disc, as the cell below is empty",
            "a disc",
        ),
        (
            "tic-tac-toe",
            json!({ "pieces": [], "moves": [] }),
            "moves",
            "",
            "no such field beside pieces",
            "moves",
        ),
        ("tic-tac-toe", json!({ "to_move": "X" }), "to_move", "", "a side beside pieces only", "\"X\""),
    ] {
        let problem = refusal(&service, game, &body).await;
        let part = if part.is_empty() { Value::Null } else { json!(part) };
        assert_eq!((&problem["field"], &problem["part"]), (&json!(field), &part), "{problem}");
        assert_eq!((&problem["expected"], &problem["got"]), (&json!(expected), &json!(got)), "{problem}");
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
        (json!([{ "cell": 1, "owner": "X" }]), "kind"),
        (json!([{ "cell": 1, "owner": "X", "kind": 1 }]), "pieces[0].kind"),
        (json!([{ "cell": 256, "owner": "X", "kind": "mark" }]), "pieces[0]"),
        (json!([{ "cell": "1", "owner": "X", "kind": "mark" }]), "pieces[0]"),
    ] {
        let problem = refusal(&service, "tic-tac-toe", &json!({ "pieces": pieces })).await;
        assert_eq!(problem["field"], field, "{problem}");
    }
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
