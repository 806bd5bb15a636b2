//! Archives that are sent in numbered parts.

use super::{chunk, create, key, new_job, submit};
use bestmove_jobs::{JobId, NewJob, Store, StoreError, UploadRoom};
use std::time::Duration;
use tokio::time::sleep;

const ANY: UploadRoom = UploadRoom::ANY;

pub(super) async fn parts_are_kept_until_the_submission(store: &dyn Store) {
    let job = create(store, new_job("ann")).await;
    let put =
        async |part: u32, bytes: &[u8]| store.put_upload(&job, part, bytes.to_vec(), ANY).await.unwrap();
    assert!(put(7, b"last").await && put(1, b"first").await && put(3, &[]).await);
    assert!(put(7, b"last").await, "again");
    assert!(!put(7, b"other").await && !put(3, b"other").await);
    assert_eq!(store.uploads(&job).await.unwrap(), [(1, 5), (3, 0), (7, 4)]);
    assert_eq!(store.upload(&job, 7).await.unwrap().as_deref(), Some(&b"last"[..]));
    assert_eq!(store.upload(&job, 2).await.unwrap(), None);
    store.add(&job, 0, vec![chunk(0, 10, 1)]).await.unwrap();
    store.submit(&job, None).await.unwrap();
    assert_eq!(store.uploads(&job).await.unwrap(), []);
    let late = store.put_upload(&job, 1, b"first".to_vec(), ANY).await;
    assert!(matches!(late, Err(StoreError::UnknownJob)), "{late:?}");
}

pub(super) async fn a_submission_that_is_refused_keeps_its_parts(store: &dyn Store) {
    let job = create(store, new_job("ann")).await;
    store.put_upload(&job, 1, b"first".to_vec(), ANY).await.unwrap();
    store.add(&job, 0, vec![chunk(10, 10, 1)]).await.unwrap();
    assert!(store.submit(&job, key("k", 1)).await.is_err());
    assert_eq!(store.uploads(&job).await.unwrap(), [(1, 5)]);
}

pub(super) async fn simultaneous_parts_of_one_number_are_one(store: &dyn Store) {
    let job = create(store, new_job("ann")).await;
    let put = || store.put_upload(&job, 1, b"one".to_vec(), ANY);
    let (a, b, c, d) = tokio::join!(put(), put(), put(), put());
    assert!([a, b, c, d].into_iter().all(Result::unwrap));
    let job = create(store, new_job("ann")).await;
    let put = |bytes: &'static [u8]| store.put_upload(&job, 1, bytes.to_vec(), ANY);
    let (a, b) = tokio::join!(put(b"one"), put(b"two"));
    assert_ne!(a.unwrap(), b.unwrap());
    assert_eq!(store.uploads(&job).await.unwrap(), [(1, 3)]);
}

pub(super) async fn parts_go_with_their_job(store: &dyn Store) {
    let put = async |job: &JobId| store.put_upload(job, 1, b"first".to_vec(), ANY).await;
    let unknown = JobId::random().unwrap();
    let running = submit(store, "ann", vec![chunk(0, 10, 1)]).await;
    for job in [unknown, running] {
        assert!(matches!(put(&job).await, Err(StoreError::UnknownJob)));
    }
    let cancelled = create(store, new_job("ann")).await;
    let removed = create(store, new_job("ann")).await;
    let expired = create(store, NewJob { retention: Duration::from_millis(1), ..new_job("ann") }).await;
    let kept = create(store, new_job("ann")).await;
    for job in [&cancelled, &removed, &expired, &kept] {
        put(job).await.unwrap();
    }
    store.cancel(&cancelled).await.unwrap();
    store.remove(&removed).await.unwrap();
    sleep(Duration::from_millis(20)).await;
    assert_eq!(store.expire().await.unwrap(), 1);
    for job in [&cancelled, &removed, &expired] {
        assert_eq!(store.uploads(job).await.unwrap(), []);
    }
    assert_eq!(store.uploads(&kept).await.unwrap(), [(1, 5)]);
}

/// Of one owner and of all; a part that is there already takes none, and the end of an upload returns it.
pub(super) async fn uploads_have_as_much_room_as_they_may(store: &dyn Store) {
    let room = UploadRoom { of_owner: 10, in_all: 15 };
    let put = async |job: &JobId, part: u32, bytes: usize| {
        store.put_upload(job, part, vec![b'x'; bytes], room).await
    };
    let first = create(store, new_job("ann")).await;
    let second = create(store, new_job("ann")).await;
    let other = create(store, new_job("bob")).await;
    assert!(put(&first, 1, 6).await.unwrap() && put(&second, 1, 4).await.unwrap());
    let full = put(&second, 2, 1).await;
    assert!(matches!(full, Err(StoreError::TooManyBytes(10))), "{full:?}");
    assert!(put(&first, 1, 6).await.unwrap() && !put(&first, 1, 7).await.unwrap());
    assert!(put(&other, 1, 5).await.unwrap());
    let full = put(&other, 2, 1).await;
    assert!(matches!(full, Err(StoreError::NoRoomForUploads(15))), "{full:?}");
    store.cancel(&second).await.unwrap();
    assert!(put(&other, 2, 4).await.unwrap());
    store.submit(&first, None).await.unwrap();
    let next = create(store, new_job("ann")).await;
    assert!(put(&next, 1, 6).await.unwrap());
}
