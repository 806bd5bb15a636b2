use super::open_page;
use super::page::{HOME, cell, on_board};
use std::time::Duration;

/// The example of `docs/page.md`.
const LINK: &str = "checkers/11-15,23-19(22-18,15x22),8-11?at=1.1.0&level=3&seed=7&flipped";

#[tokio::test]
async fn a_link_holds_game_moves_variation_place_opponent_and_orientation() {
    assert!(include_str!("../../docs/page.md").contains(&format!("/#{LINK}\n")));
    let browser = open_page(&format!("#{LINK}")).await;
    for _ in 0..2 {
        assert_eq!(browser.fragment().await, LINK);
        assert!(browser.shows("#games [value=checkers]:checked").await);
        assert_eq!(browser.moves().await, ["11-15", "23-19", "22-18", "15x22", "8-11"]);
        assert_eq!(browser.text("#moves .variation [aria-current]").await, "1…22-18");
        assert!(browser.shows("#levels [value='3']:checked").await);
        assert_eq!(browser.attribute(&on_board(".cell"), "data-key").await, "1");
        browser.reload().await;
        browser.wait_for_turn().await;
    }
    browser.press("f").await;
    browser.wait_until("!location.hash.includes('flipped')").await;
    assert_eq!(browser.attribute(&on_board(".cell"), "data-key").await, "32");
}

/// Players and comments; those of a long game are left out.
#[tokio::test]
async fn a_link_holds_what_is_recorded_about_a_game() {
    let tags = "Event=Club&Black=Anna&White=B%26B";
    let browser = open_page(&format!("#checkers/{{by%20post}}11-15{{good%3F}},23-19?seat=both&{tags}")).await;
    for _ in 0..2 {
        let hash = browser.value("location.hash").await;
        assert_eq!(hash, format!("#checkers/{{by%20post}}11-15{{good%3F}},23-19?seat=both&{tags}"));
        assert_eq!(browser.texts(".player small").await, ["B&B", "Anna"]);
        assert_eq!(browser.text("#comment").await, "");
        browser.click("#moves .commented").await;
        browser.wait_until("find('#comment')[0].textContent === 'good?'").await;
        browser.press(&HOME.to_string()).await;
        browser.wait_until("find('#comment')[0].textContent === 'by post'").await;
        browser.click("#last").await;
        browser.wait_until("!location.hash.includes('?at=')").await;
        browser.reload().await;
        browser.wait_for_turn().await;
    }
    let long = format!("checkers/11-15{{{}}},23-19?seat=both&Black=Anna", "x".repeat(2000));
    let browser = open_page(&format!("#{long}")).await;
    assert_eq!(browser.fragment().await, "checkers/11-15,23-19?seat=both");
}

/// The person moves for it, lets it go on, or comes back to the game.
#[tokio::test]
async fn the_engine_leaves_the_position_of_a_link() {
    const LINK: &str = "#connect-four/4?level=3&seed=5";
    let has_moves = |count: usize| format!("find('#moves button').length === {count}");
    for way in ["button", "key", "move", "reload"] {
        let browser = open_page(LINK).await;
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert_eq!((browser.moves().await.len(), &*browser.text("#status").await), (1, "Yellow to move."));
        assert_eq!(browser.text("#request").await, "Let bestmove move");
        match way {
            "button" => browser.click("#request").await,
            "key" => browser.press("p").await,
            "move" => browser.click(&cell("3,6")).await,
            _ => browser.reload().await,
        }
        browser.wait_until(&has_moves(2)).await;
        browser.wait_for_turn().await;
        assert!(!browser.shows("#request").await, "{way}");
        browser.play(&["4"]).await;
        assert_eq!(browser.moves().await.len(), 4, "{way}");
    }
}

#[tokio::test]
async fn a_link_holds_the_start_position() {
    let browser = open_page("#tic-tac-toe/5?position=X........").await;
    for _ in 0..2 {
        assert_eq!(browser.fragment().await, "tic-tac-toe/5?position=X........");
        assert_eq!(browser.count(&on_board(".piece > svg")).await, 2);
        browser.reload().await;
        browser.wait_for_turn().await;
    }
}

/// The place to which the browser goes back, and forward.
#[tokio::test]
async fn the_browser_goes_back_and_forward() {
    let browser = open_page("#connect-four").await;
    browser.play(&["4", "3"]).await;
    let moves = browser.moves().await;
    let current = "find('#moves button').findIndex((move) => move.ariaCurrent === 'step')";
    for (is_back, expected) in [(true, 1), (true, -1), (false, 1), (false, 3)] {
        if is_back {
            browser.back().await;
        } else {
            browser.forward().await;
        }
        browser.wait_until(&format!("{current} === {expected}")).await;
        browser.wait_for_turn().await;
        assert_eq!(browser.moves().await, moves);
    }
    browser.choose("games", "checkers").await;
    browser.wait_for_turn().await;
    browser.back().await;
    browser.wait_for("#games [value=connect-four]:checked").await;
    browser.wait_for_turn().await;
    assert_eq!(browser.moves().await, moves);
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// Entries from before the choice have the level of that time.
#[tokio::test]
async fn the_browser_goes_back_at_the_level_chosen_since() {
    let browser = open_page("#tic-tac-toe?level=2&seed=7").await;
    browser.play(&["5"]).await;
    browser.choose("levels", "6").await;
    browser.back().await;
    browser.wait_until("location.hash.includes('?at=0&level=6&seed=7')").await;
    assert!(browser.shows("#levels [value='6']:checked").await);
}

/// A link to a place with variations, as programs that encode every sign pass it on.
#[tokio::test]
async fn an_encoded_link_is_understood() {
    let browser = open_page("#tic-tac-toe/5%281%2C5%29,1").await;
    assert_eq!(browser.fragment().await, "tic-tac-toe/5(1,5),1");
    browser.press(&HOME.to_string()).await;
    browser.wait_until("location.hash.endsWith('?at=0')").await;
}

/// A link in the same tab is no variation of the game on the board.
#[tokio::test]
async fn a_link_replaces_the_game_on_the_board() {
    let browser = open_page("#checkers/11-15,23-19?seat=both").await;
    browser.run("location.hash = 'checkers/9-13,22-18?seat=both'").await;
    browser
        .wait_until("find('#moves button').length === 2 && find('#moves button')[0].dataset.key === '9-13'")
        .await;
    assert_eq!(browser.moves().await, ["9-13", "22-18"]);
    browser.back().await;
    browser.wait_until("find('#moves button')[0].dataset.key === '11-15'").await;
    browser.wait_for_turn().await;
    assert_eq!(browser.moves().await, ["11-15", "23-19"]);
    assert_eq!(browser.fragment().await, "checkers/11-15,23-19?seat=both");
}

#[tokio::test]
async fn a_link_is_followed_up_to_an_illegal_move() {
    let browser = open_page("#connect-four/4,4,4,4,4,4,4,1?seat=both").await;
    browser.wait_for_turn().await;
    let notice = browser.text("#notice").await;
    assert_eq!(notice, "The link goes on with 4. 4, which is not legal here.");
    assert_eq!(browser.moves().await, ["4"; 6]);
    assert_eq!(browser.count(&on_board(".piece > svg")).await, 6);
    assert!(!browser.shows("#problem:not([hidden])").await);
}

/// The game may be there after a reload.
#[tokio::test]
async fn a_link_to_an_unknown_game_says_so_and_stays() {
    let browser = open_page("#chess/e4").await;
    for _ in 0..2 {
        let notice = browser.text("#notice").await;
        assert_eq!(notice, "The link names a game that is not available: chess.");
        browser.press("f").await;
        assert_eq!(browser.fragment().await, "chess/e4");
        browser.reload().await;
        browser.wait_for_turn().await;
    }
    browser.play(&["5"]).await;
    assert!(browser.fragment().await.starts_with("tic-tac-toe/5,"));
    browser.back().await;
    browser.wait_until("location.hash === '#chess/e4'").await;
}
