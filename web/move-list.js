// The list of moves played.

import { html } from "./dom.js";

/** The items of the list. A click on a move goes back to the position after it. */
export function moveList(match) {
  const { moves } = match;
  return moves.map((move, index) => {
    const goBack = () => match.go(moves.slice(0, index + 1));
    const button = html("button", { type: "button", onclick: goBack }, move);
    if (index === moves.length - 1) button.ariaCurrent = "step";
    return html("li", {}, button);
  });
}
