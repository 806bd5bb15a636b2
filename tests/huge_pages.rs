//! A program that searches requests huge pages, however it is started.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

const TOLD: &str = "GLIBC_TUNABLES";
const ASKED: &str = "_BESTMOVE_HUGE_PAGES_ASKED_FOR";

/// The value of the C library's variable in a running engine that was started with this variable. The
/// engine has an argument and has answered a command.
fn tunables(variable: Option<(&str, &str)>) -> Option<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bestmove-lab"));
    command
        .args(["engine", "checkers", "--table-mib", "1"])
        .env_remove(TOLD)
        .env_remove(ASKED)
        .envs(variable);
    let mut engine = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    engine.stdin.as_mut().unwrap().write_all(b"pos nonsense\n").unwrap();
    let mut answer = String::new();
    BufReader::new(engine.stdout.take().unwrap()).read_line(&mut answer).unwrap();
    assert!(answer.contains("nonsense"), "{answer}");
    let environment = fs::read_to_string(format!("/proc/{}/environ", engine.id())).unwrap();
    drop(engine.stdin.take());
    assert!(engine.wait().unwrap().success());
    let mut variables = environment.split('\0').filter_map(|line| line.split_once('='));
    variables.find(|(name, _)| *name == TOLD).map(|(_, value)| value.to_owned())
}

#[test]
fn huge_pages_are_requested_where_the_kernel_allows() {
    let modes = fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled").unwrap_or_default();
    let asks = cfg!(target_env = "gnu") && modes.contains("[madvise]");
    assert_eq!(tunables(None), asks.then(|| "glibc.malloc.hugetlb=1".to_owned()));
}

#[test]
fn a_variable_that_is_set_stays() {
    assert_eq!(tunables(Some((TOLD, ""))).as_deref(), Some(""));
    assert_eq!(tunables(Some((TOLD, "glibc.malloc.hugetlb=0"))).as_deref(), Some("glibc.malloc.hugetlb=0"));
}

/// If the variable does not reach the program.
#[test]
fn the_program_restarts_at_most_once() {
    assert_eq!(tunables(Some((ASKED, ""))), None);
}
