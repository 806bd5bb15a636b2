use super::accessibility::{load_axe, violations};
use super::open_page_of;
use super::page::{cell, on_board};
use crate::http::{config, get};
use crate::router;
use crate::toys::Hexapawn;
use bestmove_query::Registry;
use bestmove_scheduler::Engine;
use serde_json::json;
use std::sync::Arc;

/// An engine for the example of a game of one's own, which has its own crate.
fn engine_with_hexapawn() -> Arc<Engine> {
    Engine::with(config(), Arc::new(Registry::of::<Hexapawn>()), ())
}

#[tokio::test]
async fn pieces_move_from_square_to_square() {
    let browser = open_page_of(&engine_with_hexapawn(), "#hexapawn?seat=both").await;
    assert_eq!(browser.count(&on_board(".squares .cell")).await, 9);
    // The side to move sits at the bottom, as in checkers.
    assert_eq!(browser.attribute(&on_board(".row:last-child .cell"), "data-key").await, "3");
    let line = format!("getComputedStyle(find({})[0]).borderLeftWidth", json!(cell("2")));
    assert_eq!(browser.value(&line).await, "1px");
    assert_eq!(browser.count(&on_board(".cell.movable")).await, 3);

    browser.click(&cell("1")).await;
    assert_eq!(browser.count(&on_board(".cell.target")).await, 1);
    let label = browser.attribute(&cell("1"), "aria-label").await;
    assert_eq!(label, "Square 1, Black, selected");
    browser.click(&cell("4")).await;
    browser.wait_until("find('#moves button').length === 1").await;
    browser.wait_for_turn().await;
    assert_eq!(browser.text(&on_board(".spoken")).await, "Black: 1 to 4. White to move.");
    browser.click(&cell("8")).await;
    assert_eq!(browser.count(&on_board(".cell.target")).await, 2);
    browser.click(&cell("4")).await;
    browser.wait_until("find('#moves button').length === 2").await;
    browser.wait_for_turn().await;
    assert_eq!(browser.moves().await, ["1-4", "8-4"]);
    browser.wait_for_pieces(5).await;
    assert_eq!(browser.count(&on_board(".cell.last")).await, 2);

    load_axe(&browser).await;
    assert_eq!(violations(&browser).await, json!([]));
    assert_eq!(browser.console_errors().await, [""; 0]);
}

#[tokio::test]
async fn the_engine_answers_with_a_move_of_a_piece() {
    let browser = open_page_of(&engine_with_hexapawn(), "#hexapawn?seat=black&level=10").await;
    browser.click(&cell("2")).await;
    browser.click(&cell("5")).await;
    browser.wait_until("find('#moves button').length === 2").await;
    browser.wait_for_turn().await;
    // The second side wins (Gardner 1962), here by taking the pawn in the middle.
    let answer = browser.moves().await[1].clone();
    assert!(["7-5", "9-5"].contains(&&*answer), "{answer}");
    assert_eq!(browser.console_errors().await, [""; 0]);
}

#[tokio::test]
async fn a_picture_has_lines_between_squares() {
    let service = router(engine_with_hexapawn());
    let picture = get(&service, "/v1/hexapawn/board.svg?moves=1-4").await;
    let picture = String::from_utf8(picture.body.to_vec()).unwrap();
    assert_eq!(picture.matches("fill=\"none\" stroke=\"#17382a\"").count(), 9, "{picture}");
}
