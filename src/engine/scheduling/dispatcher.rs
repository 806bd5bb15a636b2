//! The dispatcher: workers, and the searches that wait for one.
//!
//! Each level has a queue of its own. A worker that becomes free goes to the head of one of them by stride
//! scheduling (`stride_scheduler`), so no queue starves. Within a queue the shortest requests come first,
//! by powers of two of the time that they ask for; among equals, clients take turns (`fair_queue`).
//!
//! Scheduling is preemptive. Batches and background analyses yield to higher levels after a quantum. An
//! interactive search yields to one that asks for a quarter of its time or less, so a long request holds
//! a worker for no longer than a twentieth of a waiting short one's time; equal requests never preempt
//! each other. A preempted search keeps its state and resumes when a worker is free for it; at its
//! deadline it ends where it is.
//!
//! The thread that finishes a search starts the next one itself, so no other thread has to be scheduled in
//! between.

use super::fair_queue::{ClientQueue, FairQueue, Waiting};
use super::stride_scheduler::{Level, StrideScheduler};
use crate::clients::Client;
use crate::engine::Priority;
use std::array;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::oneshot::{Receiver, Sender, channel};
use tokio::task::spawn_blocking;

/// How long a search runs before it yields to higher levels: long enough to get somewhere, too short to
/// be noticed.
const QUANTUM: Duration = Duration::from_millis(20);

/// Preempted interactive searches for each worker. Each keeps a thread, and a `fresh` request its tables.
pub(crate) const PREEMPTED_PER_WORKER: usize = 2;

/// The value of a [`Head`] whose queue is empty.
const NONE_WAITING: u64 = u64::MAX;

/// A search that waits to begin. It gets its worker and gives it back for the next one.
pub(crate) type Work = Box<dyn FnOnce(Worker) -> Done + Send>;

/// A finished search.
pub(crate) struct Done {
    pub(crate) worker: Worker,
    /// Delivers the answer, once the worker is free.
    pub(crate) answer: Box<dyn FnOnce() + Send>,
}

/// What a queued search waits for.
enum Turn {
    /// To begin.
    Begin(Work),
    /// To resume after a preemption, on a thread that is blocked.
    Resume(Sender<()>),
}

/// What a search asks of the dispatcher.
#[derive(Clone, Copy)]
pub(crate) struct QueueRequest {
    pub(crate) priority: Priority,
    pub(crate) client: Option<Client>,
    /// The time that an interactive search asks for in all: the shorter, the sooner it begins.
    pub(crate) time: Duration,
    /// After what time a search of a lower level yields its worker.
    pub(crate) preempt_after: Duration,
}

impl QueueRequest {
    fn class(&self) -> u32 {
        match self.priority {
            Priority::Interactive => class(self.time),
            Priority::Batch | Priority::Long => 0,
        }
    }
}

/// The class of interactive requests by time: powers of two of a millisecond.
pub(crate) fn class(time: Duration) -> u32 {
    (time.as_millis() as u64).max(1).ilog2()
}

/// Whether a search that asks for `time` preempts one that asks for `other`: for a quarter of it or less,
/// and never for more than half.
pub(crate) fn preempts(time: Duration, other: Duration) -> bool {
    class(time) + 1 < class(other)
}

struct State {
    free: usize,
    queues: [FairQueue<Turn>; Level::ALL.len()],
    scheduler: StrideScheduler,
    /// The number of searches ever queued.
    queued: u64,
    /// Preempted interactive searches that have not resumed.
    preempted: usize,
}

impl State {
    fn queue(&self, level: Level) -> &FairQueue<Turn> {
        &self.queues[level as usize]
    }

    /// Takes a free worker, if there is one.
    fn take_worker(&mut self) -> bool {
        let is_free = self.free > 0;
        self.free -= usize::from(is_free);
        is_free
    }

    /// Takes the next search out of its queue. If there is none, the worker is free.
    fn dequeue(&mut self) -> Option<(Level, Waiting<Turn>)> {
        let resumes_first = self.resumes_preempted_first();
        let queues = &self.queues;
        let is_waiting = |level: Level| {
            !(queues[level as usize].is_empty() || resumes_first && level == Level::Interactive)
        };
        let Some(level) = self.scheduler.next(is_waiting) else {
            self.free += 1;
            return None;
        };
        Some((level, self.queues[level as usize].pop()?))
    }

    /// Whether an interactive search waits that preempts one of that time.
    fn has_shorter(&self, time: Duration) -> bool {
        self.queue(Level::Interactive).first().is_some_and(|waiting| preempts(waiting.time, time))
    }

    /// Whether a preempted search resumes before any interactive one begins: none that waits is shorter.
    fn resumes_preempted_first(&self) -> bool {
        let preempted = self.queue(Level::Preempted).first().map(|preempted| preempted.time);
        preempted.is_some_and(|time| !self.has_shorter(time))
    }
}

/// The first search of a queue, readable without the lock.
struct Head {
    /// After how many microseconds a running search yields to it.
    preempt_after: AtomicU64,
    /// The microseconds that it asks for.
    time: AtomicU64,
}

/// The workers and the queues.
pub(crate) struct Dispatcher {
    state: Mutex<State>,
    heads: [Head; Level::ALL.len()],
    max_preempted: usize,
    started: Instant,
}

impl Dispatcher {
    pub(crate) fn new(workers: usize) -> Arc<Self> {
        let state = State {
            free: workers,
            queues: array::from_fn(|_| FairQueue::default()),
            scheduler: StrideScheduler::default(),
            queued: 0,
            preempted: 0,
        };
        let empty =
            |_| Head { preempt_after: AtomicU64::new(NONE_WAITING), time: AtomicU64::new(NONE_WAITING) };
        Arc::new(Self {
            state: Mutex::new(state),
            heads: array::from_fn(empty),
            max_preempted: PREEMPTED_PER_WORKER * workers,
            started: Instant::now(),
        })
    }

    /// Free workers.
    pub(crate) fn free(&self) -> usize {
        self.state().free
    }

    /// Searches that wait, to begin or to resume.
    pub(crate) fn waiting(&self, priority: Priority) -> usize {
        let state = self.state();
        Level::ALL
            .into_iter()
            .filter(|level| level.priority() == priority)
            .map(|level| state.queue(level).len())
            .sum()
    }

    /// Begins a search at once if a worker is free, otherwise when it is next. Drop the slot to leave the
    /// queue.
    pub(crate) fn begin(self: &Arc<Self>, request: QueueRequest, work: Work) -> QueueSlot {
        let level = Level::of(request.priority);
        let mut state = self.state();
        if state.take_worker() {
            drop(state);
            run(Worker::new(self, level, request.time, false), work);
            return QueueSlot { dispatcher: Arc::clone(self), level, number: None };
        }
        let number = self.enqueue(&mut state, level, &request, Turn::Begin(work), ClientQueue::push);
        QueueSlot { dispatcher: Arc::clone(self), level, number: Some(number) }
    }

    /// Queues a search by `push`. Returns its number.
    fn enqueue(
        &self,
        state: &mut State,
        level: Level,
        request: &QueueRequest,
        turn: Turn,
        push: impl FnOnce(&mut ClientQueue<Turn>, Option<Client>, Waiting<Turn>),
    ) -> u64 {
        let preempt_after = request.preempt_after.min(QUANTUM).as_micros() as u64;
        state.queued += 1;
        let number = state.queued;
        if state.queue(level).is_empty() {
            state.scheduler.join(level);
        }
        let waiting = Waiting { number, item: turn, preempt_after, time: request.time };
        push(state.queues[level as usize].class(request.class()), request.client, waiting);
        self.publish_head(state, level);
        number
    }

    /// Removes a search from its queue. Returns it, if it still waited.
    fn leave(&self, level: Level, number: u64) -> Option<Turn> {
        let mut state = self.state();
        let removed = state.queues[level as usize].remove(number);
        self.publish_head(&state, level);
        removed.map(|waiting| waiting.item)
    }

    /// Gives a worker to the next search. A search that begins gets a thread of its own.
    fn release(self: &Arc<Self>) {
        if let Some((worker, work)) = self.next() {
            run(worker, work);
        }
    }

    /// The next search to begin on a worker; none if another resumes with it or none waits.
    fn next(self: &Arc<Self>) -> Option<(Worker, Work)> {
        loop {
            let (level, waiting) = {
                let mut state = self.state();
                let next = state.dequeue()?;
                self.publish_head(&state, next.0);
                next
            };
            match waiting.item {
                Turn::Begin(work) => return Some((Worker::new(self, level, waiting.time, true), work)),
                Turn::Resume(turn) => {
                    if turn.send(()).is_ok() {
                        return None;
                    }
                }
            }
        }
    }

    fn publish_head(&self, state: &State, level: Level) {
        let first = state.queue(level).first();
        let [preempt_after, time] =
            first.map_or([NONE_WAITING; 2], |first| [first.preempt_after, first.time.as_micros() as u64]);
        let head = &self.heads[level as usize];
        head.preempt_after.store(preempt_after, Ordering::Relaxed);
        head.time.store(time, Ordering::Relaxed);
    }

    /// After how many microseconds a search of this level yields to a higher one.
    fn preempt_after_above(&self, level: Level) -> u64 {
        let higher = self.heads[..level as usize].iter();
        higher.map(|head| head.preempt_after.load(Ordering::Relaxed)).min().unwrap_or(NONE_WAITING)
    }

    /// After how many microseconds an interactive search of that time yields to a shorter one: at most a
    /// twentieth of what that one asks for.
    fn preempt_after_of_shorter(&self, time: Duration) -> u64 {
        let head = &self.heads[Level::Interactive as usize];
        let shortest = head.time.load(Ordering::Relaxed);
        if shortest != NONE_WAITING && preempts(Duration::from_micros(shortest), time) {
            head.preempt_after.load(Ordering::Relaxed).min(shortest / 20)
        } else {
            NONE_WAITING
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn micros(&self) -> u64 {
        self.started.elapsed().as_micros() as u64
    }
}

/// Runs a search on a thread of its own, and on the same thread all that begin when it has finished.
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

/// A slot in a queue; dropping it leaves the queue.
pub(crate) struct QueueSlot {
    dispatcher: Arc<Dispatcher>,
    level: Level,
    /// `None` if the search began at once.
    number: Option<u64>,
}

impl QueueSlot {
    /// Whether the search did not begin at once.
    pub(crate) const fn waits(&self) -> bool {
        self.number.is_some()
    }

    /// Leaves the queue. Returns the search, if it has not begun.
    pub(crate) fn leave(&mut self) -> Option<Work> {
        match self.dispatcher.leave(self.level, self.number.take()?)? {
            Turn::Begin(work) => Some(work),
            Turn::Resume(_) => None,
        }
    }

    /// Begins a search that has not begun, without a worker: it has no time left and only has to answer.
    pub(crate) fn run_without_worker(&mut self) {
        if let Some(work) = self.leave() {
            let worker = Worker::new(&self.dispatcher, self.level, Duration::ZERO, true);
            worker.is_taken_away.store(true, Ordering::Relaxed);
            run(worker, work);
        }
    }
}

impl Drop for QueueSlot {
    fn drop(&mut self) {
        drop(self.leave());
    }
}

/// A worker in use, released when dropped.
pub(crate) struct Worker {
    dispatcher: Arc<Dispatcher>,
    level: Level,
    /// The time that the search asks for in all.
    time: Duration,
    /// When this turn began, in microseconds since the start of the dispatcher.
    since: AtomicU64,
    /// Whether another search has the worker for good.
    is_taken_away: AtomicBool,
    has_waited: bool,
}

impl Worker {
    fn new(dispatcher: &Arc<Dispatcher>, level: Level, time: Duration, has_waited: bool) -> Self {
        let (since, is_taken_away) = (AtomicU64::new(dispatcher.micros()), AtomicBool::new(false));
        Self { dispatcher: Arc::clone(dispatcher), level, time, since, is_taken_away, has_waited }
    }

    /// Whether the search had to wait to begin.
    pub(crate) const fn has_waited(&self) -> bool {
        self.has_waited
    }

    /// Whether a search waits that preempts this one by now.
    pub(crate) fn should_yield(&self) -> bool {
        let preempt_after = match self.level {
            Level::Interactive | Level::Preempted => self.dispatcher.preempt_after_of_shorter(self.time),
            Level::Batch | Level::Long => self.dispatcher.preempt_after_above(self.level),
        };
        preempt_after != NONE_WAITING
            && self.held() >= preempt_after
            && !self.is_taken_away.load(Ordering::Relaxed)
    }

    /// Yields the worker. Blocks until this search resumes, or until `end`: then another search has the
    /// worker for good, and this one has to stop.
    pub(crate) fn yield_blocking(&self, end: impl Future<Output = ()>) {
        let (sender, turn) = channel();
        let level = self.level.after_preemption();
        let (time, preempt_after) = (self.time, QUANTUM);
        let request = QueueRequest { priority: level.priority(), client: None, time, preempt_after };
        let (number, shorter) = {
            let mut state = self.dispatcher.state();
            let mut shorter = None;
            if level == Level::Preempted {
                if state.preempted >= self.dispatcher.max_preempted || !state.has_shorter(self.time) {
                    return;
                }
                state.preempted += 1;
                shorter = state.queues[Level::Interactive as usize].pop();
                self.dispatcher.publish_head(&state, Level::Interactive);
            }
            let resume = |queue: &mut ClientQueue<Turn>, _, waiting| queue.push_resumed(waiting);
            (self.dispatcher.enqueue(&mut state, level, &request, Turn::Resume(sender), resume), shorter)
        };
        match shorter {
            Some(Waiting { item: Turn::Begin(work), time, .. }) => {
                run(Self::new(&self.dispatcher, Level::Interactive, time, true), work);
            }
            _ => self.dispatcher.release(),
        }
        self.await_turn(level, number, turn, end);
        if level == Level::Preempted {
            self.dispatcher.state().preempted -= 1;
        }
        self.since.store(self.dispatcher.micros(), Ordering::Relaxed);
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
            self.is_taken_away.store(true, Ordering::Relaxed);
            drop(self.dispatcher.leave(level, number));
            turn.close();
            if turn.try_recv().is_ok() {
                // The turn came after `end`.
                self.dispatcher.release();
            }
        }
    }

    /// Gives the worker to the next search. Returns that search, if it is to begin on this thread.
    fn pass_on(self) -> Option<(Self, Work)> {
        if self.is_taken_away.swap(true, Ordering::Relaxed) { None } else { self.dispatcher.next() }
    }

    /// How many microseconds this turn has lasted.
    fn held(&self) -> u64 {
        self.dispatcher.micros() - self.since.load(Ordering::Relaxed)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if !*self.is_taken_away.get_mut() {
            self.dispatcher.release();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Priority::{Batch, Interactive, Long};
    use std::future::{pending, ready};
    use std::sync::mpsc::{self, Sender};
    use std::thread;
    use tokio::time::{sleep, timeout};

    const SECOND: Duration = Duration::from_secs(1);

    const fn request(priority: Priority, seconds: u32, preempt_after: Duration) -> QueueRequest {
        QueueRequest { priority, client: None, time: SECOND.saturating_mul(seconds), preempt_after }
    }

    /// A finished search without an answer.
    fn silent(worker: Worker) -> Done {
        Done { worker, answer: Box::new(|| ()) }
    }

    /// A search that keeps its worker until this is dropped.
    struct Search {
        slot: QueueSlot,
        began: Receiver<Instant>,
        _done: Sender<()>,
    }

    impl Search {
        fn new(dispatcher: &Arc<Dispatcher>, request: QueueRequest) -> Self {
            let (sender, began) = channel();
            let (done, is_done) = mpsc::channel::<()>();
            let work = move |worker| {
                let _ = sender.send(Instant::now());
                let _ = is_done.recv();
                silent(worker)
            };
            Self { slot: dispatcher.begin(request, Box::new(work)), began, _done: done }
        }

        async fn began(&mut self) -> Instant {
            (&mut self.began).await.unwrap()
        }
    }

    /// A search that yields when it should, then ends. Receives whether it got its worker back.
    fn yielding(
        dispatcher: &Arc<Dispatcher>,
        request: QueueRequest,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> (QueueSlot, Receiver<bool>) {
        let (sender, receiver) = channel();
        let work = move |worker: Worker| {
            while !worker.should_yield() {
                thread::yield_now();
            }
            worker.yield_blocking(end);
            let _ = sender.send(!worker.is_taken_away.load(Ordering::Relaxed));
            silent(worker)
        };
        (dispatcher.begin(request, Box::new(work)), receiver)
    }

    async fn until(holds: impl Fn() -> bool) {
        let comes_true = async {
            while !holds() {
                sleep(Duration::from_millis(1)).await;
            }
        };
        timeout(20 * SECOND, comes_true).await.unwrap();
    }

    async fn until_free(dispatcher: &Dispatcher, workers: usize) {
        until(|| dispatcher.free() == workers).await;
    }

    #[tokio::test]
    async fn higher_priorities_and_shorter_requests_go_first() {
        let dispatcher = Dispatcher::new(1);
        let busy = Search::new(&dispatcher, request(Interactive, 1, QUANTUM));
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut slots = Vec::new();
        for (name, priority, seconds) in
            [("long", Long, 0), ("batch", Batch, 0), ("slow", Interactive, 9), ("first", Interactive, 1)]
        {
            let order = Arc::clone(&order);
            let work = move |worker| {
                order.lock().unwrap().push(name);
                silent(worker)
            };
            slots.push(dispatcher.begin(request(priority, seconds, QUANTUM), Box::new(work)));
        }
        assert_eq!([Interactive, Batch, Long].map(|priority| dispatcher.waiting(priority)), [2, 1, 1]);
        drop(busy);
        until_free(&dispatcher, 1).await;
        assert_eq!(*order.lock().unwrap(), ["first", "slow", "batch", "long"]);
    }

    #[tokio::test]
    async fn leaving_the_queue_loses_no_worker() {
        let dispatcher = Dispatcher::new(1);
        let mut busy = Search::new(&dispatcher, request(Interactive, 1, QUANTUM));
        let mut waiting = Search::new(&dispatcher, request(Interactive, 1, QUANTUM));
        assert!(waiting.slot.waits() && waiting.slot.leave().is_some());
        assert_eq!(
            (dispatcher.waiting(Interactive), dispatcher.preempt_after_above(Level::Long)),
            (0, NONE_WAITING)
        );
        busy.began().await;
        assert!(busy.slot.leave().is_none(), "it has begun");
        drop(busy);
        until_free(&dispatcher, 1).await;
    }

    #[tokio::test]
    async fn background_work_yields_after_a_quantum_or_sooner() {
        for (preempt_after, least) in [(Duration::MAX, QUANTUM), (Duration::ZERO, Duration::ZERO)] {
            let (dispatcher, start) = (Dispatcher::new(1), Instant::now());
            let (_slot, resumed) = yielding(&dispatcher, request(Long, 0, QUANTUM), pending());
            let mut search = Search::new(&dispatcher, request(Interactive, 1, preempt_after));
            assert!(search.began().await - start >= least);
            drop(search);
            assert!(resumed.await.unwrap());
            until_free(&dispatcher, 1).await;
        }
    }

    #[tokio::test]
    async fn a_request_of_a_quarter_of_the_time_preempts_and_a_longer_one_does_not() {
        let dispatcher = Dispatcher::new(1);
        let (_slot, resumed) = yielding(&dispatcher, request(Interactive, 10, QUANTUM), pending());
        let equal = Search::new(&dispatcher, request(Interactive, 6, Duration::ZERO));
        sleep(2 * QUANTUM).await;
        assert_eq!(dispatcher.waiting(Interactive), 1, "it is too long to preempt");
        let mut short = Search::new(&dispatcher, request(Interactive, 2, Duration::ZERO));
        short.began().await;
        assert_eq!(dispatcher.waiting(Interactive), 2);
        drop(short);
        assert!(resumed.await.unwrap(), "it resumes before the other begins");
        drop(equal);
        until_free(&dispatcher, 1).await;
        assert_eq!(dispatcher.state().preempted, 0);
    }

    #[tokio::test]
    async fn a_preempted_search_ends_in_time_without_a_worker() {
        let dispatcher = Dispatcher::new(1);
        let (_slot, resumed) = yielding(&dispatcher, request(Interactive, 10, QUANTUM), ready(()));
        let mut short = Search::new(&dispatcher, request(Interactive, 1, Duration::ZERO));
        short.began().await;
        assert!(!resumed.await.unwrap());
        assert_eq!((dispatcher.free(), dispatcher.state().preempted), (0, 0));
        drop(short);
        until_free(&dispatcher, 1).await;
    }

    #[tokio::test]
    async fn a_search_without_time_runs_without_a_worker() {
        let dispatcher = Dispatcher::new(1);
        let busy = Search::new(&dispatcher, request(Interactive, 1, QUANTUM));
        let mut late = Search::new(&dispatcher, request(Interactive, 1, QUANTUM));
        late.slot.run_without_worker();
        late.began().await;
        drop(late);
        assert_eq!(dispatcher.free(), 0);
        drop(busy);
        until_free(&dispatcher, 1).await;
    }

    #[tokio::test]
    async fn the_number_of_preempted_searches_is_bounded() {
        let dispatcher = Dispatcher::new(1);
        let mut searches = Vec::new();
        for seconds in [1000, 100, 10] {
            searches.push(yielding(&dispatcher, request(Interactive, seconds, Duration::ZERO), pending()));
            until(|| dispatcher.state().preempted == searches.len() - 1).await;
        }
        let mut short = Search::new(&dispatcher, request(Interactive, 1, Duration::ZERO));
        // The third can't be preempted any more, so it ends before the short one begins.
        let (_third, resumed) = searches.pop().unwrap();
        assert!(resumed.await.unwrap());
        assert_eq!(dispatcher.state().preempted, 2);
        short.began().await;
        drop(short);
        for (_slot, resumed) in searches {
            assert!(resumed.await.unwrap());
        }
        until_free(&dispatcher, 1).await;
    }
}
