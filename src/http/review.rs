//! `/v1/{game}/review`: how good the moves of a game were.

use super::convert::MAX_TIME;
use super::document::json;
use super::error::Problem;
use super::extract::{GamePath, Json};
use super::fair_use::{ClientAccess, Reservation};
use super::request::ReviewBody;
use super::response::{PlyReview, ReviewAnswer};
use crate::engine::{
    Analysis, AnalysisLine, AnyGame, ConvertedGame, Engine, MoveSelection, PreparedQuery, Priority, Request,
    RequestedLimits,
};
use crate::review::{MoveReview, MoveScore, SideReview};
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use futures_util::stream::iter;
use futures_util::{Stream, StreamExt, TryStreamExt};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// `POST /v1/{game}/review`.
pub(super) async fn review(
    State(engine): State<Arc<Engine>>,
    GamePath(game): GamePath,
    Extension(access): Extension<ClientAccess>,
    Json(body, _lease): Json<ReviewBody>,
) -> Result<Response, Problem> {
    let review = Arc::new(GameReview::new(engine, game, access, &body)?);
    let mut plies: Vec<_> = review.plies().try_collect().await?;
    plies.reverse();
    let mut sides = Sides::default();
    plies.iter().for_each(|ply| sides.add(ply));
    Ok(json(&review.summary(&sides).with_plies(&plies)))
}

/// The sides of a game, by name.
#[derive(Default)]
pub(super) struct Sides(Vec<(&'static str, SideReview)>);

impl Sides {
    pub(super) fn add(&mut self, ply: &PlyReview) {
        let at = self.0.iter().position(|(side, _)| *side == ply.to_move).unwrap_or_else(|| {
            self.0.push((ply.to_move, SideReview::default()));
            self.0.len() - 1
        });
        self.0[at].1.add(&ply.review);
    }

    fn of(&self, side: &str) -> SideReview {
        self.0.iter().find(|(name, _)| *name == side).map(|(_, review)| *review).unwrap_or_default()
    }
}

/// A game under review.
pub(super) struct GameReview {
    engine: Arc<Engine>,
    game: Arc<dyn AnyGame>,
    access: ClientAccess,
    record: ConvertedGame,
    /// The limits of each search.
    limits: RequestedLimits,
    /// The time reserved for the searches to come.
    reserved: Mutex<Option<Reservation>>,
}

impl GameReview {
    /// How many lines there are where the solver does not score all moves: the best move, and the next best
    /// one to compare it with.
    const LINES: NonZeroUsize = NonZeroUsize::new(2).unwrap();

    /// Validates the body, and reserves time for all searches.
    pub(super) fn new(
        engine: Arc<Engine>,
        game: Arc<dyn AnyGame>,
        access: ClientAccess,
        body: &ReviewBody,
    ) -> Result<Self, Problem> {
        let limits = body.limits(engine.config().limit_policy_of(Priority::Batch))?;
        let record = access.charged(MAX_TIME, || body.record(game.as_ref()))??;
        let searches_per_move = if game.scores_all_moves() { 1 } else { 2 };
        let searches = searches_per_move * record.moves.len() as u32;
        let reserved = Mutex::new(access.reserve(time_of(&limits) * searches)?);
        Ok(Self { engine, game, access, record, limits, reserved })
    }

    /// The reviews of all moves, from the last to the first: what a search finds out about the end of the
    /// game helps those before. They take at most half of the workers at a time.
    pub(super) fn plies(self: &Arc<Self>) -> impl Stream<Item = Result<PlyReview, Problem>> + Send + use<> {
        let (review, share) = (Arc::clone(self), self.engine.config().workers.get().div_ceil(2));
        let plies = (0..self.record.moves.len()).rev().map(move |index| {
            let review = Arc::clone(&review);
            async move { review.ply(index).await }
        });
        iter(plies).buffered(share)
    }

    /// The answer without the moves.
    pub(super) fn summary(&self, sides: &Sides) -> ReviewAnswer<'_> {
        let info = self.game.info();
        ReviewAnswer::new(info.id, &self.record, info.sides.map(|side| (side, sides.of(side))))
    }

    /// Reviews the move with that index.
    async fn ply(&self, index: usize) -> Result<PlyReview, Problem> {
        let played = &self.record.moves[index..=index];
        let lines = if self.game.scores_all_moves() { NonZeroUsize::MAX } else { Self::LINES };
        let analysis = self.analyse(index, MoveSelection { lines, ..MoveSelection::default() }).await?;
        let to_move = analysis.position_info.to_move;
        let mut lines = lines_of(analysis);
        let find = |lines: &[AnalysisLine]| lines.iter().position(|line| line.line.first() == played.first());
        let at = match find(&lines) {
            Some(at) => at,
            None => {
                let only = MoveSelection { only: Some(played), ..MoveSelection::default() };
                lines.extend(lines_of(self.analyse(index, only).await?));
                find(&lines).ok_or_else(Problem::internal)?
            }
        };
        let mut others: Vec<_> = lines.iter().map(score).collect();
        let review = MoveReview::new(others.remove(at), &others);
        let best = lines.into_iter().find(|line| score(line) == review.best);
        let (best_line, reason) = best.map(|best| (best.line, best.reason)).unwrap_or_default();
        Ok(PlyReview { ply: index + 1, to_move, played: played[0].clone(), best_line, reason, review })
    }

    /// Analyses the position before the move with that index.
    async fn analyse(&self, index: usize, selection: MoveSelection<'_>) -> Result<Analysis, Problem> {
        let prepared = self.prepare(index, selection)?.for_client(self.access.client());
        let reserved = self.reservation();
        let pending = self.engine.answer(prepared);
        let _charged = reserved.map(|reserved| reserved.charged_by(&pending));
        Ok(pending.result().await?)
    }

    fn prepare(&self, index: usize, selection: MoveSelection<'_>) -> Result<PreparedQuery, Problem> {
        let request = Request {
            game: self.game.as_ref(),
            position: Some(&self.record.start),
            moves: &self.record.moves[..index],
            priority: Priority::Batch,
            selection,
            requested: self.limits,
            arrival: Instant::now(),
        };
        Ok(self.engine.prepare(&request)?)
    }

    /// The time reserved for one search.
    fn reservation(&self) -> Option<Reservation> {
        let mut reserved = self.reserved.lock().unwrap_or_else(PoisonError::into_inner);
        reserved.as_mut().map(|reserved| reserved.split_off(time_of(&self.limits)))
    }
}

/// The time of a search.
fn time_of(limits: &RequestedLimits) -> Duration {
    Duration::from_millis(limits.time_ms.unwrap_or_default())
}

/// The lines of an analysis, best first.
fn lines_of(analysis: Analysis) -> Vec<AnalysisLine> {
    let Analysis { principal_variation: line, verdict, expectation, bound, reason, alternatives, .. } =
        analysis;
    [AnalysisLine { line, verdict, expectation, bound, reason }].into_iter().chain(alternatives).collect()
}

const fn score(line: &AnalysisLine) -> MoveScore {
    MoveScore { verdict: line.verdict, bound: line.bound, expectation: line.expectation }
}
