use super::fair_use::{KEY, service as fair_service};
use super::{Answer, get, post, send, service};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use bestmove::http::FairUse;
use bestmove_trees::{CATALOGUE, GivenTree, NAMED_TREES};
use serde_json::{Value, json};
use std::time::Duration;

pub(super) const SEARCH: &str = "/v1/trees/search";
const FIGURE: &str = "textbook-figure";
/// More than these searches take on a busy machine.
const ENOUGH_TIME_MS: u64 = 10_000;

pub(super) async fn search(service: &Router, body: &Value) -> Value {
    let answer = post(service, SEARCH, body.to_string()).await;
    assert_eq!(answer.status, 200, "{body}: {:?}", answer.body);
    answer.json()
}

pub(super) async fn accepting(service: &Router, media_type: &str, body: &Value) -> Answer {
    let request =
        Request::post(SEARCH).header("content-type", "application/json").header("accept", media_type);
    send(service, request.body(Body::from(body.to_string())).unwrap()).await
}

fn text(answer: &Answer) -> &str {
    str::from_utf8(&answer.body).unwrap()
}

/// The figure that textbooks print: value 6, the second move, 9 of 14 leaves, 25 of 33 nodes, three cutoffs of
/// Min.
#[tokio::test]
async fn the_textbook_figure_is_searched_as_printed() {
    let answer = search(&service(), &json!({ "tree": FIGURE, "detail": "events" })).await;
    let tree = &answer["tree"];
    assert_eq!([&tree["leaves"], &tree["nodes"], &tree["depth"]], [&json!(14), &json!(33), &json!(4)]);
    let result = &answer["results"][0];
    assert_eq!(result["search"], "alpha-beta");
    assert_eq!(
        [&result["value"], &result["best"], &result["bound"]],
        [&json!(6), &json!(1), &json!("exact")]
    );
    assert_eq!([&result["evaluations"], &result["nodes"]], [&json!(9), &json!(25)]);
    assert_eq!(result["cutoffs"]["alpha"], 3);
    let events = result["events"].as_array().unwrap();
    let cuts: Vec<_> = events.iter().filter(|event| event["event"] == "cut").collect();
    let cut_at: Vec<_> = cuts.iter().map(|event| event["path"].as_str().unwrap()).collect();
    assert_eq!(cut_at, ["0.0.1", "1.0.1", "2"]);
    let reason = cuts[0]["cutoff"]["reason"].as_str().unwrap();
    assert!(reason.contains("Max is already sure of 5") && reason.contains("4 or less"), "{reason}");
}

#[tokio::test]
async fn all_searches_find_the_value_and_hold_what_they_promise() {
    let service = service();
    let listed = get(&service, "/v1/searches").await.json();
    let ids: Vec<_> =
        listed["searches"].as_array().unwrap().iter().map(|search| search["id"].clone()).collect();
    assert_eq!(ids.len(), CATALOGUE.len());
    let random = json!({ "branching": 3, "depth": 4, "seed": 7 });
    let body = json!({ "random": random, "searches": ids, "time_ms": ENOUGH_TIME_MS });
    let answer = search(&service, &body).await;
    let results = answer["results"].as_array().unwrap();
    let value = &results[0]["value"];
    let exact: Vec<_> =
        listed["searches"].as_array().unwrap().iter().map(|search| search["result"] == "exact").collect();
    for (result, is_exact) in results.iter().zip(exact) {
        assert_eq!(result["complete"], true, "{result}");
        assert!(!is_exact || result["value"] == *value, "{result}");
        assert!(result["distinct_leaves"].as_u64() >= answer["tree"]["smallest_proof"].as_u64() || !is_exact);
    }
    let checks = answer["checks"].as_array().unwrap();
    assert!(checks.len() > 10, "{checks:?}");
    assert!(checks.iter().all(|check| check["holds"] == true), "{checks:?}");
}

#[tokio::test]
async fn options_that_a_search_does_not_take_are_named() {
    let service = service();
    let searches = ["alpha-beta", "pvs", "sss-star"];
    let body = json!({ "tree": FIGURE, "searches": searches, "ties": "search", "beta": 7 });
    let answer = search(&service, &body).await;
    let ignored = [0, 1, 2].map(|index| answer["results"][index]["ignored_options"].clone());
    assert_eq!(ignored, [Value::Null, json!(["ties"]), json!(["beta", "ties"])]);
}

#[tokio::test]
async fn a_tree_is_given_by_name_numbers_or_parameters() {
    let service = service();
    let tree = async |body: Value| search(&service, &body).await["tree"]["tree"].clone();
    assert_eq!(tree(json!({ "tree": [[3, 5], [2, [9, -1]]] })).await, "[[3, 5], [2, [9, -1]]]");
    assert_eq!(tree(json!({ "tree": "[ [3,5], 2 ]" })).await, "[[3, 5], 2]");
    assert_eq!(tree(json!({ "tree": 7 })).await, "7");
    assert_eq!(tree(json!({ "tree": "[4: [3,5],-1:[2,9]]" })).await, "[4: [3, 5], -1: [2, 9]]");
    let random = json!({ "branching": 2, "depth": 3, "seed": 1 });
    let expected = "[[[1, 4], [8, 2]], [[3, 7], [6, 5]]]";
    assert_eq!(tree(json!({ "random": random })).await, expected);
    assert_eq!(tree(json!({ "tree": "random:branching=2,depth=3,seed=1" })).await, expected);
    for named in &NAMED_TREES {
        let shown = get(&service, &format!("/v1/trees/{}", named.id)).await.json();
        let parsed = GivenTree::parse(shown["tree"].as_str().unwrap(), named.root).unwrap();
        assert_eq!(parsed.leaf_count() as u64, shown["leaves"], "{}", named.id);
    }
}

#[tokio::test]
async fn the_text_of_a_large_tree_is_left_out() {
    let service = service();
    let large = json!({ "random": { "branching": 100, "depth": 3 }, "searches": ["alpha-beta"] });
    let tree = search(&service, &large).await["tree"].clone();
    assert_eq!((&tree["leaves"], &tree["tree"]), (&json!(1_000_000), &Value::Null));
    let small = json!({ "random": { "branching": 100, "depth": 2 } });
    assert!(search(&service, &small).await["tree"]["tree"].is_string());
}

/// All searches of a request share what an answer may list, so that its size does not grow with their number.
#[tokio::test]
async fn searches_share_the_limits_of_what_is_listed() {
    let service = service();
    let several = json!(["minimax", "negamax", "alpha-beta", "pvs"]);
    for (detail, depth, named) in [("leaves", 16, "detail"), ("events", 11, "tree")] {
        let mut body = json!({
            "random": { "branching": 2, "depth": depth }, "searches": ["minimax"], "detail": detail,
            "time_ms": ENOUGH_TIME_MS,
        });
        assert_eq!(post(&service, SEARCH, body.to_string()).await.status, 200, "{detail}");
        body["searches"] = several.clone();
        let refused = post(&service, SEARCH, body.to_string()).await;
        assert_eq!((refused.status.as_u16(), &refused.problem()["field"]), (422, &json!(named)));
    }
}

#[tokio::test]
async fn a_get_is_the_same_query_with_a_strong_tag() {
    let service = service();
    let path =
        "/v1/trees/search?tree=%5B%5B3,5%5D,%5B2,9%5D%5D&searches=alpha-beta,sss-star&alpha=-4&guess=inf";
    let answer = get(&service, path).await;
    assert_eq!(answer.status, 200, "{:?}", answer.body);
    let body = json!({
        "tree": [[3, 5], [2, 9]], "searches": ["alpha-beta", "sss-star"], "alpha": -4, "guess": "inf",
    });
    assert_eq!(answer.json(), search(&service, &body).await);
    assert_eq!(answer.header("cache-control"), "public, max-age=604800, immutable");
    let canonical = answer.header("content-location");
    let again = get(&service, canonical).await;
    assert_eq!((again.header("etag"), &again.body), (answer.header("etag"), &answer.body));
    let request =
        Request::get(path).header("if-none-match", answer.header("etag")).body(Body::empty()).unwrap();
    assert_eq!(send(&service, request).await.status, 304);
}

#[tokio::test]
async fn a_picture_shows_a_step() {
    let service = service();
    let at = |step: u64| json!({ "tree": FIGURE, "step": step });
    for (media_type, charset, start) in [
        ("image/svg+xml", "", "<svg"),
        ("text/vnd.graphviz", "", "digraph"),
        ("text/plain", "; charset=utf-8", "▲"),
    ] {
        let first = accepting(&service, media_type, &at(0)).await;
        let last = accepting(&service, media_type, &json!({ "tree": FIGURE })).await;
        assert_eq!(first.header("content-type"), format!("{media_type}{charset}"));
        assert!(text(&first).starts_with(start), "{}", text(&first));
        assert_ne!(first.body, last.body, "{media_type}");
    }
    let beyond = accepting(&service, "image/svg+xml", &at(1_000_000)).await;
    assert_eq!((beyond.status.as_u16(), &beyond.problem()["field"]), (422, &json!("step")));
    let two = json!({ "tree": FIGURE, "searches": ["pvs", "scout"] });
    let refused = accepting(&service, "image/svg+xml", &two).await;
    assert_eq!((refused.status.as_u16(), &refused.problem()["field"]), (422, &json!("searches")));
    let large = json!({ "random": { "branching": 2, "depth": 12 } });
    let refused = accepting(&service, "image/svg+xml", &large).await;
    assert_eq!((refused.status.as_u16(), &refused.problem()["field"]), (422, &json!("tree")));
}

/// `depth` decides the size of the tree of a position, which has no field `tree`.
#[tokio::test]
async fn a_tree_of_a_position_that_is_too_large_is_refused_by_its_depth() {
    let service = service();
    let drawn = async |depth: u64| {
        let request = Request::get(format!("/v1/checkers/search-tree?depth={depth}"));
        send(&service, request.header("accept", "image/svg+xml").body(Body::empty()).unwrap()).await
    };
    assert_eq!(drawn(2).await.status, 200);
    // Refused before the search, which would have too many events.
    for depth in [6, 40] {
        let refused = drawn(depth).await;
        let problem = refused.problem();
        assert_eq!((refused.status.as_u16(), &problem["field"]), (422, &json!("depth")), "{problem}");
        assert!(problem["expected"].as_str().unwrap().starts_with("at most 2000 nodes"), "{problem}");
    }
    let body = json!({ "depth": 6, "searches": ["minimax"], "detail": "events", "time_ms": ENOUGH_TIME_MS });
    let refused = post(&service, "/v1/checkers/search-tree", body.to_string()).await;
    let problem = refused.problem();
    assert_eq!((refused.status.as_u16(), &problem["field"]), (422, &json!("depth")), "{problem}");
    assert!(problem["expected"].as_str().unwrap().contains("20000 events"), "{problem}");
}

#[tokio::test]
async fn a_stream_has_each_event_and_then_the_answer() {
    let service = service();
    let body = json!({ "tree": [[3, 5], [2, 9]] });
    let whole = search(&service, &json!({ "tree": [[3, 5], [2, 9]], "detail": "events" })).await;
    let answer = accepting(&service, "application/x-ndjson", &body).await;
    let lines: Vec<Value> = text(&answer).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (last, steps) = lines.split_last().unwrap();
    let steps: Vec<_> = steps.iter().map(|line| line["step"].clone()).collect();
    assert_eq!(Value::Array(steps), whole["results"][0]["events"]);
    assert_eq!((&last["event"], &last["search"]["results"][0]["value"]), (&json!("final"), &json!(3)));
    let events = accepting(&service, "text/event-stream", &body).await;
    assert!(text(&events).starts_with("event: step\ndata: {"), "{}", text(&events));
}

/// Only a picture has a step, and all but JSON show the events.
#[tokio::test]
async fn fields_that_do_not_go_with_a_media_type_are_refused() {
    let service = service();
    for media_type in ["image/svg+xml", "text/plain", "text/event-stream", "application/x-ndjson"] {
        for detail in ["counts", "leaves"] {
            let refused = accepting(&service, media_type, &json!({ "tree": FIGURE, "detail": detail })).await;
            let problem = refused.problem();
            assert_eq!(
                (&problem["field"], &problem["got"]),
                (&json!("detail"), &json!(detail)),
                "{media_type}"
            );
        }
        let plain = accepting(&service, media_type, &json!({ "tree": FIGURE })).await;
        let events = accepting(&service, media_type, &json!({ "tree": FIGURE, "detail": "events" })).await;
        assert_eq!((plain.status.as_u16(), &plain.body), (200, &events.body), "{media_type}");
        let absent = json!({ "tree": FIGURE, "detail": null, "step": null });
        assert_eq!(accepting(&service, media_type, &absent).await.status, 200, "{media_type}");
    }
    for media_type in ["application/json", "text/event-stream", "application/x-ndjson"] {
        let refused = accepting(&service, media_type, &json!({ "tree": FIGURE, "step": 3 })).await;
        assert_eq!(
            (refused.status.as_u16(), &refused.problem()["field"]),
            (422, &json!("step")),
            "{media_type}"
        );
    }
}

#[tokio::test]
async fn the_tree_of_a_position_is_searched_with_its_moves() {
    let service = service();
    let body = json!({
        "position": "X.O..O..X", "depth": 9, "leaf": "result", "searches": ["minimax", "alpha-beta"],
    });
    let answer = post(&service, "/v1/tic-tac-toe/search-tree", body.to_string()).await.json();
    let [minimax, alpha_beta] = [0, 1].map(|index| &answer["results"][index]);
    assert_eq!(
        [&minimax["evaluations"], &minimax["nodes"], &minimax["value"]],
        [&json!(73), &json!(146), &json!(1)]
    );
    assert_eq!([&alpha_beta["evaluations"], &alpha_beta["nodes"]], [&json!(27), &json!(62)]);
    let line = alpha_beta["line"].as_array().unwrap();
    let moves = alpha_beta["moves"].as_array().unwrap();
    assert_eq!(moves.len(), line.len());
    let played = json!({ "position": "X.O..O..X", "moves": moves });
    let end = post(&service, "/v1/tic-tac-toe/legal-moves", played.to_string()).await.json();
    assert_eq!(end["outcome"]["winner"], "X", "the line of a win ends with it: {end}");
    let path =
        "/v1/tic-tac-toe/search-tree?position=X.O..O..X&depth=9&leaf=result&searches=minimax,alpha-beta";
    assert_eq!(get(&service, path).await.json(), answer);
}

#[tokio::test]
async fn what_does_not_end_in_time_is_incomplete() {
    let service = service();
    let body = json!({ "depth": 20, "searches": ["minimax", "alpha-beta"], "time_ms": 500 });
    let answer = post(&service, "/v1/checkers/search-tree", body.to_string()).await.json();
    for result in answer["results"].as_array().unwrap() {
        assert_eq!(
            [&result["complete"], &result["value"], &result["best"]],
            [&json!(false), &Value::Null, &Value::Null]
        );
    }
    assert!(answer["results"][0]["nodes"].as_u64().unwrap() > 0);
    let deepening = json!({ "depth": 20, "searches": ["iterative-deepening"], "time_ms": 500 });
    let answer = post(&service, "/v1/checkers/search-tree", deepening.to_string()).await.json();
    let result = &answer["results"][0];
    assert_eq!([&result["complete"], &result["bound"]], [&json!(false), &Value::Null], "{result}");
    assert!(result["value"].is_i64() && (1..20).contains(&result["depth"].as_u64().unwrap()), "{result}");
    let path = "/v1/checkers/search-tree?depth=20&searches=minimax&time_ms=20";
    assert_eq!(get(&service, path).await.header("cache-control"), "no-store");
}

/// Minimax takes no more than its share, and the tree is counted without it.
#[tokio::test]
async fn searches_have_equal_shares_of_the_time() {
    let service = service();
    let searches = ["minimax", "alpha-beta", "branch-and-bound"];
    let long = json!({ "depth": 20, "searches": searches, "time_ms": 1_000 });
    let answer = post(&service, "/v1/checkers/search-tree", long.to_string()).await.json();
    for (result, search) in answer["results"].as_array().unwrap().iter().zip(searches) {
        assert_eq!([&result["search"], &result["complete"]], [&json!(search), &json!(false)]);
        assert!(result["evaluations"].as_u64().unwrap() > 0, "{result}");
    }
    assert_eq!(answer["tree"]["leaves"], Value::Null, "nobody has counted them");
    let counted = json!({ "depth": 4, "searches": ["minimax"], "time_ms": ENOUGH_TIME_MS });
    let answer = post(&service, "/v1/checkers/search-tree", counted.to_string()).await.json();
    assert_eq!([&answer["tree"]["leaves"], &answer["tree"]["nodes"]], [&json!(1469), &json!(1828)]);
}

/// Sums of `means.json`, which another program has computed.
#[tokio::test]
async fn means_are_measured_tree_by_tree() {
    let service = service();
    let measure = async |seed: u64, trees: u64| {
        let random = json!({ "branching": 4, "depth": 4, "seed": seed });
        let searches = ["alpha-beta", "scout"];
        let body =
            json!({ "random": random, "trees": trees, "searches": searches, "time_ms": ENOUGH_TIME_MS });
        let answer = post(&service, "/v1/trees/measure", body.to_string()).await;
        assert_eq!(answer.status, 200, "{:?}", answer.body);
        answer.json()
    };
    let all = measure(1, 976).await;
    assert_eq!((&all["complete"], &all["leaves"], &all["minimal"]), (&json!(true), &json!(256), &json!(31)));
    assert_eq!(all["results"][0]["evaluations_sum"], 109_412);
    let sum = |measured: &Value| measured["results"][1]["evaluations_sum"].as_u64().unwrap();
    let parts = [measure(1, 500).await, measure(501, 476).await];
    assert_eq!(sum(&parts[0]) + sum(&parts[1]), sum(&all), "the next seeds go on from there");
}

#[tokio::test]
async fn searches_of_trees_spend_the_quota() {
    let address_quota = Some(Duration::from_millis(500));
    let service = fair_service(FairUse { address_quota, ..FairUse::default() });
    let body = json!({ "tree": FIGURE, "time_ms": 600 }).to_string();
    assert_eq!(post(&service, SEARCH, body.clone()).await.status, 429);
    let request = Request::post(SEARCH).header("content-type", "application/json");
    let request = request.header("authorization", format!("Bearer {KEY}")).body(Body::from(body)).unwrap();
    assert_eq!(send(&service, request).await.status, 200, "keys have no quota here");
    let long = json!({ "depth": 20, "searches": ["minimax"], "time_ms": 400 }).to_string();
    assert_eq!(post(&service, "/v1/checkers/search-tree", long.clone()).await.status, 200);
    assert_eq!(
        post(&service, "/v1/checkers/search-tree", long).await.status,
        429,
        "the first used most of it"
    );
}

/// The convention of a search decides the values of its events and of the picture; its result is for Max.
#[tokio::test]
async fn events_have_their_values_as_the_search_tells_them() {
    let service = service();
    let cut_of = async |search_id: &str| {
        let body = json!({ "tree": FIGURE, "searches": [search_id], "detail": "events" });
        let answer = search(&service, &body).await;
        assert_eq!(answer["results"][0]["value"], 6, "{search_id}");
        let events = answer["results"][0]["events"].as_array().unwrap().clone();
        events.into_iter().find(|event| event["event"] == "cut").unwrap()
    };
    let for_max = cut_of("alpha-beta").await;
    assert_eq!([&for_max["cutoff"]["score"], &for_max["cutoff"]["bound"]], [&json!(4), &json!(5)]);
    assert_eq!(for_max["path_values"], Value::Null);
    let for_min = cut_of("alpha-beta-negamax").await;
    assert_eq!([&for_min["cutoff"]["score"], &for_min["cutoff"]["bound"]], [&json!(-4), &json!(-5)]);
    let stored = cut_of("alpha-beta-stored-bounds").await;
    assert_eq!(stored["path_values"], json!(["-inf", "inf", 5, 4]));
    let stack = cut_of("alpha-beta-iterative").await;
    assert_eq!(stack["path_values"], json!(["-inf", "-inf", 5, -4]));
    let body = json!({ "tree": FIGURE, "searches": ["alpha-beta-iterative"], "detail": "picture" });
    let steps = search(&service, &body).await["picture"]["steps"].as_array().unwrap().clone();
    let cut = steps.iter().find(|step| step["event"] == "cut").unwrap();
    assert_eq!((&cut["path_values"], &cut["cutoff"]["bounds"]), (&stack["path_values"], &json!("−5 ≤ −4")));
}
