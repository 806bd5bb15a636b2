//! Checkers against a slow oracle, and its notation by example.

mod oracle;

use crate::positions::moves;
use bestmove_core::game::{
    Coordinate, Ending, Evaluator, Invalid, MoveText, Notation, Outcome, Rules, Searchable, Side,
};
use bestmove_core::games::Checkers;
use oracle::{Grid, Piece, Turn, cell};
use proptest::prelude::*;
use std::collections::HashSet;

type Board = <Checkers as Rules>::Position;

fn board(fen: &str) -> Board {
    Checkers::parse(fen).unwrap()
}

/// Any valid placement: at most twelve pieces a side, no man on its king row, and a piece of the side that is
/// not to move.
fn placement() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => Just(None),
        2 => (any::<bool>(), proptest::bool::weighted(0.4))
            .prop_map(|(is_white, is_king)| Some(Piece { is_white, is_king })),
    ];
    let with_pieces = |(white_to_move, pieces): (bool, Vec<Option<Piece>>)| {
        let mut grid = Grid::empty(white_to_move);
        let mut counts = [0, 0];
        for (square, piece) in (1..).zip(pieces) {
            let Some(piece) = piece else { continue };
            let count = &mut counts[usize::from(piece.is_white)];
            let is_crowned = if piece.is_white { square <= 4 } else { square >= 29 };
            if *count < 12 && (piece.is_king || !is_crowned) {
                *count += 1;
                grid.set(cell(square), Some(piece));
            }
        }
        (counts[usize::from(!white_to_move)] > 0).then(|| grid.write())
    };
    (any::<bool>(), proptest::collection::vec(piece, 32))
        .prop_filter_map("the side not to move needs a piece", with_pieces)
}

/// The positions of a random game from the start.
fn playout() -> impl Strategy<Value = Vec<Board>> {
    proptest::collection::vec(any::<u16>(), 0..150).prop_map(|choices| {
        let mut boards = vec![Checkers::start()];
        for choice in choices {
            let board = boards[boards.len() - 1];
            let moves = moves::<Checkers>(&board);
            if moves.is_empty() {
                break;
            }
            boards.push(Checkers::play(&board, moves[usize::from(choice) % moves.len()]));
        }
        boards
    })
}

fn turn(move_text: &MoveText) -> Turn {
    let many = |name| match move_text.coordinates.iter().find(|(place, _)| *place == name) {
        Some((_, Coordinate::Many(squares))) => squares.clone(),
        place => panic!("{name} is {place:?}"),
    };
    Turn { path: many("path"), captured: many("captured") }
}

/// Compares moves, their paths and the positions after them with the oracle.
fn check_against_oracle(board: &Board) -> Result<(), TestCaseError> {
    let grid = Grid::read(&Checkers::print(board));
    let mut turns = grid.turns();
    let mut printed = Vec::new();
    let moves = moves::<Checkers>(board);
    for &played in &moves {
        let move_texts = Checkers::move_texts(board, played);
        prop_assert_eq!(Checkers::capture_path_count(board, played), move_texts.len() as u64);
        for move_text in &move_texts {
            let turn = turn(move_text);
            let next = Checkers::print(&Checkers::play(board, played));
            prop_assert_eq!(next, grid.after(&turn).write());
            prop_assert_eq!(Checkers::parse_move(board, &move_text.text), Ok(played));
            printed.push(turn);
        }
    }
    for (at, played) in moves.iter().enumerate() {
        prop_assert!(!moves[..at].contains(played), "{:?} is generated twice", played);
    }
    printed.sort();
    turns.sort();
    prop_assert_eq!(printed, turns);
    prop_assert_eq!(Checkers::outcome(board).is_some(), moves.is_empty());
    Ok(())
}

fn is_symmetric(board: &Board) -> Result<(), TestCaseError> {
    let turned = self::board(&Grid::read(&Checkers::print(board)).turned().write());
    prop_assert_eq!(
        Checkers::evaluate(board, &Default::default()),
        Checkers::evaluate(&turned, &Default::default())
    );
    let order_scores = |board: &Board| {
        let mut scores: Vec<_> =
            moves::<Checkers>(board).iter().map(|&played| Checkers::order_score(board, played)).collect();
        scores.sort_unstable();
        scores
    };
    prop_assert_eq!(order_scores(board), order_scores(&turned));
    Ok(())
}

/// Checks that steps have different history indices, all within the history tables.
fn check_history_indices(board: &Board) -> Result<(), TestCaseError> {
    let (moves, mut indices) = (moves::<Checkers>(board), HashSet::new());
    let is_step = !moves.iter().any(|&played| Checkers::is_noisy(board, played));
    for &played in &moves {
        let index = Checkers::history_index(played);
        prop_assert!(usize::from(index) < Checkers::HISTORY_SIZE);
        prop_assert!(indices.insert(index) || !is_step, "{board:?}: {}", Checkers::print_move(board, played));
    }
    Ok(())
}

fn round_trips(board: &Board) -> Result<(), TestCaseError> {
    prop_assert_eq!(Checkers::parse(&Checkers::print(board)), Ok(*board));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn any_placement_agrees_with_the_oracle(fen in placement()) {
        let board = board(&fen);
        prop_assert_eq!(Checkers::print(&board), fen);
        check_against_oracle(&board)?;
        is_symmetric(&board)?;
        check_history_indices(&board)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_game_agrees_with_the_oracle(boards in playout()) {
        for board in &boards {
            check_against_oracle(board)?;
            is_symmetric(board)?;
            round_trips(board)?;
        }
    }
}

/// Every set of pieces that a king can capture, from every square. Other pieces only block it, so no piece in
/// any position has more captures or more paths.
#[test]
fn captures_fit_the_move_list() {
    let (mut most_moves, mut most_paths) = (0, 0);
    for (from, set) in (1..=32).flat_map(|from| (1..1_u16 << 9).map(move |set| (from, set))) {
        let is_in_set = |(at, square): (usize, u8)| (set >> at & 1 == 1).then(|| square.to_string());
        let prey: Vec<String> = jumpable(from).enumerate().filter_map(is_in_set).collect();
        let board = board(&format!("B:W{}:BK{from}", prey.join(",")));
        let moves = moves::<Checkers>(&board);
        most_moves = most_moves.max(moves.len());
        most_paths =
            most_paths.max(moves.iter().map(|&played| Checkers::capture_path_count(&board, played)).sum());
    }
    assert_eq!((most_moves, most_paths), (10, 16));
}

/// The nine squares from which a king that starts at `from` can capture a piece.
fn jumpable(from: u8) -> impl Iterator<Item = u8> {
    (1..=32).filter(move |&square| {
        let (row, column) = cell(square);
        (1..7).contains(&row) && (1..7).contains(&column) && (row - cell(from).0) % 2 != 0
    })
}

#[test]
fn ballots_are_legal() {
    let file: serde_json::Value =
        serde_json::from_str(include_str!("../data/checkers-ballots.json")).unwrap();
    let ballots = file["ballots"].as_array().unwrap();
    assert_eq!(ballots.len(), 157);
    for ballot in ballots {
        assert_eq!(after_opening(ballot), ballot["fen"], "{}", ballot["name"]);
    }
}

/// The position after the moves of an opening.
fn after_opening(opening: &serde_json::Value) -> String {
    let end = opening["moves"].as_array().unwrap().iter().fold(Checkers::start(), |board, text| {
        let played = Checkers::parse_move(&board, text.as_str().unwrap());
        Checkers::play(&board, played.unwrap())
    });
    Checkers::print(&end)
}

#[test]
fn openings_of_matches_are_legal_and_differ() {
    for (name, count) in [("even", 220), ("uneven", 120)] {
        let text = std::fs::read_to_string(format!("data/checkers-openings-{name}.json")).unwrap();
        let file: serde_json::Value = serde_json::from_str(&text).unwrap();
        let ends: HashSet<_> = file["ballots"].as_array().unwrap().iter().map(after_opening).collect();
        assert_eq!(ends.len(), count, "{name}");
    }
}

#[test]
fn errors_name_the_invalid_part_of_a_position() {
    let cases = [
        ("", "turn"),
        ("X:W21:B1", "turn"),
        ("R:W21:B1", "turn"),
        ("\u{265f}:W21:B1", "turn"),
        ("B", "white pieces"),
        ("B:W21", "black pieces"),
        ("B:B1", "white pieces"),
        ("B:W21:B1:W22", "white pieces"),
        ("B:B1:B2:W21", "black pieces"),
        ("B:W21::B1", "section"),
        ("[SetUp \"1\"][FEN \"B:W21:B1\"] 1-5", "turn"),
        ("B:W21:1", "section"),
        ("B:W21:\u{265f}1", "section"),
        ("B:W0:B1", "white entry 1"),
        ("B:W21,33:B1", "white entry 2"),
        ("B:W21:B1,2,five", "black entry 3"),
        ("B:W21:B1,", "black entry 2"),
        ("B:W21:BKK1", "black entry 1"),
        ("B:W21:B+1", "black entry 1"),
        ("B:W21:B001", "black entry 1"),
        ("B:W24-21:B1", "white entry 1"),
        ("B:W21-K24:B1", "white entry 1"),
        ("B:W21-22-23:B1", "white entry 1"),
        ("B:W99999999999999999999:B1", "white entry 1"),
        ("B:W21,21:B1", "square 21"),
        ("B:W21,20-22:B1", "square 21"),
        ("B:W21:B1,21", "square 21"),
        ("B:W3:B1", "square 3"),
        ("B:W21:B30", "square 30"),
        ("B:W20-32:B1", "white pieces"),
        ("W:W32:B1-13", "black pieces"),
        ("B:W:B", "white pieces"),
        ("B:W:B1", "white pieces"),
        ("W:W32:B", "black pieces"),
    ];
    for (fen, part) in cases {
        let Invalid { part: blamed, .. } = Checkers::parse(fen).expect_err(fen);
        assert_eq!(blamed, part, "{fen:?}");
    }
}

#[test]
fn lenient_notation_is_printed_in_canonical_form() {
    let cases = [
        ("B:W21-32:B1-12", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"),
        ("W:B12,1:W32,K2", "W:WK2,32:B1,12"),
        ("B:W21:BK5-7,1.", "B:W21:B1,K5,K6,K7"),
        (" B : W 21 , 22 : B 1 . ", "B:W21,22:B1"),
        ("B:W21,30:B01", "B:W21,30:B1"),
        ("B:W21:B", "B:W21:B"),
        ("b:w21:bk1", "B:W21:BK1"),
        ("[FEN \"B:W21:B1\"]", "B:W21:B1"),
        (" [ fen \"B:W21:B1.\" ] \n", "B:W21:B1"),
        ("\"B:W21:B1\"", "B:W21:B1"),
        ("'B:W21:B1'", "B:W21:B1"),
        ("B:W21:B1:", "B:W21:B1"),
        ("FEN \"B:W21:B1\"", "B:W21:B1"),
        ("[FEN B:W21:B1]", "B:W21:B1"),
        ("[SetUp \"1\"]\n[FEN \"B:W21:B1:H3\"]\n", "B:W21:B1"),
        ("W:W:W21:B1", "W:W21:B1"),
        ("B:B:W21:B1:H3:F7", "B:W21:B1"),
        ("B:B:W21", "B:W21:B"),
    ];
    for (fen, canonical) in cases {
        assert_eq!(Checkers::print(&board(fen)), canonical);
    }
    assert_eq!(Checkers::print(&Checkers::start()), cases[0].1);
}

/// Both without pieces and with all pieces blocked.
#[test]
fn a_side_without_moves_loses() {
    for (fen, winner) in [("B:W21:B", Side::Second), ("W:W32:B28,K27,K23,K24,18", Side::First)] {
        let outcome = Outcome { winner: Some(winner), ending: Ending::NO_MOVES };
        assert_eq!(Checkers::outcome(&board(fen)), Some(outcome), "{fen}");
    }
    assert_eq!(Checkers::outcome(&Checkers::start()), None);
}

const ONE_WAY: &str = "W:WK6,18,23,31:B10,19,20,K28";

/// Moves as people write them, each with its position and the canonical form or the start of the refusal: also
/// those of the board element.
fn spellings(kind: &str) -> Vec<(Board, String, String)> {
    let table: serde_json::Value = serde_json::from_str(include_str!("data/spelling.json")).unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let entries = table[kind].as_array().unwrap().iter();
    entries
        .map(|entry| (board(&text(&table["positions"][&text(&entry[0])])), text(&entry[1]), text(&entry[2])))
        .collect()
}

#[test]
fn moves_are_printed_in_canonical_form() {
    for (board, text, canonical) in spellings("understood") {
        let played = Checkers::parse_move(&board, &text).unwrap();
        assert_eq!(Checkers::print_move(&board, played), canonical, "{text}");
    }
}

#[test]
fn errors_state_the_expected_moves() {
    for (board, text, expected) in spellings("refused") {
        let refused = Checkers::parse_move(&board, &text).expect_err(&text);
        assert!(refused.expected.to_string().starts_with(&expected), "{refused}");
    }
}

#[test]
fn captures_have_their_coordinates() {
    let board = board(ONE_WAY);
    let played = Checkers::parse_move(&board, "6x24").unwrap();
    let move_texts = Checkers::move_texts(&board, played);
    let coordinates = vec![
        ("from", Coordinate::One(6)),
        ("to", Coordinate::One(24)),
        ("path", Coordinate::Many(vec![6, 15, 24])),
        ("captured", Coordinate::Many(vec![10, 19])),
    ];
    assert_eq!(move_texts, [MoveText { text: "6x15x24".to_owned(), coordinates }]);
}

#[test]
fn the_example_is_legal() {
    let board = board(Checkers::INFO.position_example);
    assert_eq!(Checkers::print(&board), Checkers::INFO.position_example);
    assert!(Checkers::parse_move(&board, Checkers::INFO.move_example).is_ok());
}
