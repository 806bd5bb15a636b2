use super::accessibility::{load_axe, violations};
use super::chromium::Chromium;
use super::page::{cell, on_board};
use super::{serve, serve_other};
use crate::http::engine;
use crate::router;
use axum::Router;
use axum::response::Html;
use axum::routing::get;
use serde_json::json;

/// A page with an empty icon, so that the browser does not request one.
const OTHER_PAGE: &str = "<!doctype html><link rel=icon href=data:,><title>other</title>";

/// The page at `/` refuses to be framed: the frame shows an error of the browser instead.
#[tokio::test]
async fn a_page_of_another_origin_may_frame_the_board_alone() {
    let service = serve(router(engine())).await;
    let browser = Chromium::start().await;
    for (path, is_allowed) in [("/embed/connect-four", true), ("/", false)] {
        let url = format!("{service}{path}");
        browser.open(&serve_other(format!("{OTHER_PAGE}<iframe src={url}></iframe>")).await).await;
        browser.enter_frame(0).await;
        let shown = browser.value("location.href").await;
        assert_eq!(shown == url, is_allowed, "{path}: {shown}");
    }
}

#[tokio::test]
async fn a_framed_board_is_played() {
    let service = serve(router(engine())).await;
    let browser = Chromium::start().await;
    let parameters = "moves=4,4&level=3&seed=7&scores&lang=de";
    let frame =
        format!("<iframe src='{service}/embed/connect-four?{parameters}' width=400 height=460></iframe>");
    browser.open(&serve_other(format!("{OTHER_PAGE}{frame}")).await).await;
    browser.enter_frame(0).await;
    browser.wait_for(&on_board(".score.on")).await;
    assert!(browser.attribute(&cell("4,1"), "aria-label").await.starts_with("Spalte 4, Reihe 1, Rot"));
    browser.click(&cell("3,6")).await;
    browser.wait_until(&format!("find('{}').length === 4", on_board(".piece > svg"))).await;
    let reply = browser
        .ask("connect-four/best-move", json!({ "moves": ["4", "4", "3"], "level": 3, "seed": 7 }))
        .await;
    let played = reply["best_move"].as_str().unwrap();
    let link = format!("{service}/#connect-four/4,4,3,{played}?level=3&seed=7");
    browser.wait_until(&format!("find('#open')[0].href === '{link}'")).await;
    assert_eq!(browser.console_errors().await, [""; 0]);
}

/// The page flips its board only if the link says so, a framed board also for the second side.
#[tokio::test]
async fn the_link_below_a_framed_board_keeps_the_persons_side() {
    let service = serve(router(engine())).await;
    let browser = Chromium::start().await;
    for (path, fragment) in [
        (
            "checkers?moves=11-15&side=white&level=3&seed=7",
            "checkers/11-15?level=3&seed=7&seat=white&flipped",
        ),
        ("connect-four?moves=4&side=Yellow&flipped", "connect-four/4?level=10&seat=O"),
        ("checkers?side=both&flipped", "checkers?level=10&seat=both&flipped"),
        ("tic-tac-toe?moves=1,4,2,5,3&side=none", "tic-tac-toe/1,4,2,5,3?level=10&seat=neither"),
        ("checkers?side=black", "checkers?level=10"),
    ] {
        browser.open(&format!("{service}/embed/{path}")).await;
        browser.wait_until(&format!("find('#open')[0].href === '{service}/#{fragment}'")).await;
    }
}

/// Red wins with the next disc in the first column.
#[tokio::test]
async fn a_framed_board_shows_the_result_and_begins_anew() {
    let service = serve(router(engine())).await;
    let browser = Chromium::start().await;
    browser.open(&format!("{service}/embed/connect-four?moves=1,2,1,2,1,2&level=1&lang=de")).await;
    browser.wait_for(&on_board(".cell[aria-disabled=false]")).await;
    browser.click(&cell("1,6")).await;
    browser.wait_for("button:not([hidden])").await;
    let status = browser.text(&on_board("[part=status]")).await;
    assert_eq!(status, "Spalte 1, Reihe 4. Du gewinnst mit vier in einer Reihe.");
    assert_eq!(browser.text("button").await, "Noch einmal");
    browser.set_phone_size(400, 460).await;
    assert_eq!(
        browser.value("document.documentElement.scrollHeight").await,
        460,
        "the button is in the frame"
    );
    browser.click("button").await;
    browser.wait_until(&format!("find('{}').length === 6", on_board(".piece > svg"))).await;
    assert_eq!(browser.text(&on_board("[part=status]")).await, "Gelb: Spalte 2, Reihe 3. Rot ist am Zug.");
}

#[tokio::test]
async fn a_frame_holds_the_board_and_its_button_at_the_end_of_every_game() {
    let service = serve(router(engine())).await;
    let browser = Chromium::start().await;
    browser.set_phone_size(400, 460).await;
    let shuffle = "1-5,32-28,5-1,28-32,1-5,32-28,5-1,28-32";
    let repetition = format!("checkers?position=B:WK32:BK1&moves={shuffle}");
    for (path, english, german) in [
        ("tic-tac-toe?moves=1,2,5,3,9", "You win with", "Du gewinnst mit"),
        ("tic-tac-toe?moves=1,2,3,5,4,6,8,7,9", "A draw because", "Unentschieden, weil"),
        ("connect-four?moves=1,2,1,2,1,7,1&side=Yellow", "You lose: Red wins", "Du verlierst: Rot gewinnt"),
        ("checkers?position=B:W14:B9&moves=9x18", "You win: White has", "Du gewinnst: Weiß hat"),
        (repetition.as_str(), "A draw by", "Unentschieden durch"),
        ("reversi?moves=e6,f4,e3,f6,g5,d6,e7,f5,c5&side=white", "You lose 13", "Du verlierst 13"),
    ] {
        for (language, words) in [("en", english), ("de", german)] {
            browser.open(&format!("{service}/embed/{path}&lang={language}")).await;
            browser.wait_for("button:not([hidden])").await;
            let status = browser.text(&on_board("[part=status]")).await;
            assert!(status.contains(words), "{path}: {status}");
            let height = browser.value("document.documentElement.scrollHeight").await;
            assert_eq!(height, 460, "{path}, {language}");
            load_axe(&browser).await;
            assert_eq!(violations(&browser).await, json!([]), "{path}, {language}");
        }
    }
}

/// Also what the service refuses, whose words are English.
#[tokio::test]
async fn a_framed_board_says_in_german_what_its_address_has_wrong() {
    let service = serve(router(engine())).await;
    let browser = Chromium::start().await;
    for (path, text) in [
        ("connect-four?moves=4,9", "Zug 2 ist ungültig: „9“."),
        ("checkers?position=W:W18:B", "Die Stellung ist ungültig."),
        ("connect-four?side=blau", "side ist ungültig: „blau“."),
        ("reversi?level=x", "level ist ungültig: „x“."),
        ("tic-tac-toe?side=O&level=11", "level ist ungültig: „11“."),
        ("tic-tac-toe?side=O&time-ms=-1", "time-ms ist ungültig: „-1“."),
    ] {
        browser.open(&format!("{service}/embed/{path}&lang=de")).await;
        let problem = on_board(".problem:not([hidden]) p");
        browser.wait_for(&problem).await;
        assert_eq!(browser.text(&problem).await, text, "{path}");
    }
}

/// The element plays a game on its own, and tells its page of every move and of the end.
#[tokio::test]
async fn a_page_of_another_origin_may_use_the_board_element() {
    let service = serve(router(engine())).await;
    let element = "<bestmove-board game=tic-tac-toe moves='1 2 5 9' side=X></bestmove-board>";
    let listen = "<script>
        window.events = [];
        addEventListener('move', ({ detail: { by } }) => events.push(by));
        addEventListener('gameover', ({ detail: { outcome } }) => events.push(outcome.winner ?? 'nobody'));
        addEventListener('problem', ({ detail: { problem } }) => events.push(problem.detail));
        </script>";
    let import = format!("<script type=module src={service}/board.js></script>");
    let browser = Chromium::start().await;
    browser.open(&serve_other(format!("{OTHER_PAGE}{listen}{import}{element}")).await).await;
    // X and O have to stop three in a row, on 7 and on 8.
    for (choice, count) in [(cell("3"), 2), (cell("8"), 4), (on_board(".cell"), 6)] {
        let choice = format!("{choice}[aria-disabled=false]");
        browser.wait_for(&choice).await;
        browser.click(&choice).await;
        browser.wait_until(&format!("events.length === {count}")).await;
    }
    let moves = browser.value("find('bestmove-board')[0].moves.slice(0, 7).join(' ')").await;
    assert_eq!(moves, "1 2 5 9 3 7 8");
    assert_eq!(
        browser.value("events").await,
        json!(["person", "engine", "person", "engine", "person", "nobody"])
    );
    assert_eq!(browser.console_errors().await, [""; 0]);
}

#[tokio::test]
async fn a_page_of_another_origin_may_use_the_service() {
    let service = serve(router(engine())).await;
    let browser = Chromium::start().await;
    browser.open(&serve_other(OTHER_PAGE.to_owned()).await).await;
    let result = browser
        .run(&format!(
            "const answer = await fetch('{service}/v1/tic-tac-toe/best-move', {{
               method: 'POST',
               headers: {{ 'content-type': 'application/json' }},
               body: JSON.stringify({{ position: 'XX.OO....' }}),
             }});
             return {{
               best_move: (await answer.json()).best_move,
               has_id: answer.headers.has('x-request-id'),
             }};"
        ))
        .await;
    assert_eq!(result, json!({ "best_move": "3", "has_id": true }));
    assert_eq!(browser.console_errors().await, [""; 0]);
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
        let import = format!("(await import('{service}/{module}'))[Symbol.toStringTag]");
        assert_eq!(browser.run(&format!("return {import}")).await, "Module", "{module}");
    }
    assert_eq!(browser.console_errors().await, [""; 0]);
}
