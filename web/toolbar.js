// The buttons below the board: navigation, orientation, hint and threat.

import { html } from "./dom.js";
import { icon } from "./icons.js";
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
export function showToolbar(toolbar, { node, root, phase }, { hint, hasThreat }) {
  const at = (name) => toolbar.querySelector(`#${name}`);
  at("first").disabled = at("back").disabled = node === root;
  at("last").disabled = at("forward").disabled = node.children.length === 0;
  at("hint").disabled = at("threat").disabled = phase !== "yours";
  at("hint").ariaPressed = String(hint !== undefined);
  at("threat").ariaPressed = String(hasThreat);
  at("hint").title = word(hint?.step === "piece" ? "hint_move" : "hint");
}
