//! Results of searches of a tree in each media type.

use super::text_writer::{MAX_TEXT_BYTES, TextWriter, Unwritten, Written};
use crate::http::caching::etag;
use crate::http::error::Problem;
use crate::http::negotiation::{ContentCoding, MediaType};
use crate::http::stream::{END, Message};
use axum::body::Bytes;
use bestmove_core::game::phrases as core_phrases;
use bestmove_query::wire::response::{TreePicture, TreeSearchAnswer, tree_events};
use bestmove_query::{Detail, FieldError, MAX_EVENTS, MAX_LISTED_LEAVES, SearchRun, TreeSearch, phrases};
use bestmove_scheduler::quota::ByteLease;
use bestmove_trees::{OutOfMemory, ResourceLimiter};
use std::collections::VecDeque;
use std::io::{self, Write};

/// An answer.
pub(super) struct Rendered {
    pub(super) chunks: VecDeque<Bytes>,
    pub(super) coding: ContentCoding,
    /// The entity tag, if it has one.
    pub(super) tag: Option<String>,
    /// Whether all searches came to their end, and nothing was left out for lack of time or memory.
    pub(super) is_complete: bool,
}

/// What an answer is written as.
#[derive(Clone, Copy)]
pub(super) struct Form {
    pub(super) media_type: MediaType,
    /// The coding that the client accepts, if the answer is long enough.
    pub(super) coding: ContentCoding,
    pub(super) has_tag: bool,
}

impl From<OutOfMemory> for Problem {
    fn from(_: OutOfMemory) -> Self {
        Self::out_of_memory()
    }
}

/// Asks for the events where the media type shows them. Refuses fields that do not go with it.
pub(super) fn refuse_detail(search: &mut TreeSearch, media_type: MediaType) -> Result<(), FieldError> {
    if let Some(step) = search.step.filter(|_| !MediaType::PICTURES.contains(&media_type)) {
        return Err(FieldError::new("step", "a step of a picture only", step.to_string()));
    }
    let is_json = media_type == MediaType::Json;
    if is_json && search.detail != Some(Detail::Picture) {
        return Ok(());
    }
    if search.searches.len() > 1 {
        let got = search.searches.len().to_string();
        return Err(FieldError::new("searches", "a single search, as the answer shows its events", got));
    }
    if is_json {
        return Ok(());
    }
    if let Some(detail) = search.detail.replace(Detail::Events).filter(|&detail| detail != Detail::Events) {
        return Err(FieldError::new("detail", "events, as the answer shows them", detail.name()));
    }
    Ok(())
}

/// Makes the tree, runs the searches, and writes down what they did, with the lease on the memory of that. A tree that
/// is too large to draw is not searched.
pub(super) fn render(
    search: &mut TreeSearch,
    form: Form,
    lease: ByteLease,
    limiter: &dyn ResourceLimiter,
) -> Result<Rendered, Problem> {
    let is_picture = MediaType::PICTURES.contains(&form.media_type) || search.detail == Some(Detail::Picture);
    let layout = if is_picture { Some(search.layout(limiter)?) } else { None };
    search.make_tree(limiter)?;
    let runs = search.run(limiter);
    if runs.iter().any(|run| run.is_truncated) {
        return Err(too_large(search).into());
    }
    let media_type = form.media_type;
    let mut out = TextWriter::new(form.coding, lease, limiter);
    let is_written = match (layout, media_type) {
        (Some(layout), MediaType::Json) => {
            let positions = search.tree.positions_in(&layout, limiter);
            let picture = TreePicture::new(&layout, &runs[0], positions.as_ref());
            let answer = TreeSearchAnswer::new(search, &runs, limiter).with_picture(picture);
            serde_json::to_writer(&mut out, &answer).is_ok()
        }
        (Some(layout), _) => search
            .draw(&layout, &runs[0], limiter, |picture| match media_type {
                MediaType::Svg => picture.write_svg(&mut out),
                MediaType::Dot => picture.write_dot(&mut out),
                _ => picture.write_text(&mut out),
            })?
            .is_ok(),
        (None, MediaType::Json) => {
            serde_json::to_writer(&mut out, &TreeSearchAnswer::new(search, &runs, limiter)).is_ok()
        }
        (None, _) => write_frames(search, &runs, media_type, limiter, &mut out).is_ok(),
    };
    let Written { chunks, coding } = out.finish(is_written).map_err(|unwritten| match unwritten {
        Unwritten::TooLong => Problem::from(too_long(search)),
        Unwritten::OutOfMemory => Problem::out_of_memory(),
    })?;
    let tag = form.has_tag.then(|| etag(chunks.iter().map(AsRef::as_ref)));
    let is_complete = runs.iter().all(is_complete) && !limiter.must_stop();
    Ok(Rendered { chunks, coding, tag, is_complete })
}

/// Whether more time and memory would not have changed what a search did.
fn is_complete(run: &SearchRun) -> bool {
    run.outcome.as_ref().is_some_and(|outcome| outcome.is_complete) && !run.lacks_memory
}

/// Writes the events as messages, then the answer.
fn write_frames(
    search: &TreeSearch,
    runs: &[SearchRun],
    media_type: MediaType,
    limiter: &dyn ResourceLimiter,
    out: &mut TextWriter<'_>,
) -> io::Result<()> {
    let step = Message { event: "step", name: "step", id: None };
    let last = Message { event: "final", name: "search", id: Some(END) };
    for recording in runs.iter().filter_map(|run| run.recording.as_ref()) {
        for event in tree_events(recording) {
            out.write_all(step.text(media_type, &event).as_bytes())?;
        }
    }
    let answer = TreeSearchAnswer::new(search, runs, limiter).without_events();
    out.write_all(last.text(media_type, &answer).as_bytes())
}

fn too_large(search: &TreeSearch) -> FieldError {
    let searches = search.searches.len();
    match search.detail {
        Some(Detail::Leaves) => {
            let most = MAX_LISTED_LEAVES / searches;
            FieldError::new("detail", phrases::listed_evaluations(most), core_phrases::verbatim("leaves"))
        }
        _ => {
            let most = MAX_EVENTS / searches;
            FieldError::new(search.tree.size_field(), phrases::searched_within(most), phrases::larger())
        }
    }
}

fn too_long(search: &TreeSearch) -> FieldError {
    let detail = search.detail.unwrap_or_default();
    let expected = phrases::shorter_answer(MAX_TEXT_BYTES >> 20);
    FieldError::new("detail", expected, core_phrases::verbatim(detail.name()))
}
