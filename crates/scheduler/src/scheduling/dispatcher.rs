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
use super::queue_heads::QueueHeads;
use super::queue_request::{QueueRequest, preempts};
use super::stride_scheduler::{Level, StrideScheduler};
use crate::quota::Client;
use bestmove_query::Priority;
use parking_lot::{Mutex, MutexGuard};
use std::array;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::oneshot::{Receiver, Sender, channel};
use tokio::task::spawn_blocking;

/// How long a search runs before it yields to higher levels: long enough to get somewhere, too short to
/// be noticed.
const QUANTUM: Duration = Duration::from_millis(20);

/// Preempted interactive searches for each worker. Each keeps a thread, and a `fresh` request its tables.
pub(crate) const PREEMPTED_PER_WORKER: usize = 2;

/// A search that waits to begin. It gets its worker and gives it back for the next one.
pub(super) type Work = Box<dyn FnOnce(Worker) -> Done + Send>;

/// A finished search.
pub(super) struct Done {
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

/// The workers and the queues.
pub(super) struct Dispatcher {
    state: Mutex<State>,
    heads: QueueHeads,
    max_preempted: usize,
    started: Instant,
}

impl Dispatcher {
    pub(super) fn new(workers: usize) -> Arc<Self> {
        let state = State {
            free: workers,
            queues: array::from_fn(|_| FairQueue::default()),
            scheduler: StrideScheduler::default(),
            queued: 0,
            preempted: 0,
        };
        Arc::new(Self {
            state: Mutex::new(state),
            heads: QueueHeads::default(),
            max_preempted: PREEMPTED_PER_WORKER * workers,
            started: Instant::now(),
        })
    }

    /// Free workers.
    pub(super) fn free(&self) -> usize {
        self.state().free
    }

    /// Searches that wait, to begin or to resume.
    pub(super) fn waiting(&self, priority: Priority) -> usize {
        let state = self.state();
        Level::ALL
            .into_iter()
            .filter(|level| level.priority() == priority)
            .map(|level| state.queue(level).len())
            .sum()
    }

    /// Begins a search at once if a worker is free, otherwise when it is next. Drop the slot to leave the
    /// queue.
    pub(super) fn begin(self: &Arc<Self>, request: QueueRequest, work: Work) -> QueueSlot {
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
        self.heads.publish(level, state.queue(level).first());
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
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
pub(super) struct QueueSlot {
    dispatcher: Arc<Dispatcher>,
    level: Level,
    /// `None` if the search began at once.
    number: Option<u64>,
}

impl QueueSlot {
    /// Whether the search did not begin at once.
    pub(super) const fn waits(&self) -> bool {
        self.number.is_some()
    }

    /// Leaves the queue. Returns the search, if it has not begun.
    pub(super) fn leave(&mut self) -> Option<Work> {
        match self.dispatcher.leave(self.level, self.number.take()?)? {
            Turn::Begin(work) => Some(work),
            Turn::Resume(_) => None,
        }
    }

    /// Begins a search that has not begun, without a worker: it has no time left and only has to answer.
    pub(super) fn run_without_worker(&mut self) {
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
    /// The time that the search asks for in all, in microseconds.
    time: AtomicU64,
    /// When this turn began, in microseconds since the start of the dispatcher.
    since: AtomicU64,
    /// Whether another search has the worker for good.
    is_taken_away: AtomicBool,
    has_waited: bool,
}

impl Worker {
    fn new(dispatcher: &Arc<Dispatcher>, level: Level, time: Duration, has_waited: bool) -> Self {
        let (time, since) = (AtomicU64::new(time.as_micros() as u64), AtomicU64::new(dispatcher.micros()));
        let is_taken_away = AtomicBool::new(false);
        Self { dispatcher: Arc::clone(dispatcher), level, time, since, is_taken_away, has_waited }
    }

    /// Whether the search had to wait to begin.
    pub(crate) const fn has_waited(&self) -> bool {
        self.has_waited
    }

    /// From now on, each interactive search preempts this one: it has had its time, and has to come to its end.
    pub(crate) fn run_late(&self) {
        self.time.store(u64::MAX, Ordering::Relaxed);
    }

    fn time(&self) -> Duration {
        Duration::from_micros(self.time.load(Ordering::Relaxed))
    }

    /// Whether a search waits that preempts this one by now.
    pub(crate) fn should_yield(&self) -> bool {
        let preempt_after = self.dispatcher.heads.preempt_after(self.level, self.time());
        preempt_after.is_some_and(|preempt_after| self.held() >= preempt_after)
            && !self.is_taken_away.load(Ordering::Relaxed)
    }

    /// Yields the worker, unless no shorter search needs it by now; returns whether it did. Blocks until this
    /// search resumes, or until `end`: then another search has the worker for good, and this one has to
    /// stop.
    pub(crate) fn yield_blocking(&self, end: impl Future<Output = ()>) -> bool {
        let (sender, turn) = channel();
        let level = self.level.after_preemption();
        let (time, preempt_after) = (self.time(), QUANTUM);
        let request = QueueRequest { priority: level.priority(), client: None, time, preempt_after };
        let (number, shorter) = {
            let mut state = self.dispatcher.state();
            let mut shorter = None;
            if level == Level::Preempted {
                if state.preempted >= self.dispatcher.max_preempted || !state.has_shorter(time) {
                    return false;
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
        true
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

mod helpers;
#[cfg(test)]
mod tests;
