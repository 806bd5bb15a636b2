//! Transparent huge pages for tables with random access.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// Re-executes the program once with transparent huge pages, where the kernel gives them on
/// request. The C library (glibc) reads its tunables before the program begins; tunables that are
/// set already stand.
///
/// # Errors
///
/// If the program can't be re-executed.
pub fn reexec_with_huge_pages() -> io::Result<()> {
    const TOLD: &str = "GLIBC_TUNABLES";
    /// For privileged programs the library removes the other variable.
    const ASKED: &str = "_BESTMOVE_HUGE_PAGES_ASKED_FOR";
    let modes = fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled").unwrap_or_default();
    let is_decided = [TOLD, ASKED].into_iter().any(|variable| env::var_os(variable).is_some());
    let mut arguments = env::args_os();
    let Some((program, name)) = env::current_exe().ok().zip(arguments.next()) else { return Ok(()) };
    if !cfg!(target_env = "gnu") || !modes.contains("[madvise]") || is_decided || !names(&name, &program) {
        return Ok(());
    }
    let mut anew = Command::new(program);
    anew.arg0(name).args(arguments).envs([(TOLD, "glibc.malloc.hugetlb=1"), (ASKED, "")]);
    let error = anew.exec();
    let reason = format!("can't start anew to have huge pages: {error}; {TOLD}= does without");
    Err(io::Error::new(error.kind(), reason))
}

/// Whether the program was started by that name, and not by a loader.
fn names(name: &OsString, program: &Path) -> bool {
    Path::new(name).file_name() == program.file_name()
}
