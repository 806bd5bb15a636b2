// The evaluation as pictures: a bar beside the board, with the expected points of both sides as two colours,
// and a graph of those of the first side after each move of a line. A click on it, or the arrow keys, go to a
// move.

import { html, svg } from "./dom.js";
import { pieceColours } from "/board/pieces.js";
import { firstSideShare } from "./format.js";
import { isError } from "./game-review.js";
import { describeMove } from "./move-tree.js";
import { analysisAt, positionAt } from "./service.js";
import { sideName, word } from "./words.js";

/** Gives bar and graph the colours of the pieces. */
export function showColours(element, { sides, board }) {
  pieceColours(board.pieces, sides).forEach((colour, index) =>
    element.style.setProperty(`--${["first", "second"][index]}-side`, colour));
}

/** Shows the score of the position on the board, from the review or an analysis. */
export function showBar(bar, session, isHidden) {
  const { game, flipped } = session;
  const share = isHidden ? undefined : shareAt(session, session.node);
  bar.classList.toggle("unknown", share === undefined);
  bar.classList.toggle("flipped", flipped);
  bar.ariaLabel = describeShare(share, game);
  if (share === undefined) return bar.replaceChildren();
  if (!bar.firstChild) bar.append(html("span"));
  bar.style.setProperty("--share", share);
  bar.dataset.share = share.toFixed(3);
  bar.title = bar.ariaLabel;
}

const describeShare = (share, game) =>
  (share === undefined ? word("no_evaluation") : word("evaluation", sideName(game.sides[0], game), Math.round(share * 100)));

const WIDTH = 300;
const HEIGHT = 80;

/** The expected points of the first side at a node, if they are known. */
function shareAt(session, node) {
  const { game } = session;
  const { outcome } = positionAt(session.placeOf(node)) ?? {};
  if (outcome) return outcome.winner === null ? 0.5 : Number(outcome.winner === game.sides[0]);
  if (node.review?.after) return firstSideShare(node.review.after, node.review.to_move, game);
  const reply = node.children.find(({ review }) => review?.before);
  if (reply) return firstSideShare(reply.review.before, reply.review.to_move, game);
  const analysis = analysisAt(session.placeOf(node));
  const best = analysis?.lines[0];
  return best && firstSideShare(best.score, analysis.to_move, game);
}

/** Shows the graph of the line to `end`, by default through the current node; nothing if fewer than two nodes are known. */
export function showGraph(container, session, end = session.node.end) {
  const nodes = [session.root, ...end.line];
  const known = nodes.map((node, ply) => ({ node, ply, share: shareAt(session, node) }))
    .filter(({ share }) => share !== undefined);
  if (known.length < 2) return container.replaceChildren();
  const x = (ply) => (ply / Math.max(nodes.length - 1, 1)) * WIDTH;
  const y = (share) => (1 - share) * HEIGHT;
  const points = known.map(({ ply, share }) => `${x(ply).toFixed(1)},${y(share).toFixed(1)}`);
  const area = `${x(known[0].ply)},${HEIGHT} ${points.join(" ")} ${x(known.at(-1).ply)},${HEIGHT}`;
  const errors = known.filter(({ node }) => isError(node));
  const drawn = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: "ground", width: WIDTH, height: HEIGHT }),
    svg("polygon", { class: "area", points: area }),
    svg("line", { class: "middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    svg("polyline", { class: "curve", points: points.join(" ") }),
    ...errors.map(({ node, ply, share }) =>
      svg("circle", { class: `dot ${node.review.label}`, cx: x(ply), cy: y(share), r: 3 })),
    svg("line", { class: "now", x1: x(session.node.ply), x2: x(session.node.ply), y1: 0, y2: HEIGHT }));
  const slider = container.firstChild ?? createSlider(container);
  slider.onpick = (fraction) => session.goTo(nodes[Math.round(fraction * (nodes.length - 1))]);
  slider.onstep = (step) => session.goTo(nodes[Math.min(Math.max(session.node.ply + step, 0), nodes.length - 1)]);
  describe(slider, session, nodes, shareAt(session, session.node));
  slider.replaceChildren(drawn);
}

function createSlider(container) {
  const slider = html("div", { className: "graph", role: "slider", tabIndex: 0 });
  slider.addEventListener("click", ({ clientX }) => {
    const { left, width } = slider.getBoundingClientRect();
    slider.onpick((clientX - left) / width);
  });
  const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -Infinity, End: Infinity };
  slider.addEventListener("keydown", (event) => {
    if (!(event.key in steps)) return;
    event.preventDefault();
    event.stopPropagation();
    slider.onstep(steps[event.key]);
  });
  container.append(slider);
  return slider;
}

function describe(slider, { game, node }, nodes, share) {
  slider.ariaLabel = word("graph");
  slider.ariaValueMin = "0";
  slider.ariaValueMax = String(nodes.length - 1);
  slider.ariaValueNow = String(node.ply);
  slider.ariaValueText = `${node.parent ? describeMove(node) : word("start")}: ${describeShare(share, game)}`;
}
