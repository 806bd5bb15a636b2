// The panel of the analysis: score, best lines, statistics.

import { toggle } from "./controls.js";
import { fill, html } from "./dom.js";
import { describeReason, describeScore, formatCount, formatDuration, shortScore } from "./format.js";
import { problemText } from "./problem.js";
import * as settings from "./settings.js";
import { term, word } from "./words.js";

/** The most lines shown. */
const LINES = 5;

/** Fills the panel. `onchange` is called when a switch changes. */
export function showAnalysisPanel(panel, session, problem, onchange) {
  const change = (name) => (isOn) => {
    settings.set(name, isOn);
    onchange();
  };
  fill(panel,
    html("div", { className: "row" },
      toggle("analysis-on", word("analyse"), settings.get("analysis"), change("analysis")),
      toggle("scores", word("scores"), settings.get("scores"), change("scores"))),
    settings.get("scores") ? legend(session) : undefined,
    problem && html("p", { className: "field-problem", role: "alert" }, problemText(problem)),
    ...content(session));
}

/** What the scores on the board mean, by examples. */
function legend({ game }) {
  if (settings.get("figures") === "solver") return html("p", { id: "legend", className: "faint" }, word("legend_solver"));
  const examples = [{ kind: "win", plies: 9 }, { kind: "draw" }, { kind: "loss", plies: 8 }];
  const [win, draw, loss, others] = word("legend");
  const parts = [win, draw, loss].map((text, index) =>
    html("span", {}, html("b", { className: `score ${examples[index].kind}` }, shortScore(examples[index], game)), ` ${text}`));
  return html("p", { id: "legend", className: "faint" }, ...parts, others);
}

function content(session) {
  const { game, analysis, viewer } = session;
  const best = analysis?.lines[0];
  if (!best) return [html("p", { className: "faint" }, word("no_analysis"))];
  const score = describeScore({ ...best, to_move: analysis.to_move }, game, viewer);
  const isEarlier = analysis.node !== session.node;
  return [
    html("p", { className: "verdict" },
      score.headline,
      isEarlier ? html("small", {}, ` ${word("before_move", Math.ceil((analysis.node.ply + 1) / 2))}`) : undefined),
    tags(score),
    html("ol", { className: "lines", ariaLabel: word("best_lines") },
      ...analysis.lines.slice(0, LINES).map((line) => lineItem(line, analysis, session))),
    statistics(analysis, score),
  ];
}

function tags({ certainty, figure }) {
  return html("p", { className: "tags" },
    html("span", { className: certainty === "proven" ? "tag proven" : "tag" }, term("certainties", certainty)),
    figure && html("span", { className: "tag" }, figure));
}

/** A line with its score and reason. A click on a move goes to the position after it. */
function lineItem({ score, bound, principal_variation: moves, reason }, { node }, session) {
  const pieces = session.piecesAt(node);
  const goTo = (count) => () => session.goTo(node.playAll(moves.slice(0, count)));
  const buttons = moves.map((move, index) =>
    html("button", { type: "button", "data-key": `${moves[0]} ${index}`, onclick: goTo(index + 1) }, move));
  return html("li", {},
    html("b", { className: `score ${score.tablebase ?? score.kind}` }, shortScore(score, session.game, pieces)),
    html("span", { className: "variation" }, ...buttons),
    reason ? html("small", { className: "reason" }, describeReason(reason, bound)) : "");
}

/** The shortest time for which a speed is shown: below it, the clock is too coarse. */
const MEASURABLE_MS = 1;

function statistics({ depth, selective_depth, nodes, elapsed_ms, source, stopped_by }, { bound }) {
  const isMeasurable = elapsed_ms >= MEASURABLE_MS && nodes > 0;
  const facts = {
    depth,
    selective: selective_depth,
    nodes: formatCount(nodes),
    speed: isMeasurable ? formatCount(Math.round(nodes / (elapsed_ms / 1000))) : "–",
    time: formatDuration(elapsed_ms),
    stopped_by: stopped_by ? term("stops", stopped_by) : "…",
    source: term("sources", source),
    bound,
  };
  const rows = Object.entries(facts).map(([name, value]) =>
    html("div", {}, html("dt", {}, term("facts", name)), html("dd", {}, value)));
  return html("details", { id: "statistics" }, html("summary", {}, word("statistics")), html("dl", { className: "facts" }, ...rows));
}
