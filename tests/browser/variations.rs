use super::open_page;
use super::page::{DOWN, END, HOME, LEFT, RIGHT, UP};

/// Waits until the URL has that fragment, of a game in which a person plays both sides.
async fn wait_for_fragment(browser: &super::Chromium, fragment: &str) {
    let sign = if fragment.contains('?') { '&' } else { '?' };
    browser.wait_until(&format!("location.hash === '{fragment}{sign}seat=both'")).await;
    browser.wait_for_turn().await;
}

#[tokio::test]
async fn variations_are_begun_promoted_and_deleted() {
    let browser = open_page("#tic-tac-toe/5,1,9,3").await;
    browser.play_both_sides().await;
    browser.click("#first").await;
    wait_for_fragment(&browser, "#tic-tac-toe/5,1,9,3?at=0").await;
    browser.play(&["1", "5"]).await;
    wait_for_fragment(&browser, "#tic-tac-toe/5(1,5),1,9,3?at=0.1.1").await;
    assert_eq!(browser.moves().await, ["5", "1", "5", "1", "9", "3"]);
    assert_eq!(browser.texts("#moves .variation button").await, ["1.1", "5"]);

    let actions = browser.texts("#variations button").await;
    assert_eq!(actions, ["Make main line", "Delete from here"]);
    browser.click("#variations button").await;
    wait_for_fragment(&browser, "#tic-tac-toe/1(5,1,9,3),5").await;
    assert_eq!(browser.texts("#variations button").await, ["Delete from here"]);

    browser.click("#moves .variation button").await;
    wait_for_fragment(&browser, "#tic-tac-toe/1(5,1,9,3),5?at=0.1.0").await;
    browser.click("#variations button:nth-child(2)").await;
    wait_for_fragment(&browser, "#tic-tac-toe/1,5?at=0").await;
    assert_eq!(browser.moves().await, ["1", "5"]);
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// A variation of a variation, and two of the same move.
#[tokio::test]
async fn keys_lead_through_the_tree() {
    let tree = "#tic-tac-toe/5(1,5(2,3),9)(3),1";
    let browser = open_page(tree).await;
    browser.play_both_sides().await;
    // Away from the radio buttons, which take the arrow keys.
    browser.click("#status").await;
    for (key, place) in [
        (HOME, "?at=0"),
        (RIGHT, "?at=1"),
        (DOWN, "?at=0.1.0"),
        (DOWN, "?at=0.2.0"),
        (DOWN, "?at=0.2.0"),
        (UP, "?at=0.1.0"),
        (RIGHT, "?at=0.1.1"),
        (DOWN, "?at=0.1.0.1.0"),
        (END, "?at=0.1.0.1.1"),
        (LEFT, "?at=0.1.0.1.0"),
        (LEFT, "?at=0.1.0"),
        (UP, "?at=1"),
        (END, ""),
    ] {
        browser.press(&key.to_string()).await;
        wait_for_fragment(&browser, &format!("{tree}{place}")).await;
    }
    // A move that is there already is no new variation.
    browser.press(&HOME.to_string()).await;
    wait_for_fragment(&browser, &format!("{tree}?at=0")).await;
    browser.play(&["1"]).await;
    wait_for_fragment(&browser, &format!("{tree}?at=0.1.0")).await;
}

/// Also where the list is longer than its part of the page.
#[tokio::test]
async fn the_list_of_moves_is_scrolled_to_the_current_one() {
    let browser = open_page("#tic-tac-toe/1(2)(3)(4)(5)(6)(7)(8)(9),5?seat=both").await;
    let is_in_sight = "((list, move) => list.top <= move.top + 1 && move.bottom <= list.bottom + 1)
        (...find('#moves, #moves [aria-current]').map((element) => element.getBoundingClientRect()))";
    for (key, is_at_top) in [(END, false), (LEFT, true)] {
        browser.press(&key.to_string()).await;
        browser.wait_for_turn().await;
        browser.wait_until(is_in_sight).await;
        assert_eq!(browser.value("find('#moves')[0].scrollTop === 0").await, is_at_top);
    }
}
