//! The dashboard and the alerts query existing metrics.

use super::{Observed, post};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs::read_to_string;
#[cfg(feature = "system-tests")]
use std::process::Command;

const ALERTS: &str = "deploy/prometheus/alerts.yaml";
const SCALING: &str = "deploy/kubernetes/prometheus-adapter.yaml";
const DASHBOARD: &str = "deploy/grafana/bestmove.json";

/// The value of each `key` at any depth.
fn texts(value: &Value, key: &str) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().flat_map(|item| texts(item, key)).collect(),
        Value::Object(fields) => {
            let own = fields.get(key).and_then(Value::as_str).map(str::to_owned);
            own.into_iter().chain(fields.values().flat_map(|field| texts(field, key))).collect()
        }
        _ => Vec::new(),
    }
}

/// All queries to Prometheus.
fn queries() -> Vec<String> {
    let alerts: Value = serde_norway::from_str(&read_to_string(ALERTS).unwrap()).unwrap();
    let dashboard: Value = serde_json::from_str(&read_to_string(DASHBOARD).unwrap()).unwrap();
    // A template that the Prometheus adapter fills in.
    let scaling = read_to_string(SCALING).unwrap().replace("<<.LabelMatchers>>,", "");
    let scaling: Value = serde_norway::from_str(&scaling).unwrap();
    let variables = texts(&dashboard["templating"], "query").into_iter().filter(|query| query.contains('('));
    let queries: Vec<_> = [
        texts(&alerts, "expr"),
        texts(&dashboard["panels"], "expr"),
        texts(&scaling, "metricsQuery"),
        variables.collect(),
    ]
    .concat();
    assert!(queries.len() > 30, "only {} queries found: the parser is broken", queries.len());
    queries
}

/// The metrics of a query, each with its labels.
fn queried_metrics(query: &str) -> Vec<(&str, Vec<&str>)> {
    let is_name = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
    let starts = query.match_indices("bestmove_").map(|(start, _)| &query[start..]);
    let metrics = starts.map(|rest| {
        let (name, rest) = rest.split_at(rest.find(|sign| !is_name(sign)).unwrap_or(rest.len()));
        (name, rest.strip_prefix('{').map_or_else(Vec::new, labels))
    });
    metrics.collect()
}

/// The labels up to the closing brace, which no quoted value contains.
pub(super) fn labels(braces: &str) -> Vec<&str> {
    let between = braces.split('"').step_by(2).take_while(|part| !part.starts_with('}'));
    between.map(|part| part.trim_matches([',', ' ', '=', '~', '!'])).collect()
}

#[test]
fn names_and_labels_are_found() {
    let query = r#"sum(rate(bestmove_a_total{b="{c}", d=~"e"}[5m])) / bestmove_f{g!="h"} > bestmove_i"#;
    assert_eq!(
        queried_metrics(query),
        [("bestmove_a_total", vec!["b", "d"]), ("bestmove_f", vec!["g"]), ("bestmove_i", vec![])]
    );
}

#[tokio::test]
async fn queries_use_existing_metrics_and_labels() {
    let observed = Observed::start();
    post(&observed.service, "/v1/checkers/best-move", "{\"depth\": 1}").await;
    let served = observed.metrics().await;
    // Prometheus adds the label `instance`.
    let has = |name: &str, label: &str| label == "instance" || served.labels(name).contains(label);
    for query in queries() {
        for (name, labels) in queried_metrics(&query) {
            assert!(served.names().contains(name), "there is no metric {name}: {query}");
            for label in labels {
                assert!(has(name, label), "{name} has no {label}: {query}");
            }
        }
    }
}

#[tokio::test]
async fn each_metric_is_on_the_dashboard_or_in_an_alert() {
    let queries = queries();
    let queried: BTreeSet<_> =
        queries.iter().flat_map(|query| queried_metrics(query)).map(|(name, _)| name).collect();
    let observed = Observed::start();
    post(&observed.service, "/v1/checkers/best-move", "{\"depth\": 1}").await;
    for name in observed.metrics().await.names() {
        let family = ["_bucket", "_count", "_sum"].iter().find_map(|part| name.strip_suffix(part));
        let is_queried = |name: &str| queried.contains(name);
        let parts = family.map(|family| ["_bucket", "_count", "_sum"].map(|part| format!("{family}{part}")));
        let is_used =
            is_queried(name) || parts.is_some_and(|parts| parts.iter().any(|part| is_queried(part)));
        assert!(is_used, "{name} is neither on the dashboard nor in an alert");
    }
}

/// The configuration and the unit tests of the alerts, by Prometheus' own tool.
#[cfg(feature = "system-tests")]
#[test]
fn promtool_accepts_the_rules() {
    for arguments in [
        ["check", "config", "deploy/prometheus/prometheus.yaml"],
        ["test", "rules", "tests/data/alerts.test.yaml"],
    ] {
        let output = Command::new("promtool").args(arguments).output();
        let output = output.expect("install it with: apt-get install prometheus");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&[output.stdout, output.stderr].concat())
        );
    }
}

/// The severity of an alert decides who gets it.
#[cfg(feature = "system-tests")]
#[test]
fn alertmanager_sends_each_severity_to_its_receiver() {
    const CONFIG: &str = "deploy/alertmanager/alertmanager.yaml";
    let amtool = |arguments: &[&str]| {
        let output = Command::new("amtool").args(arguments).output();
        let output = output.expect("install it with: apt-get install prometheus-alertmanager");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    amtool(&["check-config", CONFIG]);
    let route = |severity: &str| {
        let label = format!("severity={severity}");
        amtool(&["config", "routes", "test", "--config.file", CONFIG, &label])
    };
    assert_eq!([route("page"), route("ticket")], ["pager\n", "tickets\n"]);
}

/// Its inhibitions name alerts that exist.
#[test]
fn inhibited_alerts_exist() {
    let alerts: Value = serde_norway::from_str(&read_to_string(ALERTS).unwrap()).unwrap();
    let known = texts(&alerts, "alert");
    let severities: BTreeSet<_> = texts(&alerts, "severity").into_iter().collect();
    assert_eq!(severities, ["page", "ticket"].map(str::to_owned).into());
    let text = read_to_string("deploy/alertmanager/alertmanager.yaml").unwrap();
    let words = text.split(|sign: char| !sign.is_ascii_alphanumeric());
    let named: Vec<_> = words.filter(|word| word.starts_with("Bestmove")).collect();
    assert!(
        named.len() >= 4 && named.iter().all(|name| known.iter().any(|alert| alert == name)),
        "{named:?}"
    );
}
