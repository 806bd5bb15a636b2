//! Jobs over archives of positions and games: what their lines ask, how they are cut into chunks, and how workers run
//! them. Background analyses and reviews are tasks of the same store.

mod background;
mod item;
mod json_fields;
mod known;
mod line_query;
mod plan;
mod recent;
mod runner;
mod spec;

mod upload;

pub use background::{
    ANALYSIS_TASK, REVIEW_TASK, ReviewSpec, ReviewedPly, StoredAnalysis, TaskSpec, is_task,
};
pub use known::{KnownConfig, KnownCounters, KnownResults, Question, StoreSecret};
pub use plan::{Planner, Price};
pub use runner::ChunkRunner;
pub use spec::{JobKind, JobSpec};
pub use upload::Upload;

use background::{TaskMeters, TaskRunner};
use bestmove_jobs::{
    Backlog, Claimant, Class, JobId, JobState, JobStatus, Runner, Store, StoreError, UploadRoom, Worker,
    WorkerCounters,
};
use bestmove_scheduler::{Engine, UsageMeter};
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{Notify, broadcast};
use tokio::task::JoinSet;
use tokio::time::{Interval, MissedTickBehavior, interval, timeout};
use tokio_util::sync::CancellationToken;
use tracing::{debug, warn};

/// The turn to look for work.
type Turn = tokio::sync::Mutex<()>;

/// The release of this program by name: of its rules and its engine.
const RELEASE_NAME: &str = env!("CARGO_PKG_VERSION");
/// The release of this program: a worker gets no chunk of a job that needs a later one.
const RELEASE: u32 = 4;
/// The release that archives need.
const ARCHIVES_NEED: u32 = 1;
/// The release that archives need if known results may answer some of their lines.
const KNOWN_NEED: u32 = 4;
/// The release that background tasks need.
pub const TASKS_NEED: u32 = 3;
/// How often the store is asked for news of a job or task.
const POLL: Duration = Duration::from_secs(1);
/// How often the store is asked for the work that waits.
const OBSERVE: Duration = Duration::from_secs(5);
/// News that a follower may be behind.
const NEWS: usize = 64;
/// How often jobs whose retention is over are removed.
const EXPIRE: Duration = Duration::from_secs(30);

/// Limits and times of jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobConfig {
    /// Chunks that this process runs at the same time.
    pub workers: usize,
    /// The CPU time of a chunk, about.
    pub chunk: Duration,
    /// How long a worker may be silent before another one gets its chunk.
    pub lease: Duration,
    /// How long a job is kept after its end.
    pub retention: Duration,
    /// Unfinished jobs of one client.
    pub per_client: usize,
    /// Lines of a job.
    pub items: u64,
    /// Bytes of archives in parts that are not completed.
    pub uploads: UploadRoom,
    /// Whether the store outlives the process: then work is handed back when that ends.
    pub is_lasting: bool,
    /// Whether several processes share the store.
    pub is_shared: bool,
    /// How many background tasks are kept, and for how long.
    pub tasks: TaskLimits,
    /// Which results are kept for those who ask the same again, and for how long.
    pub known: KnownConfig,
}

/// How many background tasks are kept, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskLimits {
    /// Tasks at the same time, running or finished.
    pub max_total: usize,
    /// Tasks of one client at the same time.
    pub max_per_client: usize,
    /// How many of them are reserved for clients with a key.
    pub reserved_for_keys: usize,
    /// How long a finished task is kept at most.
    pub retention: Duration,
}

/// How quotas of the fleet are granted by this process.
#[derive(Default)]
pub struct QuotaCounters {
    /// Leases of more than nothing.
    pub granted: AtomicU64,
    /// Leases for which nothing was left.
    pub empty: AtomicU64,
    /// Questions that the store did not answer.
    pub failed: AtomicU64,
    /// Whether the store is away, and this process grants its share by itself.
    pub is_local: AtomicBool,
}

/// The jobs of the service.
pub struct Jobs {
    /// What the workers of this process have done.
    pub counters: Arc<WorkerCounters>,
    /// The work that waits, some seconds ago; `None` if the store did not answer.
    backlog: Mutex<Option<Backlog>>,
    /// Background tasks, some seconds ago.
    tasks: AtomicUsize,
    /// Where they are.
    pub store: Arc<dyn Store>,
    /// Their limits.
    pub config: JobConfig,
    /// What deep searches have found, if it is kept.
    pub known: Option<Arc<KnownResults>>,
    /// Lines of archives that the workers of this process have searched.
    pub searches: Arc<AtomicU64>,
    /// How quotas of the fleet are granted.
    pub quotas: QuotaCounters,
    /// Wakes the workers of this process.
    wake: Arc<Notify>,
    /// The meters of the tasks that this process charges.
    meters: Arc<TaskMeters>,
    /// The jobs and tasks of which this process has stored something new.
    news: broadcast::Sender<JobId>,
}

impl Jobs {
    /// Jobs in that store, which keeps what deep searches have found if there is a secret.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, config: JobConfig, secret: Option<StoreSecret>) -> Arc<Self> {
        let known = secret.map(|secret| KnownResults::new(Arc::clone(&store), secret, config.known));
        Arc::new(Self {
            store,
            config,
            known: known.map(Arc::new),
            searches: Arc::default(),
            quotas: QuotaCounters::default(),
            wake: Arc::default(),
            counters: Arc::default(),
            backlog: Mutex::default(),
            tasks: AtomicUsize::new(0),
            meters: Arc::default(),
            news: broadcast::Sender::new(NEWS),
        })
    }

    /// The release that archives need.
    #[must_use]
    pub fn archives_need(&self) -> u32 {
        if self.known.is_some() { KNOWN_NEED } else { ARCHIVES_NEED }
    }

    /// The work that waits, some seconds ago; `None` if the store did not answer.
    #[must_use]
    pub fn backlog(&self) -> Option<Backlog> {
        *self.backlog.lock()
    }

    /// Background tasks that are kept, some seconds ago.
    #[must_use]
    pub fn tasks(&self) -> usize {
        self.tasks.load(Ordering::Relaxed)
    }

    /// The background tasks that are kept, oldest first.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub async fn kept_tasks(&self) -> Result<Vec<JobStatus>, StoreError> {
        let mut tasks = self.store.tasks().await?;
        tasks.retain(|task| self.keeps(task));
        self.tasks.store(tasks.len(), Ordering::Relaxed);
        Ok(tasks)
    }

    /// Whether a task has been submitted, and has not expired.
    #[must_use]
    pub fn keeps(&self, task: &JobStatus) -> bool {
        let since_end = task.lasted.map(|lasted| task.age.saturating_sub(lasted));
        task.state != JobState::Receiving && since_end.is_none_or(|since| since < self.config.tasks.retention)
    }

    /// Says that there is new work.
    pub fn wake_workers(&self) {
        self.wake.notify_waiters();
    }

    /// Waits until a job may have changed: at once if this process has changed it, else for as long as other processes
    /// are not asked again.
    pub async fn news_of(&self, job: &JobId, heard: &mut broadcast::Receiver<JobId>) {
        let heard = async { while heard.recv().await.as_ref().is_ok_and(|changed| changed != job) {} };
        drop(timeout(POLL, heard).await);
    }

    /// Cancels a job; its results so far can be read.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub async fn cancel(&self, job: &JobId) -> Result<(), StoreError> {
        self.store.cancel(job).await?;
        // Nobody may follow it.
        let _ = self.news.send(job.clone());
        Ok(())
    }

    /// Stops and removes a task. Returns whether there was one.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub async fn remove_task(&self, task: &JobId) -> Result<bool, StoreError> {
        let was_there = self.store.remove(task).await?;
        // Nobody may follow it.
        let _ = self.news.send(task.clone());
        Ok(was_there)
    }

    /// Measures the searches of a task in this process from now on, until [`end_metering`](Self::end_metering).
    pub fn begin_metering(&self, task: JobId) {
        self.meters.insert(task, Vec::new());
    }

    /// The search time of a task in this process.
    pub fn end_metering(&self, task: &JobId) -> Duration {
        let meters = self.meters.remove(task).map_or_else(Vec::new, |(_, meters)| meters);
        meters.iter().map(UsageMeter::time).sum()
    }

    /// Listens to the changes of jobs and tasks by this process, for [`news_of`](Self::news_of).
    #[must_use]
    pub fn listen(&self) -> broadcast::Receiver<JobId> {
        self.news.subscribe()
    }

    /// Runs chunks on the workers of an engine, and removes old jobs, until `shutdown` is cancelled. Then all chunks
    /// are handed back.
    pub async fn run(self: Arc<Self>, engine: Arc<Engine>, shutdown: CancellationToken) {
        let mut tasks = JoinSet::new();
        let turns: [Arc<Turn>; 2] = Default::default();
        let mut start = |class, number: usize, runner| {
            let name = format!("{}-{number}", std::process::id());
            let turn = Arc::clone(&turns[class as usize]);
            let (worker, shutdown) = (self.worker(class, name, runner, turn), shutdown.clone());
            tasks.spawn(async move { worker.work(&shutdown).await });
        };
        for number in 0..self.config.workers {
            start(Class::Archive, number, Arc::new(self.chunk_runner(&engine)));
        }
        let JobConfig { workers, is_shared, is_lasting, .. } = self.config;
        // Nobody else runs the tasks of a store of this process.
        for number in 0..if is_shared { workers } else { engine.config().workers.get() } {
            let (engine, news, meters) = (Arc::clone(&engine), self.news.clone(), Arc::clone(&self.meters));
            let known = self.known.clone();
            start(Class::Task, number, Arc::new(TaskRunner { engine, news, is_lasting, meters, known }));
        }
        tasks.spawn(Arc::clone(&self).observe(shutdown.clone()));
        tasks.spawn(self.expire(shutdown));
        tasks.join_all().await;
    }

    fn chunk_runner(&self, engine: &Arc<Engine>) -> ChunkRunner {
        let (known, searches) = (self.known.clone(), Arc::clone(&self.searches));
        ChunkRunner { engine: Arc::clone(engine), news: self.news.clone(), known, searches }
    }

    fn worker(&self, class: Class, name: String, runner: Arc<dyn Runner>, turn: Arc<Turn>) -> Worker {
        Worker {
            store: Arc::clone(&self.store),
            runner,
            claimant: Claimant { name, release: RELEASE, class, lease: self.config.lease },
            wake: Arc::clone(&self.wake),
            turn,
            counters: Arc::clone(&self.counters),
        }
    }

    async fn observe(self: Arc<Self>, shutdown: CancellationToken) {
        let mut ticks = ticks(OBSERVE);
        while next(&mut ticks, &shutdown).await {
            let backlog = self.store.backlog().await.ok();
            *self.backlog.lock() = backlog;
            if let Err(error) = self.kept_tasks().await {
                debug!(%error, "tasks can't be counted");
            }
        }
    }

    async fn expire(self: Arc<Self>, shutdown: CancellationToken) {
        let mut ticks = ticks(EXPIRE);
        while next(&mut ticks, &shutdown).await {
            if let Err(error) = self.store.expire().await {
                warn!(%error, "old jobs can't be removed");
            }
        }
    }
}

/// Ticks, the first at once, none in a hurry after a late one.
fn ticks(period: Duration) -> Interval {
    let mut ticks = interval(period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

/// Waits for the next tick. Returns false if `shutdown` is cancelled before.
async fn next(ticks: &mut Interval, shutdown: &CancellationToken) -> bool {
    tokio::select! {
        () = shutdown.cancelled() => false,
        _ = ticks.tick() => true,
    }
}
