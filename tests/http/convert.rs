use super::fair_use::{KEY, service as fair_service};
use super::{Answer, get, post, send, service};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use bestmove::http::FairUse;
use bestmove_query::Registry;
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
        "number": 1,
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
        "warnings": [],
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

/// The plies without progress are those of the draws: the move of a man and an unclaimed draw begin them anew.
#[tokio::test]
async fn a_position_keeps_its_plies_without_progress() {
    let service = service();
    for (body, fen) in [
        (json!({ "text": "B:WK32:BK5,9:H79" }), "B:WK32:BK5,9:H79"),
        (json!({ "position": "B:WK32:BK5,9:H7", "moves": ["5-1"] }), "W:WK32:BK1,9:H8"),
        (json!({ "position": "B:WK32:BK5,9:H7", "moves": ["9-13"] }), "W:WK32:BK5,13"),
        (json!({ "position": "B:WK32:BK5,9:H79", "moves": ["5-1", "32-28"] }), "B:WK28:BK1,9:H1"),
    ] {
        let game = converted(&service, "checkers", &body).await;
        assert_eq!(game["texts"]["fen"], fen, "{body}");
        let again = converted(&service, "checkers", &json!({ "position": fen })).await;
        assert_eq!((&again["texts"]["fen"], &again["position"]), (&json!(fen), &game["position"]));
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
            json!({ "text": "11-15 * 1. 11-15 9-13", "strict": true }),
            "text",
            "game 2, move 1 (white)",
            "\"9-13\"",
        ),
        ("checkers", json!({ "text": "" }), "text", "", "nothing"),
        ("checkers", json!({ "text": "<!DOCTYPE html><title>404</title>" }), "text", "", "HTML"),
        ("connect-four", json!({ "text": "\n<html>" }), "text", "", "HTML"),
        ("tic-tac-toe", json!({ "text": "" }), "text", "", "nothing"),
        ("connect-four", json!({ "text": " \n" }), "text", "", "nothing"),
        ("reversi", json!({ "text": "" }), "text", "", "nothing"),
        ("reversi", json!({ "text": "\u{14}\u{18}\u{1}\u{0}" }), "text", "", "a binary file"),
        ("reversi", json!({ "text": "hello" }), "text", "", "\"hello\""),
        (
            "checkers",
            json!({ "text": "{", "strict": true }),
            "text",
            "game 1, comment",
            "the end of the game",
        ),
        ("checkers", json!({ "text": "B:Wq1:B5" }), "text", "white entry 1", "\"q1\""),
        ("checkers", json!({ "text": "11-15 * ".repeat(10_001), "strict": true }), "text", "games", "more"),
        ("checkers", json!({ "moves": too_many_moves }), "moves", "", "more"),
        ("checkers", json!({ "moves": ["11-15", "9-13"] }), "moves[1]", "move 1 (white)", "\"9-13\""),
        ("checkers", json!({ "position": "x" }), "position", "turn", "\"x\""),
        ("checkers", json!({ "text": "*", "moves": [] }), "moves", "", "moves"),
        ("checkers", json!({ "text": "*", "position": "" }), "position", "", "position"),
        ("checkers", json!({ "text": "*", "to_move": "black" }), "to_move", "", "to_move"),
        ("checkers", json!({ "moves": [], "strict": true }), "strict", "", "strict"),
        ("connect-four", json!({ "text": "448", "strict": true }), "text", "game 1, move 3", "'8'"),
        (
            "tic-tac-toe",
            json!({ "text": "......... 1 1", "strict": true }),
            "text",
            "game 1, move 2",
            "\"1\"",
        ),
    ] {
        let answer = convert(&service, game, &body).await;
        assert_eq!(answer.status, 422, "{body}: {:?}", answer.body);
        let problem = answer.problem();
        let part = if part.is_empty() { Value::Null } else { json!(part) };
        assert_eq!((&problem["field"], &problem["part"]), (&json!(field), &part), "{problem}");
        assert_eq!(problem["got"], got, "{problem}");
    }
    assert_eq!(get(&service, "/v1/checkers/convert").await.status, 405);
}

/// Files of other programs mean here what they mean there.
#[tokio::test]
async fn files_of_other_programs_are_converted() {
    let service = service();
    for (game, text, moves, result, warnings) in [
        ("reversi", "1 (;GM[Othello]TY[8]RE[-10.000]B[f5]W[d6];)", "f5 d6", "0-1", 0),
        ("reversi", "(;GM[2]SZ[8];B[f5];W[d6])", "f5 d6", "*", 0),
        ("reversi", "f5d6 +12", "f5 d6", "*", 1),
        ("connect-four", "4453 -2", "4 4 5 3", "*", 0),
        ("checkers", "[FEN \"B:W14,15,18,22,23:B10\"] 1. 10x26 18-14", "10x17x26 18-14", "*", 0),
        ("checkers", "1. c3-d4 d6-e5 1-0", "11-15 23-18", "1-0", 1),
    ] {
        let game = converted(&service, game, &json!({ "text": text })).await;
        let played: Vec<_> = game["moves"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert_eq!((played.join(" ").as_str(), &game["result"]), (moves, &json!(result)), "{text}");
        assert_eq!(
            (game["warnings"].as_array().unwrap().len(), game.get("problem")),
            (warnings, None),
            "{text}"
        );
    }
    let timed_out = json!({ "text": "(;GM[Othello]TY[8]RE[+12.00:t]B[f5];)" });
    let game = converted(&service, "reversi", &timed_out).await;
    assert!(game["texts"]["ggf"].as_str().unwrap().contains("RE[+12.00:t]"), "{game}");
    let russian = "[GameType \"25\"] [Result \"1-0\"] 1. c3-d4 1-0";
    let answer = convert(&service, "checkers", &json!({ "text": russian })).await.json();
    assert_eq!((&answer["games"][0]["winner"], &answer["games"][0]["result"]), (&Value::Null, &json!("*")));
}

/// A game that cannot be read to its end has a problem and its moves up to there.
#[tokio::test]
async fn each_game_is_converted_or_has_its_own_problem() {
    let service = service();
    let text = include_str!("../data/club.pdn");
    let answer = convert(&service, "checkers", &json!({ "text": text })).await;
    assert_eq!(answer.status, 200, "{:?}", answer.body);
    let games = answer.json()["games"].take();
    let numbers: Vec<_> =
        games.as_array().unwrap().iter().map(|game| game["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [1, 2, 3, 4]);
    let [whole, illegal, unknown, odd] = [0, 1, 2, 3].map(|index| &games[index]);
    assert_eq!((&whole["problem"], &whole["warnings"]), (&Value::Null, &json!([])));
    assert_eq!(illegal["problem"]["part"], "game 2, move 2 (white)");
    assert_eq!(
        (&illegal["problem"]["status"], &illegal["problem"]["got"]),
        (&json!(422), &json!("\"33-29\""))
    );
    assert_eq!((&illegal["moves"], &illegal["result"]), (&json!(["11-15", "23-19", "8-11"]), &json!("0-1")));
    assert_eq!((&illegal["position"], &illegal["winner"]), (&whole["position"], &json!("white")));
    assert_eq!(unknown["problem"]["part"], "game 3, tag FEN, white entry 1");
    let nothing = (&unknown["start"], &unknown["position"], &unknown["texts"], &unknown["moves"]);
    assert_eq!(nothing, (&Value::Null, &Value::Null, &json!({}), &json!([])));
    assert_eq!(unknown["tags"][0], json!({ "name": "White", "value": "B" }));
    assert_eq!(odd["warnings"][0]["part"], "tag Event");
    let strict = convert(&service, "checkers", &json!({ "text": text, "strict": true })).await;
    assert_eq!((strict.status.as_u16(), &strict.problem()["part"]), (422, &illegal["problem"]["part"]));
}

/// A file that is no text is refused, and the refusal names the command that reads it.
#[tokio::test]
async fn binary_files_are_refused() {
    let service = service();
    for (declared, status, words) in [
        ("text/plain", 422, "the command bestmove convert reads files .ggf, .obf, .wtb"),
        ("application/octet-stream", 415, "application/json or text/plain"),
    ] {
        let request = Request::post("/v1/reversi/convert").header("content-type", declared);
        let answer = send(&service, request.body(Body::from(vec![20, 24, 1, 31, 1, 0, 0, 0])).unwrap()).await;
        assert_eq!(answer.status, status, "{declared}");
        assert!(answer.problem()["detail"].as_str().unwrap().contains(words), "{}", answer.problem());
    }
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
        ("open variations", "(".repeat(16_000), 200),
        ("variations", "() ".repeat(5000), 422),
        ("an illegal word", "x1".repeat(8000), 200),
        ("jumps", "11-11 ".repeat(2500), 200),
        ("signs", "1 - ".repeat(4000), 200),
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
