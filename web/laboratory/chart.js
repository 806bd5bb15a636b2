// Mean leaves of searches on random trees, measured by the service, against depth; with the curves of theory.

import { fill, html, svg } from "../dom.js";
import { Refusal, post } from "./service.js";
import { growth, minimalLeaves } from "./theory.js";
import { count, decimal, word } from "./words.js";

const SIZE = { width: 640, height: 360 };
const MARGIN = { left: 62, right: 128, top: 16, bottom: 40 };
const LEAVES = { distinct: { kind: "distinct" }, binary: { kind: "binary", one: 0.5 }, integers: { kind: "integers", low: -9, high: 9 } };
/** The most leaves of a tree that is measured. */
const MOST_LEAVES = 70_000;
/** The most searches, which is the number of colours. */
const MOST_SEARCHES = 6;

// With the chart, which the page does not begin with.
document.head.append(html("link", { rel: "stylesheet", href: "/page/laboratory/chart.css" }));

export class Chart {
  #catalogue;
  #form;
  #result = html("div", { className: "chart-result" });
  #running;

  constructor(element, catalogue) {
    this.#catalogue = catalogue;
    const option = ([value, name]) => html("option", { value }, name);
    this.#form = html("form", { className: "chart-form", onsubmit: (event) => { event.preventDefault(); this.#measure(); } },
      html("label", {}, word("chart.children"), html("input", { type: "number", name: "branching", min: 2, max: 16, value: 3, required: true })),
      html("label", {}, word("chart.depth"), html("input", { type: "number", name: "depth", min: 2, max: 12, value: 6, required: true })),
      html("label", {}, word("chart.leaves"), html("select", { name: "leaves" }, ...Object.entries(word("chart.kinds")).map(option))),
      html("label", {}, word("chart.trees"), html("input", { type: "number", name: "trees", min: 1, max: 1000, value: 50, required: true })),
      html("button", { type: "submit", className: "main", id: "measure" }, word("chart.measure")));
    element.append(
      html("p", { className: "summary" }, word("chart.about")),
      this.#form, html("p", { id: "chart-problem", className: "field-problem", role: "alert" }), html("p", { id: "measuring", role: "status" }), this.#result);
  }

  /** The searches to measure, without those that evaluate all leaves. */
  set searches(ids) {
    this.#searches = ids.filter((id) => !["minimax", "negamax"].includes(id)).slice(0, MOST_SEARCHES);
    const isNone = this.#searches.length === 0;
    document.getElementById("measure").disabled = isNone;
    document.getElementById("chart-problem").textContent = isNone ? word("chart.none") : "";
  }

  #searches = [];

  async #measure() {
    this.#running?.abort();
    const own = this.#running = new AbortController();
    const { branching, depth, leaves, trees } = Object.fromEntries([...new FormData(this.#form)].map(([name, value]) => [name, name === "leaves" ? value : Number(value)]));
    const deepest = Math.min(depth, Math.floor(Math.log(MOST_LEAVES) / Math.log(branching)));
    const say = (text) => { document.getElementById("measuring").textContent = text; };
    document.getElementById("chart-problem").textContent = "";
    const rows = [];
    try {
      for (let ply = 1; ply <= deepest; ply += 1) {
        say(word("chart.measuring", ply, deepest));
        const body = { random: { branching, depth: ply, seed: 1, leaves: LEAVES[leaves] }, trees, searches: this.#searches };
        rows.push({ depth: ply, ...(await post("/v1/trees/measure", body, { signal: own.signal })) });
        this.#show(rows, { branching, kind: leaves });
      }
      const stopped = rows.find(({ complete }) => !complete);
      say([deepest < depth ? word("chart.tooMany", deepest) : "", stopped ? word("chart.stopped", stopped.depth, stopped.trees) : ""].filter(Boolean).join(" ") || word("chart.measured"));
    } catch (error) {
      if (own.signal.aborted) return;
      say("");
      if (!(error instanceof Refusal)) throw error;
      document.getElementById("chart-problem").textContent = error.message;
    }
  }

  #show(rows, tree) {
    const { branching } = tree;
    const depths = rows.map(({ depth }) => depth);
    const measured = rows[0].results.map(({ search }, at) => ({
      name: this.#catalogue.find(({ id }) => id === search)?.name ?? search,
      kind: `measured series-${at}`,
      values: rows.map(({ results }) => results[at].distinct_mean),
    }));
    const theory = growth(tree);
    const curve = (name, kind, value) => ({ name, kind: `theory ${kind}`, values: depths.map(value) });
    const curves = [
      curve(word("chart.allLeaves"), "all", (depth) => branching ** depth),
      ...(theory ? [curve(`(${theory.name})^d`, "growth", (depth) => theory.value ** depth)] : []),
      curve(word("chart.minimal"), "minimal", (depth) => minimalLeaves(branching, depth)),
    ];
    const text = theory
      ? word("chart.theory", theory.name, decimal(theory.value, 3), tree.kind === "binary")
      : word("chart.ties");
    fill(this.#result,
      html("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: word("chart.chart") }, drawing(depths, [...curves, ...measured])),
      html("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: word("chart.table") }, table(rows, curves, measured)),
      html("p", { className: "source" }, text));
  }
}

function drawing(depths, series) {
  const most = Math.max(...series.flatMap(({ values }) => values));
  const x = (depth) => MARGIN.left + ((depth - 1) / Math.max(depths.length - 1, 1)) * (SIZE.width - MARGIN.left - MARGIN.right);
  const y = (value) => SIZE.height - MARGIN.bottom - (Math.log(Math.max(value, 1)) / Math.log(Math.max(most, 10))) * (SIZE.height - MARGIN.top - MARGIN.bottom);
  const text = (content, attributes) => {
    const element = svg("text", attributes);
    element.textContent = content;
    return element;
  };
  const powers = Array.from({ length: Math.floor(Math.log10(Math.max(most, 10)) + 1e-9) + 1 }, (_, power) => 10 ** power);
  const grid = powers.flatMap((value) => [
    svg("path", { class: "grid", d: `M${MARGIN.left} ${y(value)}H${SIZE.width - MARGIN.right}` }),
    text(count(value), { x: MARGIN.left - 8, y: y(value) + 4, "text-anchor": "end" })]);
  const ticks = depths.map((depth) => text(String(depth), { x: x(depth), y: SIZE.height - MARGIN.bottom + 20, "text-anchor": "middle" }));
  const lines = series.flatMap(({ kind, values }) => [
    svg("path", { class: kind, d: values.map((value, at) => `${at === 0 ? "M" : "L"}${x(depths[at])} ${y(value)}`).join("") }),
    ...(kind.startsWith("measured") ? values.map((value, at) => svg("circle", { class: kind, cx: x(depths[at]), cy: y(value), r: 3.5 })) : [])]);
  const labels = apart(series.map(({ name, kind, values }) => ({ name, kind, y: y(values.at(-1)) }))).map(({ name, kind, y }) =>
    text(name, { class: `label ${kind}`, x: SIZE.width - MARGIN.right + 10, y: y + 4 }));
  return svg("svg", { ...SIZE, viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, class: "chart", role: "img", "aria-label": word("chart.label") },
    ...grid, ...ticks, text(word("chart.axis"), { x: (SIZE.width - MARGIN.right + MARGIN.left) / 2, y: SIZE.height - 4, "text-anchor": "middle" }), ...lines, ...labels);
}

/** Labels in their order, moved so that none covers another: up from the axis, then down from the top. */
function apart(labels) {
  const sorted = labels.toSorted((one, other) => other.y - one.y);
  let lowest = SIZE.height - MARGIN.bottom + 4;
  for (const label of sorted) {
    label.y = Math.min(label.y, lowest);
    lowest = label.y - 15;
  }
  let highest = MARGIN.top;
  for (const label of sorted.toReversed()) {
    label.y = Math.max(label.y, highest);
    highest = label.y + 15;
  }
  return sorted;
}

function table(rows, curves, measured) {
  const all = [...measured, ...curves];
  const number = (value) => count(Number(value.toFixed(value < 100 ? 2 : 0)));
  const last = ({ values }) => (values.length > 1 ? decimal(values.at(-1) / values.at(-2), 3) : "–");
  const cells = (values) => values.map((value) => html("td", {}, value));
  return html("table", {},
    html("caption", {}, word("chart.caption")),
    html("thead", {}, html("tr", {}, html("th", { scope: "col" }, word("chart.plies")), html("th", { scope: "col" }, word("chart.trees")), ...all.map(({ name }) => html("th", { scope: "col" }, name)))),
    html("tbody", {},
      ...rows.map(({ depth, trees }, at) => html("tr", {}, html("th", { scope: "row" }, String(depth)), ...cells([count(trees), ...all.map(({ values }) => number(values[at]))]))),
      html("tr", { className: "growth" }, html("th", { scope: "row" }, word("chart.growth")), ...cells(["", ...all.map(last)]))));
}
