use super::analysis::post_accepting;
use super::fair_use::service_of;
use super::tempo::Tempo;
use super::{Answer, config, engine, post, service};
use crate::positions::{Rng, moves};
use crate::review::{label_of, minimax, outlooks};
use crate::router;
use axum::Router;
use bestmove::http::FairUse;
use bestmove_core::game::{Notation, Rules, Side};
use bestmove_core::games::{ConnectFour, TicTacToe};
use bestmove_core::review::Label;
use bestmove_query::Registry;
use bestmove_scheduler::Engine;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// The start position of checkers without a white man, so that reviews search it.
pub(super) const NOT_IN_THE_BOOK: &str = "B:W21,22,23,24,25,26,27,28,29,30,31:B1,2,3,4,5,6,7,8,9,10,11,12";

pub(super) async fn review(service: &Router, game: &str, body: &Value) -> Answer {
    post(service, &format!("/v1/{game}/review"), body.to_string()).await
}

/// The answer to a valid request.
pub(super) async fn reviewed(service: &Router, game: &str, body: &Value) -> Value {
    let answer = review(service, game, body).await;
    assert_eq!(answer.status, 200, "{body}: {:?}", answer.body);
    assert_eq!(answer.header("cache-control"), "no-store");
    answer.json()
}

/// A random game to its end: its positions, and the moves in canonical notation.
fn random_game<G: Notation>(rng: &mut Rng) -> (Vec<G::Position>, Vec<String>) {
    let (mut positions, mut played) = (vec![G::start()], Vec::new());
    loop {
        let position = positions[positions.len() - 1];
        if G::outcome(&position).is_some() {
            return (positions, played);
        }
        let moves = moves::<G>(&position);
        let chosen = moves[rng.below(moves.len())];
        played.push(G::print_move(&position, chosen));
        positions.push(G::play(&position, chosen));
    }
}

const fn name(label: Label) -> &'static str {
    match label {
        Label::Best => "best",
        Label::OnlyMove => "only_move",
        Label::Good => "good",
        Label::Inaccuracy => "inaccuracy",
        Label::Mistake => "mistake",
        Label::Blunder => "blunder",
    }
}

#[tokio::test]
async fn games_of_tic_tac_toe_are_labelled_as_by_minimax() {
    let (service, mut rng) = (service(), Rng(3));
    for _ in 0..20 {
        let (positions, played) = random_game::<TicTacToe>(&mut rng);
        let answer = reviewed(&service, "tic-tac-toe", &json!({ "moves": played, "time_ms": 5000 })).await;
        let plies = answer["plies"].as_array().unwrap();
        assert_eq!(plies.len(), played.len());
        for (number, ply) in plies.iter().enumerate() {
            let (position, text) = (&positions[number], &played[number]);
            let legal = moves::<TicTacToe>(position);
            let is_played = |&one: &_| TicTacToe::print_move(position, one) == *text;
            let at = legal.iter().position(is_played).unwrap();
            let label = label_of(&outlooks::<TicTacToe>(position), at);
            assert_eq!((&ply["ply"], &ply["move"]), (&json!(number + 1), &json!(text)));
            assert_eq!(ply["to_move"], ["X", "O"][number % 2]);
            assert_eq!(ply["label"], name(label), "{played:?} {ply}");
            assert_eq!(ply["is_estimate"], false);
            assert_eq!(ply["best_move"], ply["principal_variation"][0]);
        }
        assert!(answer["outcome"].is_object());
        check_sides(&answer);
    }
}

/// Checks the numbers of both sides against the moves.
fn check_sides(answer: &Value) {
    for side in answer["sides"].as_array().unwrap() {
        let plies = answer["plies"].as_array().unwrap().iter();
        let own: Vec<_> = plies.filter(|ply| ply["to_move"] == side["side"]).collect();
        assert_eq!((&side["moves"], &side["reviewed"]), (&json!(own.len()), &json!(own.len())));
        for label in Label::ALL.map(name) {
            let count = own.iter().filter(|ply| ply["label"] == label).count();
            assert_eq!(side["labels"][label], count, "{label}");
        }
        let accuracy = |ply: &&Value| {
            let lost = 100.0 * (ply["expected_points_lost"].as_f64().unwrap() + given_up(ply));
            (103.1668 * (-0.043_544 * lost).exp() - 3.1669 + 1.0).clamp(0.0, 100.0)
        };
        let sum: f64 = own.iter().map(accuracy).sum();
        match side["accuracy"].as_f64() {
            Some(mean) => assert!((mean - sum / own.len() as f64).abs() < 0.2, "{side}"),
            None => assert!(own.is_empty()),
        }
    }
}

/// What losing sooner than by the best move gives up in practice, where both lose.
fn given_up(ply: &Value) -> f64 {
    let distances = ["before", "after"].map(|score| match ply[score]["kind"].as_str() {
        Some("loss") => ply[score]["plies"].as_f64(),
        _ => None,
    });
    match distances {
        [Some(longest), Some(own)] => ((-own / 45.0).exp() - (-longest / 45.0).exp()) / 2.0,
        _ => 0.0,
    }
}

/// The expected points of the first side after each move, from the plies alone.
fn graph(answer: &Value) -> Vec<f64> {
    let of_first = |ply: &Value, score: &str| {
        let points = ply[score]["expected_points"].as_f64().unwrap();
        if ply["to_move"] == answer["sides"][0]["side"] { points } else { 1.0 - points }
    };
    let plies = answer["plies"].as_array().unwrap();
    plies.iter().map(|ply| of_first(ply, "after")).collect()
}

/// In a solved game, the score after a move is the score before the next one.
#[tokio::test]
async fn the_plies_give_the_graph_of_the_game() {
    let (service, mut rng) = (service(), Rng(5));
    for _ in 0..20 {
        let (positions, played) = random_game::<TicTacToe>(&mut rng);
        let answer = reviewed(&service, "tic-tac-toe", &json!({ "moves": played, "time_ms": 5000 })).await;
        let result_of = |position: &_| match TicTacToe::to_move(position) {
            Side::First => minimax::<TicTacToe>(position).result,
            Side::Second => -minimax::<TicTacToe>(position).result,
        };
        let expected: Vec<_> =
            positions[1..].iter().map(|position| f64::from(1 + result_of(position)) / 2.0).collect();
        assert_eq!(graph(&answer), expected, "{played:?}");
    }
}

/// In this game all moves are equally good, but searches of different depth disagree about all of them.
#[tokio::test]
async fn a_move_as_good_as_the_best_is_not_labelled_worse_for_its_depth() {
    let engine = Engine::with(config(), Arc::new(Registry::of::<Tempo>()), ());
    let service = router(engine);
    let mut estimates = 0;
    for text in ["0", "1", "2", "3"] {
        let body = json!({ "moves": vec![text; 20], "time_ms": 20 });
        for ply in reviewed(&service, "tempo", &body).await["plies"].as_array().unwrap() {
            assert_eq!((&ply["label"], &ply["before"]), (&json!("best"), &ply["after"]), "{ply}");
            estimates += u32::from(ply["is_estimate"] == true);
        }
    }
    assert!(estimates > 40, "only {estimates} of 80 scores are estimates");
}

/// The second side lets a visible four through: it had no draw, but could have held out for 16 plies.
#[tokio::test]
async fn letting_a_win_through_costs_the_lost_side_accuracy() {
    let service = service();
    let body = json!({ "text": "4141414", "time_ms": 10_000 });
    let answer = reviewed(&service, "connect-four", &body).await;
    let plies = answer["plies"].as_array().unwrap();
    let own: Vec<_> = plies.iter().filter(|ply| ply["to_move"] == "O").collect();
    let labels: Vec<_> = own.iter().map(|ply| ply["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["inaccuracy", "inaccuracy", "mistake"]);
    assert_eq!((&own[2]["before"]["plies"], &own[2]["after"]["plies"]), (&json!(16), &json!(2)));
    assert_eq!(own[2]["reason"]["kind"], "prevents_win");
    assert_eq!(own[0]["reason"]["kind"], "resists_longest");
    assert_eq!(own[0]["reason"]["text"], "resists longest: loses in 40 plies");
    for ply in own {
        assert_eq!((&ply["expected_points_lost"], &ply["missed_draw"]), (&json!(0.0), &json!(false)));
    }
    let [won, lost] = [0, 1].map(|side: usize| answer["sides"][side]["accuracy"].as_f64().unwrap());
    assert!(won == 100.0 && (40.0..80.0).contains(&lost), "{won} and {lost}");
    check_sides(&answer);
}

/// A game that fills the board.
#[tokio::test]
async fn a_game_of_connect_four_is_solved() {
    let mut rng = Rng(11);
    let played = loop {
        let (_, played) = random_game::<ConnectFour>(&mut rng);
        if played.len() == 42 {
            break played;
        }
    };
    let service = service();
    let answer = reviewed(&service, "connect-four", &json!({ "moves": played, "time_ms": 10_000 })).await;
    let plies = answer["plies"].as_array().unwrap();
    assert_eq!(plies.len(), 42);
    for ply in plies {
        assert_eq!((&ply["is_estimate"], &ply["after_bound"]), (&json!(false), &json!("exact")), "{ply}");
    }
    check_sides(&answer);
}

#[tokio::test]
async fn a_game_of_checkers_is_reviewed_from_pdn() {
    let service = service();
    let pdn = "[Event \"x\"] 1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 1-0 [Event \"y\"] 1. 9-13 *";
    let answer = reviewed(&service, "checkers", &json!({ "text": pdn, "depth": 6, "time_ms": 10_000 })).await;
    let plies = answer["plies"].as_array().unwrap();
    let moves: Vec<_> = plies.iter().map(|ply| ply["move"].as_str().unwrap()).collect();
    assert_eq!(moves, ["11-15", "23-19", "8-11", "22-17", "11-16", "24-20"]);
    for ply in plies {
        assert_eq!(
            (&ply["is_estimate"], &ply["before"]["kind"]),
            (&json!(true), &json!("estimate")),
            "{ply}"
        );
        let points = |score: &str| ply[score]["expected_points"].as_f64().unwrap();
        let lost = (points("before") - points("after")).max(0.0);
        assert!((ply["expected_points_lost"].as_f64().unwrap() - lost).abs() < 0.002, "{ply}");
    }
    assert_eq!((&answer["outcome"], &answer["sides"][0]["side"]), (&Value::Null, &json!("black")));
    check_sides(&answer);
}

#[tokio::test]
async fn invalid_games_are_refused() {
    let service = service();
    let beyond_the_end = ["1", "4", "2", "5", "3", "9"];
    let many = vec!["4"; 401];
    for (body, field, expected, got) in [
        (json!({}), "moves", "from 1 to 400 moves", "0"),
        (json!({ "moves": [] }), "moves", "from 1 to 400 moves", "0"),
        (json!({ "moves": many }), "moves", "from 1 to 400 moves", "401"),
        (json!({ "text": "........." }), "text", "from 1 to 400 moves", "0"),
        (json!({ "text": "......... 1", "moves": ["1"] }), "moves", "no such field beside text", "moves"),
        (json!({ "moves": ["1", "2", "3", "1"] }), "moves[3]", "", "\"1\""),
        (json!({ "moves": beyond_the_end }), "moves[5]", "", "\"9\""),
        (json!({ "position": "XX......." , "moves": ["9"] }), "position", "", "2 X and 0 O"),
        (json!({ "text": "......... 1 1" }), "text", "", "\"1\""),
        (json!({ "moves": ["1"], "time_ms": 0 }), "time_ms", "a whole number from 1 to 10000", "0"),
        (json!({ "moves": ["1"], "depth": 101 }), "depth", "a whole number from 1 to 100", "101"),
        (json!({ "moves": ["1"], "lines": 2 }), "lines", "", ""),
    ] {
        for path in ["review", "review/stream"] {
            let answer = post(&service, &format!("/v1/tic-tac-toe/{path}"), body.to_string()).await;
            assert_eq!(answer.status, 422, "{body}");
            let problem = answer.problem();
            assert_eq!(problem["field"], field, "{body} {problem}");
            assert!(expected.is_empty() || problem["expected"] == expected, "{body} {problem}");
            assert!(got.is_empty() || problem["got"] == got, "{body} {problem}");
        }
    }
}

/// A draw that has to be claimed ends a game where its moves end, and not where they go on.
#[tokio::test]
async fn a_game_goes_on_after_a_draw_that_nobody_claimed() {
    let service = service();
    let (position, cycle) = ("W:WK1,K2:BK31,K32", ["1-5", "31-26", "5-1", "26-31"]);
    let played = [&cycle[..], &cycle, &["1-6"]].concat();
    let text = format!("[FEN \"{position}\"] {} *", played.join(" "));
    for body in
        [json!({ "position": position, "moves": played, "depth": 1 }), json!({ "text": text, "depth": 1 })]
    {
        let answer = reviewed(&service, "checkers", &body).await;
        let plies = answer["plies"].as_array().unwrap();
        assert_eq!((plies.len(), &plies[8]["move"], &answer["outcome"]), (9, &json!("1-6"), &Value::Null));
        assert!(plies.iter().all(|ply| ply["label"].is_string()), "{answer}");
    }
    for (moves, outcome, best_move) in
        [(&played[..8], json!("repetition"), false), (&played[..], Value::Null, true)]
    {
        let body = json!({ "position": position, "moves": moves, "depth": 3 });
        let answer = post(&service, "/v1/checkers/best-move", body.to_string()).await.json();
        assert_eq!(
            (&answer["outcome"]["reason"], answer["best_move"].is_string()),
            (&outcome, best_move),
            "{answer}"
        );
    }
}

/// What follows the first game is not read; a conversion reads it.
#[tokio::test]
async fn of_several_games_the_first_is_reviewed() {
    let service = service();
    for text in ["1. 11-15 23-19 *", "1. 11-15 23-19 * 1. 1-2 *", "1. 11-15 23-19 * [Event \"A\"] 1. 9-13 *"]
    {
        let answer = reviewed(&service, "checkers", &json!({ "text": text, "depth": 1 })).await;
        let moves: Vec<_> = answer["plies"].as_array().unwrap().iter().map(|ply| &ply["move"]).collect();
        assert_eq!(moves, [&json!("11-15"), &json!("23-19")], "{text}");
    }
    let broken = json!({ "text": "1. 11-15 23-19 * 1. 1-2 *", "strict": true }).to_string();
    let refused = post(&service, "/v1/checkers/convert", broken).await;
    assert_eq!(refused.status, 422);
    assert!(refused.problem()["part"].as_str().unwrap().starts_with("game 2"), "{:?}", refused.body);
    let body = json!({ "text": "1. 11-15 1-2 * 1. 11-15 *", "depth": 1 });
    let refused = review(&service, "checkers", &body).await.problem();
    assert!(refused["part"].as_str().unwrap().starts_with("game 1, move 1 (white)"), "{refused}");
}

#[tokio::test]
async fn a_stream_has_the_same_moves_from_the_last_to_the_first() {
    let service = service();
    let body = json!({ "moves": ["5", "2", "1", "9", "3", "7"], "time_ms": 5000 });
    let whole = reviewed(&service, "tic-tac-toe", &body).await;
    for accept in ["application/x-ndjson", "text/event-stream"] {
        let answer = post_accepting(&service, "/v1/tic-tac-toe/review/stream", accept, &body).await;
        assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, accept));
        let text = str::from_utf8(&answer.body).unwrap();
        let mut messages: Vec<(String, Value)> = match accept {
            "text/event-stream" => text.split_terminator("\n\n").map(event).collect(),
            _ => text.lines().map(|line| serde_json::from_str(line).unwrap()).map(line).collect(),
        };
        let (last, summary) = messages.pop().unwrap();
        assert_eq!((last.as_str(), &summary["sides"]), ("final", &whole["sides"]), "{accept}");
        assert!(messages.iter().all(|(event, _)| event == "ply"), "{accept}");
        let numbers: Vec<_> = messages.iter().map(|(_, ply)| ply["ply"].as_u64().unwrap()).collect();
        assert_eq!(numbers, [6, 5, 4, 3, 2, 1], "{accept}");
        for (_, ply) in messages {
            let other = &whole["plies"][ply["ply"].as_u64().unwrap() as usize - 1];
            assert_eq!((&ply["label"], &ply["after"]), (&other["label"], &other["after"]), "{accept}");
        }
    }
    let refused = post_accepting(&service, "/v1/tic-tac-toe/review/stream", "application/json", &body).await;
    assert_eq!(refused.status, 406);
}

/// The name and the content of a server-sent event.
fn event(block: &str) -> (String, Value) {
    let lines: Vec<_> = block.lines().collect();
    let event = lines[0].strip_prefix("event: ").unwrap();
    assert_eq!(lines.len() == 3 && lines[2] == "id: end", event == "final", "{block}");
    (event.to_owned(), serde_json::from_str(lines[1].strip_prefix("data: ").unwrap()).unwrap())
}

/// The name and the content of a JSON line.
fn line(mut message: Value) -> (String, Value) {
    let event = message["event"].as_str().unwrap().to_owned();
    let name = if event == "final" { "review" } else { "ply" };
    (event, message[name].take())
}

/// Of the time reserved for all searches, a review pays for what it uses.
#[tokio::test]
async fn a_quota_has_to_have_room_for_all_searches() {
    let address_quota = Some(Duration::from_secs(3));
    let service = service_of(engine(), FairUse { address_quota, ..FairUse::default() });
    let moves = ["1", "2", "3", "5", "4"];
    let refused = review(&service, "tic-tac-toe", &json!({ "moves": moves, "time_ms": 601 })).await;
    assert_eq!(refused.status, 429);
    let detail = refused.problem()["detail"].to_string();
    assert!(detail.contains("3005 ms") && detail.contains("time_ms of 600 at most"), "{detail}");
    for _ in 0..3 {
        reviewed(&service, "tic-tac-toe", &json!({ "moves": moves, "time_ms": 400 })).await;
    }
}
