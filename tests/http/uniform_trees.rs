use super::laboratory::{SEARCH, accepting, search};
use super::{get, service};
use serde_json::{Value, json};

#[tokio::test]
async fn a_uniform_tree_is_the_same_as_object_and_as_text() {
    let service = service();
    let object = json!({ "uniform": { "branching": 3, "depth": 3, "order": "worst" }, "root": "min" });
    let text = json!({ "tree": "uniform:branching=3,depth=3,order=worst", "root": "min" });
    let [object, text] = [search(&service, &object).await, search(&service, &text).await];
    assert_eq!(object, text);
    let path = format!("{SEARCH}?tree=uniform:branching=3,depth=3,order=worst&root=min");
    assert_eq!(get(&service, &path).await.json(), object);
    let nested = json!({ "tree": object["tree"]["tree"], "root": "min" });
    assert_eq!(search(&service, &nested).await["results"], object["results"]);
    assert_eq!([&object["tree"]["leaves"], &object["results"][0]["evaluations"]], [&json!(27), &json!(27)]);
}

/// A search that would take minutes ends in time, and says that it is not complete.
#[tokio::test]
async fn trees_that_no_memory_holds_are_searched() {
    let service = service();
    let tree = json!({ "branching": 40, "depth": 6 });
    let body = json!({ "uniform": tree, "searches": ["alpha-beta"], "time_ms": 10_000 });
    let answer = search(&service, &body).await;
    assert_eq!(answer["tree"]["leaves"], 4_096_000_000_u64);
    assert_eq!(answer["tree"]["smallest_proof"], 127_999);
    let result = &answer["results"][0];
    assert_eq!([&result["complete"], &result["value"]], [&json!(true), &json!(0)]);
    assert_eq!(result["evaluations"], 127_999);
    let body = json!({ "uniform": tree, "searches": ["minimax"], "time_ms": 100 });
    let result = search(&service, &body).await["results"][0].clone();
    assert_eq!([&result["complete"], &result["value"]], [&json!(false), &Value::Null]);
}

#[tokio::test]
async fn pictures_of_uniform_trees_are_limited() {
    let service = service();
    for (depth, status) in [(2, 200), (3, 422)] {
        let body = json!({ "uniform": { "branching": 36, "depth": depth } });
        let answer = accepting(&service, "image/svg+xml", &body).await;
        assert_eq!(answer.status, status, "{depth}");
        let body = json!({ "uniform": { "branching": 36, "depth": depth }, "detail": "picture" });
        assert_eq!(accepting(&service, "application/json", &body).await.status, status, "{depth}");
    }
    let body = json!({ "uniform": { "branching": 40, "depth": 8 }, "detail": "picture" });
    let refused = accepting(&service, "application/json", &body).await.problem();
    assert_eq!([&refused["field"], &refused["got"]], [&json!("tree"), &json!("more nodes")], "{refused}");
    assert_eq!(refused["expected"], "at most 2000 nodes: 2 plies can be drawn", "{refused}");
}

/// Searches that know chance run on it, the others are refused; a mean has no smallest proof, however large the tree.
#[tokio::test]
async fn uniform_trees_have_chance_nodes() {
    let service = service();
    let uniform = json!({ "branching": 3, "depth": 4, "chance": 2 });
    let searches = ["expectiminimax", "star1", "star2"];
    let answer = search(&service, &json!({ "uniform": uniform, "searches": searches })).await;
    let text = json!({ "tree": "uniform:branching=3,depth=4,chance=2", "searches": searches });
    assert_eq!(search(&service, &text).await, answer);
    for result in answer["results"].as_array().unwrap() {
        assert_eq!((result["mean"].as_f64(), &result["complete"]), (Some(0.0), &json!(true)));
    }
    assert_eq!(answer["tree"].get("smallest_proof"), None);
    let pvs = json!({ "uniform": uniform, "searches": ["pvs"] });
    let refused = accepting(&service, "application/json", &pvs).await.problem();
    assert_eq!(refused["field"], "searches[0]");
    let large = json!({ "uniform": { "branching": 20, "depth": 9, "chance": 2 }, "time_ms": 50 });
    let answer = search(&service, &large).await;
    assert_eq!(answer["tree"]["leaves"], 512_000_000_000_u64);
    assert_eq!(answer["tree"].get("smallest_proof"), None);
    let binary = json!({ "uniform": { "branching": 2, "depth": 3, "leaves": "binary", "chance": 2 } });
    let refused = accepting(&service, "application/json", &binary).await.problem();
    assert_eq!(
        [&refused["field"], &refused["expected"]],
        [&json!("uniform"), &json!("0 in a tree with binary leaves")]
    );
}
