//! Results of searches of a tree in each media type.

use crate::engine::{Detail, FieldError, MAX_EVENTS, MAX_LISTED_LEAVES, SearchRun, TreeSearch};
use crate::http::document::json_text;
use crate::http::negotiation::MediaType;
use crate::http::stream::Message;
use crate::wire::response::TreeSearchAnswer;

/// An answer.
pub(super) struct Rendered {
    pub(super) text: String,
    /// Whether all searches came to their end, and nothing was left out for lack of time.
    pub(super) is_complete: bool,
}

/// Asks for the events where the media type shows them. Refuses fields that do not go with it.
pub(super) fn refuse_detail(search: &mut TreeSearch, media_type: MediaType) -> Result<(), FieldError> {
    if let Some(step) = search.step.filter(|_| !MediaType::PICTURES.contains(&media_type)) {
        return Err(FieldError::new("step", "a step of a picture only", step.to_string()));
    }
    if media_type == MediaType::Json {
        return Ok(());
    }
    if search.searches.len() > 1 {
        let got = search.searches.len().to_string();
        return Err(FieldError::new("searches", "a single search, as the answer shows its events", got));
    }
    if let Some(detail) = search.detail.replace(Detail::Events).filter(|&detail| detail != Detail::Events) {
        return Err(FieldError::new("detail", "events, as the answer shows them", detail.name()));
    }
    Ok(())
}

/// Runs the searches, and writes down what they did. A tree that is too large to draw is not searched.
pub(super) fn render(
    search: &TreeSearch,
    media_type: MediaType,
    must_stop: &dyn Fn() -> bool,
) -> Result<Rendered, FieldError> {
    let is_picture = MediaType::PICTURES.contains(&media_type);
    let layout = is_picture.then(|| search.layout()).transpose()?;
    let runs = search.run(must_stop);
    if runs.iter().any(|run| run.is_truncated) {
        return Err(too_large(search));
    }
    let text = match (layout, media_type) {
        (Some(layout), _) => search.draw(&layout, &runs[0], |picture| match media_type {
            MediaType::Svg => picture.svg(),
            MediaType::Dot => picture.dot(),
            _ => picture.text(),
        })?,
        (None, MediaType::Json) => json_text(&TreeSearchAnswer::new(search, &runs, must_stop)),
        (None, _) => frames(TreeSearchAnswer::new(search, &runs, must_stop), media_type),
    };
    let has_ended = |run: &SearchRun| run.outcome.as_ref().is_some_and(|outcome| outcome.is_complete);
    Ok(Rendered { text, is_complete: runs.iter().all(has_ended) && !must_stop() })
}

/// The events as messages, then the answer.
fn frames(mut answer: TreeSearchAnswer, media_type: MediaType) -> String {
    let step = Message { event: "step", name: "step", is_last: false };
    let last = Message { event: "final", name: "search", is_last: true };
    let steps = answer.take_events();
    let mut text: String = steps.iter().map(|event| step.text(media_type, event)).collect();
    text.push_str(&last.text(media_type, &answer));
    text
}

fn too_large(search: &TreeSearch) -> FieldError {
    let searches = search.searches.len();
    match search.detail {
        Some(Detail::Leaves) => {
            let most = MAX_LISTED_LEAVES / searches;
            let expected = format!("counts: a search may list at most {most} evaluations here");
            FieldError::new("detail", expected, "leaves".to_owned())
        }
        _ => {
            let most = MAX_EVENTS / searches;
            let expected = format!("a tree that every search leaves within {most} events");
            FieldError::new(search.tree.size_field(), expected, "a larger one".to_owned())
        }
    }
}
