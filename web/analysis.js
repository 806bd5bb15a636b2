// The card that shows the latest analysis: score, principal variation, statistics.

import { html } from "./dom.js";
import { describeScore, formatCount, formatDuration, sourceLabel, stopLabel } from "./format.js";

/** The content of the card. A click on a move of the line goes to the position after it. */
export function analysisCard(match) {
  const { game, analysis, viewer } = match;
  if (!analysis) return [html("h2", {}, "Analysis"), html("p", { className: "faint" }, "No analysis yet.")];
  const score = describeScore(analysis, game, viewer);
  return [
    html("h2", {}, "Analysis", html("small", {}, ` before move ${analysis.moves.length + 1}`)),
    html("p", { className: "verdict" }, score.headline),
    balance(score.share),
    html("p", { className: "tags" }, ...tags(score)),
    ...line(analysis, (moves) => match.go(moves)),
    statistics(analysis, score),
  ];
}

/** A bar that shows the chances of the first side, from the left. */
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

/** The shortest time for which a speed is shown: below it, the clock is too coarse. */
const MEASURABLE_MS = 1;

function statistics({ depth, selective_depth, nodes, elapsed_ms, source, stopped_by }, { bound }) {
  const isMeasurable = elapsed_ms >= MEASURABLE_MS && nodes > 0;
  const rows = [
    ["Depth", depth],
    ["Selective", selective_depth],
    ["Nodes", formatCount(nodes)],
    ["Nodes/s", isMeasurable ? formatCount(Math.round(nodes / (elapsed_ms / 1000))) : "–"],
    ["Time", formatDuration(elapsed_ms)],
    ["Stopped by", stopLabel(stopped_by)],
    ["Source", sourceLabel(source)],
    ["Bound", bound],
  ];
  return html("dl", { className: "facts" },
    ...rows.map(([term, value]) => html("div", {}, html("dt", {}, term), html("dd", {}, value))));
}
