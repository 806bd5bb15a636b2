//! Workers of several releases, and many at once.

use super::{LONG, chunks, claim, finish, new_job, status, submit, submit_new, try_claim, worker};
use bestmove_jobs::{Claimant, JobState, NewJob, Store};
use std::collections::HashSet;
use std::time::Duration;

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
