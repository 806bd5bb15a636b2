use super::chromium::Chromium;
use super::open_page;
use super::page::{cell, on_board};
use serde_json::{Value, json};

/// A drawn game in which each side made one mistake: O the second move, X the third.
const GAME: [&str; 9] = ["1", "2", "6", "5", "8", "9", "3", "7", "4"];

const LABELS: [(&str, &str); 6] = [
    ("best", "best"),
    ("only_move", "only move"),
    ("good", "good"),
    ("inaccuracy", "inaccuracy"),
    ("mistake", "mistake"),
    ("blunder", "blunder"),
];

/// Opens a finished game, and reviews it.
async fn open_reviewed(game: &str, moves: &[&str]) -> Chromium {
    let browser = open_page(&format!("#{game}/{}", moves.join(","))).await;
    browser.press("r").await;
    browser.wait_for("#review table").await;
    browser
}

#[tokio::test]
async fn labels_counts_and_accuracy_are_those_of_the_service() {
    for (game, moves) in [("tic-tac-toe", &GAME[..]), ("connect-four", &["4", "1", "4", "2", "4", "3", "4"])]
    {
        let browser = open_reviewed(game, moves).await;
        let review = browser.ask(&format!("{game}/review"), json!({ "moves": moves })).await;
        let labels: Vec<_> = review["plies"].as_array().unwrap().iter().map(|ply| &ply["label"]).collect();
        let shown = browser.value("find('#moves button').map(({ className }) => className)").await;
        assert_eq!(shown, json!(labels), "{game}");

        let accuracy = |side: &Value| format!("{:.1} %", side["accuracy"].as_f64().unwrap());
        let sides = review["sides"].as_array().unwrap();
        let row = |title: &str, cells: Vec<String>| [vec![title.to_owned()], cells].concat();
        let mut expected = vec![row("Accuracy", sides.iter().map(accuracy).collect())];
        for (label, name) in LABELS {
            expected.push(row(name, sides.iter().map(|side| side["labels"][label].to_string()).collect()));
        }
        let rows =
            "find('#review tbody tr').map(({ cells }) => [...cells].map(({ textContent }) => textContent))";
        assert_eq!(browser.value(rows).await, json!(expected), "{game}");
        assert_eq!(browser.console_errors().await, [""; 0]);
    }
}

/// In the list, on the board, and in the panel.
#[tokio::test]
async fn a_mistake_is_shown_with_the_better_move() {
    let browser = open_reviewed("tic-tac-toe", &GAME).await;
    browser.click("#moves button.mistake").await;
    browser.wait_for(&on_board(".badge[data-kind=mistake]")).await;
    assert_eq!(browser.text("#status").await, "2: mistake. Best was 5 (draw).");
    assert_eq!(browser.text(&on_board(".badge[data-kind=mistake]")).await, "?");
    assert!(browser.text("#moves button.mistake").await.ends_with('?'));
    assert_eq!(
        browser.text("#review .judgement").await,
        "2: mistake, loss in 3 moves. Missed draw. Best was 5 (draw)."
    );
    assert_eq!(browser.count("#graph .dot.mistake").await, 2);
}

/// The service says which moves win after the first two.
#[tokio::test]
async fn a_mistake_is_tried_again_until_the_result_is_kept() {
    let browser = open_reviewed("tic-tac-toe", &GAME).await;
    let analysis = browser.ask("tic-tac-toe/analysis", json!({ "moves": &GAME[..2], "lines": "all" })).await;
    let lines = analysis["lines"].as_array().unwrap();
    let others = lines[1..].iter().filter(|line| line["move"] != GAME[2]);
    let (wins, rest): (Vec<_>, Vec<_>) = others.partition(|line| line["score"]["kind"] == "win");
    let [other, wrong] = [&wins, &rest].map(|lines| lines.last().unwrap()["move"].as_str().unwrap());

    // The scores of the position are known before it is tried again.
    browser.press("s").await;
    browser.click("#moves li:nth-child(2) button").await;
    browser.wait_for(&on_board(".score.on")).await;
    assert_eq!(browser.text("#review .retry").await, "Retry your mistakes (1)");
    browser.click("#review .retry").await;
    browser.wait_for(".retry-state.ask").await;
    browser.wait_for_turn().await;
    assert_eq!(browser.text("#choices h2").await.to_lowercase(), "mistake 1 of 1");
    assert_eq!(browser.text(".retry-state").await, "6 was played here: mistake. Find a better move.");
    let place = browser.fragment().await;
    assert!(place.ends_with("?at=2"), "{place}");
    assert!(!browser.text("#review").await.contains("false"));
    assert!(!browser.shows(&on_board(".score.on")).await, "scores would give the answer away");
    assert_eq!(browser.count("#toolbar :is(#hint, #threat):disabled").await, 2);
    browser.press("ht").await;
    assert_eq!(browser.text("#status").await, browser.text(".retry-state").await);

    for refused in [GAME[2], wrong] {
        browser.play(&[refused]).await;
        browser.wait_for(".retry-state.wrong").await;
        let refusal = browser.text(".retry-state").await;
        assert!(refusal.starts_with("No: O answers "), "{refusal}");
        let line = lines.iter().find(|line| line["move"] == refused).unwrap();
        let result =
            if line["score"]["kind"] == "draw" { ". A draw with best play." } else { ". You lose in " };
        assert!(refusal.contains(result), "{refusal}");
        assert_eq!(browser.count(&on_board(".cell.threat")).await, 1, "{refusal}");
        assert_eq!(browser.fragment().await, place, "{refused}");
    }
    browser.play(&[other]).await;
    browser.wait_for(".retry-state.right").await;
    assert_eq!(browser.text("#moves .variation [aria-current]").await, format!("2.{other}"));
    browser.click("#choices .row button:last-child").await;
    browser.wait_for("#review table").await;
    assert_eq!(browser.moves().await, GAME, "tries are no variations of the game");
    browser.wait_for("#hint:enabled").await;
    assert_eq!(browser.console_errors().await, [""; 0]);
}

#[tokio::test]
async fn mistakes_of_the_opponent_can_be_tried_and_solved() {
    let browser = open_reviewed("tic-tac-toe", &GAME).await;
    assert_eq!(browser.text("#review .retry:nth-child(2)").await, "Retry the mistakes of O (1)");
    // What was shown at the place would be the answer.
    browser.click("#moves button").await;
    browser.wait_for_turn().await;
    browser.press("hh").await;
    browser.wait_for(&on_board(".cell.hint")).await;
    assert!(browser.text("#status").await.starts_with("Hint: 5"));
    browser.click("#review .retry:nth-child(2)").await;
    browser.wait_for(".retry-state.ask").await;
    assert_eq!(browser.count(&on_board(".cell.hint")).await, 0);
    assert_eq!(browser.count("#review .judgement").await, 0);
    assert_eq!(browser.text("#status").await, browser.text(".retry-state").await);
    browser.click("#choices .row button").await;
    browser.wait_for(".retry-state.solution").await;
    assert_eq!(browser.text(".retry-state").await, "The best move is 5.");
    assert_eq!(browser.text("#moves .variation [aria-current]").await, "1…5");
}

/// As from the browser's back-forward cache, by the events of a page that leaves and comes back.
#[tokio::test]
async fn review_and_analysis_go_on_when_the_page_comes_back() {
    let browser = open_page("#checkers/11-15,23-19,8-11,22-17,4-8,25-22").await;
    browser.press("ra").await;
    browser.wait_for("#review progress").await;
    browser
        .run(
            "const leave = new PageTransitionEvent('pagehide', { persisted: true });
             const come = new PageTransitionEvent('pageshow', { persisted: true });
             for (const event of [leave, come]) dispatchEvent(event);",
        )
        .await;
    browser.wait_for("#review table").await;
    browser.wait_until("find('#statistics dd')[5].textContent === 'time'").await;
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// As the button, which is disabled then.
#[tokio::test]
async fn a_game_without_moves_is_not_reviewed() {
    let browser = open_page("#tic-tac-toe").await;
    browser.press("r").await;
    browser.wait_for("#review-game:disabled").await;
    assert_eq!(browser.value("find('#review')[0].hidden").await, false);
    browser.click(&cell("5")).await;
    browser.wait_until("find('#moves button').length === 2").await;
    browser.press("r").await;
    browser.wait_for("#review table").await;
    assert_eq!(browser.console_errors().await, [""; 0]);
}

#[tokio::test]
async fn a_deleted_move_is_no_mistake_to_go_to() {
    let browser = open_reviewed("tic-tac-toe", &GAME).await;
    assert_eq!(browser.texts(".errors button").await, ["1… 2?", "2. 6?"]);
    browser.click("#moves li:nth-child(3) button").await;
    browser.wait_for_turn().await;
    browser.click("#variations button").await;
    browser.wait_until("find('#moves button').length === 2").await;
    assert_eq!(browser.texts(".errors button").await, ["1… 2?"]);
    assert_eq!(browser.texts("#review .retry:disabled").await, ["Retry your mistakes (0)"]);

    let left = browser
        .run(
            "const { Node } = await load('/page/game-tree.js');
             const root = new Node();
             const [removed] = ['1', '2'].map((move) => root.play(move));
             for (let times = 0; times < 2; times++) removed.remove();
             return root.children.map(({ move }) => move);",
        )
        .await;
    assert_eq!(left, json!(["2"]), "a move is removed once");
}

/// Without a solver it is done in five seconds. The service refuses these moves, and so searches none.
#[tokio::test]
async fn the_review_of_a_long_game_takes_no_longer() {
    let browser = open_page("").await;
    let times = browser
        .run(
            "const { GameReview } = await load('/page/game-review.js');
             const { Node } = await load('/page/game-tree.js');
             const { fetch } = window;
             const times = [];
             window.fetch = (url, request) => {
               times.push(JSON.parse(request.body).time_ms);
               return fetch(url, request);
             };
             for (const scores_all_moves of [true, false]) {
               for (const count of [10, 40, 41, 300]) {
                 const moves = Array.from({ length: count }, (_, index) => `${index}`);
                 const place = { game: 'checkers', moves };
                 const lineEnd = new Node().playAll(moves);
                 const session = { game: { scores_all_moves }, timeMs: 1000, lineEnd, placeOf: () => place };
                 await new GameReview(() => {}).run(session);
               }
             }
             window.fetch = fetch;
             return times;",
        )
        .await;
    assert_eq!(times, json!([500, 500, 487, 66, 450, 112, 109, 15]));
}
