// The buttons below the board: navigation, orientation, hint and threat.

import { html, svg } from "./dom.js";
import { word } from "./words.js";

/** The actions with a button; each name is that of an icon and a word as well. */
const BUTTONS = ["first", "back", "forward", "last", "flip", "hint", "threat"];

/** Fills the toolbar. */
export function createToolbar(toolbar, actions) {
  const buttons = BUTTONS.map((name) =>
    html("button", { type: "button", id: name, className: "icon", onclick: actions[name], "data-label": name }, icon(name)));
  toolbar.replaceChildren(...buttons);
}

/** Disables what has no effect at this place, and shows whether hint and threat are on. */
export function showToolbar(toolbar, { node, root, phase, isPaused }, { hint, hasThreat }) {
  const at = (name) => toolbar.querySelector(`#${name}`);
  at("first").disabled = at("back").disabled = node === root;
  at("last").disabled = at("forward").disabled = node.children.length === 0;
  at("hint").disabled = at("threat").disabled = phase !== "yours" || isPaused;
  at("hint").classList.toggle("on", hint !== undefined);
  at("threat").ariaPressed = String(hasThreat);
  at("hint").title = at("hint").ariaLabel = word(hint?.step === "piece" ? "hint_move" : "hint");
}

const PATHS = {
  first: "M6 5v14M18 5l-9 7 9 7z",
  back: "M15 5l-8 7 8 7",
  forward: "M9 5l8 7-8 7",
  last: "M18 5v14M6 5l9 7-9 7z",
  flip: "M7 4v15m0 0-3-3m3 3 3-3M17 20V5m0 0-3 3m3-3 3 3",
  hint: "M9 18h6m-5 3h4M8 14a6 6 0 1 1 8 0c-.7.7-1 1.3-1 2H9c0-.7-.3-1.3-1-2z",
  threat: "M12 4 3 20h18zM12 10v5m0 2v.5",
};

/** The icon of an action; undefined: it has none. */
export const icon = (name) =>
  PATHS[name] && svg("svg", { viewBox: "0 0 24 24", class: "glyph", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
