//! A program that searches asks for huge pages, whoever starts it.

use std::fs;
use std::process::{Command, Stdio};

/// What the program's environment says when it has told what it can do.
fn told(variable: Option<&str>) -> Option<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bestmove-lab"));
    command.args(["engine", "checkers"]).env_remove("GLIBC_TUNABLES");
    variable.inspect(|value| _ = command.env("GLIBC_TUNABLES", value));
    let mut engine = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let found = || {
        let environment = fs::read_to_string(format!("/proc/{}/environ", engine.id())).unwrap();
        environment.split('\0').find_map(|line| line.strip_prefix("GLIBC_TUNABLES=").map(str::to_owned))
    };
    let first = (0..100).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        found()
    });
    drop(engine.stdin.take());
    assert!(engine.wait().unwrap().success());
    first
}

#[test]
fn huge_pages_are_asked_for_where_they_are_given_to_who_asks() {
    let modes = fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled").unwrap_or_default();
    let asked = modes.contains("[madvise]").then(|| "glibc.malloc.hugetlb=1".to_owned());
    assert_eq!(told(None), asked);
    assert_eq!(told(Some("glibc.malloc.hugetlb=0")).as_deref(), Some("glibc.malloc.hugetlb=0"));
}
