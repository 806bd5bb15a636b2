use super::laboratory::SEARCH;
use super::{post, service};
use serde_json::{Value, json};

#[tokio::test]
async fn invalid_fields_are_named() {
    let service = service();
    for (body, field) in [
        (json!({}), "tree"),
        (json!({ "tree": "oak" }), "tree"),
        (json!({ "tree": "[[1, 2], []]" }), "tree"),
        (json!({ "tree": "[[1, 2]" }), "tree"),
        (json!({ "tree": [1, "2"] }), "tree"),
        (json!({ "tree": [1, 2e12] }), "tree"),
        (json!({ "tree": [1, 2], "random": { "branching": 2, "depth": 2 } }), "random"),
        (json!({ "random": { "branching": 2 } }), "random.depth"),
        (json!({ "tree": [1, 2], "uniform": { "branching": 2, "depth": 2 } }), "uniform"),
        (json!({ "uniform": { "branching": 2 } }), "uniform.depth"),
        (json!({ "uniform": { "branching": 40, "depth": 10 } }), "uniform"),
        (json!({ "uniform": { "branching": 2, "depth": 2, "order": "random" } }), "uniform.order"),
        (json!({ "uniform": { "branching": 2, "depth": 2, "leaves": "growing" } }), "uniform.leaves"),
        (json!({ "uniform": { "branching": 2, "depth": 2, "seed": 1 } }), "uniform.seed"),
        (json!({ "tree": "uniform:branching=2" }), "tree"),
        (json!({ "random": { "branching": 100, "depth": 9 } }), "random"),
        (json!({ "random": { "branching": 2, "depth": 2, "quality": 2 } }), "random"),
        (
            json!({ "random": { "branching": 2, "depth": 2, "leaves": { "kind": "integers", "low": 2, "high": 1 } } }),
            "random",
        ),
        (json!({ "tree": [1, 2], "searches": [] }), "searches"),
        (json!({ "tree": [1, 2], "searches": ["alphabeta"] }), "searches[0]"),
        (json!({ "tree": [1, 2], "searches": ["pvs", "pvs"] }), "searches[1]"),
        (json!({ "tree": [1, 2], "alpha": 5, "beta": 5 }), "beta"),
        (json!({ "tree": [1, 2], "alpha": 1.5 }), "alpha"),
        (json!({ "tree": [1, 2], "ties": "maybe" }), "ties"),
        (json!({ "tree": [1, 2], "order": "best first" }), "order"),
        (json!({ "tree": [1, 2], "guess": "large" }), "guess"),
        (json!({ "tree": [1, 2], "margin": 0 }), "margin"),
        (json!({ "tree": [1, 2], "choices": 0 }), "choices"),
        (json!({ "tree": [1, 2], "step": 1 }), "step"),
        (json!({ "tree": [1, 2], "time_ms": 0 }), "time_ms"),
        (json!({ "tree": [1, 2], "depth": 3 }), "depth"),
        (json!({ "tree": [1, 2], "root": "maximum" }), "root"),
    ] {
        let answer = post(&service, SEARCH, body.to_string()).await;
        let got = answer.status.as_u16();
        assert_eq!((got, &answer.problem()["field"]), (422, &json!(field)), "{body} {:?}", answer.body);
    }
    let answer =
        post(&service, SEARCH, json!({ "tree": [1, 2], "searches": ["alphabeta"] }).to_string()).await;
    let detail = answer.problem()["detail"].to_string();
    assert!(detail.contains("did you mean") && detail.contains("alpha-beta"), "{detail}");
    let guess = post(&service, SEARCH, json!({ "tree": [1, 2], "guess": "large" }).to_string()).await;
    let expected = "a whole number from -1000000000 to 1000000000, inf or -inf";
    assert_eq!(guess.problem()["expected"], expected);
    let deep = format!("{}1{}", "[".repeat(5_000), "]".repeat(5_000));
    assert_eq!(post(&service, SEARCH, json!({ "tree": deep }).to_string()).await.status, 422);
}

/// Each request has fields of its own beside the settings of searches, which all have.
#[tokio::test]
async fn fields_that_a_request_does_not_have_are_refused() {
    let service = service();
    let (game, measure) = ("/v1/tic-tac-toe/search-tree", "/v1/trees/measure");
    let random = json!({ "branching": 2, "depth": 2 });
    for (path, body, field, meant) in [
        (SEARCH, json!({ "tree": [1, 2], "ordr": "best" }), "ordr", Some("order")),
        (SEARCH, json!({ "tree": [1, 2], "trees": 5 }), "trees", Some("tree")),
        (SEARCH, json!({ "tree": [1, 2], "position": "" }), "position", None),
        (game, json!({ "depth": 2, "psition": "" }), "psition", Some("position")),
        (game, json!({ "depth": 2, "time": 5 }), "time", Some("time_ms")),
        (game, json!({ "depth": 2, "tree": [1, 2] }), "tree", None),
        (game, json!({ "depth": 2, "random": random }), "random", None),
        (measure, json!({ "random": random, "serches": ["pvs"] }), "serches", Some("searches")),
        (measure, json!({ "random": random, "alpha": 1 }), "alpha", None),
        (measure, json!({ "random": random, "detail": "events" }), "detail", None),
    ] {
        let answer = post(&service, path, body.to_string()).await;
        let problem = answer.problem();
        assert_eq!((answer.status.as_u16(), &problem["field"]), (422, &json!(field)), "{problem}");
        assert_eq!(problem["got"], format!("`{field}`"));
        let expected = problem["expected"].as_str().unwrap();
        assert!(expected.starts_with("one of `") && expected.contains("`searches`"), "{expected}");
        let detail = problem["detail"].to_string();
        assert_eq!(meant.is_some(), detail.contains("did you mean"), "{detail}");
        assert!(
            meant.is_none_or(|meant| detail.contains(&format!("did you mean \\\"{meant}\\\""))),
            "{detail}"
        );
    }
    for (field, value, at, expected) in [
        ("searches", json!([1]), "searches[0]", "a string"),
        ("searches", json!("pvs"), "searches", "an array"),
        ("moves", json!({}), "moves", "an array"),
        ("to_move", json!(1), "to_move", "a string"),
    ] {
        let body = json!({ "depth": 2, field: value }).to_string();
        let problem = post(&service, game, body).await.problem();
        assert_eq!([&problem["field"], &problem["expected"]], [&json!(at), &json!(expected)], "{problem}");
    }
}

#[tokio::test]
async fn fields_of_random_trees_are_named_without_types_of_the_program() {
    let service = service();
    let with = |name: &str, value: Value| {
        let mut random = json!({ "branching": 2, "depth": 2 });
        random[name] = value;
        random
    };
    for (random, field) in [
        (json!(5), "random"),
        (json!([2, 3, 1, null, 0.5]), "random"),
        (json!({ "depth": 2 }), "random.branching"),
        (with("dept", json!(2)), "random.dept"),
        (with("quality", json!("x")), "random.quality"),
        (with("leaves", json!(5)), "random.leaves"),
        (with("leaves", json!({})), "random.leaves.kind"),
        (with("leaves", json!({ "kind": "foo" })), "random.leaves.kind"),
        (with("leaves", json!({ "kind": "distinct", "x": 3 })), "random.leaves.x"),
        (with("leaves", json!({ "kind": "distinct", "low": 3 })), "random.leaves.low"),
        (with("leaves", json!({ "kind": "integers", "low": "a", "high": 3 })), "random.leaves.low"),
        (with("leaves", json!({ "kind": "binary" })), "random.leaves.one"),
    ] {
        let answer = post(&service, SEARCH, json!({ "random": random }).to_string()).await;
        let problem = answer.problem();
        assert_eq!((answer.status.as_u16(), &problem["field"]), (422, &json!(field)), "{problem}");
        let (expected, got) = (problem["expected"].to_string(), problem["got"].to_string());
        for name in ["struct", "enum", "f64", "i32", "LeavesBody", "expected"] {
            assert!(!expected.contains(name) && !got.contains(name), "{problem}");
        }
    }
    let any_notation = r#"{"random": {"branching": 2.0, "depth": 1e0, "seed": null, "quality": null,
        "leaves": {"kind": "integers", "low": -1e0, "high": 1.0, "one": null}}}"#;
    assert_eq!(post(&service, SEARCH, any_notation).await.status, 200);
}
