//! Leases, and what becomes of them.

use super::{LONG, SHORT, chunk, chunks, claim, finish, status, submit, try_claim, until};
use bestmove_jobs::{JobState, Store};
use std::time::Duration;

pub(super) async fn a_claim_has_all_that_its_worker_needs(store: &dyn Store) {
    let job = submit(store, "ann", vec![chunk(0, 7, 1_500)]).await;
    let claim = claim(store, LONG).await;
    assert_eq!((&claim.lease.job, claim.lease.first, claim.lease.attempt), (&job, 0, 1));
    assert_eq!((claim.kind.as_str(), claim.spec.as_slice()), ("analysis", b"of checkers".as_slice()));
    assert_eq!((claim.items, claim.cost), (7, Duration::from_millis(1_500)));
    assert_eq!((claim.input.as_slice(), claim.progress), (b"0".as_slice(), None));
    assert_eq!(try_claim(store, LONG).await, None, "it was the only one");
}

pub(super) async fn a_chunk_returns_when_its_lease_is_over(store: &dyn Store) {
    submit(store, "ann", chunks(1, 1)).await;
    let dead = claim(store, SHORT).await;
    let next = until(|| try_claim(store, LONG)).await;
    assert_eq!((next.lease.first, next.lease.attempt), (0, 2));
    assert!(next.lease.fence > dead.lease.fence);
    assert_eq!(next.input, dead.input);
}

pub(super) async fn a_lease_holds_while_it_is_renewed(store: &dyn Store) {
    submit(store, "ann", chunks(1, 1)).await;
    let claim = claim(store, SHORT).await;
    assert!(store.beat(&claim.lease, LONG, None).await.unwrap(), "late, but nobody has claimed it");
    tokio::time::sleep(2 * SHORT).await;
    assert_eq!(try_claim(store, LONG).await, None);
    assert!(finish(store, &claim.lease).await);
}

pub(super) async fn a_stale_worker_changes_nothing(store: &dyn Store) {
    let job = submit(store, "ann", chunks(1, 1)).await;
    let stale = claim(store, SHORT).await.lease;
    assert!(store.beat(&stale, SHORT, Some(b"early".to_vec())).await.unwrap());
    let next = until(|| try_claim(store, LONG)).await;
    assert_eq!(next.progress.as_deref(), Some(b"early".as_slice()));
    assert!(store.beat(&next.lease, LONG, Some(b"later".to_vec())).await.unwrap());

    assert!(!store.beat(&stale, LONG, Some(b"stale".to_vec())).await.unwrap());
    assert!(!finish(store, &stale).await);
    assert!(!store.hand_back(&stale).await.unwrap());
    assert!(!store.split(&stale, vec![chunk(0, 5, 1), chunk(5, 5, 1)]).await.unwrap());
    assert_eq!(store.progress(&job, 0).await.unwrap().as_deref(), Some(b"later".as_slice()));
    assert_eq!(store.results(&job, 0, 9).await.unwrap(), []);
    assert_eq!(try_claim(store, LONG).await, None);

    assert!(store.beat(&next.lease, LONG, None).await.unwrap(), "progress stays");
    assert_eq!(store.progress(&job, 0).await.unwrap().as_deref(), Some(b"later".as_slice()));
    assert!(finish(store, &next.lease).await);
    assert!(!finish(store, &stale).await, "after the end, too");
    let results = store.results(&job, 0, 9).await.unwrap();
    let expected = format!("result of 0 by {}", next.lease.fence).into_bytes();
    assert_eq!(results.into_iter().map(|chunk| chunk.result).collect::<Vec<_>>(), [expected]);
    assert_eq!(status(store, &job).await.spent, Duration::from_millis(7));
}

pub(super) async fn handing_back_is_not_counted(store: &dyn Store) {
    submit(store, "ann", chunks(1, 1)).await;
    for _ in 0..8 {
        let claim = claim(store, LONG).await;
        assert_eq!(claim.lease.attempt, 1);
        assert!(store.beat(&claim.lease, LONG, Some(b"so far".to_vec())).await.unwrap());
        assert!(store.hand_back(&claim.lease).await.unwrap());
        assert_eq!(store.backlog().await.unwrap().ready_chunks, 1);
    }
    assert_eq!(claim(store, LONG).await.progress.as_deref(), Some(b"so far".as_slice()));
}

pub(super) async fn a_lease_that_was_handed_back_is_void(store: &dyn Store) {
    let job = submit(store, "ann", chunks(1, 1)).await;
    let old = claim(store, LONG).await.lease;
    assert!(store.hand_back(&old).await.unwrap());
    assert!(!store.hand_back(&old).await.unwrap());
    let new = claim(store, LONG).await.lease;
    assert_eq!(new.attempt, old.attempt);
    assert!(
        !store.hand_back(&old).await.unwrap(),
        "a repeated message must not take the next worker's chunk"
    );
    assert!(!store.beat(&old, LONG, Some(b"stale".to_vec())).await.unwrap());
    assert!(!finish(store, &old).await);
    assert_eq!(store.progress(&job, 0).await.unwrap(), None);
    assert!(finish(store, &new).await);
}

pub(super) async fn finishing_twice_is_finishing_once(store: &dyn Store) {
    let job = submit(store, "ann", chunks(2, 1_000)).await;
    for _ in 0..2 {
        let claim = claim(store, LONG).await;
        assert!(finish(store, &claim.lease).await);
        assert!(store.finish(&claim.lease, b"other".to_vec(), Duration::from_secs(9).into()).await.unwrap());
        assert!(!store.beat(&claim.lease, LONG, None).await.unwrap());
    }
    let status = status(store, &job).await;
    assert_eq!((status.state, status.finished_items), (JobState::Finished, 20));
    assert_eq!(status.spent, Duration::from_millis(14));
    let results = store.results(&job, 0, 9).await.unwrap();
    assert!(results.iter().all(|chunk| chunk.result.starts_with(b"result of")), "{results:?}");
}
