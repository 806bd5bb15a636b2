//! A store in PostgreSQL, whose server is killed, stopped or full, and whose tables are new, old or shared.

use crate::conformance::{
    LONG, chunk, chunks, claim, create, new_job, status, submit, try_claim, until, worker,
};
use crate::server::Server;
use bestmove_jobs::{Claim, JobId, JobState, NewChunk, Postgres, Store, StoreError};
use rustix::process::{Signal, kill_process};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::task::spawn_blocking;

/// Claims and finishes until the job is finished, whatever the server does. Chunks whose claim was
/// lost come back soon.
async fn work(store: &Postgres, job: &JobId, finished: &AtomicU64) {
    let brief = worker(Duration::from_millis(500));
    while store.job(job).await.ok().flatten().is_none_or(|job| job.state != JobState::Finished) {
        if let Ok(Some(claim)) = store.claim(&brief).await
            && deliver(store, &claim).await
        {
            finished.fetch_add(1, Ordering::Relaxed);
        }
        tokio::task::yield_now().await;
    }
}

/// Finishes a chunk, as soon as the store answers.
async fn deliver(store: &Postgres, claim: &Claim) -> bool {
    until(async || match store.finish(&claim.lease, claim.input.clone(), claim.cost.into()).await {
        Ok(holds) => Some(holds),
        Err(StoreError::Unavailable(_)) => None,
        Err(error) => panic!("{error}"),
    })
    .await
}

/// That each item has its result, and each chunk was counted once.
async fn assert_finished_once(store: &Postgres, job: &JobId, items: u64) {
    let end = status(store, job).await;
    assert_eq!((end.state, end.finished_items), (JobState::Finished, items));
    assert_eq!((end.spent, end.finished_cost), (end.cost, end.cost));
    let results = store.results(job, 0, usize::MAX).await.unwrap();
    let expected: Vec<_> = (0..items).map(|n| n.to_string().into_bytes()).collect();
    assert_eq!(results.into_iter().map(|chunk| chunk.result).collect::<Vec<_>>(), expected);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_loses_nothing_and_repeats_nothing() {
    let mut server = Server::start();
    let store = &server.store("killed");
    let job = submit(store, "ann", (0..1_000).map(|n| chunk(n, 1, 1)).collect()).await;
    let finished = &AtomicU64::new(0);
    let work = || work(store, &job, finished);
    let kills = async {
        for kill in 1..=10 {
            until(async || (finished.load(Ordering::Relaxed) >= 90 * kill).then_some(())).await;
            tokio::task::block_in_place(|| {
                server.kill();
                server.restart();
            });
        }
    };
    tokio::join!(kills, work(), work(), work(), work(), work(), work(), work(), work());
    assert_finished_once(store, &job, 1_000).await;
    assert!(finished.load(Ordering::Relaxed) <= 1_000);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stopped_server_is_unavailable_until_it_continues() {
    let server = Server::start();
    let store = &server.store("stopped");
    let job = submit(store, "ann", (0..40).map(|n| chunk(n, 1, 1)).collect()).await;
    let held = claim(store, LONG).await;
    let received = create(store, new_job("bob")).await;
    let impatient = Postgres::new(&server.url("stopped")).unwrap();
    until(async || impatient.backlog().await.ok()).await;
    let processes = server.processes();
    let all = |signal| processes.iter().for_each(|id| kill_process(*id, signal).unwrap());
    all(Signal::STOP);
    let answers = tokio::join!(
        async { impatient.claim(&worker(Duration::from_millis(500))).await.map(drop) },
        async { impatient.finish(&held.lease, held.input.clone(), held.cost.into()).await.map(drop) },
        async { impatient.job(&job).await.map(drop) },
        async { impatient.submit(&received, None).await.map(drop) },
        async { impatient.backlog().await.map(drop) },
    );
    // The server is still stopped: nothing has waited for it.
    all(Signal::CONT);
    for answer in [answers.0, answers.1, answers.2, answers.3, answers.4] {
        assert!(matches!(answer, Err(StoreError::Unavailable(_))), "{answer:?}");
    }
    assert!(deliver(store, &held).await, "a finish may be repeated");
    let finished = AtomicU64::new(0);
    tokio::join!(work(store, &job, &finished), work(store, &job, &finished));
    assert_finished_once(store, &job, 40).await;
    until(async || store.submit(&received, None).await.ok()).await;
}

#[tokio::test]
async fn an_absent_server_is_unavailable() {
    let mut server = Server::start();
    let store = &server.store("absent");
    server.kill();
    let claimed = store.claim(&worker(LONG)).await;
    assert!(matches!(claimed, Err(StoreError::Unavailable(_))), "{claimed:?}");
    server.restart();
    until(async || store.backlog().await.ok()).await;
}

/// A statement that waits for a lock ends with its client, as connections are few.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn locked_tables_leave_no_connections_behind() {
    let server = Arc::new(Server::start());
    let store = server.store("locked").with_patience(Duration::from_millis(200));
    until(async || store.backlog().await.ok()).await;
    let locking = Arc::clone(&server);
    let lock = "begin; lock table bestmove.chunk; select pg_sleep(15)";
    let locked = spawn_blocking(move || locking.sql("locked", lock));
    until(async || store.claim(&worker(LONG)).await.is_err().then_some(())).await;
    for _ in 0..40 {
        let claimed = store.claim(&worker(LONG)).await;
        assert!(matches!(claimed, Err(StoreError::Unavailable(_))), "{claimed:?}");
    }
    let connections = "select count(*) from pg_stat_activity where application_name = 'bestmove'";
    let connections: usize = server.sql("locked", connections).parse().unwrap();
    assert!(connections <= 12, "{connections}");
    locked.await.unwrap();
    until(async || store.backlog().await.ok()).await;
}

#[tokio::test]
async fn the_tables_of_an_empty_database_are_made_again() {
    let server = Server::start();
    let store = &server.store("emptied");
    let job = submit(store, "ann", vec![chunk(0, 1, 1)]).await;
    server.sql("emptied", "drop schema bestmove cascade");
    assert!(store.job(&job).await.unwrap().is_none());
    let again = submit(store, "ann", vec![chunk(0, 1, 1)]).await;
    let held = claim(store, LONG).await;
    assert_eq!(held.lease.job, again);
    assert!(deliver(store, &held).await);
}

#[tokio::test]
async fn a_full_disk_is_survived() {
    let server = Server::start();
    let store = &server.store("full");
    let running = submit(store, "ann", vec![chunk(0, 1, 1)]).await;
    let held = claim(store, LONG).await;
    let job = create(store, new_job("bob")).await;
    let large = |n| NewChunk { input: vec![7; 4 << 20], ..chunk(u64::from(n), 1, 1) };
    // Beyond a segment of the log, and in the middle of a page: its half is written, as on a full disk.
    server.limit_files(Some((20 << 20) + 4_096));
    let mut parts = 0;
    let refused = loop {
        match store.add(&job, parts, vec![large(parts)]).await {
            Ok(()) => parts += 1,
            Err(error) => break error,
        }
    };
    assert!(matches!(refused, StoreError::Full), "{refused:?}");
    assert_eq!(store.parts(&job).await.unwrap().len(), parts as usize, "no half of a part");
    assert!(deliver(store, &held).await, "a small result has room");
    server.limit_files(None);
    store.add(&job, parts, vec![large(parts)]).await.unwrap();
    store.submit(&job, None).await.unwrap();
    assert_eq!(status(store, &running).await.state, JobState::Finished);
    assert_eq!(store.backlog().await.unwrap().ready_chunks, u64::from(parts) + 1);
}

#[tokio::test]
async fn programs_that_start_together_create_the_tables_once() {
    let server = crate::server::shared();
    server.create_database("together");
    let start = async || server.open("together").backlog().await.unwrap();
    tokio::join!(start(), start(), start(), start(), start(), start());
    assert_eq!(
        server.sql("together", "select version, oldest from bestmove.migration"),
        "1|1\n2|1\n3|1\n4|1\n5|1\n6|1\n7|1\n8|1\n9|1"
    );
}

#[tokio::test]
async fn a_later_release_says_whose_tables_these_are() {
    let server = crate::server::shared();
    let open = || server.open("later");
    server.store("later").backlog().await.unwrap();
    server.sql("later", "insert into bestmove.migration (version, oldest) values (98, 1)");
    open().backlog().await.unwrap();
    server.sql("later", "insert into bestmove.migration (version, oldest) values (99, 99)");
    let refused = open().backlog().await;
    assert!(
        matches!(&refused, Err(StoreError::Corrupt(reason)) if reason.contains("later release")),
        "{refused:?}"
    );
}

#[tokio::test]
async fn a_chunk_that_another_process_returns_is_not_passed_over_for_long() {
    let server = crate::server::shared();
    let one = &server.store("returned");
    let other = &server.open("returned");
    submit(one, "ann", chunks(2_000, 1_000)).await;
    let first = claim(other, LONG).await.lease;
    for _ in 0..5 {
        claim(one, LONG).await;
    }
    assert!(other.hand_back(&first).await.unwrap());
    until(async || {
        let claimed = try_claim(one, LONG).await.expect("not the last of 2,000");
        (claimed.lease.first == first.first).then_some(())
    })
    .await;
}

#[tokio::test]
async fn an_autoscaler_reads_the_backlog() {
    let server = crate::server::shared();
    let store = &server.store("scaled");
    submit(store, "ann", chunks(3, 1_500)).await;
    claim(store, LONG).await;
    let view = "select ready_chunks, running_chunks, cpu_seconds from bestmove.backlog";
    assert_eq!(server.sql("scaled", view), "2|1|3");
}

/// Of the chunks that wait or run, however many are finished.
#[tokio::test]
async fn the_backlog_is_read_by_the_indexes_of_unfinished_chunks() {
    let server = crate::server::shared();
    let store = &server.store("backlog_indexes");
    submit(store, "ann", chunks(10_000, 1)).await;
    server.sql("backlog_indexes", "update bestmove.chunk set state = 'finished' where first >= 70");
    claim(store, LONG).await;
    server.sql("backlog_indexes", "vacuum analyze bestmove.chunk");
    let explain = "explain (analyze, costs off, timing off, summary off) select * from bestmove.backlog";
    let plan = server.sql("backlog_indexes", explain);
    for [index, rows] in [["chunk_ready", "6"], ["chunk_running", "1"]] {
        let scans = |line: &&str| line.contains(index) && line.contains(&format!("(actual rows={rows} "));
        assert!(plan.lines().any(|line| scans(&line)), "{plan}");
    }
    assert!(!plan.contains("Seq Scan"), "{plan}");
}

/// Not all that wait, though the server has not counted them yet.
#[tokio::test]
async fn a_claim_reads_one_entry_of_new_tables() {
    let server = crate::server::shared();
    let store = &server.store("new_tables");
    submit(store, "ann", chunks(5_000, 1)).await;
    for _ in 0..20 {
        claim(store, LONG).await;
    }
    let read = "select idx_scan, idx_tup_read from pg_stat_user_indexes where indexrelname = 'chunk_ready'";
    let [scans, entries] = until(async || {
        let row = server.sql("new_tables", read);
        let (scans, entries) = row.split_once('|')?;
        let counts = [scans, entries].map(|count| count.parse::<u64>().unwrap());
        (counts[0] >= 20).then_some(counts)
    })
    .await;
    assert!(entries <= 10 * scans, "{entries} entries in {scans} scans");
}

#[tokio::test]
async fn claims_use_the_indexes() {
    let server = crate::server::shared();
    let store = &server.store("indexes");
    submit(store, "ann", chunks(5_000, 1)).await;
    let explained = |sql: &str| server.sql("indexes", &format!("set enable_seqscan = off; explain {sql}"));
    let ready = "select first from bestmove.chunk where state = 'ready' and tag >= 7 and needs <= 1 order by tag limit 1";
    let plan = explained(&format!("{ready} for update skip locked"));
    assert!(plan.contains("Index Scan using chunk_ready") && !plan.contains("Sort"), "{plan}");
    let over =
        "select first from bestmove.chunk where state = 'running' and lease <= now() order by lease limit 1";
    let plan = explained(&format!("{over} for update skip locked"));
    assert!(plan.contains("Index Scan using chunk_running") && !plan.contains("Sort"), "{plan}");
}
