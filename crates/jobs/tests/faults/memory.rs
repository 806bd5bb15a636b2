//! A store in memory that is full.

use crate::conformance::{LONG, chunk, claim, create, finish, new_job, submit};
use bestmove_jobs::{Class, Embedded, KnownResult, NewChunk, NewJob, Store, StoreError};

fn large(first: u64) -> NewChunk {
    NewChunk { input: vec![7; 64 << 10], ..chunk(first, 1, 1) }
}

#[tokio::test]
async fn full_memory_is_survived() {
    let store = &Embedded::in_memory(16 << 20).unwrap();
    submit(store, "ann", vec![chunk(0, 1, 1)]).await;
    let lease = claim(store, LONG).await.lease;
    for _ in 0..3 {
        let job = create(store, new_job("bob")).await;
        let mut parts = 0;
        let refused = loop {
            match store.add(&job, parts, vec![large(u64::from(parts))]).await {
                Ok(()) => parts += 1,
                Err(error) => break error,
            }
        };
        assert!(matches!(refused, StoreError::Full), "{refused:?}");
        let task = create(store, NewJob { class: Class::Task, ..new_job("bob") }).await;
        store.add(&task, 0, vec![chunk(0, 1, 1)]).await.expect("archives leave room for tasks");
        assert!(store.remove(&task).await.unwrap());
        assert!(parts > 8, "there is room again once a job is removed, but for {parts} parts");
        assert!(store.cancel(&job).await.unwrap());
    }
    assert!(finish(store, &lease).await, "leases still hold");
}

/// They take no room from jobs, and the first of them make way for the last.
#[tokio::test]
async fn known_results_take_a_quarter_of_the_memory() {
    let store = &Embedded::in_memory(4 << 20).unwrap();
    let key = |number: u8| [number; 32];
    for number in 0..200 {
        let result = KnownResult { key: key(number), effort: 1, content: vec![7; 32 << 10] };
        store.keep(vec![result], LONG).await.unwrap();
    }
    let known = store.known(&(0..200).map(key).collect::<Vec<_>>()).await.unwrap();
    let mut numbers: Vec<_> = known.iter().map(|result| result.key[0]).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (200 - numbers.len() as u8..200).collect::<Vec<_>>());
    assert!((25..=32).contains(&numbers.len()), "{numbers:?}");
    let job = create(store, new_job("bob")).await;
    store.add(&job, 0, vec![large(0)]).await.expect("they leave room for archives");
}
