// What a search holds for the nodes that it is in, from the root down, in each of the four conventions.

import { fill, html } from "../dom.js";
import { negatedWindow, singleValue } from "./narrator.js";
import { number, windowText, word } from "./words.js";

const CONVENTIONS = ["max", "mover", "stored", "stack"];
/** Searches whose windows are none of the players'. */
const BEST_FIRST = ["sss-star", "dual-star"];
const FULL = { alpha: -Infinity, beta: Infinity };

export class PathTable {
  #element;

  constructor(element) {
    this.#element = element;
  }

  /** Shows the path of a step; `convention`: that of the search. @param {import("./trace.js").Trace} trace */
  show(search, trace, name, convention) {
    const rows = BEST_FIRST.includes(search) ? [] : pathValues(trace);
    this.#element.hidden = rows.length === 0;
    const isOwn = (key) => (key === convention ? "own" : "");
    fill(this.#element, html("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: word("path.label") }, html("table", {},
      html("caption", {}, word("path.caption")),
      html("thead", {}, html("tr", {}, html("th", { scope: "col" }, word("page.node")), ...CONVENTIONS.map((key) =>
        html("th", { scope: "col", className: isOwn(key), title: word(`path.titles.${key}`) }, word(`path.conventions.${key}`))))),
      html("tbody", {}, ...rows.map(({ path, ...values }) => html("tr", {}, html("th", { scope: "row" }, name(path)), ...CONVENTIONS.map((key) =>
        html("td", { className: isOwn(key), "data-convention": key }, typeof values[key] === "object" ? windowText(values[key]) : number(values[key])))))))));
  }
}

/** The values of each node of the path by the convention: a window, or a single value. */
export const pathValues = (trace) => trace.stack.map((facts) => {
  const mover = trace.mover(facts.path);
  const held = facts.isLeaf ? { ...facts, window: FULL, best: facts.value } : facts;
  const window = trace.windowAt({ ...facts, score: undefined });
  return {
    path: facts.path,
    max: window,
    mover: mover === "min" ? negatedWindow(window) : window,
    stored: singleValue("stored", mover, held),
    stack: singleValue("stack", mover, held),
  };
});
