//! A store in memory that is full.

use crate::conformance::{LONG, chunk, claim, create, finish, new_job, submit};
use bestmove_jobs::{Class, Embedded, NewChunk, NewJob, Store, StoreError};

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
