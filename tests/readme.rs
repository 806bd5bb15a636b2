//! The README's examples, run by the real `curl` against the real service.

use crate::http::Running;
use serde_json::Value;
use std::process::Command;

/// Fields whose values depend on the machine, its settings or details of the search.
const COSTS: [&str; 4] = ["budget_ms", "elapsed_ms", "nodes", "selective_depth"];

#[tokio::test]
async fn examples_do_what_they_say() {
    let service = Running::start().await;
    let readme = include_str!("../README.md");
    let blocks: Vec<(&str, &str)> =
        readme.split("\n```").skip(1).step_by(2).filter_map(|block| block.split_once('\n')).collect();
    let is_call =
        |(_, (language, text)): &(usize, &(&str, &str))| *language == "sh" && text.starts_with("curl ");
    let calls: Vec<usize> = blocks.iter().enumerate().filter(is_call).map(|(at, _)| at).collect();
    assert!(calls.len() >= 5, "{calls:?}");
    for at in calls {
        let answer = run(blocks[at].1, &service.address.to_string()).await;
        match blocks.get(at + 1) {
            Some(("jsonc", shown)) => {
                assert_eq!(without_costs(answer), without_costs(uncommented(shown)), "{shown}");
            }
            _ => assert!(answer.is_object()),
        }
    }
}

async fn run(command: &str, address: &str) -> Value {
    let command = command.replace("127.0.0.1:8080", address);
    let output = tokio::task::spawn_blocking(move || Command::new("sh").args(["-c", &command]).output())
        .await
        .unwrap()
        .unwrap();
    assert!(output.status.success(), "is curl installed? {output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// JSON from its annotated form: a comment runs from two slashes after a space to the end of the line.
fn uncommented(jsonc: &str) -> Value {
    let code = jsonc.lines().map(|line| line.split(" //").next().unwrap_or_default());
    serde_json::from_str(&code.collect::<Vec<_>>().join("\n")).unwrap()
}

fn without_costs(mut answer: Value) -> Value {
    for cost in COSTS {
        if let Some(value) = answer.get_mut(cost) {
            assert!(value.is_number(), "{cost}: {value}");
            *value = Value::Null;
        }
    }
    answer
}
