//! The page in headless Chromium.

/// Whole games by keyboard; what a screen reader gets; axe.
mod accessibility;
/// The list of the games of a text.
mod archive;
/// Reviews of all games of a list.
mod archive_review;
/// Chromium and its WebDriver, started and stopped.
mod chromium;
/// The page of claims on the searches.
mod claims;
/// Boards on which discs turn over: passes, counts, a game of another crate.
mod discs;
/// The description of the API.
mod docs;
/// Positions set up by hand.
mod editor;
/// The board and the service in pages of other origins.
mod embed;
/// What the page tells players: rules, levels, the card of the game.
mod guidance;
/// The laboratory: trees, searches, the quiz, the chart.
mod laboratory;
/// What is said of cutoffs.
mod laboratory_cutoffs;
/// The lesson, the opening, the table and the files, on phones too.
mod laboratory_lesson;
/// Practice without end.
mod laboratory_practice;
/// The program beside the tree.
mod laboratory_programs;
/// The laboratory's picture: step by step, reasons, files, zoom.
mod laboratory_steps;
mod laboratory_teacher;
/// The tree as a list, folded, with types, boards and a game beside it.
mod laboratory_tree;
/// The words of the laboratory in both languages.
mod laboratory_words;
/// Phones, targets for fingers, motion.
mod layout;
/// The URL of a game.
mod links;
/// The page without a network.
mod offline;
/// What keeps a game for play without a network.
mod offline_offer;
/// The list of the games finished on a device, and the one to go on with.
mod own_games;
/// The parts of the page that most tests use.
mod page;
/// Games against the engine, between people, of the engine.
mod play;
/// Refusals of the service, the console, requests.
mod problems;
/// Reviews, and another try at mistakes.
mod review;
/// Games in and out as texts and files.
mod share;
/// What is in sight on phones and tablets, in games, at their end, in reviews and lists.
mod small_screens;
/// A board of squares side by side, on which pieces move: a game of another crate.
mod squares;
/// Scores, bar, graph, lines, hint, threat.
mod study;
/// The tree of moves.
mod variations;
/// The words of both languages.
mod words;

use crate::http::engine;
use crate::router;
use axum::Router;
use axum::response::Html;
use axum::routing::get;
use bestmove_scheduler::Engine;
use chromium::Chromium;
use std::sync::Arc;
use tokio::net::TcpListener;

/// Serves on a free port until the test ends, and returns the URL.
async fn serve(router: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async { axum::serve(listener, router).await });
    url
}

/// Serves a page of another origin.
async fn serve_other(page: String) -> String {
    serve(Router::new().route("/", get(async move || Html(page)))).await
}

/// Opens the page in a browser.
async fn open_page(fragment: &str) -> Chromium {
    open_page_of(&engine(), fragment).await
}

async fn open_page_of(engine: &Arc<Engine>, fragment: &str) -> Chromium {
    let url = serve(router(Arc::clone(engine))).await;
    let browser = Chromium::start().await;
    browser.open(&format!("{url}/{fragment}")).await;
    browser.wait_for_turn().await;
    browser
}
