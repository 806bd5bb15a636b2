//! Adds tasks to the store, and charges what they use.

use super::super::error::Problem;
use super::super::fair_use::{ClientAccess, Reservation};
use super::super::state::AppState;
use super::room::{Held, make_room};
use super::{Accepted, Task, TaskKind, status};
use crate::jobs::{Jobs, TASKS_NEED, TaskSpec};
use bestmove_jobs::{Class, JobId, JobState, JobStatus, NewJob};
use bestmove_query::wire::json_text;
use std::time::Duration;
use tokio::time::sleep;

/// How long a store that does not answer is left alone.
const RETRY: Duration = Duration::from_secs(1);

/// Adds a task to the store, where it may take the place of a finished one.
pub(super) async fn submit<K: TaskKind>(
    state: AppState,
    access: ClientAccess,
    accepted: Accepted,
) -> Result<Task<K>, Problem> {
    let (jobs, limits, owner) = (state.jobs()?, &state.jobs()?.config.tasks, state.owner(access.client()));
    let Accepted { spec, chunks, reserved } = accepted;
    let one_at_a_time = state.starting.lock().await;
    let tasks = jobs.kept_tasks().await?;
    let held: Vec<_> = tasks.iter().map(held).collect();
    if let Some(oldest) = make_room(limits, &held, &owner)? {
        jobs.remove_task(oldest).await?;
    }
    let id = JobId::random().map_err(|_| Problem::internal())?;
    let new = NewJob {
        id: id.clone(),
        owner,
        class: Class::Task,
        kind: K::STORED.to_owned(),
        spec: json_text(&spec).into_bytes(),
        needs: TASKS_NEED,
        retention: limits.retention,
        most_unfinished: usize::MAX,
    };
    if reserved.is_some() {
        jobs.begin_metering(id.clone());
    }
    jobs.store.create(new).await?;
    jobs.store.add(&id, 0, chunks).await?;
    jobs.store.submit(&id, None).await?;
    drop(one_at_a_time);
    jobs.wake_workers();
    if let Some(reserved) = reserved {
        tokio::spawn(settle::<K>(state.clone(), id.clone(), reserved));
    }
    Task::read(&state, jobs, &id).await?.ok_or_else(|| Problem::unknown_task(K::NAME))
}

fn held(status: &JobStatus) -> Held<'_> {
    let since_end = status.lasted.map(|lasted| status.age.saturating_sub(lasted));
    let time = TaskSpec::read(&status.spec).map_or(0, |spec| spec.time_ms);
    Held { id: &status.id, owner: &status.owner, since_end, time: Duration::from_millis(time) }
}

/// Charges what a task has used, once it is over or removed: as this process has measured it, or as
/// other processes have stored it.
async fn settle<K: TaskKind>(state: AppState, id: JobId, reserved: Reservation) {
    let Ok(jobs) = state.jobs() else { return };
    let (mut stored, mut heard) = (Duration::ZERO, jobs.listen());
    while let Some(status) = current::<K>(jobs, &id, &mut stored).await {
        if status.state == JobState::Finished {
            break;
        }
        jobs.news_of(&id, &mut heard).await;
    }
    reserved.charge(stored.max(jobs.end_metering(&id)));
}

/// The status of a task that has not been removed, and the time that is stored. A store that does
/// not answer is asked again.
async fn current<K: TaskKind>(jobs: &Jobs, id: &JobId, stored: &mut Duration) -> Option<JobStatus> {
    loop {
        match status::<K>(jobs, id).await {
            Ok(found) => {
                let status = found?;
                *stored = K::spent(jobs, &status).await.unwrap_or(*stored);
                return Some(status);
            }
            Err(_) => sleep(RETRY).await,
        }
    }
}
