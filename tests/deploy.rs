//! `deploy` and `docker-compose.yml`, checked against the program and each other.

use bestmove::config::Cli;
use bestmove::engine::EngineConfig;
use bestmove::http::FairUse;
use bestmove::net::ServerConfig;
use serde_norway::Value;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn yaml(text: &str) -> Value {
    let mut value: Value = serde_norway::from_str(text).unwrap();
    // Twice, because merged mappings have merges of their own.
    value.apply_merge().unwrap();
    value.apply_merge().unwrap();
    value
}

/// The environment variables of the service.
fn known_variables() -> HashSet<String> {
    let program = Cli::program();
    let serve = program.find_subcommand("serve").unwrap();
    let names = serve.get_arguments().filter_map(|flag| flag.get_env());
    names.map(|name| name.to_str().unwrap().to_owned()).collect()
}

#[test]
fn compose_mounts_existing_files_and_sets_known_variables() {
    let compose = yaml(include_str!("../docker-compose.yml"));
    let known = known_variables();
    assert!(known.contains("BESTMOVE_LISTEN"), "{known:?}");
    let services = compose["services"].as_mapping().unwrap();
    let mut replicas = 0;
    for (name, service) in services {
        for mounted in service["volumes"].as_sequence().into_iter().flatten() {
            let (source, target) = mounted.as_str().unwrap().split_once(':').unwrap();
            let exists = !source.starts_with('.') || Path::new(source).exists();
            assert!(exists && target.starts_with('/'), "{name:?}: {mounted:?}");
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

/// Services that built the same image at the same time would overwrite each other's.
#[test]
fn one_service_builds_the_image() {
    let compose = yaml(include_str!("../docker-compose.yml"));
    let services = compose["services"].as_mapping().unwrap();
    let (builders, others): (Vec<_>, Vec<_>) = services
        .iter()
        .filter(|(_, service)| service["image"] == "bestmove")
        .partition(|(_, service)| service["build"] == ".");
    assert_eq!((builders.len(), others.len()), (1, 2));
    for (name, other) in others {
        assert!(other["build"].is_null(), "{name:?}");
        assert_eq!(other["pull_policy"], "never", "{name:?}");
        assert_eq!(&other["depends_on"][0], builders[0].0, "{name:?}");
    }
}

#[test]
fn the_documents_list_the_ports_of_compose() {
    let compose = yaml(include_str!("../docker-compose.yml"));
    let services = compose["services"].as_mapping().unwrap();
    let ports: Vec<_> =
        services.values().filter_map(|service| service["ports"].as_sequence()).flatten().collect();
    assert_eq!(ports.len(), 3);
    for port in ports {
        let port = port.as_str().unwrap().rsplit(':').next().unwrap();
        assert!(include_str!("../README.md").contains(&format!("port {port}")), "{port}");
    }
}

#[test]
fn the_image_can_export_traces() {
    let builds: Vec<_> =
        include_str!("../Dockerfile").lines().filter(|line| line.contains("cargo build")).collect();
    assert!(!builds.is_empty() && builds.iter().all(|build| build.contains("--features otel")), "{builds:?}");
}

#[test]
fn the_image_has_the_engine_for_browsers() {
    let dockerfile = include_str!("../Dockerfile");
    for line in
        ["RUN clients/wasm/build\n", "COPY --from=engine /build/clients/wasm/dist clients/wasm/dist\n"]
    {
        assert!(dockerfile.contains(line), "{line}");
    }
    for path in ["clients/wasm/build", "clients/wasm/engine", "clients/wasm/src"] {
        assert!(include_str!("../.dockerignore").contains(&format!("\n!{path}\n")), "{path}");
    }
}

/// The word after a keyword in the configuration of HAProxy.
fn haproxy_setting(keyword: &str) -> &'static str {
    let (_, rest) = include_str!("../deploy/haproxy/haproxy.cfg").split_once(keyword).unwrap();
    rest.split_whitespace().next().unwrap()
}

/// Parses a size like `1g`, `384m`, `1Gi` or `384Mi`.
fn mib(limit: &Value) -> usize {
    let limit = limit.as_str().unwrap().trim_end_matches('i').to_lowercase();
    let (number, unit) = limit.split_at(limit.len() - 1);
    number.parse::<usize>().unwrap() * if unit == "g" { 1024 } else { 1 }
}

/// The memory limits of a service in compose and of a workload in Kubernetes, in MiB.
fn memory_limits(service: &str, deployment: &str) -> [usize; 2] {
    let compose = yaml(include_str!("../docker-compose.yml"));
    let objects = objects();
    let has_name = |object: &&&Value| object["metadata"]["name"] == deployment;
    let deployments = workloads(&objects);
    let container = &deployments.iter().find(has_name).unwrap()["spec"]["template"]["spec"]["containers"][0];
    [mib(&compose["services"][service]["mem_limit"]), mib(&container["resources"]["limits"]["memory"])]
}

/// The workers of a replica in compose and in Kubernetes.
fn workers() -> [usize; 2] {
    let compose = yaml(include_str!("../docker-compose.yml"));
    let objects = objects();
    let variables = workloads(&objects).into_iter().flat_map(|deployment| {
        deployment["spec"]["template"]["spec"]["containers"][0]["env"].as_sequence().into_iter().flatten()
    });
    let workers: Vec<_> = variables.filter(|variable| variable["name"] == "BESTMOVE_WORKERS").collect();
    let compose = compose["services"]["bestmove-1"]["environment"]["BESTMOVE_WORKERS"].as_u64().unwrap();
    [compose as usize, workers[0]["value"].as_str().unwrap().parse().unwrap()]
}

#[test]
fn replicas_have_memory_for_their_requests() {
    const KNOWLEDGE_AND_CACHES_MIB: usize = 170;
    const FRESH_TABLES_OF_A_WORKER: usize = 3 * 2;
    let config = EngineConfig::default();
    let requests = FairUse::default().request_bytes;
    for (limit, workers) in memory_limits("bestmove-1", "bestmove").into_iter().zip(workers()) {
        let tables = config.table_bytes
            + config.solver_bytes
            + workers * FRESH_TABLES_OF_A_WORKER * config.fresh_table_bytes;
        let peak = ((tables + requests) >> 20) + KNOWLEDGE_AND_CACHES_MIB;
        assert!(peak <= limit, "{peak} MiB of {limit}");
    }
}

#[test]
fn the_proxy_has_memory_for_its_connections() {
    const BUFFERS: usize = 7;
    const STICK_TABLES_MIB: usize = 40;
    let connections: usize = haproxy_setting("    maxconn ").parse().unwrap();
    let buffer: usize = haproxy_setting("    tune.bufsize ").parse().unwrap();
    let peak = ((connections * BUFFERS * buffer) >> 20) + STICK_TABLES_MIB;
    for limit in memory_limits("haproxy", "bestmove-proxy") {
        assert!(peak <= limit, "{peak} MiB of {limit}");
    }
}

#[test]
fn the_proxy_waits_for_the_largest_batch() {
    let config = EngineConfig::default();
    let hours: u32 = haproxy_setting("set-timeout server ").strip_suffix('h').unwrap().parse().unwrap();
    let longest = config.limit_policy.max_time * u32::try_from(config.batch).unwrap();
    assert!(Duration::from_secs(3600) * hours > longest * 2);
}

#[test]
fn prometheus_scrapes_every_replica() {
    let compose = yaml(include_str!("../docker-compose.yml"));
    let prometheus = yaml(include_str!("../deploy/prometheus/prometheus.yaml"));
    let targets = prometheus["scrape_configs"][0]["static_configs"][0]["targets"].as_sequence().unwrap();
    assert_eq!(targets.len(), 3);
    for target in targets {
        let (name, port) = target.as_str().unwrap().split_once(':').unwrap();
        let listens = compose["services"][name]["environment"]["BESTMOVE_ADMIN_LISTEN"].as_str().unwrap();
        assert_eq!(listens, format!("0.0.0.0:{port}"));
    }
}

#[test]
fn the_proxy_uses_the_name_and_the_port_of_the_replicas() {
    let compose = yaml(include_str!("../docker-compose.yml"));
    assert_eq!(compose["services"]["haproxy"]["environment"]["REPLICAS"], "bestmove");
    assert!(include_str!("../deploy/haproxy/haproxy.cfg").contains("\"${REPLICAS}:8080\""));
    assert!(include_str!("../Dockerfile").contains("BESTMOVE_LISTEN=0.0.0.0:8080"));
}

/// The objects that `kubectl apply -k deploy/kubernetes` creates, except those generated from files.
fn objects() -> Vec<Value> {
    let folder = Path::new("deploy/kubernetes");
    let list = yaml(&fs::read_to_string(folder.join("kustomization.yaml")).unwrap());
    let resources =
        list["resources"].as_sequence().unwrap().iter().map(|name| folder.join(name.as_str().unwrap()));
    let (folders, files): (Vec<_>, Vec<_>) = resources.partition(|path| path.is_dir());
    assert!(folders.iter().all(|folder| folder.join("kustomization.yaml").exists()), "{folders:?}");
    let read = |file: &PathBuf| {
        let text = fs::read_to_string(file).unwrap();
        text.split("\n---\n").map(yaml).collect::<Vec<_>>()
    };
    files.iter().flat_map(read).collect()
}

/// The objects that create pods.
fn workloads(objects: &[Value]) -> Vec<&Value> {
    [of_kind(objects, "Deployment"), of_kind(objects, "StatefulSet")].concat()
}

fn of_kind<'a>(objects: &'a [Value], kind: &str) -> Vec<&'a Value> {
    let found: Vec<_> = objects.iter().filter(|object| object["kind"] == kind).collect();
    assert!(!found.is_empty(), "{kind}");
    found
}

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

/// HAProxy does not start without the address of its peer, so each pod has a Service whose name the other
/// resolves.
#[test]
fn each_proxy_finds_the_other() {
    let objects = objects();
    let [set] = of_kind(&objects, "StatefulSet")[..] else { panic!("{objects:?}") };
    assert_eq!(set["spec"]["replicas"], 2);
    let configuration = include_str!("../deploy/haproxy/haproxy.cfg");
    for (own, other) in [(0, 1), (1, 0)] {
        let pod = format!("{}-{own}", set["metadata"]["name"].as_str().unwrap());
        let named = format!("streq(\"$HAPROXY_LOCALPEER\",{pod})\n    setenv PEER bestmove-proxy-{other}\n");
        assert!(configuration.contains(&named), "{named}");
        let services = of_kind(&objects, "Service");
        let service = services.iter().find(|service| service["metadata"]["name"] == pod.as_str()).unwrap();
        assert_eq!(service["spec"]["selector"]["statefulset.kubernetes.io/pod-name"], pod.as_str());
        assert_eq!(service["spec"]["publishNotReadyAddresses"], true);
        assert_eq!(service["spec"]["ports"][0]["port"], 10_000);
    }
    assert!(configuration.contains("    bind :10000\n") && configuration.contains("\"${PEER}:10000\""));
}

#[test]
fn replicas_have_time_to_drain() {
    let objects = objects();
    let deployments = workloads(&objects);
    let replicas =
        deployments.iter().find(|deployment| deployment["metadata"]["name"] == "bestmove").unwrap();
    let pod = &replicas["spec"]["template"]["spec"];
    let variables = pod["containers"][0]["env"].as_sequence().unwrap();
    let delay = variables.iter().find(|variable| variable["name"] == "BESTMOVE_DRAIN_DELAY_MS").unwrap();
    let delay: u64 = delay["value"].as_str().unwrap().parse().unwrap();
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
    }
    let scaler = of_kind(&objects, "HorizontalPodAutoscaler")[0];
    let target = &scaler["spec"]["scaleTargetRef"]["name"];
    assert!(deployments.iter().any(|deployment| &deployment["metadata"]["name"] == target));
    let most = scaler["spec"]["maxReplicas"].as_u64().unwrap();
    let template = format!("server-template bestmove- 1-{most} ");
    assert!(include_str!("../deploy/haproxy/haproxy.cfg").contains(&template), "{template}");
    let metric = scaler["spec"]["metrics"][0]["pods"]["metric"]["name"].as_str().unwrap();
    assert!(include_str!("../deploy/kubernetes/prometheus-adapter.yaml").contains(metric), "{metric}");
}
