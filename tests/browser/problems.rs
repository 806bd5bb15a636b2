use super::page::cell;
use super::{open_page, open_page_of};
use crate::http::engine;

#[tokio::test]
async fn a_refusal_is_explained_and_can_be_retried() {
    let engine = engine();
    let browser = open_page_of(&engine, "").await;
    engine.drain();
    browser.click(&cell("5")).await;
    browser.wait_for("main[data-phase=failed]").await;
    assert!(browser.text("#problem").await.contains("Service shutting down"));
    assert!(browser.text("#problem button").await.starts_with("Try again in "));
    browser.wait_for("#problem button:enabled").await;
    browser.click("#problem button").await;
    browser.wait_for("#problem button:disabled").await;
}

/// A move that is not legal, in the field and in a link.
#[tokio::test]
async fn moves_that_are_not_legal_are_refused_by_name() {
    let browser = open_page("#tic-tac-toe/5,1").await;
    browser.type_into("#typed-move", "5\u{e007}").await;
    let legal = "Legal moves: 2, 3, 4, 6, 7, 8, 9";
    assert_eq!(browser.text("#typed-problem").await, format!("\"5\" is not a legal move here. {legal}"));
    assert_eq!(browser.fragment().await, "tic-tac-toe/5,1");

    browser.value("location.hash = 'tic-tac-toe/5,1,5'").await;
    browser.wait_for("#notice:not([hidden])").await;
    browser.wait_for_turn().await;
    assert_eq!(browser.text("#notice").await, "The link goes on with move 3, 5, which is not legal here.");
    assert_eq!(browser.fragment().await, "tic-tac-toe/5,1");
}

/// The first move, an analysis, a review and an export: nothing leaves the origin, or breaks the
/// Content-Security-Policy, which would be an error in the console.
#[tokio::test]
async fn the_page_requests_nothing_of_other_origins() {
    let browser = open_page("#connect-four").await;
    browser.click(&cell("4,1")).await;
    browser.wait_for_turn().await;
    browser.press("a").await;
    browser.press("r").await;
    browser.wait_for("#review table").await;
    browser.open_panel("share").await;
    browser.wait_until("find('#export')[0].value !== ''").await;
    let requests = "performance.getEntriesByType('resource').map(({ name }) => new URL(name))";
    assert!(browser.value(&format!("{requests}.length")).await.as_u64().unwrap() > 30);
    assert_eq!(
        browser
            .value(&format!("{requests}.filter(({{ origin }}) => origin !== location.origin).length"))
            .await,
        0
    );
    assert_eq!(browser.console_errors().await, [""; 0]);
}
