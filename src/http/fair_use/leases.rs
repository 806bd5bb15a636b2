//! Leases parts of the quotas of a fleet from its store, in the background.

use super::quota::Quotas;
use super::slices::{Question, Slices};
use crate::jobs::Jobs;
use bestmove_jobs::{Grantor, JobId, QuotaDemand};
use bestmove_scheduler::quota::Client;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use tokio::time::{MissedTickBehavior, interval};
use tracing::debug;

/// How often the store is asked, if there is anything to ask.
const PERIOD: Duration = Duration::from_millis(100);
/// How often it is told that this replica is alive.
const ALIVE: Duration = Duration::from_secs(1);
/// How long a replica counts as alive.
const LIFETIME: Duration = Duration::from_secs(10);

/// Leases until the quotas are no longer used.
pub(super) async fn lease(
    quotas: Weak<Quotas>,
    jobs: Arc<Jobs>,
    name: impl Fn(Client) -> String + Send + Sync + 'static,
) {
    let Ok(id) = JobId::random() else { return };
    let grantor = Grantor { name: id.to_string(), lifetime: LIFETIME, window: super::quota::WINDOW };
    let mut ticks = interval(PERIOD);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut asked: Option<Instant> = None;
    loop {
        ticks.tick().await;
        let Some(quotas) = quotas.upgrade() else { return };
        let Some(fleet) = quotas.fleet() else { return };
        let questions = fleet.slices.questions(Instant::now());
        if questions.is_empty() && asked.is_some_and(|asked| asked.elapsed() < ALIVE) {
            continue;
        }
        let is_there = ask(&fleet.slices, &jobs, &grantor, &questions, &name).await;
        asked = Some(Instant::now());
        if is_there {
            *fleet.heard.lock() = asked;
        }
        jobs.quotas.is_local.store(!fleet.hears(Instant::now()), Ordering::Relaxed);
    }
}

/// Asks the store. Returns whether it has answered.
async fn ask(
    slices: &Slices,
    jobs: &Jobs,
    grantor: &Grantor,
    questions: &[Question],
    name: &(impl Fn(Client) -> String + Sync),
) -> bool {
    let time = |micros: i64| Duration::from_micros(micros.unsigned_abs());
    let demand = |question: &Question| QuotaDemand {
        client: name(question.client),
        debit: time(question.debit),
        credit: time(question.credit),
        need: question.need.map(time),
    };
    let answer = jobs.store.lease_quotas(grantor, questions.iter().map(demand).collect()).await;
    let now = Instant::now();
    match answer {
        Ok(answer) => {
            slices.set_replicas(answer.grantors);
            for (question, lease) in questions.iter().zip(answer.leases) {
                if question.need.is_some() {
                    let counter =
                        if lease.granted.is_zero() { &jobs.quotas.empty } else { &jobs.quotas.granted };
                    counter.fetch_add(1, Ordering::Relaxed);
                }
                slices.answer(question, Some(lease), now);
            }
            true
        }
        Err(error) => {
            debug!(%error, "quotas can't be leased");
            jobs.quotas.failed.fetch_add(1, Ordering::Relaxed);
            questions.iter().for_each(|question| slices.answer(question, None, now));
            false
        }
    }
}
