use super::{post, service};
use axum::Router;
use serde_json::{Value, json};

/// Black must pass; White can play c1.
const STUCK: &str = "OX------/XX------/XX------/--------/--------/--------/--------/-------- X";
/// FFO 40, with 20 empty squares: Black wins by 38 with a2, to which b1 and c1 are the best answers.
const FFO_40: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

async fn ask(service: &Router, endpoint: &str, body: Value) -> Value {
    let answer = post(service, &format!("/v1/reversi/{endpoint}"), body.to_string()).await;
    assert_eq!(answer.status, 200, "{body}: {:?}", answer.body);
    answer.json()
}

#[tokio::test]
async fn a_forced_pass_is_a_move_that_lists_may_leave_out() {
    let service = service();
    let legal = ask(&service, "legal-moves", json!({ "position": STUCK })).await;
    assert_eq!(legal["moves"].as_array().unwrap().len(), 1);
    assert_eq!((&legal["moves"][0]["notation"], &legal["moves"][0]["cell"]), (&json!("pass"), &Value::Null));
    let mut positions = Vec::new();
    for moves in [json!(["pass", "c1"]), json!(["c1"]), json!(["C1"])] {
        let body = json!({ "position": STUCK, "moves": moves });
        positions.push(ask(&service, "legal-moves", body.clone()).await["position"].take());
        positions.push(ask(&service, "convert", body).await["games"][0]["position"].take());
    }
    assert!(positions.iter().all(|position| *position == positions[0]), "{positions:?}");
    let body = json!({ "position": STUCK, "moves": ["c1", "h8"] }).to_string();
    let problem = post(&service, "/v1/reversi/legal-moves", body).await.json();
    assert_eq!(problem["field"], "moves[1]");
    assert!(problem["detail"].as_str().unwrap().contains("move 3"), "{problem}");
}

#[tokio::test]
async fn moves_name_the_cells_that_they_flip() {
    let legal = ask(&service(), "legal-moves", json!({ "moves": ["f5"] })).await;
    let moves = legal["moves"].as_array().unwrap();
    let flips: Vec<_> = moves.iter().map(|played| (&played["notation"], &played["flipped"])).collect();
    let expected = [("f4", json!([29])), ("d6", json!([36])), ("f6", json!([37]))];
    assert_eq!(json!(flips), json!(expected));
}

#[tokio::test]
async fn the_margin_of_an_ending_counts_in_discs() {
    let service = service();
    let mut moves = vec![json!("a2"), json!("b1"), json!("c1"), json!("pass")];
    let body = json!({ "position": FFO_40, "moves": moves, "time_ms": 10_000 });
    let answer = ask(&service, "best-move", body).await;
    let score = json!({ "kind": "win", "plies": null, "margin": 38, "expected_points": 1.0 });
    assert_eq!((&answer["best_move"], &answer["score"]), (&json!("b6"), &score));
    assert_eq!((&answer["stopped_by"], &answer["bound"]), (&json!("proven"), &json!("exact")));
    moves.extend_from_slice(answer["principal_variation"].as_array().unwrap());
    let end = ask(&service, "legal-moves", json!({ "position": FFO_40, "moves": moves })).await;
    let discs = |side: &str| {
        let pieces = end["pieces"].as_array().unwrap();
        pieces.iter().filter(|piece| piece["owner"] == side).count() as i64
    };
    assert_eq!(end["outcome"]["winner"], "black");
    assert_eq!(64 - 2 * discs("white"), 38, "the empty squares count for Black");
}

#[tokio::test]
async fn games_are_read_and_written_as_transcripts_and_in_ggf() {
    let service = service();
    let answer = ask(&service, "convert", json!({ "text": "F5D6 C3d3" })).await;
    let game = &answer["games"][0];
    assert_eq!(
        (&game["texts"]["transcript"], &game["moves"]),
        (&json!("f5d6c3d3"), &json!(["f5", "d6", "c3", "d3"]))
    );
    let ggf = game["texts"]["ggf"].as_str().unwrap();
    assert!(ggf.starts_with("(;GM[Othello]"), "{ggf}");
    let again = ask(&service, "convert", json!({ "text": ggf })).await;
    assert_eq!(again["games"][0]["moves"], game["moves"]);
}
