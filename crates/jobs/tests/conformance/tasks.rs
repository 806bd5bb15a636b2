//! Tasks: their turns, their list, and that archives do not disturb them.

use super::{LONG, chunk, chunks, claim, create, finish, new_job, submit, submit_new, try_claim, worker};
use bestmove_jobs::{Claim, Claimant, Class, JobId, NewJob, Store, StoreError};

fn new_task(owner: &str) -> NewJob {
    NewJob { class: Class::Task, ..new_job(owner) }
}

/// Submits a task that may take a minute.
async fn submit_task(store: &dyn Store, owner: &str) -> JobId {
    submit_new(store, new_task(owner), vec![chunk(0, 1, 60_000)]).await
}

async fn claim_task(store: &dyn Store) -> Option<Claim> {
    store.claim(&Claimant { class: Class::Task, ..worker(LONG) }).await.unwrap()
}

/// The tasks that wait, in the order of their turns.
async fn turns(store: &dyn Store) -> Vec<JobId> {
    let mut turns = Vec::new();
    while let Some(claim) = claim_task(store).await {
        turns.push(claim.lease.job);
    }
    turns
}

pub(super) async fn a_worker_gets_chunks_of_its_class(store: &dyn Store) {
    let archive = submit(store, "ann", chunks(1, 1)).await;
    let task = submit_task(store, "ann").await;
    assert_eq!(store.backlog().await.unwrap().ready_chunks, 2);
    let claimed = claim_task(store).await.unwrap();
    assert_eq!((&claimed.lease.job, claim_task(store).await), (&task, None));
    assert_eq!(claim(store, LONG).await.lease.job, archive);
    assert_eq!(try_claim(store, LONG).await, None);
    assert!(store.hand_back(&claimed.lease).await.unwrap());
    assert_eq!(try_claim(store, LONG).await, None);
    let again = claim_task(store).await.unwrap().lease;
    assert!(finish(store, &again).await);
    assert_eq!(store.backlog().await.unwrap().running_chunks, 1);
}

pub(super) async fn tasks_have_turns_of_their_own(store: &dyn Store) {
    submit(store, "ann", chunks(1_000, 60_000)).await;
    let running = submit_task(store, "bob").await;
    assert_eq!(claim_task(store).await.unwrap().lease.job, running);
    let bob = [submit_task(store, "bob").await, submit_task(store, "bob").await];
    let ann = submit_task(store, "ann").await;
    let expected = [&bob[0], &ann, &bob[1]];
    assert_eq!(turns(store).await.iter().collect::<Vec<_>>(), expected, "ann pays for no archive");
}

pub(super) async fn of_equal_tasks_the_one_that_came_first_is_next(store: &dyn Store) {
    let mut expected = Vec::new();
    for number in 0..10 {
        expected.push(submit_task(store, &format!("owner {number}")).await);
    }
    assert_eq!(turns(store).await, expected);
}

pub(super) async fn tasks_are_listed_oldest_first(store: &dyn Store) {
    submit(store, "ann", chunks(1, 1)).await;
    create(store, new_task("ann")).await;
    let mut submitted = Vec::new();
    for owner in ["ann", "bob", "ann"] {
        submitted.push(submit_task(store, owner).await);
    }
    let listed = async || {
        let tasks = store.tasks().await.unwrap();
        tasks.into_iter().map(|task| task.id).collect::<Vec<_>>()
    };
    assert_eq!(listed().await, submitted);
    assert!(finish(store, &claim_task(store).await.unwrap().lease).await);
    assert_eq!(listed().await, submitted, "finished ones too");
    assert!(store.remove(&submitted.remove(1)).await.unwrap());
    assert_eq!(listed().await, submitted);
}

pub(super) async fn a_removed_task_costs_nothing_if_nobody_claimed_it(store: &dyn Store) {
    let running = submit_task(store, "ann").await;
    assert_eq!(claim_task(store).await.unwrap().lease.job, running);
    for _ in 0..3 {
        let regretted = submit_task(store, "ann").await;
        assert!(store.remove(&regretted).await.unwrap());
    }
    let ann = submit_task(store, "ann").await;
    let bob = [submit_task(store, "bob").await, submit_task(store, "bob").await];
    assert_eq!(turns(store).await, [ann, bob[0].clone(), bob[1].clone()]);
}

pub(super) async fn tasks_are_no_unfinished_archives(store: &dyn Store) {
    let only = |new: NewJob| NewJob { most_unfinished: 1, ..new };
    submit_task(store, "ann").await;
    submit_new(store, only(new_job("ann")), chunks(1, 1)).await;
    let refused = store.create(only(new_task("ann"))).await;
    assert!(matches!(refused, Err(StoreError::TooManyJobs(1))), "{refused:?}");
}
