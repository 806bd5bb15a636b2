// The panel of the review: its progress, the numbers of both sides, and the way to another try.

import { capitalized } from "/board/speech.js";
import { button, fill, html } from "./dom.js";
import { describeReason, describeScore, formatNumber, wordyScore } from "./format.js";
import { isError } from "./game-review.js";
import { describeMove } from "./move-tree.js";
import { problemText } from "./problem.js";
import { sideName, term, word } from "./words.js";

const LABELS = ["best", "only_move", "good", "inaccuracy", "mistake", "blunder"];

/** Fills the panel; `begin` starts another try for a side. While a person tries, no move is judged. */
export function showReviewPanel(panel, session, review, { isTrying, begin }) {
  const start = button(word("review_game"), () => review.run(session), {
    id: "review-game", className: review.sides ? "" : "main", disabled: session.root.children.length === 0 || review.isRunning,
  });
  const startRow = html("div", { className: "row" }, start);
  fill(panel,
    session.node.review?.label && !isTrying ? judgement(session) : undefined,
    review.sides ? undefined : startRow,
    review.problem ? problem(review.problem) : undefined,
    review.isRunning ? progress(review) : undefined,
    ...(review.sides
      ? [numbers(session, review), errors(session, review), retries(session, review, begin), accuracyExplained(), startRow]
      : [faint(word("review_explained"))]));
}

const accuracyExplained = () =>
  html("details", { id: "accuracy-how" }, html("summary", {}, word("accuracy_how")), faint(word("accuracy_formula")));

const faint = (text) => html("p", { className: "faint" }, text);

const problem = (refusal) => html("p", { className: "field-problem", role: "alert" }, problemText(refusal));

function progress({ done, nodes }) {
  return html("progress", { value: done, max: nodes.length, ariaLabel: word("reviewing") });
}

/** A table of accuracy and labels by side. */
function numbers({ game }, { sides }) {
  const row = (title, values) =>
    html("tr", {}, html("th", { scope: "row" }, title), ...values.map((value) => html("td", {}, value)));
  const accuracies = sides.map(({ accuracy }) => (accuracy === null ? "–" : `${formatNumber(accuracy, 1)} %`));
  return html("table", { className: "numbers" },
    html("thead", {}, html("tr", {}, html("td", {}), ...sides.map(({ side }) => html("th", { scope: "col" }, sideName(side, game))))),
    html("tbody", {},
      row(word("accuracy"), accuracies),
      ...LABELS.map((label) => row(term("labels", label), sides.map(({ labels }) => String(labels[label]))))));
}

/** Buttons that go to the mistakes of both sides. */
function errors(session, { nodes }) {
  const found = nodes.filter(isError);
  if (found.length === 0) return undefined;
  const buttons = found.map((node) =>
    button(describeMove(node), () => session.goTo(node), { ariaLabel: `${describeMove(node)}: ${term("labels", node.review.label)}` }));
  return html("div", { className: "errors" }, word("go_to_errors"), ...buttons);
}

/** Buttons to try the mistakes of each side again, the person's own first. */
function retries({ game, viewer }, review, begin) {
  const sides = [...game.sides].sort((one, other) => Number(other === viewer) - Number(one === viewer));
  const buttons = sides.map((side) => {
    const errors = review.errorsOf(side);
    const text = side === viewer ? word("retry_yours", errors.length) : word("retry_of", sideName(side, game), errors.length);
    return button(text, () => begin(errors), { className: "retry", disabled: errors.length === 0 });
  });
  return html("div", { className: "row" }, ...buttons);
}

const isBestMove = ({ label }) => label === "best" || label === "only_move";

/** The better move, if there was one. */
const betterMove = (review, game) =>
  isBestMove(review) ? "" : word("better_was", review.best_move, wordyScore(review.before, game));

/** The review's judgement of the last move. */
function judgement({ game, node: { review } }) {
  const { label, best_move, before_bound: bound, after, move, is_estimate, reason } = review;
  const isBest = isBestMove(review);
  const ownReason = reason && isBest && move === best_move && describeReason(reason, bound);
  return html("p", { className: "judgement" },
    html("strong", { className: label }, `${move}: ${term("labels", label)}`),
    // A reason may name the distance itself.
    ownReason && reason.plies ? ". " : `, ${wordyScore(after, game)}. `,
    review.missed_win ? `${word("missed_win")} ` : review.missed_draw ? `${word("missed_draw")} ` : undefined,
    betterMove(review, game),
    ownReason ? `${capitalized(ownReason)}.` : undefined,
    reason && !isBest ? ` ${best_move}: ${describeReason(reason, bound)}.` : undefined,
    is_estimate ? html("small", {}, ` ${word("by_estimate")}`) : "");
}

/** The judgement of the last move in a short sentence, if it has one and the game goes on. */
export function describeJudgement({ game, node: { review }, outcome }) {
  if (!review?.label || outcome) return undefined;
  return `${review.move}: ${term("labels", review.label)}. ${betterMove(review, game)}`.trimEnd();
}

/** The task of a try, or what became of it, for a viewer: one of the sides, or undefined for a spectator. */
export function describeRetry({ state, error, solution, refutation, refuted }, { game, viewer }) {
  const { label, reason, before_bound: bound } = error.review;
  switch (state) {
    case "ask": return word("retry_ask", error.move, term("labels", label));
    case "solution": return word("retry_solution", solution, reason && describeReason(reason, bound));
    case "wrong": {
      const opponent = game.sides.find((side) => side !== error.review.to_move);
      const result = refutation && describeScore(refuted, game, viewer).headline;
      return word("retry_wrong", sideName(opponent, game), refutation?.notation, result);
    }
    default: return word(`retry_${state}`);
  }
}
