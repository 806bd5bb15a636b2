//! Pictures of a search of a tree.

use super::{FieldError, SearchRun, TreeSearch};
use crate::phrases;
use bestmove_core::game::phrases as core_phrases;
use bestmove_trees::picture::{Layout, Picture};
use bestmove_trees::{ResourceLimiter, State};

impl TreeSearch {
    /// The places of the nodes of the tree in a picture.
    ///
    /// # Errors
    ///
    /// If the tree is too large to draw.
    pub fn layout(&mut self, limiter: &dyn ResourceLimiter) -> Result<Layout, FieldError> {
        self.tree.layout(limiter).map_err(FieldError::within(self.tree.size_field()))
    }

    /// Draws a run that has kept its events, after the step of the request. Pauses for more urgent work.
    ///
    /// # Errors
    ///
    /// If the run has fewer steps.
    ///
    /// # Panics
    ///
    /// If the run has not kept its events.
    pub fn draw<R>(
        &self,
        layout: &Layout,
        run: &SearchRun,
        limiter: &dyn ResourceLimiter,
        draw: impl FnOnce(&Picture<'_>) -> R,
    ) -> Result<R, FieldError> {
        let recording = run.recording.as_ref().expect("pictures keep the events");
        let steps = recording.len();
        let step = self.step.unwrap_or(steps);
        if step > steps {
            let expected = phrases::whole_number_between(0, steps);
            return Err(FieldError::new("step", expected, core_phrases::number(step)));
        }
        let mut state = State::new(layout).presented(recording.presentation());
        for (path, event) in recording.exact_events().take(step) {
            if limiter.pause().is_err() {
                break;
            }
            state.apply(&path, event);
        }
        let title = format!("{}, step {step} of {steps}", run.search.entry().name);
        let line = run.outcome.as_ref().filter(|_| step == steps).map(|outcome| outcome.line.as_slice());
        let moves = self.tree.positions_in(layout, limiter).map(|drawn| drawn.moves);
        Ok(draw(&Picture { line, moves: moves.as_deref(), ..Picture::new(&state, &title) }))
    }
}
