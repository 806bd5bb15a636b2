use super::chromium::Chromium;
use super::page::{cell, on_board};
use super::{open_page, open_page_of, serve};
use crate::http::engine;
use crate::router;
use serde_json::{Value, json};

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

async fn open_in_german(fragment: &str) -> Chromium {
    let browser = open_page(fragment).await;
    browser.select("#language option[value=de]").await;
    browser.wait_for("html[lang=de]").await;
    browser
}

/// The words of the page for a problem document.
async fn described(browser: &Chromium, problem: &Value) -> Value {
    browser.run(&format!("return (await load('/page/problem.js')).describeProblem({problem})")).await
}

/// Texts that a person can type in the editor or paste, and the German words for their refusals; empty: any.
const REFUSALS: &[(&str, &str, &str)] = &[
    (
        "tic-tac-toe",
        "XX.......",
        "Anzahl: erwartet: gleich viele X und O oder ein X mehr; gefunden: 2 X und 0 O.",
    ),
    (
        "tic-tac-toe",
        "XXX.OO.O.",
        "Anzahl: erwartet: ein X mehr als O, da X gewonnen hat; gefunden: 3 X und 3 O.",
    ),
    (
        "tic-tac-toe",
        "OOOXX.XX.",
        "Anzahl: erwartet: gleich viele X und O, da O gewonnen hat; gefunden: 4 X und 3 O.",
    ),
    ("tic-tac-toe", "XXXOOO...", "Gewinner: erwartet: höchstens einer; gefunden: je eine Reihe von X und O."),
    (
        "tic-tac-toe",
        "X.",
        "Form: erwartet: drei Reihen von je drei Feldern, die oberste zuerst; gefunden: 2 Felder.",
    ),
    ("tic-tac-toe", "?........", "Feld 1: erwartet: X, O oder .; gefunden: '?'."),
    (
        "tic-tac-toe",
        "OO.X.....",
        "Anzahl: erwartet: gleich viele X und O oder ein X mehr, oder die Seite am Zug, da wohl O begonnen hat; \
         gefunden: 1 X und 2 O.",
    ),
    (
        "connect-four",
        "......./......./......./......./X....../.......",
        "Spalte 1, Reihe 2: erwartet: keine Scheibe, da das Feld darunter leer ist; gefunden: eine Scheibe.",
    ),
    ("connect-four", "......./......./......./......./X....../O......", ""),
    (
        "connect-four",
        "x",
        "Form: erwartet: sechs Reihen von je sieben Feldern, die oberste zuerst; gefunden: ein Feld.",
    ),
    ("checkers", "B:W1,1:B2", "Feld 1: erwartet: ein Stein; gefunden: mehr."),
    (
        "checkers",
        "B:W40:B2",
        "Weiß, Eintrag 1: erwartet: ein Feld von 1 bis 32, K vor einer Dame, oder ein Bereich; gefunden: \"40\".",
    ),
    (
        "checkers",
        "W:W18:B",
        "Steine von Schwarz: erwartet: mindestens einer, da Schwarz nicht am Zug ist; gefunden: nichts.",
    ),
    (
        "checkers",
        "B:W1:B5",
        "Feld 1: erwartet: eine Dame, da Weiß dort umwandelt; gefunden: ein Stein von Weiß.",
    ),
    ("checkers", "", ""),
    ("checkers", "black", ""),
    (
        "reversi",
        "XO.",
        "Form: erwartet: acht Reihen von je acht Feldern, die oberste zuerst; gefunden: 3 Felder.",
    ),
    (
        "reversi",
        "---------------------------OX------X?--------------------------- X",
        "Feld e5: erwartet: X, O oder .; gefunden: '?'.",
    ),
    (
        "reversi",
        "---------------------------OX----------------------------------- X",
        "Scheiben: erwartet: mindestens vier wie am Anfang; gefunden: 2.",
    ),
];

/// Texts of which a game has a problem or an oddity, and the German words for the last of these.
const FAULTS: &[(&str, &str, &str)] = &[
    ("tic-tac-toe", "......... 5 5", "Zug 2: erwartet: einer von 1, 2, 3, 4, 6, 7, 8, 9; gefunden: \"5\""),
    ("connect-four", "48", "Zug 2: erwartet: eine Spalte von 1 bis 7; gefunden: '8'"),
    ("connect-four", "4444444", "Zug 7: erwartet: eine Spalte, die nicht voll ist; gefunden: '4'"),
    ("connect-four", "12121212", "Zug 8: erwartet: kein Zug, da X gewonnen hat; gefunden: '2'"),
    (
        "checkers",
        "1. 11-15 23-19 * 1. 11-15 9-13 *",
        "Zug 1 (Weiß): erwartet: einer von 22-17, 23-18, 24-19, 21-17, 22-18, 23-19, 24-20; gefunden: \"9-13\"",
    ),
    (
        "checkers",
        "[GameType \"20\"] 1. 32-28 *",
        "Angabe GameType: erwartet: 21, englische Dame; gefunden: \"20\", internationale Dame",
    ),
    (
        "checkers",
        "[Result \"1-0\"] 1. 11-15 0-1",
        "Ergebnis: erwartet: 1-0 wie in der Angabe Result; gefunden: 0-1",
    ),
    (
        "checkers",
        "1. 22-18 11-15",
        "Zug 1 (Schwarz): erwartet: ein Zug von Schwarz, das beginnt, oder [FEN \"W:W21-32:B1-12\"] \
         vor den Zügen, falls Weiß beginnt; gefunden: \"22-18\"",
    ),
    (
        "checkers",
        "[FEN \"W:W26,25:B22,14,7,6,15,3\"] 1. 25-2",
        "Zug 1 (Weiß): erwartet: 25x18x9x2 oder 25x18x11x2, vollständig, da jeder gemeint sein kann; gefunden: \"25-2\"",
    ),
    (
        "checkers",
        "[SetUp \"1\"] 1. 11-15",
        "Angabe FEN: erwartet: eine Stellung, da SetUp 1 ist; gefunden: nichts",
    ),
    (
        "checkers",
        "1. 11-15 {a",
        "Zug 1 (Weiß), Kommentar: erwartet: ein schließendes }; gefunden: das Ende der Partie",
    ),
    (
        "checkers",
        "1. 11-15 ) *",
        "Zug 1 (Weiß), Klammer: erwartet: eine, die etwas schließt; gefunden: \")\"",
    ),
    (
        "checkers",
        "[Event \"a\"] [Event \"b\"] 11-15",
        "Angabe Event: erwartet: eine je Partie; gefunden: \"b\"",
    ),
    (
        "checkers",
        "1. 11-15 good *",
        "Zug 1 (Weiß), Kommentar: erwartet: geschweifte Klammern darum; gefunden: \"good\"",
    ),
    (
        "checkers",
        "[FEN \"B:WK32:BK1\"] 1. 1-5 32-28 2. 5-1 28-32 3. 1-5 32-28 4. 5-1 28-32 5. 1-5 1/2-1/2",
        "Zug 5 (Schwarz): erwartet: kein Zug, da ein Unentschieden durch Stellungswiederholung möglich war; \
         gefunden: \"1-5\"",
    ),
];

#[tokio::test]
async fn faults_of_games_are_in_the_language_of_the_page() {
    let browser = open_in_german("").await;
    for (game, text, expected) in FAULTS {
        let answer = browser.ask(&format!("{game}/convert"), json!({ "text": text })).await;
        let last = answer["games"].as_array().and_then(|games| games.last()).unwrap_or(&Value::Null);
        let fault = last.get("problem").unwrap_or(&last["warnings"][0]);
        let german = format!("return (await load('/page/archive/row.js')).describeFault({fault})");
        assert_eq!(browser.run(&german).await, *expected, "{answer}");
    }
}

#[tokio::test]
async fn refusals_are_in_the_language_of_the_page() {
    let browser = open_in_german("").await;
    for (game, text, expected) in REFUSALS {
        let problem = browser.ask(&format!("{game}/convert"), json!({ "text": text })).await;
        assert_eq!(problem["status"], 422, "{problem}");
        let german = described(&browser, &problem).await;
        assert_eq!(german["title"], "Ungültige Eingabe");
        assert_ne!(german["detail"], problem["detail"], "there are no German words");
        if !expected.is_empty() {
            assert_eq!(german["detail"], *expected);
        }
    }
    // An illegal move of a link, and a position beside the board.
    for body in
        [json!({ "moves": ["11-15", "11-15"] }), json!({ "position": "x" }), json!({ "position": "W:" })]
    {
        let problem = browser.ask("checkers/legal-moves", body).await;
        assert_ne!(described(&browser, &problem).await["detail"], problem["detail"], "{problem}");
    }
}

/// A text without German words stays whole in English.
#[tokio::test]
async fn a_problem_without_words_is_shown_as_the_service_words_it() {
    let browser = open_in_german("").await;
    let (title, detail) = ("Invalid field", "text: turn: expected a new word, got \"x\"");
    let document = json!({
        "type": "/problems/invalid-field", "status": 422, "title": title, "detail": detail,
        "field": "text", "part": "turn", "expected": "a new word", "got": "\"x\"",
    });
    assert_eq!(
        described(&browser, &document).await,
        json!({ "title": "Ungültige Eingabe", "detail": detail })
    );
    let unknown =
        json!({ "type": "/problems/new", "status": 400, "title": "New", "detail": "a new problem" });
    assert_eq!(described(&browser, &unknown).await, json!({ "title": "New", "detail": "a new problem" }));
    for kind in
        ["quota-exceeded", "overloaded", "shutting-down", "unknown-game", "body-too-large", "internal"]
    {
        let document =
            json!({ "type": format!("/problems/{kind}"), "status": 503, "title": "A", "detail": "b" });
        let german = described(&browser, &document).await;
        assert!(german["title"] != "A" && german["detail"] != "b", "{kind}: {german}");
    }
}

#[tokio::test]
async fn a_lost_connection_is_explained_in_the_language_of_the_page() {
    let browser = open_in_german("").await;
    // The engine for browsers, if it is there, would answer in place of the service.
    browser.devtools("Network.enable", json!({})).await;
    browser.devtools("Network.setBlockedURLs", json!({ "urls": ["*/offline/*"] })).await;
    browser.run("for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()").await;
    browser.run("for (const name of await caches.keys()) await caches.delete(name)").await;
    browser.value("location.reload()").await;
    browser.wait_for_turn().await;
    browser.go_offline().await;
    browser.click(&cell("5")).await;
    browser.wait_for("main[data-phase=failed]").await;
    let card = browser.text("#problem").await;
    assert!(card.starts_with("Der Dienst ist nicht erreichbar"), "{card}");
    assert_eq!(browser.text("#problem button").await, "Noch einmal versuchen");
    assert_eq!(browser.count(&on_board(".piece > svg")).await, 1, "the own move stays on the board");
    assert!(browser.text("#status").await.starts_with("Keine Verbindung."));

    let conditions =
        json!({ "offline": false, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
    browser.devtools("Network.emulateNetworkConditions", conditions).await;
    browser.wait_until("find('#moves button').length === 2").await;
    assert!(browser.shows("#problem[hidden]").await);
}

#[tokio::test]
async fn the_list_of_games_is_asked_for_again() {
    let url = serve(router(engine())).await;
    let browser = Chromium::start().await;
    browser.devtools("Network.enable", json!({})).await;
    // The engine for browsers, if it is there, would answer in place of the service. It needs caches. The page has
    // the first answers in itself, which later visits do not read.
    let source = json!({ "source": "delete window.caches;
        new MutationObserver(() => document.getElementById('answers')?.remove())
          .observe(document, { childList: true, subtree: true });" });
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", source).await;
    browser.devtools("Network.setBlockedURLs", json!({ "urls": ["*/v1/games*"] })).await;
    browser.open(&url).await;
    browser.wait_for("#problem button").await;
    browser.devtools("Network.setBlockedURLs", json!({ "urls": [] })).await;
    browser.wait_for_turn().await;
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
    assert_eq!(browser.text("#notice").await, "The link goes on with 2. 5, which is not legal here.");
    assert_eq!(browser.fragment().await, "tic-tac-toe/5,1");
    assert_eq!(browser.text("#typed-problem").await, "", "the game has gone on");
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
    assert!(browser.value(&format!("{requests}.length")).await.as_u64().unwrap() > 5);
    assert_eq!(
        browser
            .value(&format!("{requests}.filter(({{ origin }}) => origin !== location.origin).length"))
            .await,
        0
    );
    assert_eq!(browser.console_errors().await, [""; 0]);
}
