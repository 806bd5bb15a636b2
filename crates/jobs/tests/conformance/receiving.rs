//! Receiving jobs.

use super::{
    LONG, chunk, chunks, claim, create, finish, key, new_job, status, submit, submit_named, try_claim,
};
use bestmove_jobs::{JobId, JobState, NewJob, Owner, Store, StoreError};
use futures_util::future::join_all;
use std::time::Duration;

async fn count_of(store: &dyn Store, owner: &str) -> usize {
    store.jobs_of(&Owner(owner.to_owned())).await.unwrap().len()
}

pub(super) async fn a_submission_sent_three_times_is_one_job(store: &dyn Store) {
    let first = submit_named(store, new_job("ann"), key("k", 1), chunks(3, 1)).await.unwrap();
    for _ in 0..2 {
        let again = new_job("ann");
        assert_eq!(submit_named(store, again.clone(), key("k", 1), chunks(3, 1)).await.unwrap(), first);
        assert_eq!(status(store, &again.id).await.state, JobState::Receiving);
        assert!(store.cancel(&again.id).await.unwrap());
    }
    assert_eq!(store.submit(&first, key("k", 1)).await.unwrap(), first, "once more");
    let under = async |owner: &str, key| store.submitted(&Owner(owner.to_owned()), key).await.unwrap();
    assert_eq!(under("ann", "k").await, Some((first.clone(), [1; 32])));
    assert_eq!((under("ann", "l").await, under("bob", "k").await), (None, None));
    create(store, NewJob { id: first.clone(), ..new_job("bob") }).await;
    assert_eq!(status(store, &first).await.owner.0, "ann", "it is not created again");
    assert_eq!(count_of(store, "ann").await, 1);
    assert_eq!(store.backlog().await.unwrap().ready_chunks, 3);
}

pub(super) async fn another_submission_under_a_key_is_refused(store: &dyn Store) {
    submit_named(store, new_job("ann"), key("k", 1), chunks(1, 1)).await.unwrap();
    let refused = submit_named(store, new_job("ann"), key("k", 2), chunks(1, 1)).await;
    assert!(matches!(refused, Err(StoreError::IdempotencyKeyReused)), "{refused:?}");
    submit_named(store, new_job("ann"), key("l", 2), chunks(1, 1)).await.unwrap();
    assert_eq!(store.backlog().await.unwrap().ready_chunks, 2);
}

pub(super) async fn a_key_belongs_to_its_owner(store: &dyn Store) {
    let ann = submit_named(store, new_job("ann"), key("k", 1), chunks(1, 1)).await.unwrap();
    let bob = submit_named(store, new_job("bob"), key("k", 2), chunks(1, 1)).await.unwrap();
    assert_ne!(ann, bob);
}

pub(super) async fn simultaneous_submissions_are_one_job(store: &dyn Store) {
    let submit = || submit_named(store, new_job("ann"), key("k", 1), chunks(1, 1));
    let (a, b, c, d) = tokio::join!(submit(), submit(), submit(), submit());
    let ids = [a, b, c, d].map(Result::unwrap);
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    assert_eq!(store.backlog().await.unwrap().ready_chunks, 1);
}

pub(super) async fn a_job_has_a_key_before_its_submission(store: &dyn Store) {
    let name = async |job: &JobId, name: &str, digest| store.name(job, key(name, digest).unwrap()).await;
    let ann = Owner("ann".to_owned());
    let under = async |key| store.submitted(&ann, key).await.unwrap();
    let (job, other) = (create(store, new_job("ann")).await, create(store, new_job("ann")).await);
    for job_or_other in [&job, &other, &job] {
        assert_eq!(name(job_or_other, "k", 1).await.unwrap(), job);
    }
    let reused = name(&other, "k", 2).await;
    assert!(matches!(reused, Err(StoreError::IdempotencyKeyReused)), "{reused:?}");
    assert_eq!(under("k").await, Some((job.clone(), [1; 32])));
    let whole = submit_named(store, new_job("ann"), key("k", 1), chunks(1, 1)).await.unwrap();
    assert_eq!(whole, job, "nobody else gets its key");

    store.add(&job, 0, chunks(1, 1)).await.unwrap();
    store.submit(&job, None).await.unwrap();
    assert_eq!(under("k").await, Some((job.clone(), [1; 32])), "it keeps its key");
    let late = name(&job, "l", 1).await;
    assert!(matches!(late, Err(StoreError::UnknownJob)), "{late:?}");

    assert_eq!(name(&other, "l", 1).await.unwrap(), other);
    assert!(store.cancel(&other).await.unwrap());
    assert_eq!(under("l").await, None, "its key is free");
}

pub(super) async fn simultaneous_names_are_those_of_one_job(store: &dyn Store) {
    let name = async || {
        let job = create(store, new_job("ann")).await;
        store.name(&job, key("k", 1).unwrap()).await.unwrap()
    };
    let (a, b, c, d) = tokio::join!(name(), name(), name(), name());
    assert!([&b, &c, &d].iter().all(|id| **id == a), "{a} {b} {c} {d}");
}

pub(super) async fn an_upload_is_resumed_by_its_parts(store: &dyn Store) {
    let job = create(store, new_job("ann")).await;
    assert_eq!(store.parts(&job).await.unwrap(), []);
    store.add(&job, 2, vec![chunk(20, 10, 1)]).await.unwrap();
    store.add(&job, 0, vec![chunk(0, 10, 1), chunk(10, 10, 1)]).await.unwrap();
    assert_eq!(store.parts(&job).await.unwrap(), [0, 2]);
    store.add(&job, 2, vec![chunk(20, 10, 1)]).await.unwrap();
    store.add(&job, 3, vec![]).await.unwrap();
    assert_eq!(store.parts(&job).await.unwrap(), [0, 2, 3]);
    assert_eq!(status(store, &job).await.items, 30);
    store.submit(&job, None).await.unwrap();
    store.submit(&job, None).await.unwrap();
    store.add(&job, 0, vec![chunk(0, 10, 1)]).await.unwrap();
    let late = store.add(&job, 4, vec![chunk(30, 10, 1)]).await;
    assert!(matches!(late, Err(StoreError::UnknownJob)), "{late:?}");
    assert_eq!(store.backlog().await.unwrap().ready_chunks, 3);
}

pub(super) async fn a_job_is_received_anew(store: &dyn Store) {
    let job = create(store, new_job("ann")).await;
    store.add(&job, 0, vec![chunk(0, 10, 7), chunk(10, 3, 7)]).await.unwrap();
    let part = store.restart(&job).await.unwrap();
    assert_eq!(store.parts(&job).await.unwrap(), []);
    assert_eq!(status(store, &job).await.items, 0);
    store.add(&job, part + 1, vec![chunk(5, 5, 1)]).await.unwrap();
    store.add(&job, part, vec![chunk(0, 5, 1)]).await.unwrap();
    store.submit_from(&job, part, None).await.unwrap();
    let received = status(store, &job).await;
    assert_eq!((received.items, received.cost), (10, Duration::from_millis(2)));
    for first in [0, 5] {
        assert_eq!(claim(store, LONG).await.lease.first, first);
    }
    let late = store.restart(&job).await;
    assert!(matches!(late, Err(StoreError::UnknownJob)), "{late:?}");
    assert_eq!(store.submit_from(&job, 0, None).await.unwrap(), job, "it has been submitted");
}

/// However far the later one is: half of its chunks look like a whole job.
pub(super) async fn who_received_a_job_before_adds_and_submits_nothing(store: &dyn Store) {
    let superseded = |result: Result<(), StoreError>| matches!(result, Err(StoreError::Superseded));
    let job = create(store, new_job("ann")).await;
    store.add(&job, 0, chunks(2, 1)).await.unwrap();
    let first = store.restart(&job).await.unwrap();
    assert!(superseded(store.add(&job, 0, chunks(2, 1)).await), "again");
    store.add(&job, first, chunks(2, 1)).await.unwrap();
    let second = store.restart(&job).await.unwrap();
    store.add(&job, second, chunks(1, 1)).await.unwrap();
    for part in [0, first] {
        assert!(superseded(store.add(&job, part + 2, vec![chunk(10, 10, 1)]).await));
        assert!(superseded(store.submit_from(&job, part, None).await.map(drop)));
    }
    assert_eq!((try_claim(store, LONG).await, status(store, &job).await.items), (None, 10));
    let (a, b, c) = tokio::join!(store.restart(&job), store.restart(&job), store.restart(&job));
    let last = [a, b, c].into_iter().map(Result::unwrap).max().unwrap();
    store.add(&job, last, chunks(3, 1)).await.unwrap();
    store.submit_from(&job, last, None).await.unwrap();
    assert_eq!(status(store, &job).await.items, 30);
}

pub(super) async fn chunks_must_have_every_item_once(store: &dyn Store) {
    let invalid = |result: Result<(), _>| matches!(result, Err(StoreError::InvalidChunks));
    for wrong in [
        vec![chunk(0, 10, 1), chunk(11, 10, 1)],
        vec![chunk(0, 10, 1), chunk(9, 10, 1)],
        vec![chunk(1, 10, 1)],
    ] {
        let job = create(store, new_job("ann")).await;
        store.add(&job, 0, wrong.clone()).await.unwrap();
        assert!(invalid(store.submit(&job, None).await.map(drop)), "{wrong:?}");
        assert_eq!(status(store, &job).await.state, JobState::Receiving);
    }
    let job = create(store, new_job("ann")).await;
    store.add(&job, 0, vec![chunk(0, 10, 1)]).await.unwrap();
    assert!(invalid(store.add(&job, 1, vec![chunk(10, 0, 1)]).await), "no items");
    assert!(invalid(store.add(&job, 1, vec![chunk(10, 5, 1), chunk(0, 10, 1)]).await), "twice");
    assert_eq!(store.parts(&job).await.unwrap(), [0], "a part that was refused can be sent again");
    assert_eq!(status(store, &job).await.items, 10);
    store.add(&job, 1, vec![chunk(10, 5, 1)]).await.unwrap();
    store.submit(&job, None).await.unwrap();
}

pub(super) async fn an_unknown_job_gets_nothing(store: &dyn Store) {
    let job = JobId::random().unwrap();
    let unknown = |result: Result<(), _>| matches!(result, Err(StoreError::UnknownJob));
    assert!(unknown(store.add(&job, 0, chunks(1, 1)).await));
    assert!(unknown(store.submit(&job, None).await.map(drop)));
    assert!(unknown(store.parts(&job).await.map(drop)));
    assert!(!store.cancel(&job).await.unwrap());
    assert_eq!(store.job(&job).await.unwrap(), None);
    assert_eq!(store.results(&job, 0, 9).await.unwrap(), []);
    assert_eq!(store.progress(&job, 0).await.unwrap(), None);
}

pub(super) async fn no_chunk_is_claimed_before_the_submission(store: &dyn Store) {
    let job = create(store, new_job("ann")).await;
    store.add(&job, 0, chunks(2, 1)).await.unwrap();
    assert_eq!(try_claim(store, LONG).await, None);
    assert_eq!(store.backlog().await.unwrap().ready_chunks, 0);
    store.submit(&job, None).await.unwrap();
    assert_eq!(claim(store, LONG).await.lease.first, 0);
}

pub(super) async fn a_job_without_chunks_is_finished(store: &dyn Store) {
    let job = submit(store, "ann", vec![]).await;
    assert_eq!(status(store, &job).await.state, JobState::Finished);
    assert!(!store.cancel(&job).await.unwrap());
}

pub(super) async fn an_owner_has_no_more_unfinished_jobs_than_it_may(store: &dyn Store) {
    const MOST: usize = 3;
    let new = |owner| NewJob { most_unfinished: MOST, ..new_job(owner) };
    let jobs: Vec<_> = (0..30).map(|_| new("ann")).collect();
    let created = join_all(jobs.iter().map(|job| store.create(job.clone()))).await;
    let refused = |created: &Result<(), _>| matches!(created, Err(StoreError::TooManyJobs(MOST)));
    assert_eq!(created.iter().filter(|created| refused(created)).count(), 30 - MOST, "{created:?}");
    create(store, new("bob")).await;
    let mut received = jobs.iter().zip(&created).filter(|(_, created)| created.is_ok());
    let mut next = || received.next().unwrap().0.clone();
    let (first, second, third) = (next(), next(), next());
    store.create(first.clone()).await.expect("it is created already");
    assert!(refused(&store.create(new("ann")).await));
    assert!(store.cancel(&second.id).await.unwrap());
    create(store, new("ann")).await;
    store.add(&third.id, 0, chunks(1, 1)).await.unwrap();
    store.submit(&third.id, None).await.unwrap();
    assert!(refused(&store.create(new("ann")).await), "it runs");
    let lease = claim(store, LONG).await.lease;
    assert!(refused(&store.create(new("ann")).await), "it still runs");
    assert!(finish(store, &lease).await);
    create(store, new("ann")).await;
    assert!(refused(&store.create(new("ann")).await));
}
