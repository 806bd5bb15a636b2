//! Results that are kept for those who ask the same again.

use super::{LONG, until};
use bestmove_jobs::{Digest, KnownResult, Store};
use std::time::Duration;

const fn key(number: u8) -> Digest {
    [number; 32]
}

fn result(number: u8, effort: u64, content: &str) -> KnownResult {
    KnownResult { key: key(number), effort, content: content.as_bytes().to_vec() }
}

async fn keep(store: &dyn Store, results: &[KnownResult]) {
    store.keep(results.to_vec(), LONG).await.unwrap();
}

/// The known results, in the order of the keys.
async fn known(store: &dyn Store, numbers: &[u8]) -> Vec<KnownResult> {
    let keys: Vec<_> = numbers.iter().copied().map(key).collect();
    let mut found = store.known(&keys).await.unwrap();
    found.sort_by_key(|result| result.key);
    found
}

pub(super) async fn a_result_is_known_by_its_key(store: &dyn Store) {
    assert_eq!(known(store, &[1]).await, []);
    keep(store, &[]).await;
    let results = [result(1, 7, "one"), result(2, 0, ""), result(255, KnownResult::MAX_EFFORT, "\0last")];
    keep(store, &results).await;
    assert_eq!(known(store, &[255, 3, 1, 2, 0]).await, results);
    assert_eq!(known(store, &[]).await, []);
    assert_eq!(known(store, &[2]).await, results[1..2]);
}

pub(super) async fn more_effort_replaces_less(store: &dyn Store) {
    for (effort, content, expected) in [
        (5, "first", "first"),
        (4, "less", "first"),
        (5, "as much", "first"),
        (6, "more", "more"),
        (0, "none", "more"),
        (u64::MAX, "proven", "proven"),
        (KnownResult::MAX_EFFORT, "proven again", "proven"),
    ] {
        keep(store, &[result(1, effort, content)]).await;
        assert_eq!(known(store, &[1]).await[0].content, expected.as_bytes(), "{content}");
    }
    assert_eq!(known(store, &[1]).await[0].effort, KnownResult::MAX_EFFORT);
}

pub(super) async fn of_a_group_the_greatest_effort_stays(store: &dyn Store) {
    keep(store, &[result(2, 1, "a"), result(1, 1, "b"), result(2, 3, "c"), result(2, 2, "d")]).await;
    assert_eq!(known(store, &[1, 2]).await, [result(1, 1, "b"), result(2, 3, "c")]);
}

pub(super) async fn simultaneous_results_leave_the_greatest_effort(store: &dyn Store) {
    let group = |effort| async move {
        let mut numbers: Vec<u8> = (0..20).collect();
        if effort % 2 == 0 {
            numbers.reverse();
        }
        keep(store, &numbers.iter().map(|&number| result(number, effort, "")).collect::<Vec<_>>()).await;
    };
    futures_util::future::join_all((0..8).map(group)).await;
    let all = known(store, &(0..20).collect::<Vec<_>>()).await;
    assert_eq!(all.iter().map(|result| result.effort).collect::<Vec<_>>(), [7; 20]);
}

pub(super) async fn a_forgotten_result_can_be_replaced(store: &dyn Store) {
    keep(store, &[result(1, 9, "forged"), result(2, 9, "other")]).await;
    store.forget(&[key(1), key(3)]).await.unwrap();
    assert_eq!(known(store, &[1, 2]).await, [result(2, 9, "other")]);
    keep(store, &[result(1, 1, "true")]).await;
    assert_eq!(known(store, &[1]).await, [result(1, 1, "true")]);
    store.forget(&[]).await.unwrap();
}

pub(super) async fn known_results_expire(store: &dyn Store) {
    keep(store, &[result(1, 1, "stays"), result(2, 1, "is renewed")]).await;
    store.keep(vec![result(3, 1, "goes"), result(4, 1, "is renewed")], Duration::ZERO).await.unwrap();
    keep(store, &[result(4, 2, "renewed")]).await;
    store.keep(vec![result(2, 1, "as much")], Duration::ZERO).await.unwrap();
    until(async || {
        store.expire().await.unwrap();
        known(store, &[3]).await.is_empty().then_some(())
    })
    .await;
    assert_eq!(
        known(store, &[1, 2, 3, 4]).await,
        [result(1, 1, "stays"), result(2, 1, "is renewed"), result(4, 2, "renewed")]
    );
}
