use super::laboratory::{SEARCH, search};
use super::{get, post, send, service};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

/// What the SVG of a step shows of each node: path, classes and title.
async fn drawn(service: &Router, query: &str, step: usize) -> Vec<[String; 3]> {
    let request = Request::get(format!("{query}&step={step}")).header("accept", "image/svg+xml");
    let answer = send(service, request.body(Body::empty()).unwrap()).await;
    let text = String::from_utf8(answer.body.to_vec()).unwrap();
    let between = |text: &str, start: &str, end: &str| {
        text.split_once(start).unwrap().1.split_once(end).unwrap().0.to_owned()
    };
    let nodes = text.split("<g class=\"node ").skip(1);
    nodes
        .map(|node| {
            let classes = node.split_once('"').unwrap().0.to_owned();
            let title = between(node, "<title>", "</title>").replace("&lt;", "<").replace("&gt;", ">");
            [between(node, "data-path=\"", "\""), classes, title]
        })
        .collect()
}

/// The nodes of a picture in JSON in the same words.
fn told(nodes: &[Value], reasons: &[Value]) -> Vec<[String; 3]> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let told = nodes.iter().map(|node| {
        let reason = node["left_out"].as_u64().map(|number| text(&reasons[number as usize]["text"]));
        let reason = reason.map(|reason| format!("; {reason}")).unwrap_or_default();
        let title = format!("{}, {}{reason}", text(&node["name"]), text(&node["about"]));
        [text(&node["path"]), format!("{} {}", text(&node["kind"]), text(&node["status"])), title]
    });
    told.collect()
}

/// The SVG is drawn from the state of each step, the JSON has the changes between them.
#[tokio::test]
async fn steps_change_nodes_to_what_the_svg_shows() {
    let service = service();
    for query in [
        "/v1/trees/search?tree=textbook-figure&searches=alpha-beta",
        "/v1/trees/search?tree=textbook-figure&searches=sss-star",
        "/v1/trees/search?tree=stockman&searches=mtd-f",
        "/v1/tic-tac-toe/search-tree?moves=5,1,3,7&depth=2&leaf=evaluation&searches=scout",
    ] {
        let picture = get(&service, &format!("{query}&detail=picture")).await.json()["picture"].clone();
        let mut nodes = picture["nodes"].as_array().unwrap().clone();
        let mut reasons = Vec::new();
        assert_eq!(told(&nodes, &reasons), drawn(&service, query, 0).await);
        for (number, step) in (1..).zip(picture["steps"].as_array().unwrap()) {
            reasons.extend(step["reasons"].as_array().into_iter().flatten().cloned());
            for change in step["changes"].as_array().unwrap() {
                let node = nodes[change["node"].as_u64().unwrap() as usize].as_object_mut().unwrap();
                node.extend(change.as_object().unwrap().clone());
            }
            if number % 5 == 1 || number + 1 == picture["steps"].as_array().unwrap().len() {
                assert_eq!(told(&nodes, &reasons), drawn(&service, query, number).await, "{query} {number}");
            }
        }
    }
}

#[tokio::test]
async fn a_picture_has_places_and_moves() {
    let answer = get(&service(), "/v1/tic-tac-toe/search-tree?depth=1&detail=picture").await.json();
    assert_eq!(answer["results"][0]["events"], Value::Null, "the steps are the events");
    let picture = &answer["picture"];
    let nodes = picture["nodes"].as_array().unwrap();
    let moves: Vec<_> = nodes[1..].iter().map(|node| node["move"].as_str().unwrap()).collect();
    assert_eq!(moves, ["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    let positions: Vec<_> = nodes.iter().map(|node| node["position"].as_str().unwrap()).collect();
    assert_eq!(positions[..3], [".........", "X........", ".X......."]);
    let x = |node: &Value| node["x"].as_f64().unwrap();
    let wide = picture["leaf"]["width"].as_f64().unwrap();
    assert!(nodes[1..].windows(2).all(|pair| x(&pair[1]) - x(&pair[0]) >= wide));
    assert!((x(&nodes[0]) - x(&nodes[5])).abs() < 0.11, "the root is in the middle");
    assert!(nodes[1..].iter().all(|node| node["parent"] == 0 && node["kind"] == "leaf"));
}

/// These are among the largest of the nodes and events that are drawn.
#[tokio::test]
async fn pictures_of_large_trees_are_not_too_long() {
    let service = service();
    let flat = Value::Array((0..1_999).map(Value::from).collect());
    let range = json!({ "kind": "integers", "low": -1_000_000_000, "high": 1_000_000_000 });
    let wide = json!({ "branching": 44, "depth": 2, "leaves": range });
    for (name, tree, id, least_steps) in [
        ("tree", flat, "minimax", 7_500),
        ("random", json!({ "branching": 12, "depth": 3 }), "mtd-f", 2_500),
        ("random", wide, "mtd-f", 15_000),
    ] {
        let body = json!({ name: tree, "searches": [id], "detail": "picture", "time_ms": 10_000 });
        let picture = search(&service, &body).await["picture"].clone();
        let steps = picture["steps"].as_array().unwrap().len();
        assert!(steps >= least_steps, "{steps} steps of {id}");
    }
}

#[tokio::test]
async fn what_cannot_be_drawn_is_refused() {
    let service = service();
    let two = json!({ "tree": [1, 2], "searches": ["pvs", "scout"], "detail": "picture" });
    let large = json!({ "random": { "branching": 2, "depth": 12 }, "detail": "picture" });
    let step = json!({ "tree": [1, 2], "detail": "picture", "step": 1 });
    for (body, field) in [(two, "searches"), (large, "tree"), (step, "step")] {
        let refused = post(&service, SEARCH, body.to_string()).await;
        assert_eq!((refused.status.as_u16(), &refused.problem()["field"]), (422, &json!(field)));
    }
}
