//! A program that searches asks for huge pages, whoever starts it.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

const TOLD: &str = "GLIBC_TUNABLES";
const ASKED: &str = "_BESTMOVE_HUGE_PAGES_ASKED_FOR";

/// What the C library of a running engine was told, when the engine was started with that variable. The engine has had
/// an argument and an order, and answered it.
fn told(variable: Option<(&str, &str)>) -> Option<String> {
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
fn huge_pages_are_asked_for_where_they_are_given_to_who_asks() {
    let modes = fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled").unwrap_or_default();
    let asks = cfg!(target_env = "gnu") && modes.contains("[madvise]");
    assert_eq!(told(None), asks.then(|| "glibc.malloc.hugetlb=1".to_owned()));
}

#[test]
fn what_the_library_was_told_stands() {
    assert_eq!(told(Some((TOLD, ""))).as_deref(), Some(""));
    assert_eq!(told(Some((TOLD, "glibc.malloc.hugetlb=0"))).as_deref(), Some("glibc.malloc.hugetlb=0"));
}

/// As where the library's variable is taken away.
#[test]
fn the_program_is_not_started_again_and_again() {
    assert_eq!(told(Some((ASKED, ""))), None);
}
