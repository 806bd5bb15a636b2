//! Whose turn it is: workers, and who waits for them.
//!
//! Each priority has a waiting line of its own. A worker that gets free goes to the head of one of
//! them: where all wait, in 21 turns an interactive request gets 16, a batch 4 and long work 1
//! (stride scheduling). So no line starves, and a line that was empty for a while has no claim for
//! that time. Within a line, clients take turns; see `line.rs`.
//!
//! Searches of the lower priorities let those of higher ones go first after a quantum, or sooner if the
//! first who waits has no time for that, and then wait at the head of their line with all they know.

use super::line::{Line, Waiting};
use super::strides::{Priority, Strides};
use crate::clients::Client;
use std::array;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::oneshot::{Receiver, channel};

/// How long a search of a lower priority goes on before it lets others go first: long enough to
/// get somewhere, too short for others to notice.
const QUANTUM: Duration = Duration::from_millis(20);

/// Patience of nobody.
const ENDLESS: u64 = u64::MAX;

struct State {
    free: usize,
    lines: [Line; 3],
    strides: Strides,
    /// How many have ever joined a line.
    joined: u64,
}

impl State {
    /// Takes a worker that nobody has; whether there was one.
    fn take(&mut self) -> bool {
        let is_free = self.free > 0;
        self.free -= usize::from(is_free);
        is_free
    }

    /// Takes the next one out of its line; if there is none, the worker is free.
    fn call(&mut self) -> Option<(Priority, Waiting)> {
        let Some(priority) = self.strides.next(|priority| !self.lines[priority as usize].is_empty()) else {
            self.free += 1;
            return None;
        };
        Some((priority, self.lines[priority as usize].next()?))
    }
}

/// The workers and the waiting lines.
pub(super) struct Turns {
    state: Mutex<State>,
    /// The patience of the first in each line, to be read without the lock.
    patience: [AtomicU64; 3],
    started: Instant,
}

impl Turns {
    pub(super) fn new(workers: usize) -> Arc<Self> {
        let lines = array::from_fn(|_| Line::default());
        let state = State { free: workers, lines, strides: Strides::default(), joined: 0 };
        Arc::new(Self {
            state: Mutex::new(state),
            patience: array::from_fn(|_| AtomicU64::new(ENDLESS)),
            started: Instant::now(),
        })
    }

    /// Workers that nobody has.
    pub(super) fn free(&self) -> usize {
        self.state().free
    }

    /// Those who wait in a line.
    pub(super) fn waiting(&self, priority: Priority) -> usize {
        self.state().lines[priority as usize].len()
    }

    /// A free worker.
    pub(super) fn take(self: &Arc<Self>, priority: Priority) -> Option<Worker> {
        self.state().take().then(|| Worker::new(self, priority))
    }

    /// A worker, when it is this one's turn. To be dropped by who does not want to wait any more, for a lower
    /// priority longer than `patience`.
    pub(super) async fn wait(
        self: &Arc<Self>,
        priority: Priority,
        client: Option<Client>,
        patience: Duration,
    ) -> Worker {
        let mut place = {
            let mut state = self.state();
            if state.take() {
                return Worker::new(self, priority);
            }
            self.join(&mut state, priority, patience, |line, waiting| line.join(client, waiting))
        };
        // The other end is dropped only with the turns themselves, which this future keeps.
        drop((&mut place.turn).await);
        Worker::new(self, priority)
    }

    /// Waits in a line from now on.
    fn join(
        &self,
        state: &mut State,
        priority: Priority,
        patience: Duration,
        put: impl FnOnce(&mut Line, Waiting),
    ) -> Place<'_> {
        let (sender, turn) = channel();
        let patience = patience.min(QUANTUM).as_micros() as u64;
        state.joined += 1;
        let number = state.joined;
        let line = &mut state.lines[priority as usize];
        if line.is_empty() {
            state.strides.join(priority);
        }
        put(line, Waiting { number, turn: sender, patience });
        self.tell_patience(state, priority);
        Place { turns: self, priority, number, turn }
    }

    fn leave(&self, priority: Priority, number: u64) {
        let mut state = self.state();
        state.lines[priority as usize].leave(number);
        self.tell_patience(&state, priority);
    }

    /// A worker is done: the next one who still waits gets it.
    fn pass_on(&self) {
        loop {
            let next = {
                let mut state = self.state();
                let Some((priority, next)) = state.call() else { return };
                self.tell_patience(&state, priority);
                next
            };
            if next.turn.send(()).is_ok() {
                return;
            }
        }
    }

    fn tell_patience(&self, state: &State, priority: Priority) {
        let first = state.lines[priority as usize].first();
        let patience = first.map_or(ENDLESS, |waiting| waiting.patience);
        self.patience[priority as usize].store(patience, Ordering::Relaxed);
    }

    /// The patience of those who wait with a higher priority, in microseconds.
    fn patience_with(&self, priority: Priority) -> u64 {
        let higher = self.patience[..priority as usize].iter();
        higher.map(|patience| patience.load(Ordering::Relaxed)).min().unwrap_or(ENDLESS)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn micros(&self) -> u64 {
        self.started.elapsed().as_micros() as u64
    }
}

/// A place in a line, given up when dropped.
struct Place<'a> {
    turns: &'a Turns,
    priority: Priority,
    number: u64,
    turn: Receiver<()>,
}

impl Drop for Place<'_> {
    /// Passes on the turn that came too late.
    fn drop(&mut self) {
        if self.turn.is_terminated() {
            return;
        }
        self.turns.leave(self.priority, self.number);
        self.turn.close();
        if self.turn.try_recv().is_ok() {
            self.turns.pass_on();
        }
    }
}

/// A worker that is taken, given back when dropped.
pub(super) struct Worker {
    turns: Arc<Turns>,
    priority: Priority,
    /// Microseconds from the start of the turns to that of this turn.
    since: AtomicU64,
}

impl Worker {
    fn new(turns: &Arc<Turns>, priority: Priority) -> Self {
        Self { turns: Arc::clone(turns), priority, since: AtomicU64::new(turns.micros()) }
    }

    /// Whether somebody waits with a higher priority who has no patience for more of this turn.
    pub(super) fn is_to_step_aside(&self) -> bool {
        let patience = self.turns.patience_with(self.priority);
        patience != ENDLESS && self.held() >= patience
    }

    /// Lets others go first. Blocks until it is this one's turn again.
    pub(super) fn step_aside_blocking(&self) {
        let mut place = self.turns.join(&mut self.turns.state(), self.priority, QUANTUM, Line::join_ahead);
        self.turns.pass_on();
        drop(Handle::current().block_on(&mut place.turn));
        self.since.store(self.turns.micros(), Ordering::Relaxed);
    }

    /// How many microseconds this turn has lasted.
    fn held(&self) -> u64 {
        self.turns.micros() - self.since.load(Ordering::Relaxed)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.turns.pass_on();
    }
}

#[cfg(test)]
mod tests {
    use super::super::Priority::{Batch, Interactive, Long};
    use super::*;
    use tokio::task::{spawn_blocking, yield_now};

    /// Lets what has been spawned come to its first rest.
    async fn settle() {
        for _ in 0..10 {
            yield_now().await;
        }
    }

    #[tokio::test]
    async fn the_higher_priority_goes_first() {
        let (turns, order) = (Turns::new(1), Arc::new(Mutex::new(Vec::new())));
        let busy = turns.take(Interactive).unwrap();
        assert!(turns.take(Interactive).is_none());
        let mut tasks = Vec::new();
        for (name, priority) in
            [("long", Long), ("batch", Batch), ("first", Interactive), ("second", Interactive)]
        {
            let (turns, order) = (Arc::clone(&turns), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                let _worker = turns.wait(priority, None, QUANTUM).await;
                order.lock().unwrap().push(name);
            }));
            settle().await;
        }
        drop(busy);
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), ["first", "second", "batch", "long"]);
        assert_eq!(turns.free(), 1);
    }

    #[tokio::test]
    async fn who_leaves_the_line_loses_no_worker() {
        let turns = Turns::new(1);
        for leaves_late in [false, true] {
            let busy = turns.take(Interactive).unwrap();
            let waiting = tokio::spawn({
                let turns = Arc::clone(&turns);
                async move { drop(turns.wait(Interactive, None, QUANTUM).await) }
            });
            settle().await;
            if leaves_late {
                drop(busy);
                waiting.abort();
            } else {
                assert_eq!(turns.waiting(Interactive), 1);
                waiting.abort();
                settle().await;
                assert_eq!((turns.waiting(Interactive), turns.patience_with(Long)), (0, ENDLESS));
                drop(busy);
            }
            drop(waiting.await);
            assert_eq!(turns.free(), 1);
        }
        assert_eq!(turns.patience_with(Long), ENDLESS);
    }

    /// Has an interactive request of that patience wait while long work has the only worker and offers it
    /// until it is taken, or so many times. When it was taken, counted from the begin of the turn, if at all.
    async fn taken_from_long_work(patience: Duration, offers: usize) -> Option<Duration> {
        let (turns, began) = (Turns::new(1), Instant::now());
        let long = turns.take(Long).unwrap();
        let interactive = tokio::spawn({
            let turns = Arc::clone(&turns);
            async move {
                let _worker = turns.wait(Interactive, None, patience).await;
                began.elapsed()
            }
        });
        settle().await;
        let offer = move || {
            let is_taken = (0..offers).any(|_| long.is_to_step_aside());
            if is_taken {
                long.step_aside_blocking();
            }
            is_taken
        };
        let has_stepped_aside = spawn_blocking(offer).await.unwrap();
        let after = interactive.await.unwrap();
        assert_eq!(turns.free(), 1);
        has_stepped_aside.then_some(after)
    }

    #[tokio::test]
    async fn long_work_steps_aside_after_a_quantum() {
        let after = taken_from_long_work(Duration::MAX, usize::MAX).await;
        assert!(after.unwrap() >= QUANTUM, "{after:?}");
    }

    #[tokio::test]
    async fn who_has_no_time_for_a_quantum_goes_first_at_once() {
        assert!(taken_from_long_work(Duration::ZERO, 1).await.is_some());
    }

    #[tokio::test]
    async fn the_patience_is_that_of_the_first_in_line() {
        let turns = Turns::new(1);
        let busy = turns.take(Interactive).unwrap();
        let mut waiting = Vec::new();
        for (priority, patience) in [(Interactive, QUANTUM / 4), (Interactive, QUANTUM / 2), (Batch, QUANTUM)]
        {
            let turns = Arc::clone(&turns);
            waiting.push(tokio::spawn(async move { turns.wait(priority, None, patience).await }));
            settle().await;
        }
        let quantum = QUANTUM.as_micros() as u64;
        let patience = || [Long, Batch, Interactive].map(|priority| turns.patience_with(priority));
        assert_eq!(patience(), [quantum / 4, quantum / 4, ENDLESS]);
        drop(busy);
        let mut waiting = waiting.into_iter();
        let first = waiting.next().unwrap().await.unwrap();
        assert_eq!(patience(), [quantum / 2, quantum / 2, ENDLESS]);
        drop(first);
        let second = waiting.next().unwrap().await.unwrap();
        assert_eq!(patience(), [quantum, ENDLESS, ENDLESS]);
        drop(second);
        drop(waiting.next().unwrap().await.unwrap());
        assert_eq!(patience(), [ENDLESS; 3]);
    }
}
