// The panel of the review: its progress, the numbers of both sides, and another try.

import { button, fill, html } from "./dom.js";
import { describeReason, formatNumber, shortScore } from "./format.js";
import { isError } from "./game-review.js";
import { describeMove } from "./move-tree.js";
import { problemText } from "./problem.js";
import { sideName, term, word } from "./words.js";

const LABELS = ["best", "only_move", "good", "inaccuracy", "mistake", "blunder"];

/** Fills the panel. `retry` is the current try, or undefined; `begin` starts one for a side. */
export function showReviewPanel(panel, session, review, retry, begin) {
  if (retry) return fill(panel, ...retryContent(retry, () => begin(undefined)));
  const start = button(word("review_game"), () => review.run(session), {
    id: "review-game", className: "main", disabled: session.root.children.length === 0 || review.isRunning,
  });
  fill(panel,
    html("div", { className: "row" }, start),
    review.problem && problem(review.problem),
    review.isRunning ? progress(review) : undefined,
    ...(review.sides
      ? [numbers(session, review), errors(session, review), retries(session, review, begin)]
      : [faint(word("review_explained"))]),
    session.node.review?.label && judgement(session),
    review.sides && faint(word("accuracy_formula")));
}

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

/** The review's judgement of the last move. */
function judgement({ game, node: { review } }) {
  const { label, best_move, before, before_bound: bound, after, move, is_estimate, reason } = review;
  const isBest = label === "best" || label === "only_move";
  return html("p", { className: "judgement" },
    html("strong", { className: label }, `${move}: ${term("labels", label)}`),
    ` ${shortScore(after, game)}. `,
    review.missed_win ? `${word("missed_win")} ` : review.missed_draw ? `${word("missed_draw")} ` : undefined,
    isBest ? undefined : word("better_was", best_move, shortScore(before, game)),
    reason && (!isBest || move === best_move) ? ` ${best_move}: ${describeReason(reason, bound)}.` : undefined,
    is_estimate ? html("small", {}, ` ${word("by_estimate")}`) : "");
}

/** The task of a try, or what became of it. */
export function describeRetry({ state, error, solution }) {
  const { label, reason, before_bound: bound } = error.review;
  switch (state) {
    case "ask": return word("retry_ask", error.move, term("labels", label));
    case "solution": return word("retry_solution", solution, reason && describeReason(reason, bound));
    default: return word(`retry_${state}`);
  }
}

function retryContent(retry, end) {
  const { state, number, count, isLast, isPosed, problem: failure } = retry;
  const isSettled = state === "right" || state === "solution";
  return [
    html("h2", {}, word("retry_title", number, count)),
    html("p", { className: `retry-state ${state}` }, describeRetry(retry)),
    failure && problem(failure),
    html("div", { className: "row" },
      isSettled ? undefined : button(word("show_solution"), () => retry.showSolution()),
      isSettled && !isLast ? button(word("next"), () => retry.next(), { className: "main" }) : undefined,
      !isSettled && !isLast ? button(word("skip"), () => retry.next()) : undefined,
      isPosed || isSettled ? undefined : button(word("back_to_mistake"), () => retry.again()),
      button(word("finish"), end)),
  ];
}
