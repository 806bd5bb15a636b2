//! A store in a file, whose process is killed or runs out of space.

#![allow(clippy::print_stdout, reason = "how one process tells the other")]

use crate::conformance::{File, LONG, chunk, claim, create, new_job, status, submit, try_claim};
use bestmove_jobs::{Embedded, JobId, JobState, Store, StoreError, Tally};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::collections::BTreeMap;
use std::env;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// The file that a process of these tests works on, in the environment.
const FILE: &str = "JOBS_TEST_FILE";

/// Runs a test of this module in another process, on a file. A write beyond the largest size of a
/// file fails there, as on a full disk, where a signal would end the process.
fn other_process(test: &str, file: &Path) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]).arg(env::current_exe().unwrap());
    let test = format!("faults::file::{test}");
    command.args([&test, "--exact", "--ignored", "--nocapture"]).env(FILE, file);
    command
}

fn file_of_this_process() -> Embedded {
    Embedded::open(env::var_os(FILE).unwrap()).unwrap()
}

#[tokio::test]
#[ignore = "the other process of no_acknowledged_result_is_lost"]
async fn finishes_chunks_for_ever() {
    let store = &file_of_this_process();
    let work = async || {
        while let Some(claim) = try_claim(store, LONG).await {
            assert!(store.finish(&claim.lease, claim.input.clone(), claim.cost.into()).await.unwrap());
            println!("finished {} {}", claim.lease.job, claim.lease.first);
        }
    };
    tokio::join!(work(), work(), work(), work());
    println!("out of work");
}

/// Kills the process after as many acknowledged chunks, and returns all that it acknowledged.
fn work_and_die(file: &Path, after: usize) -> Vec<(JobId, u64)> {
    let mut process = other_process("finishes_chunks_for_ever", file).stdout(Stdio::piped()).spawn().unwrap();
    let mut acknowledged = Vec::new();
    for line in BufReader::new(process.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        assert_ne!(line, "out of work", "killed too late");
        let Some((_, words)) = line.split_once("finished ") else { continue };
        let (job, first) = words.split_once(' ').unwrap();
        acknowledged.push((JobId::parse(job).unwrap(), first.parse().unwrap()));
        if acknowledged.len() == after {
            process.kill().unwrap();
        }
    }
    assert!(!process.wait().unwrap().success());
    acknowledged
}

#[tokio::test]
async fn no_acknowledged_result_is_lost() {
    let file = File::new("killed");
    let items = 2_000;
    let job = submit(&file.open(), "ann", (0..items).map(|n| chunk(n, 1, 1)).collect()).await;
    let mut acknowledged = BTreeMap::new();
    for after in [1, 400, 201, 602, 5] {
        for (of, first) in work_and_die(file.path(), after) {
            assert_eq!(of, job);
            assert_eq!(acknowledged.insert(first, after), None, "{first} was finished twice");
        }
    }
    let store = &file.open();
    let before = status(store, &job).await.finished_items;
    // The process may have died between the commit and its message, once for each worker.
    let known = acknowledged.len() as u64;
    assert!((known..=known + 20).contains(&before), "{known} acknowledged, {before} stored");
    assert_eq!(store.backlog().await.unwrap().running_chunks, 0);
    while let Some(claim) = try_claim(store, LONG).await {
        assert!(!acknowledged.contains_key(&claim.lease.first), "{claim:?}");
        assert!(claim.lease.attempt <= 5, "{claim:?}");
        assert!(store.finish(&claim.lease, claim.input.clone(), claim.cost.into()).await.unwrap());
    }
    let end = status(store, &job).await;
    assert_eq!((end.state, end.finished_items, end.spent), (JobState::Finished, items, end.cost));
    let results = store.results(&job, 0, usize::MAX).await.unwrap();
    let expected: Vec<_> = (0..items).map(|n| n.to_string().into_bytes()).collect();
    assert_eq!(results.into_iter().map(|chunk| chunk.result).collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn a_job_survives_a_restart() {
    let file = File::new("restarted");
    let (job, upload) = {
        let store = &file.open();
        let job = submit(store, "ann", (0..3).map(|n| chunk(n, 1, 1)).collect()).await;
        let lease = claim(store, LONG).await.lease;
        assert!(store.beat(&lease, LONG, Some(b"so far".to_vec())).await.unwrap());
        let upload = create(store, new_job("bob")).await;
        store.add(&upload, 3, vec![chunk(0, 1, 1)]).await.unwrap();
        (job, upload)
    };
    let store = &file.open();
    assert_eq!(store.parts(&upload).await.unwrap(), [3]);
    assert_eq!(status(store, &job).await.state, JobState::Running);
    let claim = claim(store, LONG).await;
    assert_eq!((claim.lease.first, claim.lease.attempt), (0, 2), "an hour before its lease is over");
    assert_eq!(claim.progress.as_deref(), Some(b"so far".as_slice()));
}

#[tokio::test]
async fn another_process_is_refused() {
    let file = File::new("shared");
    let _first = file.open();
    let second = Embedded::open(file.path()).map(drop);
    assert!(
        matches!(&second, Err(error) if error.to_string().contains("another process has opened the file")),
        "{second:?}"
    );
}

#[tokio::test]
async fn another_file_is_refused() {
    let file = File::new("foreign");
    std::fs::write(file.path(), "1. e4 e5 ".repeat(10_000)).unwrap();
    let opened = Embedded::open(file.path()).map(drop);
    assert!(matches!(opened, Err(StoreError::Corrupt(_))), "{opened:?}");
}

/// Sets the largest size of a file of this process, as far as the hard limit allows.
fn limit_files(bytes: Option<u64>) {
    let maximum = getrlimit(Resource::Fsize).maximum;
    setrlimit(Resource::Fsize, Rlimit { current: bytes.or(maximum), maximum }).unwrap();
}

#[tokio::test]
#[ignore = "the other process of a_full_disk_is_survived"]
async fn fills_the_disk() {
    let store = &file_of_this_process();
    let running = submit(store, "ann", vec![chunk(0, 1, 1)]).await;
    let lease = claim(store, LONG).await.lease;
    limit_files(Some(std::fs::metadata(env::var_os(FILE).unwrap()).unwrap().len() + (4 << 20)));
    let job = create(store, new_job("bob")).await;
    let large = |n| bestmove_jobs::NewChunk { input: vec![7; 1 << 20], ..chunk(u64::from(n), 1, 1) };
    let mut parts = 0;
    let refused = loop {
        match store.add(&job, parts, vec![large(parts)]).await {
            Ok(()) => parts += 1,
            Err(error) => break error,
        }
    };
    assert!(matches!(refused, StoreError::Full), "{refused:?}");
    let again = store.add(&job, parts, vec![large(parts)]).await;
    assert!(matches!(again, Err(StoreError::Full)), "{again:?}");
    assert_eq!(store.parts(&job).await.unwrap().len(), parts as usize, "no half of a part");
    limit_files(None);
    store.add(&job, parts, vec![large(parts)]).await.unwrap();
    store.submit(&job, None).await.unwrap();
    assert!(store.finish(&lease, b"done".to_vec(), Tally::default()).await.unwrap(), "leases still hold");
    assert_eq!(status(store, &running).await.state, JobState::Finished);
    println!("survived");
}

#[test]
fn a_full_disk_is_survived() {
    let file = File::new("full");
    let output = other_process("fills_the_disk", file.path()).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("survived"), "{text}");
}
