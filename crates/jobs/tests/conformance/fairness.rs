//! Fairness between owners.

use super::{LONG, chunks, claim, finish, submit};
use bestmove_jobs::{JobId, Store};

/// Claims and finishes chunks one after another, and returns their jobs.
async fn work(store: &dyn Store, count: usize) -> Vec<JobId> {
    let mut jobs = Vec::new();
    for _ in 0..count {
        let lease = claim(store, LONG).await.lease;
        assert!(finish(store, &lease).await);
        jobs.push(lease.job);
    }
    jobs
}

/// How many of the chunks are those of a job.
fn count(claimed: &[JobId], job: &JobId) -> usize {
    claimed.iter().filter(|claimed| *claimed == job).count()
}

pub(super) async fn ten_chunks_do_not_wait_for_ten_thousand(store: &dyn Store) {
    submit(store, "alice", chunks(10_000, 2_000)).await;
    work(store, 5).await;
    let bob = submit(store, "bob", chunks(10, 2_000)).await;
    let claimed = work(store, 25).await;
    assert_eq!(count(&claimed, &bob), 10, "{claimed:?}");
}

pub(super) async fn ten_owners_get_equal_shares(store: &dyn Store) {
    let mut jobs = Vec::new();
    for n in 0..10 {
        jobs.push(submit(store, &format!("owner {n}"), chunks(100, 2_000)).await);
        work(store, 3).await;
    }
    let claimed = work(store, 500).await;
    let counts: Vec<_> = jobs.iter().map(|job| count(&claimed, job)).collect();
    assert!(counts.iter().all(|count| (45..=55).contains(count)), "{counts:?}");
}

pub(super) async fn shares_are_of_time_and_not_of_chunks(store: &dyn Store) {
    let long = submit(store, "alice", chunks(60, 4_000)).await;
    let short = submit(store, "bob", chunks(60, 1_000)).await;
    let claimed = work(store, 50).await;
    let counts = (count(&claimed, &long), count(&claimed, &short));
    assert!((9..=11).contains(&counts.0), "{counts:?}");
}

pub(super) async fn a_newcomer_does_not_catch_up(store: &dyn Store) {
    submit(store, "alice", chunks(200, 2_000)).await;
    work(store, 100).await;
    let bob = submit(store, "bob", chunks(100, 2_000)).await;
    let claimed = work(store, 50).await;
    assert!((23..=27).contains(&count(&claimed, &bob)), "{claimed:?}");
}

pub(super) async fn the_jobs_of_an_owner_take_turns_by_submission(store: &dyn Store) {
    let jobs = [submit(store, "alice", chunks(3, 2_000)).await, submit(store, "alice", chunks(3, 1)).await];
    let claimed = work(store, 6).await;
    let expected = jobs.iter().flat_map(|job| [job, job, job]).cloned().collect::<Vec<_>>();
    assert_eq!(claimed, expected);
}

pub(super) async fn a_cancelled_job_costs_only_what_was_claimed(store: &dyn Store) {
    let regretted = submit(store, "alice", chunks(1_000, 2_000)).await;
    work(store, 2).await;
    assert!(store.cancel(&regretted).await.unwrap());
    submit(store, "bob", chunks(100, 2_000)).await;
    let alice = submit(store, "alice", chunks(100, 2_000)).await;
    let claimed = work(store, 40).await;
    assert!((18..=22).contains(&count(&claimed, &alice)), "{claimed:?}");
}
