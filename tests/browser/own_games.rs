use super::chromium::Chromium;
use super::page::cell;
use super::serve;
use crate::http::engine;
use crate::router;
use serde_json::json;

/// Red wins with the next disc in the first column.
const ALMOST: &str = "connect-four/1,2,1,2,1,2";

async fn visit(browser: &Chromium, url: &str) {
    // Another fragment alone would load no page.
    browser.open("about:blank").await;
    browser.open(url).await;
    browser.wait_for("main:not([data-phase=loading])").await;
}

#[tokio::test]
async fn a_finished_game_is_listed_and_opened_again() {
    let service = serve(router(engine())).await;
    let browser = Chromium::start().await;
    visit(&browser, &format!("{service}/#{ALMOST}?level=1&seed=3")).await;
    assert_eq!(browser.count("#finished").await, 0);
    browser.click(&cell("1,6")).await;
    browser.wait_for("main[data-phase=over]").await;
    visit(&browser, &format!("{service}/")).await;
    // Another game of the kind that was played last begins.
    let fragment = browser.fragment().await;
    assert!(fragment.starts_with("connect-four?level="), "{fragment}");
    assert_eq!(browser.text("#finished summary").await, "Your finished games (1)");
    browser.click("#finished summary").await;
    assert_eq!(browser.texts("#finished a").await, ["Connect four: won"]);
    browser.click("#finished a").await;
    browser.wait_for("main[data-phase=over]").await;
    assert_eq!(browser.fragment().await, format!("{ALMOST},1?level=1&seed=3"));
    assert_eq!(browser.count("#finished a").await, 1, "it is counted once");
}

#[tokio::test]
async fn the_last_game_goes_on_and_one_that_was_only_looked_at_does_not() {
    let service = serve(router(engine())).await;
    let browser = Chromium::start().await;
    visit(&browser, &format!("{service}/#checkers?level=3&seed=7")).await;
    browser.play(&["9-13"]).await;
    let fragment = browser.fragment().await;
    visit(&browser, &format!("{service}/#reversi/f5,d6")).await;
    visit(&browser, &format!("{service}/")).await;
    browser.wait_for_turn().await;
    assert_eq!(browser.fragment().await, fragment);
    assert_eq!(browser.moves().await.len(), 2);
}

#[tokio::test]
async fn each_game_has_a_picture() {
    let service = serve(router(engine())).await;
    let browser = Chromium::start().await;
    visit(&browser, &service).await;
    let pieces = browser
        .value("find('#games label').map((label) => label.querySelectorAll('.picture > svg').length)")
        .await;
    assert_eq!(pieces, json!([2, 2, 2, 2]));
}
