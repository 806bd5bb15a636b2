//! What is in `deploy` and `docker-compose.yml`, against the program and against itself.

use serde_norway::Value;
use std::collections::HashSet;
use std::path::Path;
use std::process::Command;

fn yaml(text: &str) -> Value {
    let mut value: Value = serde_norway::from_str(text).unwrap();
    value.apply_merge().unwrap();
    value
}

/// The variables that the program listens to, by its own account.
fn known_variables() -> HashSet<String> {
    let help = Command::new(env!("CARGO_BIN_EXE_bestmove")).args(["serve", "--help"]).output().unwrap();
    let text = String::from_utf8(help.stdout).unwrap();
    let names = text.split(|sign: char| !sign.is_ascii_uppercase() && sign != '_');
    names.filter(|name| name.starts_with("BESTMOVE_")).map(str::to_owned).collect()
}

#[test]
fn compose_mounts_what_there_is_and_sets_what_is_known() {
    let compose = yaml(include_str!("../docker-compose.yml"));
    let known = known_variables();
    assert!(known.contains("BESTMOVE_LISTEN"), "{known:?}");
    let services = compose["services"].as_mapping().unwrap();
    let mut replicas = 0;
    for (name, service) in services {
        for mounted in service["volumes"].as_sequence().into_iter().flatten() {
            let (source, target) = mounted.as_str().unwrap().split_once(':').unwrap();
            let is_there = !source.starts_with('.') || Path::new(source).exists();
            assert!(is_there && target.starts_with('/'), "{name:?}: {mounted:?}");
        }
        for (variable, _) in service["environment"].as_mapping().into_iter().flatten() {
            let variable = variable.as_str().unwrap();
            assert!(!variable.starts_with("BESTMOVE_") || known.contains(variable), "{variable}");
        }
        assert_eq!(service["read_only"], Value::from(true), "{name:?}");
        assert_eq!(service["cap_drop"][0], Value::from("ALL"), "{name:?}");
        assert!(service["mem_limit"].is_string() && service["pids_limit"].is_number(), "{name:?}");
        replicas += usize::from(service["networks"]["default"]["aliases"][0] == "bestmove");
    }
    assert_eq!(replicas, 3);
}

/// Names that one file gives and another uses.
#[test]
fn the_proxy_finds_the_replicas_by_their_name_and_port() {
    let proxy = include_str!("../deploy/haproxy/haproxy.cfg");
    assert!(
        proxy.contains(" bestmove:8080 check "),
        "the alias of docker-compose.yml, the Service of Kubernetes"
    );
    assert!(include_str!("../Dockerfile").contains("BESTMOVE_LISTEN=0.0.0.0:8080"));
}
