// The table of all chosen searches on the same tree, beside minimax and the smallest proof.

import { fill, html, svg } from "../dom.js";
import { count, decimal, score, word } from "./words.js";

const BAR = { width: 64, height: 8 };
/** The columns that a narrow screen has at first: the search, its value, leaves and nodes. */
const ESSENTIAL = [0, 1, 2, 4];

export class Comparison {
  #element;
  #catalogue;
  #onchange;
  #chosen;

  /** @param {(fields: object) => void} onchange is given the fields of a link */
  constructor(element, catalogue, onchange) {
    this.#element = element;
    this.#catalogue = catalogue;
    this.#onchange = onchange;
    const boxes = catalogue.map(({ id, name }) =>
      html("label", {}, html("input", { type: "checkbox", value: id, onchange: () => this.#choose() }), ` ${name}`));
    this.#chosen = html("details", { id: "searches" }, html("summary", {}, word("comparison.choose")), html("div", { className: "boxes" }, ...boxes));
    const results = html("div", { className: "results" });
    const all = html("input", { type: "checkbox", id: "all-columns", onchange: () => results.classList.toggle("all", all.checked) });
    element.append(results, html("label", { className: "check narrow" }, all, ` ${word("comparison.all")}`), this.#chosen);
  }

  #choose() {
    const chosen = [...this.#chosen.querySelectorAll(":checked")].map(({ value }) => value);
    this.#onchange({ searches: chosen.join(",") || "alpha-beta" });
  }

  show(link, { tree, results, checks }) {
    const chosen = link.searches.split(",");
    for (const box of this.#chosen.querySelectorAll("input")) box.checked = chosen.includes(box.value);
    const rows = results.map((result) => this.#row(result, link, tree.leaves));
    const columns = word("comparison.columns");
    const table = html("table", {},
      html("thead", {}, html("tr", {}, ...columns.map(([name], at) => html("th", { scope: "col", className: rank(at) }, name)))),
      html("tbody", {}, ...rows));
    fill(this.#element.querySelector(".results"),
      html("p", { className: "summary" }, summary(tree, results)),
      html("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: word("comparison.table") }, table),
      html("dl", { className: "columns" }, ...columns.map(([name, meaning], at) => html("div", { className: rank(at) }, html("dt", {}, name), html("dd", {}, meaning)))),
      html("ul", { className: "checks" }, ...checks.map((check) => this.#check(check))));
  }

  #name(search) {
    return this.#catalogue.find(({ id }) => id === search)?.name ?? search;
  }

  #row(result, link, all) {
    const { search, cutoffs: cuts, distinct_leaves: distinct } = result;
    const isDrawn = search === link.search;
    const name = html("button", { type: "button", "data-key": search, ariaPressed: String(isDrawn), onclick: () => this.#onchange({ search }) }, this.#name(search));
    const value = result.value === null ? "–" : told(result);
    const memory = result.memory_entries || result.largest_list || 0;
    const cells = [
      result.complete ? value : word("comparison.stopped", value),
      [bar(distinct, all), distinct === null ? "–" : count(distinct)],
      count(result.evaluations),
      count(result.nodes),
      `${count(cuts.alpha)} / ${count(cuts.beta)}`,
      `${count(cuts.shallow)} / ${count(cuts.deep)} / ${count(cuts.window)}`,
      count(cuts.after_first_child),
      count(result.second_searches),
      result.passes === 0 ? "–" : count(result.passes),
      memory === 0 ? "–" : count(memory),
    ];
    return html("tr", { className: `${isDrawn ? "drawn" : ""} ${result.complete ? "" : "stopped"}`.trim(), "data-search": search },
      html("th", { scope: "row" }, name, result.ignored_options && html("small", { title: word("comparison.withoutTitle") }, ` ${word("comparison.without", result.ignored_options.map((option) => word(`comparison.options.${option}`)).join(", "))}`)),
      ...cells.map((cell, at) => html("td", { className: rank(at + 1) }, ...[cell].flat())));
  }

  #check({ search, within, holds }) {
    const text = word("comparison.check", this.#name(search), this.#name(within));
    return html("li", { className: holds ? "holds" : "fails" }, text, html("b", {}, word(holds ? "comparison.holds" : "comparison.fails")));
  }
}

/** The class of a column that a narrow screen has only if it is asked for. */
const rank = (at) => (ESSENTIAL.includes(at) ? "" : "more-columns");

function told({ value, mean, bound, complete, depth }) {
  const text = Number.isInteger(mean ?? value) ? score(value, bound) : score(decimal(mean, 2), bound);
  return complete || !depth ? text : word("comparison.toDepth", text, depth);
}

function summary({ leaves, nodes, depth, smallest_proof: proof, root }, results) {
  const parts = [word("comparison.first", root === "max", depth)];
  if (leaves !== undefined) parts.push(word("comparison.size", count(leaves), count(nodes), leaves === 1));
  if (proof !== undefined && proof !== null) parts.push(word("comparison.proof", count(proof), proof === 1));
  if (!results.every(({ complete }) => complete)) parts.push(word("comparison.incomplete"));
  return parts.join(" ");
}

function bar(part, whole) {
  if (!whole || part === null) return "";
  return svg("svg", { ...BAR, class: "bar", "aria-hidden": true },
    svg("rect", { ...BAR, class: "whole", rx: 2 }), svg("rect", { ...BAR, class: "part", rx: 2, width: Math.max((BAR.width * part) / whole, 2) }));
}
