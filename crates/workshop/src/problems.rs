//! Test positions with known best moves, to measure how many of them an engine solves.

use super::matches::engine_process::{EngineFailure, EngineProcess};
use super::move_budget::MoveBudget;
use super::source_text::SourceText;
use bestmove_core::game::{Invalid, Notation};
use clap::Args;
use serde::Deserialize;
use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Options of [`score_problems`].
#[derive(Args, Clone, Debug)]
pub struct ProblemOptions {
    /// Seconds for each problem
    #[arg(long, default_value = "2", value_parser = MoveBudget::parse_seconds)]
    pub time: Duration,
    /// Node limit of each problem, instead of a time
    #[arg(long)]
    pub nodes: Option<u64>,
    /// File of problems, in the format of crates/core/data/checkers-problems.json [default: that file, built in]
    #[arg(long)]
    pub problems: Option<PathBuf>,
}

/// A file of problems; other fields are ignored.
#[derive(Deserialize)]
struct File {
    problems: Vec<ProblemText>,
}

#[derive(Deserialize)]
struct ProblemText {
    name: String,
    position: String,
    solutions: Vec<String>,
}

/// A position and the moves that solve it.
struct Problem<G: Notation> {
    text: ProblemText,
    position: G::Position,
    solutions: Vec<G::Move>,
}

/// Runs a UGI engine, started by a shell command, on problems, and prints which it solves.
///
/// # Errors
///
/// If the engine cannot be started or fails, or the file is missing or invalid.
pub fn score_problems<G: Notation>(engine: &str, options: &ProblemOptions) -> Result<(), Box<dyn Error>> {
    let problems = read::<G>(options.problems.as_deref())?;
    let budget = options.nodes.map_or(MoveBudget::Time(options.time), MoveBudget::Nodes);
    let (mut engine, mut solved) = (EngineProcess::start(engine)?, 0);
    for Problem { text, position, solutions } in &problems {
        let answer = best_move(&mut engine, &text.position, budget)
            .and_then(|text| Ok((G::parse_move(position, &text)?, text)));
        let (best_move, answer) = answer.map_err(|error| format!("{}: the engine {error}", text.name))?;
        let is_solved = solutions.contains(&best_move);
        solved += u32::from(is_solved);
        let expected =
            if is_solved { String::new() } else { format!(", not {}", text.solutions.join(" or ")) };
        writeln!(io::stdout(), "{} {}: {answer}{expected}", if is_solved { "+" } else { "-" }, text.name)?;
    }
    writeln!(io::stdout(), "{solved} of {} solved", problems.len())?;
    Ok(())
}

fn best_move(
    engine: &mut EngineProcess,
    position: &str,
    budget: MoveBudget,
) -> Result<String, EngineFailure> {
    engine.new_game()?;
    engine.search(&format!("fen {position}"), budget, budget.timeout()).map(|reply| reply.played)
}

fn read<G: Notation>(name: Option<&Path>) -> Result<Vec<Problem<G>>, Box<dyn Error>> {
    let source = SourceText::read(name, include_str!("../../core/data/checkers-problems.json"))?;
    let file: File = source.parse()?;
    if file.problems.is_empty() {
        return Err(source.error(&"expected problems, got none").into());
    }
    let parsed = file.problems.into_iter().map(|text| {
        let context = |invalid| source.error(&format!("{:?}: {invalid}", text.name));
        let (position, solutions) = parse::<G>(&text).map_err(context)?;
        Ok(Problem { text, position, solutions })
    });
    parsed.collect()
}

fn parse<G: Notation>(text: &ProblemText) -> Result<(G::Position, Vec<G::Move>), Invalid> {
    let position = G::parse(&text.position)?;
    let solutions =
        text.solutions.iter().map(|played| G::parse_move(&position, played)).collect::<Result<_, _>>()?;
    Ok((position, solutions))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod tests {
    use super::*;
    use bestmove_core::games::Checkers;
    use bestmove_core::games::checkers::Knowledge;
    use bestmove_core::search::{Limits, Path as Game, SearchContext, TranspositionTable, search};
    use std::sync::atomic::AtomicBool;

    /// Whether a search solves the problem.
    fn is_solved(problem: &Problem<Checkers>) -> bool {
        let (knowledge, table) = (Knowledge::default(), TranspositionTable::new(1 << 20));
        let (nodes, stop) = (Some(100_000), AtomicBool::new(false));
        let limits = Limits { depth: None, nodes, deadline: None, stop: &stop, checkpoint: None };
        let context = SearchContext::<Checkers>::new(&knowledge, &table, limits);
        let best = search(&Game::from(problem.position), context, &mut |_| {}).best_move().unwrap();
        problem.solutions.contains(&best)
    }

    #[test]
    fn a_search_solves_most_of_the_built_in_problems() {
        let problems = read::<Checkers>(None).unwrap();
        let unsolved = problems.iter().filter(|problem| !is_solved(problem));
        let names: Vec<_> = unsolved.map(|problem| &problem.text.name).collect();
        assert!(problems.len() == 18 && names.len() <= 3, "{names:?}");
    }

    #[test]
    fn the_problems_of_pitches_are_valid() {
        let pitches = Path::new("tests/data/checkers-pitches.json");
        assert_eq!(read::<Checkers>(Some(pitches)).unwrap().len(), 10);
    }
}
