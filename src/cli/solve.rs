//! `bestmove solve`.

use crate::config::SolveOptions;
use crate::http::{BestMove, source_name, stopped_by_name};
use bestmove_core::game::{BoardStyle, Info};
use bestmove_core::types::{Bound, BoundedVerdict, Verdict};
use bestmove_query::{Analysis, AnalysisLine, GameResult, MoveSelection, Priority, Request, Session};
use std::error::Error;
use std::fmt::{self, Display};
use std::io::{self, IsTerminal, Write};
use std::time::Instant;

/// Prints the best move of a position. A terminal on standard error shows each finished iteration.
///
/// # Errors
///
/// If the position is malformed, or the output can't be written.
pub fn solve(options: &SolveOptions) -> Result<(), Box<dyn Error>> {
    let game = options.search.game(&options.at.game)?;
    let session = Session::new(options.config());
    session.load(game.as_ref());
    let (position, moves) = options.at.read();
    let request = Request {
        game: game.as_ref(),
        position,
        moves: &moves,
        selection: MoveSelection::default(),
        priority: Priority::Interactive,
        requested: options.requested(),
        arrival: Instant::now(),
    };
    let is_watched = io::stderr().is_terminal();
    let mut progress = |report: &Analysis| {
        if is_watched {
            show(report);
        }
    };
    let report = session.answer(&request, &mut progress)?;
    let mut out = io::stdout().lock();
    if options.json {
        serde_json::to_writer_pretty(&mut out, &BestMove::from(&report))?;
        writeln!(out)?;
    } else {
        write!(out, "{}", TextReport(&report))?;
        // The board gets as much time as the answer did.
        let scores = session.score_moves(&Request { arrival: Instant::now(), ..request })?;
        if !scores.is_empty() {
            let position = &report.position_info.position;
            write!(out, "\n{}", MoveScores { info: game.info(), position, scores: &scores })?;
        }
    }
    Ok(())
}

/// Prints a finished iteration in a line, ignoring errors.
fn show(report: &Analysis) {
    let seconds = report.timing.elapsed.as_secs_f64();
    let (depth, nodes, best) = (report.depth, digit_groups(report.nodes), report.best());
    let (score, line) = (scored(best), best.line.join(" "));
    drop(writeln!(io::stderr(), "{depth:>3} {seconds:>8.3} s {nodes:>15}  {score}  {line}"));
}

/// The score of a line.
pub(super) const fn scored(line: &AnalysisLine) -> BoundedVerdict {
    BoundedVerdict { verdict: line.verdict, bound: line.bound }
}

/// An analysis as text.
struct TextReport<'a>(&'a Analysis);

impl Display for TextReport<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(report) = self;
        let (position_info, best) = (&report.position_info, report.best());
        writeln!(out, "position   {}", position_info.position)?;
        match (&position_info.outcome, report.best_move()) {
            (Some(ended), _) => writeln!(out, "outcome    {}", outcome(ended))?,
            (None, best_move) => {
                writeln!(out, "to move    {}", position_info.to_move)?;
                writeln!(out, "best move  {}", best_move.unwrap_or("none"))?;
            }
        }
        writeln!(out, "score      {}", scored(best))?;
        let is_in_units = !best.verdict.is_proven() && best.verdict.tablebase().is_none();
        if let (true, Some(game)) = (is_in_units, crate::games().find(position_info.game)) {
            writeln!(out, "           {}", game.info().estimate_unit)?;
        }
        writeln!(out, "line       {}", best.line.join(" "))?;
        writeln!(out, "depth      {} plies, {} at most", report.depth, report.selective_depth)?;
        let seconds = report.timing.elapsed.as_secs_f64();
        let speed = report.nodes as f64 / seconds.max(1e-6);
        writeln!(out, "nodes      {}, {} a second", digit_groups(report.nodes), digit_groups(speed as u64))?;
        writeln!(out, "time       {seconds:.3} s")?;
        writeln!(
            out,
            "source     {}, stopped by: {}",
            source_name(report.source),
            stopped_by_name(report.stopped_by)
        )
    }
}

/// The scores of moves in a row; below the board, if a move there is a column.
struct MoveScores<'a> {
    info: &'a Info,
    position: &'a str,
    scores: &'a [(String, Verdict, Bound)],
}

impl Display for MoveScores<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves: Vec<String> = if self.info.display.board == BoardStyle::Columns {
            let rows = self.position.split(' ').next().unwrap_or_default();
            for row in rows.split('/') {
                writeln!(out, "{}", cells(row.chars()))?;
            }
            (1..=self.info.columns).map(|column| column.to_string()).collect()
        } else {
            self.scores.iter().map(|(played, ..)| played.clone()).collect()
        };
        let score = |text| {
            let scored = self.scores.iter().find(|(played, ..)| played == text);
            scored.map_or_else(String::new, |&(_, verdict, bound)| short_score(verdict, bound))
        };
        writeln!(out, "{}\n{}", cells(&moves), cells(moves.iter().map(score)))?;
        let is_margin = self.scores.iter().any(|(_, verdict, _)| matches!(verdict, Verdict::Margin(_)));
        let (won, lost) = if is_margin { ("by n", "by n") } else { ("in n plies", "in n") };
        writeln!(out, "\n+n wins {won}, -n loses {lost}, = draws")?;
        if self.scores.iter().any(|(.., bound)| *bound != Bound::Exact) {
            writeln!(out, "≤n in n plies at most, ≥= at least a draw, ≤= at most a draw")?;
        }
        Ok(())
    }
}

/// Texts in cells of equal width.
fn cells(texts: impl IntoIterator<Item = impl Display>) -> String {
    texts.into_iter().map(|text| format!("{text:>5}")).collect()
}

/// A verdict in a few characters.
fn short_score(verdict: Verdict, bound: Bound) -> String {
    let at_most = if bound == Bound::Exact { "" } else { "≤" };
    match verdict {
        Verdict::Win { plies: Some(plies) } => format!("+{at_most}{plies}"),
        Verdict::Loss { plies: Some(plies) } => format!("-{at_most}{plies}"),
        Verdict::Draw if bound == Bound::Lower => "≥=".to_owned(),
        Verdict::Draw if bound == Bound::Upper => "≤=".to_owned(),
        Verdict::Win { plies: None } => "won".to_owned(),
        Verdict::Loss { plies: None } => "lost".to_owned(),
        Verdict::Draw => "=".to_owned(),
        Verdict::Margin(units) => format!("{units:+}"),
        Verdict::Estimate(_) => "?".to_owned(),
    }
}

fn outcome(ended: &GameResult) -> String {
    ended.winner.map_or_else(|| "a draw".to_owned(), |winner| format!("{winner} has won"))
}

/// A number with its digits in groups of three.
fn digit_groups(number: u64) -> String {
    let digits = number.to_string();
    let comma = |at: usize| at > 0 && (digits.len() - at).is_multiple_of(3);
    digits
        .char_indices()
        .flat_map(|(at, digit)| comma(at).then_some(',').into_iter().chain([digit]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!([0, 999, 1000, 1_234_567].map(digit_groups), ["0", "999", "1,000", "1,234,567"]);
    }
}
