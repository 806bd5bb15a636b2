//! What owners and operators read.

use super::{LONG, SHORT, chunk, chunks, claim, finish, status, submit, try_claim, until};
use bestmove_jobs::{JobState, Owner, Store, Tally};
use std::time::Duration;

pub(super) async fn results_come_in_order_up_to_the_first_gap(store: &dyn Store) {
    let job = submit(store, "ann", chunks(6, 1)).await;
    let mut leases = Vec::new();
    for _ in 0..6 {
        leases.push(claim(store, LONG).await.lease);
    }
    leases.sort_by_key(|lease| lease.first);
    let firsts = async |from, most| {
        let results = store.results(&job, from, most).await.unwrap();
        assert!(results.iter().all(|chunk| chunk.items == 10));
        results.iter().map(|chunk| chunk.first).collect::<Vec<_>>()
    };
    assert_eq!(firsts(0, 9).await, [0; 0]);
    for n in [4, 2, 0, 5] {
        assert!(finish(store, &leases[n]).await);
    }
    assert_eq!(firsts(0, 9).await, [0]);
    assert_eq!(firsts(20, 9).await, [20]);
    assert!(finish(store, &leases[1]).await);
    assert_eq!(firsts(0, 9).await, [0, 10, 20]);
    assert_eq!(firsts(0, 2).await, [0, 10]);
    assert_eq!(firsts(10, 9).await, [10, 20]);
    assert!(finish(store, &leases[3]).await);
    assert_eq!(firsts(20, 9).await, [20, 30, 40, 50]);
    assert_eq!(firsts(0, 0).await, [0; 0]);
}

pub(super) async fn results_begin_with_the_chunk_of_an_item(store: &dyn Store) {
    let job = submit(store, "ann", chunks(2, 1)).await;
    for _ in 0..2 {
        let lease = claim(store, LONG).await.lease;
        assert!(finish(store, &lease).await);
    }
    for (from, expected) in
        [(9, vec![0, 10]), (10, vec![10]), (19, vec![10]), (20, vec![]), (u64::MAX, vec![])]
    {
        let results = store.results(&job, from, 9).await.unwrap();
        assert_eq!(results.iter().map(|chunk| chunk.first).collect::<Vec<_>>(), expected, "{from}");
    }
}

pub(super) async fn a_status_adds_up(store: &dyn Store) {
    let job = submit(store, "ann", vec![chunk(0, 3, 1_000), chunk(3, 4, 2_000), chunk(7, 5, 4_000)]).await;
    let before = status(store, &job).await;
    assert_eq!((before.id.clone(), before.owner.0.as_str()), (job.clone(), "ann"));
    assert_eq!((before.kind.as_str(), before.spec.as_slice()), ("analysis", b"of checkers".as_slice()));
    assert_eq!((before.items, before.cost), (12, Duration::from_secs(7)));
    let mut sums = (0, Duration::ZERO, Duration::ZERO);
    for n in 1..=3 {
        assert_eq!(status(store, &job).await.state, JobState::Running);
        let claim = claim(store, LONG).await;
        let (spent, problems) = (Duration::from_micros(1_234_567 * u64::from(n)), n - 1);
        assert!(store.finish(&claim.lease, vec![], Tally { spent, problems }).await.unwrap());
        sums = (sums.0 + u64::from(claim.items), sums.1 + claim.cost, sums.2 + spent);
        let now = status(store, &job).await;
        assert_eq!((now.finished_items, now.finished_cost, now.spent), sums);
        assert_eq!(now.problems, u64::from(n * (n - 1) / 2));
        assert_eq!((now.items, now.cost), (12, Duration::from_secs(7)));
        assert!(now.age >= before.age);
    }
    assert_eq!(status(store, &job).await.state, JobState::Finished);
}

pub(super) async fn jobs_are_listed_newest_first(store: &dyn Store) {
    let mut jobs = Vec::new();
    for n in 0..3 {
        jobs.push(submit(store, "ann", chunks(n, 1)).await);
        submit(store, "bob", chunks(1, 1)).await;
    }
    jobs.reverse();
    let listed = store.jobs_of(&Owner("ann".to_owned())).await.unwrap();
    assert_eq!(listed.iter().map(|job| job.id.clone()).collect::<Vec<_>>(), jobs);
    assert_eq!(listed[0].items, 20);
    assert_eq!(store.jobs_of(&Owner("carl".to_owned())).await.unwrap(), []);
}

pub(super) async fn progress_is_read_while_a_chunk_runs(store: &dyn Store) {
    let job = submit(store, "ann", chunks(2, 1)).await;
    let claim = claim(store, LONG).await;
    assert_eq!(store.progress(&job, 0).await.unwrap(), None);
    for depth in ["depth 1", "depth 2"] {
        assert!(store.beat(&claim.lease, LONG, Some(depth.into())).await.unwrap());
        assert_eq!(store.progress(&job, 0).await.unwrap().as_deref(), Some(depth.as_bytes()));
    }
    assert_eq!(store.progress(&job, 10).await.unwrap(), None);
    assert!(finish(store, &claim.lease).await);
    assert_eq!(store.progress(&job, 0).await.unwrap(), None);
}

pub(super) async fn the_backlog_is_what_waits(store: &dyn Store) {
    let empty = store.backlog().await.unwrap();
    assert_eq!((empty.ready_chunks, empty.running_chunks, empty.oldest), (0, 0, Duration::ZERO));
    submit(store, "ann", vec![chunk(0, 1, 1_000), chunk(1, 1, 2_000), chunk(2, 1, 3_000)]).await;
    let all = store.backlog().await.unwrap();
    assert_eq!((all.ready_chunks, all.running_chunks, all.cost), (3, 0, Duration::from_secs(6)));
    until(async || (store.backlog().await.unwrap().oldest > all.oldest).then_some(())).await;
    let running = claim(store, LONG).await;
    let rest = store.backlog().await.unwrap();
    assert_eq!((rest.ready_chunks, rest.running_chunks, rest.cost), (2, 1, Duration::from_secs(5)));
    assert!(store.beat(&running.lease, SHORT, None).await.unwrap());
    // Its worker is dead, and only a backlog makes another start.
    until(async || (store.backlog().await.unwrap().ready_chunks == 3).then_some(())).await;
    assert_eq!(store.backlog().await.unwrap().cost, Duration::from_secs(6));
    while let Some(claim) = try_claim(store, LONG).await {
        assert!(finish(store, &claim.lease).await);
    }
    assert_eq!(store.backlog().await.unwrap(), empty);
}
