//! The page in headless Chromium.

/// Chromium and its WebDriver, started and stopped.
mod chromium;

use crate::fourth_game::{engine_with_reversi, moves_before_a_pass};
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

/// A page with an empty icon, so that the browser does not request one.
const OTHER_PAGE: &str = "<!doctype html><link rel=icon href=data:,><title>other</title>";

/// Matches when it is the person's turn, or the game is over.
const WAITING: &str = "main:is([data-phase=yours], [data-phase=over])";

/// Serves on a free port until the test ends, and returns the URL.
async fn serve(router: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async { axum::serve(listener, router).await });
    url
}

/// Opens the page in a browser; returns the browser and the engine behind the page.
async fn open_page(fragment: &str) -> (Chromium, Arc<Engine>) {
    let engine = engine();
    let browser = open_page_of(&engine, fragment).await;
    (browser, engine)
}

async fn open_page_of(engine: &Arc<Engine>, fragment: &str) -> Chromium {
    let url = serve(router(Arc::clone(engine))).await;
    let browser = Chromium::start().await;
    browser.open(&format!("{url}/{fragment}")).await;
    browser.wait_for(WAITING).await;
    browser
}

#[tokio::test]
async fn a_game_of_tic_tac_toe_can_be_played() {
    let (browser, _) = open_page("").await;
    while !browser.shows("main[data-phase=over]").await {
        browser.click(".cell[aria-disabled=false]").await;
        browser.wait_for(WAITING).await;
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
    assert_eq!(browser.console_errors().await, [""; 0]);
}

#[tokio::test]
async fn connect_four_can_be_played_by_keyboard() {
    let (browser, _) = open_page("").await;
    browser.click("#games label:nth-of-type(2)").await;
    browser.wait_for(".column").await;
    browser.click("#times label:first-of-type").await;
    for keys in ["4\u{e007}", "4\u{e014}\u{e007}"] {
        browser.wait_for(WAITING).await;
        browser.type_into(".column", keys).await;
    }
    browser.wait_for(WAITING).await;
    assert!(browser.shows("[data-column='4'] .disc.first").await);
    assert!(browser.shows("[data-column='5'] .disc.first").await);
    assert_eq!(browser.count("#moves li").await, 4);
    assert_eq!(browser.count(".slot.last").await, 1);
    assert_ne!(browser.text(".verdict").await, "");
    assert!(browser.count(".line li").await > 0);

    browser.click("#undo").await;
    browser.wait_for(WAITING).await;
    assert_eq!(browser.count("#moves li").await, 2);
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// The URL has the level and the seed, so that a reload goes on with the same opponent.
#[tokio::test]
async fn a_weak_opponent_can_be_chosen() {
    let (browser, _) = open_page("#connect-four?level=1&seed=5").await;
    assert!(browser.shows("#levels label:first-of-type :checked").await);
    browser.click(".column:nth-of-type(4)").await;
    browser.wait_for("main[data-phase=yours]").await;
    let fragment = browser.fragment().await;
    assert!(fragment.ends_with("?level=1&seed=5"), "{fragment}");
    browser.reload().await;
    browser.wait_for("main[data-phase=yours]").await;
    assert_eq!(browser.fragment().await, fragment);
    browser.click("#levels label:last-of-type").await;
    browser.wait_for("main[data-phase=yours]").await;
    assert!(!browser.fragment().await.contains("level"));
    assert_eq!(browser.console_errors().await, [""; 0]);
}

#[tokio::test]
async fn a_win_by_a_line_names_the_line() {
    for (fragment, ending) in [
        ("#tic-tac-toe/1,4,2,5,3", "with three in a row."),
        ("#connect-four/1,2,1,2,1,2,1", "with four in a row."),
    ] {
        let (browser, _) = open_page(fragment).await;
        let status = browser.text("#status").await;
        assert!(status.ends_with(ending), "{status}");
    }
}

/// Reversi, for which the page has no code.
#[tokio::test]
async fn a_fourth_game_can_be_played() {
    let fragment = format!("#reversi/{}", moves_before_a_pass().join(","));
    let browser = open_page_of(&engine_with_reversi(), &fragment).await;
    assert_eq!(browser.text("#players .on strong").await, "Black");
    assert_eq!(browser.count(".cell[aria-disabled=false]").await, 0);
    assert_eq!(browser.text(".other-moves button").await, "pass");
    browser.click(".other-moves button").await;
    browser.wait_for(WAITING).await;
    browser.click("#new").await;
    browser.wait_for("main[data-phase=yours]").await;
    assert_eq!(browser.count(".cell .disc.first").await, 2);
    assert_eq!(browser.count(".cell .disc.second").await, 2);
    browser.click(".cell[aria-disabled=false]").await;
    browser.wait_for(WAITING).await;
    assert_eq!(browser.count(".cell .disc").await, 6);
    assert_eq!(browser.count("#moves li").await, 2);
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// After the moves in the URL fragment, Black must capture.
#[tokio::test]
async fn checkers_can_be_played_by_clicking_squares() {
    let (browser, _) = open_page("#checkers/11-15,22-18").await;
    browser.click("#times label:first-of-type").await;
    assert_eq!(browser.count(".movable").await, 1);
    browser.click("[data-square='15']").await;
    assert_eq!(browser.count(".target").await, 1);
    browser.click("[data-square='22']").await;
    browser.wait_for(WAITING).await;
    assert_eq!(browser.count("#moves li").await, 4);
    assert_eq!(browser.count(".player:first-child .captured .man").await, 1);
    assert_ne!(browser.text(".verdict").await, "");
    assert!(browser.text(".tags").await.contains("men"));

    browser.click("#hints").await;
    browser.wait_for(".square.hint").await;
    browser.click("#help").await;
    browser.wait_for(WAITING).await;
    assert_eq!(browser.count("#moves li").await, 6);
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// Two paths lead from 1 to 19; the path to 17 is identified by its ends alone.
#[tokio::test]
async fn paths_with_the_same_ends_are_selected_square_by_square() {
    let (browser, _) = open_page("").await;
    let result = browser
        .run(
            "const [done] = arguments;
             const move = (path) => ({ path, from: path[0], to: path.at(-1) });
             const legal = [[1, 10, 19], [1, 12, 19], [1, 10, 17]].map(move);
             import('/page/path-selection.js').then(({ selection }) => {
               const { starts, targets, click } = selection(legal, [1]);
               done({
                 starts: [...starts],
                 targets: [...targets].sort(),
                 by12: click(12).played.path,
                 by10: click(10).path,
                 by17: click(17).played.path,
                 by10then19: selection(legal, [1, 10]).click(19).played.path,
               });
             })",
        )
        .await;
    assert_eq!(
        result,
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

/// Each score without a viewer, then for a player of the other side.
#[tokio::test]
async fn scores_are_described_in_words() {
    let (browser, _) = open_page("").await;
    let result = browser
        .run(
            "const [done] = arguments;
             const win = (plies) => ({ kind: 'win', plies });
             const scores = [
               [win(23), 'exact'],
               [win(23), 'lower'],
               [{ kind: 'loss', plies: 8 }, 'upper'],
               [win(1), 'exact'],
               [win(null), 'exact'],
               [{ kind: 'estimate', value: 28756, tablebase: 'win' }, 'lower'],
               [{ kind: 'estimate', value: 150 }, 'exact'],
             ];
             const display = { sides: ['Black', 'White'], estimate: { size: 100, name: 'men' } };
             const game = { sides: ['black', 'white'], display };
             import('/page/format.js').then((format) => {
               const describe = ([score, bound], viewer) => {
                 const { headline, certainty, figure } = format.describeScore({ to_move: 'black', score, bound }, game, viewer);
                 return [headline, certainty, figure ?? null];
               };
               done(scores.map((score) => [describe(score, undefined), describe(score, 'white')]));
             })",
        )
        .await;
    assert_eq!(
        result,
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
                ["Black wins by the tablebase, distance unknown", "tablebase", null],
                ["You lose by the tablebase, distance unknown", "tablebase", null]
            ],
            [["Black is ahead", "estimate", "+1.50 men"], ["You are behind", "estimate", "−1.50 men"]],
        ])
    );
}

#[tokio::test]
async fn a_refusal_is_explained_and_can_be_retried() {
    let (browser, engine) = open_page("").await;
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
async fn a_page_of_another_origin_may_use_the_service() {
    let service = serve(router(engine())).await;
    let other_origin = serve(Router::new().route("/", get(async || Html(OTHER_PAGE)))).await;
    let browser = Chromium::start().await;
    browser.open(&other_origin).await;
    let result = browser
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
    assert_eq!(result, json!({ "best_move": "3", "has_id": true }));
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// Serves a page of another origin.
async fn serve_other(page: String) -> String {
    serve(Router::new().route("/", get(async move || Html(page)))).await
}

/// The page at `/` refuses to be framed: the frame shows an error of the browser instead.
#[tokio::test]
async fn a_page_of_another_origin_may_frame_the_board_alone() {
    let service = serve(router(engine())).await;
    let browser = Chromium::start().await;
    for (path, is_allowed) in [("/embed/connect-four", true), ("/", false)] {
        let url = format!("{service}{path}");
        browser.open(&serve_other(format!("{OTHER_PAGE}<iframe src={url}></iframe>")).await).await;
        browser.enter_frame(0).await;
        let shown = browser.run("arguments[0](location.href)").await;
        assert_eq!(shown == url, is_allowed, "{path}: {shown}");
    }
}

/// Even one that isolates itself from other origins.
#[tokio::test]
async fn a_page_of_another_origin_may_import_the_modules() {
    let service = serve(router(engine())).await;
    let isolated = [("cross-origin-embedder-policy", "require-corp")];
    let page = get(async move || (isolated, Html(OTHER_PAGE)));
    let other_origin = serve(Router::new().route("/", page)).await;
    let browser = Chromium::start().await;
    browser.open(&other_origin).await;
    for module in ["client.js", "board.js"] {
        let import = format!(
            "const [done] = arguments;
             import('{service}/{module}').then((module) => done(module[Symbol.toStringTag]), (error) => done(`${{error}}`))"
        );
        assert_eq!(browser.run(&import).await, "Module", "{module}");
    }
    assert_eq!(browser.console_errors().await, [""; 0]);
}
