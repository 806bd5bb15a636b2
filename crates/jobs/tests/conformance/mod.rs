//! One suite for all engines: each case gets an empty store.

use bestmove_jobs::{
    Claim, Claimant, Class, Embedded, Idempotency, JobId, JobStatus, Lease, NewChunk, NewJob, Owner, Store,
    StoreError,
};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

mod ends;
mod fairness;
mod known;
mod leases;
mod poison;
mod quotas;
mod receiving;
mod results;
mod tasks;
mod uploads;
mod workers;

/// Runs the cases on each engine.
macro_rules! conformance {
    ($($group:ident: $($case:ident)+;)+) => {
        mod memory {
            $($(#[tokio::test]
            async fn $case() {
                let store = bestmove_jobs::Embedded::in_memory(u64::MAX).unwrap();
                super::$group::$case(super::Subject::of(&super::shared(store))).await;
            })+)+
        }
        mod file {
            $($(#[tokio::test]
            async fn $case() {
                let file = super::File::new(stringify!($case));
                super::$group::$case(super::Subject::of(&super::shared(file.open()))).await;
            })+)+
        }
        #[cfg(feature = "system-tests")]
        mod postgres {
            $($(#[tokio::test]
            async fn $case() {
                let store = crate::server::shared().store(stringify!($case));
                super::$group::$case(super::Subject::of(&super::shared(store))).await;
            })+)+
        }
    };
}

conformance! {
    receiving:
        a_submission_sent_three_times_is_one_job
        another_submission_under_a_key_is_refused
        a_key_belongs_to_its_owner
        a_job_has_a_key_before_its_submission
        simultaneous_names_are_those_of_one_job
        an_upload_is_resumed_by_its_parts
        a_job_is_received_anew
        who_received_a_job_before_adds_and_submits_nothing
        chunks_must_have_every_item_once
        an_unknown_job_gets_nothing
        no_chunk_is_claimed_before_the_submission
        a_job_without_chunks_is_finished
        simultaneous_submissions_are_one_job
        an_owner_has_no_more_unfinished_jobs_than_it_may;
    fairness:
        ten_chunks_do_not_wait_for_ten_thousand
        ten_owners_get_equal_shares
        shares_are_of_time_and_not_of_chunks
        a_newcomer_does_not_catch_up
        the_jobs_of_an_owner_take_turns_by_submission
        a_cancelled_job_costs_only_what_was_claimed;
    leases:
        a_claim_has_all_that_its_worker_needs
        a_chunk_returns_when_its_lease_is_over
        a_lease_holds_while_it_is_renewed
        a_stale_worker_changes_nothing
        handing_back_is_not_counted
        a_lease_that_was_handed_back_is_void
        finishing_twice_is_finishing_once;
    poison:
        deaths_are_counted
        a_chunk_is_split
        a_split_keeps_its_turn_and_voids_old_leases
        parts_must_replace_their_chunk;
    results:
        results_come_in_order_up_to_the_first_gap
        results_begin_with_the_chunk_of_an_item
        a_status_adds_up
        jobs_are_listed_newest_first
        progress_is_read_while_a_chunk_runs
        the_backlog_is_what_waits;
    ends:
        nothing_of_a_cancelled_job_is_claimed
        the_finished_chunks_of_a_cancelled_job_are_kept
        a_job_is_cancelled_while_it_is_received
        jobs_expire_after_their_end
        a_running_job_does_not_expire
        a_key_expires_with_its_job
        a_job_lasts_until_its_end
        a_removed_job_is_gone;
    known:
        a_result_is_known_by_its_key
        more_effort_replaces_less
        of_a_group_the_greatest_effort_stays
        simultaneous_results_leave_the_greatest_effort
        a_forgotten_result_can_be_replaced
        known_results_expire;
    workers:
        a_worker_gets_what_its_release_can_do
        eight_workers_finish_each_chunk_once
        a_worker_stores_the_progress_of_its_runner
        a_worker_stops_when_its_job_is_removed;
    tasks:
        a_worker_gets_chunks_of_its_class
        tasks_have_turns_of_their_own
        of_equal_tasks_the_one_that_came_first_is_next
        tasks_are_listed_oldest_first
        tasks_are_no_unfinished_archives
        a_removed_task_costs_nothing_if_nobody_claimed_it;
    uploads:
        parts_are_kept_until_the_submission
        a_submission_that_is_refused_keeps_its_parts
        simultaneous_parts_of_one_number_are_one
        parts_go_with_their_job
        uploads_have_as_much_room_as_they_may;
    quotas:
        a_quota_is_leased_once
        a_lease_is_a_share_of_the_rest
        what_is_returned_is_leased_again
        a_debt_is_paid_by_time
        simultaneous_leases_are_together_no_more_than_the_quota
        the_dead_lease_no_share;
}

fn shared(store: impl Store + 'static) -> Arc<dyn Store> {
    Arc::new(store)
}

/// A store as a case takes it.
trait Subject<'a> {
    fn of(store: &'a Arc<dyn Store>) -> Self;
}

impl<'a> Subject<'a> for &'a dyn Store {
    fn of(store: &'a Arc<dyn Store>) -> Self {
        store.as_ref()
    }
}

impl<'a> Subject<'a> for &'a Arc<dyn Store> {
    fn of(store: &'a Arc<dyn Store>) -> Self {
        store
    }
}

/// Room for a file, removed at the end. It is in memory where possible: it need not survive the machine.
pub(crate) struct File(PathBuf);

impl File {
    pub(crate) fn new(name: &str) -> Self {
        let id = JobId::random().unwrap();
        let memory = PathBuf::from("/dev/shm");
        let folder = if memory.is_dir() { memory } else { std::env::temp_dir() };
        Self(folder.join(format!("bestmove-{name}-{id}.redb")))
    }

    pub(crate) fn open(&self) -> Embedded {
        Embedded::open(&self.0).unwrap()
    }

    pub(crate) fn path(&self) -> &std::path::Path {
        &self.0
    }
}

impl Drop for File {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0));
    }
}

/// A lease that ends while a test waits.
pub(crate) const SHORT: Duration = Duration::from_millis(50);
/// A lease that outlives any test.
pub(crate) const LONG: Duration = Duration::from_secs(3600);

pub(crate) fn new_job(owner: &str) -> NewJob {
    NewJob {
        id: JobId::random().unwrap(),
        owner: Owner(owner.to_owned()),
        class: Class::Archive,
        kind: "analysis".to_owned(),
        spec: b"of checkers".to_vec(),
        needs: 1,
        retention: LONG,
        most_unfinished: usize::MAX,
    }
}

/// A chunk whose input is the index of its first item.
pub(crate) fn chunk(first: u64, items: u32, cost_ms: u64) -> NewChunk {
    let input = first.to_string().into_bytes();
    NewChunk { first, items, cost: Duration::from_millis(cost_ms), input }
}

/// Chunks of ten items each.
pub(crate) fn chunks(count: u64, cost_ms: u64) -> Vec<NewChunk> {
    (0..count).map(|n| chunk(10 * n, 10, cost_ms)).collect()
}

pub(crate) async fn submit_new(store: &dyn Store, job: NewJob, chunks: Vec<NewChunk>) -> JobId {
    submit_named(store, job, None, chunks).await.unwrap()
}

/// Submits a job under an idempotency key.
pub(crate) async fn submit_named(
    store: &dyn Store,
    job: NewJob,
    idempotency: Option<Idempotency>,
    chunks: Vec<NewChunk>,
) -> Result<JobId, StoreError> {
    let id = create(store, job).await;
    store.add(&id, 0, chunks).await.unwrap();
    store.submit(&id, idempotency).await
}

pub(crate) async fn create(store: &dyn Store, job: NewJob) -> JobId {
    let id = job.id.clone();
    store.create(job).await.unwrap();
    id
}

/// An idempotency key with the digest of some content.
pub(crate) fn key(key: &str, digest: u8) -> Option<Idempotency> {
    Some(Idempotency { key: key.to_owned(), digest: [digest; 32] })
}

pub(crate) async fn submit(store: &dyn Store, owner: &str, chunks: Vec<NewChunk>) -> JobId {
    submit_new(store, new_job(owner), chunks).await
}

pub(crate) fn worker(lease: Duration) -> Claimant {
    Claimant { name: "worker".to_owned(), release: 1, class: Class::Archive, lease }
}

pub(crate) async fn try_claim(store: &dyn Store, lease: Duration) -> Option<Claim> {
    store.claim(&worker(lease)).await.unwrap()
}

pub(crate) async fn claim(store: &dyn Store, lease: Duration) -> Claim {
    try_claim(store, lease).await.expect("a chunk waits")
}

pub(crate) async fn finish(store: &dyn Store, lease: &Lease) -> bool {
    let result = format!("result of {} by {}", lease.first, lease.fence).into_bytes();
    store.finish(lease, result, Duration::from_millis(7).into()).await.unwrap()
}

pub(crate) async fn status(store: &dyn Store, job: &JobId) -> JobStatus {
    store.job(job).await.unwrap().unwrap()
}

/// Repeats an action until it has a value.
pub(crate) async fn until<T>(mut action: impl AsyncFnMut() -> Option<T>) -> T {
    loop {
        if let Some(value) = action().await {
            return value;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
