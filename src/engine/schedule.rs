//! What is searched and what waits for a worker, and so when there will be room for more.
//!
//! A request that asks for a quarter of the time of a running search or less preempts it (`turns.rs`), so only what is as
//! long or shorter stands before it. While searches of equal length wait, those that run and that time alone limits
//! yield as soon as they have had their fair share of it: thinking time is cut before anybody is refused.
//!
//! How long a search takes is not known before, only how long it may. The latest ones tell which
//! part of its time one is likely to take.

use super::flight::Flight;
use super::turns::{class, preempts};
use crate::clients::Client;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What a search asks for.
#[derive(Clone)]
pub(super) struct Claim {
    /// Who began the search.
    pub(super) client: Option<Client>,
    /// How long it may take, its wait included.
    pub(super) time: Duration,
    /// When that ends.
    pub(super) deadline: Instant,
    /// What to tell to end sooner, if it may: if time is all that limits it.
    pub(super) yields: Option<Arc<Flight>>,
    /// Whether it lets shorter requests go first.
    pub(super) is_preemptible: bool,
}

/// Why there is no room, and after what time there would be if nobody else came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) waiting: usize,
    pub(super) retry_after: Duration,
}

/// One search, from its admission to its end.
pub(super) type Ticket = u64;

/// The searches of a pool.
pub(super) struct Schedule {
    workers: usize,
    queue: usize,
    running: Vec<Running>,
    waiting: VecDeque<(Ticket, Claim)>,
    last: Ticket,
    /// Of searches that yield.
    yielding: Usual,
    /// Of the others.
    fixed: Usual,
}

/// The part of its time that a search takes, as TCP judges round trips: running means of it and of how
/// far it is off its mean.
#[derive(Clone, Copy, Debug, Default)]
struct Usual {
    mean: f64,
    deviation: f64,
}

impl Usual {
    /// What few searches exceed.
    fn most(self) -> f64 {
        (self.mean + 2.0 * self.deviation).min(1.0)
    }

    fn learn(&mut self, part: f64) {
        self.deviation += ((part - self.mean).abs() - self.deviation) / 4.0;
        self.mean += (part - self.mean) / 8.0;
    }
}

struct Running {
    ticket: Ticket,
    claim: Claim,
    began: Instant,
}

impl Claim {
    /// A search that yields gets at least this part of its time, or none.
    const LEAST_PART: u32 = 10;

    fn least(&self) -> Duration {
        self.time / Self::LEAST_PART
    }

    /// How long the search may wait to begin: what only time limits answers at any time, another needs half of
    /// its time to get anywhere.
    pub(super) fn latest_start(&self) -> Instant {
        if self.yields.is_some() { self.deadline } else { self.deadline - self.time / 2 }
    }

    /// Whether a search gets the worker of another that runs.
    fn preempts(&self, running: &Self) -> bool {
        running.is_preemptible && preempts(self.time, running.time)
    }

    /// The same, asked for now.
    pub(super) fn anew(&self, now: Instant) -> Self {
        Self { deadline: now + self.time, ..self.clone() }
    }

    pub(super) fn left(&self, now: Instant) -> Duration {
        self.deadline.saturating_duration_since(now)
    }
}

impl Schedule {
    pub(super) fn new(workers: usize, queue: usize) -> Self {
        let (running, waiting, usual) = (Vec::new(), VecDeque::new(), Usual::default());
        Self { workers, queue, running, waiting, last: 0, yielding: usual, fixed: usual }
    }

    /// Lets a search wait for its turn, if there is room and its turn is likely to come in time.
    pub(super) fn admit(&mut self, claim: Claim, now: Instant) -> Result<Ticket, Refusal> {
        if self.before(&claim).count() + self.waiting_before(&claim).len() >= self.workers {
            let refusal = self.give_up(&claim, now);
            if self.is_full(&claim) || !refusal.retry_after.is_zero() {
                return Err(refusal);
            }
        }
        self.last += 1;
        self.waiting.push_back((self.last, claim));
        Ok(self.last)
    }

    /// Refuses a search. There will be room for it when its turn would come in time and, where the
    /// queue is full, one has left it.
    pub(super) fn give_up(&self, claim: &Claim, now: Instant) -> Refusal {
        let waiting = self.waiting.len();
        let late = self.lateness(claim, now);
        let ends = self.running.iter().map(|running| self.likely_end(running, waiting, now));
        let next = ends.min().filter(|_| self.is_full(claim)).unwrap_or(now).saturating_duration_since(now);
        Refusal { waiting, retry_after: late.max(next) }
    }

    /// Whether the queue has no place for a search. One client has at most twice as many as it leaves free (dynamic
    /// thresholds, Choudhury and Hahne 1998).
    fn is_full(&self, claim: &Claim) -> bool {
        let free = self.queue.saturating_sub(self.waiting.len());
        free == 0 || claim.client.is_some() && self.waiting_of(claim.client) >= 2 * free
    }

    /// Searches of a client that wait.
    fn waiting_of(&self, client: Option<Client>) -> usize {
        self.waiting.iter().filter(|(_, claim)| claim.client == client).count()
    }

    /// The running searches that a search does not preempt.
    fn before(&self, claim: &Claim) -> impl Iterator<Item = &Running> {
        self.running.iter().filter(|running| !claim.preempts(&running.claim))
    }

    /// What waits and will begin before one more search: what is no longer, of each client as much as of its own.
    fn waiting_before(&self, claim: &Claim) -> Vec<&Claim> {
        let own = self.waiting_of(claim.client);
        let mut counts = HashMap::new();
        let goes_first = |other: &&Claim| {
            let count = counts.entry(other.client).or_insert(0);
            *count += 1;
            class(other.time) <= class(claim.time) && (other.client.is_none() || *count <= own + 1)
        };
        self.waiting.iter().map(|(_, other)| other).filter(goes_first).collect()
    }

    /// Starts a search that waits.
    pub(super) fn begin(&mut self, ticket: Ticket, now: Instant) {
        let place = self.waiting.iter().position(|&(other, _)| other == ticket);
        if let Some((_, claim)) = place.and_then(|place| self.waiting.remove(place)) {
            self.running.push(Running { ticket, claim, began: now });
        }
    }

    /// Ends a search, or the wait for one.
    pub(super) fn end(&mut self, ticket: Ticket, now: Instant) {
        self.waiting.retain(|&(other, _)| other != ticket);
        if let Some(place) = self.running.iter().position(|running| running.ticket == ticket) {
            let ended = self.running.swap_remove(place);
            self.learn(&ended, now);
        }
    }

    /// Has those yield who have had their share, if others wait.
    pub(super) fn hurry(&self, now: Instant) {
        for Running { claim, began, .. } in &self.running {
            let presses =
                |waiting: &Claim| !waiting.preempts(claim) && class(waiting.time) <= class(claim.time);
            let waiting = self.waiting.iter().filter(|(_, waiting)| presses(waiting)).count();
            if let Some(flight) = &claim.yields
                && waiting > 0
                && *began + self.share(claim, *began, waiting) <= now
            {
                flight.hurry();
            }
        }
    }

    /// How much too late the turn of one more search is likely to come.
    fn lateness(&self, claim: &Claim, now: Instant) -> Duration {
        self.opening(claim, now).saturating_duration_since(now + self.bearable_wait(claim, now))
    }

    /// How long a search may have to wait. One that yields makes do with its least part. Another needs what it
    /// usually takes, as it must not end for want of time, unless that is how such searches end anyway; and it is
    /// not let in to be cut when all who are before it take twice as long as thought.
    fn bearable_wait(&self, claim: &Claim, now: Instant) -> Duration {
        let left = claim.left(now);
        match claim.yields {
            Some(_) => left.saturating_sub(claim.least()),
            None => left.saturating_sub(claim.time.mul_f64(self.fixed.most()).min(claim.time / 2)) / 2,
        }
    }

    /// When a worker is likely to be free for one more search, behind all that go before it.
    fn opening(&self, claim: &Claim, now: Instant) -> Instant {
        let before = self.waiting_before(claim);
        let waiting = before.len() + 1;
        let mut ends: Vec<_> =
            self.before(claim).map(|running| self.likely_end(running, waiting, now)).collect();
        ends.sort_unstable();
        let preempted = ends.split_off(ends.len().min(self.workers));
        let mut free: BinaryHeap<_> = ends.into_iter().map(Reverse).collect();
        free.extend((free.len()..self.workers).map(|_| Reverse(now)));
        let mut take = |length: &dyn Fn(Instant) -> Duration| {
            if let Some(Reverse(soonest)) = free.pop() {
                free.push(Reverse(soonest + length(soonest)));
            }
        };
        preempted.into_iter().for_each(|end| take(&|_| end.saturating_duration_since(now)));
        for (behind, claim) in (1..waiting).rev().zip(before) {
            take(&|soonest| self.likely_length(claim, soonest, behind));
        }
        free.peek().map_or(now, |soonest| soonest.0)
    }

    /// What has taken longer than usual is believed to take as long again.
    fn likely_end(&self, running: &Running, waiting: usize, now: Instant) -> Instant {
        let Running { claim, began, .. } = running;
        let usual = *began + self.likely_length(claim, *began, waiting);
        if usual > now {
            usual
        } else {
            let last = *began + self.share(claim, *began, waiting);
            now.max(last.min(now + (now - *began)))
        }
    }

    fn likely_length(&self, claim: &Claim, began: Instant, waiting: usize) -> Duration {
        let usual = if claim.yields.is_some() { self.yielding } else { self.fixed };
        claim.time.mul_f64(usual.mean).min(self.share(claim, began, waiting))
    }

    /// What a search may take that began then, while so many wait: each that yields shares what time it
    /// has left with those behind it.
    fn share(&self, claim: &Claim, began: Instant, waiting: usize) -> Duration {
        let left = claim.left(began);
        if claim.yields.is_none() {
            return left;
        }
        let fair = left.mul_f64(self.workers as f64 / (self.workers + waiting) as f64);
        fair.max(claim.least()).min(left)
    }

    /// A search that was told to end says nothing about others, and one that time has ended no more than
    /// that it would have taken longer.
    fn learn(&mut self, ended: &Running, now: Instant) {
        let Running { claim, began, .. } = ended;
        if claim.yields.as_ref().is_some_and(|flight| flight.is_stopped()) {
            return;
        }
        let usual = if claim.yields.is_some() { &mut self.yielding } else { &mut self.fixed };
        let part = (now - *began).as_secs_f64() / claim.time.as_secs_f64().max(f64::MIN_POSITIVE);
        if now < claim.deadline || part > usual.mean {
            usual.learn(part.min(1.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// A search that may take so many seconds from now on.
    fn fixed(seconds: u32, now: Instant) -> Claim {
        let time = SECOND * seconds;
        Claim { client: None, time, deadline: now + time, yields: None, is_preemptible: false }
    }

    /// When one more search of any length would begin.
    fn opening(schedule: &Schedule, now: Instant) -> Instant {
        schedule.opening(&fixed(1_000, now), now)
    }

    /// One that makes do with less.
    fn yielding(seconds: u32, now: Instant) -> (Claim, Arc<Flight>) {
        let flight = Arc::new(Flight::new());
        (Claim { yields: Some(Arc::clone(&flight)), ..fixed(seconds, now) }, flight)
    }

    /// Workers that are busy with searches of so many seconds.
    fn busy(seconds: &[u32], queue: usize, now: Instant) -> Schedule {
        let mut schedule = Schedule::new(seconds.len(), queue);
        for &seconds in seconds {
            let ticket = schedule.admit(fixed(seconds, now), now).unwrap();
            schedule.begin(ticket, now);
        }
        schedule
    }

    #[test]
    fn a_limit_on_effort_is_refused_after_half_of_its_time() {
        let now = Instant::now();
        assert_eq!(fixed(10, now).latest_start(), now + SECOND * 5);
        assert_eq!(yielding(10, now).0.latest_start(), now + SECOND * 10);
    }

    #[test]
    fn short_requests_are_not_refused_beside_long_ones() {
        let now = Instant::now();
        let mut schedule = Schedule::new(2, 9);
        schedule.yielding.mean = 1.0;
        let preemptible = |claim| Claim { is_preemptible: true, ..claim };
        for claim in [yielding(10, now).0, fixed(10, now), yielding(10, now).0] {
            let ticket = schedule.admit(preemptible(claim), now).unwrap();
            schedule.begin(ticket, now);
        }
        assert_eq!(schedule.opening(&fixed(2, now), now), now);
        assert!(schedule.opening(&fixed(6, now), now) > now);
        for seconds in [1, 100] {
            schedule.admit(yielding(seconds, now).0, now).unwrap();
        }
        schedule.hurry(now + SECOND * 9);
        let is_stopped =
            |running: &Running| running.claim.yields.as_ref().is_some_and(|flight| flight.is_stopped());
        assert!(!schedule.running.iter().any(is_stopped), "they pause, and go on");
    }

    #[test]
    fn clients_have_equal_parts_of_the_queue() {
        let now = Instant::now();
        let mut schedule = busy(&[100], 12, now);
        let claim = |client| Claim { client: Some(Client::Key(client)), ..fixed(1_000, now) };
        let mut fill = |client| (0..12).take_while(|_| schedule.admit(claim(client), now).is_ok()).count();
        assert_eq!([fill(0), fill(1), fill(2)], [8, 3, 1]);
        schedule.fixed.mean = 0.1;
        assert_eq!(schedule.opening(&claim(3), now), now + SECOND * 310, "one of each");
    }

    #[test]
    fn an_idle_worker_takes_anything() {
        let now = Instant::now();
        let mut schedule = Schedule::new(1, 0);
        assert!(schedule.admit(fixed(0, now), now).is_ok());
    }

    #[test]
    fn the_wait_is_that_for_all_who_came_before() {
        let now = Instant::now();
        let mut schedule = busy(&[8, 5], 9, now);
        schedule.fixed.mean = 1.0;
        assert_eq!(opening(&schedule, now), now + SECOND * 5);
        schedule.admit(fixed(20, now), now).unwrap();
        assert_eq!(opening(&schedule, now), now + SECOND * 8, "the first has fifteen seconds left at five");
        schedule.admit(fixed(40, now), now).unwrap();
        assert_eq!(opening(&schedule, now), now + SECOND * 20);
    }

    #[test]
    fn what_cannot_start_in_time_is_refused_and_told_when_it_could() {
        let now = Instant::now();
        for (queue, seconds, told) in [(9, 62, 60), (9, 32, 30), (0, 60, 60)] {
            let mut schedule = busy(&[seconds], queue, now);
            schedule.fixed.mean = 1.0;
            let Refusal { waiting, retry_after } = schedule.admit(fixed(8, now), now).unwrap_err();
            assert_eq!((waiting, retry_after), (0, SECOND * told));
            let early = now + retry_after - SECOND;
            assert!(schedule.admit(fixed(8, early), early).is_err());
            if queue > 0 {
                let then = now + retry_after;
                assert!(schedule.admit(fixed(8, then), then).is_ok());
            }
        }
    }

    #[test]
    fn searches_are_expected_to_take_their_usual_part() {
        let now = Instant::now();
        let mut schedule = busy(&[100], 9, now);
        schedule.fixed.mean = 0.1;
        assert_eq!(opening(&schedule, now), now + SECOND * 10);
        for (after, end) in [(11, 22), (20, 40), (70, 100), (101, 101)] {
            assert_eq!(opening(&schedule, now + SECOND * after), now + SECOND * end, "{after}");
        }
    }

    #[test]
    fn the_usual_part_is_learnt() {
        let mut now = Instant::now();
        let mut schedule = Schedule::new(1, 0);
        for _ in 0..100 {
            let ticket = schedule.admit(fixed(10, now), now).unwrap();
            schedule.begin(ticket, now);
            now += SECOND * 3;
            schedule.end(ticket, now);
        }
        let Schedule { fixed, yielding, .. } = schedule;
        assert!((fixed.most() - 0.3).abs() < 0.001, "{fixed:?}");
        assert_eq!(yielding.most(), 0.0);
    }

    #[test]
    fn what_varies_is_judged_with_care() {
        let mut usual = Usual::default();
        for turn in 0..1000 {
            usual.learn(if turn % 2 == 0 { 0.1 } else { 0.3 });
        }
        assert!((0.35..0.45).contains(&usual.most()), "{usual:?}");
    }

    #[test]
    fn there_is_time_for_all_if_they_take_twice_as_long_as_usual() {
        let now = Instant::now();
        let mut schedule = busy(&[10], 100, now);
        schedule.fixed.mean = 0.1;
        let admitted = (0..100).take_while(|_| schedule.admit(fixed(10, now), now).is_ok()).count();
        assert_eq!(admitted, 4, "the last begins after four and a half seconds, or nine, and takes one");
    }

    #[test]
    fn a_search_that_time_has_ended_is_not_taken_for_a_short_one() {
        let start = Instant::now();
        let mut schedule = Schedule::new(1, 0);
        let mut end_after = |seconds, began| {
            let ticket = schedule.admit(fixed(10, start), began).unwrap();
            schedule.begin(ticket, began);
            schedule.end(ticket, began + SECOND * seconds);
            schedule.fixed.mean
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
        let mut schedule = Schedule::new(1, 100);
        schedule.yielding.mean = 1.0;
        let (claim, first) = yielding(10, now);
        let ticket = schedule.admit(claim, now).unwrap();
        schedule.begin(ticket, now);
        schedule.hurry(now + SECOND * 9);
        assert!(!first.is_stopped(), "nobody waits");
        let waiting = (0..100).take_while(|_| schedule.admit(yielding(10, now).0, now).is_ok()).count();
        assert_eq!(waiting, 9, "ten get a tenth each");
        schedule.hurry(now + SECOND - Duration::from_millis(1));
        assert!(!first.is_stopped(), "it has not had its share");
        schedule.hurry(now + SECOND);
        assert!(first.is_stopped());
    }

    #[test]
    fn limits_on_effort_are_not_shared() {
        let now = Instant::now();
        let mut schedule = busy(&[10], 9, now);
        schedule.fixed.mean = 1.0;
        assert!(schedule.admit(yielding(10, now).0, now).is_err());
        assert!(schedule.admit(yielding(20, now).0, now).is_ok());
        schedule.hurry(now + SECOND * 9);
        assert_eq!(schedule.running.len(), 1);
    }

    #[test]
    fn who_leaves_takes_no_room() {
        let now = Instant::now();
        let mut schedule = busy(&[10], 1, now);
        let ticket = schedule.admit(fixed(20, now), now).unwrap();
        assert!(schedule.admit(fixed(20, now), now).is_err());
        schedule.end(ticket, now);
        assert!(schedule.admit(fixed(20, now), now).is_ok());
    }
}
