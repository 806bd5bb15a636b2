//! Reviews of games.

use super::{ID, LocalService};
use crate::wire::parse::refuse_game;
use crate::wire::problem::Problem;
use crate::wire::problems::ProblemKind;
use crate::wire::request::ReviewBody;
use crate::wire::response::PlyReview;
use crate::wire::{json_line, json_text};
use crate::{AnyGame, Interrupt, RequestedLimits, ReviewedGame, Session};
use std::sync::Arc;

impl LocalService {
    /// The answer of `review`, or the last line of its stream.
    pub(super) fn review(
        &self,
        game: Arc<dyn AnyGame>,
        body: &ReviewBody,
        interrupt: Interrupt<'_>,
        mut on_line: Option<&mut dyn FnMut(&str)>,
    ) -> Result<String, Problem> {
        refuse_game(body.game.as_ref())?;
        let record = body.record(&*game)?;
        let limits = body.limits(&ReviewedGame::search_policy(*self.session.limit_policy()))?;
        let reviewed = ReviewedGame { game, record };
        let plies = review(&self.session, &reviewed, limits, interrupt, &mut |ply| {
            if let Some(on_line) = &mut on_line {
                on_line(&json_line("ply", "ply", &reviewed.ply(ply, Some(ID))));
            }
        })?;
        Ok(match on_line {
            Some(_) => json_line("final", "review", &reviewed.summary(&plies)),
            None => json_text(&reviewed.answer(&plies, Some(ID))),
        })
    }
}

/// Reviews all moves of a game, from the last to the first: what a search finds out about the end of the game
/// helps those before.
///
/// # Errors
///
/// If a limit is out of bounds.
pub fn review(
    session: &Session,
    reviewed: &ReviewedGame,
    limits: RequestedLimits,
    interrupt: Interrupt<'_>,
    on_ply: &mut dyn FnMut(&PlyReview),
) -> Result<Vec<Arc<PlyReview>>, Problem> {
    let missing = || Problem::new(ProblemKind::Internal, "no search has found the move");
    let mut time = reviewed.time(&limits);
    let review = |index| {
        let compared = session.compare(reviewed, index, &mut time, limits, interrupt)?.ok_or_else(missing);
        let ply = PlyReview { index, compared };
        on_ply(&ply);
        Ok(Arc::new(ply))
    };
    (0..reviewed.record.moves.len()).rev().map(review).collect()
}
