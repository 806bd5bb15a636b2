//! `bestmove review`: the games of a file with labels and better moves as comments.

use super::records::{ProblemReport, annotated, games, read};
use crate::config::{RecordsOptions, ReviewDetail, ReviewOptions};
use bestmove_core::game::{Comment, Tag};
use bestmove_core::review::{Label, MoveScore};
use bestmove_core::types::BoundedVerdict;
use bestmove_query::local;
use bestmove_query::wire::response::{PlyReview, game_text, imported_review_text, label_name};
use bestmove_query::{
    AnyGame, Comparison, ImportedGame, Interrupt, LimitPolicy, ReviewedGame, Session, SessionConfig,
};
use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::iter::once;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

/// The most moves of a line in a comment.
const LINE_MOVES: usize = 8;
/// The ID of requests in JSON.
const ID: &str = "local";

/// Prints the games of a file with a review of their moves. What could not be read goes to standard error.
///
/// # Errors
///
/// If the file or the tables can't be read, there are no games, or some of them could not be read to their end.
pub fn review(options: &ReviewOptions) -> Result<(), Box<dyn Error>> {
    let RecordsOptions { file, .. } = &options.records;
    let game = options.records.game()?;
    let game = options.tables().map_or_else(|| Ok(Arc::clone(&game)), |dir| game.with_tables(dir))?;
    let imported = games(game.as_ref(), &read(game.as_ref(), file)?).collect::<Result<Vec<_>, _>>()?;
    let mut report = ProblemReport::default();
    imported.iter().try_for_each(|imported| report.add(imported))?;
    let mut out = io::stdout().lock();
    review_all(options, &game, &imported, &mut |text| out.write_all(text.as_bytes()))?;
    report.finish()
}

/// Reviews games on several threads, each with tables of its own, and passes their texts on in order.
fn review_all(
    options: &ReviewOptions,
    game: &Arc<dyn AnyGame>,
    imported: &[ImportedGame],
    print: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<(), Box<dyn Error>> {
    let (next, (sender, receiver)) = (AtomicUsize::new(0), mpsc::channel());
    let reviewer = Reviewer { options, game };
    thread::scope(|scope| {
        for _ in 0..options.threads().min(imported.len()) {
            let (sender, next, reviewer) = (sender.clone(), &next, &reviewer);
            scope.spawn(move || {
                let session = reviewer.session();
                while let Some(imported) = imported.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let text = reviewer.review(&session, imported);
                    if sender.send((imported.number, text)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let (mut ready, mut number) = (BTreeMap::new(), 1);
        for (reviewed, text) in receiver {
            ready.insert(reviewed, text);
            while let Some(text) = ready.remove(&number) {
                print(&text?)?;
                show_progress(number, imported.len());
                number += 1;
            }
        }
        Ok(())
    })
}

/// Counts the games on a terminal, ignoring errors.
fn show_progress(number: usize, games: usize) {
    let mut out = io::stderr();
    if out.is_terminal() && games > 1 {
        let end = if number == games { "\n" } else { "" };
        drop(write!(out, "\rgame {number} of {games}{end}"));
    }
}

/// How games are reviewed.
struct Reviewer<'a> {
    options: &'a ReviewOptions,
    game: &'a Arc<dyn AnyGame>,
}

impl Reviewer<'_> {
    fn session(&self) -> Session {
        let max_time = Duration::from_millis(self.options.requested().time_ms.unwrap_or_default());
        Session::new(SessionConfig {
            table_bytes: self.options.table_mib << 20,
            limit_policy: LimitPolicy { default_time: max_time, max_time, max_nodes: u64::MAX },
            ..SessionConfig::small()
        })
    }

    /// The text of a game with its review.
    fn review(&self, session: &Session, imported: &ImportedGame) -> Result<String, String> {
        if !imported.has_start && self.options.records.json {
            return Ok(game_text(imported, ID) + "\n");
        }
        let record = imported.game.clone();
        let reviewed = ReviewedGame { game: Arc::clone(self.game), record };
        let (requested, interrupt) = (self.options.requested(), Interrupt::default());
        let plies = local::review(session, &reviewed, requested, interrupt, &mut |_| {});
        let plies = plies.map_err(|problem| problem.to_string())?;
        if self.options.records.json {
            return Ok(imported_review_text(imported, reviewed.answer(&plies, Some(ID)), ID) + "\n");
        }
        let mut annotator = imported.clone();
        annotator.game.tags.push(Tag {
            name: "Annotator".to_owned(),
            value: format!("bestmove {}", env!("CARGO_PKG_VERSION")),
        });
        annotated(self.game.as_ref(), &annotator, self.comments(&reviewed, &plies))
            .map_err(|error| error.to_string())
    }

    /// A summary before the first move, then a comment on moves that deserve one.
    fn comments(&self, reviewed: &ReviewedGame, plies: &[Arc<PlyReview>]) -> Vec<Comment> {
        if plies.is_empty() {
            return Vec::new();
        }
        let on_move = |ply: &Arc<PlyReview>| {
            let text = self.comment(reviewed, ply.index, ply.compared.as_ref().ok()?)?;
            Some(Comment { ply: ply.index + 1, text })
        };
        let summary = Comment { ply: 0, text: summary(reviewed, plies) };
        once(summary).chain(plies.iter().rev().filter_map(on_move)).collect()
    }

    fn comment(&self, reviewed: &ReviewedGame, index: usize, comparison: &Comparison) -> Option<String> {
        let Comparison { best_line, review, .. } = comparison;
        let label = label_name(review.label).replace('_', " ");
        let is_error = matches!(review.label, Label::Inaccuracy | Label::Mistake | Label::Blunder);
        let best = best_line.iter().take(LINE_MOVES).map(String::as_str).collect::<Vec<_>>().join(" ");
        let is_best = best_line.first() == reviewed.record.moves.get(index);
        match self.options.detail {
            ReviewDetail::Errors if !is_error => None,
            ReviewDetail::Errors => Some(format!("{label}; best: {best}")),
            ReviewDetail::Labels => Some(label),
            ReviewDetail::Scores if is_best => Some(format!("{label}, {}: {best}", words(review.played))),
            ReviewDetail::Scores => {
                Some(format!("{label}, {}; best, {}: {best}", words(review.played), words(review.best)))
            }
        }
    }
}

fn words(MoveScore { verdict, bound, .. }: MoveScore) -> BoundedVerdict {
    BoundedVerdict { verdict, bound }
}

/// The accuracy and the errors of both sides.
fn summary(reviewed: &ReviewedGame, plies: &[Arc<PlyReview>]) -> String {
    let info = reviewed.game.info();
    let side = |(side, name): (&str, &str)| {
        let review = reviewed.side_review(side, plies);
        let accuracy =
            review.accuracy().map_or("no moves".to_owned(), |accuracy| format!("accuracy {accuracy:.1}"));
        let errors = [Label::Inaccuracy, Label::Mistake, Label::Blunder].map(|label| {
            let count = review.count(label);
            (count > 0).then(|| format!(", {count} {}", plural(label_name(label), count)))
        });
        format!("{name}: {accuracy}{}", errors.into_iter().flatten().collect::<String>())
    };
    info.sides.into_iter().zip(info.display.sides).map(side).collect::<Vec<_>>().join("; ")
}

fn plural(label: &str, count: u32) -> String {
    match label.strip_suffix('y') {
        _ if count == 1 => label.to_owned(),
        Some(stem) => format!("{stem}ies"),
        None => format!("{label}s"),
    }
}
