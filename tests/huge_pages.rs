//! Programs that search restart themselves once, to request huge pages from the C library.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

const TUNABLES: &str = "GLIBC_TUNABLES";
/// Set by the program before it restarts.
const RESTARTED: &str = "_BESTMOVE_HUGE_PAGES_ASKED_FOR";

/// Starts an engine with this variable, and returns the value of `GLIBC_TUNABLES` in the running process.
fn tunables(variable: Option<(&str, &str)>) -> Option<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bestmove"));
    command
        .args(["engine", "checkers", "--protocol", "ugi", "--table-mib", "1"])
        .env_remove(TUNABLES)
        .env_remove(RESTARTED)
        .envs(variable);
    let mut engine = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    engine.stdin.as_mut().unwrap().write_all(b"position nonsense\n").unwrap();
    let mut answer = String::new();
    BufReader::new(engine.stdout.take().unwrap()).read_line(&mut answer).unwrap();
    assert!(answer.contains("nonsense"), "{answer}");
    let environment = fs::read_to_string(format!("/proc/{}/environ", engine.id())).unwrap();
    drop(engine.stdin.take());
    assert!(engine.wait().unwrap().success());
    let mut variables = environment.split('\0').filter_map(|line| line.split_once('='));
    variables.find(|(name, _)| *name == TUNABLES).map(|(_, value)| value.to_owned())
}

#[test]
fn huge_pages_are_requested_where_the_kernel_allows() {
    let modes = fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled").unwrap_or_default();
    let is_supported = cfg!(target_env = "gnu") && modes.contains("[madvise]");
    assert_eq!(tunables(None), is_supported.then(|| "glibc.malloc.hugetlb=1".to_owned()));
}

#[test]
fn existing_tunables_are_kept() {
    assert_eq!(tunables(Some((TUNABLES, ""))).as_deref(), Some(""));
    assert_eq!(
        tunables(Some((TUNABLES, "glibc.malloc.hugetlb=0"))).as_deref(),
        Some("glibc.malloc.hugetlb=0")
    );
}

/// Even if `GLIBC_TUNABLES` is lost in the restart.
#[test]
fn the_program_restarts_at_most_once() {
    assert_eq!(tunables(Some((RESTARTED, ""))), None);
}
