//! Chunks that kill their workers.

use super::{LONG, SHORT, chunk, chunks, claim, finish, status, submit, try_claim, until};
use bestmove_jobs::{JobState, Lease, Store, StoreError};
use std::time::Duration;

pub(super) async fn deaths_are_counted(store: &dyn Store) {
    submit(store, "ann", chunks(1, 1)).await;
    for attempt in 1..=Lease::MAX_ATTEMPTS {
        let claim = until(|| try_claim(store, SHORT)).await;
        assert_eq!(claim.lease.attempt, attempt);
        assert!(!claim.lease.is_poisoned());
    }
    let claim = until(|| try_claim(store, LONG)).await;
    assert!(claim.lease.is_poisoned(), "{claim:?}");
    assert!(finish(store, &claim.lease).await);
}

pub(super) async fn a_chunk_is_split(store: &dyn Store) {
    let job = submit(store, "ann", chunks(2, 1_000)).await;
    let whole = claim(store, LONG).await;
    assert!(store.beat(&whole.lease, LONG, Some(b"half".to_vec())).await.unwrap());
    assert!(store.split(&whole.lease, vec![chunk(0, 4, 300), chunk(4, 6, 800)]).await.unwrap());
    let before = status(store, &job).await;
    assert_eq!((before.items, before.cost), (20, Duration::from_millis(2_100)));
    assert_eq!(store.backlog().await.unwrap().ready_chunks, 3);
    let mut seen = Vec::new();
    while let Some(claim) = try_claim(store, LONG).await {
        assert_eq!((claim.lease.attempt, claim.progress), (1, None));
        assert_eq!(claim.input, claim.lease.first.to_string().into_bytes());
        seen.push((claim.lease.first, claim.items));
        assert!(finish(store, &claim.lease).await);
    }
    seen.sort_unstable();
    assert_eq!(seen, [(0, 4), (4, 6), (10, 10)]);
    let status = status(store, &job).await;
    assert_eq!((status.state, status.finished_items), (JobState::Finished, 20));
    assert_eq!(status.finished_cost, status.cost);
    assert_eq!(store.results(&job, 0, 9).await.unwrap().len(), 3);
}

pub(super) async fn a_split_keeps_its_turn_and_voids_old_leases(store: &dyn Store) {
    let job = submit(store, "ann", chunks(3, 1_000)).await;
    let whole = claim(store, LONG).await.lease;
    assert!(store.split(&whole, vec![chunk(0, 5, 1), chunk(5, 5, 1)]).await.unwrap());
    assert!(!store.split(&whole, vec![chunk(0, 10, 1)]).await.unwrap(), "the lease is over");
    assert!(!finish(store, &whole).await);
    // Other processes may skip what returns for a moment.
    let mut firsts = Vec::new();
    for _ in 0..4 {
        let lease = claim(store, LONG).await.lease;
        assert!(!finish(store, &whole).await, "not as long as a part runs");
        firsts.push(lease.first);
        assert!(finish(store, &lease).await);
    }
    assert_eq!(firsts[..2], [0, 5], "{firsts:?}");
    assert!(!finish(store, &whole).await);
    assert_eq!(status(store, &job).await.finished_items, 30);
}

pub(super) async fn parts_must_replace_their_chunk(store: &dyn Store) {
    let job = submit(store, "ann", chunks(1, 1)).await;
    let whole = claim(store, LONG).await.lease;
    for wrong in [
        vec![],
        vec![chunk(0, 9, 1)],
        vec![chunk(0, 11, 1)],
        vec![chunk(0, 5, 1), chunk(6, 4, 1)],
        vec![chunk(1, 10, 1)],
        vec![chunk(0, 10, 1), chunk(10, 0, 1)],
    ] {
        let refused = store.split(&whole, wrong.clone()).await;
        assert!(matches!(refused, Err(StoreError::InvalidChunks)), "{wrong:?}: {refused:?}");
    }
    assert!(finish(store, &whole).await, "the lease still holds");
    assert_eq!(status(store, &job).await.finished_items, 10);
}
