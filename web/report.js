// What the engine said last: score, line, effort.

import { html } from "./dom.js";
import { count, duration, score, source, stop } from "./words.js";

/** The card's content. A click in the line goes there. */
export function reportCard(match) {
  const { game, report, viewer } = match;
  if (!report) return [html("h2", {}, "Analysis"), html("p", { className: "faint" }, "Nothing thought about yet.")];
  const judged = score(report, game, viewer);
  return [
    html("h2", {}, "Analysis", html("small", {}, ` before move ${report.moves.length + 1}`)),
    html("p", { className: "verdict" }, judged.headline),
    balance(judged.share),
    html("p", { className: "tags" }, ...tags(judged)),
    ...line(report, (moves) => match.go(moves)),
    facts(report, judged),
  ];
}

/** A bar that the first side fills from the left, as far as it is ahead. */
function balance(share) {
  const bar = html("div", { className: "balance", "aria-hidden": "true" }, html("span"));
  bar.style.setProperty("--share", share);
  return bar;
}

function tags({ certainty, figure }) {
  const proof = html("span", { className: certainty === "proven" ? "tag proven" : "tag" }, certainty);
  return figure ? [proof, html("span", { className: "tag" }, figure)] : [proof];
}

function line({ moves, principal_variation: variation }, go) {
  if (variation.length === 0) return [];
  const items = variation.map((move, index) => {
    const upTo = [...moves, ...variation.slice(0, index + 1)];
    return html("li", {}, html("button", { type: "button", onclick: () => go(upTo) }, move));
  });
  return [html("h3", {}, "Best line"), html("ol", { className: "moves line", "aria-label": "Best line" }, ...items)];
}

/** Below this, the clock is too coarse to tell a speed. */
const MEASURABLE_MS = 1;

function facts({ depth, selective_depth, nodes, elapsed_ms, source: origin, stopped_by }, { bound }) {
  const isMeasurable = elapsed_ms >= MEASURABLE_MS && nodes > 0;
  const rows = [
    ["Depth", depth],
    ["Furthest", selective_depth],
    ["Nodes", count(nodes)],
    ["Per second", isMeasurable ? count(Math.round(nodes / (elapsed_ms / 1000))) : "–"],
    ["Time", duration(elapsed_ms)],
    ["Ended by", stop(stopped_by)],
    ["Source", source(origin)],
    ["Bound", bound],
  ];
  return html("dl", { className: "facts" },
    ...rows.map(([term, value]) => html("div", {}, html("dt", {}, term), html("dd", {}, value))));
}
