//! Leases parts of the quotas of a fleet from its store, in the background.

use super::quota::{Quotas, WINDOW};
use super::slices::{LEASED, Question, Slices};
use crate::jobs::Jobs;
use bestmove_jobs::{Grantor, JobId, QuotaDemand, QuotaLeases, StoreError};
use bestmove_scheduler::quota::Client;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use tokio::time::{MissedTickBehavior, interval};
use tracing::{debug, info, warn};

/// How often the store is asked, if there is anything to ask.
pub(super) const PERIOD: Duration = Duration::from_millis(100);
/// How often it is told that this replica is alive.
pub(super) const ALIVE: Duration = Duration::from_secs(1);
/// How long a replica counts as alive: a store that is slow or was away still counts all that grant.
const LIFETIME: Duration = WINDOW;

/// Leases until the quotas are no longer used.
pub(super) async fn lease(
    quotas: Weak<Quotas>,
    jobs: Arc<Jobs>,
    name: impl Fn(Client) -> String + Send + Sync + 'static,
) {
    let Ok(id) = JobId::random() else { return };
    let grantor = Grantor { name: id.to_string(), lifetime: LIFETIME, window: LEASED };
    let mut ticks = interval(PERIOD);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut asked: Option<Instant> = None;
    loop {
        ticks.tick().await;
        let Some(quotas) = quotas.upgrade() else { return };
        let Quotas::OfFleet(slices) = quotas.as_ref() else { return };
        let questions = slices.questions(Instant::now());
        if questions.is_empty() && asked.is_some_and(|asked| asked.elapsed() < ALIVE) {
            continue;
        }
        let demands = questions.iter().map(|question| demand(question, name(question.client))).collect();
        let answer = jobs.store.lease_quotas(&grantor, demands).await;
        asked = Some(Instant::now());
        hear(slices, &jobs, &questions, answer);
        note_phase(slices, &jobs);
    }
}

/// Counts whether quotas are granted without the store, and logs when that changes.
fn note_phase(slices: &Slices, jobs: &Jobs) {
    let is_local = slices.is_local(Instant::now());
    match (jobs.quotas.is_local.swap(is_local, Ordering::Relaxed), is_local) {
        (false, true) => warn!("the store does not answer: a share of each quota is granted without it"),
        (true, false) => info!("quotas are leased from the store"),
        _ => {}
    }
}

fn demand(question: &Question, client: String) -> QuotaDemand {
    let time = |micros: i64| Duration::from_micros(micros.unsigned_abs());
    QuotaDemand {
        client,
        debit: time(question.debit()),
        credit: time(question.credit),
        need: question.need.map(time),
    }
}

/// Takes what the store has answered.
fn hear(slices: &Slices, jobs: &Jobs, questions: &[Question], answer: Result<QuotaLeases, StoreError>) {
    let now = Instant::now();
    match answer {
        Ok(answer) => {
            for (question, lease) in questions.iter().zip(answer.leases) {
                if question.need.is_some() {
                    let counter =
                        if lease.granted.is_zero() { &jobs.quotas.empty } else { &jobs.quotas.granted };
                    counter.fetch_add(1, Ordering::Relaxed);
                }
                slices.answer(question, Some(lease), now);
            }
            slices.hear(answer.grantors, now);
        }
        Err(error) => {
            debug!(%error, "quotas can't be leased");
            jobs.quotas.failed.fetch_add(1, Ordering::Relaxed);
            questions.iter().for_each(|question| slices.answer(question, None, now));
            slices.miss();
        }
    }
    slices.notify_waiters();
}
