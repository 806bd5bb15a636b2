//! Replicas and their store by a clock of the test, in which the store is slow, loses answers, or is away.

use super::super::super::leases::{ALIVE, PERIOD};
use super::*;

const STEP: Duration = Duration::from_millis(20);
/// How long a replica waits for an answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long a replica counts as alive.
const LIFETIME: Duration = Duration::from_mins(1);

/// Numbers between 0 and 1 by splitmix64 (Steele, Lea, Flood, 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// The quota of the client in the store: GCRA by its definition.
struct Bucket {
    /// When it will be full again.
    arrival: Instant,
    /// When each replica was heard last.
    heard: Vec<Option<Instant>>,
}

impl Bucket {
    fn lease(&mut self, replica: usize, questions: &[Question], now: Instant) -> (u32, Vec<QuotaLease>) {
        self.heard[replica] = Some(now);
        let alive = self.heard.iter().flatten().filter(|heard| now - **heard < LIFETIME).count() as u32;
        let mut lease = |question: &Question| {
            let time = |micros: i64| Duration::from_micros(micros as u64);
            let arrival = self.arrival.max(now) + time(question.debit()) - time(question.credit);
            let arrival = arrival.max(now);
            let rest = LEASED.saturating_sub(arrival - now);
            let granted =
                question.need.map_or(Duration::ZERO, |need| time(need).max(rest / (2 * alive)).min(rest));
            self.arrival = arrival + granted;
            QuotaLease { granted, backlog: self.arrival - now }
        };
        (alive, questions.iter().map(&mut lease).collect())
    }
}

/// A call to the store.
struct Call {
    questions: Vec<Question>,
    /// When the store does what it is asked, if it has not done it yet and ever hears of it.
    arrives: Option<Instant>,
    returns: Instant,
    is_late: bool,
    answer: Option<(u32, Vec<QuotaLease>)>,
}

/// How the store behaves: the time until it has answered, or `None` if it is away.
type Speed<'a> = &'a dyn Fn(usize, Duration, f64) -> Option<Duration>;

struct Fleet<'a> {
    replicas: Vec<Slices>,
    calls: Vec<Option<Call>>,
    asked: Vec<Option<Instant>>,
    bucket: Bucket,
    speed: Speed<'a>,
    random: Random,
    start: Instant,
    now: Instant,
    /// What a single server would have left of the quota, in seconds.
    left: f64,
    /// The least of it.
    least: f64,
    granted: f64,
}

impl<'a> Fleet<'a> {
    fn new(replicas: usize, speed: Speed<'a>, seed: u64) -> Self {
        let start = Instant::now();
        let mut fleet = Self {
            replicas: (0..replicas).map(|_| Slices::new(replicas as u32, start)).collect(),
            calls: (0..replicas).map(|_| None).collect(),
            asked: vec![None; replicas],
            bucket: Bucket { arrival: start, heard: vec![None; replicas] },
            speed: &|_, _, _| Some(Duration::ZERO),
            random: Random(seed),
            start,
            now: start,
            left: 60.0,
            least: 60.0,
            granted: 0.0,
        };
        // All have heard of all others.
        fleet.run(seconds(5), &mut |_, _| 0);
        (fleet.speed, fleet.start) = (speed, fleet.now);
        fleet
    }

    /// Lets the client ask for a search of 1.2 seconds so many times in each step.
    fn run(&mut self, time: Duration, load: &mut dyn FnMut(usize, Duration) -> u32) {
        let end = self.now + time;
        while self.now < end {
            self.now += STEP;
            self.left = (self.left + STEP.as_secs_f64()).min(60.0);
            for replica in 0..self.replicas.len() {
                self.talk(replica);
                for _ in 0..load(replica, self.now - self.start) {
                    self.search(replica);
                }
            }
        }
    }

    fn search(&mut self, replica: usize) {
        let time = Duration::from_millis(1_200);
        if self.replicas[replica].take(CLIENT, time, self.now).is_err() {
            return;
        }
        // A third returns some of it, a third takes longer.
        let used = time.mul_f64(self.random.next().clamp(0.25, 0.75) + 0.5);
        let changes = [time.saturating_sub(used), used.saturating_sub(time)];
        self.replicas[replica].settle(CLIENT, changes[0], changes[1], self.now);
        self.granted += used.as_secs_f64();
        self.left -= used.as_secs_f64();
        self.least = self.least.min(self.left);
    }

    /// As the task that leases.
    fn talk(&mut self, replica: usize) {
        let now = self.now;
        if let Some(call) = &mut self.calls[replica] {
            if call.arrives.is_some_and(|arrives| arrives <= now) {
                call.arrives = None;
                call.answer = Some(self.bucket.lease(replica, &call.questions, now));
            }
            if call.returns > now {
                return;
            }
            let call = self.calls[replica].take().unwrap();
            self.asked[replica] = Some(now);
            self.hear(replica, call);
            return;
        }
        let since = self.asked[replica].map(|asked| now - asked);
        if since.is_some_and(|since| since < PERIOD) {
            return;
        }
        let questions = self.replicas[replica].questions(now);
        if questions.is_empty() && since.is_some_and(|since| since < ALIVE) {
            return;
        }
        let delay = (self.speed)(replica, now - self.start, self.random.next());
        let arrives = delay.map(|delay| now + (delay / 2).min(PATIENCE));
        let returns = now + delay.unwrap_or(PATIENCE).min(PATIENCE);
        let is_late = delay.is_none_or(|delay| delay > PATIENCE);
        self.calls[replica] = Some(Call { questions, arrives, returns, is_late, answer: None });
    }

    /// An answer that comes too late is none.
    fn hear(&self, replica: usize, call: Call) {
        let slices = &self.replicas[replica];
        let answer = call.answer.filter(|_| !call.is_late);
        let leases = answer.as_ref().map(|(_, leases)| leases);
        for (index, question) in call.questions.iter().enumerate() {
            slices.answer(question, leases.map(|leases| leases[index]), self.now);
        }
        match answer {
            Some((alive, _)) => slices.hear(alive, self.now),
            None => slices.miss(),
        }
    }
}

const fn milliseconds(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// Stores of all kinds, the same for all replicas.
const SPEEDS: [(&str, Speed<'static>); 7] = [
    ("fast", &|_, _, _| Some(milliseconds(5))),
    ("slow", &|_, _, chance| Some(milliseconds(1_900).mul_f64(chance))),
    ("often too slow", &|_, _, chance| Some(seconds(4).mul_f64(chance))),
    ("always too slow", &|_, _, _| Some(seconds(3))),
    ("killed", &|_, time, _| (time < seconds(20)).then_some(milliseconds(5))),
    ("away for a minute", &|_, time, _| {
        let is_away = (seconds(20)..seconds(80)).contains(&time);
        (!is_away).then_some(milliseconds(5))
    }),
    ("away again and again", &|_, time, _| (time.as_secs() % 25 < 8).then_some(milliseconds(5))),
];

/// Clients that ask for more than they have, at all replicas, at one after the other, and after pauses.
type Load<'a> = &'a dyn Fn(usize, Duration) -> u32;
const LOADS: [(&str, Load<'static>); 4] = [
    ("everywhere", &|_, _| 1),
    ("at one replica", &|replica, _| u32::from(replica == 1)),
    ("at one after the other", &|replica, time| u32::from(time.as_secs() / 7 % 3 == replica as u64)),
    ("after pauses", &|replica, time| {
        let is_burst = [50, 51, 52, 111, 112].contains(&(time.as_secs() % 113));
        u32::from(is_burst || time.as_millis() % 4_000 == 40 * replica as u128)
    }),
];

/// What searches may take beyond what they reserved at the end of a quota, one at each replica.
const OVERRUN: f64 = 3.0 * 0.3;

#[test]
fn no_more_than_the_quota_is_granted_whatever_the_speed_of_the_store() {
    for (speed, how) in SPEEDS {
        for (load, what) in LOADS {
            for seed in 0..3 {
                let mut fleet = Fleet::new(3, how, seed);
                fleet.run(seconds(240), &mut |replica, time| what(replica, time));
                let least = fleet.least;
                assert!(least >= -OVERRUN, "{speed}, {load}, {seed}: {least} of the quota are left");
            }
        }
    }
}

#[test]
fn nine_tenths_of_the_quota_are_granted_while_the_store_answers() {
    let [fast, slow, ..] = SPEEDS;
    for ((speed, how), loads) in [(fast, &LOADS[..3]), (slow, &LOADS[..1])] {
        for (load, what) in loads {
            let mut fleet = Fleet::new(3, how, 1);
            fleet.run(seconds(60), &mut |replica, time| what(replica, time));
            assert!(fleet.granted >= 0.9 * 120.0, "{speed}, {load}: {}", fleet.granted);
        }
    }
}

#[test]
fn a_replica_that_alone_does_not_hear_from_the_store_owes_what_it_grants() {
    let cut_off = |replica, time: Duration, _: f64| {
        let is_away = replica == 1 && (seconds(20)..seconds(70)).contains(&time);
        (!is_away).then_some(milliseconds(5))
    };
    let mut fleet = Fleet::new(3, &cut_off, 1);
    fleet.run(seconds(70), &mut |_, _| 1);
    assert!(fleet.least < -10.0, "it has granted something: {}", fleet.least);
    fleet.run(seconds(50), &mut |_, _| 1);
    assert!(fleet.least >= -(50.0 + 5.0) / 3.0 - OVERRUN, "its share: {}", fleet.least);
    assert!(fleet.left >= -OVERRUN, "all is paid: {}", fleet.left);
}
