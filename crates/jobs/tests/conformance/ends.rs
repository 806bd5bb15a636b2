//! Cancellation and expiry.

use super::{
    LONG, SHORT, chunks, claim, create, finish, key, new_job, status, submit, submit_named, submit_new,
    try_claim, until,
};
use bestmove_jobs::{Backlog, JobState, NewJob, Owner, Store, StoreError};
use std::time::Duration;

pub(super) async fn nothing_of_a_cancelled_job_is_claimed(store: &dyn Store) {
    let job = submit(store, "ann", chunks(20, 1)).await;
    let first = claim(store, SHORT).await.lease;
    let other = submit(store, "bob", chunks(1, 1)).await;
    assert!(store.cancel(&job).await.unwrap());
    assert!(!store.cancel(&job).await.unwrap());
    assert_eq!(status(store, &job).await.state, JobState::Cancelled);
    assert_eq!(claim(store, LONG).await.lease.job, other);
    tokio::time::sleep(2 * SHORT).await;
    assert_eq!(try_claim(store, LONG).await, None, "not even the one whose lease is over");
    assert!(!store.beat(&first, LONG, None).await.unwrap(), "its worker stops");
    assert!(!finish(store, &first).await);
    assert!(!store.hand_back(&first).await.unwrap());
    store.submit(&job, None).await.unwrap();
    assert_eq!(try_claim(store, LONG).await, None);
    assert_eq!(store.backlog().await.unwrap().ready_chunks, 0);
}

pub(super) async fn the_finished_chunks_of_a_cancelled_job_are_kept(store: &dyn Store) {
    let job = submit(store, "ann", chunks(3, 1)).await;
    let finished = claim(store, LONG).await.lease;
    assert!(finish(store, &finished).await);
    let running = claim(store, LONG).await.lease;
    assert!(store.beat(&running, LONG, Some(b"best so far".to_vec())).await.unwrap());
    assert!(store.cancel(&job).await.unwrap());
    let results = store.results(&job, 0, 9).await.unwrap();
    assert_eq!(results.iter().map(|chunk| chunk.first).collect::<Vec<_>>(), [finished.first]);
    let progress = store.progress(&job, running.first).await.unwrap();
    assert_eq!(progress.as_deref(), Some(b"best so far".as_slice()));
    let status = status(store, &job).await;
    assert_eq!((status.items, status.finished_items), (30, 10));
}

pub(super) async fn a_job_is_cancelled_while_it_is_received(store: &dyn Store) {
    let job = create(store, new_job("ann")).await;
    store.add(&job, 0, chunks(2, 1)).await.unwrap();
    assert!(store.cancel(&job).await.unwrap());
    let late = store.add(&job, 1, chunks(1, 1)).await;
    assert!(matches!(late, Err(StoreError::UnknownJob)), "{late:?}");
    let late = store.submit(&job, None).await;
    assert!(matches!(late, Err(StoreError::UnknownJob)), "{late:?}");
    assert_eq!(store.job(&job).await.unwrap(), None);
    assert_eq!(try_claim(store, LONG).await, None);
}

pub(super) async fn jobs_expire_after_their_end(store: &dyn Store) {
    let short = |owner: &str| NewJob { retention: SHORT, ..new_job(owner) };
    let finished = submit_new(store, short("ann"), chunks(1, 1)).await;
    let lease = claim(store, LONG).await.lease;
    assert!(finish(store, &lease).await);
    let cancelled = submit_new(store, short("ann"), chunks(1, 1)).await;
    assert!(store.cancel(&cancelled).await.unwrap());
    let received = create(store, short("bob")).await;
    store.add(&received, 0, chunks(2, 1)).await.unwrap();
    let kept = submit(store, "ann", vec![]).await;
    let mut removed = 0;
    until(async || {
        removed += store.expire().await.unwrap();
        (removed >= 3).then_some(())
    })
    .await;
    assert_eq!(removed, 3);
    for job in [finished, cancelled, received] {
        assert_eq!(store.job(&job).await.unwrap(), None);
        assert_eq!(store.results(&job, 0, 9).await.unwrap(), []);
    }
    assert_eq!(status(store, &kept).await.state, JobState::Finished);
    assert_eq!(store.jobs_of(&Owner("ann".to_owned())).await.unwrap().len(), 1);
    assert_eq!(store.jobs_of(&Owner("bob".to_owned())).await.unwrap(), []);
}

pub(super) async fn a_running_job_does_not_expire(store: &dyn Store) {
    let job = submit_new(store, NewJob { retention: Duration::ZERO, ..new_job("ann") }, chunks(2, 1)).await;
    let lease = claim(store, LONG).await.lease;
    assert!(finish(store, &lease).await);
    assert_eq!(store.expire().await.unwrap(), 0);
    assert_eq!(status(store, &job).await.finished_items, 10);
    assert_eq!(claim(store, LONG).await.lease.job, job);
}

pub(super) async fn a_key_expires_with_its_job(store: &dyn Store) {
    let brief = || NewJob { retention: Duration::ZERO, ..new_job("ann") };
    submit_named(store, brief(), key("k", 1), vec![]).await.unwrap();
    until(async || (store.expire().await.unwrap() == 1).then_some(())).await;
    submit_named(store, brief(), key("k", 2), vec![]).await.unwrap();
}

pub(super) async fn a_job_lasts_until_its_end(store: &dyn Store) {
    let finished = submit(store, "ann", chunks(2, 1)).await;
    for _ in 0..2 {
        let claim = claim(store, LONG).await;
        assert!(claim.age <= status(store, &finished).await.age);
        assert_eq!(status(store, &finished).await.lasted, None);
        assert!(finish(store, &claim.lease).await);
    }
    let cancelled = submit(store, "ann", chunks(1, 1)).await;
    assert!(store.cancel(&cancelled).await.unwrap());
    let before = [status(store, &finished).await, status(store, &cancelled).await];
    tokio::time::sleep(SHORT).await;
    store.expire().await.unwrap();
    for before in before {
        let (after, lasted) = (status(store, &before.id).await, before.lasted.unwrap());
        assert!(lasted <= before.age && before.age < after.age, "{before:?}");
        assert_eq!(after.lasted, Some(lasted));
    }
}

pub(super) async fn a_removed_job_is_gone(store: &dyn Store) {
    let job = submit_named(store, new_job("ann"), key("k", 1), chunks(3, 1)).await.unwrap();
    let finished = claim(store, LONG).await.lease;
    assert!(finish(store, &finished).await);
    let running = claim(store, SHORT).await.lease;
    assert!(store.beat(&running, SHORT, Some(b"best so far".to_vec())).await.unwrap());
    assert!(store.remove(&job).await.unwrap());
    assert!(!store.remove(&job).await.unwrap());
    assert_eq!(store.job(&job).await.unwrap(), None);
    assert_eq!(store.results(&job, 0, 9).await.unwrap(), []);
    assert_eq!(store.progress(&job, running.first).await.unwrap(), None);
    assert_eq!(store.jobs_of(&Owner("ann".to_owned())).await.unwrap(), []);
    assert_eq!(store.submitted(&Owner("ann".to_owned()), "k").await.unwrap(), None);
    assert!(!store.beat(&running, LONG, None).await.unwrap(), "its worker stops");
    assert!(!finish(store, &running).await);
    assert!(!store.hand_back(&running).await.unwrap());
    tokio::time::sleep(2 * SHORT).await;
    assert_eq!(try_claim(store, LONG).await, None, "not even the one whose lease is over");
    assert_eq!(store.backlog().await.unwrap(), Backlog::default());
}
