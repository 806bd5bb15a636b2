//! `deploy` and `docker-compose.yml`, checked against the program and each other.

/// The files, read.
mod files;
/// `deploy/kubernetes`.
mod kubernetes;
/// `scripts/pin-images`.
mod pinned_images;

use bestmove::http::FairUse;
use bestmove_scheduler::EngineConfig;
use files::{known_variables, objects, of_kind, variable, workload, workloads, yaml};
use serde_norway::Value;
use std::fs;
use std::path::Path;
use std::time::Duration;

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
        replicas += usize::from(is_replica(service));
    }
    assert_eq!(replicas, 3);
}

/// Whether a container of compose serves, and does not only run chunks of jobs.
fn is_replica(service: &Value) -> bool {
    service["image"] == "bestmove" && service["command"].is_null()
}

/// Whoever may inspect containers reads their environment.
#[test]
fn keys_are_in_files() {
    let keys = yaml(include_str!("../deploy/compose-keys.yml"));
    let services = keys["services"].as_mapping().unwrap();
    for (name, service) in services {
        let secret = service["secrets"][0].as_str().unwrap();
        let file = format!("/run/secrets/{secret}");
        assert_eq!(service["environment"]["BESTMOVE_API_KEYS_FILE"], file, "{name:?}");
        assert!(
            keys["secrets"][secret]["file"].as_str().unwrap().starts_with("${API_KEYS_FILE:?"),
            "{secret}"
        );
    }
    let compose = yaml(include_str!("../docker-compose.yml"));
    for (name, service) in compose["services"].as_mapping().unwrap() {
        assert!(service["environment"]["BESTMOVE_API_KEYS"].is_null(), "{name:?}");
        assert_eq!(services.contains_key(name), is_replica(service), "{name:?}");
    }
    let objects = objects();
    for container in workloads(&objects).iter().map(|set| &set["spec"]["template"]["spec"]["containers"][0]) {
        let mut variables = container["env"].as_sequence().into_iter().flatten();
        assert!(!variables.any(|variable| variable["name"] == "BESTMOVE_API_KEYS"));
    }
}

/// All services and workers of a store have one secret, as a file that only they can read.
#[test]
fn the_secret_of_the_store_is_a_file() {
    let secret = yaml(include_str!("../deploy/compose-store-secret.yml"));
    let services = secret["services"].as_mapping().unwrap();
    let compose = yaml(include_str!("../docker-compose.yml"));
    for (name, service) in compose["services"].as_mapping().unwrap() {
        assert_eq!(services.contains_key(name), service["image"] == "bestmove", "{name:?}");
    }
    for service in services.values() {
        let file = format!("/run/secrets/{}", service["secrets"][0].as_str().unwrap());
        assert_eq!(service["environment"]["BESTMOVE_STORE_SECRET_FILE"], file);
    }
    let workers = fs::read_to_string("deploy/kubernetes/workers.yaml").unwrap();
    let workers = yaml(workers.split("\n---\n").next().unwrap());
    let objects = objects();
    for set in [&workers, workload(&objects, "bestmove")] {
        let pod = &set["spec"]["template"]["spec"];
        let (container, volume) = (&pod["containers"][0], &pod["volumes"][0]);
        let variables = container["env"].as_sequence().unwrap();
        let variable = variables.iter().find(|variable| variable["name"] == "BESTMOVE_STORE_SECRET_FILE");
        let folder = container["volumeMounts"][0]["mountPath"].as_str().unwrap();
        let path = volume["secret"]["items"][0]["path"].as_str().unwrap();
        assert_eq!(variable.unwrap()["value"], format!("{folder}/{path}"));
        assert_eq!(container["volumeMounts"][0]["name"], volume["name"]);
        assert_eq!(volume["secret"]["defaultMode"].as_u64(), Some(0o440));
        assert_eq!(pod["securityContext"]["fsGroup"], pod["securityContext"]["runAsUser"]);
    }
}

/// The certificate comes as a secret, too.
#[test]
fn compose_with_tls_publishes_no_other_port() {
    let tls = yaml(include_str!("../deploy/compose-tls.yml"));
    let proxy = &tls["services"]["haproxy"];
    let Value::Tagged(ports) = &proxy["ports"] else { panic!("{proxy:?}: expected !override") };
    let published = (ports.tag.to_string(), ports.value.clone());
    assert_eq!(published, ("!override".to_owned(), Value::from(vec!["80:8080", "443:8443"])));
    let secret = proxy["secrets"][0].as_str().unwrap();
    assert_eq!(proxy["environment"]["TLS_CERTIFICATE"], format!("/run/secrets/{secret}"));
    assert!(tls["secrets"][secret]["file"].as_str().unwrap().starts_with("${TLS_CERTIFICATE:?"));
}

#[test]
fn compose_with_alerts_mounts_existing_files() {
    let alerts = yaml(include_str!("../deploy/compose-alerts.yml"));
    let services = &alerts["services"];
    let mounted = |service: &str| services[service]["volumes"].as_sequence().unwrap().clone();
    let own: Vec<_> = [mounted("prometheus"), mounted("alertmanager")].concat();
    let own: Vec<_> = own.iter().filter_map(|volume| volume.as_str()?.strip_prefix("./")).collect();
    assert_eq!(own.len(), 2);
    assert!(own.iter().all(|volume| Path::new(volume.split(':').next().unwrap()).exists()), "{own:?}");
    let prometheus = yaml(include_str!("../deploy/prometheus/prometheus.yaml"));
    let files = &prometheus["alerting"]["alertmanagers"][0]["file_sd_configs"][0]["files"][0];
    let folder = own[0].split(':').nth(1).unwrap();
    assert_eq!(*files, format!("{folder}/*.yaml"));
    let targets = yaml(include_str!("../deploy/alertmanager/targets/compose.yaml"));
    assert_eq!(targets[0]["targets"][0], "alertmanager:9093");
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
    assert_eq!((builders.len(), others.len()), (1, 4));
    for (name, other) in others {
        assert!(other["build"].is_null(), "{name:?}");
        assert_eq!(other["pull_policy"], "never", "{name:?}");
        let builder = builders[0].0;
        let waits = &other["depends_on"][0] == builder || !other["depends_on"][builder].is_null();
        assert!(waits, "{name:?}");
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
fn the_image_can_export_traces_and_share_a_store() {
    let builds: Vec<_> =
        include_str!("../Dockerfile").lines().filter(|line| line.contains("cargo build")).collect();
    assert!(
        !builds.is_empty() && builds.iter().all(|build| build.contains("--features fleet,otel")),
        "{builds:?}"
    );
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
    let container = &workload(&objects, deployment)["spec"]["template"]["spec"]["containers"][0];
    [mib(&compose["services"][service]["mem_limit"]), mib(&container["resources"]["limits"]["memory"])]
}

/// The workers of a replica in compose and in Kubernetes.
fn workers() -> [usize; 2] {
    let compose = yaml(include_str!("../docker-compose.yml"));
    let objects = objects();
    let workers = &variable(workload(&objects, "bestmove"), "BESTMOVE_WORKERS")["value"];
    let compose = compose["services"]["bestmove-0"]["environment"]["BESTMOVE_WORKERS"].as_u64().unwrap();
    [compose as usize, workers.as_str().unwrap().parse().unwrap()]
}

const KNOWLEDGE_AND_CACHES_MIB: usize = 170;
/// Searches of three priorities have two each.
const FRESH_TABLES_OF_A_WORKER: usize = 3 * 2;

#[test]
fn replicas_have_memory_for_their_requests() {
    let config = EngineConfig::default();
    let requests = FairUse::default().memory_bytes;
    for (limit, workers) in memory_limits("bestmove-0", "bestmove").into_iter().zip(workers()) {
        let tables = config.session.table_bytes
            + config.session.solver_bytes
            + workers * FRESH_TABLES_OF_A_WORKER * config.session.fresh_table_bytes;
        let peak = ((tables + requests) >> 20) + KNOWLEDGE_AND_CACHES_MIB;
        assert!(peak <= limit, "{peak} MiB of {limit}");
    }
}

/// The comments that explain the limits of memory.
#[test]
fn comments_have_the_defaults() {
    let (config, requests) = (EngineConfig::default(), FairUse::default().memory_bytes);
    for text in [include_str!("../docker-compose.yml"), include_str!("../deploy/kubernetes/replicas.yaml")] {
        let text = text.split_whitespace().filter(|word| *word != "#").collect::<Vec<_>>().join(" ");
        for (variable, bytes) in [
            ("TABLE", config.session.table_bytes),
            ("SOLVER", config.session.solver_bytes),
            ("FRESH_TABLE", config.session.fresh_table_bytes),
            ("REQUEST", requests),
        ] {
            let variable = format!("BESTMOVE_{variable}_MIB");
            let (_, rest) = text.split_once(&variable).unwrap();
            let digits =
                rest.trim_start_matches([',', ' ']).split(|sign: char| !sign.is_ascii_digit()).next();
            assert_eq!(digits, Some(&*(bytes >> 20).to_string()), "{variable}");
        }
    }
}

/// The value of a flag in the example of a small container.
fn of_small_container(flag: &str) -> usize {
    let operations = include_str!("../docs/operations.md");
    let line = operations.split("docker run").find(|line| line.contains("--memory")).unwrap();
    let value = line.split(&format!("{flag} ")).nth(1).unwrap();
    let digits = value.find(|sign: char| !sign.is_ascii_digit()).unwrap();
    value[..digits].parse().unwrap()
}

#[test]
fn the_small_container_has_memory_for_its_requests() {
    let [limit, workers, table, fresh_table] =
        ["--memory", "--cpus", "--table-mib", "--fresh-table-mib"].map(of_small_container);
    let others = EngineConfig::default().session.solver_bytes + FairUse::default().memory_bytes;
    let tables = table + workers * FRESH_TABLES_OF_A_WORKER * fresh_table;
    let peak = tables + (others >> 20) + KNOWLEDGE_AND_CACHES_MIB;
    assert!(peak + 100 <= limit, "{peak} MiB of {limit}, and connections");
}

#[test]
fn the_proxy_has_memory_for_its_connections() {
    const BUFFERS: usize = 7;
    const STICK_TABLES_MIB: usize = 20;
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
    let longest = config.session.limit_policy.max_time * u32::try_from(config.batch).unwrap();
    assert!(Duration::from_secs(3600) * hours > longest * 2);
}

/// Else a background task would be found on one of them only.
#[test]
fn replicas_and_workers_share_a_store() {
    let compose = yaml(include_str!("../docker-compose.yml"));
    let services = compose["services"].as_mapping().unwrap();
    let own = services.iter().filter(|(_, service)| service["image"] == "bestmove");
    let stores: Vec<_> = own.map(|(_, service)| &service["environment"]["BESTMOVE_STORE"]).collect();
    assert!(stores.len() == 5 && stores.iter().all(|store| *store == stores[0]), "{stores:?}");
    let default = stores[0].as_str().and_then(|store| store.strip_prefix("${BESTMOVE_STORE:-"));
    let password = services["postgres"]["environment"]["POSTGRES_PASSWORD"].as_str().unwrap();
    assert_eq!(default, Some(&*format!("postgres://bestmove:{password}@postgres/bestmove}}")));

    let workers = fs::read_to_string("deploy/kubernetes/workers.yaml").unwrap();
    let worker = yaml(workers.split_once("\n---\n").unwrap().0);
    let objects = objects();
    let [service, worker] =
        [workload(&objects, "bestmove"), &worker].map(|set| &variable(set, "BESTMOVE_STORE")["valueFrom"]);
    assert!(service["secretKeyRef"]["name"].is_string());
    assert_eq!(service, worker);
}

#[test]
fn prometheus_scrapes_all_replicas_workers_and_the_proxy() {
    let compose = yaml(include_str!("../docker-compose.yml"));
    let prometheus = yaml(include_str!("../deploy/prometheus/prometheus.yaml"));
    let processes = &prometheus["scrape_configs"][0];
    let replicas = processes["static_configs"][0]["targets"].as_sequence().unwrap();
    let workers = &processes["dns_sd_configs"][0];
    let port = workers["port"].as_u64().unwrap();
    let workers = workers["names"].as_sequence().unwrap();
    assert_eq!((replicas.len(), workers.len()), (3, 2));
    let targets = replicas.iter().map(|target| target.as_str().unwrap().to_owned());
    let workers = workers.iter().map(|name| format!("{}:{port}", name.as_str().unwrap()));
    for target in targets.chain(workers) {
        let (name, port) = target.split_once(':').unwrap();
        let listens = compose["services"][name]["environment"]["BESTMOVE_ADMIN_LISTEN"].as_str().unwrap();
        assert_eq!(listens, format!("0.0.0.0:{port}"));
    }
    let proxy = &prometheus["scrape_configs"][1]["static_configs"][0]["targets"][0];
    let (name, port) = proxy.as_str().unwrap().split_once(':').unwrap();
    assert!(compose["services"][name]["image"].as_str().unwrap().starts_with("haproxy:"));
    assert!(include_str!("../deploy/haproxy/haproxy.cfg").contains(&format!("    bind :{port}\n")));
}

/// The names of the servers in the configuration of HAProxy, with the hosts and ports that they have in compose.
fn servers(text: &str) -> Vec<(&str, String)> {
    let servers = text.lines().filter_map(|line| line.strip_prefix("    server bestmove-"));
    let parsed = servers.map(|line| {
        let (number, host) = line.split_once(' ').unwrap();
        (number, host.trim_matches('"').replace("${REPLICA_DOMAIN}", ""))
    });
    parsed.collect()
}

/// The proxy finds a replica by its name.
#[test]
fn each_replica_has_the_name_of_its_server() {
    let (always, more) =
        include_str!("../deploy/haproxy/haproxy.cfg").split_once(".if defined(REPLICA_DOMAIN)\n").unwrap();
    let compose = yaml(include_str!("../docker-compose.yml"));
    for (number, host) in servers(always) {
        assert_eq!(host, format!("bestmove-{number}:8080"));
        assert!(compose["services"].get(format!("bestmove-{number}")).is_some(), "{number}");
    }
    assert!(include_str!("../Dockerfile").contains("BESTMOVE_LISTEN=0.0.0.0:8080"));

    let objects = objects();
    let all = [servers(always), servers(more)].concat();
    assert_eq!(of_kind(&objects, "HorizontalPodAutoscaler")[0]["spec"]["maxReplicas"], all.len());
    for (number, (name, host)) in all.iter().enumerate() {
        assert_eq!((*name, host), (&*number.to_string(), &format!("bestmove-{number}:8080")));
    }
    let (set, name) = (workload(&objects, "bestmove"), "bestmove");
    assert_eq!((&set["kind"], &set["spec"]["serviceName"]), (&"StatefulSet".into(), &name.into()));
    let domain = &variable(workload(&objects, "bestmove-proxy"), "REPLICA_DOMAIN")["value"];
    assert_eq!(domain, ".bestmove.$(NAMESPACE).svc.cluster.local");
}
