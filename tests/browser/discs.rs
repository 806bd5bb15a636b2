use super::page::{cell, on_board};
use super::{open_page, open_page_of};
use crate::own_game::{engine_with_small_reversi, moves_before_a_pass};

#[tokio::test]
async fn reversi_can_be_played_by_clicking_squares() {
    let browser = open_page("#reversi").await;
    assert_eq!(browser.count(&on_board(".cell.target")).await, 4);
    assert_eq!(browser.texts(".player .count").await, ["2", "2"]);
    browser.click(&cell("20")).await;
    browser.wait_until("find('#moves button').length === 2").await;
    browser.wait_for_turn().await;
    assert_eq!(browser.moves().await[0], "d3");
    for side in ["Black", "White"] {
        assert_eq!(browser.count(&on_board(&format!(".cell[aria-label*='{side}']"))).await, 3, "{side}");
    }
    assert_eq!(browser.texts(".player .count").await, ["3", "3"]);
    assert_eq!(browser.attribute("#top-player .count", "aria-label").await, "3 discs");
    assert_eq!(browser.count(&on_board(".cell.last")).await, 1);
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// In the status and aloud, before and after it.
#[tokio::test]
async fn a_pass_is_announced() {
    let browser = open_page("#reversi/d3,c3,e6,d2,d1,e1,b3,c1?seat=both").await;
    assert_eq!(browser.text("#status").await, "Black has no move and must pass.");
    let spoken = on_board(".spoken");
    assert_eq!(browser.text(&spoken).await, "White: c1. Black has no move and must pass.");
    assert_eq!(browser.count(&on_board(".cell.target")).await, 0);
    browser.click(&on_board(".other-moves .main")).await;
    browser.wait_until("find('#moves button').length === 9").await;
    browser.wait_for_turn().await;
    let sentence = "Black has no move and passes. White to move.";
    assert_eq!([browser.text("#status").await, browser.text(&spoken).await], [sentence; 2]);
    assert_eq!(browser.moves().await.last().unwrap(), "pass");
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// The shortest game of all. A word joiner keeps the numbers on one line.
#[tokio::test]
async fn a_win_by_discs_names_their_numbers() {
    let moves = "e6,f4,e3,f6,g5,d6,e7,f5,c5";
    for (seat, result) in [
        ("black", "You win 13–\u{2060}0"),
        ("white", "You lose 13–\u{2060}0"),
        ("both", "Black wins 13–\u{2060}0"),
    ] {
        let browser = open_page(&format!("#reversi/{moves}?seat={seat}")).await;
        assert_eq!(browser.text("#status").await, format!("{result} because neither side can move."));
        assert_eq!(browser.texts(".player .count").await, ["0", "13"]);
    }
}

/// Reversi on a small board, for which the page has no code.
#[tokio::test]
async fn a_game_of_ones_own_can_be_played() {
    let fragment = format!("#reversi-4x4/{}", moves_before_a_pass().join(","));
    let browser = open_page_of(&engine_with_small_reversi(), &fragment).await;
    assert_eq!(browser.text(".player.on strong").await, "Black");
    assert_eq!(browser.count(&on_board(".cell[aria-disabled=false]")).await, 0);
    assert_eq!(browser.texts(&on_board(".other-moves button")).await, ["Pass"]);
    browser.click(&on_board(".other-moves button")).await;
    browser.wait_for_turn().await;
    browser.click("#new").await;
    browser.wait_until("find('#moves button').length === 0").await;
    browser.wait_for_turn().await;
    let discs = |side| on_board(&format!(".cell[aria-label*='{side}']"));
    assert_eq!(browser.count(&discs("Black")).await, 2);
    assert_eq!(browser.count(&discs("White")).await, 2);
    browser.click(&on_board(".cell[aria-disabled=false]")).await;
    browser.wait_for_turn().await;
    browser.wait_for_pieces(6).await;
    assert_eq!(browser.moves().await.len(), 2);
    // Nobody has measured its levels.
    assert_eq!(browser.text("#levels .faint").await, "Full strength.");
    assert_eq!(browser.console_errors().await, [""; 0]);
}
