use super::*;

use std::sync::atomic::{AtomicBool, Ordering};

const SECOND: Duration = Duration::from_secs(1);

/// A search limited to so many seconds, and otherwise by depth or nodes.
fn fixed(seconds: u32, now: Instant) -> Demand {
    let time = SECOND * seconds;
    Demand { client: None, time, deadline: now + time, stoppable: None, can_pause: false }
}

/// When a search longer than all others would begin.
fn next_free_worker(admission: &AdmissionControl, now: Instant) -> Instant {
    admission.next_free_worker(&fixed(1_000, now), now)
}

#[derive(Default)]
struct Search(AtomicBool);

impl Stoppable for Search {
    fn stop_early(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A search that only time limits.
fn stoppable(seconds: u32, now: Instant) -> (Demand, Arc<Search>) {
    let search = Arc::new(Search::default());
    let stoppable: Arc<dyn Stoppable> = Arc::clone(&search) as _;
    (Demand { stoppable: Some(stoppable), ..fixed(seconds, now) }, search)
}

/// As many workers as durations in seconds, each busy with a search of that duration.
fn busy(seconds: &[u32], queue: usize, now: Instant) -> AdmissionControl {
    let mut admission = AdmissionControl::new(seconds.len(), queue);
    for &seconds in seconds {
        let id = admission.admit(fixed(seconds, now), now).unwrap();
        admission.begin(id, now);
    }
    admission
}

#[test]
fn a_search_limited_by_depth_or_nodes_is_refused_after_half_of_its_time() {
    let now = Instant::now();
    assert_eq!(fixed(10, now).latest_start(), now + SECOND * 5);
    assert_eq!(stoppable(10, now).0.latest_start(), now + SECOND * 10);
}

#[test]
fn short_requests_are_not_refused_beside_long_ones() {
    let now = Instant::now();
    let mut admission = AdmissionControl::new(2, 9);
    admission.stoppable.mean = 1.0;
    let pausing = |demand| Demand { can_pause: true, ..demand };
    for demand in [stoppable(10, now).0, fixed(10, now), stoppable(10, now).0] {
        let id = admission.admit(pausing(demand), now).unwrap();
        admission.begin(id, now);
    }
    assert_eq!(admission.next_free_worker(&fixed(2, now), now), now);
    assert!(admission.next_free_worker(&fixed(6, now), now) > now);
    for seconds in [1, 100] {
        admission.admit(stoppable(seconds, now).0, now).unwrap();
    }
    admission.stop_after_fair_share(now + SECOND * 9);
    let is_stopped =
        |running: &Running| running.demand.stoppable.as_ref().is_some_and(|search| search.is_stopped());
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
        let id = admission.admit(fixed(10, now), now).unwrap();
        admission.begin(id, now);
        now += SECOND * 3;
        admission.end(id, now);
    }
    let AdmissionControl { fixed, stoppable, .. } = admission;
    assert!((fixed.upper() - 0.3).abs() < 0.001, "{fixed:?}");
    assert_eq!(stoppable.upper(), 0.0);
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
        let id = admission.admit(fixed(10, start), began).unwrap();
        admission.begin(id, began);
        admission.end(id, began + SECOND * seconds);
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
    admission.stoppable.mean = 1.0;
    let (demand, first) = stoppable(10, now);
    let id = admission.admit(demand, now).unwrap();
    admission.begin(id, now);
    admission.stop_after_fair_share(now + SECOND * 9);
    assert!(!first.is_stopped(), "nothing waits");
    let waiting = (0..100).take_while(|_| admission.admit(stoppable(10, now).0, now).is_ok()).count();
    assert_eq!(waiting, 9, "ten get a tenth each");
    admission.stop_after_fair_share(now + SECOND - Duration::from_millis(1));
    assert!(!first.is_stopped(), "it has not had its share");
    admission.stop_after_fair_share(now + SECOND);
    assert!(first.is_stopped());
}

#[test]
fn searches_limited_by_depth_or_nodes_give_no_time_away() {
    let now = Instant::now();
    let mut admission = busy(&[10], 9, now);
    admission.fixed.mean = 1.0;
    assert!(admission.admit(stoppable(10, now).0, now).is_err());
    assert!(admission.admit(stoppable(20, now).0, now).is_ok());
}

#[test]
fn a_search_that_leaves_the_queue_makes_room() {
    let now = Instant::now();
    let mut admission = busy(&[10], 1, now);
    let id = admission.admit(fixed(20, now), now).unwrap();
    assert!(admission.admit(fixed(20, now), now).is_err());
    admission.end(id, now);
    assert!(admission.admit(fixed(20, now), now).is_ok());
}
