//! `bestmove solve`.

use crate::config::SolveOptions;
use crate::engine::{Analysis, Engine, GameResult, MoveSelection, Priority, Registry, Request};
use crate::game::{BoardStyle, Info};
use crate::http::{BestMove, source_name, stopped_by_name};
use crate::types::{Bound, TablebaseVerdict, Verdict};
use std::error::Error;
use std::fmt::{self, Display};
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::time::Instant;

/// Prints the best move of a position. A terminal on standard error shows each finished iteration.
///
/// # Errors
///
/// If the position is malformed, or the output can't be written.
pub fn solve(options: &SolveOptions) -> Result<(), Box<dyn Error>> {
    let game = options.search.game(&options.at.game)?;
    let engine = Engine::with(options.config(), Arc::new(Registry::new(vec![Arc::clone(&game)])), ());
    let request = Request {
        game: game.as_ref(),
        position: options.at.position.as_deref(),
        moves: &options.at.moves,
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
    let report = engine.best_move_blocking(request, &mut progress)?;
    let mut out = io::stdout().lock();
    if options.json {
        serde_json::to_writer_pretty(&mut out, &BestMove::from(&report))?;
        writeln!(out)?;
    } else {
        write!(out, "{}", TextReport(&report))?;
        // The board gets as much time as the answer did.
        let scores = engine.score_moves_blocking(Request { arrival: Instant::now(), ..request })?;
        if !scores.is_empty() {
            let position = &report.position_info.position;
            write!(out, "\n{}", MoveScores { info: game.info(), position, scores: &scores })?;
        }
    }
    Ok(())
}

/// Prints a finished iteration in a line, ignoring errors.
fn show(report: &Analysis) {
    let seconds = report.elapsed.as_secs_f64();
    let (depth, nodes, line) =
        (report.depth, digit_groups(report.nodes), report.principal_variation.join(" "));
    drop(writeln!(
        io::stderr(),
        "{depth:>3} {seconds:>8.3} s {nodes:>15}  {}  {line}",
        score(report.verdict, report.bound)
    ));
}

/// An analysis as text.
struct TextReport<'a>(&'a Analysis);

impl Display for TextReport<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(report) = self;
        let position_info = &report.position_info;
        writeln!(out, "position   {}", position_info.position)?;
        match (&position_info.outcome, &report.best_move) {
            (Some(ended), _) => writeln!(out, "outcome    {}", outcome(ended))?,
            (None, best_move) => {
                writeln!(out, "to move    {}", position_info.to_move)?;
                writeln!(out, "best move  {}", best_move.as_deref().unwrap_or("none"))?;
            }
        }
        writeln!(out, "score      {}", score(report.verdict, report.bound))?;
        let is_in_units = !report.verdict.is_proven() && report.verdict.tablebase().is_none();
        if let (true, Some(game)) = (is_in_units, Registry::built_in().find(position_info.game)) {
            writeln!(out, "           {}", game.info().estimate_unit)?;
        }
        writeln!(out, "line       {}", report.principal_variation.join(" "))?;
        writeln!(out, "depth      {} plies, {} at most", report.depth, report.selective_depth)?;
        let seconds = report.elapsed.as_secs_f64();
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
            for row in self.position.split('/') {
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
        writeln!(out, "\n+n wins in n plies, -n loses in n, = draws")?;
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

/// A score in words.
pub(super) fn score(verdict: Verdict, bound: Bound) -> String {
    let tablebase = verdict.tablebase();
    match (verdict, bound) {
        // A better score is a sooner win, a worse one a sooner loss.
        (Verdict::Win { plies: Some(plies) }, Bound::Lower) => {
            format!("win in at most {}", plural_plies(plies))
        }
        (Verdict::Loss { plies: Some(plies) }, Bound::Upper) => {
            format!("loss in at most {}", plural_plies(plies))
        }
        (Verdict::Estimate(_), Bound::Lower) if tablebase == Some(TablebaseVerdict::Win) => {
            exact_score(verdict)
        }
        (Verdict::Estimate(_), Bound::Upper) if tablebase == Some(TablebaseVerdict::Loss) => {
            exact_score(verdict)
        }
        (_, Bound::Exact) => exact_score(verdict),
        (_, Bound::Lower) => format!("at least {}", exact_score(verdict)),
        (_, Bound::Upper) => format!("at most {}", exact_score(verdict)),
    }
}

fn exact_score(verdict: Verdict) -> String {
    match (verdict, verdict.tablebase()) {
        (Verdict::Win { plies: Some(plies) }, _) => format!("win in {}", plural_plies(plies)),
        (Verdict::Loss { plies: Some(plies) }, _) => format!("loss in {}", plural_plies(plies)),
        (Verdict::Win { plies: None }, _) => "win".to_owned(),
        (Verdict::Loss { plies: None }, _) => "loss".to_owned(),
        (Verdict::Draw, _) => "draw".to_owned(),
        (Verdict::Margin(units @ 1..), _) => format!("win by {units}"),
        (Verdict::Margin(units), _) => format!("loss by {}", units.unsigned_abs()),
        (Verdict::Estimate(_), Some(TablebaseVerdict::Win)) => {
            "won by the tablebase, length unknown".to_owned()
        }
        (Verdict::Estimate(_), Some(TablebaseVerdict::Loss)) => {
            "lost by the tablebase, length unknown".to_owned()
        }
        (Verdict::Estimate(value), None) => format!("estimate {value:+}"),
    }
}

fn plural_plies(plies: u16) -> String {
    format!("{plies} {}", if plies == 1 { "ply" } else { "plies" })
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
    fn scores_are_printed_in_words() {
        for (verdict, bound, words) in [
            (Verdict::Win { plies: Some(1) }, Bound::Exact, "win in 1 ply"),
            (Verdict::Win { plies: Some(5) }, Bound::Lower, "win in at most 5 plies"),
            (Verdict::Win { plies: Some(5) }, Bound::Upper, "at most win in 5 plies"),
            (Verdict::Win { plies: None }, Bound::Exact, "win"),
            (Verdict::Loss { plies: Some(1) }, Bound::Upper, "loss in at most 1 ply"),
            (Verdict::Loss { plies: Some(2) }, Bound::Lower, "at least loss in 2 plies"),
            (Verdict::Loss { plies: None }, Bound::Exact, "loss"),
            (Verdict::Draw, Bound::Exact, "draw"),
            (Verdict::Draw, Bound::Lower, "at least draw"),
            (Verdict::Estimate(70), Bound::Exact, "estimate +70"),
            (Verdict::Estimate(-5), Bound::Upper, "at most estimate -5"),
            (Verdict::Estimate(25_000), Bound::Exact, "estimate +25000"),
            (Verdict::Estimate(28_756), Bound::Lower, "won by the tablebase, length unknown"),
            (Verdict::Estimate(-26_000), Bound::Exact, "lost by the tablebase, length unknown"),
        ] {
            assert_eq!(score(verdict, bound), words);
        }
    }

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!([0, 999, 1000, 1_234_567].map(digit_groups), ["0", "999", "1,000", "1,234,567"]);
    }
}
