use crate::positions::{assert_keys_differ, assert_refused, assert_round_trip, by_ply, moves, sizes};
use bestmove_core::game::{Notation, Outcome, Rules, Side};
use bestmove_core::games::TicTacToe;
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
fn boards_are_read_in_the_forms_that_frontends_have() {
    let board = TicTacToe::parse("XO..X....").unwrap();
    assert_eq!(TicTacToe::parse("X O\n   \n   "), TicTacToe::parse("X.O......"));
    for text in [
        "XO./.X./...",
        "XO.\n.X.\n...\n",
        "xo..x....",
        "120010000",
        "1 2 0\n0 1 0\n0 0 0",
        "1,2,0,0,1,0,0,0,0",
        "X|O|-\n-|X|-\n-|-|-",
        "XO34X6789",
        "XO23X5678",
        "X O 3\n4 X 6\n7 8 9",
        "XO \n X \n   ",
        "1 2 3\nXO.\n.X.\n...",
    ] {
        assert_eq!(TicTacToe::parse(text), Ok(board), "{text:?}");
    }
}

/// Whoever began: with the side to move in the text or beside it.
#[test]
fn the_side_to_move_can_be_said() {
    for (text, to_move, side) in [
        ("OO.XX....", None, Side::First),
        ("OO.XX.... O", None, Side::Second),
        ("OO.XX....", Some(Side::Second), Side::Second),
        ("OO.XX.... O", Some(Side::Second), Side::Second),
        (".........", Some(Side::Second), Side::Second),
        ("....O....", Some(Side::First), Side::First),
        ("....X....", Some(Side::Second), Side::Second),
    ] {
        let position = TicTacToe::parse_with(text, to_move).unwrap();
        assert_eq!(TicTacToe::to_move(&position), side, "{text}");
        assert_round_trip::<TicTacToe>(&position);
    }
    let begun_by_o = TicTacToe::parse("OO.XX.... O").unwrap();
    let won = TicTacToe::play(&begun_by_o, TicTacToe::parse_move(&begun_by_o, "3").unwrap());
    assert_eq!(TicTacToe::outcome(&won).unwrap().winner, Some(Side::Second));
    assert_eq!(TicTacToe::print(&won), "OOOXX.... X");
    for (text, to_move, part, expected) in [
        ("OO.XX.... O", Some(Side::First), "to_move", "O, as the position says"),
        ("....X....", Some(Side::First), "counts", "as many X as O, or one less, as X is to move"),
        ("....O....", None, "counts", "as O seems to have begun"),
        ("OOOXX....", Some(Side::Second), "counts", "as many X as O, or one more, as O is to move"),
    ] {
        let invalid = TicTacToe::parse_with(text, to_move).unwrap_err();
        assert!(invalid.part == part && invalid.expected.to_string().contains(expected), "{text}: {invalid}");
    }
}

#[test]
fn errors_name_the_invalid_part_of_a_board() {
    assert_refused::<TicTacToe>(&[
        ("", "shape"),
        ("........", "shape"),
        ("..........", "shape"),
        (&format!("{}Z", ".".repeat(255)), "shape"),
        (".../...", "shape"),
        ("..../../...", "row 1"),
        (".../.. /...", "row 2"),
        ("......... 5", "position"),
        ("....Z....", "cell 5"),
        ("XO35X6789", "cell 3"),
        ("XO3......", "cell 3"),
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
