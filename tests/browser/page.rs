//! The page as a person uses it: board, moves, panels, settings.

use super::chromium::Chromium;
use serde_json::{Value, json};

/// Matches when it is the person's turn, or the game is over.
const WAITING: &str = "main:is([data-phase=yours], [data-phase=over])";

/// Keys of WebDriver.
pub(super) const ENTER: char = '\u{e007}';
pub(super) const TAB: char = '\u{e004}';
pub(super) const END: char = '\u{e010}';
pub(super) const HOME: char = '\u{e011}';
pub(super) const LEFT: char = '\u{e012}';
pub(super) const UP: char = '\u{e013}';
pub(super) const RIGHT: char = '\u{e014}';
pub(super) const DOWN: char = '\u{e015}';

/// A selector of elements inside the board.
pub(super) fn on_board(selector: &str) -> String {
    format!("bestmove-board >>> {selector}")
}

/// A selector of a cell by its coordinates, such as "5" or "4,1".
pub(super) fn cell(key: &str) -> String {
    on_board(&format!(".cell[data-key='{key}']"))
}

impl Chromium {
    /// Waits until it is the person's turn, or the game is over.
    pub(super) async fn wait_for_turn(&self) {
        self.wait_for(WAITING).await;
    }

    /// Waits until this many pieces are on the board: a captured one fades away, and a flipped one turns over.
    pub(super) async fn wait_for_pieces(&self, number: usize) {
        let pieces = json!(on_board(".piece > svg"));
        self.wait_until(&format!("find({pieces}).length === {number}")).await;
    }

    /// Types moves into the field below the list of moves; waits for the reply to each.
    pub(super) async fn play(&self, moves: &[&str]) {
        for played in moves {
            self.type_into("#typed-move", &format!("{played}{ENTER}")).await;
            assert_eq!(self.text("#typed-problem").await, "", "{played}");
            self.wait_for_turn().await;
        }
    }

    /// The moves of the game and of its variations, in the order in which they are shown.
    pub(super) async fn moves(&self) -> Vec<String> {
        let moves = "find('#moves button').map((button) => button.dataset.key.split(' ').at(-1))";
        serde_json::from_value(self.value(moves).await).unwrap()
    }

    /// Chooses a radio button by its value.
    pub(super) async fn choose(&self, group: &str, value: &str) {
        self.click(&format!("#{group} label:has([value='{value}'])")).await;
        self.wait_for(&format!("#{group} [value='{value}']:checked")).await;
    }

    /// Lets the person play both sides.
    pub(super) async fn play_both_sides(&self) {
        self.choose("seats", "both").await;
        self.wait_for_turn().await;
    }

    pub(super) async fn open_panel(&self, name: &str) {
        self.click(&format!("#tab-{name}")).await;
    }

    /// An attribute of the first of the elements.
    pub(super) async fn attribute(&self, selector: &str, name: &str) -> String {
        let value = self.value(&format!("find({})[0]?.getAttribute({})", json!(selector), json!(name))).await;
        value.as_str().unwrap_or_else(|| panic!("{selector} has no {name}")).to_owned()
    }

    /// The answer of the service of the page to a request.
    pub(super) async fn ask(&self, path: &str, body: Value) -> Value {
        self.run(&format!(
            "const headers = {{ 'content-type': 'application/json' }};
             const answer = await fetch('/v1/{path}', {{ method: 'POST', headers, body: JSON.stringify({body}) }});
             return answer.json();"
        ))
        .await
    }
}
