use crate::positions::{assert_round_trip, played};
use bestmove::game::{Ending, Notation};
use bestmove::games::{ConnectFour, TicTacToe};
use bolero::check;

/// Checks that reading `text` does not panic, and that a position that comes of it is sound.
fn examine<G: Notation>(text: &str) {
    let Ok(position) = G::parse(text) else { return };
    assert_round_trip::<G>(&position);
    let by_line = G::outcome(&position).is_some_and(|outcome| outcome.ending == Ending::Line);
    assert_eq!(!G::winning_line(&position).is_empty(), by_line, "{text}");
}

/// The text with one character, told by `at`, replaced by `sign`.
fn mutated(text: &str, at: u8, sign: char) -> String {
    let at = usize::from(at) % text.len();
    text.chars().enumerate().map(|(nth, old)| if nth == at { sign } else { old }).collect()
}

fn examine_near_positions<G: Notation>(choices: &[u8], at: u8, sign: u8) {
    for position in played::<G>(choices) {
        let text = G::print(&position);
        examine::<G>(&text);
        examine::<G>(&mutated(&text, at, char::from(b"XO./17x\xe9"[usize::from(sign % 8)])));
    }
}

#[test]
fn tic_tac_toe_reads_any_text() {
    check!().with_type().for_each(|text: &String| examine::<TicTacToe>(text));
}

#[test]
fn connect_four_reads_any_text() {
    check!().with_type().for_each(|text: &String| examine::<ConnectFour>(text));
}

#[test]
fn tic_tac_toe_reads_near_positions() {
    check!().with_type().for_each(|(choices, at, sign): &([u8; 9], u8, u8)| {
        examine_near_positions::<TicTacToe>(choices, *at, *sign);
    });
}

#[test]
fn connect_four_reads_near_positions() {
    check!().with_type().for_each(|(choices, at, sign): &([u8; 42], u8, u8)| {
        examine_near_positions::<ConnectFour>(choices, *at, *sign);
    });
}

#[test]
fn connect_four_reads_any_columns() {
    check!().with_type().for_each(|columns: &Vec<u8>| {
        let text: String = columns.iter().map(|column| char::from(b'1' + column % 8)).collect();
        examine::<ConnectFour>(&text);
    });
}
