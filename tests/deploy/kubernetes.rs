//! `deploy/kubernetes`, checked against the program, itself and the configuration of HAProxy.

use super::files::{known_variables, objects, of_kind, variable, workload, workloads, yaml};
use bestmove::config::Cli;
use bestmove::net::ServerConfig;
use serde_norway::Value;
use std::fs;

#[test]
fn pods_have_limits_probes_and_no_privileges() {
    let (objects, known) = (objects(), known_variables());
    for deployment in workloads(&objects) {
        let template = &deployment["spec"]["template"];
        let name = &deployment["metadata"]["name"];
        assert_eq!(deployment["spec"]["selector"]["matchLabels"], template["metadata"]["labels"], "{name:?}");
        let pod = &template["spec"];
        assert_eq!(pod["securityContext"]["runAsNonRoot"], true, "{name:?}");
        let container = &pod["containers"][0];
        let security = &container["securityContext"];
        assert_eq!(security["readOnlyRootFilesystem"], true, "{name:?}");
        assert_eq!(security["allowPrivilegeEscalation"], false, "{name:?}");
        assert_eq!(security["capabilities"]["drop"][0], "ALL", "{name:?}");
        assert!(container["resources"]["limits"]["memory"].is_string(), "{name:?}");
        let ports: Vec<_> =
            container["ports"].as_sequence().unwrap().iter().map(|port| &port["name"]).collect();
        let probes = ["startupProbe", "livenessProbe", "readinessProbe"].map(|probe| &container[probe]);
        let probed = probes.iter().flat_map(|probe| [&probe["httpGet"]["port"], &probe["tcpSocket"]["port"]]);
        let probed: Vec<_> = probed.filter(|port| !port.is_null()).collect();
        assert!(!probed.is_empty() && probed.iter().all(|port| ports.contains(port)), "{name:?}: {probed:?}");
        for variable in container["env"].as_sequence().into_iter().flatten() {
            let variable = variable["name"].as_str().unwrap();
            assert!(!variable.starts_with("BESTMOVE_") || known.contains(variable), "{variable}");
        }
    }
}

/// They are added by hand, as they need KEDA.
#[test]
fn workers_have_known_settings_and_scale_by_the_backlog() {
    let text = fs::read_to_string("deploy/kubernetes/workers.yaml").unwrap();
    let objects: Vec<_> = text.split("\n---\n").map(yaml).collect();
    let container = &objects[0]["spec"]["template"]["spec"]["containers"][0];
    assert_eq!(container["args"][0], "worker");
    let program = Cli::program();
    let worker = program.find_subcommand("worker").unwrap();
    let known: Vec<_> = worker.get_arguments().filter_map(|flag| flag.get_env()?.to_str()).collect();
    for variable in container["env"].as_sequence().unwrap() {
        assert!(known.contains(&variable["name"].as_str().unwrap()), "{variable:?}");
    }
    let scaled = of_kind(&objects, "ScaledObject")[0];
    assert_eq!(scaled["spec"]["scaleTargetRef"]["name"], objects[0]["metadata"]["name"]);
    let query = scaled["spec"]["triggers"][0]["metadata"]["query"].as_str().unwrap();
    let column = query.strip_prefix("select ").and_then(|query| query.strip_suffix(" from bestmove.backlog"));
    let migration = include_str!("../../crates/jobs/src/postgres/migrations/1.sql");
    assert!(migration.contains(&format!(" as {},", column.unwrap())), "{query}");
}

#[test]
fn pods_connect_only_where_they_must() {
    let objects = objects();
    let destinations = |name: &str| {
        let policies = of_kind(&objects, "NetworkPolicy");
        let policy = &policies.iter().find(|policy| policy["metadata"]["name"] == name).unwrap()["spec"];
        assert!(policy["policyTypes"].as_sequence().unwrap().contains(&"Egress".into()), "{policy:?}");
        let rules = policy["egress"].as_sequence().unwrap().iter();
        let all: Vec<_> = rules
            .flat_map(|rule| {
                assert!(rule["to"].is_sequence(), "to anywhere: {rule:?}");
                rule["ports"].as_sequence().unwrap().iter().map(|port| port["port"].as_u64().unwrap())
            })
            .collect();
        all
    };
    assert_eq!(destinations("bestmove"), [5432, 53, 53]);
    assert_eq!(destinations("bestmove-proxy"), [8080, 53, 53]);
}

#[test]
fn replicas_have_time_to_drain() {
    let objects = objects();
    let replicas = workload(&objects, "bestmove");
    let pod = &replicas["spec"]["template"]["spec"];
    let delay = &variable(replicas, "BESTMOVE_DRAIN_DELAY_MS")["value"];
    let delay: u64 = delay.as_str().unwrap().parse().unwrap();
    assert!(delay > 1000, "HAProxy notices after a second that a replica is not ready");
    let drain = ServerConfig::default().drain.as_millis() as u64;
    assert!(pod["terminationGracePeriodSeconds"].as_u64().unwrap() * 1000 > delay + drain);
}

#[test]
fn kubernetes_objects_refer_to_existing_ones() {
    let objects = objects();
    let deployments = workloads(&objects);
    let name = |labels: &Value| labels["app.kubernetes.io/name"].as_str().unwrap().to_owned();
    let pods_with = |labels: &Value| {
        let is_named = |deployment: &&&Value| {
            name(&deployment["spec"]["template"]["metadata"]["labels"]) == name(labels)
        };
        deployments.iter().find(is_named).unwrap_or_else(|| panic!("no pods with {labels:?}"))
    };
    for service in of_kind(&objects, "Service") {
        let ports =
            &pods_with(&service["spec"]["selector"])["spec"]["template"]["spec"]["containers"][0]["ports"];
        let target = &service["spec"]["ports"][0]["targetPort"];
        assert!(ports.as_sequence().unwrap().iter().any(|port| &port["name"] == target), "{target:?}");
    }
    for budget in of_kind(&objects, "PodDisruptionBudget") {
        pods_with(&budget["spec"]["selector"]["matchLabels"]);
    }
    for policy in of_kind(&objects, "NetworkPolicy") {
        let pods = &pods_with(&policy["spec"]["podSelector"]["matchLabels"])["spec"]["template"]["spec"];
        let ports = pods["containers"][0]["ports"].as_sequence().unwrap();
        for rule in policy["spec"]["ingress"].as_sequence().unwrap() {
            assert!(ports.iter().any(|port| port["name"] == rule["ports"][0]["port"]), "{rule:?}");
        }
        for rule in policy["spec"]["egress"].as_sequence().unwrap() {
            let labels = &rule["to"][0]["podSelector"]["matchLabels"];
            if labels.is_null() || labels["k8s-app"] == "kube-dns" {
                continue;
            }
            let container = &pods_with(labels)["spec"]["template"]["spec"]["containers"][0];
            let mut ports = container["ports"].as_sequence().unwrap().iter();
            assert!(ports.any(|port| port["containerPort"] == rule["ports"][0]["port"]), "{rule:?}");
        }
    }
    let scaler = of_kind(&objects, "HorizontalPodAutoscaler")[0];
    let target = &scaler["spec"]["scaleTargetRef"]["name"];
    assert!(deployments.iter().any(|deployment| &deployment["metadata"]["name"] == target));
    let metric = scaler["spec"]["metrics"][0]["pods"]["metric"]["name"].as_str().unwrap();
    assert!(include_str!("../../deploy/kubernetes/prometheus-adapter.yaml").contains(metric), "{metric}");
}
