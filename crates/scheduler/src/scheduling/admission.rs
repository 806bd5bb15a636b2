//! Admission control: which searches may wait for a worker, given what runs and what waits.
//!
//! A request that asks for a quarter of a running search's time or less preempts it (`dispatcher`), so
//! only longer or equal ones delay it. While equal requests wait, running searches that only time limits
//! are stopped as soon as they have had their fair share: thinking time is cut before anyone is refused.
//!
//! How long a search will take is unknown, only how long it may. It is estimated from the latest searches.

use super::queue_request::{class, preempts};
use crate::quota::Client;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A search that can be stopped early.
pub(crate) trait Stoppable: Send + Sync {
    /// Stops the search, because others need its worker.
    fn stop_early(&self);
    /// Whether the search is to stop.
    fn is_stopped(&self) -> bool;
}

/// What a search demands.
#[derive(Clone)]
pub(crate) struct Demand {
    /// The client that started the search.
    pub(crate) client: Option<Client>,
    /// How long it may take, its wait included.
    pub(crate) time: Duration,
    /// When that time ends.
    pub(crate) deadline: Instant,
    /// The search itself, if it may be stopped early: if only time limits it.
    pub(crate) stoppable: Option<Arc<dyn Stoppable>>,
    /// Whether it can be paused for shorter requests.
    pub(crate) can_pause: bool,
}

/// Why there is no room, and after what time there would be if no other request came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) waiting: usize,
    pub(crate) retry_after: Duration,
}

/// The number of a search, from its admission to its end.
pub(super) type SearchId = u64;

/// The searches that run and wait.
pub(super) struct AdmissionControl {
    workers: usize,
    queue: usize,
    running: Vec<Running>,
    waiting: VecDeque<(SearchId, Demand)>,
    last: SearchId,
    /// The estimate for stoppable searches.
    stoppable: DurationEstimate,
    /// The estimate for the others.
    fixed: DurationEstimate,
}

/// The part of its time that a search takes, estimated as TCP estimates round trips: running means of it
/// and of its deviation (Jacobson: Congestion avoidance and control, SIGCOMM 1988).
#[derive(Clone, Copy, Debug, Default)]
struct DurationEstimate {
    mean: f64,
    deviation: f64,
}

impl DurationEstimate {
    /// A bound that few searches exceed.
    fn upper(self) -> f64 {
        (self.mean + 2.0 * self.deviation).min(1.0)
    }

    fn update(&mut self, part: f64) {
        self.deviation += ((part - self.mean).abs() - self.deviation) / 4.0;
        self.mean += (part - self.mean) / 8.0;
    }
}

struct Running {
    id: SearchId,
    demand: Demand,
    began: Instant,
}

impl Demand {
    /// A stoppable search gets at least this part of its time, or is refused.
    const LEAST_PART: u32 = 10;

    fn least(&self) -> Duration {
        self.time / Self::LEAST_PART
    }

    /// How long the search may wait to begin. A stoppable one can answer at any time; another needs half
    /// of its time to get anywhere.
    pub(crate) fn latest_start(&self) -> Instant {
        if self.stoppable.is_some() { self.deadline } else { self.deadline - self.time / 2 }
    }

    /// Whether the search gets the worker of a running one.
    fn preempts(&self, running: &Self) -> bool {
        running.can_pause && preempts(self.time, running.time)
    }

    /// The same demand, made now.
    pub(crate) fn anew(&self, now: Instant) -> Self {
        Self { deadline: now + self.time, ..self.clone() }
    }

    pub(crate) fn left(&self, now: Instant) -> Duration {
        self.deadline.saturating_duration_since(now)
    }
}

impl AdmissionControl {
    pub(super) fn new(workers: usize, queue: usize) -> Self {
        let (running, waiting, estimate) = (Vec::new(), VecDeque::new(), DurationEstimate::default());
        Self { workers, queue, running, waiting, last: 0, stoppable: estimate, fixed: estimate }
    }

    /// Admits a search to the queue, if there is room and a worker is likely to be free in time.
    pub(super) fn admit(&mut self, demand: Demand, now: Instant) -> Result<SearchId, Refusal> {
        if self.running_before(&demand).count() + self.waiting_before(&demand).len() >= self.workers {
            let refusal = self.refuse(&demand, now);
            if self.is_full(&demand) || !refusal.retry_after.is_zero() {
                return Err(refusal);
            }
        }
        self.last += 1;
        self.waiting.push_back((self.last, demand));
        Ok(self.last)
    }

    /// The refusal of a search. There will be room for it when a worker would be free in time and, if the
    /// queue is full, another search has left it.
    pub(super) fn refuse(&self, demand: &Demand, now: Instant) -> Refusal {
        let waiting = self.waiting.len();
        let delay = self.expected_delay(demand, now);
        let ends = self.running.iter().map(|running| self.expected_end(running, waiting, now));
        let next = ends.min().filter(|_| self.is_full(demand)).unwrap_or(now).saturating_duration_since(now);
        Refusal { waiting, retry_after: delay.max(next) }
    }

    /// Whether the queue has no room for a search. One client may have at most twice as many searches
    /// there as it leaves free (dynamic thresholds; Choudhury and Hahne: Dynamic queue length thresholds
    /// for shared-memory packet switches, 1998).
    fn is_full(&self, demand: &Demand) -> bool {
        let free = self.queue.saturating_sub(self.waiting.len());
        free == 0 || demand.client.is_some() && self.waiting_of(demand.client) >= 2 * free
    }

    /// Waiting searches of a client.
    fn waiting_of(&self, client: Option<Client>) -> usize {
        self.waiting.iter().filter(|(_, demand)| demand.client == client).count()
    }

    /// The running searches that a search does not preempt.
    fn running_before(&self, demand: &Demand) -> impl Iterator<Item = &Running> {
        self.running.iter().filter(|running| !demand.preempts(&running.demand))
    }

    /// The waiting searches that will begin before one more: those that are no longer, of each client as
    /// many as of its own.
    fn waiting_before(&self, demand: &Demand) -> Vec<&Demand> {
        let own = self.waiting_of(demand.client);
        let mut counts = HashMap::new();
        let is_before = |other: &&Demand| {
            let count = counts.entry(other.client).or_insert(0);
            *count += 1;
            class(other.time) <= class(demand.time) && (other.client.is_none() || *count <= own + 1)
        };
        self.waiting.iter().map(|(_, other)| other).filter(is_before).collect()
    }

    /// Records that a waiting search begins.
    pub(super) fn begin(&mut self, id: SearchId, now: Instant) {
        let index = self.waiting.iter().position(|&(other, _)| other == id);
        if let Some((_, demand)) = index.and_then(|index| self.waiting.remove(index)) {
            self.running.push(Running { id, demand, began: now });
        }
    }

    /// Records that a search ends, or stops waiting.
    pub(super) fn end(&mut self, id: SearchId, now: Instant) {
        self.waiting.retain(|&(other, _)| other != id);
        if let Some(index) = self.running.iter().position(|running| running.id == id) {
            let ended = self.running.swap_remove(index);
            self.update_estimate(&ended, now);
        }
    }

    /// Stops running searches that have had their fair share, if others wait.
    pub(super) fn stop_after_fair_share(&self, now: Instant) {
        for Running { demand, began, .. } in &self.running {
            let competes =
                |waiting: &Demand| !waiting.preempts(demand) && class(waiting.time) <= class(demand.time);
            let waiting = self.waiting.iter().filter(|(_, waiting)| competes(waiting)).count();
            if let Some(search) = &demand.stoppable
                && waiting > 0
                && *began + self.fair_share(demand, *began, waiting) <= now
            {
                search.stop_early();
            }
        }
    }

    /// How much too late a worker is likely to be free for one more search.
    fn expected_delay(&self, demand: &Demand, now: Instant) -> Duration {
        self.next_free_worker(demand, now).saturating_duration_since(now + self.max_wait(demand, now))
    }

    /// How long a search may have to wait. A stoppable one makes do with its least part. Another needs
    /// the upper estimate of its duration, because it must not run out of time, and is only admitted if
    /// that holds even when all searches before it take twice as long as estimated.
    fn max_wait(&self, demand: &Demand, now: Instant) -> Duration {
        let left = demand.left(now);
        match demand.stoppable {
            Some(_) => left.saturating_sub(demand.least()),
            None => left.saturating_sub(demand.time.mul_f64(self.fixed.upper()).min(demand.time / 2)) / 2,
        }
    }

    /// When a worker is likely to be free for one more search, behind all that begin before it.
    fn next_free_worker(&self, demand: &Demand, now: Instant) -> Instant {
        let before = self.waiting_before(demand);
        let waiting = before.len() + 1;
        let mut ends: Vec<_> =
            self.running_before(demand).map(|running| self.expected_end(running, waiting, now)).collect();
        ends.sort_unstable();
        let preempted = ends.split_off(ends.len().min(self.workers));
        let mut free: BinaryHeap<_> = ends.into_iter().map(Reverse).collect();
        free.extend((free.len()..self.workers).map(|_| Reverse(now)));
        let mut assign = |duration: &dyn Fn(Instant) -> Duration| {
            if let Some(Reverse(soonest)) = free.pop() {
                free.push(Reverse(soonest + duration(soonest)));
            }
        };
        preempted.into_iter().for_each(|end| assign(&|_| end.saturating_duration_since(now)));
        for (behind, demand) in (1..waiting).rev().zip(before) {
            assign(&|soonest| self.expected_duration(demand, soonest, behind));
        }
        free.peek().map_or(now, |soonest| soonest.0)
    }

    /// When a running search is likely to end. One that has taken longer than estimated is expected to
    /// take as long again.
    fn expected_end(&self, running: &Running, waiting: usize, now: Instant) -> Instant {
        let Running { demand, began, .. } = running;
        let estimated = *began + self.expected_duration(demand, *began, waiting);
        if estimated > now {
            estimated
        } else {
            let last = *began + self.fair_share(demand, *began, waiting);
            now.max(last.min(now + (now - *began)))
        }
    }

    fn expected_duration(&self, demand: &Demand, began: Instant, waiting: usize) -> Duration {
        let estimate = if demand.stoppable.is_some() { self.stoppable } else { self.fixed };
        demand.time.mul_f64(estimate.mean).min(self.fair_share(demand, began, waiting))
    }

    /// How long a search that began then may run while `waiting` searches wait: a stoppable one shares
    /// the time it has left with those behind it.
    fn fair_share(&self, demand: &Demand, began: Instant, waiting: usize) -> Duration {
        let left = demand.left(began);
        if demand.stoppable.is_none() {
            return left;
        }
        let fair = left.mul_f64(self.workers as f64 / (self.workers + waiting) as f64);
        fair.max(demand.least()).min(left)
    }

    /// Updates the estimate with a search that has ended. A stopped one says nothing about others, and one
    /// that reached its deadline only that it would have taken longer.
    fn update_estimate(&mut self, ended: &Running, now: Instant) {
        let Running { demand, began, .. } = ended;
        if demand.stoppable.as_ref().is_some_and(|search| search.is_stopped()) {
            return;
        }
        let estimate = if demand.stoppable.is_some() { &mut self.stoppable } else { &mut self.fixed };
        let part = (now - *began).as_secs_f64() / demand.time.as_secs_f64().max(f64::MIN_POSITIVE);
        if now < demand.deadline || part > estimate.mean {
            estimate.update(part.min(1.0));
        }
    }
}

#[cfg(test)]
mod tests;
