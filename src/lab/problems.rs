//! Test positions with known best moves, to measure how many of them an engine solves.

use super::matches::engine_process::{EngineFailure, EngineProcess};
use super::protocol::{EngineCommand, MoveBudget};
use super::source_text::SourceText;
use crate::game::{Invalid, Notation};
use serde::Deserialize;
use std::error::Error;
use std::io::{self, Write};
use std::path::Path;

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

/// Runs an engine, started by a shell command, on the problems of a file or the built-in ones, with `budget` for each,
/// and prints which it solves.
///
/// # Errors
///
/// If the engine cannot be started or fails, or the file is missing or invalid.
pub fn score_problems<G: Notation>(
    engine: &str,
    problems: Option<&Path>,
    budget: MoveBudget,
) -> Result<(), Box<dyn Error>> {
    let problems = read::<G>(problems)?;
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
    engine.send(EngineCommand::NewGame)?;
    engine.send(EngineCommand::Position(position))?;
    engine.answer(budget, budget.timeout()).map(|reply| reply.played)
}

fn read<G: Notation>(name: Option<&Path>) -> Result<Vec<Problem<G>>, Box<dyn Error>> {
    let source = SourceText::read(name, include_str!("../../data/checkers-problems.json"))?;
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
