// The list of states of SSS* and DUAL*: the first comes next.

import { fill, html } from "../dom.js";
import { number, valueOf, word } from "./words.js";

export class StateList {
  #element;

  constructor(element) {
    this.#element = element;
  }

  /** Shows the list of a step. @param {import("./replay.js").Replay} replay */
  show(search, trace, name, convention, replay) {
    const isDual = search === "dual-star";
    const states = replay.list(isDual ? -1 : 1).map((index) => {
      const { path, listed: { merit, solved } } = replay.nodes[index];
      return html("li", { className: solved ? "solved" : "live" }, word("state", name(path), solved, `${isDual ? "≥" : "≤"} ${number(valueOf(merit))}`));
    });
    fill(this.#element, ...(states.length > 0 ? states : [html("li", { className: "none" }, word("noStates"))]));
  }
}
