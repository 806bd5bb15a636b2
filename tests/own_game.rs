//! A game that is not built in: one folder and one entry in a registry. It is listed and served;
//! `browser` shows that the page draws it.

use crate::http::{config, get, post};
use crate::positions::moves;
use crate::processes::{Server, free_address, hexapawn};
use crate::router;
use crate::toys::SmallReversi;
use bestmove_core::game::{Notation, Rules, Searchable, Side};
use bestmove_core::search::Path;
use bestmove_query::Registry;
use bestmove_scheduler::Engine;
use serde_json::{Value, json};
use std::sync::Arc;

/// An engine for the built-in games and Reversi on a small board.
pub(crate) fn engine_with_small_reversi() -> Arc<Engine> {
    let reversi = Registry::of::<SmallReversi>();
    let games = Registry::built_in().games().chain(reversi.games()).cloned().collect();
    Engine::with(config(), Arc::new(Registry::new(games)), ())
}

fn text(path: &Path<SmallReversi>, played: u8) -> String {
    SmallReversi::move_texts(path.position(), played).remove(0).text
}

/// The first game, in the order of its legal moves, in which the first side has to pass; up to that
/// pass.
pub(crate) fn moves_before_a_pass() -> Vec<String> {
    fn search(path: &Path<SmallReversi>, line: &mut Vec<String>) -> bool {
        for played in moves::<SmallReversi>(path.position()) {
            let text = text(path, played);
            if text == "pass" && SmallReversi::to_move(path.position()) == Side::First {
                return true;
            }
            let mut after = path.clone();
            after.play(played);
            line.push(text);
            if search(&after, line) {
                return true;
            }
            line.pop();
        }
        false
    }
    let mut line = Vec::new();
    assert!(search(&Path::from(SmallReversi::start()), &mut line));
    line
}

/// The final margin for the side to move.
fn minimax(path: &Path<SmallReversi>) -> i16 {
    if path.outcome().is_some() {
        return SmallReversi::final_margin(path.position());
    }
    let value = |played| {
        let mut after = path.clone();
        after.play(played);
        -minimax(&after)
    };
    moves::<SmallReversi>(path.position()).into_iter().map(value).max().unwrap()
}

#[tokio::test]
async fn a_game_of_ones_own_is_listed() {
    let games = get(&router(engine_with_small_reversi()), "/v1/games").await.json();
    let game = games["games"].as_array().unwrap().iter().find(|game| game["id"] == "reversi-4x4").unwrap();
    assert_eq!(game["display"]["board"], "grid");
    assert_eq!(game["display"]["sides"], json!(["Black", "White"]));
    assert_eq!(game["board"]["cells"].as_array().unwrap().len(), 16);
    assert_eq!(game["board"]["pieces"].as_array().unwrap().len(), 2);
}

/// The example has all that `bestmove` has.
#[tokio::test]
async fn a_program_of_ones_own_serves_its_game() {
    let arguments = ["play", "hexapawn", "--as", "neither", "--level", "10", "--table-mib", "1"];
    let played = hexapawn().args(arguments).output().unwrap();
    let played = String::from_utf8(played.stdout).unwrap();
    assert!(played.contains("white wins"), "the first side loses (Gardner 1962): {played}");

    let service = Server::hexapawn(free_address());
    let url = format!("http://{}/v1/hexapawn/best-move", service.address);
    let answer = reqwest::Client::new().post(url).body("{}").header("content-type", "application/json");
    let answer: Value = answer.send().await.unwrap().json().await.unwrap();
    assert_eq!(
        (&answer["score"]["kind"], &answer["stopped_by"]),
        (&json!("loss"), &json!("proven")),
        "{answer}"
    );
}

/// Plays a game to its end, by the answers of the service.
#[tokio::test]
async fn a_game_of_ones_own_is_served() {
    let service = router(engine_with_small_reversi());
    let (mut path, mut line) = (Path::<SmallReversi>::from(SmallReversi::start()), moves_before_a_pass());
    for text in &line {
        path.play(SmallReversi::parse_move(path.position(), text).unwrap());
    }
    while path.outcome().is_none() {
        let legal =
            post(&service, "/v1/reversi-4x4/legal-moves", json!({ "moves": line }).to_string()).await.json();
        let listed: Vec<_> =
            legal["moves"].as_array().unwrap().iter().map(|legal| &legal["notation"]).collect();
        let expected: Vec<_> =
            moves::<SmallReversi>(path.position()).into_iter().map(|at| text(&path, at)).collect();
        assert_eq!(json!(listed), json!(expected), "{line:?}");

        let answer =
            post(&service, "/v1/reversi-4x4/best-move", json!({ "moves": line }).to_string()).await.json();
        let score = match minimax(&path) {
            0 => json!({ "kind": "draw", "expected_points": 0.5 }),
            margin @ 1.. => {
                json!({ "kind": "win", "plies": null, "margin": margin / 100, "expected_points": 1.0 })
            }
            margin => {
                json!({ "kind": "loss", "plies": null, "margin": -margin / 100, "expected_points": 0.0 })
            }
        };
        assert_eq!(answer["score"], score, "{line:?}");
        let best_move = answer["best_move"].as_str().unwrap().to_owned();
        path.play(SmallReversi::parse_move(path.position(), &best_move).unwrap());
        line.push(best_move);
    }
}
