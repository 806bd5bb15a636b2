//! Adds tasks to the store, and charges what they use.

use super::super::error::Problem;
use super::super::fair_use::{ClientAccess, Reservation};
use super::super::state::AppState;
use super::room::{Held, make_room};
use super::{Accepted, Task, TaskKind};
use crate::jobs::{TASKS_NEED, TaskSpec};
use bestmove_jobs::{Class, JobId, JobStatus, NewJob};
use bestmove_query::wire::json_text;
use std::time::Duration;

/// Adds a task to the store, where it may take the place of a finished one.
pub(super) async fn submit<K: TaskKind>(
    state: &AppState,
    access: &ClientAccess,
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
    jobs.store.create(new).await?;
    jobs.store.add(&id, 0, chunks).await?;
    jobs.store.submit(&id, None).await?;
    drop(one_at_a_time);
    jobs.wake_workers();
    let task = Task::read(state, jobs, &id).await?.ok_or_else(|| Problem::unknown_task(K::NAME))?;
    if let Some(reserved) = reserved {
        tokio::spawn(settle::<K>(state.clone(), id, reserved));
    }
    Ok(task)
}

fn held(status: &JobStatus) -> Held<'_> {
    let since_end = status.lasted.map(|lasted| status.age.saturating_sub(lasted));
    let time = TaskSpec::read(&status.spec).map_or(0, |spec| spec.time_ms);
    Held { id: &status.id, owner: &status.owner, since_end, time: Duration::from_millis(time) }
}

/// Charges what a task has used, once it is over or removed, wherever it ran.
async fn settle<K: TaskKind>(state: AppState, id: JobId, reserved: Reservation) {
    let Ok(jobs) = state.jobs() else { return };
    let (mut spent, mut heard) = (Duration::ZERO, jobs.listen());
    loop {
        match Task::<K>::read(&state, jobs, &id).await {
            Ok(Some(task)) => {
                spent = task.found.spent(&task.status);
                if task.is_over() {
                    break;
                }
            }
            Ok(None) => break,
            Err(_) => {}
        }
        jobs.news_of(&id, &mut heard).await;
    }
    reserved.charge(spent);
}
