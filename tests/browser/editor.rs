use super::chromium::Chromium;
use super::open_page;
use super::page::{ENTER, cell, on_board};
use serde_json::json;

async fn open_editor(fragment: &str) -> Chromium {
    let browser = open_page(fragment).await;
    browser.open_panel("share").await;
    browser.click("#edit").await;
    // Once the position is checked, the editor is drawn again.
    browser.wait_for("#editor:not([hidden]) #use-position:enabled").await;
    browser
}

/// Types a position instead of the one in the field.
async fn type_position(browser: &Chromium, position: &str) {
    browser.run("find('#position')[0].select()").await;
    browser.type_into("#position", &format!("{position}{ENTER}")).await;
}

async fn click_action(browser: &Chromium, text: &str) {
    let buttons = browser.texts("#editor > .row button").await;
    let at = buttons.iter().position(|button| button == text).unwrap_or_else(|| panic!("{buttons:?}"));
    browser.click(&format!("#editor > .row button:nth-child({})", at + 1)).await;
}

const IS_VALID: &str = "find('#position[aria-invalid=false]').length === 1";

#[tokio::test]
async fn refusals_of_the_service_appear_at_the_field() {
    for (game, position) in [
        ("tic-tac-toe", "XXX......"),
        ("connect-four", "4444444"),
        ("checkers", "B:W1,1:B2"),
        ("checkers", "x"),
    ] {
        let browser = open_editor(&format!("#{game}")).await;
        type_position(&browser, position).await;
        let refusal = browser.ask(&format!("{game}/legal-moves"), json!({ "position": position })).await;
        assert_eq!(refusal["status"], 422, "{position}");
        // A text typed meanwhile may be refused for other reasons.
        let is_shown = format!("find('#position-problem')[0].innerText === {}", refusal["detail"]);
        browser.wait_until(&is_shown).await;
        assert!(browser.shows("#position[aria-invalid=true]").await);
        assert_eq!(browser.attribute("#position", "aria-describedby").await, "position-problem");
        assert!(browser.shows("#use-position:disabled").await);

        click_action(&browser, "Start position").await;
        browser.wait_until(IS_VALID).await;
        assert_eq!(browser.text("#position-problem").await, "");
        assert!(browser.shows("#use-position:enabled").await);
    }
}

#[tokio::test]
async fn an_open_editor_takes_the_chosen_language() {
    let browser = open_editor("#tic-tac-toe").await;
    browser.select("#language option[value=de]").await;
    browser.wait_until("find('#use-position')[0].textContent === 'Von hier spielen'").await;
}

/// A chosen piece is put on empty cells, and taken off by another click.
#[tokio::test]
async fn a_position_is_set_up_piece_by_piece_and_played() {
    let browser = open_editor("#tic-tac-toe?level=10").await;
    let position = |expected: &'static str| format!("find('#position')[0].value === '{expected}'");
    browser.click(&cell("1")).await;
    browser.wait_until(&position("X........")).await;
    browser.click(&cell("2")).await;
    browser.wait_for("#position[aria-invalid=true]").await;
    let pieces = json!([1, 2].map(|cell| json!({ "cell": cell, "owner": "X", "kind": "mark" })));
    let refusal = browser.ask("tic-tac-toe/convert", json!({ "pieces": pieces })).await;
    assert_eq!(browser.text("#position-problem").await, refusal["detail"].as_str().unwrap());

    browser.click(&cell("2")).await;
    browser.wait_until(&position("X........")).await;
    browser.click("#editor .palette [aria-label='O: mark']").await;
    browser.click(&cell("5")).await;
    browser.wait_until(&position("X...O....")).await;
    browser.click("#use-position").await;
    browser.wait_until("find('#editor')[0].hidden").await;
    browser.wait_for_turn().await;
    assert_eq!(browser.fragment().await, "tic-tac-toe?position=X...O....");
    browser.click(&cell("9")).await;
    browser.wait_for_turn().await;
    assert_eq!(browser.count(&on_board(".piece > svg")).await, 4);
}

/// In checkers, the side to move does not follow from the pieces.
#[tokio::test]
async fn the_side_to_move_is_chosen_where_pieces_do_not_tell_it() {
    let browser = open_editor("#checkers?level=10").await;
    click_action(&browser, "Clear").await;
    browser.wait_for("#position[aria-invalid=true]").await;
    assert_eq!(browser.value("find('#position')[0].value").await, "", "there is no notation for it");
    assert_eq!(browser.value("find('#status')[0].checkVisibility()").await, false);
    browser.click("#editor .palette [aria-label='Black: king']").await;
    browser.click(&cell("1")).await;
    browser.click("#editor .palette [aria-label='White: man']").await;
    browser.click(&cell("32")).await;
    browser.wait_until(IS_VALID).await;
    browser.choose("to-move", "white").await;
    browser.wait_until("find('#position')[0].value === 'W:W32:BK1'").await;
    browser.click("#use-position").await;
    // The engine moves for White.
    browser.wait_until("find('#moves button').length === 1").await;
    browser.wait_for_turn().await;
    assert!(browser.fragment().await.ends_with("?position=W%3AW32%3ABK1"));
}

/// In tic-tac-toe, O may have begun. The next piece leaves it to the pieces again.
#[tokio::test]
async fn the_side_to_move_is_chosen_where_the_second_side_began() {
    let browser = open_editor("#tic-tac-toe?seat=both").await;
    assert!(browser.shows("#to-move [value=X]:checked").await);
    browser.click("#editor .palette [aria-label='O: mark']").await;
    browser.click(&cell("1")).await;
    browser.wait_for("#position[aria-invalid=true]").await;
    assert!(browser.text("#position-problem").await.contains("O seems to have begun"));
    assert!(!browser.shows("#to-move :checked").await);
    browser.choose("to-move", "X").await;
    browser.wait_until("find('#position')[0].value === 'O........ X'").await;
    browser.click("#editor .palette [aria-label='X: mark']").await;
    browser.click(&cell("2")).await;
    browser.wait_until("find('#position')[0].value === 'OX.......'").await;
    browser.choose("to-move", "O").await;
    browser.wait_until("find('#position')[0].value === 'OX....... O'").await;
    browser.click("#use-position").await;
    browser.wait_until("find('#editor')[0].hidden").await;
    browser.wait_for_turn().await;
    assert_eq!(browser.text("#status").await, "O to move.");
    browser.play(&["9"]).await;
    assert_eq!(browser.text("#status").await, "X to move.");
}

#[tokio::test]
async fn the_editor_can_be_left_without_a_change() {
    let browser = open_editor("#connect-four/4,4").await;
    click_action(&browser, "Clear").await;
    browser.wait_until(&format!("find('{}').length === 0", on_board(".piece > svg"))).await;
    click_action(&browser, "Cancel").await;
    browser.wait_until(&format!("find('{}').length === 2", on_board(".piece > svg"))).await;
    assert_eq!(browser.fragment().await, "connect-four/4,4");
}
