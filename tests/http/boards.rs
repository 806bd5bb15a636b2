//! Boards and moves in the JSON that frontends have.

use super::{post, service};
use serde_json::{Value, json};

const BOARD: &str = "......./......./......./......./...O.../...X...";

/// A name, a game, a board, and the position that it is.
type Board = (&'static str, &'static str, Value, &'static str);

fn boards_of_connect_four() -> Vec<Board> {
    let grid = |empty: Value, x: Value, o: Value| {
        let mut rows = vec![vec![empty; 7]; 6];
        (rows[4][3], rows[5][3]) = (o, x);
        json!(rows)
    };
    vec![
        ("text", "connect-four", json!(BOARD), BOARD),
        ("digits", "connect-four", grid(json!(0), json!(1), json!(2)), BOARD),
        ("numbers with fractions", "connect-four", grid(json!(0.0), json!(1.0), json!(2.0)), BOARD),
        ("a negative number", "connect-four", grid(json!(0), json!(1), json!(-1)), BOARD),
        ("players from 0", "connect-four", grid(json!(null), json!(0), json!(1)), BOARD),
        ("players from 0 as text", "connect-four", grid(json!(null), json!("0"), json!("1")), BOARD),
        ("players from 1", "connect-four", grid(json!(null), json!(1), json!(2)), BOARD),
        ("letters", "connect-four", grid(json!(""), json!("X"), json!("o")), BOARD),
        (
            "rows as strings",
            "connect-four",
            json!([".......", ".......", ".......", ".......", "...O...", "...X..."]),
            BOARD,
        ),
        (
            "rows with blanks",
            "connect-four",
            json!(["       ", "       ", "       ", "       ", "   O   ", "   X   "]),
            BOARD,
        ),
        ("columns as numbers", "connect-four", json!([4, 4]), BOARD),
        ("columns in JSON", "connect-four", json!("[4, 4]"), BOARD),
        (
            "an array in JSON",
            "connect-four",
            json!(grid(json!(""), json!("X"), json!("O")).to_string()),
            BOARD,
        ),
        ("colours beside 0", "connect-four", grid(json!(0), json!("R"), json!("Y")), BOARD),
        ("words beside 0", "connect-four", grid(json!(0), json!("red"), json!("yellow")), BOARD),
    ]
}

fn boards_of_tic_tac_toe() -> Vec<Board> {
    vec![
        ("cells", "tic-tac-toe", json!(["X", "", null, " ", "O", "_", ".", "-", ""]), "X../.O./..."),
        (
            "escaped letters",
            "tic-tac-toe",
            json!(["\u{274c}", "", "", "", "\u{2b55}", "", "", "", ""]),
            "X../.O./...",
        ),
        (
            "players of boardgame.io",
            "tic-tac-toe",
            json!(["0", null, null, null, "1", null, null, null, "0"]),
            "X../.O./..X",
        ),
        (
            "letters and numbers",
            "tic-tac-toe",
            json!([["O", 2, null], ["X", 1, 0], ["", ".", 1]]),
            "OO./XX./..X",
        ),
        (
            "free cells by their index",
            "tic-tac-toe",
            json!([0, 1, 2, "X", "O", "X", 6, 7, "O"]),
            ".../XOX/..O",
        ),
        (
            "free cells by their number",
            "tic-tac-toe",
            json!(["X", 2, "O", 4, "X", "6", 7, 8, "O"]),
            "X.O/.X./..O",
        ),
        (
            "drawn",
            "tic-tac-toe",
            json!("X |   |  \n---------\nX |   | O\n---------\n  | O |  "),
            "X../X.O/.O.",
        ),
        (
            "drawn in a frame",
            "tic-tac-toe",
            json!("+-+-+-+\n|X|O| |\n+-+-+-+\n| |X| |\n+-+-+-+\n| | |O|\n+-+-+-+"),
            "XO./.X./..O",
        ),
    ]
}

#[tokio::test]
async fn boards_are_read_as_frontends_have_them() {
    let service = service();
    for (name, game, board, expected) in [boards_of_connect_four(), boards_of_tic_tac_toe()].concat() {
        let path = format!("/v1/{game}/convert");
        let is_coloured = name.ends_with("beside 0");
        let to_move = if is_coloured { json!("r") } else { json!(null) };
        let body = json!({ "position": board, "to_move": to_move });
        let answer = post(&service, &path, body.to_string()).await;
        assert_eq!(answer.status, 200, "{name}: {}", answer.json());
        let position = answer.json()["games"][0]["position"].as_str().unwrap().replace('/', "");
        assert_eq!(position, expected.replace('/', ""), "{name}");
    }
}

#[tokio::test]
async fn whoever_began_can_be_said_by_colour() {
    let service = service();
    let board = json!(["yellow", null, null, null, "red", null, null, null, null]);
    let path = "/v1/tic-tac-toe/convert";
    let answer = post(&service, path, json!({ "position": board, "to_move": "O" }).to_string()).await;
    assert_eq!(answer.json()["games"][0]["position"], "O...X.... O");
    let answer = post(&service, path, json!({ "position": board }).to_string()).await;
    assert_eq!(answer.problem()["expected"], "a side to move, as either colour may have begun");
    let board = json!({ "position": BOARD.replace('X', "R").replace('O', "Y"), "to_move": "red" });
    let answer = post(&service, "/v1/connect-four/convert", board.to_string()).await;
    assert_eq!(
        (&answer.json()["games"][0]["position"], &answer.json()["games"][0]["to_move"]),
        (&json!(BOARD), &json!("X"))
    );
}

/// Boards that are refused in words about them.
#[tokio::test]
async fn odd_boards_are_refused_in_words_about_boards() {
    let service = service();
    let columns = vec![json!([0, 0, 0, 0, 0, 0]); 6].into_iter().chain([json!([1, 2, 0, 0, 0, 0])]);
    for (game, board, part, expected, got) in [
        (
            "connect-four",
            columns.collect::<Value>(),
            "position",
            "six rows of seven cells, the top row first",
            "7 rows of 6 cells",
        ),
        (
            "connect-four",
            json!([[], [], [], [1], [2], [], []]),
            "position",
            "six rows of seven cells, the top row first",
            "2 cells",
        ),
        (
            "connect-four",
            json!(vec![0; 41]),
            "position",
            "six rows of seven cells, the top row first",
            "41 cells",
        ),
        ("connect-four", json!([[0], 1]), "position[0]", "a cell, as the others", "an array"),
        (
            "tic-tac-toe",
            json!([["X", "blue", ""], ["", "", ""], ["", "", ""]]),
            "position[0][1]",
            "X, O, 1, 2, or an empty cell",
            "\"blue\"",
        ),
        ("tic-tac-toe", json!(["X", 5, "X", "X", "O", "O", "X", "O", "O"]), "position", "X, O or .", "'5'"),
        ("tic-tac-toe", json!("21XOXOOXX"), "position", "0, 1 or 2", "'X'"),
        ("tic-tac-toe", json!("X0......."), "position", "X, O or .", "'0'"),
        (
            "tic-tac-toe",
            json!(["X,O", 0, 0, 0, 0, 0, 0, 0]),
            "position[0]",
            "X, O, 1, 2, or an empty cell",
            "\"X,O\"",
        ),
        ("connect-four", json!("⚪⚫".repeat(21)), "position", "X, O or .", "'⚪'"),
        ("checkers", json!("[1, 2]"), "position", "a string: ", "an array"),
        ("checkers", json!([1, 2]), "position", "a string: ", "an array"),
    ] {
        let answer =
            post(&service, &format!("/v1/{game}/best-move"), json!({ "position": board }).to_string()).await;
        assert_eq!(answer.status, 422, "{board}");
        let problem = answer.problem();
        assert_eq!(
            (problem["field"].as_str().unwrap(), problem["got"].as_str().unwrap()),
            (part, got),
            "{board}"
        );
        assert!(problem["expected"].as_str().unwrap().starts_with(expected), "{problem}");
    }
}

#[tokio::test]
async fn lists_end_at_their_limit() {
    let service = service();
    for (field, list) in [
        ("pieces", json!(vec![json!({ "a": 1 }); 65])),
        ("moves", json!(vec![1; 4097])),
        ("position", json!(vec![0; 65])),
    ] {
        let body = json!({ field: list }).to_string();
        let problem = post(&service, "/v1/checkers/convert", body).await.problem();
        assert_eq!((&problem["field"], &problem["got"]), (&json!(field), &json!("more")), "{problem}");
    }
}

/// Squares and separators of a move may be elements of their own.
#[tokio::test]
async fn moves_are_read_as_people_write_them() {
    let service = service();
    for (moves, expected) in [
        (json!(["f6-g5"]), json!(["11-16"])),
        (json!(["11,15", "23/19", "8.11", "(22to17)"]), json!(["11-15", "23-19", "8-11", "22-17"])),
        (json!(["11", "-", "15", "23", "19", "8 -", "11"]), json!(["11-15", "23-19", "8-11"])),
        (json!(["11", "to", "15", "23", "-19"]), json!(["11-15", "23-19"])),
    ] {
        let answer = post(&service, "/v1/checkers/convert", json!({ "moves": moves }).to_string()).await;
        assert_eq!(answer.json()["games"][0]["moves"], expected, "{moves}");
    }
    let body = json!({ "moves": ["11", "-", "15", "9-13"] }).to_string();
    let problem = post(&service, "/v1/checkers/convert", body).await.problem();
    assert_eq!((&problem["field"], &problem["part"]), (&json!("moves[3]"), &json!("move 1 (white)")));
}

#[tokio::test]
async fn moves_may_be_numbers() {
    let service = service();
    let body = json!({ "moves": [4, "4", 3.0] }).to_string();
    let answer = post(&service, "/v1/connect-four/convert", body).await;
    assert_eq!(answer.json()["games"][0]["moves"], json!(["4", "4", "3"]));
    let body = json!({ "moves": [4.5] }).to_string();
    let problem = post(&service, "/v1/connect-four/convert", body).await.problem();
    assert_eq!(
        (&problem["expected"], &problem["got"]),
        (&json!("a string or a whole number"), &json!("4.5"))
    );
}
