//! Huge pages for the tables that searches look up all over.

use std::env;
use std::fs;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// Starts the program anew with a C library that asks for huge pages, where the kernel gives them to who asks. The library
/// reads what it is told (`GLIBC_TUNABLES`) before the program begins; what somebody has told it already stands.
///
/// Returns if there is no need for that, or no way: then searches are somewhat slower.
pub fn ask_for_huge_pages() {
    const TOLD: &str = "GLIBC_TUNABLES";
    let modes = fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled").unwrap_or_default();
    if !cfg!(target_env = "gnu") || !modes.contains("[madvise]") || env::var_os(TOLD).is_some() {
        return;
    }
    let Ok(program) = env::current_exe() else { return };
    let mut arguments = env::args_os();
    let mut command = Command::new(program);
    if let Some(name) = arguments.next() {
        command.arg0(name);
    }
    let _failed = command.args(arguments).env(TOLD, "glibc.malloc.hugetlb=1").exec();
}
