//! Reviews of games.

use super::{ID, LocalService};
use crate::query::{AnalysisLine, AnyGame, MoveSelection, Priority, Request, RequestedLimits};
use crate::wire::comparison::{Comparison, lines_of, policy_of_comparisons};
use crate::wire::parse::refuse_game;
use crate::wire::problem::Problem;
use crate::wire::problems::ProblemKind;
use crate::wire::request::ReviewBody;
use crate::wire::response::{PlyReview, ReviewedGame};
use crate::wire::{json_line, json_text};
use std::sync::Arc;
use std::time::Instant;

impl LocalService {
    /// The answer of `review`, or the last line of its stream.
    pub(super) fn review(
        &self,
        game: Arc<dyn AnyGame>,
        body: &ReviewBody,
        mut on_line: Option<&mut dyn FnMut(&str)>,
    ) -> Result<String, Problem> {
        refuse_game(body.game.as_ref())?;
        let record = body.record(&*game)?;
        let limits = body.limits(&policy_of_comparisons(self.config.limit_policy))?;
        let reviewed = ReviewedGame { game, record };
        let mut plies = Vec::new();
        // What a search finds out about the end of the game helps those before.
        for index in (0..reviewed.record.moves.len()).rev() {
            let ply = Arc::new(PlyReview { index, compared: Ok(self.compare(&reviewed, index, limits)?) });
            if let Some(on_line) = &mut on_line {
                on_line(&json_line("ply", "ply", &reviewed.ply(&ply, ID)));
            }
            plies.push(ply);
        }
        Ok(match on_line {
            Some(_) => json_line("final", "review", &reviewed.summary(&plies)),
            None => json_text(&reviewed.answer(&plies, ID)),
        })
    }

    /// Compares the move with that index with the best one.
    fn compare(
        &self,
        reviewed: &ReviewedGame,
        index: usize,
        limits: RequestedLimits,
    ) -> Result<Comparison, Problem> {
        let played = &reviewed.record.moves[index];
        let lines = |selection| self.lines(reviewed, index, selection, limits);
        let mut found = lines(Comparison::first_selection(&*reviewed.game))?;
        if let Some(moves) = Comparison::moves_to_compare(&found, played) {
            found = lines(Comparison::second_selection(&moves))?;
        }
        Comparison::of(played, found).ok_or_else(|| {
            Problem::new(ProblemKind::Internal, format!("no search has found the move {played}"))
        })
    }

    /// The lines of the position before the move with that index, best first, by the last finished
    /// iteration: there all scores have the same depth.
    fn lines(
        &self,
        ReviewedGame { game, record }: &ReviewedGame,
        index: usize,
        selection: MoveSelection<'_>,
        requested: RequestedLimits,
    ) -> Result<Vec<AnalysisLine>, Problem> {
        let (position, moves) = (Some(record.start.as_str()), &record.moves[..index]);
        let (game, priority, arrival) = (game.as_ref(), Priority::Interactive, Instant::now());
        let request = Request { game, position, moves, priority, selection, requested, arrival };
        let mut finished = None;
        let last = self.search(&request, &mut |analysis| finished = Some(analysis.clone()))?;
        Ok(lines_of(last.or_finished(finished)))
    }
}
