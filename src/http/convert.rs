//! `/v1/{game}/convert`: games in every notation, whole archives of them in a stream.

mod part;

use super::document::NO_STORE;
use super::error::{Problem, ProblemTypes};
use super::extract::{GamePath, TextOrJson};
use super::fair_use::metered;
use super::memory::{IsLeased, ROOM_INTERVAL, ROOM_TIMEOUT, leased};
use super::negotiation::MediaType;
use super::receive::BODY_LIMIT;
use super::state::AppState;
use super::stream::{
    END, Message, PROBLEM_BYTES, StreamContext, StreamRequest, no_content, respond_with_frames,
};
use axum::Extension;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use bestmove_query::wire::conversion_request::{ARCHIVE_LIMIT, Conversion, ConversionBody};
use bestmove_query::wire::problem;
use bestmove_query::wire::response::{ConversionSummary, conversion_end, conversion_start, problem_of};
use bestmove_query::{AnyGame, FieldError, ImportPlace, ImportStep};
use bestmove_scheduler::quota::ByteLease;
use bestmove_scheduler::{Engine, EngineError};
use futures_util::stream::{iter, try_unfold, unfold};
use futures_util::{Stream, StreamExt, TryStreamExt};
use part::Part;
pub(super) use part::working_bytes;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// The most that the conversion of a short text is expected to take.
pub(super) const MAX_TIME: Duration = Duration::from_millis(5);
/// The time in which a part of an archive is converted without a pause for its client to read it.
const SLICE: Duration = Duration::from_millis(20);
/// The time for such a part, its wait for a worker included.
const SLICE_DEADLINE: Duration = Duration::from_millis(200);
/// How many times in a row a part is tried again after a refusal.
const RETRIES: u32 = 10;

pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/v1/{game}/convert", post(convert))
}

/// `POST /v1/{game}/convert`. The time that it takes is charged as search time.
async fn convert(
    State(engine): State<Arc<Engine>>,
    GamePath(game): GamePath,
    request: StreamRequest,
    TextOrJson(body, lease): TextOrJson<ConversionBody, ARCHIVE_LIMIT>,
) -> Result<Response, Problem> {
    let context = request.negotiate(MediaType::ANY)?;
    if context.is_resumed_after_end {
        return Ok(no_content());
    }
    let (first, next, strict) = match body.conversion(game.as_ref())? {
        Conversion::Games { strict } => (None, Some(ImportPlace::default()), strict),
        Conversion::Game(source) => {
            let converted = context.access.charged(MAX_TIME, || game.convert(source))??;
            let part = Part::of(&converted.into(), &context).ok_or_else(Problem::out_of_memory)?;
            (Some(part), None, false)
        }
    };
    let text = Arc::new(body.into_text());
    let import = GameImport { engine, game, context, text, first, next, _lease: lease };
    if strict {
        import.check().await?;
    }
    import.answer().await
}

/// The games of a text that are still to be converted.
struct GameImport {
    engine: Arc<Engine>,
    game: Arc<dyn AnyGame>,
    context: StreamContext,
    text: Arc<String>,
    /// A game that is already converted.
    first: Option<Part>,
    /// Where to go on; `None` at the end of the text.
    next: Option<ImportPlace>,
    /// The memory of the text.
    _lease: ByteLease,
}

impl GameImport {
    /// Whether the text is converted at once, on this thread.
    fn is_short(&self) -> bool {
        self.text.len() <= BODY_LIMIT
    }

    /// Refuses the text if a game has a fault.
    async fn check(&self) -> Result<(), Problem> {
        let _working = self.context.account.take(working_bytes(self.text.len()))?;
        let mut next = self.next;
        while let Some(from) = next {
            let work = move |game: &dyn AnyGame, text: &str, is_enough: &mut dyn FnMut() -> bool| {
                first_problem(game, text, from, is_enough)
            };
            let (problem, place) = self.run(work).await??;
            problem.map_or(Ok(()), Err)?;
            next = place;
        }
        Ok(())
    }

    /// The next games: all of a short text, as many of an archive as can be converted at once. Waits for memory, as
    /// the client may read what it has been sent before.
    async fn part(&mut self) -> Result<Option<Part>, Problem> {
        if let Some(part) = self.first.take() {
            return Ok(Some(part));
        }
        let (began, Some(from)) = (Instant::now(), self.next) else { return Ok(None) };
        loop {
            let context = self.context.clone();
            let work = move |game: &dyn AnyGame, text: &str, is_enough: &mut dyn FnMut() -> bool| {
                Part::import(game, text, from, &context, is_enough)
            };
            if let Some((part, next)) = self.run(work).await?? {
                self.next = next;
                return Ok(Some(part));
            }
            if from == ImportPlace::default() || began.elapsed() >= ROOM_TIMEOUT {
                return Err(Problem::out_of_memory());
            }
            sleep(ROOM_INTERVAL).await;
        }
    }

    /// Does work on the text, whose time is charged: on a worker, if the text is long, which may have enough after
    /// any game. A refusal by the workers is tried again after its `Retry-After`, unless there were too many in a
    /// row.
    async fn run<T: Send + 'static>(
        &self,
        work: impl Fn(&dyn AnyGame, &str, &mut dyn FnMut() -> bool) -> T + Clone + Send + 'static,
    ) -> Result<T, Problem> {
        let access = &self.context.access;
        if self.is_short() {
            return access.charged(MAX_TIME, || work(self.game.as_ref(), &self.text, &mut || false));
        }
        let mut refusals = 0;
        loop {
            let (game, text, work) = (Arc::clone(&self.game), Arc::clone(&self.text), work.clone());
            let work = metered(access.reserve_now(SLICE)?, move |progress| {
                work(game.as_ref(), &text, &mut || progress.must_stop() || progress.computed() >= SLICE)
            });
            match self.engine.compute(access.client(), SLICE_DEADLINE, work).await {
                Ok((done, _)) => return Ok(done),
                Err(EngineError::Full { retry_after, .. }) if refusals < RETRIES => {
                    refusals += 1;
                    sleep(retry_after).await;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Answers with the games, at once if the text is short.
    async fn answer(mut self) -> Result<Response, Problem> {
        let context = self.context.clone();
        if context.media_type != MediaType::Json {
            return respond_with_frames(self.messages(), context).await;
        }
        let head = [(CONTENT_TYPE, MediaType::Json.name()), (CACHE_CONTROL, NO_STORE), (VARY, "accept")];
        let first = self.part().await?;
        if !self.is_short() {
            let room_for_problem = context.account.take(PROBLEM_BYTES)?;
            self.first = first;
            let body = Body::from_stream(self.json_frames(room_for_problem));
            return Ok((Extension(IsLeased), head, body).into_response());
        }
        if self.next.is_some() {
            return Err(Problem::out_of_memory());
        }
        let start = conversion_start(self.game.info().id).into_bytes();
        let (frames, problems) = first.map(|part| (part.frames, part.problems)).unwrap_or_default();
        let frames: Vec<_> = frames.iter().map(AsRef::as_ref).collect();
        let text = [&start[..], &frames.concat(), conversion_end(None).as_bytes()].concat();
        Ok((Extension(ProblemTypes(problems)), head, text).into_response())
    }

    /// The frames of a JSON answer. A problem on the way ends the list of games.
    fn json_frames(self, room_for_problem: ByteLease) -> impl Stream<Item = Result<Bytes, Infallible>> {
        let (id, start) = (self.context.id.clone(), conversion_start(self.game.info().id));
        let parts = try_unfold(self, async |mut import| {
            Ok::<_, Problem>(import.part().await?.map(|part| (part, import)))
        });
        let frames = parts.map_ok(|part| iter(part.frames).map(Ok)).try_flatten();
        let rest = unfold(Some((Box::pin(frames), id, room_for_problem)), async |state| {
            let (mut frames, id, room_for_problem) = state?;
            Some(match frames.next().await {
                Some(Ok(frame)) => (Ok(frame), Some((frames, id, room_for_problem))),
                last => {
                    let problem: Option<Problem> = last.and_then(Result::err);
                    let end =
                        conversion_end(problem.as_ref().map(|problem| problem.body(Some(&id))).as_ref());
                    (Ok(leased(end, room_for_problem)), None)
                }
            })
        });
        iter([Ok(Bytes::from(start))]).chain(rest)
    }

    /// A message for each game, then a summary.
    fn messages(self) -> impl Stream<Item = Result<Bytes, Problem>> {
        let summary = ConversionSummary { game: self.game.info().id, games: 0, problems: 0 };
        let frames = try_unfold(Some((self, summary)), async |rest| {
            let Some((mut import, mut summary)) = rest else { return Ok::<_, Problem>(None) };
            Ok(Some(match import.part().await? {
                Some(part) => {
                    summary.games += part.games;
                    summary.problems += part.problems.len();
                    (part.frames, Some((import, summary)))
                }
                None => {
                    let last = Message { event: "final", name: "conversion", id: Some(END) };
                    let text = last.text(import.context.media_type, &summary);
                    let lease = import.context.account.wait_for(text.len()).await?;
                    (VecDeque::from([leased(text, lease)]), None)
                }
            }))
        });
        frames.map_ok(|frames| iter(frames).map(Ok)).try_flatten()
    }
}

/// The problem of the first game with a fault, and where to go on.
fn first_problem(
    game: &dyn AnyGame,
    text: &str,
    from: ImportPlace,
    is_enough: &mut dyn FnMut() -> bool,
) -> Result<(Option<problem::Problem>, Option<ImportPlace>), FieldError> {
    let mut problem = None;
    let next = game.import(text, from, &mut |imported| {
        problem = problem_of(&imported);
        if problem.is_some() || is_enough() { ImportStep::StopAfter } else { ImportStep::Continue }
    })?;
    Ok((problem, next))
}
