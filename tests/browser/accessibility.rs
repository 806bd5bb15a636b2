use super::chromium::Chromium;
use super::open_page;
use super::page::{DOWN, ENTER, LEFT, RIGHT, TAB, UP, on_board};
use serde_json::{Value, json};
use std::fs;

const AXE: &str = "tests/browser/node_modules/axe-core/axe.min.js";

/// The most tab stops before the board.
const TAB_STOPS: usize = 10;

/// Presses the tab key until the focus is on the board.
async fn go_to_board(browser: &Chromium) {
    for _ in 0..TAB_STOPS {
        browser.press(&TAB.to_string()).await;
        if browser.value("document.activeElement.matches('bestmove-board')").await == true {
            return;
        }
    }
    panic!("{TAB_STOPS} tab stops do not lead to the board");
}

/// Moves the focus by arrow keys to one of the cells, the last for `at` -1, and presses Enter. Does
/// nothing while the board is drawn anew.
async fn choose_cell(browser: &Chromium, cells: &str, at: i32) {
    let way = browser
        .run(&format!(
            "const rows = find('bestmove-board >>> .row').map((row) => [...row.querySelectorAll('.cell')]);
             const place = (cell) => {{
               const row = rows.findIndex((row) => row.includes(cell));
               return [row, rows[row].indexOf(cell)];
             }};
             const ends = [find('bestmove-board >>> .cell:focus')[0], find({}).at({at})];
             if (ends.includes(undefined)) return null;
             const [from, to] = ends.map(place);
             return [to[0] - from[0], to[1] - from[1]];",
            json!(cells)
        ))
        .await;
    if way.is_null() {
        return;
    }
    let steps = |at: usize, back: char, forth: char| {
        let count = way[at].as_i64().unwrap();
        let key = if count < 0 { back } else { forth };
        key.to_string().repeat(usize::try_from(count.abs()).unwrap())
    };
    browser.press(&format!("{}{}", steps(0, UP, DOWN), steps(1, LEFT, RIGHT))).await;
    let is_there = format!("find({}).at({at}).matches(':focus')", json!(cells));
    assert_eq!(browser.value(&is_there).await, true, "{cells}: {way}");
    browser.press(&ENTER.to_string()).await;
}

/// Plays a move by arrow keys and Enter: a piece and its targets, or a cell; the first or the last of them.
async fn play_by_arrows(browser: &Chromium, at: i32) {
    const ATTEMPTS: usize = 100;
    let moves = browser.moves().await.len();
    for _ in 0..ATTEMPTS {
        if browser.moves().await.len() > moves {
            return;
        }
        for cells in [".cell.target", ".cell.movable", ".cell[aria-disabled=false]"].map(on_board) {
            if browser.shows(&cells).await {
                choose_cell(browser, &cells, at).await;
                break;
            }
        }
    }
    panic!("no move after {ATTEMPTS} attempts: {}", browser.text("#status").await);
}

/// Types the last legal move on the board. It needs no Enter, as no other move continues it.
async fn play_by_typing(browser: &Chromium, game: &str) {
    let moves = browser.moves().await;
    let position = browser.ask(&format!("{game}/legal-moves"), json!({ "moves": moves })).await;
    let legal = position["moves"].as_array().unwrap();
    browser.press(legal[legal.len() - 1]["notation"].as_str().unwrap()).await;
    assert!(browser.moves().await.len() > moves.len(), "{:?}", browser.texts(&on_board(".typed")).await);
}

/// Records what the board says.
async fn listen(browser: &Chromium) {
    browser
        .run(
            "const [region] = find('bestmove-board >>> [aria-live=polite]');
             window.spoken = [];
             new MutationObserver(() => spoken.push(region.textContent)).observe(region, { childList: true });",
        )
        .await;
}

async fn play_a_game_by_keyboard(game: &str, sides: [&str; 2]) {
    let browser = open_page(&format!("#{game}")).await;
    listen(&browser).await;
    go_to_board(&browser).await;
    for turn in 0.. {
        if browser.shows("main[data-phase=over]").await {
            break;
        }
        match turn % 3 {
            0 => play_by_arrows(&browser, -1).await,
            1 => play_by_typing(&browser, game).await,
            _ => play_by_arrows(&browser, 0).await,
        }
        browser.wait_for_turn().await;
    }
    let moves = browser.moves().await.len();
    let spoken: Vec<String> = serde_json::from_value(browser.value("spoken").await).unwrap();
    for (number, side) in sides.into_iter().enumerate() {
        let name = format!("{side}: ");
        let count = spoken.iter().filter(|sentence| sentence.starts_with(&name)).count();
        // The last move is spoken with the result.
        assert_eq!(
            count,
            (moves - number).div_ceil(2) - usize::from((moves - 1) % 2 == number),
            "{spoken:?}"
        );
    }
    let result = &spoken[spoken.len() - 1];
    assert!(result.contains("A draw") || result.contains(" wins"), "{result}");
    assert_eq!(browser.console_errors().await, [""; 0]);
}

#[tokio::test]
async fn tic_tac_toe_is_played_by_keyboard_alone() {
    play_a_game_by_keyboard("tic-tac-toe", ["X", "O"]).await;
}

#[tokio::test]
async fn connect_four_is_played_by_keyboard_alone() {
    play_a_game_by_keyboard("connect-four", ["Red", "Yellow"]).await;
}

#[tokio::test]
async fn checkers_is_played_by_keyboard_alone() {
    play_a_game_by_keyboard("checkers", ["Black", "White"]).await;
}

#[tokio::test]
async fn tabs_are_chosen_by_arrow_keys() {
    let browser = open_page("").await;
    browser.open_panel("play").await;
    for (key, panel) in
        [(RIGHT, "analysis"), (RIGHT, "review"), (LEFT, "analysis"), (LEFT, "play"), (LEFT, "share")]
    {
        browser.press(&key.to_string()).await;
        browser.wait_for(&format!("#{panel}:not([hidden])")).await;
        assert_eq!(browser.attribute("[role=tab][tabindex='0']", "aria-controls").await, panel);
        assert_eq!(browser.count("[role=tabpanel]:not([hidden])").await, 1);
    }
}

/// A part of the page gets the focus of its button that has gone or is disabled.
#[tokio::test]
async fn the_focus_stays_where_a_button_has_gone() {
    let browser = open_page("#tic-tac-toe/1,2(5,9),6,5,8,9,3,7,4").await;
    let press = async |button: &str, shown: &str, focused: &str| {
        browser.wait_for(button).await;
        browser.run(&format!("find({})[0].focus()", json!(button))).await;
        browser.press(&ENTER.to_string()).await;
        browser.wait_for(shown).await;
        browser.wait_for_turn().await;
        let is_focused = format!("document.activeElement.matches({})", json!(focused));
        assert_eq!(browser.value(&is_focused).await, true, "{button}");
    };
    browser.press("r").await;
    browser.wait_for("#review table").await;
    press("#review-game", "#review table", "#review").await;
    press("#review .retry", ".retry-state.ask", "bestmove-board").await;
    press("#choices .row button:first-child", ".retry-state.solution", "#choices").await;
    press("#choices .row button:last-child", "#new", "#choices").await;
    browser.click("#last").await;
    press("#retry-now", ".retry-state.ask", "bestmove-board").await;
    press("#choices .row button:last-child", "#new", "#choices").await;
    browser.click("#moves .variation li:last-child button").await;
    press("#variations button:first-child", "#moves .variation", ".record").await;
}

/// Forced colours replace those of backgrounds and leave out shadows.
#[tokio::test]
async fn choices_are_visible_in_forced_colours() {
    let browser = open_page("#connect-four/4,4").await;
    browser.prefer(&[("forced-colors", "active")]).await;
    let style = async |selector: &str, property: &str| {
        browser.value(&format!("getComputedStyle(find({})[0])[{}]", json!(selector), json!(property))).await
    };
    for (chosen, other) in [
        ("#games :checked + span", "#games :not(:checked) + span"),
        ("#seats :checked + span", "#seats :not(:checked) + span"),
        ("#levels :checked + span", "#levels :not(:checked) + span"),
        ("#tabs [aria-selected=true]", "#tabs [aria-selected=false]"),
        ("#moves [aria-current]", "#moves button:not([aria-current])"),
        (".player.on", ".player:not(.on)"),
    ] {
        assert_eq!(style(chosen, "outlineStyle").await, "solid", "{chosen}");
        assert_eq!(style(other, "outlineStyle").await, "none", "{other}");
    }
    assert_eq!(style("#scores", "appearance").await, "auto");
    assert_eq!(style("#bar", "forcedColorAdjust").await, "none");
}

/// The violations that axe finds, with their elements.
pub(super) async fn violations(browser: &Chromium) -> Value {
    browser
        .value(
            "axe.run().then(({ violations }) => violations.map(({ id, nodes }) =>
               `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`))",
        )
        .await
}

/// Loads axe into the page.
pub(super) async fn load_axe(browser: &Chromium) {
    let axe = fs::read_to_string(AXE).expect("axe: install it with: npm install --prefix tests/browser");
    browser.run(&axe).await;
}

/// In each panel, the editor and the dialog, in both themes.
async fn check_with_axe(fragment: &str) {
    let browser = open_page(fragment).await;
    load_axe(&browser).await;
    for key in ["s", "a", "r"] {
        browser.press(key).await;
    }
    browser.wait_for("#review table").await;
    browser.click("#moves button").await;
    browser.wait_for_turn().await;
    for theme in ["light", "dark"] {
        // Without motion, so that no colour is caught between two others.
        browser.prefer(&[("prefers-color-scheme", theme), ("prefers-reduced-motion", "reduce")]).await;
        browser.wait_until("document.getAnimations().length === 0").await;
        for panel in ["play", "analysis", "review", "share"] {
            browser.open_panel(panel).await;
            assert_eq!(violations(&browser).await, json!([]), "{panel}, {theme}");
        }
        browser.click("#edit").await;
        browser.wait_for("#editor:not([hidden]) #position").await;
        assert_eq!(violations(&browser).await, json!([]), "editor, {theme}");
        browser.click("#editor > .row button:last-child").await;
        browser.press("?").await;
        browser.wait_for("#help[open]").await;
        assert_eq!(violations(&browser).await, json!([]), "help, {theme}");
        browser.click("#help button").await;
    }
}

#[tokio::test]
async fn axe_finds_no_violation_around_tic_tac_toe() {
    check_with_axe("#tic-tac-toe/1,2,6,5").await;
}

#[tokio::test]
async fn axe_finds_no_violation_around_connect_four() {
    check_with_axe("#connect-four/4,1,4,2").await;
}

#[tokio::test]
async fn axe_finds_no_violation_around_checkers() {
    check_with_axe("#checkers/11-15,22-18,15x22,25x18").await;
}

#[tokio::test]
async fn axe_finds_no_violation_around_reversi() {
    check_with_axe("#reversi/f5,d6,c3,d3").await;
}
