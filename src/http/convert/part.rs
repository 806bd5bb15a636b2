//! A part of the games of a text, as it is sent.

use crate::http::chunks::{CHUNK_BYTES, Chunks};
use crate::http::negotiation::MediaType;
use crate::http::request_id::RequestId;
use crate::http::stream::{Message, StreamContext};
use axum::body::Bytes;
use bestmove_core::game::MAX_RECORD_BYTES;
use bestmove_query::wire::response::{ImportedGameBody, game_text, problem_of};
use bestmove_query::{AnyGame, FieldError, ImportPlace, ImportStep, ImportedGame};
use std::collections::VecDeque;
use std::io::{BufWriter, IntoInnerError, Write};

/// The most memory that a game takes while it is converted, for each byte of its text: a tag of a few letters becomes
/// three strings.
const FACTOR: usize = 32;

/// The memory that the conversion of a text of such a length takes, besides that of the text and of the answer.
pub(in crate::http) const fn working_bytes(length: usize) -> usize {
    FACTOR * if length < MAX_RECORD_BYTES { length } else { MAX_RECORD_BYTES }
}

/// Games of a text as they are sent.
pub(super) struct Part {
    /// Their texts; the bytes own the leases on their memory.
    pub(super) frames: VecDeque<Bytes>,
    pub(super) games: usize,
    /// The types of the problems of the games that have one.
    pub(super) problems: Vec<&'static str>,
}

impl Part {
    /// A part with a single game, if there is memory for it.
    pub(super) fn of(game: &ImportedGame, context: &StreamContext) -> Option<Self> {
        let mut writer = PartWriter::new(context);
        writer.write(game).then(|| writer.finish())
    }

    /// Converts the games of a text from a place on, until it is enough or the client may hold no more memory. Also
    /// returns where to go on. `None` without memory for a single game.
    ///
    /// # Errors
    ///
    /// If the text has no game, or too many.
    pub(super) fn import(
        game: &dyn AnyGame,
        text: &str,
        from: ImportPlace,
        context: &StreamContext,
        is_enough: &mut dyn FnMut() -> bool,
    ) -> Result<Option<(Self, Option<ImportPlace>)>, FieldError> {
        let Ok(_working) = context.account.take(working_bytes(text.len())) else { return Ok(None) };
        let mut writer = PartWriter::new(context);
        let next = game.import(text, from, &mut |imported| match writer.write(&imported) {
            false => ImportStep::StopBefore,
            true if is_enough() => ImportStep::StopAfter,
            true => ImportStep::Continue,
        })?;
        let part = writer.finish();
        Ok((part.games > 0).then_some((part, next)))
    }
}

struct PartWriter<'a> {
    media_type: MediaType,
    id: &'a RequestId,
    out: BufWriter<Chunks>,
    games: usize,
    problems: Vec<&'static str>,
}

impl<'a> PartWriter<'a> {
    fn new(context: &'a StreamContext) -> Self {
        let StreamContext { media_type, ref id, ref account, .. } = *context;
        let out = BufWriter::with_capacity(CHUNK_BYTES, Chunks::new(account.lease()));
        Self { media_type, id, out, games: 0, problems: Vec::new() }
    }

    /// Writes a game. Returns false, and writes nothing of it, if the client may not hold the memory for its text.
    fn write(&mut self, imported: &ImportedGame) -> bool {
        let text = match self.media_type {
            MediaType::Json => {
                let separator = if imported.number > 1 { "," } else { "" };
                separator.to_owned() + &game_text(imported, self.id)
            }
            stream => message(imported, stream, self.id),
        };
        if !self.out.get_mut().reserve(text.len()) {
            return false;
        }
        self.out.write_all(text.as_bytes()).expect("the memory is reserved");
        self.games += 1;
        self.problems.extend(problem_of(imported).map(|problem| problem.slug()));
        true
    }

    fn finish(self) -> Part {
        let Self { out, games, problems, .. } = self;
        let chunks = out.into_inner().map_err(IntoInnerError::into_error).expect("the memory is reserved");
        Part { frames: chunks.finish(), games, problems }
    }
}

fn message(imported: &ImportedGame, media_type: MediaType, id: &RequestId) -> String {
    let problem = problem_of(imported);
    let body = ImportedGameBody::new(imported, problem.as_ref().map(|problem| problem.body(Some(id))));
    Message { event: "game", name: "game", id: None }.text(media_type, &body)
}
