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

/// At its default size, a small window has the panels below the board. The result is longer than "Your turn."
#[tokio::test]
async fn the_end_of_a_game_leaves_the_panels_of_a_small_window_where_they_are() {
    let top = "find('.panels')[0].getBoundingClientRect().top + scrollY";
    for fragment in OVER {
        let browser = open_page(fragment).await;
        browser.set_phone_size(800, 600).await;
        for language in LANGUAGES {
            speak(&browser, language).await;
            browser.wait_for("main[data-phase=over]").await;
            let at_the_end = browser.value(top).await;
            browser.click("#back").await;
            browser.wait_for("main:not([data-phase=over])").await;
            assert_eq!(browser.value(top).await, at_the_end, "{fragment}, {language}");
            browser.click("#last").await;
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
async fn a_small_screen_shows_board_and_numbers_of_a_review_at_the_end() {
    let tablet = ((768, 1024), [".judgement", "#review tbody tr"].as_slice());
    let phone = ((360, 640), ["#tabs", "#review tbody tr:last-child", "#toolbar", "#retry-now"].as_slice());
    for ((width, height), parts) in [tablet, phone] {
        let browser = open_page("#connect-four/1,4,2,4,6,4,7,4").await;
        browser.set_phone_size(width, height).await;
        browser.click("#review-now").await;
        browser.wait_for("#review table").await;
        browser.wait_until("document.getAnimations().length === 0").await;
        for part in parts.iter().chain(&["bestmove-board"]) {
            assert!(is_in_sight(&browser, part).await, "{width}: {part}");
        }
    }
}

#[tokio::test]
async fn what_is_opened_on_a_phone_is_right_below_the_board() {
    let browser = open_page("#checkers").await;
    browser.become_phone().await;
    for (opened, part) in [
        ("#tab-share", "#tabs"),
        ("#tab-play", "#tabs"),
        ("#more summary", "#more"),
        ("#rules summary", "#rules"),
    ] {
        browser.run(&format!("find('{opened}')[0].scrollIntoView({{ block: 'end' }})")).await;
        browser.touch(opened).await;
        let [top, bottom] = [(part, "top"), (".game", "bottom")]
            .map(|(part, edge)| format!("find('{part}')[0].getBoundingClientRect().{edge}"));
        browser.wait_until(&format!("Math.abs({top} - {bottom} - 10) <= 10")).await;
    }
}

#[tokio::test]
async fn the_editor_fits_on_a_phone_held_sideways() {
    let browser = open_page("#checkers").await;
    browser.set_phone_size(844, 390).await;
    for language in LANGUAGES {
        speak(&browser, language).await;
        browser.open_panel("share").await;
        browser.click("#edit").await;
        browser.wait_for("#editor:not([hidden]) #position:not([value=''])").await;
        for part in ["bestmove-board", "#editor"] {
            let shown = browser.value(&format!("find('{part}')[0].getBoundingClientRect().toJSON()")).await;
            let is_whole = shown["top"].as_f64() >= Some(0.0) && shown["bottom"].as_f64() <= Some(390.0);
            assert!(is_whole, "{language}: {part}: {shown}");
        }
        browser.click("#editor .row button:last-child").await;
        browser.wait_for("#editor[hidden]").await;
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
