//! The files of `deploy`, read.

use bestmove::config::Cli;
use serde_norway::Value;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

pub(super) fn yaml(text: &str) -> Value {
    let mut value: Value = serde_norway::from_str(text).unwrap();
    // Twice, because merged mappings have merges of their own.
    value.apply_merge().unwrap();
    value.apply_merge().unwrap();
    value
}

/// The environment variables of the service.
pub(super) fn known_variables() -> HashSet<String> {
    let program = Cli::program();
    let serve = program.find_subcommand("serve").unwrap();
    let names = serve.get_arguments().filter_map(|flag| flag.get_env());
    names.map(|name| name.to_str().unwrap().to_owned()).collect()
}

/// The objects that `kubectl apply -k deploy/kubernetes` creates, except those generated from files.
pub(super) fn objects() -> Vec<Value> {
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
pub(super) fn workloads(objects: &[Value]) -> Vec<&Value> {
    [of_kind(objects, "StatefulSet"), of_kind(objects, "Deployment")].concat()
}

pub(super) fn workload<'a>(objects: &'a [Value], name: &str) -> &'a Value {
    workloads(objects).into_iter().find(|workload| workload["metadata"]["name"] == name).unwrap()
}

/// An environment variable of the container of a workload.
pub(super) fn variable<'a>(workload: &'a Value, name: &str) -> &'a Value {
    let variables = workload["spec"]["template"]["spec"]["containers"][0]["env"].as_sequence().unwrap();
    variables.iter().find(|variable| variable["name"] == name).unwrap()
}

pub(super) fn of_kind<'a>(objects: &'a [Value], kind: &str) -> Vec<&'a Value> {
    let found: Vec<_> = objects.iter().filter(|object| object["kind"] == kind).collect();
    assert!(!found.is_empty(), "{kind}");
    found
}
