//! `/v1/measurements`: background measurements of classic searches, which go on after their request is
//! answered.

use super::background_tasks::{Summary, TaskWork, accepted, find};
use super::document::json;
use super::error::{Problem, ProblemBody};
use super::extract::{Json, PathSegment};
use super::fair_use::{ClientAccess, Reservation, metered};
use super::negotiation::MediaType;
use super::request_id::RequestId;
use super::stream::{Message, is_resumed_after_end, no_content, respond_with_messages};
use crate::classic::{Measurement, TreeMeasurement};
use crate::clients::Client;
use crate::engine::{BackgroundTask, BackgroundTasks, Engine, Priority, Progress};
use crate::wire::UPDATE_INTERVAL;
use crate::wire::response::MeasurementAnswer;
use crate::wire::tree_request::TreeSearchBody;
use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::watch;

/// The background measurements.
pub(super) type Measurements = Arc<BackgroundTasks<MeasurementWork>>;

/// A background measurement.
type BackgroundMeasurement = BackgroundTask<MeasurementWork>;

/// The trees and searches of a measurement, and the results so far.
pub(super) struct MeasurementWork {
    measurement: Measurement,
    state: watch::Sender<MeasurementState>,
}

#[derive(Clone, Default)]
enum MeasurementState {
    #[default]
    Waiting,
    Running(TreeMeasurement),
    Over(Result<TreeMeasurement, Problem>),
}

/// `POST /v1/measurements`.
pub(super) async fn start(
    State(engine): State<Arc<Engine>>,
    Extension(measurements): Extension<Measurements>,
    Extension(request): Extension<RequestId>,
    Extension(access): Extension<ClientAccess>,
    Json(body, _lease): Json<TreeSearchBody>,
) -> Result<Response, Problem> {
    let measurement = body.measurement()?;
    let time = body.time(engine.config().limit_policy_of(Priority::Background))?;
    if !engine.accepts_work() {
        return Err(Problem::shutting_down());
    }
    let (client, reserved) = (access.client(), access.reserve(time)?);
    let work = MeasurementWork { measurement, state: watch::Sender::default() };
    let started = measurements.start(client, time, work, |task| measure(engine, client, reserved, task))?;
    Ok(accepted(&started, &request))
}

/// `GET /v1/measurements/{id}/events`.
pub(super) async fn events(
    Extension(measurements): Extension<Measurements>,
    Extension(request): Extension<RequestId>,
    Extension(access): Extension<ClientAccess>,
    headers: HeaderMap,
    PathSegment(id): PathSegment,
) -> Result<Response, Problem> {
    let media_type = MediaType::negotiate(&headers, MediaType::STREAMS)?;
    let state = find(&measurements, &id, &access)?.work().state.subscribe();
    if is_resumed_after_end(&headers, media_type) {
        return Ok(no_content());
    }
    respond_with_messages(follow(state, media_type), media_type, request).await
}

/// Measures, and publishes the results from time to time.
async fn measure(
    engine: Arc<Engine>,
    client: Client,
    reserved: Option<Reservation>,
    task: Arc<BackgroundMeasurement>,
) {
    // The worker does not keep a deleted measurement.
    let (measurement, published) = (task.work().measurement.clone(), Arc::downgrade(&task));
    let publish = move |so_far: &TreeMeasurement| {
        if let Some(task) = published.upgrade() {
            task.life().mark_first_result();
            task.work().state.send_replace(MeasurementState::Running(so_far.clone()));
        }
    };
    let work = metered(reserved, move |progress: &Progress<'_>| {
        let mut last: Option<Instant> = None;
        measurement.run(&|| progress.must_stop(), &mut |so_far| {
            if last.is_none_or(|last| last.elapsed() >= UPDATE_INTERVAL) {
                last = Some(Instant::now());
                publish(so_far);
            }
        })
    });
    let measured = engine.compute_in_background(client, task.life().time(), work).await;
    task.life().end();
    task.work().state.send_replace(MeasurementState::Over(measured.map_err(Problem::from)));
}

/// The messages about the results so far and those to come; a problem, if the measurement is deleted.
fn follow(
    mut state: watch::Receiver<MeasurementState>,
    media_type: MediaType,
) -> impl Stream<Item = Result<String, Problem>> {
    let message = move |event, is_last, measured: &TreeMeasurement| {
        let message = Message { event, name: "measurement", is_last };
        message.text(media_type, &MeasurementAnswer::from(measured))
    };
    state.mark_changed();
    unfold(Some(state), move |state| async move {
        let mut state = state?;
        loop {
            if state.changed().await.is_err() {
                return Some((Err(Problem::unknown_measurement()), None));
            }
            let latest = state.borrow_and_update().clone();
            match latest {
                MeasurementState::Waiting => (),
                MeasurementState::Running(so_far) => {
                    return Some((Ok(message("update", false, &so_far)), Some(state)));
                }
                MeasurementState::Over(measured) => {
                    return Some((measured.map(|measured| message("final", true, &measured)), None));
                }
            }
        }
    })
}

impl TaskWork for MeasurementWork {
    const KIND: &'static str = "measurements";

    fn unknown() -> Problem {
        Problem::unknown_measurement()
    }

    fn summary(task: &BackgroundMeasurement) -> impl Serialize {
        summary(task, &task.work().state.borrow())
    }

    fn status(task: &BackgroundMeasurement, request: &RequestId) -> Response {
        let state = task.work().state.borrow();
        let (measured, problem) = match &*state {
            MeasurementState::Waiting => (None, None),
            MeasurementState::Running(measured) | MeasurementState::Over(Ok(measured)) => {
                (Some(measured), None)
            }
            MeasurementState::Over(Err(problem)) => (None, Some(problem)),
        };
        json(&MeasurementStatus {
            summary: summary(task, &state),
            measurement: measured.map(Into::into),
            problem: problem.map(|problem| problem.body(request)),
        })
    }
}

/// A measurement with its results so far.
#[derive(Serialize)]
struct MeasurementStatus<'a> {
    #[serde(flatten)]
    summary: Summary<'a, TreesSubject>,
    measurement: Option<MeasurementAnswer>,
    problem: Option<ProblemBody<'a>>,
}

/// The trees that a measurement is about.
#[derive(Serialize)]
struct TreesSubject {
    first: String,
    trees: u64,
}

fn summary<'a>(task: &'a BackgroundMeasurement, state: &MeasurementState) -> Summary<'a, TreesSubject> {
    let state = match state {
        MeasurementState::Waiting => "waiting",
        MeasurementState::Running(_) => "running",
        MeasurementState::Over(Ok(_)) => "finished",
        MeasurementState::Over(Err(_)) => "failed",
    };
    let Measurement { first, trees, .. } = &task.work().measurement;
    Summary::new(task, state, TreesSubject { first: format!("random:{first}"), trees: *trees })
}
