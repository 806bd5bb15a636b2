//! Answers in words, for language models.

use super::super::error::{Problem, whole_seconds};
use bestmove_core::game::Level;
use bestmove_core::review::Label;
use bestmove_core::types::{Bound, BoundedVerdict, Expectation, Verdict};
use bestmove_query::ReviewedGame;
use bestmove_query::wire::response::{PlyReview, label_name};
use bestmove_query::{Analysis, AnalysisLine, AnyGame, GameResult, LegalMoves, Registry};
use std::sync::Arc;

pub(super) fn games(games: &Registry) -> String {
    let texts: Vec<_> = games.games().map(|listed| game(listed.as_ref())).collect();
    texts.join("\n\n")
}

fn game(game: &dyn AnyGame) -> String {
    let (info, levels) = (game.info(), game.levels());
    let level = |level: Level| {
        let elo = levels.elo(level).map_or_else(String::new, |elo| format!(" ({elo})"));
        format!("{}{elo}", level.number())
    };
    format!(
        "{}\nsides: {}\nstart: {}\npositions: {}\nexample: {}\nmoves: {}\nexample: {}\nlevels (Elo): {}",
        info.id,
        info.sides.join(", "),
        game.start(),
        info.position_notation,
        info.position_example,
        info.move_notation,
        info.move_example,
        Level::all().map(level).collect::<Vec<_>>().join(", "),
    )
}

pub(super) fn legal_moves(LegalMoves { position_info, moves, .. }: &LegalMoves) -> String {
    let (position, side) = (&position_info.position, position_info.to_move);
    if let Some(outcome) = &position_info.outcome {
        return format!("Position {position}\n{}", describe_outcome(outcome));
    }
    let moves: Vec<_> = moves.iter().map(|legal| legal.text.as_str()).collect();
    format!("Position {position}\n{side} to move. Legal moves: {}", moves.join(" "))
}

/// The lines of an analysis; of a best move, one.
pub(super) fn analysis(analysis: &Analysis) -> String {
    let info = &analysis.position_info;
    if let Some(outcome) = &info.outcome {
        return describe_outcome(outcome);
    }
    let lines: Vec<_> = analysis.lines.iter().map(line).collect();
    format!("{} to move in {}\n{}", info.to_move, info.position, lines.join("\n"))
}

/// A move with its score, reason and line.
fn line(scored: &AnalysisLine) -> String {
    let AnalysisLine { line: moves, verdict, expectation, bound, reason } = scored;
    let played = moves.first().map_or("none", String::as_str);
    let reason = reason.as_ref().map_or_else(String::new, |reason| format!(", {reason}"));
    format!("{played}: {}{reason}. Line: {}", score(*verdict, *bound, *expectation), moves.join(" "))
}

/// A score in words: proven, or as expected points.
fn score(verdict: Verdict, bound: Bound, expectation: Expectation) -> String {
    if verdict.is_proven() {
        return format!("{} (proven)", BoundedVerdict { verdict, bound });
    }
    let relation = match bound {
        Bound::Exact => "",
        Bound::Lower => "at least ",
        Bound::Upper => "at most ",
    };
    let points = (expectation.points() * 1000.0).round() / 1000.0;
    format!("{relation}{points} expected points (estimate)")
}

pub(super) fn review(game: &ReviewedGame, plies: &[Arc<PlyReview>]) -> String {
    let moves = &game.record.moves;
    let mut lines: Vec<_> = plies.iter().rev().map(|ply| reviewed(&moves[ply.index], ply)).collect();
    for side in game.game.info().sides {
        let accuracy = game
            .side_review(side, plies)
            .accuracy()
            .map(|accuracy| ((accuracy * 10.0).round() / 10.0).to_string());
        lines.push(format!("Accuracy of {side}: {}", accuracy.as_deref().unwrap_or("no move reviewed")));
    }
    lines.join("\n")
}

/// A move of a game with its label, and a better one if it is inferior.
fn reviewed(played: &str, PlyReview { index, compared }: &PlyReview) -> String {
    let number = index + 1;
    match compared {
        Err(problem) => format!("{number}. {played}: not reviewed, {problem}"),
        Ok(comparison) => {
            let label = comparison.review.label;
            let is_inferior = !matches!(label, Label::Best | Label::OnlyMove);
            let best = comparison.best_line.first().filter(|best| is_inferior && *best != played);
            let better = best.map_or_else(String::new, |best| format!(", better was {best}"));
            format!("{number}. {played}: {}{better}", label_name(label).replace('_', " "))
        }
    }
}

/// A problem, with the seconds after which the request may be sent again.
pub(super) fn problem(problem: &Problem) -> String {
    let wait = problem.retry_after().map(whole_seconds);
    let wait = wait.map_or_else(String::new, |seconds| format!("; try again in {seconds} s"));
    format!("{}: {}{wait}", problem.kind().spec().title, **problem)
}

fn describe_outcome(outcome: &GameResult) -> String {
    let by = outcome.ending.id.replace('_', " ");
    outcome.winner.map_or_else(
        || format!("The game is over: a draw by {by}."),
        |winner| format!("The game is over: {winner} has won by {by}."),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use bestmove_core::review::{MoveReview, MoveScore};
    use bestmove_query::{Comparison, GameSource};

    const EVEN: Expectation = Expectation { win: 0.25, draw: 0.5, loss: 0.25 };

    #[test]
    fn scores_that_are_bounds_are_told_as_bounds() {
        let worse = Expectation { win: 0.2, draw: 0.4004, loss: 0.3996 };
        let [win, loss] = [Verdict::Win { plies: Some(3) }, Verdict::Loss { plies: Some(4) }];
        for (verdict, bound, expectation, text) in [
            (Verdict::Draw, Bound::Exact, Expectation::DRAW, "draw (proven)"),
            (Verdict::Draw, Bound::Lower, Expectation::DRAW, "at least a draw (proven)"),
            (Verdict::Draw, Bound::Upper, Expectation::DRAW, "at most a draw (proven)"),
            (win, Bound::Exact, Expectation::WIN, "win in 3 plies (proven)"),
            (win, Bound::Lower, Expectation::WIN, "win in at most 3 plies (proven)"),
            (Verdict::Win { plies: None }, Bound::Lower, Expectation::WIN, "win (proven)"),
            (loss, Bound::Upper, Expectation::LOSS, "loss in at most 4 plies (proven)"),
            (loss, Bound::Lower, Expectation::LOSS, "at least a loss in 4 plies (proven)"),
            (Verdict::Estimate(0), Bound::Exact, EVEN, "0.5 expected points (estimate)"),
            (Verdict::Estimate(20), Bound::Lower, EVEN, "at least 0.5 expected points (estimate)"),
            (Verdict::Estimate(-20), Bound::Upper, worse, "at most 0.4 expected points (estimate)"),
        ] {
            assert_eq!(score(verdict, bound, expectation), text);
        }
    }

    #[test]
    fn games_are_listed_with_their_notations_sides_and_levels() {
        let text = games(&Registry::built_in());
        let first = "tic-tac-toe\nsides: X, O\nstart: .........\npositions: ";
        assert!(text.starts_with(first), "{text}");
        let names = ["sides", "start", "positions", "example", "moves", "example", "levels (Elo)"];
        for game in text.split("\n\n") {
            let told: Vec<_> = game.lines().skip(1).map(|line| line.split(": ").next().unwrap()).collect();
            assert_eq!(told, names, "{game}");
            let levels = game.rsplit_once(": ").unwrap().1.split(", ");
            assert!(levels.zip(1..).all(|(told, level)| told.starts_with(&format!("{level} ("))), "{game}");
        }
    }

    /// A move with that label, the best move in its place, and what it loses.
    fn compared(label: Label, best: &str, points_lost: f64) -> Comparison {
        let draw = MoveScore {
            verdict: Verdict::Draw,
            bound: Bound::Exact,
            expectation: Expectation::DRAW,
            depth: 9,
        };
        let review = MoveReview { label, points_lost, ..MoveReview::new(draw, &[]) };
        Comparison { best_line: vec![best.to_owned()], reason: None, review }
    }

    #[test]
    fn a_review_names_better_moves_and_problems() {
        let moves = ["1", "5", "9", "3", "7", "4", "8"].map(str::to_owned);
        let game = Registry::built_in().find("tic-tac-toe").unwrap().clone();
        let record = game.convert(GameSource::Moves(None, &moves)).unwrap();
        let problem = || Err(Problem::shutting_down().into());
        let plies = [
            Ok(compared(Label::Best, "5", 0.0)),
            problem(),
            Ok(compared(Label::Good, "2", 0.03)),
            problem(),
            Ok(compared(Label::Blunder, "7", 0.0)),
            problem(),
            Ok(compared(Label::OnlyMove, "8", 0.0)),
        ];
        let plies = plies.into_iter().enumerate().rev();
        let plies: Vec<_> = plies.map(|(index, compared)| Arc::new(PlyReview { index, compared })).collect();
        let text = "1. 1: best\n2. 5: not reviewed, this instance is shutting down\n\
                    3. 9: good, better was 2\n4. 3: not reviewed, this instance is shutting down\n\
                    5. 7: blunder\n6. 4: not reviewed, this instance is shutting down\n7. 8: only move\n\
                    Accuracy of X: 97.1\nAccuracy of O: no move reviewed";
        assert_eq!(review(&ReviewedGame { game, record }, &plies), text);
    }
}
