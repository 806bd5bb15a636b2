//! Refuses environment variables that no flag reads, which are most likely misspelt.

use clap::Command;
use std::collections::BTreeSet;

const PREFIX: &str = "BESTMOVE_";
/// Variables of the clients, which may share their environment with the service.
const OF_CLIENTS: [&str; 1] = ["BESTMOVE_URL"];
/// The similarity (Jaro-Winkler, 0 to 1) above which a known name is suggested.
const SIMILAR: f64 = 0.8;

/// Checks the names of environment variables against those that `program` and its commands read.
///
/// # Errors
///
/// Names each unknown variable that begins with `BESTMOVE_`, and the most similar known one.
pub(super) fn check(program: &Command, names: impl Iterator<Item = String>) -> Result<(), String> {
    let known = known(program);
    let unknown: BTreeSet<_> = names
        .filter(|name| name.starts_with(PREFIX) && !known.contains(name.as_str()))
        .filter(|name| !OF_CLIENTS.contains(&name.as_str()) && !is_service_link(name))
        .collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let complaints: Vec<_> = unknown.iter().map(|name| message(name, &known)).collect();
    Err(complaints.join("\n  "))
}

/// The variables that the flags of a program and its commands read.
fn known(program: &Command) -> BTreeSet<&str> {
    let own = program.get_arguments().filter_map(|flag| flag.get_env()?.to_str());
    own.chain(program.get_subcommands().flat_map(known)).collect()
}

fn message(name: &str, known: &BTreeSet<&str>) -> String {
    let similarity = |other: &&str| strsim::jaro_winkler(&name[PREFIX.len()..], &other[PREFIX.len()..]);
    let nearest = known.iter().copied().max_by(|a, b| similarity(a).total_cmp(&similarity(b)));
    match nearest.filter(|other| similarity(other) >= SIMILAR) {
        Some(nearest) => format!("unknown environment variable {name}: did you mean {nearest}?"),
        None => format!("unknown environment variable {name}: --help lists those there are"),
    }
}

/// Whether Kubernetes or Docker set the variable for a service whose name begins with "bestmove":
/// `*_SERVICE_HOST`, `*_SERVICE_PORT`, `*_PORT`, `*_PORT_8080_TCP` and so on.
fn is_service_link(name: &str) -> bool {
    let is_port = |rest: &str| rest.is_empty() || rest.starts_with(|c: char| c == '_' || c.is_ascii_digit());
    name.ends_with("_SERVICE_HOST")
        || name.contains("_SERVICE_PORT")
        || name.split_once("_PORT").is_some_and(|(_, rest)| is_port(rest))
}

#[cfg(test)]
mod tests {
    use super::super::Cli;
    use super::*;
    use clap::CommandFactory;

    fn check_name(name: &str) -> Result<(), String> {
        check(&<Cli as CommandFactory>::command(), [name.to_owned()].into_iter())
    }

    #[test]
    fn unknown_variables_are_refused_with_the_nearest_known_one() {
        for (name, expected) in [
            ("BESTMOVE_ADRESS_QUOTA_MS", "did you mean BESTMOVE_ADDRESS_QUOTA_MS?"),
            ("BESTMOVE_WORKER", "did you mean BESTMOVE_WORKERS?"),
            ("BESTMOVE_MAXTIME_MS", "did you mean BESTMOVE_MAX_TIME_MS?"),
            ("BESTMOVE_XYZZY", "--help lists those there are"),
        ] {
            let message = check_name(name).unwrap_err();
            assert!(message.contains(name) && message.contains(expected), "{message}");
        }
    }

    #[test]
    fn known_and_foreign_variables_are_accepted() {
        let own = ["BESTMOVE_WORKERS", "BESTMOVE_GAME"];
        for name in own.into_iter().chain(["BESTMOVE_URL", "PATH", "OTHER_BESTMOVE_X", "bestmove_x"]) {
            assert_eq!(check_name(name), Ok(()), "{name}");
        }
    }

    #[test]
    fn kubernetes_service_links_are_accepted() {
        for name in [
            "BESTMOVE_SERVICE_HOST",
            "BESTMOVE_SERVICE_PORT_HTTP",
            "BESTMOVE_PORT",
            "BESTMOVE_PROXY_PORT_80_TCP_ADDR",
        ] {
            assert_eq!(check_name(name), Ok(()), "{name}");
        }
    }
}
