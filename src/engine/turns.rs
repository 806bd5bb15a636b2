//! Whose turn it is: workers, and who waits for them.
//!
//! Each priority has a waiting line of its own. A worker that gets free goes to the head of one of
//! them: where all wait, in 21 turns an interactive request gets 16, a batch 4 and long work 1
//! (stride scheduling). So no line starves, and a line that was empty for a while has no claim for
//! that time. Within a line it is first come, first served.
//!
//! Searches of the lower priorities let those of higher ones go first after a quantum, and then
//! wait at the head of their line with all they know.

use super::strides::{Priority, Strides};
use std::array;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot::{Receiver, Sender, channel};

/// How long a search of a lower priority goes on before it lets others go first: long enough to
/// get somewhere, too short for others to notice.
const QUANTUM: Duration = Duration::from_millis(20);

struct State {
    free: usize,
    lines: [VecDeque<Sender<()>>; 3],
    strides: Strides,
}

impl State {
    /// Takes a worker that nobody has; whether there was one.
    fn take(&mut self) -> bool {
        let is_free = self.free > 0;
        self.free -= usize::from(is_free);
        is_free
    }

    /// Takes the next one out of its line; if there is none, the worker is free.
    fn call(&mut self) -> Option<(Priority, Sender<()>)> {
        let Some(priority) = self.strides.next(|priority| !self.lines[priority as usize].is_empty()) else {
            self.free += 1;
            return None;
        };
        Some((priority, self.lines[priority as usize].pop_front()?))
    }
}

/// The workers and the waiting lines.
pub(super) struct Turns {
    state: Mutex<State>,
    /// The lengths of the lines, to be read without the lock.
    waiting: [AtomicUsize; 3],
    started: Instant,
}

impl Turns {
    pub(super) fn new(workers: usize) -> Arc<Self> {
        let lines = array::from_fn(|_| VecDeque::new());
        let state = State { free: workers, lines, strides: Strides::default() };
        Arc::new(Self {
            state: Mutex::new(state),
            waiting: array::from_fn(|_| AtomicUsize::new(0)),
            started: Instant::now(),
        })
    }

    /// Workers that nobody has.
    pub(super) fn free(&self) -> usize {
        self.state().free
    }

    /// Those who wait in a line; who has left it counts no more.
    pub(super) fn waiting(&self, priority: Priority) -> usize {
        self.state().lines[priority as usize].iter().filter(|place| !place.is_closed()).count()
    }

    /// A free worker.
    pub(super) fn take(self: &Arc<Self>, priority: Priority) -> Option<Worker> {
        self.state().take().then(|| Worker::new(self, priority))
    }

    /// A worker, when it is this one's turn. To be dropped by who does not want to wait any more.
    pub(super) async fn wait(self: &Arc<Self>, priority: Priority) -> Worker {
        let turn = {
            let mut state = self.state();
            if state.take() {
                return Worker::new(self, priority);
            }
            self.join(&mut state, priority, VecDeque::push_back)
        };
        let mut place = Place { turns: self, turn };
        // The other end is dropped only with the turns themselves, which this future keeps.
        drop((&mut place.turn).await);
        Worker::new(self, priority)
    }

    /// Waits in a line from now on.
    fn join(
        &self,
        state: &mut State,
        priority: Priority,
        put: fn(&mut VecDeque<Sender<()>>, Sender<()>),
    ) -> Receiver<()> {
        let (sender, turn) = channel();
        let line = &mut state.lines[priority as usize];
        if line.is_empty() {
            state.strides.join(priority);
        }
        put(line, sender);
        self.waiting[priority as usize].fetch_add(1, Ordering::Relaxed);
        turn
    }

    /// A worker is done: the next one who still waits gets it.
    fn pass_on(&self) {
        loop {
            let Some((priority, next)) = self.state().call() else { return };
            self.waiting[priority as usize].fetch_sub(1, Ordering::Relaxed);
            if next.send(()).is_ok() {
                return;
            }
        }
    }

    /// Whether somebody of a higher priority waits.
    fn is_pressed(&self, priority: Priority) -> bool {
        self.waiting[..priority as usize].iter().any(|waiting| waiting.load(Ordering::Relaxed) > 0)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn millis(&self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }
}

/// A place in a line, given up when dropped.
struct Place<'a> {
    turns: &'a Turns,
    turn: Receiver<()>,
}

impl Drop for Place<'_> {
    /// Passes on the turn that came too late.
    fn drop(&mut self) {
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
    /// Milliseconds from the start of the turns to that of this turn.
    since: AtomicU64,
}

impl Worker {
    fn new(turns: &Arc<Turns>, priority: Priority) -> Self {
        Self { turns: Arc::clone(turns), priority, since: AtomicU64::new(turns.millis()) }
    }

    /// Lets those go first who wait with a higher priority, if this turn has lasted for a while.
    /// Blocks until it is this one's turn again.
    pub(super) fn let_others_go_first_blocking(&self) {
        if !self.turns.is_pressed(self.priority) || self.held() < QUANTUM {
            return;
        }
        let turn = self.turns.join(&mut self.turns.state(), self.priority, VecDeque::push_front);
        self.turns.pass_on();
        drop(turn.blocking_recv());
        self.since.store(self.turns.millis(), Ordering::Relaxed);
    }

    /// How long this turn has lasted.
    fn held(&self) -> Duration {
        Duration::from_millis(self.turns.millis() - self.since.load(Ordering::Relaxed))
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
    use std::thread;
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
                let _worker = turns.wait(priority).await;
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
                async move { drop(turns.wait(Interactive).await) }
            });
            settle().await;
            if leaves_late {
                drop(busy);
                waiting.abort();
            } else {
                waiting.abort();
                settle().await;
                drop(busy);
            }
            drop(waiting.await);
            assert_eq!(turns.free(), 1);
        }
        assert!(!turns.is_pressed(Long));
    }

    #[tokio::test]
    async fn long_work_steps_aside_after_a_quantum() {
        let turns = Turns::new(1);
        let long = turns.take(Long).unwrap();
        let waiting = tokio::spawn({
            let turns = Arc::clone(&turns);
            async move { turns.wait(Interactive).await }
        });
        settle().await;
        assert!(turns.is_pressed(Long) && !turns.is_pressed(Interactive));
        let long = spawn_blocking(move || {
            while long.held() < QUANTUM {
                thread::yield_now();
            }
            long.let_others_go_first_blocking();
            long
        });
        let interactive = waiting.await.unwrap();
        assert!(!long.is_finished());
        drop(interactive);
        let long = long.await.unwrap();
        assert_eq!(turns.free(), 0);
        drop(long);
        assert_eq!(turns.free(), 1);
    }
}
