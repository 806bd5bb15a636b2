//! Admission control: which searches may wait for a worker, given what runs and what waits.
//!
//! A request that asks for a quarter of a running search's time or less preempts it (`dispatcher`), so
//! only longer or equal ones delay it. While equal requests wait, running searches that only time limits
//! are stopped as soon as they have had their fair share: thinking time is cut before anyone is refused.
//!
//! How long a search will take is unknown, only how long it may. It is estimated from the latest searches.

use super::dispatcher::{class, preempts};
use crate::clients::Client;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A search that can be stopped early.
pub(crate) trait Preemptible: Send + Sync {
    /// Stops the search, because others need its worker.
    fn preempt(&self);
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
    pub(crate) preemptible: Option<Arc<dyn Preemptible>>,
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
pub(crate) type Ticket = u64;

/// The searches that run and wait.
pub(crate) struct AdmissionControl {
    workers: usize,
    queue: usize,
    running: Vec<Running>,
    waiting: VecDeque<(Ticket, Demand)>,
    last: Ticket,
    /// The estimate for preemptible searches.
    preemptible: DurationEstimate,
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
    ticket: Ticket,
    demand: Demand,
    began: Instant,
}

impl Demand {
    /// A preemptible search gets at least this part of its time, or is refused.
    const LEAST_PART: u32 = 10;

    fn least(&self) -> Duration {
        self.time / Self::LEAST_PART
    }

    /// How long the search may wait to begin. A preemptible one can answer at any time; another needs half
    /// of its time to get anywhere.
    pub(crate) fn latest_start(&self) -> Instant {
        if self.preemptible.is_some() { self.deadline } else { self.deadline - self.time / 2 }
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
    pub(crate) fn new(workers: usize, queue: usize) -> Self {
        let (running, waiting, estimate) = (Vec::new(), VecDeque::new(), DurationEstimate::default());
        Self { workers, queue, running, waiting, last: 0, preemptible: estimate, fixed: estimate }
    }

    /// Admits a search to the queue, if there is room and a worker is likely to be free in time.
    pub(crate) fn admit(&mut self, demand: Demand, now: Instant) -> Result<Ticket, Refusal> {
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
    pub(crate) fn refuse(&self, demand: &Demand, now: Instant) -> Refusal {
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
    pub(crate) fn begin(&mut self, ticket: Ticket, now: Instant) {
        let index = self.waiting.iter().position(|&(other, _)| other == ticket);
        if let Some((_, demand)) = index.and_then(|index| self.waiting.remove(index)) {
            self.running.push(Running { ticket, demand, began: now });
        }
    }

    /// Records that a search ends, or stops waiting.
    pub(crate) fn end(&mut self, ticket: Ticket, now: Instant) {
        self.waiting.retain(|&(other, _)| other != ticket);
        if let Some(index) = self.running.iter().position(|running| running.ticket == ticket) {
            let ended = self.running.swap_remove(index);
            self.update_estimate(&ended, now);
        }
    }

    /// Stops running searches that have had their fair share, if others wait.
    pub(crate) fn preempt(&self, now: Instant) {
        for Running { demand, began, .. } in &self.running {
            let competes =
                |waiting: &Demand| !waiting.preempts(demand) && class(waiting.time) <= class(demand.time);
            let waiting = self.waiting.iter().filter(|(_, waiting)| competes(waiting)).count();
            if let Some(search) = &demand.preemptible
                && waiting > 0
                && *began + self.fair_share(demand, *began, waiting) <= now
            {
                search.preempt();
            }
        }
    }

    /// How much too late a worker is likely to be free for one more search.
    fn expected_delay(&self, demand: &Demand, now: Instant) -> Duration {
        self.next_free_worker(demand, now).saturating_duration_since(now + self.max_wait(demand, now))
    }

    /// How long a search may have to wait. A preemptible one makes do with its least part. Another needs
    /// the upper estimate of its duration, because it must not run out of time, and is only admitted if
    /// that holds even when all searches before it take twice as long as estimated.
    fn max_wait(&self, demand: &Demand, now: Instant) -> Duration {
        let left = demand.left(now);
        match demand.preemptible {
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
        let estimate = if demand.preemptible.is_some() { self.preemptible } else { self.fixed };
        demand.time.mul_f64(estimate.mean).min(self.fair_share(demand, began, waiting))
    }

    /// How long a search that began then may run while `waiting` searches wait: a preemptible one shares
    /// the time it has left with those behind it.
    fn fair_share(&self, demand: &Demand, began: Instant, waiting: usize) -> Duration {
        let left = demand.left(began);
        if demand.preemptible.is_none() {
            return left;
        }
        let fair = left.mul_f64(self.workers as f64 / (self.workers + waiting) as f64);
        fair.max(demand.least()).min(left)
    }

    /// Updates the estimate with a search that has ended. A stopped one says nothing about others, and one
    /// that reached its deadline only that it would have taken longer.
    fn update_estimate(&mut self, ended: &Running, now: Instant) {
        let Running { demand, began, .. } = ended;
        if demand.preemptible.as_ref().is_some_and(|search| search.is_stopped()) {
            return;
        }
        let estimate = if demand.preemptible.is_some() { &mut self.preemptible } else { &mut self.fixed };
        let part = (now - *began).as_secs_f64() / demand.time.as_secs_f64().max(f64::MIN_POSITIVE);
        if now < demand.deadline || part > estimate.mean {
            estimate.update(part.min(1.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::sync::atomic::{AtomicBool, Ordering};

    const SECOND: Duration = Duration::from_secs(1);

    /// A search limited to so many seconds, and otherwise by depth or nodes.
    fn fixed(seconds: u32, now: Instant) -> Demand {
        let time = SECOND * seconds;
        Demand { client: None, time, deadline: now + time, preemptible: None, can_pause: false }
    }

    /// When a search longer than all others would begin.
    fn next_free_worker(admission: &AdmissionControl, now: Instant) -> Instant {
        admission.next_free_worker(&fixed(1_000, now), now)
    }

    #[derive(Default)]
    struct Search(AtomicBool);

    impl Preemptible for Search {
        fn preempt(&self) {
            self.0.store(true, Ordering::Relaxed);
        }
        fn is_stopped(&self) -> bool {
            self.0.load(Ordering::Relaxed)
        }
    }

    /// A search that only time limits.
    fn preemptible(seconds: u32, now: Instant) -> (Demand, Arc<Search>) {
        let search = Arc::new(Search::default());
        let preemptible: Arc<dyn Preemptible> = Arc::clone(&search) as _;
        (Demand { preemptible: Some(preemptible), ..fixed(seconds, now) }, search)
    }

    /// As many workers as durations in seconds, each busy with a search of that duration.
    fn busy(seconds: &[u32], queue: usize, now: Instant) -> AdmissionControl {
        let mut admission = AdmissionControl::new(seconds.len(), queue);
        for &seconds in seconds {
            let ticket = admission.admit(fixed(seconds, now), now).unwrap();
            admission.begin(ticket, now);
        }
        admission
    }

    #[test]
    fn a_search_limited_by_depth_or_nodes_is_refused_after_half_of_its_time() {
        let now = Instant::now();
        assert_eq!(fixed(10, now).latest_start(), now + SECOND * 5);
        assert_eq!(preemptible(10, now).0.latest_start(), now + SECOND * 10);
    }

    #[test]
    fn short_requests_are_not_refused_beside_long_ones() {
        let now = Instant::now();
        let mut admission = AdmissionControl::new(2, 9);
        admission.preemptible.mean = 1.0;
        let pausing = |demand| Demand { can_pause: true, ..demand };
        for demand in [preemptible(10, now).0, fixed(10, now), preemptible(10, now).0] {
            let ticket = admission.admit(pausing(demand), now).unwrap();
            admission.begin(ticket, now);
        }
        assert_eq!(admission.next_free_worker(&fixed(2, now), now), now);
        assert!(admission.next_free_worker(&fixed(6, now), now) > now);
        for seconds in [1, 100] {
            admission.admit(preemptible(seconds, now).0, now).unwrap();
        }
        admission.preempt(now + SECOND * 9);
        let is_stopped =
            |running: &Running| running.demand.preemptible.as_ref().is_some_and(|search| search.is_stopped());
        assert!(!admission.running.iter().any(is_stopped), "they are paused instead");
    }

    #[test]
    fn clients_have_equal_parts_of_the_queue() {
        let now = Instant::now();
        let mut admission = busy(&[100], 12, now);
        let demand = |client| Demand { client: Some(Client::Key(client)), ..fixed(1_000, now) };
        let mut fill = |client| (0..12).take_while(|_| admission.admit(demand(client), now).is_ok()).count();
        assert_eq!([fill(0), fill(1), fill(2)], [8, 3, 1]);
        admission.fixed.mean = 0.1;
        assert_eq!(admission.next_free_worker(&demand(3), now), now + SECOND * 310, "one of each");
    }

    #[test]
    fn an_idle_worker_takes_anything() {
        let now = Instant::now();
        let mut admission = AdmissionControl::new(1, 0);
        assert!(admission.admit(fixed(0, now), now).is_ok());
    }

    #[test]
    fn the_wait_is_for_all_searches_before() {
        let now = Instant::now();
        let mut admission = busy(&[8, 5], 9, now);
        admission.fixed.mean = 1.0;
        assert_eq!(next_free_worker(&admission, now), now + SECOND * 5);
        admission.admit(fixed(20, now), now).unwrap();
        assert_eq!(
            next_free_worker(&admission, now),
            now + SECOND * 8,
            "the first has fifteen seconds left at five"
        );
        admission.admit(fixed(40, now), now).unwrap();
        assert_eq!(next_free_worker(&admission, now), now + SECOND * 20);
    }

    #[test]
    fn a_search_that_cannot_start_in_time_is_refused_with_the_time_to_retry() {
        let now = Instant::now();
        for (queue, seconds, retry) in [(9, 62, 60), (9, 32, 30), (0, 60, 60)] {
            let mut admission = busy(&[seconds], queue, now);
            admission.fixed.mean = 1.0;
            let Refusal { waiting, retry_after } = admission.admit(fixed(8, now), now).unwrap_err();
            assert_eq!((waiting, retry_after), (0, SECOND * retry));
            let early = now + retry_after - SECOND;
            assert!(admission.admit(fixed(8, early), early).is_err());
            if queue > 0 {
                let then = now + retry_after;
                assert!(admission.admit(fixed(8, then), then).is_ok());
            }
        }
    }

    #[test]
    fn durations_are_expected_to_be_as_estimated() {
        let now = Instant::now();
        let mut admission = busy(&[100], 9, now);
        admission.fixed.mean = 0.1;
        assert_eq!(next_free_worker(&admission, now), now + SECOND * 10);
        for (after, end) in [(11, 22), (20, 40), (70, 100), (101, 101)] {
            assert_eq!(next_free_worker(&admission, now + SECOND * after), now + SECOND * end, "{after}");
        }
    }

    #[test]
    fn the_estimate_converges() {
        let mut now = Instant::now();
        let mut admission = AdmissionControl::new(1, 0);
        for _ in 0..100 {
            let ticket = admission.admit(fixed(10, now), now).unwrap();
            admission.begin(ticket, now);
            now += SECOND * 3;
            admission.end(ticket, now);
        }
        let AdmissionControl { fixed, preemptible, .. } = admission;
        assert!((fixed.upper() - 0.3).abs() < 0.001, "{fixed:?}");
        assert_eq!(preemptible.upper(), 0.0);
    }

    #[test]
    fn varying_durations_raise_the_upper_estimate() {
        let mut estimate = DurationEstimate::default();
        for turn in 0..1000 {
            estimate.update(if turn % 2 == 0 { 0.1 } else { 0.3 });
        }
        assert!((0.35..0.45).contains(&estimate.upper()), "{estimate:?}");
    }

    #[test]
    fn admitted_searches_fit_even_if_all_take_twice_as_long() {
        let now = Instant::now();
        let mut admission = busy(&[10], 100, now);
        admission.fixed.mean = 0.1;
        let admitted = (0..100).take_while(|_| admission.admit(fixed(10, now), now).is_ok()).count();
        assert_eq!(admitted, 4, "the last begins after four and a half seconds, or nine, and takes one");
    }

    #[test]
    fn a_search_cut_by_its_deadline_does_not_lower_the_estimate() {
        let start = Instant::now();
        let mut admission = AdmissionControl::new(1, 0);
        let mut end_after = |seconds, began| {
            let ticket = admission.admit(fixed(10, start), began).unwrap();
            admission.begin(ticket, began);
            admission.end(ticket, began + SECOND * seconds);
            admission.fixed.mean
        };
        let mean = (0..100).map(|_| end_after(3, start)).last().unwrap();
        assert!((mean - 0.3).abs() < 0.001, "{mean}");
        assert_eq!(end_after(1, start + SECOND * 9), mean);
        assert!(end_after(5, start + SECOND * 5) > mean);
        assert!(end_after(1, start) < end_after(10, start));
    }

    #[test]
    fn thinking_time_is_shared_before_anyone_is_refused() {
        let now = Instant::now();
        let mut admission = AdmissionControl::new(1, 100);
        admission.preemptible.mean = 1.0;
        let (demand, first) = preemptible(10, now);
        let ticket = admission.admit(demand, now).unwrap();
        admission.begin(ticket, now);
        admission.preempt(now + SECOND * 9);
        assert!(!first.is_stopped(), "nobody waits");
        let waiting = (0..100).take_while(|_| admission.admit(preemptible(10, now).0, now).is_ok()).count();
        assert_eq!(waiting, 9, "ten get a tenth each");
        admission.preempt(now + SECOND - Duration::from_millis(1));
        assert!(!first.is_stopped(), "it has not had its share");
        admission.preempt(now + SECOND);
        assert!(first.is_stopped());
    }

    #[test]
    fn searches_limited_by_depth_or_nodes_are_not_preempted() {
        let now = Instant::now();
        let mut admission = busy(&[10], 9, now);
        admission.fixed.mean = 1.0;
        assert!(admission.admit(preemptible(10, now).0, now).is_err());
        assert!(admission.admit(preemptible(20, now).0, now).is_ok());
        admission.preempt(now + SECOND * 9);
        assert_eq!(admission.running.len(), 1);
    }

    #[test]
    fn a_search_that_leaves_the_queue_makes_room() {
        let now = Instant::now();
        let mut admission = busy(&[10], 1, now);
        let ticket = admission.admit(fixed(20, now), now).unwrap();
        assert!(admission.admit(fixed(20, now), now).is_err());
        admission.end(ticket, now);
        assert!(admission.admit(fixed(20, now), now).is_ok());
    }
}
