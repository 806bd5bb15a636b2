//! Jobs over archives of positions and games: what their lines ask, how they are cut into chunks, and how workers run them.
//! Background analyses are tasks of the same store, if that outlives the process.

mod analysis_task;
mod cpu_time;
mod item;
mod plan;
mod recent;
mod runner;
mod spec;
mod task;
mod upload;

pub use analysis_task::{ANALYSIS_TASK, AnalysisRunner, AnalysisSpec, StoredAnalysis};
pub use plan::{Planner, Price};
pub use runner::ChunkRunner;
pub use spec::{JobKind, JobSpec};
pub use upload::Upload;

use bestmove_jobs::{Backlog, Claimant, Class, JobId, Runner, Store, Worker, WorkerCounters};
use bestmove_scheduler::{Engine, ReplicaName};
use parking_lot::Mutex;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::{Interval, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;
use tracing::warn;

/// The release of this program: a worker gets no chunk of a job that needs a later one.
const RELEASE: u32 = 2;
/// The release that archives need.
pub const ARCHIVES_NEED: u32 = 1;
/// The release that background analyses need.
pub const TASKS_NEED: u32 = 2;
/// How often the store is asked for the work that waits.
const OBSERVE: Duration = Duration::from_secs(5);
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
    /// Whether background analyses are kept here too: in a store that outlives the process.
    pub keeps_analyses: bool,
}

/// The jobs of the service.
pub struct Jobs {
    /// What the workers of this process have done.
    pub counters: Arc<WorkerCounters>,
    /// The work that waits, some seconds ago; `None` if the store did not answer.
    backlog: Mutex<Option<Backlog>>,
    /// Where they are.
    pub store: Arc<dyn Store>,
    /// Their limits.
    pub config: JobConfig,
    /// The name of this replica, if no other shares the store.
    replica: Option<ReplicaName>,
    /// Wakes the workers of this process.
    wake: Arc<Notify>,
}

impl Jobs {
    /// Jobs in that store, which only the replica of that name has.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, config: JobConfig, replica: Option<ReplicaName>) -> Arc<Self> {
        Arc::new(Self {
            replica,
            store,
            config,
            wake: Arc::default(),
            counters: Arc::default(),
            backlog: Mutex::default(),
        })
    }

    /// The work that waits, some seconds ago; `None` if the store did not answer.
    #[must_use]
    pub fn backlog(&self) -> Option<Backlog> {
        *self.backlog.lock()
    }

    /// The public name of a job: its id, after the name of the replica that has it.
    #[must_use]
    pub fn name_of(&self, id: &JobId) -> String {
        self.replica.as_ref().map_or_else(|| id.to_string(), |replica| format!("{replica}.{id}"))
    }

    /// The job with that public name, if it may be here.
    #[must_use]
    pub fn id_of(&self, name: &str) -> Option<JobId> {
        let (_, id) = name.rsplit_once('.').unwrap_or(("", name));
        JobId::parse(id).filter(|id| self.name_of(id) == name)
    }

    /// Says that there is new work.
    pub fn wake_workers(&self) {
        self.wake.notify_waiters();
    }

    /// Runs chunks on the workers of an engine, and removes old jobs, until `shutdown` is cancelled. Then all chunks are handed
    /// back.
    pub async fn run(self: Arc<Self>, engine: Arc<Engine>, shutdown: CancellationToken) {
        let mut tasks = JoinSet::new();
        for number in 0..self.config.workers {
            let name = format!("{}-{number}", std::process::id());
            let mut start = |class, name, runner| {
                let (worker, shutdown) = (self.worker(class, name, runner), shutdown.clone());
                tasks.spawn(async move { worker.work(&shutdown).await });
            };
            start(Class::Archive, name.clone(), Arc::new(ChunkRunner(Arc::clone(&engine))));
            if self.config.keeps_analyses {
                start(Class::Task, name, Arc::new(AnalysisRunner(Arc::clone(&engine))));
            }
        }
        tasks.spawn(Arc::clone(&self).observe(shutdown.clone()));
        tasks.spawn(self.expire(shutdown));
        tasks.join_all().await;
    }

    fn worker(&self, class: Class, name: String, runner: Arc<dyn Runner>) -> Worker {
        Worker {
            store: Arc::clone(&self.store),
            runner,
            claimant: Claimant { name, release: RELEASE, class, lease: self.config.lease },
            wake: Arc::clone(&self.wake),
            counters: Arc::clone(&self.counters),
        }
    }

    async fn observe(self: Arc<Self>, shutdown: CancellationToken) {
        let mut ticks = ticks(OBSERVE);
        while next(&mut ticks, &shutdown).await {
            let backlog = self.store.backlog().await.ok();
            *self.backlog.lock() = backlog;
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
