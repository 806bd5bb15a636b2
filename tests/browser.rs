//! The page in a real browser: headless Chromium, driven over WebDriver.

/// Chromium and its driver, started and ended.
mod chromium;

use crate::http::engine;
use axum::Router;
use axum::response::Html;
use axum::routing::get;
use bestmove::engine::Engine;
use bestmove::http::router;
use chromium::Chromium;
use serde_json::json;
use std::sync::Arc;
use tokio::net::TcpListener;

/// A page without an icon, which the browser would ask for.
const ELSEWHERE: &str = "<!doctype html><link rel=icon href=data:,><title>elsewhere</title>";

/// A match that waits for the person or is over.
const AT_REST: &str = "main:is([data-phase=yours], [data-phase=over])";

/// Serves on a port of its own until the test ends; the URL is told.
async fn served(router: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async { axum::serve(listener, router).await });
    url
}

/// A browser that shows the page, and the engine behind it.
async fn opened(fragment: &str) -> (Chromium, Arc<Engine>) {
    let engine = engine();
    let url = served(router(engine.clone())).await;
    let browser = Chromium::start().await;
    browser.open(&format!("{url}/{fragment}")).await;
    browser.wait_for(AT_REST).await;
    (browser, engine)
}

#[tokio::test]
async fn tic_tac_toe_is_played_to_its_end() {
    let (browser, _) = opened("").await;
    while !browser.shows("main[data-phase=over]").await {
        browser.click(".cell[aria-disabled=false]").await;
        browser.wait_for(AT_REST).await;
    }
    let status = browser.text("#status").await;
    let highlighted = browser.count(".cell.line").await;
    match status.split([':', ',']).next() {
        Some("You lose") => assert_eq!(highlighted, 3, "{status}"),
        Some("A draw") => assert_eq!(highlighted, 0, "{status}"),
        _ => panic!("{status}"),
    }
    assert!(browser.shows(".tag.proven").await);
    assert_eq!(browser.count(".cell[aria-disabled=false]").await, 0);

    browser.click("#new").await;
    browser.wait_for("main[data-phase=yours]").await;
    assert_eq!(browser.count(".cell .mark").await, 0);
    assert_eq!(browser.complaints().await, [""; 0]);
}

#[tokio::test]
async fn connect_four_is_played_by_keyboard() {
    let (browser, _) = opened("").await;
    browser.click("#games label:nth-of-type(2)").await;
    browser.wait_for(".column").await;
    browser.click("#times label:first-of-type").await;
    for keys in ["4\u{e007}", "4\u{e014}\u{e007}"] {
        browser.wait_for(AT_REST).await;
        browser.type_into(".column", keys).await;
    }
    browser.wait_for(AT_REST).await;
    assert!(browser.shows("[data-column='4'] .disc.first").await);
    assert!(browser.shows("[data-column='5'] .disc.first").await);
    assert_eq!(browser.count("#moves li").await, 4);
    assert_eq!(browser.count(".slot.last").await, 1);
    assert_ne!(browser.text(".verdict").await, "");
    assert!(browser.count(".line li").await > 0);

    browser.click("#undo").await;
    browser.wait_for(AT_REST).await;
    assert_eq!(browser.count("#moves li").await, 2);
    assert_eq!(browser.complaints().await, [""; 0]);
}

#[tokio::test]
async fn a_line_that_wins_has_the_name_that_its_game_has_for_it() {
    for (fragment, told) in [
        ("#tic-tac-toe/1,4,2,5,3", "with three in a row."),
        ("#connect-four/1,2,1,2,1,2,1", "with four in a row."),
    ] {
        let (browser, _) = opened(fragment).await;
        let status = browser.text("#status").await;
        assert!(status.ends_with(told), "{status}");
    }
}

/// From an address that names the moves; Black has to capture.
#[tokio::test]
async fn checkers_is_played_by_clicking_piece_and_square() {
    let (browser, _) = opened("#checkers/11-15,22-18").await;
    browser.click("#times label:first-of-type").await;
    assert_eq!(browser.count(".movable").await, 1);
    browser.click("[data-square='15']").await;
    assert_eq!(browser.count(".target").await, 1);
    browser.click("[data-square='22']").await;
    browser.wait_for(AT_REST).await;
    assert_eq!(browser.count("#moves li").await, 4);
    assert_eq!(browser.count(".player:first-child .captured .man").await, 1);
    assert_ne!(browser.text(".verdict").await, "");
    assert!(browser.text(".tags").await.contains("men"));

    browser.click("#hints").await;
    browser.wait_for(".square.hint").await;
    browser.click("#help").await;
    browser.wait_for(AT_REST).await;
    assert_eq!(browser.count("#moves li").await, 6);
    assert_eq!(browser.complaints().await, [""; 0]);
}

/// Two ways from 1 to 19 and one to 17: the ends tell only the latter apart.
#[tokio::test]
async fn paths_that_share_both_ends_are_clicked_square_by_square() {
    let (browser, _) = opened("").await;
    let told = browser
        .run(
            "const [done] = arguments;
             const move = (path) => ({ path, from: path[0], to: path.at(-1) });
             const legal = [[1, 10, 19], [1, 12, 19], [1, 10, 17]].map(move);
             import('/page/paths.js').then(({ choices }) => {
               const { starts, targets, after } = choices(legal, [1]);
               done({
                 starts: [...starts],
                 targets: [...targets].sort(),
                 by12: after(12).played.path,
                 by10: after(10).path,
                 by17: after(17).played.path,
                 by10then19: choices(legal, [1, 10]).after(19).played.path,
               });
             })",
        )
        .await;
    assert_eq!(
        told,
        json!({
            "starts": [1],
            "targets": [10, 12, 17],
            "by12": [1, 12, 19],
            "by10": [1, 10],
            "by17": [1, 10, 17],
            "by10then19": [1, 10, 19],
        })
    );
}

/// To the side that is to move, then to the other.
#[tokio::test]
async fn scores_are_told_in_words() {
    let (browser, _) = opened("").await;
    let told = browser
        .run(
            "const [done] = arguments;
             const win = (plies) => ({ kind: 'win', plies });
             const reports = [
               [win(23), 'exact'],
               [win(23), 'lower'],
               [{ kind: 'loss', plies: 8 }, 'upper'],
               [win(1), 'exact'],
               [win(null), 'exact'],
               [{ kind: 'estimate', value: 28756, tablebase: 'win' }, 'lower'],
               [{ kind: 'estimate', value: 150 }, 'exact'],
             ];
             Promise.all([import('/page/words.js'), import('/page/looks.js')]).then(([words, { looks }]) => {
               const look = looks['checkers'];
               const game = { sides: ['black', 'white'], names: ['Black', 'White'], look };
               const told = ([score, bound], viewer) => {
                 const { headline, certainty, figure } = words.score({ to_move: 'black', score, bound }, game, viewer);
                 return [headline, certainty, figure ?? null];
               };
               done(reports.map((report) => [told(report, undefined), told(report, 'white')]));
             })",
        )
        .await;
    assert_eq!(
        told,
        json!([
            [["Black wins in 23 plies", "proven", null], ["You lose in 23 plies", "proven", null]],
            [
                ["Black wins in at most 23 plies", "proven", null],
                ["You lose in at most 23 plies", "proven", null]
            ],
            [
                ["Black loses in at most 8 plies", "proven", null],
                ["You win in at most 8 plies", "proven", null]
            ],
            [
                ["Black wins with the next move", "proven", null],
                ["You lose with the next move", "proven", null]
            ],
            [["Black wins", "proven", null], ["You lose", "proven", null]],
            [
                ["Black wins by the tablebase, length unknown", "tablebase", null],
                ["You lose by the tablebase, length unknown", "tablebase", null]
            ],
            [["Black is ahead", "estimate", "+1.50 men"], ["You are behind", "estimate", "−1.50 men"]],
        ])
    );
}

#[tokio::test]
async fn a_refusal_is_explained_and_can_be_tried_again() {
    let (browser, engine) = opened("").await;
    engine.drain();
    browser.click("[data-cell='5']").await;
    browser.wait_for("main[data-phase=failed]").await;
    assert!(browser.text("#problem").await.contains("Service shutting down"));
    assert!(browser.text("#problem button").await.starts_with("Try again in "));
    browser.wait_for("#problem button:enabled").await;
    browser.click("#problem button").await;
    browser.wait_for("#problem button:disabled").await;
}

#[tokio::test]
async fn a_page_of_another_origin_may_call() {
    let service = served(router(engine())).await;
    let elsewhere = served(Router::new().route("/", get(async || Html(ELSEWHERE)))).await;
    let browser = Chromium::start().await;
    browser.open(&elsewhere).await;
    let told = browser
        .run(&format!(
            "const [done] = arguments;
             fetch('{service}/v1/tic-tac-toe/best-move', {{
               method: 'POST',
               headers: {{ 'content-type': 'application/json' }},
               body: JSON.stringify({{ position: 'XX.OO....' }}),
             }}).then(async (answer) => done({{
               best_move: (await answer.json()).best_move,
               has_id: answer.headers.has('x-request-id'),
             }}))"
        ))
        .await;
    assert_eq!(told, json!({ "best_move": "3", "has_id": true }));
    assert_eq!(browser.complaints().await, [""; 0]);
}
