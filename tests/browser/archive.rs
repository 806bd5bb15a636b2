use super::accessibility::{load_axe, violations};
use super::chromium::Chromium;
use super::layout::small_targets;
use super::open_page;
use super::page::{DOWN, END, ENTER, HOME};
use super::share::{import, open_share, transfer, wait_for_moves};
use serde_json::json;
use std::env::temp_dir;
use std::fs;

/// Four games: the second has an illegal move, the third no position; the fourth is odd.
const ARCHIVE: &str =
    "[Event \"Open\"] [Date \"1951.??.??\"] [Black \"Adams\"] [White \"Baker\"] [Result \"1-0\"]
1. 11-15 23-19 2. 8-11 1-0
[Event \"Open\"] [Black \"Clark\"] [White \"Adams\"] 1. 11-15 23-19 2. 8-12 22-17 1/2-1/2
[Event \"Problem 7\"] [SetUp \"1\"] [FEN \"W:W99:B1\"] 1. 9-13 *
[Event \"Final\"] [Event \"Final\"] 1. 9-13 22-18 2. 13-17 1/2-1/2\n";

const ROWS: &str = ".archive button";
const ALL_READ: &str = "find('#archive-count p')[0]?.textContent === '4 games'";

/// Opens the archive as a file that is dropped on the page.
async fn open_archive(fragment: &str) -> Chromium {
    let browser = open_page(fragment).await;
    drop_archive(&browser).await;
    browser
}

pub(super) async fn drop_archive(browser: &Chromium) {
    drop_file(browser).await;
    browser.wait_until(ALL_READ).await;
}

pub(super) async fn drop_file(browser: &Chromium) {
    let file = format!("data.items.add(new File([{}], 'open.pdn'));", json!(ARCHIVE));
    transfer(browser, "#status", "DragEvent", &format!("const event = 'drop'; {file}")).await;
}

pub(super) async fn look_for(browser: &Chromium, text: &str) {
    browser.run("find('#archive-filter')[0].select()").await;
    browser.type_into("#archive-filter", text).await;
}

/// Also on the board of another game.
#[tokio::test]
async fn the_games_of_a_file_are_listed() {
    let browser = open_archive("#connect-four").await;
    assert!(browser.shows("#tab-archive[aria-selected=true]").await);
    assert_eq!(browser.text("#archive h2").await, "open.pdn");
    let rows = browser.texts(ROWS).await;
    let lines: Vec<Vec<&str>> = rows.iter().map(|row| row.lines().collect()).collect();
    assert_eq!(lines[0], ["1", "Adams – Baker", "1–0", "Open · 1951 · 2 moves"]);
    assert_eq!(lines[1][..4], ["2", "Clark – Adams", "½–½", "Open · 1 move"]);
    assert!(lines[1][4].starts_with("Problem: Move 2 (black): expected one of "), "{rows:?}");
    assert!(lines[2].last().unwrap().starts_with("Problem: Tag FEN"), "{rows:?}");
    assert_eq!(lines[3][1], "Final");
    assert!(lines[3].last().unwrap().starts_with("Oddity: Tag Event: "), "{rows:?}");
    assert_eq!(browser.moves().await, [""; 0], "the board waits for a choice");

    browser.click(".archive li:nth-child(4) button").await;
    wait_for_moves(&browser, 3).await;
    assert!(browser.fragment().await.starts_with("checkers/9-13,22-18,13-17?"));
    assert!(browser.shows("#seats [value=both]:checked").await, "no engine moves in a loaded game");
    assert!(browser.shows(".archive li:nth-child(4) [aria-current=true]").await);
}

/// Its players, event, date and result, then the accuracy of both sides.
#[tokio::test]
async fn the_card_tells_about_a_recorded_game() {
    let browser = open_archive("#checkers").await;
    browser.click(ROWS).await;
    wait_for_moves(&browser, 3).await;
    assert_eq!(browser.texts("#choices .heading p").await, ["Adams – Baker", "Open, 1951. 1–0."]);
    browser.press("r").await;
    browser.wait_for("#review table").await;
    let text = browser.text("#choices .heading p:last-child").await;
    let accuracies = text.strip_prefix("Open, 1951. 1–0. Accuracy: Black ").unwrap();
    assert!(accuracies.contains("\u{a0}%, White ") && accuracies.ends_with("\u{a0}%."), "{text}");
    // The result is that of the recorded line.
    browser.click("#first").await;
    browser.play(&["9-13"]).await;
    assert_eq!(browser.texts("#choices .heading p").await, ["Adams – Baker", "Open, 1951."]);
}

/// Each with all that was read before its problem.
#[tokio::test]
async fn games_with_a_problem_are_shown_as_far_as_they_go() {
    let browser = open_archive("#checkers").await;
    browser.click(".archive li:nth-child(2) button").await;
    wait_for_moves(&browser, 2).await;
    let notice = browser.text("#notice").await;
    assert!(notice.contains("cannot be read") && notice.contains("\"8-12\""), "{notice}");
    browser.click(".archive li:nth-child(3) button").await;
    browser.wait_until("find('#notice')[0].textContent.startsWith('This game cannot be shown.')").await;
    assert_eq!(browser.moves().await, ["11-15", "23-19"]);
    assert!(browser.shows(".archive li:nth-child(2) [aria-current=true]").await);
    assert_eq!(browser.console_errors().await, [""; 0]);
}

#[tokio::test]
async fn games_are_found_by_words() {
    let browser = open_archive("#checkers").await;
    for (words, found) in [
        ("ADAMS", &["1", "2"][..]),
        ("adams clark", &["2"]),
        ("1951", &["1"]),
        ("nobody", &[]),
        ("final", &["4"]),
        ("adams - baker 1-0", &["1"]),
        ("1–0", &["1"]),
        ("1−0", &["1"]),
        ("1/2-1/2", &["2", "4"]),
    ] {
        look_for(&browser, words).await;
        let count = format!("find('#archive-count p')[0].textContent === '{} of 4 games'", found.len());
        browser.wait_until(&count).await;
        assert_eq!(browser.texts(".archive .number").await, found);
    }
    look_for(&browser, " ").await;
    browser.wait_until(ALL_READ).await;
    browser.click("#faulty").await;
    assert!(browser.shows("#faulty[aria-pressed=true]").await);
    assert_eq!(browser.texts(".archive .number").await, ["2", "3"]);
    browser.click("#faulty").await;
    assert_eq!(browser.count(ROWS).await, 4);
}

/// Games that cannot be shown and those that are not looked for are left out.
#[tokio::test]
async fn keys_lead_from_game_to_game() {
    let browser = open_archive("#checkers").await;
    let waits_at = async |step: &str, moves: usize| {
        wait_for_moves(&browser, moves).await;
        let is_there = format!("find('#steps small')[0].textContent.trim() === 'Game {step} of 4'");
        browser.wait_until(&is_there).await;
    };
    browser.press("j").await;
    assert!(browser.shows("#steps[hidden]").await, "no game of the list is on the board");
    browser.click(ROWS).await;
    waits_at("1", 3).await;
    assert!(browser.shows("#previous_game:disabled").await);
    browser.press("j").await;
    waits_at("2", 2).await;
    browser.press("j").await;
    waits_at("4", 3).await;
    assert!(browser.shows("#next_game:disabled").await);
    browser.press("k").await;
    waits_at("2", 2).await;
    browser.click("#previous_game").await;
    waits_at("1", 3).await;
    look_for(&browser, "final").await;
    browser.wait_until("find('.archive li').length === 1").await;
    browser.click("#next_game").await;
    waits_at("4", 3).await;

    browser.open_panel("play").await;
    browser.click("#new").await;
    wait_for_moves(&browser, 0).await;
    assert!(browser.shows("#steps[hidden]").await);
    assert!(browser.shows("#tab-archive").await, "the list stays");
}

/// The list is one tab stop.
#[tokio::test]
async fn a_game_is_chosen_by_keys_alone() {
    let browser = open_archive("#checkers").await;
    let focused = "document.activeElement.querySelector('.number')?.textContent.trim()";
    browser.run(&format!("find('{ROWS}[tabindex=\"0\"]')[0].focus()")).await;
    for (key, number) in [(DOWN, "2"), (DOWN, "3"), (END, "4"), (DOWN, "4"), (HOME, "1"), (DOWN, "2")] {
        browser.press(&key.to_string()).await;
        assert_eq!(browser.value(focused).await, number);
        assert_eq!(browser.count(".archive [tabindex='0']").await, 1);
    }
    browser.press(&ENTER.to_string()).await;
    wait_for_moves(&browser, 2).await;
    assert_eq!(browser.value(focused).await, "2", "the focus stays");
    browser.press("j").await;
    browser.wait_for(".archive li:nth-child(4) [aria-current=true]").await;
    browser.run("find('#close-archive')[0].focus()").await;
    browser.press(&ENTER.to_string()).await;
    browser.wait_until("find('#tab-archive').length === 0").await;
    assert!(browser.shows("#archive[hidden]").await && browser.shows("#steps[hidden]").await);
    assert_eq!(browser.value("document.activeElement.id").await, "tab-play");
}

/// Files of older programs are in Windows-1252. A list takes the place of the one before.
#[tokio::test]
async fn another_file_replaces_the_list() {
    let file = temp_dir().join(format!("bestmove-archive-{}.pdn", std::process::id()));
    let text = "[Event \"Ål\"] 1. 11-15 *\n[Event \"B\"] 1. 9-13 *\n";
    fs::write(&file, text.chars().map(|sign| u8::try_from(u32::from(sign)).unwrap()).collect::<Vec<_>>())
        .unwrap();
    let browser = open_archive("#checkers").await;
    look_for(&browser, "adams").await;
    browser.open_panel("share").await;
    browser.type_into("#file", file.to_str().unwrap()).await;
    browser.wait_until("find('#archive-count p')[0]?.textContent === '2 games'").await;
    assert_eq!(browser.texts(".archive strong").await, ["Ål", "B"]);
    assert_eq!(browser.value("find('#archive-filter')[0].value").await, "");
    fs::remove_file(file).unwrap();

    browser.open_panel("share").await;
    import(&browser, "1. 12-16 *").await;
    wait_for_moves(&browser, 1).await;
    assert_eq!(browser.texts(".archive strong").await.len(), 2, "a single game needs no list");
}

/// As from the browser's back-forward cache, by the events of a page that leaves and comes back.
#[tokio::test]
async fn a_list_is_whole_when_the_page_comes_back() {
    let browser = open_page("#checkers").await;
    browser
        .run(
            "const ask = window.fetch;
             window.fetch = async (url, options) => {
               const answer = await ask(url, options);
               if (!String(options.body).includes('Adams')) return answer;
               window.fetch = ask;
               const games = (await answer.text()).split('\\n').slice(0, 3).map((game) => `${game}\\n`);
               const { signal } = options;
               return new Response(new ReadableStream({
                 start(controller) {
                   controller.enqueue(new TextEncoder().encode(games.join('')));
                   signal.addEventListener('abort', () => controller.error(signal.reason));
                 },
               }), answer);
             };",
        )
        .await;
    drop_file(&browser).await;
    browser.wait_until("find('.archive li').length === 3").await;
    browser
        .run(
            "for (const name of ['pagehide', 'pageshow']) {
               dispatchEvent(new PageTransitionEvent(name, { persisted: true }));
             }",
        )
        .await;
    browser.wait_until(ALL_READ).await;
    assert_eq!(browser.count(ROWS).await, 4);
}

/// Rows come into the page fifty at a time; those that are needed, at once.
#[tokio::test]
async fn thousands_of_games_are_listed() {
    let games: String = (1..=3000).map(|number| format!("[Event \"E{number}\"] 1. 11-15 *\n")).collect();
    let browser = open_share("#checkers").await;
    let paste = format!("const event = 'paste'; data.setData('text', {});", json!(games));
    transfer(&browser, "#status", "ClipboardEvent", &paste).await;
    browser.wait_until("find('#archive-count p')[0]?.textContent === '3000 games'").await;
    browser.wait_until("find('.archive li').length === 3000").await;
    assert_eq!(browser.value("find('#import')[0].value").await, "", "a long text does not fill the field");
    let last = "find('.archive li:last-child .number')[0]?.textContent.trim()";
    assert_eq!(browser.value(last).await, "3000");
    look_for(&browser, "e2999").await;
    browser.wait_until("find('.archive li').length === 1").await;
    browser.run("find('#archive-filter')[0].select()").await;
    browser.type_into("#archive-filter", "e").await;
    browser.wait_until("find('.archive li').length >= 50").await;
    browser.run("find('.archive button[tabindex=\"0\"]')[0].focus()").await;
    browser.press(&END.to_string()).await;
    assert_eq!(browser.value("document.activeElement.textContent.startsWith('3000 ')").await, true);
}

/// Also on the narrowest screen of WCAG 1.4.10, in the language with the longer words.
#[tokio::test]
async fn the_list_fits_a_phone() {
    let browser = open_archive("#checkers").await;
    browser.select("#language option[value=de]").await;
    browser.wait_for("html[lang=de]").await;
    browser.click(".archive li:nth-child(2) button").await;
    wait_for_moves(&browser, 2).await;
    browser.become_phone().await;
    assert_eq!(small_targets(&browser).await, [""; 0]);
    for width in [320, 360] {
        browser.set_phone_width(width).await;
        assert_eq!(browser.value("document.documentElement.scrollWidth").await, width);
        let tabs = "find('#tabs')[0].scrollWidth <= find('#tabs')[0].clientWidth";
        assert_eq!(browser.value(tabs).await, true, "{width}");
    }
}

#[tokio::test]
async fn axe_finds_no_violation_around_the_list() {
    let browser = open_archive("#checkers").await;
    load_axe(&browser).await;
    browser.click(".archive li:nth-child(2) button").await;
    wait_for_moves(&browser, 2).await;
    browser.click("#faulty").await;
    for language in ["en", "de"] {
        browser.select(&format!("#language option[value={language}]")).await;
        browser.wait_for(&format!("html[lang={language}]")).await;
        for theme in ["light", "dark"] {
            browser.prefer(&[("prefers-color-scheme", theme), ("prefers-reduced-motion", "reduce")]).await;
            browser.wait_until("document.getAnimations().length === 0").await;
            assert_eq!(violations(&browser).await, json!([]), "{language}, {theme}");
        }
    }
}
