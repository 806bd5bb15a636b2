//! Game records in the terminal: `bestmove convert`.

use crate::config::{ConvertOptions, RecordsOptions};
use bestmove_core::game::Comment;
use bestmove_query::wire::response::game_text;
use bestmove_query::{AnyGame, FieldError, ImportPlace, ImportStep, ImportedGame};
use std::error::Error;
use std::io::{self, Read, Write};
use std::path::Path;
use std::{fs, iter};

/// The ID of requests in JSON.
const ID: &str = "local";

/// Prints the games of a file in canonical notation. What could not be read goes to standard error.
///
/// # Errors
///
/// If the file can't be read, has no games, or some of them could not be read to their end.
pub fn convert(options: &ConvertOptions) -> Result<(), Box<dyn Error>> {
    let RecordsOptions { file, json, .. } = &options.records;
    let game = options.records.game()?;
    let text = read(game.as_ref(), file)?;
    let (mut out, mut report) = (io::stdout().lock(), ProblemReport::default());
    for imported in games(game.as_ref(), &text) {
        let imported = imported?;
        report.add(&imported)?;
        if *json {
            writeln!(out, "{}", game_text(&imported, ID))?;
        } else {
            write!(out, "{}", annotated(game.as_ref(), &imported, Vec::new())?)?;
        }
    }
    report.finish()
}

/// The games of a file, or of standard input, as text.
pub(super) fn read(game: &dyn AnyGame, file: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    let read = match file.to_str() {
        Some("-") => io::stdin().lock().read_to_end(&mut bytes),
        _ => fs::File::open(file).and_then(|mut file| file.read_to_end(&mut bytes)),
    };
    read.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.display())))?;
    Ok(game.decode(bytes))
}

/// The games of a text.
pub(super) fn games(
    game: &dyn AnyGame,
    text: &str,
) -> impl Iterator<Item = Result<ImportedGame, FieldError>> {
    let mut next = Some(ImportPlace::default());
    iter::from_fn(move || {
        let mut first = None;
        let imported = game.import(text, next.take()?, &mut |imported| {
            first = Some(imported);
            ImportStep::StopAfter
        });
        next = imported.as_ref().copied().ok().flatten();
        imported.map(|_| first).transpose()
    })
}

/// The game in its notation with comments besides its own, and with its problem.
pub(super) fn annotated(
    game: &dyn AnyGame,
    imported: &ImportedGame,
    more: Vec<Comment>,
) -> Result<String, FieldError> {
    if !imported.has_start {
        return Ok(String::new());
    }
    let mut comments = [imported.game.comments.clone(), more].concat();
    let problem = imported
        .fault
        .iter()
        .map(|fault| Comment { ply: imported.game.moves.len(), text: fault.to_string() });
    comments.extend(problem);
    comments.sort_by_key(|comment| comment.ply);
    game.annotate(&imported.game, &comments)
}

/// A report on the games of a file, for standard error.
#[derive(Default)]
pub(super) struct ProblemReport {
    games: usize,
    problems: usize,
}

impl ProblemReport {
    /// Counts a game, and prints its oddities and its problem.
    pub(super) fn add(&mut self, imported: &ImportedGame) -> io::Result<()> {
        let mut out = io::stderr().lock();
        self.games += 1;
        for warning in &imported.warnings {
            writeln!(out, "warning: game {}, {warning}", imported.number)?;
        }
        if let Some(fault) = &imported.fault {
            self.problems += 1;
            writeln!(out, "problem: {fault}")?;
        }
        Ok(())
    }

    /// Fails if some games have a problem.
    pub(super) fn finish(self) -> Result<(), Box<dyn Error>> {
        match self.problems {
            0 => Ok(()),
            problems => {
                Err(format!("{problems} of {} games could not be read to their end", self.games).into())
            }
        }
    }
}
