use super::archive::drop_archive;
use super::chromium::Chromium;
use super::guidance::is_in_sight;
use super::page::on_board;
use super::{open_page, open_page_of};
use crate::http::engine;
use serde_json::json;

/// Games that are over, by a board of each form.
const OVER: [&str; 3] =
    ["#tic-tac-toe/1,2,5,3,9", "#connect-four/4,1,4,1,4,1,4", "#reversi/e6,f4,e3,f6,g5,d6,e7,f5,c5"];

const LANGUAGES: [&str; 2] = ["en", "de"];

async fn speak(browser: &Chromium, language: &str) {
    browser.select(&format!("#language option[value={language}]")).await;
    browser.wait_for(&format!("html[lang={language}]")).await;
}

/// Buttons of a part whose words are wider than they are.
async fn overfull(browser: &Chromium, part: &str) -> serde_json::Value {
    let buttons = json!(format!("{part} button"));
    let script = format!(
        "find({buttons}).filter((button) => button.scrollWidth > button.clientWidth).map(({{ innerText }}) => innerText)"
    );
    browser.value(&script).await
}

/// The card with the choices lies at the foot of the screen.
#[tokio::test]
async fn a_phone_shows_the_result_and_the_arrows_above_the_choices() {
    for fragment in OVER {
        let browser = open_page(fragment).await;
        browser.become_phone().await;
        for language in LANGUAGES {
            speak(&browser, language).await;
            for part in ["bestmove-board", "#bottom-player", "#status", "#toolbar", "#new", "#review-now"] {
                assert!(is_in_sight(&browser, part).await, "{fragment}, {language}: {part}");
            }
            let gap = "find('#choices')[0].getBoundingClientRect().top - find('#toolbar')[0].getBoundingClientRect().bottom";
            assert!(browser.value(gap).await.as_f64() >= Some(0.0), "{fragment}, {language}");
            assert_eq!(overfull(&browser, "#choices").await, json!([]), "{fragment}, {language}");
        }
    }
}

#[tokio::test]
async fn the_words_of_the_choices_fit_their_buttons_on_a_phone() {
    let browser = open_page("#connect-four/4,1").await;
    browser.become_phone().await;
    for language in LANGUAGES {
        speak(&browser, language).await;
        assert_eq!(overfull(&browser, "#choices").await, json!([]), "{language}");
    }
}

#[tokio::test]
async fn a_lost_connection_hides_no_part_of_the_board_on_a_phone() {
    for language in LANGUAGES {
        let engine = engine();
        let browser = open_page_of(&engine, "#reversi/f5,d6").await;
        browser.become_phone().await;
        speak(&browser, language).await;
        browser.go_offline().await;
        browser.touch(&on_board(".cell[aria-disabled=false]")).await;
        browser.wait_for("main[data-phase=failed]").await;
        browser.wait_for("#problem:not([hidden]) button").await;
        let gap = "find('#problem')[0].getBoundingClientRect().top - find('bestmove-board')[0].getBoundingClientRect().bottom";
        assert!(
            browser.value(gap).await.as_f64() >= Some(0.0),
            "{language}: {}",
            browser.text("#problem").await
        );
        assert!(is_in_sight(&browser, "#problem button").await, "{language}");
    }
}

#[tokio::test]
async fn a_phone_shows_the_list_of_games_then_the_board_of_the_chosen_one() {
    let browser = open_page("#checkers").await;
    browser.become_phone().await;
    drop_archive(&browser).await;
    browser.wait_until("document.getAnimations().length === 0").await;
    assert!(is_in_sight(&browser, ".archive li button").await);
    browser.touch(".archive li button").await;
    browser.wait_until("find('#moves button').length === 3").await;
    browser.wait_until("scrollY === 0").await;
    assert!(is_in_sight(&browser, "bestmove-board").await);
}

#[tokio::test]
async fn a_tablet_shows_the_board_and_the_verdict_of_a_review() {
    let browser = open_page("#connect-four/1,4,2,4,6,4,7,4").await;
    browser.set_phone_size(768, 1024).await;
    browser.click("#review-now").await;
    browser.wait_for("#review table").await;
    for part in ["bestmove-board", ".judgement", "#review tbody tr"] {
        assert!(is_in_sight(&browser, part).await, "{part}");
    }
}

#[tokio::test]
async fn a_phone_shows_all_numbers_of_a_review_at_the_end() {
    let browser = open_page("#connect-four/1,4,2,4,6,4,7,4").await;
    browser.become_phone().await;
    browser.touch("#review-now").await;
    browser.wait_for("#review table").await;
    browser.wait_until("document.getAnimations().length === 0").await;
    for part in ["#tabs", "#review tbody tr:last-child", "bestmove-board", "#toolbar", "#retry-now"] {
        assert!(is_in_sight(&browser, part).await, "{part}");
    }
}

/// While a game goes on, its review leaves the squares as large as fingers need them.
#[tokio::test]
async fn a_review_leaves_the_board_of_a_game_that_goes_on() {
    let browser = open_page("#checkers/11-15,22-18,15x22,25x18").await;
    browser.become_phone().await;
    browser.press("r").await;
    browser.wait_for("#review table").await;
    let width = browser.value("find('bestmove-board >>> .cell')[0].getBoundingClientRect().width").await;
    assert!(width.as_f64() >= Some(44.0), "{width}");
}

/// A phone has mostly no keyboard.
#[tokio::test]
async fn the_help_of_a_phone_tells_the_buttons() {
    let browser = open_page("").await;
    browser.become_phone().await;
    browser.touch("#shortcuts").await;
    browser.wait_for("#help[open]").await;
    assert_eq!(browser.value("find('#help')[0].scrollTop").await, 0);
    assert!(is_in_sight(&browser, "#help button").await);
    let shown = "find('#help .keys div').filter((row) => row.checkVisibility()).map(({ innerText }) => innerText.trim())";
    let buttons = browser.value("find('#toolbar button').map(({ ariaLabel }) => ariaLabel).sort()").await;
    assert_eq!(browser.value(&format!("{shown}.sort()")).await, buttons);
}

#[tokio::test]
async fn a_phone_shows_why_a_text_is_refused_and_the_pieces_to_set_up() {
    let browser = open_page("#checkers").await;
    browser.become_phone().await;
    browser.open_panel("share").await;
    browser.type_into("#import", "1. e4 e5 2. Nf3 Nc6").await;
    browser.click("#load").await;
    browser.wait_for("#import-problem:not(:empty)").await;
    assert!(is_in_sight(&browser, "#import-problem").await);
    browser.click("#edit").await;
    browser.wait_for("#editor:not([hidden]) .palette").await;
    browser.run("scrollTo(0, 0)").await;
    for part in ["bestmove-board", ".palette"] {
        assert!(is_in_sight(&browser, part).await, "{part}");
    }
}

/// The list of games adds a fifth tab, whose words are longer in German.
#[tokio::test]
async fn five_tabs_fit_beside_the_board() {
    let browser = open_page("#checkers").await;
    drop_archive(&browser).await;
    speak(&browser, "de").await;
    for (width, height) in [(1280, 800), (844, 390), (360, 640)] {
        browser.set_phone_size(width, height).await;
        let fits = "find('#tabs')[0].scrollWidth <= find('#tabs')[0].clientWidth";
        assert_eq!(browser.value(fits).await, true, "{width}");
    }
}
