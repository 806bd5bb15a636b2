//! Where games begin.

use crate::game::{Invalid, Moves, Notation};
use crate::lab::given::Given;
use crate::types::Key;
use serde::Deserialize;
use std::collections::HashSet;
use std::error::Error;
use std::path::Path;

/// A file of openings; what else is in it does not matter here.
#[derive(Deserialize)]
struct File {
    ballots: Vec<Ballot>,
}

#[derive(Deserialize)]
struct Ballot {
    name: String,
    moves: Vec<String>,
}

/// An opening: moves from the start of the game.
#[derive(Clone, Debug)]
pub(in crate::lab) struct Opening<M> {
    pub(super) name: String,
    pub(in crate::lab) moves: Vec<M>,
}

/// The text of the openings in a file; without one, of the three-move ballots of checkers.
///
/// # Errors
///
/// If the file can't be read.
pub(in crate::lab) fn given(file: Option<&Path>) -> Result<Given, Box<dyn Error>> {
    Given::read(file, include_str!("../../../data/checkers-ballots.json"))
}

/// The openings that are given.
///
/// # Errors
///
/// If they are not, or can't be played.
pub(in crate::lab) fn read<G: Notation>(given: &Given) -> Result<Vec<Opening<G::Move>>, Box<dyn Error>> {
    let file: File = given.parse()?;
    if file.ballots.is_empty() {
        return Err(given.wrong(&"expected ballots, got none").into());
    }
    let parsed = file.ballots.into_iter().map(|ballot| {
        let wrong = |invalid| given.wrong(&format!("ballot {:?}: {invalid}", ballot.name));
        let moves = parse::<G>(&ballot.moves).map_err(wrong)?;
        Ok(Opening { name: ballot.name, moves })
    });
    parsed.collect()
}

fn parse<G: Notation>(moves: &[String]) -> Result<Vec<G::Move>, Invalid> {
    let mut position = G::start();
    let play = |text: &String| {
        let played = G::parse_move(&position, text)?;
        position = G::play(&position, played);
        Ok(played)
    };
    let moves = moves.iter().map(play).collect::<Result<_, _>>()?;
    match G::outcome(&position) {
        Some(_) => Err(Invalid::new("moves", "a game that goes on", "its end")),
        None => Ok(moves),
    }
}

/// So many openings that end in different positions: each as it is, then again with two random plies
/// after it, and after 31 such rounds with one more. Chance depends on the round and the position alone.
pub(in crate::lab) fn varied<G: Notation>(
    openings: &[Opening<G::Move>],
    count: usize,
) -> Vec<Opening<G::Move>> {
    let mut seen = HashSet::new();
    let rounds = (0..).flat_map(|round| openings.iter().map(move |opening| longer::<G>(opening, round)));
    rounds.filter(|(_, end)| seen.insert(*end)).map(|(opening, _)| opening).take(count).collect()
}

/// The opening with random plies after it, and the key of the position they lead to.
fn longer<G: Notation>(opening: &Opening<G::Move>, round: u64) -> (Opening<G::Move>, Key) {
    let mut opening = opening.clone();
    let play = |position, &played| G::play(&position, played);
    let mut position = opening.moves.iter().fold(G::start(), play);
    let plies = if round == 0 { 0 } else { 2 + round / 32 };
    for ply in 0..plies {
        let mut moves = Moves::new();
        G::moves(&position, &mut moves);
        let chance = Key::hashed([[round, ply], [G::key(&position).bits(), 0]]).bits();
        let Some(&played) = moves.get(chance as usize % moves.len().max(1)) else { break };
        opening.moves.push(played);
        position = G::play(&position, played);
    }
    (opening, G::key(&position))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;

    use crate::games::Checkers;

    #[test]
    fn openings_come_again_with_other_moves() {
        let openings = read::<Checkers>(&given(None).unwrap()).unwrap();
        let varied = varied::<Checkers>(&openings, 2000);
        let end = |opening: &Opening<_>| {
            opening.moves.iter().fold(Checkers::start(), |board, &played| Checkers::play(&board, played))
        };
        let ends: HashSet<String> = varied.iter().map(|opening| Checkers::print(&end(opening))).collect();
        assert_eq!(ends.len(), 2000);
        assert_eq!(varied.iter().filter(|opening| opening.moves.len() == 3).count(), openings.len());
        assert!(varied.iter().all(|opening| opening.moves.len() <= 6));
    }
}
