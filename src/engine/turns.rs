//! Whose turn it is: workers, and the searches that wait for one.
//!
//! Each level has a waiting line of its own. A worker that gets free goes to the head of one of them by stride
//! scheduling (`strides.rs`): so no line starves, and a line that was empty for a while has no claim for that time.
//! Within a line the shortest requests come first, by powers of two of the time that they ask for; among equals, clients
//! take turns (`line.rs`).
//!
//! Scheduling is preemptive. Batches and analyses let higher levels go first after a quantum. An interactive search lets
//! one go first that asks for a quarter of its time or less, so a long request holds a worker for no longer than a
//! twentieth of a waiting short one's time; equal requests never interrupt each other. A preempted search keeps all it knows,
//! and goes on when a worker is free for it; at its deadline it ends where it is.
//!
//! The thread that finishes a search starts the next one itself: no other thread has to be scheduled in between.

use super::line::{Line, Lines, Turn, Waiting};
use super::strides::{Level, Priority, Strides};
use crate::clients::Client;
use std::array;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::oneshot::{Receiver, channel};
use tokio::task::spawn_blocking;

/// How long a search goes on before it lets others go first: long enough to get somewhere, too short
/// for others to notice.
const QUANTUM: Duration = Duration::from_millis(20);

/// Preempted interactive searches for each worker: each keeps a thread, and the tables of a `fresh` request.
pub(super) const PREEMPTED_PER_WORKER: usize = 2;

/// A value of the atomics for a line in which nobody waits.
const NOBODY: u64 = u64::MAX;

/// A search that waits to begin. It gets its worker and gives it back for the next one.
pub(super) type Work = Box<dyn FnOnce(Worker) -> Done + Send>;

/// A search that is done.
pub(super) struct Done {
    pub(super) worker: Worker,
    /// Gives the answer to those who wait for it, once the worker is free.
    pub(super) answer: Box<dyn FnOnce() + Send>,
}

/// What a search asks of the workers.
#[derive(Clone, Copy)]
pub(super) struct Demand {
    pub(super) priority: Priority,
    pub(super) client: Option<Client>,
    /// What an interactive search asks for in all. The shorter, the sooner.
    pub(super) time: Duration,
    /// How long it can do without a worker, where searches of a lower level have them.
    pub(super) patience: Duration,
}

impl Demand {
    /// The order of interactive requests: powers of two of their time.
    fn class(&self) -> u32 {
        match self.priority {
            Priority::Interactive => class(self.time),
            Priority::Batch | Priority::Long => 0,
        }
    }
}

/// The order of requests that wait.
pub(super) fn class(time: Duration) -> u32 {
    (time.as_millis() as u64).max(1).ilog2()
}

/// Whether a search that asks for `time` gets the worker of one that asks for `other`: for a quarter of it or less, and
/// for never more than half.
pub(super) fn preempts(time: Duration, other: Duration) -> bool {
    class(time) + 1 < class(other)
}

struct State {
    free: usize,
    lines: [Lines; Level::ALL.len()],
    strides: Strides,
    /// How many have ever joined a line.
    joined: u64,
    /// Interactive searches that have been preempted and not gone on.
    preempted: usize,
}

impl State {
    fn line(&self, level: Level) -> &Lines {
        &self.lines[level as usize]
    }

    /// Takes a worker that nobody has; whether there was one.
    fn take(&mut self) -> bool {
        let is_free = self.free > 0;
        self.free -= usize::from(is_free);
        is_free
    }

    /// Takes the next one out of its line; if there is none, the worker is free.
    fn call(&mut self) -> Option<(Level, Waiting)> {
        let goes_on_first = self.preempted_goes_first();
        let lines = &self.lines;
        let waits = |level: Level| {
            !(lines[level as usize].is_empty() || goes_on_first && level == Level::Interactive)
        };
        let Some(level) = self.strides.next(waits) else {
            self.free += 1;
            return None;
        };
        Some((level, self.lines[level as usize].next()?))
    }

    /// Whether an interactive search waits to begin that gets the worker of one of that time.
    fn has_shorter(&self, time: Duration) -> bool {
        self.line(Level::Interactive).first().is_some_and(|waiting| preempts(waiting.time, time))
    }

    /// Whether a preempted search goes on before any other interactive one: those that wait are no shorter.
    fn preempted_goes_first(&self) -> bool {
        let preempted = self.line(Level::Preempted).first().map(|preempted| preempted.time);
        preempted.is_some_and(|time| !self.has_shorter(time))
    }
}

/// The first in a line, to be read without the lock.
struct Head {
    /// Microseconds of a turn after which it is to go first.
    patience: AtomicU64,
    /// Microseconds that it asks for.
    time: AtomicU64,
}

/// The workers and the waiting lines.
pub(super) struct Turns {
    state: Mutex<State>,
    heads: [Head; Level::ALL.len()],
    most_preempted: usize,
    started: Instant,
}

impl Turns {
    pub(super) fn new(workers: usize) -> Arc<Self> {
        let state = State {
            free: workers,
            lines: array::from_fn(|_| Lines::default()),
            strides: Strides::default(),
            joined: 0,
            preempted: 0,
        };
        let nobody = |_| Head { patience: AtomicU64::new(NOBODY), time: AtomicU64::new(NOBODY) };
        Arc::new(Self {
            state: Mutex::new(state),
            heads: array::from_fn(nobody),
            most_preempted: PREEMPTED_PER_WORKER * workers,
            started: Instant::now(),
        })
    }

    /// Workers that nobody has.
    pub(super) fn free(&self) -> usize {
        self.state().free
    }

    /// Searches that wait in a line, begun or not.
    pub(super) fn waiting(&self, priority: Priority) -> usize {
        let state = self.state();
        Level::ALL
            .into_iter()
            .filter(|level| level.priority() == priority)
            .map(|level| state.line(level).len())
            .sum()
    }

    /// Begins a search at once if there is a free worker, else when it is its turn. Dropping the place leaves the line.
    pub(super) fn begin(self: &Arc<Self>, demand: Demand, work: Work) -> Place {
        let level = Level::of(demand.priority);
        let mut state = self.state();
        if state.take() {
            drop(state);
            run(Worker::new(self, level, demand.time, false), work);
            return Place { turns: Arc::clone(self), level, number: None };
        }
        let number = self.join(&mut state, level, &demand, Turn::Begin(work), Line::join);
        Place { turns: Arc::clone(self), level, number: Some(number) }
    }

    /// Waits in a line from now on. Returns the number of the place.
    fn join(
        &self,
        state: &mut State,
        level: Level,
        demand: &Demand,
        turn: Turn,
        put: impl FnOnce(&mut Line, Option<Client>, Waiting),
    ) -> u64 {
        let patience = demand.patience.min(QUANTUM).as_micros() as u64;
        state.joined += 1;
        let number = state.joined;
        if state.line(level).is_empty() {
            state.strides.join(level);
        }
        let waiting = Waiting { number, turn, patience, time: demand.time };
        put(state.lines[level as usize].class(demand.class()), demand.client, waiting);
        self.show_head(state, level);
        number
    }

    /// Leaves a line. Returns what waited there, if it still did.
    fn leave(&self, level: Level, number: u64) -> Option<Turn> {
        let mut state = self.state();
        let left = state.lines[level as usize].leave(number);
        self.show_head(&state, level);
        left.map(|waiting| waiting.turn)
    }

    /// A worker is done: the next one who still waits gets it. A search that begins gets a thread of its own.
    fn pass_on(self: &Arc<Self>) {
        if let Some((worker, work)) = self.next() {
            run(worker, work);
        }
    }

    /// The next search to begin on a worker that is done; none if one goes on with it, or nobody waits.
    fn next(self: &Arc<Self>) -> Option<(Worker, Work)> {
        loop {
            let (level, waiting) = {
                let mut state = self.state();
                let next = state.call()?;
                self.show_head(&state, next.0);
                next
            };
            match waiting.turn {
                Turn::Begin(work) => return Some((Worker::new(self, level, waiting.time, true), work)),
                Turn::GoOn(turn) => {
                    if turn.send(()).is_ok() {
                        return None;
                    }
                }
            }
        }
    }

    fn show_head(&self, state: &State, level: Level) {
        let first = state.line(level).first();
        let [patience, time] =
            first.map_or([NOBODY; 2], |first| [first.patience, first.time.as_micros() as u64]);
        let head = &self.heads[level as usize];
        head.patience.store(patience, Ordering::Relaxed);
        head.time.store(time, Ordering::Relaxed);
    }

    /// The patience of those who wait at a higher level, in microseconds.
    fn patience_above(&self, level: Level) -> u64 {
        let higher = self.heads[..level as usize].iter();
        higher.map(|head| head.patience.load(Ordering::Relaxed)).min().unwrap_or(NOBODY)
    }

    /// The patience of an interactive search that goes before one of that time, in microseconds: a twentieth of what
    /// it asks for at most.
    fn patience_of_shorter(&self, time: Duration) -> u64 {
        let head = &self.heads[Level::Interactive as usize];
        let shortest = head.time.load(Ordering::Relaxed);
        if shortest != NOBODY && preempts(Duration::from_micros(shortest), time) {
            head.patience.load(Ordering::Relaxed).min(shortest / 20)
        } else {
            NOBODY
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn micros(&self) -> u64 {
        self.started.elapsed().as_micros() as u64
    }
}

/// Runs a search on a thread of its own, and on the same thread all that begin when it is done.
fn run(worker: Worker, work: Work) {
    drop(spawn_blocking(move || {
        let mut next = Some((worker, work));
        while let Some((worker, work)) = next {
            let Done { worker, answer } = work(worker);
            next = worker.pass_on();
            answer();
        }
    }));
}

/// A place in a line, left when dropped.
pub(super) struct Place {
    turns: Arc<Turns>,
    level: Level,
    /// None if the search began at once.
    number: Option<u64>,
}

impl Place {
    /// Whether the search did not begin at once.
    pub(super) const fn waits(&self) -> bool {
        self.number.is_some()
    }

    /// Leaves the line. Returns the search, if it has not begun.
    pub(super) fn leave(&mut self) -> Option<Work> {
        match self.turns.leave(self.level, self.number.take()?)? {
            Turn::Begin(work) => Some(work),
            Turn::GoOn(_) => None,
        }
    }

    /// Begins a search that has not begun, without a worker: for one that has no time left and only has to answer.
    pub(super) fn begin_without_worker(&mut self) {
        if let Some(work) = self.leave() {
            let worker = Worker::new(&self.turns, self.level, Duration::ZERO, true);
            worker.is_lost.store(true, Ordering::Relaxed);
            run(worker, work);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(self.leave());
    }
}

/// A worker that is taken, given back when dropped.
pub(super) struct Worker {
    turns: Arc<Turns>,
    level: Level,
    /// What the search asks for in all.
    time: Duration,
    /// Microseconds from the start of the turns to that of this turn.
    since: AtomicU64,
    /// Whether another search has it for good.
    is_lost: AtomicBool,
    has_waited: bool,
}

impl Worker {
    fn new(turns: &Arc<Turns>, level: Level, time: Duration, has_waited: bool) -> Self {
        let (since, is_lost) = (AtomicU64::new(turns.micros()), AtomicBool::new(false));
        Self { turns: Arc::clone(turns), level, time, since, is_lost, has_waited }
    }

    /// Whether the search had to wait to begin.
    pub(super) const fn has_waited(&self) -> bool {
        self.has_waited
    }

    /// Whether somebody who goes first has no patience for more of this turn.
    pub(super) fn is_to_step_aside(&self) -> bool {
        let patience = match self.level {
            Level::Interactive | Level::Preempted => self.turns.patience_of_shorter(self.time),
            Level::Batch | Level::Long => self.turns.patience_above(self.level),
        };
        patience != NOBODY && self.held() >= patience && !self.is_lost.load(Ordering::Relaxed)
    }

    /// Lets others go first. Blocks until it is this one's turn again, or until `end`: then another has the worker
    /// for good, and the search has to end.
    pub(super) fn step_aside_blocking(&self, end: impl Future<Output = ()>) {
        let (sender, turn) = channel();
        let level = self.level.after_preemption();
        let demand = Demand { priority: level.priority(), client: None, time: self.time, patience: QUANTUM };
        let (number, shorter) = {
            let mut state = self.turns.state();
            let mut shorter = None;
            if level == Level::Preempted {
                if state.preempted >= self.turns.most_preempted || !state.has_shorter(self.time) {
                    return;
                }
                state.preempted += 1;
                shorter = state.lines[Level::Interactive as usize].next();
                self.turns.show_head(&state, Level::Interactive);
            }
            let ahead = |line: &mut Line, _, waiting| line.join_ahead(waiting);
            (self.turns.join(&mut state, level, &demand, Turn::GoOn(sender), ahead), shorter)
        };
        match shorter {
            Some(Waiting { turn: Turn::Begin(work), time, .. }) => {
                run(Self::new(&self.turns, Level::Interactive, time, true), work);
            }
            _ => self.turns.pass_on(),
        }
        self.await_turn(level, number, turn, end);
        if level == Level::Preempted {
            self.turns.state().preempted -= 1;
        }
        self.since.store(self.turns.micros(), Ordering::Relaxed);
    }

    fn await_turn(&self, level: Level, number: u64, mut turn: Receiver<()>, end: impl Future<Output = ()>) {
        let has_turn = Handle::current().block_on(async {
            tokio::select! {
                biased;
                turn = &mut turn => turn.is_ok(),
                () = end => false,
            }
        });
        if !has_turn {
            self.is_lost.store(true, Ordering::Relaxed);
            drop(self.turns.leave(level, number));
            turn.close();
            if turn.try_recv().is_ok() {
                // The turn came too late.
                self.turns.pass_on();
            }
        }
    }

    /// Gives the worker to the next search. Returns that search, if it is to begin on this thread.
    fn pass_on(self) -> Option<(Self, Work)> {
        if self.is_lost.swap(true, Ordering::Relaxed) { None } else { self.turns.next() }
    }

    /// How many microseconds this turn has lasted.
    fn held(&self) -> u64 {
        self.turns.micros() - self.since.load(Ordering::Relaxed)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if !*self.is_lost.get_mut() {
            self.turns.pass_on();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Priority::{Batch, Interactive, Long};
    use super::*;
    use std::future::{pending, ready};
    use std::sync::mpsc::{self, Sender};
    use std::thread;
    use tokio::time::{sleep, timeout};

    const SECOND: Duration = Duration::from_secs(1);

    const fn demand(priority: Priority, seconds: u32, patience: Duration) -> Demand {
        Demand { priority, client: None, time: SECOND.saturating_mul(seconds), patience }
    }

    /// A search is done that nobody waits for.
    fn silent(worker: Worker) -> Done {
        Done { worker, answer: Box::new(|| ()) }
    }

    /// A search that takes its worker until it is dropped.
    struct Search {
        place: Place,
        began: Receiver<Instant>,
        _done: Sender<()>,
    }

    impl Search {
        fn new(turns: &Arc<Turns>, demand: Demand) -> Self {
            let (tell, began) = channel();
            let (done, is_done) = mpsc::channel::<()>();
            let work = move |worker| {
                let _ = tell.send(Instant::now());
                let _ = is_done.recv();
                silent(worker)
            };
            Self { place: turns.begin(demand, Box::new(work)), began, _done: done }
        }

        async fn began(&mut self) -> Instant {
            (&mut self.began).await.unwrap()
        }
    }

    /// A search of that many seconds that lets others go first when it has to, and then ends. Returns whether it had its
    /// worker in the end.
    fn polite(
        turns: &Arc<Turns>,
        demand: Demand,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> (Place, Receiver<bool>) {
        let (tell, told) = channel();
        let work = move |worker: Worker| {
            while !worker.is_to_step_aside() {
                thread::yield_now();
            }
            worker.step_aside_blocking(end);
            let _ = tell.send(!worker.is_lost.load(Ordering::Relaxed));
            silent(worker)
        };
        (turns.begin(demand, Box::new(work)), told)
    }

    async fn until(holds: impl Fn() -> bool) {
        let comes_true = async {
            while !holds() {
                sleep(Duration::from_millis(1)).await;
            }
        };
        timeout(20 * SECOND, comes_true).await.unwrap();
    }

    async fn until_free(turns: &Turns, workers: usize) {
        until(|| turns.free() == workers).await;
    }

    #[tokio::test]
    async fn the_higher_priority_goes_first_and_the_shorter_request() {
        let turns = Turns::new(1);
        let busy = Search::new(&turns, demand(Interactive, 1, QUANTUM));
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut places = Vec::new();
        for (name, priority, seconds) in
            [("long", Long, 0), ("batch", Batch, 0), ("slow", Interactive, 9), ("first", Interactive, 1)]
        {
            let order = Arc::clone(&order);
            let work = move |worker| {
                order.lock().unwrap().push(name);
                silent(worker)
            };
            places.push(turns.begin(demand(priority, seconds, QUANTUM), Box::new(work)));
        }
        assert_eq!([Interactive, Batch, Long].map(|priority| turns.waiting(priority)), [2, 1, 1]);
        drop(busy);
        until_free(&turns, 1).await;
        assert_eq!(*order.lock().unwrap(), ["first", "slow", "batch", "long"]);
    }

    #[tokio::test]
    async fn who_leaves_the_line_loses_no_worker() {
        let turns = Turns::new(1);
        let mut busy = Search::new(&turns, demand(Interactive, 1, QUANTUM));
        let mut waiting = Search::new(&turns, demand(Interactive, 1, QUANTUM));
        assert!(waiting.place.waits() && waiting.place.leave().is_some());
        assert_eq!((turns.waiting(Interactive), turns.patience_above(Level::Long)), (0, NOBODY));
        busy.began().await;
        assert!(busy.place.leave().is_none(), "it has begun");
        drop(busy);
        until_free(&turns, 1).await;
    }

    #[tokio::test]
    async fn long_work_steps_aside_after_a_quantum_or_sooner_if_there_is_no_time_for_one() {
        for (patience, least) in [(Duration::MAX, QUANTUM), (Duration::ZERO, Duration::ZERO)] {
            let (turns, start) = (Turns::new(1), Instant::now());
            let (_place, went_on) = polite(&turns, demand(Long, 0, QUANTUM), pending());
            let mut search = Search::new(&turns, demand(Interactive, 1, patience));
            assert!(search.began().await - start >= least);
            drop(search);
            assert!(went_on.await.unwrap());
            until_free(&turns, 1).await;
        }
    }

    #[tokio::test]
    async fn a_request_of_a_quarter_of_the_time_preempts_and_a_longer_one_does_not() {
        let turns = Turns::new(1);
        let (_place, went_on) = polite(&turns, demand(Interactive, 10, QUANTUM), pending());
        let equal = Search::new(&turns, demand(Interactive, 6, Duration::ZERO));
        sleep(2 * QUANTUM).await;
        assert_eq!(turns.waiting(Interactive), 1, "it is too long to preempt");
        let mut short = Search::new(&turns, demand(Interactive, 2, Duration::ZERO));
        short.began().await;
        assert_eq!(turns.waiting(Interactive), 2);
        drop(short);
        assert!(went_on.await.unwrap(), "it goes on before the other begins");
        drop(equal);
        until_free(&turns, 1).await;
        assert_eq!(turns.state().preempted, 0);
    }

    #[tokio::test]
    async fn a_preempted_search_ends_in_time_without_a_worker() {
        let turns = Turns::new(1);
        let (_place, went_on) = polite(&turns, demand(Interactive, 10, QUANTUM), ready(()));
        let mut short = Search::new(&turns, demand(Interactive, 1, Duration::ZERO));
        short.began().await;
        assert!(!went_on.await.unwrap());
        assert_eq!((turns.free(), turns.state().preempted), (0, 0));
        drop(short);
        until_free(&turns, 1).await;
    }

    #[tokio::test]
    async fn what_has_no_time_left_begins_without_a_worker() {
        let turns = Turns::new(1);
        let busy = Search::new(&turns, demand(Interactive, 1, QUANTUM));
        let mut late = Search::new(&turns, demand(Interactive, 1, QUANTUM));
        late.place.begin_without_worker();
        late.began().await;
        drop(late);
        assert_eq!(turns.free(), 0);
        drop(busy);
        until_free(&turns, 1).await;
    }

    #[tokio::test]
    async fn so_many_are_preempted_and_no_more() {
        let turns = Turns::new(1);
        let mut searches = Vec::new();
        for seconds in [1000, 100, 10] {
            searches.push(polite(&turns, demand(Interactive, seconds, Duration::ZERO), pending()));
            until(|| turns.state().preempted == searches.len() - 1).await;
        }
        let mut short = Search::new(&turns, demand(Interactive, 1, Duration::ZERO));
        // The third finds no room to pause, so it ends before the short one begins.
        let (_third, went_on) = searches.pop().unwrap();
        assert!(went_on.await.unwrap());
        assert_eq!(turns.state().preempted, 2);
        short.began().await;
        drop(short);
        for (_place, went_on) in searches {
            assert!(went_on.await.unwrap());
        }
        until_free(&turns, 1).await;
    }
}
