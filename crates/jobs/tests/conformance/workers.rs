//! Workers of several releases, and many at once.

use super::{LONG, chunks, claim, finish, new_job, status, submit, submit_new, try_claim, until, worker};
use async_trait::async_trait;
use bestmove_jobs::{
    Claim, Claimant, Class, JobState, NewJob, Outcome, ProgressSender, Runner, Store, Worker,
};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

pub(super) async fn a_worker_gets_what_its_release_can_do(store: &dyn Store) {
    let new = submit_new(store, NewJob { needs: 3, ..new_job("ann") }, chunks(2, 1)).await;
    let old = submit_new(store, NewJob { needs: 1, ..new_job("bob") }, chunks(1, 1)).await;
    let of_release = |release, lease| Claimant { release, ..worker(lease) };
    assert_eq!(claim(store, LONG).await.lease.job, old);
    assert_eq!(try_claim(store, LONG).await, None);
    assert_eq!(store.claim(&of_release(2, LONG)).await.unwrap(), None);
    let short = store.claim(&of_release(3, Duration::ZERO)).await.unwrap().unwrap();
    assert_eq!(short.lease.job, new);
    assert_eq!(try_claim(store, LONG).await, None, "not when its lease is over either");
    for _ in 0..2 {
        assert_eq!(store.claim(&of_release(4, LONG)).await.unwrap().unwrap().lease.job, new);
    }
}

pub(super) async fn eight_workers_finish_each_chunk_once(store: &dyn Store) {
    let jobs = [submit(store, "ann", chunks(250, 1)).await, submit(store, "bob", chunks(250, 1)).await];
    let work = async || {
        let mut done = Vec::new();
        while let Some(claim) = try_claim(store, LONG).await {
            assert_eq!(claim.lease.attempt, 1);
            assert!(finish(store, &claim.lease).await);
            done.push((claim.lease.job, claim.lease.first));
        }
        done
    };
    let (a, b, c, d, e, f, g, h) =
        tokio::join!(work(), work(), work(), work(), work(), work(), work(), work());
    let all = [a, b, c, d, e, f, g, h].concat();
    assert_eq!((all.len(), all.iter().collect::<HashSet<_>>().len()), (500, 500));
    for job in &jobs {
        let status = status(store, job).await;
        assert_eq!((status.state, status.finished_items), (JobState::Finished, 2_500));
        assert_eq!(status.spent, Duration::from_millis(250 * 7));
        assert_eq!(store.results(job, 0, 1_000).await.unwrap().len(), 250);
    }
}

/// Publishes progress, of which only the last counts, and goes on until it is stopped.
struct Endless;

#[async_trait]
impl Runner for Endless {
    async fn run(&self, claim: &Claim, progress: &ProgressSender, stop: &CancellationToken) -> Outcome {
        assert_eq!(claim.progress, None);
        for step in 0..100 {
            progress.publish(vec![step]);
        }
        stop.cancelled().await;
        progress.publish(b"last".to_vec());
        Outcome::Stopped
    }
}

/// Runs a worker until `action` is done.
async fn with_worker(store: &Arc<dyn Store>, action: impl Future<Output = ()>) {
    let claimant = Claimant { class: Class::Task, ..worker(LONG) };
    let (store, runner) = (Arc::clone(store), Arc::new(Endless));
    let (wake, turn, counters) = (Arc::default(), Arc::default(), Arc::default());
    let worker = Worker { store, runner, claimant, wake, turn, counters };
    let shutdown = CancellationToken::new();
    let stop = async {
        action.await;
        shutdown.cancel();
    };
    tokio::join!(worker.work(&shutdown), stop);
}

pub(super) async fn a_worker_stores_the_progress_of_its_runner(store: &Arc<dyn Store>) {
    let job = submit_new(store.as_ref(), NewJob { class: Class::Task, ..new_job("ann") }, chunks(1, 1)).await;
    let progress = async || store.progress(&job, 0).await.unwrap();
    let is_stored = async {
        until(async || (progress().await? == [99]).then_some(())).await;
    };
    with_worker(store, is_stored).await;
    assert_eq!(progress().await.as_deref(), Some(b"last".as_slice()), "it was handed back with it");
    assert_eq!(store.backlog().await.unwrap().ready_chunks, 1);
}

pub(super) async fn a_worker_stops_when_its_job_is_removed(store: &Arc<dyn Store>) {
    let new = || NewJob { class: Class::Task, ..new_job("ann") };
    let job = submit_new(store.as_ref(), new(), chunks(1, 1)).await;
    let removed = async {
        until(async || store.progress(&job, 0).await.unwrap()).await;
        assert!(store.remove(&job).await.unwrap());
        let next = submit_new(store.as_ref(), new(), chunks(1, 1)).await;
        until(async || store.progress(&next, 0).await.unwrap()).await;
    };
    with_worker(store, removed).await;
    assert_eq!(store.job(&job).await.unwrap(), None);
}
