use super::laboratory::{SEARCH, accepting, search};
use super::{engine, get, send, service};
use crate::fair_router;
use axum::body::Body;
use axum::http::Request;
use bestmove::http::FairUse;
use serde_json::{Value, json};
use std::io::Read;

/// The tree would take a hundred times as long to make.
#[tokio::test]
async fn a_tree_that_takes_longer_than_its_time_is_not_made() {
    let random = json!({ "branching": 2, "depth": 19, "quality": 1.0 });
    let body = json!({ "random": random, "searches": ["alpha-beta", "mtd-bisect"], "time_ms": 1 });
    let answer = search(&service(), &body).await;
    let tree = json!({ "root": "max", "depth": 19, "leaves": 524_288, "nodes": 1_048_575 });
    assert_eq!(answer["tree"], tree);
    for result in answer["results"].as_array().unwrap() {
        assert_eq!([&result["complete"], &result["value"]], [&json!(false), &Value::Null], "{result}");
    }
    let refused = accepting(&service(), "image/svg+xml", &json!({ "random": random, "time_ms": 1 })).await;
    let expected = "at most 2000 nodes: 9 plies can be drawn";
    assert_eq!((refused.status.as_u16(), &refused.problem()["expected"]), (422, &json!(expected)));
}

#[tokio::test]
async fn answers_are_the_same_in_every_coding() {
    let service = service();
    let body = json!({ "random": { "branching": 3, "depth": 4 }, "detail": "events" });
    for media_type in ["application/json", "image/svg+xml", "text/vnd.graphviz", "text/plain"] {
        let plain = accepting(&service, media_type, &body).await;
        assert_eq!((plain.header("content-encoding"), plain.status.as_u16()), ("", 200));
        for coding in ["gzip", "br"] {
            let request = Request::post(SEARCH).header("content-type", "application/json");
            let request = request.header("accept", media_type).header("accept-encoding", coding);
            let encoded = send(&service, request.body(Body::from(body.to_string())).unwrap()).await;
            assert_eq!(encoded.header("content-encoding"), coding, "{media_type}");
            let mut decoded = Vec::new();
            match coding {
                "gzip" => flate2::read::GzDecoder::new(&*encoded.body).read_to_end(&mut decoded).unwrap(),
                _ => brotli::Decompressor::new(&*encoded.body, 4096).read_to_end(&mut decoded).unwrap(),
            };
            assert!(decoded == plain.body, "{media_type} {coding}");
        }
    }
}

/// An answer that fits the budget needs no memory for an encoder.
#[tokio::test]
async fn answers_are_plain_where_there_is_no_memory_for_an_encoder() {
    let service = fair_router(engine(), FairUse { memory_bytes: 3 << 20, ..FairUse::default() });
    let body = json!({ "random": { "branching": 3, "depth": 4 }, "detail": "events" }).to_string();
    for (accepted, coding) in [("gzip", "gzip"), ("br", "")] {
        let request = Request::post(SEARCH).header("content-type", "application/json");
        let request = request.header("accept-encoding", accepted);
        let answer = send(&service, request.body(Body::from(body.clone())).unwrap()).await;
        assert_eq!((answer.status.as_u16(), answer.header("content-encoding")), (200, coding), "{accepted}");
        assert!(answer.body.len() > 1024 && answer.header("vary").contains("accept-encoding"));
    }
}

/// Without memory for the counts of distinct leaves these are `null`, which is no answer for ever.
#[tokio::test]
async fn only_answers_that_do_not_depend_on_memory_are_cached() {
    for (memory_bytes, distinct, is_cached) in
        [(24 << 20, json!(16_807), true), (1 << 19, Value::Null, false)]
    {
        let service = fair_router(engine(), FairUse { memory_bytes, ..FairUse::default() });
        let answer = get(&service, "/v1/connect-four/search-tree?depth=5&searches=minimax").await;
        let result = &answer.json()["results"][0];
        assert_eq!([&result["complete"], &result["distinct_leaves"]], [&json!(true), &distinct]);
        assert_eq!(answer.header("cache-control").contains("immutable"), is_cached, "{memory_bytes}");
    }
}

/// Whole ones are integers, as elsewhere.
#[tokio::test]
async fn events_at_and_above_chance_nodes_have_means_as_they_are() {
    let body = json!({ "tree": "dice", "searches": ["expectiminimax", "star1"], "detail": "events" });
    let answer = search(&service(), &body).await;
    for result in answer["results"].as_array().unwrap() {
        let events = result["events"].as_array().unwrap();
        let left = |path: &str| {
            let is_left = |event: &&Value| event["event"] == "leave" && event["path"] == path;
            events.iter().find(is_left).unwrap()["score"].clone()
        };
        assert_eq!([left("0"), left("")], [json!(2.1), json!(2.1)]);
        assert_eq!(left("0.0"), json!(2));
    }
    let cut =
        answer["results"][1]["events"].as_array().unwrap().iter().rfind(|event| event["event"] == "cut");
    let cutoff = &cut.unwrap()["cutoff"];
    assert_eq!([&cutoff["score"], &cutoff["bound"], &cutoff["rest"]], [&json!(1.3), &json!(2.1), &json!(4)]);
}

/// All leaves are 5, beside the range that C* is told: it knows a bound of the value and no move.
#[tokio::test]
async fn a_search_without_a_best_move_says_so() {
    let service = service();
    for (alpha, beta, bound) in [(7, 9, "upper"), (1, 3, "lower")] {
        let path = format!(
            "/v1/trees/search?tree=[[5,5],[5,5]]&searches=mtd-bisect&alpha={alpha}&beta={beta}&detail=picture"
        );
        let answer = get(&service, &path).await.json();
        let result = &answer["results"][0];
        assert_eq!([&result["value"], &result["bound"]], [&json!(5), &json!(bound)], "{result}");
        assert_eq!([&result["best"], &result["line"]], [&json!(null), &json!([])], "{result}");
        assert!(answer["picture"]["nodes"].as_array().is_some_and(|nodes| nodes.len() == 7), "{answer}");
    }
}
