//! Positions of which the best move is known: does an engine find it?

use super::given::Given;
use super::matches::player::{Fault, Player};
use super::protocol::{Effort, Order};
use crate::game::{Invalid, Notation};
use serde::Deserialize;
use std::error::Error;
use std::io::{self, Write};
use std::path::Path;

/// A file of problems; what else is in it does not matter here.
#[derive(Deserialize)]
struct File {
    problems: Vec<Text>,
}

#[derive(Deserialize)]
struct Text {
    name: String,
    position: String,
    solutions: Vec<String>,
}

/// A position and the moves that solve it.
struct Problem<G: Notation> {
    text: Text,
    position: G::Position,
    solutions: Vec<G::Move>,
}

/// Gives an engine, started by a shell command, the problems in a file, or those of the program, so much effort for
/// each, and prints which it solves.
///
/// # Errors
///
/// If the engine can't be started, fails, or the file can't be used.
pub fn pose_problems<G: Notation>(
    engine: &str,
    problems: Option<&Path>,
    effort: Effort,
) -> Result<(), Box<dyn Error>> {
    let problems = read::<G>(problems)?;
    let (mut player, mut solved) = (Player::start(engine)?, 0);
    for Problem { text, position, solutions } in &problems {
        let answer = answer(&mut player, &text.position, effort)
            .and_then(|played| Ok((G::parse_move(position, &played)?, played)));
        let (played, answer) = answer.map_err(|fault| format!("{}: the engine {fault}", text.name))?;
        let is_solved = solutions.contains(&played);
        solved += u32::from(is_solved);
        let told = if is_solved { String::new() } else { format!(", not {}", text.solutions.join(" or ")) };
        writeln!(io::stdout(), "{} {}: {answer}{told}", if is_solved { "+" } else { "-" }, text.name)?;
    }
    writeln!(io::stdout(), "{solved} of {} solved", problems.len())?;
    Ok(())
}

fn answer(player: &mut Player, position: &str, effort: Effort) -> Result<String, Fault> {
    player.order(Order::NewGame)?;
    player.order(Order::Position(position))?;
    player.answer(effort, effort.patience()).map(|reply| reply.played)
}

fn read<G: Notation>(name: Option<&Path>) -> Result<Vec<Problem<G>>, Box<dyn Error>> {
    let given = Given::read(name, include_str!("../../data/checkers-problems.json"))?;
    let file: File = given.parse()?;
    if file.problems.is_empty() {
        return Err(given.wrong(&"expected problems, got none").into());
    }
    let parsed = file.problems.into_iter().map(|text| {
        let wrong = |invalid| given.wrong(&format!("{:?}: {invalid}", text.name));
        let (position, solutions) = parse::<G>(&text).map_err(wrong)?;
        Ok(Problem { text, position, solutions })
    });
    parsed.collect()
}

fn parse<G: Notation>(text: &Text) -> Result<(G::Position, Vec<G::Move>), Invalid> {
    let position = G::parse(&text.position)?;
    let solutions =
        text.solutions.iter().map(|played| G::parse_move(&position, played)).collect::<Result<_, _>>()?;
    Ok((position, solutions))
}
