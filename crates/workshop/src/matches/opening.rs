//! Openings of test games: a list such as the three-move ballots of checkers, extended with random moves.

use crate::source_text::SourceText;
use bestmove_core::game::{Invalid, Moves, Notation, Rules};
use bestmove_core::games::Reversi;
use bestmove_core::types::Key;
use serde::Deserialize;
use std::collections::HashSet;
use std::error::Error;
use std::path::Path;

/// A file of openings; other fields are ignored.
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
pub(crate) struct Opening<M> {
    pub(super) name: String,
    pub(crate) moves: Vec<M>,
}

/// The text of a file of openings, or the built-in one.
///
/// # Errors
///
/// If the file cannot be read.
pub(crate) fn source(file: Option<&Path>, built_in: &'static str) -> Result<SourceText, Box<dyn Error>> {
    SourceText::read(file, built_in)
}

/// The built-in openings of a game: for checkers the three-move ballots.
pub(crate) fn built_in<G: Notation>() -> &'static str {
    match G::ID {
        Reversi::ID => include_str!("../../../core/data/reversi-openings.json"),
        _ => include_str!("../../../core/data/checkers-ballots.json"),
    }
}

/// Parses a list of openings.
///
/// # Errors
///
/// If the text is malformed, there are no openings, or a move is illegal.
pub(crate) fn parse_all<G: Notation>(source: &SourceText) -> Result<Vec<Opening<G::Move>>, Box<dyn Error>> {
    let file: File = source.parse()?;
    if file.ballots.is_empty() {
        return Err(source.error(&"expected ballots, got none").into());
    }
    let parsed = file.ballots.into_iter().map(|ballot| {
        let context = |invalid| source.error(&format!("ballot {:?}: {invalid}", ballot.name));
        let moves = parse::<G>(&ballot.moves).map_err(context)?;
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
        Some(_) => Err(Invalid::new("moves", "moves to an unfinished game", "its end")),
        None => Ok(moves),
    }
}

/// Returns `count` openings that end in different positions: first the given ones, then again with two random plies,
/// and one more after every 32 rounds. The random moves depend on the round and the position alone.
pub(crate) fn extend<G: Notation>(openings: &[Opening<G::Move>], count: usize) -> Vec<Opening<G::Move>> {
    let mut seen = HashSet::new();
    let rounds = (0..).flat_map(|round| openings.iter().map(move |opening| extended::<G>(opening, round)));
    rounds.filter(|(_, end)| seen.insert(*end)).map(|(opening, _)| opening).take(count).collect()
}

/// The opening with the random plies of a round, and the key of the position reached.
fn extended<G: Notation>(opening: &Opening<G::Move>, round: u64) -> (Opening<G::Move>, Key) {
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
    use bestmove_core::games::Checkers;

    #[test]
    fn openings_repeat_with_random_moves() {
        let openings = parse_all::<Checkers>(&source(None, built_in::<Checkers>()).unwrap()).unwrap();
        let varied = extend::<Checkers>(&openings, 2000);
        let end = |opening: &Opening<_>| {
            opening.moves.iter().fold(Checkers::start(), |board, &played| Checkers::play(&board, played))
        };
        let ends: HashSet<String> = varied.iter().map(|opening| Checkers::print(&end(opening))).collect();
        assert_eq!(ends.len(), 2000);
        assert_eq!(varied.iter().filter(|opening| opening.moves.len() == 3).count(), openings.len());
        assert!(varied.iter().all(|opening| opening.moves.len() <= 6));
    }
}
