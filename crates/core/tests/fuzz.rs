//! Fuzzing of every notation. `cargo test` tries some inputs, `cargo bolero test` as many as time allows.

use crate::pdn::UNDERSTOOD;
use crate::positions::{assert_round_trip, moves, play_choices};
use crate::toys::visit_every_game;
use bestmove_core::game::{Ending, Invalid, Notation};
use bestmove_core::games::Checkers;
use bestmove_query::GameVisitor;
use bolero::check;

/// Checks a property of every game on arbitrary input.
macro_rules! property {
    ($examine:ident: $type:ty) => {{
        struct Property<'a>(&'a $type);
        impl GameVisitor for Property<'_> {
            fn visit<G: Notation>(&mut self) {
                $examine::<G>(self.0);
            }
        }
        check!().with_type().for_each(|input: &$type| visit_every_game(&mut Property(input)));
    }};
}

#[test]
fn any_bytes() {
    property!(examine_bytes: Vec<u8>);
}

#[test]
fn any_word_of_the_alphabets() {
    property!(examine_word: Vec<u8>);
}

#[test]
fn positions_of_games() {
    property!(examine_game: Vec<u8>);
}

#[test]
fn near_positions() {
    property!(examine_near: (Vec<u8>, Vec<Edit>));
}

#[test]
fn near_moves() {
    property!(examine_near_move: (Vec<u8>, u8, Vec<Edit>));
}

/// Oddities of PDN that are nearly understood.
#[test]
fn near_games_in_pdn() {
    check!().with_type().for_each(|(which, edits): &(u8, Vec<Edit>)| {
        let (_, text, _) = UNDERSTOOD[usize::from(*which) % UNDERSTOOD.len()];
        examine_records::<Checkers>(&edited(text, edits));
    });
}

/// The index to edit, and the index of the new character.
type Edit = (u8, u8);

/// Checks that parsing the text does not panic, and that a parsed position is consistent.
fn examine<G: Notation>(text: &str) {
    G::parse_move(&G::start(), text).err().iter().for_each(assert_has_codes::<G>);
    examine_records::<G>(text);
    let position = match G::parse(text) {
        Ok(position) => position,
        Err(invalid) => return assert_has_codes::<G>(&invalid),
    };
    assert_round_trip::<G>(&position);
    let by_line = G::outcome(&position).is_some_and(|outcome| outcome.ending == Ending::LINE);
    assert_eq!(!G::winning_line(&position).is_empty(), by_line, "{text}");
}

/// Checks that the records in a text come back from the texts that are written for them, and that reading can go
/// on after each.
fn examine_records<G: Notation>(text: &str) {
    let mut ends = Vec::new();
    for read in G::records(text, 0).flat_map(|read| read.inspect_err(assert_has_codes::<G>)) {
        read.fault.iter().chain(&read.warnings).for_each(assert_has_codes::<G>);
        ends.push(read.end);
        if !read.has_start {
            continue;
        }
        let record = read.record;
        let texts = G::record_texts(&record, &G::print_moves(&record));
        for (_, text) in &texts {
            let again: Vec<_> = G::records(text, 0).collect();
            assert_eq!(again.len(), 1, "{text}");
            assert_eq!(again[0].as_ref().unwrap().record.end(), record.end(), "{text}");
        }
        let whole = G::records(&texts[texts.len() - 1].1, 0).next().unwrap().unwrap();
        assert_eq!(whole.warnings, [], "{text}");
        assert_eq!((whole.record.start, &whole.record.moves), (record.start, &record.moves), "{text}");
        assert_eq!(whole.record.comments, record.comments, "{text}");
    }
    for at in (0..ends.len()).filter(|at| ends[*at] < text.len()) {
        let rest: Vec<_> = G::records(text, ends[at]).flatten().map(|read| read.end).collect();
        assert_eq!(rest, ends[at + 1..], "{text}");
    }
}

/// Checks that an error of a game of the service can be worded in other languages.
fn assert_has_codes<G: Notation>(invalid: &Invalid) {
    let Invalid { part, expected, got, .. } = invalid;
    let is_served = ["tic-tac-toe", "connect-four", "checkers", "reversi"].contains(&G::ID);
    assert!(!is_served || [part, expected, got].iter().all(|text| text.code().is_some()), "{invalid}");
}

fn examine_bytes<G: Notation>(bytes: &[u8]) {
    examine::<G>(&String::from_utf8_lossy(bytes));
}

fn examine_word<G: Notation>(letters: &[u8]) {
    examine::<G>(&word(letters));
}

fn examine_game<G: Notation>(choices: &[u8]) {
    play_choices::<G>(choices).iter().for_each(assert_round_trip::<G>);
}

fn examine_near<G: Notation>((choices, edits): &(Vec<u8>, Vec<Edit>)) {
    if let Some(position) = play_choices::<G>(choices).last() {
        examine::<G>(&edited(&G::print(position), edits));
    }
}

/// Checks that an edited text of a legal move is refused or parsed as a legal move.
fn examine_near_move<G: Notation>((choices, which, edits): &(Vec<u8>, u8, Vec<Edit>)) {
    let game = play_choices::<G>(choices);
    let Some(position) = game.last() else { return };
    let legal = moves::<G>(position);
    let move_texts: Vec<_> = legal.iter().flat_map(|&played| G::move_texts(position, played)).collect();
    let Some(move_text) = move_texts.get(usize::from(*which) % move_texts.len().max(1)) else { return };
    let text = edited(&move_text.text, edits);
    let Ok(played) = G::parse_move(position, &text) else {
        return assert_ne!(text, move_text.text, "the text of a legal move is refused");
    };
    assert!(legal.contains(&played), "{text} is parsed as an illegal move");
    assert_eq!(G::parse_move(position, &G::print_move(position, played)), Ok(played), "{text}");
}

/// The text after at most three edits; with more it would rarely be nearly valid.
fn edited(text: &str, edits: &[Edit]) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    for &(at, from) in &edits[..edits.len() % 4] {
        let (at, from) = (usize::from(at) % signs.len(), usize::from(from) % signs.len());
        signs[at] = signs[from];
    }
    signs.into_iter().collect()
}

/// A text of characters that the notations use.
fn word(letters: &[u8]) -> String {
    const SIGNS: &[u8] = b"BWKXO.:,/-x0123456789";
    letters.iter().map(|&letter| char::from(SIGNS[usize::from(letter) % SIGNS.len()])).collect()
}
