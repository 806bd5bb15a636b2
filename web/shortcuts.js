// Keyboard shortcuts, and the dialog that lists them.

import { toggle } from "./controls.js";
import { button, fill, html } from "./dom.js";
import * as settings from "./settings.js";
import { icon } from "./toolbar.js";
import { term, word } from "./words.js";

/** The key of each action, by the name of the action. */
const KEYS = {
  back: "ArrowLeft",
  forward: "ArrowRight",
  first: "Home",
  last: "End",
  previous_variation: "ArrowUp",
  next_variation: "ArrowDown",
  previous_game: "k",
  next_game: "j",
  new_game: "n",
  take_back: "u",
  pause: "p",
  hint: "h",
  threat: "t",
  flip: "f",
  analyse: "a",
  scores: "s",
  review_game: "r",
  help: "?",
};

/** Calls the action whose key is pressed, if shortcuts are on, the action is possible now, and the key does
 *  not belong to the focused element. */
export function listen(actions, isPossible) {
  addEventListener("keydown", (event) => {
    if (!settings.get("shortcuts")) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (takesKeys(event.composedPath()[0], event.key)) return;
    const action = Object.keys(KEYS).find((name) => KEYS[name] === event.key);
    if (!action || !isPossible(action) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    actions[action]();
  });
}

/** Fields take all keys, widgets that move the focus take the arrows. */
function takesKeys(element, key) {
  if (element.matches("input:not([type=checkbox], [type=radio]), textarea, select")) return true;
  const takesArrows = "[role=grid] *, [role=grid], [role=slider], [role=tab], [type=radio]";
  return element.matches(takesArrows) && /^(Arrow|Home|End)/.test(key);
}

/** The signs of keys that have the same in every language. */
const NAMES = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };

/** Shows the dialog of icons and shortcuts, with a switch that turns these off. */
export function showHelp(dialog) {
  const rows = Object.entries(KEYS).map(([action, key]) =>
    html("div", {}, html("dt", {}, icon(action), html("kbd", {}, NAMES[key] ?? term("keys", key))), html("dd", {}, word(action))));
  fill(dialog,
    html("h2", { id: "help-title" }, word("help")),
    html("p", {}, word("help_labels")),
    html("p", { className: "keyboard" }, word("help_board")),
    html("dl", { className: "keys" }, ...rows),
    toggle("shortcuts-on", word("shortcuts"), settings.get("shortcuts"), (isOn) => settings.set("shortcuts", isOn)),
    button(word("close"), () => dialog.close(), { className: "main", autofocus: true }));
  dialog.showModal();
}
