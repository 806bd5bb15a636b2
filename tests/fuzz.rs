//! Laws of every notation, on arbitrary input; one law a test. `cargo test` tries some inputs,
//! `cargo bolero` goes on for as long as it is let.

use bestmove::game::{Game, Moves, Notation};
use bestmove::games::Checkers;
use bolero::check;

#[test]
fn checkers_parse_never_panics() {
    check!().for_each(parse_never_panics::<Checkers>);
}

#[test]
fn checkers_prints_what_it_parses() {
    check!()
        .with_type()
        .for_each(|(play, edits): &(Vec<u8>, Vec<Edit>)| prints_what_it_parses::<Checkers>(play, edits));
}

#[test]
fn checkers_wordings_parse_back() {
    check!().with_type().for_each(|play: &Vec<u8>| wordings_parse_back::<Checkers>(play));
}

fn parse_never_panics<G: Notation>(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = G::parse(&text);
    let _ = G::parse_move(&G::start(), &text);
}

/// A text that is read at all is read as what it prints, and that is read as the same.
fn prints_what_it_parses<G: Notation>(play: &[u8], edits: &[Edit]) {
    for position in positions::<G>(play) {
        let text = edited(&G::print(&position), edits);
        if let Ok(parsed) = G::parse(&text) {
            let printed = G::print(&parsed);
            assert_eq!(G::parse(&printed), Ok(parsed), "{text:?} printed as {printed:?}");
        }
    }
}

fn wordings_parse_back<G: Notation>(play: &[u8]) {
    for position in positions::<G>(play) {
        for played in legal::<G>(&position) {
            for wording in G::wordings(&position, played) {
                assert_eq!(G::parse_move(&position, &wording.text), Ok(played), "{position:?}");
            }
        }
    }
}

/// Where to edit a text, and from where in it to take the new character.
type Edit = (u8, u8);

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    for &(at, from) in edits {
        let (at, from) = (usize::from(at) % signs.len(), usize::from(from) % signs.len());
        signs[at] = signs[from];
    }
    signs.into_iter().collect()
}

/// The positions of the game in which each byte picks a move.
fn positions<G: Game>(play: &[u8]) -> Vec<G::Position> {
    let mut positions = vec![G::start()];
    for &pick in play {
        let position = positions[positions.len() - 1];
        let moves = legal::<G>(&position);
        if moves.is_empty() {
            break;
        }
        positions.push(G::play(&position, moves[usize::from(pick) % moves.len()]));
    }
    positions
}

fn legal<G: Game>(position: &G::Position) -> Moves<G::Move> {
    let mut moves = Moves::new();
    G::moves(position, &mut moves);
    moves
}
