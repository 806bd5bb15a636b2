//! Reads the lines of a job from an upload of any size, in pieces.

use super::item::Item;
use super::plan::{Planner, Price};
use super::spec::JobKind;
use bestmove_jobs::NewChunk;
use bestmove_query::wire::problem::{Mismatch, Problem};
use bestmove_query::wire::problems::ProblemKind;
use bestmove_query::wire::request::BODY_LIMIT;
use bestmove_query::wire::text::decode;
use bestmove_query::{AnyGame, ImportPlace, ImportStep, ImportedGame, MoveSelection};
use serde::Serialize;
use std::sync::Arc;

/// How much of a text of games is read at a time.
const WINDOW: usize = 256 << 10;
/// The most text without a place to cut it.
const MAX_GAME: usize = 4 << 20;
/// What is kept of a line that is too long: its answer is a problem.
const MAX_LINE: usize = BODY_LIMIT + 1_000;

/// An upload in progress.
pub struct Upload {
    planner: Planner,
    game: Arc<dyn AnyGame>,
    kind: JobKind,
    format: Option<Format>,
    /// What has been received and not read.
    rest: Vec<u8>,
    /// How much of a text of games is received before its end is looked for.
    wanted: usize,
    /// Whether the rest of a line that is too long is skipped.
    is_skipping: bool,
    /// Games read so far.
    games: usize,
}

/// The form of an upload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// An object of JSON in each line.
    Lines,
    /// Games in the notation of their game, such as PDN.
    Games,
}

impl Upload {
    /// Nothing received yet.
    #[must_use]
    pub fn new(planner: Planner, game: Arc<dyn AnyGame>, kind: JobKind) -> Self {
        Self {
            planner,
            game,
            kind,
            format: None,
            rest: Vec::new(),
            wanted: WINDOW,
            is_skipping: false,
            games: 0,
        }
    }

    /// What the lines so far cost.
    #[must_use]
    pub const fn price(&self) -> Price {
        self.planner.price()
    }

    /// The memory that it holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.rest.capacity() + self.planner.bytes()
    }

    /// The bytes of games that wait to be read.
    #[must_use]
    pub fn waiting_bytes(&self) -> usize {
        if self.format == Some(Format::Games) { self.rest.len() } else { 0 }
    }

    /// Takes the next bytes. Returns the chunks that are full.
    ///
    /// # Errors
    ///
    /// If a text of games can't be read, or has no end of a game in a large part.
    pub fn receive(&mut self, bytes: &[u8]) -> Result<Vec<NewChunk>, Problem> {
        self.rest.extend_from_slice(bytes);
        let mut chunks = Vec::new();
        match self.format() {
            None => self.rest.clear(),
            Some(Format::Lines) => self.read_lines(&mut chunks),
            Some(Format::Games) if self.rest.len() < self.wanted => (),
            Some(Format::Games) => match end_of_games(&self.rest) {
                Some(end) => {
                    self.wanted = WINDOW;
                    let rest = self.rest.split_off(end);
                    let games = std::mem::replace(&mut self.rest, rest);
                    self.read_games(games, &mut chunks)?;
                }
                None if self.rest.len() > MAX_GAME => return Err(Problem::body_too_large(MAX_GAME)),
                None => self.wanted = self.rest.len() + WINDOW,
            },
        }
        Ok(chunks)
    }

    /// Takes the end of the upload. Returns the last chunks.
    ///
    /// # Errors
    ///
    /// If there are no lines, or a text of games can't be read.
    pub fn finish(&mut self) -> Result<Vec<NewChunk>, Problem> {
        let mut chunks = Vec::new();
        let rest = std::mem::take(&mut self.rest);
        match self.format {
            Some(Format::Lines) => self.read_line(&rest, &mut chunks),
            Some(Format::Games) => self.read_games(rest, &mut chunks)?,
            None => (),
        }
        chunks.extend(self.planner.finish());
        if self.price().items == 0 {
            let expected = "a line of JSON for each position, or a text of games".to_owned();
            let mismatch = Mismatch { field: None, expected, got: "an empty body".to_owned() };
            return Err(Problem::from_mismatch(ProblemKind::InvalidField, mismatch));
        }
        Ok(chunks)
    }

    /// The form of the upload, by its first character.
    fn format(&mut self) -> Option<Format> {
        let first = self.rest.iter().find(|byte| !byte.is_ascii_whitespace());
        let format = first.map(|&byte| if byte == b'{' { Format::Lines } else { Format::Games });
        self.format = self.format.or(format);
        self.format
    }

    fn read_lines(&mut self, chunks: &mut Vec<NewChunk>) {
        let received = std::mem::take(&mut self.rest);
        let mut lines = received.split(|&byte| byte == b'\n');
        let last = lines.next_back().unwrap_or_default();
        for line in lines {
            if !std::mem::take(&mut self.is_skipping) {
                self.read_line(line, chunks);
            }
        }
        if self.is_skipping {
            return;
        }
        self.rest = last.to_vec();
        if last.len() > MAX_LINE {
            self.read_line(last, chunks);
            self.rest.clear();
            self.is_skipping = true;
        }
    }

    fn read_line(&mut self, line: &[u8], chunks: &mut Vec<NewChunk>) {
        let line = line.trim_ascii();
        let line = &line[..line.len().min(MAX_LINE)];
        if !line.is_empty() {
            chunks.extend(self.planner.add(Item::of_line(&String::from_utf8_lossy(line))));
        }
    }

    fn read_games(&mut self, text: Vec<u8>, chunks: &mut Vec<NewChunk>) -> Result<(), Problem> {
        let (text, game) = (decode(text), Arc::clone(&self.game));
        if text.trim().is_empty() {
            return Ok(());
        }
        let mut from = Some(ImportPlace::default());
        // An import ends after a number of games.
        while let Some(place) = from {
            let before = self.games;
            let next = game.import(&text, place, &mut |imported| {
                self.games = before + imported.number;
                self.add_game(&imported, chunks);
                ImportStep::Continue
            })?;
            from = next.map(|next| ImportPlace { games: 0, ..next });
        }
        Ok(())
    }

    /// Adds a game to review, or all of its positions to analyse. What can't be read becomes a line with a problem.
    fn add_game(&mut self, imported: &ImportedGame, chunks: &mut Vec<NewChunk>) {
        let (number, game) = (self.games, &imported.game);
        let name = GameName { game: number, ply: None };
        if self.kind == JobKind::Analysis && imported.has_start {
            let mut position = game.start.clone();
            for ply in 0..=game.moves.len() {
                let (last, selection) = (&game.moves[ply.saturating_sub(1)..ply], MoveSelection::default());
                let Ok(query) = self.game.prepare(Some(&position), last, selection) else { break };
                position = query.position_info().position;
                let name = GameName { ply: Some(ply), ..name };
                chunks.extend(self.planner.add(Item::of_body(&name, &PositionLine { position: &position })));
            }
        } else if imported.fault.is_none() {
            let body = GameLine { position: &game.start, moves: &game.moves };
            chunks.extend(self.planner.add(Item::of_body(&name, &body)));
        }
        if let Some(fault) = &imported.fault {
            chunks.extend(self.planner.add(Item::unreadable(&name, &fault.to_string())));
        }
    }
}

/// The name of a line that comes from a game.
#[derive(Clone, Copy, Serialize)]
struct GameName {
    /// The number of the game in the upload, from 1.
    game: usize,
    /// Moves played before the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
}

#[derive(Serialize)]
struct PositionLine<'a> {
    position: &'a str,
}

#[derive(Serialize)]
struct GameLine<'a> {
    position: &'a str,
    moves: &'a [String],
}

/// Where the last game of a text may begin: at its first tag, which follows text other than tags. In a text without
/// tags, after a blank line.
fn end_of_games(text: &[u8]) -> Option<usize> {
    let starts = || (1..text.len()).rev().filter(|&at| text[at - 1] == b'\n');
    let line_at = |at: usize| text[at..].split(|&byte| byte == b'\n').next().unwrap_or_default().trim_ascii();
    let before = |at: usize| {
        let lines = text[..at - 1].rsplit(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        lines.into_iter().find(|line| !line.is_empty()).unwrap_or_default()
    };
    let begins_game = |&at: &usize| line_at(at).starts_with(b"[") && !before(at).starts_with(b"[");
    let is_blank = |&at: &usize| line_at(at).is_empty();
    if text.starts_with(b"[") || text.windows(2).any(|pair| pair == b"\n[") {
        starts().find(begins_game)
    } else {
        starts().find(is_blank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::item::{Content, read_items};
    use crate::jobs::spec::JobSpec;
    use bestmove_query::Registry;
    use std::time::Duration;

    fn upload(kind: JobKind, game: &str) -> Upload {
        let game = Arc::clone(Registry::built_in().find(game).unwrap());
        let spec = JobSpec { kind, game: game.info().id.to_owned(), nodes: Some(1_000), depth: None };
        Upload::new(Planner::new(spec, Arc::clone(&game), Duration::from_secs(2), None), game, kind)
    }

    #[test]
    fn no_game_of_many_short_ones_is_left_out() {
        let text = "1. 11-15 *\n\n".repeat(12_000);
        let mut upload = upload(JobKind::Review, "checkers");
        upload.receive(text.as_bytes()).unwrap();
        upload.finish().unwrap();
        let Price { items, problems, .. } = upload.price();
        assert_eq!((items, problems, upload.games), (12_000, 0, 12_000));
    }

    /// The names and the questions of all lines, received in pieces of `size` bytes.
    fn lines(kind: JobKind, game: &str, text: &str, size: usize) -> Vec<String> {
        let mut upload = upload(kind, game);
        let mut chunks = Vec::new();
        for piece in text.as_bytes().chunks(size) {
            chunks.extend(upload.receive(piece).unwrap());
        }
        chunks.extend(upload.finish().unwrap());
        let items = chunks.iter().flat_map(|chunk| read_items(&chunk.input).unwrap());
        items
            .map(|item| {
                let name = item.custom_id.map_or_else(String::new, |id| id.get().to_owned());
                match item.content {
                    Content::Body(body) => format!("{name} {body}"),
                    Content::SameAs(index) => format!("{name} same as {index}"),
                    Content::Known(answer) => format!("{name} known {answer}"),
                    Content::Unreadable(_) => format!("{name} unreadable"),
                }
            })
            .collect()
    }

    #[test]
    fn lines_are_read_in_pieces_of_any_size() {
        let long = "x".repeat(3 * BODY_LIMIT);
        let text = format!(
            "\n{{\"position\":\"44\"}}\r\n{{\"position\":\"4\",\"custom_id\":2}}\nnonsense\n{{\"moves\":\"{long}\"}}\n{{\"moves\":[\"4\",\"4\"]}}"
        );
        for size in [1, 7, 1_000, 1 << 20] {
            let lines = lines(JobKind::Analysis, "connect-four", &text, size);
            assert_eq!(lines[..3], [r#" {"position":"44"}"#, r#"2 {"position":"4"}"#, " nonsense"], "{size}");
            assert!((BODY_LIMIT..2 * BODY_LIMIT).contains(&lines[3].len()), "{size}: {}", lines[3].len());
            assert_eq!(lines[4..], [" same as 0"], "{size}");
        }
    }

    #[test]
    fn games_are_read_in_pieces_of_any_size() {
        let game = |number| format!("[Event \"{number}\"]\n[Result \"*\"]\n\n1. 11-15 23-19 *\n\n");
        let text: String =
            (1..=3_000).map(game).collect::<String>() + "[Event \"last\"]\n\n1. 11-15 11-15 *\n";
        for size in [1 << 10, 100_000, 1 << 22] {
            let lines = lines(JobKind::Review, "checkers", &text, size);
            assert_eq!(lines.len(), 3_001, "{size}");
            assert!(lines[0].starts_with(r#"{"game":1} {"position":"#), "{}", lines[0]);
            assert_eq!(lines[2_999], r#"{"game":3000} same as 0"#, "{size}");
            assert_eq!(lines[3_000], r#"{"game":3001} unreadable"#, "{size}");
        }
    }

    #[test]
    fn the_positions_of_games_are_analysed_once() {
        let text = "1. 11-15 23-19 *\n\n1. 11-15 22-18 *";
        let lines = lines(JobKind::Analysis, "checkers", text, 10);
        let same: Vec<_> = lines.iter().filter(|line| line.contains("same as")).collect();
        assert_eq!(lines.len(), 6);
        assert_eq!(same, [r#"{"game":2,"ply":0} same as 0"#, r#"{"game":2,"ply":1} same as 1"#]);
    }

    /// Though each is reached from the one before.
    #[test]
    fn the_positions_of_a_game_are_those_after_its_moves() {
        let moves = "11-15 23-19 8-11 22-17 9-14 17-13 11-16 24-20 15x24 20x11 7x16 27x20x11";
        let lines = lines(JobKind::Analysis, "checkers", &format!("{moves} *"), 1_000);
        let moves: Vec<_> = moves.split(' ').map(str::to_owned).collect();
        assert_eq!(lines.len(), moves.len() + 1);
        let game = Arc::clone(Registry::built_in().find("checkers").unwrap());
        for (ply, line) in lines.iter().enumerate() {
            let query = game.prepare(None, &moves[..ply], MoveSelection::default()).unwrap();
            let position = query.position_info().position;
            assert_eq!(*line, format!(r#"{{"game":1,"ply":{ply}}} {{"position":"{position}"}}"#));
        }
    }

    /// However small the pieces are: a text that has none is read to its start each time.
    #[test]
    fn the_end_of_games_is_looked_for_once_in_a_window() {
        const PIECE: &[u8] = &[b'4'; 1 << 10];
        let mut upload = upload(JobKind::Review, "connect-four");
        let mut looks = 0;
        for _ in 0..(MAX_GAME / PIECE.len()) {
            let before = upload.wanted;
            assert!(upload.receive(PIECE).unwrap().is_empty());
            looks += usize::from(upload.wanted != before);
        }
        assert_eq!(looks, MAX_GAME / WINDOW);
        assert_eq!(upload.receive(&[b'4'; WINDOW]).unwrap_err().status(), 413);
    }

    #[test]
    fn an_empty_upload_is_refused() {
        let mut upload = upload(JobKind::Analysis, "connect-four");
        assert!(upload.receive(b" \n\n").unwrap().is_empty());
        assert_eq!(upload.finish().unwrap_err().status(), 422);
    }
}
