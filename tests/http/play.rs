use super::{post, service};
use axum::Router;
use bestmove_query::Registry;
use serde_json::{Value, json};

async fn ask(service: &Router, game: &str, resource: &str, body: &Value) -> Value {
    let answer = post(service, &format!("/v1/{game}/{resource}"), body.to_string()).await;
    assert_eq!(answer.status, 200, "{game}, {body}: {:?}", answer.body);
    answer.json()
}

/// Playing a listed move leads to its listed position, from the position before it and from the start.
#[tokio::test]
async fn games_can_be_played_without_knowing_their_rules() {
    let service = service();
    for game in Registry::built_in().ids() {
        let mut moves: Vec<Value> = Vec::new();
        let mut position_info = ask(&service, game, "legal-moves", &json!({})).await;
        while position_info["outcome"].is_null() {
            let choices = position_info["moves"].as_array().unwrap();
            let chosen = &choices[moves.len() * 7 % choices.len()];
            moves.push(chosen["notation"].clone());
            let by_moves = ask(&service, game, "legal-moves", &json!({ "moves": moves })).await;
            assert_eq!(by_moves["position"], chosen["position"], "{game} {moves:?}");
            let by_position =
                ask(&service, game, "legal-moves", &json!({ "position": chosen["position"] })).await;
            if by_moves["outcome"].is_null() {
                assert_eq!(by_moves, by_position, "{game} {moves:?}");
            }
            position_info = by_moves;
        }
        assert_eq!(position_info["moves"], json!([]), "{game}");
        assert!(moves.len() >= 5, "{game}");
    }
}

/// With three pieces each, men among them, the win may take longer than the no-progress rule allows.
#[tokio::test]
async fn unproven_tablebase_wins_are_reported() {
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

/// Draws the board row by row, with `.` for an empty cell and a space for a square that is not a cell.
fn draw(game: &Value, pieces: &Value) -> String {
    let board = &game["board"];
    let [columns, rows] = ["columns", "rows"].map(|size| board[size].as_u64().unwrap() as usize);
    let mut screen = vec![vec![' '; columns]; rows];
    for cell in board["cells"].as_array().unwrap() {
        let names: Vec<_> = ["cell", "square", "column", "row"]
            .into_iter()
            .filter(|&name| cell.get(name).is_some())
            .collect();
        let is_here = |piece: &&Value| names.iter().all(|&name| piece[name] == cell[name]);
        let mut here = pieces.as_array().unwrap().iter().filter(is_here);
        let sign = here.next().map_or('.', |piece| {
            let (owner, kind) = (piece["owner"].as_str().unwrap(), &piece["kind"]);
            let is_listed = |listed: &Value| listed["owner"] == owner && listed["kind"] == *kind;
            assert!(board["pieces"].as_array().unwrap().iter().any(is_listed), "{piece}");
            let sign = owner.chars().next().unwrap();
            if kind == "king" { sign.to_ascii_uppercase() } else { sign }
        });
        assert!(here.next().is_none(), "two pieces on {cell}");
        let at = |axis: &str| cell[axis].as_u64().unwrap() as usize - 1;
        let square = &mut screen[at("y")][at("x")];
        assert_eq!(*square, ' ', "two cells at the same coordinates: {cell}");
        *square = sign;
    }
    screen.into_iter().map(|row| row.into_iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

#[tokio::test]
async fn boards_can_be_drawn_without_knowing_their_notation() {
    let service = service();
    let games = super::get(&service, "/v1/games").await.json();
    for (id, position, picture) in [
        ("tic-tac-toe", "X...O...X", "X../.O./..X"),
        ("connect-four", "44533", "......./......./......./......./..XO.../..OXX.."),
        (
            "checkers",
            "W:WK1,18,30:BK32,12,4",
            " W . . b/. . . . / . . . b/. . . . / . w . ./. . . . / . . . ./. w . B ",
        ),
    ] {
        let game = games["games"].as_array().unwrap().iter().find(|game| game["id"] == id).unwrap();
        let position_info = ask(&service, id, "legal-moves", &json!({ "position": position })).await;
        assert_eq!(draw(game, &position_info["pieces"]), picture, "{id}");
    }
    for game in games["games"].as_array().unwrap() {
        let start = ask(&service, game["id"].as_str().unwrap(), "legal-moves", &json!({})).await;
        draw(game, &start["pieces"]);
        assert!(!game["board"]["cells"].as_array().unwrap().is_empty(), "{}", game["id"]);
    }
}

/// Listed outcomes and results of moves agree with the analysis.
#[tokio::test]
async fn results_of_moves_agree_with_the_analysis() {
    let service = service();
    for (game, position, count) in [
        ("tic-tac-toe", "XX.OO....", 1),
        ("connect-four", "444442", 7),
        ("connect-four", "121212", 1),
        ("checkers", "B:W30,K22:B1,K5", 2),
        ("checkers", "B:W18,25:B15", 1),
    ] {
        let position_info = ask(&service, game, "legal-moves", &json!({ "position": position })).await;
        let all = json!({ "position": position, "lines": "all", "time_ms": 5000 });
        let analysis = ask(&service, game, "analysis", &all).await;
        let mut results = 0;
        for played in position_info["moves"].as_array().unwrap() {
            let after = ask(&service, game, "legal-moves", &json!({ "position": played["position"] })).await;
            assert_eq!(played["outcome"], after["outcome"], "{played}");
            if !played["result"].is_null() {
                let lines = analysis["lines"].as_array().unwrap();
                let line = lines.iter().find(|line| line["move"] == played["notation"]).unwrap();
                assert_eq!(played["result"], line["score"]["kind"], "{game} {position}: {played}");
                results += 1;
            }
        }
        assert!(results >= count, "{game} {position}: {results}");
    }
}

/// Both kings move back and forth until the start position occurs for the third time.
#[tokio::test]
async fn a_move_that_repeats_a_position_is_listed_as_a_draw() {
    let service = service();
    let circle = ["1-6", "32-27", "6-1", "27-32"];
    let moves: Vec<_> = circle.iter().cycle().take(7).collect();
    let body = json!({ "position": "B:WK32,30:BK1,4", "moves": moves });
    let position_info = ask(&service, "checkers", "legal-moves", &body).await;
    let last = position_info["moves"].as_array().unwrap().iter().find(|played| played["notation"] == "27-32");
    let expected = json!({ "result": "draw", "winner": null, "reason": "repetition", "line": [] });
    assert_eq!((&last.unwrap()["outcome"], &last.unwrap()["result"]), (&expected, &json!("draw")));
}

#[tokio::test]
async fn tic_tac_toe_with_best_play_is_drawn() {
    let service = service();
    let mut moves: Vec<Value> = Vec::new();
    let last = loop {
        let answer = ask(&service, "tic-tac-toe", "best-move", &json!({ "moves": moves })).await;
        assert_eq!(answer["score"], json!({ "kind": "draw", "expected_points": 0.5 }));
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
