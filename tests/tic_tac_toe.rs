use crate::positions::{assert_keys_differ, assert_refused, assert_round_trip, by_ply, moves, sizes};
use bestmove::game::{Notation, Outcome, Rules, Side};
use bestmove::games::TicTacToe;
use std::collections::HashSet;

type Position = <TicTacToe as Rules>::Position;

/// 5,478 in all.
const POSITIONS: [usize; 10] = [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78];

/// 765 in all. Source: OEIS A008907.
const CLASSES: [usize; 10] = [1, 3, 12, 38, 108, 174, 204, 153, 57, 15];

#[test]
fn each_ply_has_its_number_of_positions() {
    let layers = by_ply::<TicTacToe>(9);
    assert_eq!(sizes(&layers), POSITIONS);
    assert_keys_differ::<TicTacToe>(&layers);
}

#[test]
fn counts_up_to_symmetry_are_those_published() {
    for (layer, classes) in by_ply::<TicTacToe>(9).iter().zip(CLASSES) {
        let representatives: HashSet<_> = layer.keys().map(|text| representative(text)).collect();
        assert_eq!(representatives.len(), classes);
    }
}

/// The least of the eight texts of a board under rotation and reflection.
fn representative(text: &str) -> String {
    let text_of = |cells: [usize; 9]| cells.map(|cell| &text[cell..=cell]).concat();
    let turned = |cells: [usize; 9]| [6, 3, 0, 7, 4, 1, 8, 5, 2].map(|cell: usize| cells[cell]);
    let mirrored = |cells: [usize; 9]| [2, 1, 0, 5, 4, 3, 8, 7, 6].map(|cell: usize| cells[cell]);
    let turns =
        std::iter::successors(Some([0, 1, 2, 3, 4, 5, 6, 7, 8]), |&cells| Some(turned(cells))).take(4);
    turns.flat_map(|cells| [cells, mirrored(cells)]).map(text_of).min().expect("eight texts")
}

/// Source: Henry Bottomley, se16.info/hgb/tictactoe.htm.
#[test]
fn game_counts_by_result_are_those_published() {
    let [x, o, draws] = results(&TicTacToe::start());
    assert_eq!([x, o, draws], [131_184, 77_904, 46_080]);
    assert_eq!(x + o + draws, 255_168);
}

/// The number of games that X wins, that O wins, and that are drawn.
fn results(position: &Position) -> [u32; 3] {
    match TicTacToe::outcome(position) {
        Some(Outcome { winner: Some(Side::First), .. }) => [1, 0, 0],
        Some(Outcome { winner: Some(Side::Second), .. }) => [0, 1, 0],
        Some(Outcome { winner: None, .. }) => [0, 0, 1],
        None => moves::<TicTacToe>(position)
            .into_iter()
            .map(|played| results(&TicTacToe::play(position, played)))
            .fold([0; 3], |[a, b, c], [x, y, z]| [a + x, b + y, c + z]),
    }
}

#[test]
fn every_position_round_trips() {
    by_ply::<TicTacToe>(9).iter().flat_map(|layer| layer.values()).for_each(assert_round_trip::<TicTacToe>);
}

#[test]
fn parse_accepts_reachable_boards_only() {
    let reachable: HashSet<String> =
        by_ply::<TicTacToe>(9).into_iter().flatten().map(|(text, _)| text).collect();
    let board =
        |code: usize| (0..9).map(|cell| ['.', 'X', 'O'][code / 3_usize.pow(cell) % 3]).collect::<String>();
    for text in (0..3_usize.pow(9)).map(board) {
        assert_eq!(TicTacToe::parse(&text).is_ok(), reachable.contains(&text), "{text}");
    }
}

#[test]
fn separators_between_rows_are_optional() {
    assert_eq!(TicTacToe::parse("XO./.X./..."), TicTacToe::parse("XO..X...."));
}

#[test]
fn errors_name_the_invalid_part_of_a_board() {
    assert_refused::<TicTacToe>(&[
        ("", "shape"),
        ("........", "shape"),
        ("..........", "shape"),
        (&format!("{}Z", ".".repeat(255)), "shape"),
        (".../...", "shape"),
        ("..../../...", "shape"),
        ("/........./", "shape"),
        ("....x....", "cell 5"),
        (".../.. /...", "cell 6"),
        ("........é", "cell 9"),
        ("XX.......", "counts"),
        ("O........", "counts"),
        ("XXXOO.O..", "counts"),
        ("OOOXX.XX.", "counts"),
        ("XXXOOO...", "winner"),
    ]);
}

#[test]
fn errors_name_an_invalid_move() {
    let position = TicTacToe::parse("X...O...X").unwrap();
    for text in ["1", "5", "0", "10", "", "a", "２"] {
        assert_eq!(TicTacToe::parse_move(&position, text).unwrap_err().part, "move", "{text}");
    }
}
