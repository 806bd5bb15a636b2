// The card of the game: who plays and what can be done; at the end the result and what comes next; while mistakes are
// tried again, the task. It is as high in play as at the end, so that nothing below it moves.

import { button, fill, html } from "./dom.js";
import { describeOutcome, factsOf, formatNumber, recordTitle, resultText } from "./format.js";
import { tallyOf } from "./own-games.js";
import { engineName } from "./players.js";
import { problemText } from "./problem.js";
import { describeRetry } from "./review-panel.js";
import { BOTH, NEITHER } from "./session.js";
import { sideName, term, word } from "./words.js";

/** Fills the card. Equal content stays: while engines play, it would be announced again and again. */
export function showGameCard(card, session, review, retry, actions) {
  const state = retry ? "retry" : session.request ? "wait" : isOver(session) ? "over" : "play";
  const content = CONTENTS[state](session, review, retry, actions);
  const key = JSON.stringify([state, content.map(({ outerHTML }) => outerHTML)]);
  if (card.key === key && card.retry === retry) return;
  Object.assign(card, { key, retry });
  card.dataset.state = state;
  fill(card, ...content);
}

const isOver = ({ phase, isUnclaimed }) => phase === "over" && !isUnclaimed;

const CONTENTS = {
  play: (session, review, retry, { restart }) => [
    heading(opponents(session), details(session, review)),
    row(
      button(word("new_game"), restart, { id: "new", className: "main" }), ...steps(session),
      button(word("move_for_me"), () => session.moveForMe(), { id: "move-for-me", disabled: session.phase !== "yours" })),
  ],
  wait: (session, review, retry, { restart, pause }) => [
    heading(opponents(session), details(session, review)),
    row(
      button(requestText(session), pause, { id: "request", className: "main", "data-key": "request" }),
      button(word("new_game"), restart, { id: "new" }), ...steps(session)),
  ],
  over: (session, review, retry, { restart, swapSides, retryNow, review_game: reviewGame }) => {
    const { game, outcome, pieces, viewer } = session;
    const found = review.covers(session) ? review.errorsOf(...(viewer ? [viewer] : game.sides)) : [];
    const [undo] = steps(session);
    return [
      heading(describeOutcome(outcome, game, pieces, viewer), [accuracy(session, review), tally(session)].filter(Boolean).join(" ")),
      row(
        button(word("playAgain"), restart, { id: "new", className: "main" }),
        viewer ? button(word("swap_sides"), swapSides, { id: "swap" }) : undo,
        button(word("retry_now", viewer !== undefined, found.length), retryNow, { id: "retry-now" }),
        button(word("review_game"), reviewGame, { id: "review-now" })),
    ];
  },
  retry: (session, review, retry, { endRetry }) => {
    const { state, number, count, isLast, isPosed, problem } = retry;
    const isSettled = state === "right" || state === "solution";
    return [
      html("h2", {}, word("retry_title", number, count)),
      html("p", { className: `retry-state ${state}` }, describeRetry(retry, session)),
      ...(problem ? [html("p", { className: "field-problem", role: "alert" }, problemText(problem))] : []),
      row(
        isSettled ? undefined : button(word("show_solution"), () => retry.showSolution()),
        isSettled && !isLast ? button(word("next"), () => retry.next(), { className: "main" }) : undefined,
        !isSettled && !isLast ? button(word("skip"), () => retry.next()) : undefined,
        isPosed || isSettled ? undefined : button(word("back_to_mistake"), () => retry.again()),
        button(word("finish"), endRetry)),
    ];
  },
};

const row = (...buttons) => html("div", { className: "row" }, ...buttons);

const heading = (title, text) =>
  html("div", { className: "heading" }, html("p", { className: "headline" }, title), html("p", { className: "faint" }, text));

/** The buttons that go back and forward by turns. */
const steps = (session) => [
  button(word("take_back"), () => session.takeBack(), { id: "undo", disabled: !session.node.parent }),
  button(word("redo"), () => session.redo(), { id: "redo", disabled: session.node.children.length === 0 }),
];

const requestText = ({ request, viewer }) =>
  (request === "go_on" && viewer ? word("let_engine_move") : term("requests", request));

function opponents({ seat, level, tags }) {
  if (seat === BOTH) return recordTitle({ tags }) ?? word("two_players");
  return seat === NEITHER ? word("plays_itself") : word("against", engineName(level));
}

function details(session, review) {
  const { viewer, game } = session;
  const texts = viewer ? [word("you_are", sideName(viewer, game)), tally(session)] : [record(session), accuracy(session, review)];
  return texts.filter(Boolean).join(" ");
}

/** Event, date and result of a recorded game. */
function record(session) {
  const tags = session.tagsOf(session.lineEnd);
  const result = resultText(tags.find(({ name }) => name === "Result")?.value);
  return [factsOf({ tags }).join(", "), result].filter(Boolean).map((text) => `${text}.`).join(" ");
}

function tally({ game, viewer }) {
  const counts = tallyOf(game);
  return viewer && counts.some(Boolean) ? word("tally", ...counts) : "";
}

/** The accuracy of the person, or of both sides for a spectator, if the game has been reviewed. */
function accuracy(session, review) {
  const { viewer, game } = session;
  const sides = review.covers(session) ? review.sides.filter(({ accuracy }) => accuracy !== null) : [];
  const own = sides.find(({ side }) => side === viewer);
  if (own) return word("your_accuracy", formatNumber(own.accuracy, 0));
  const texts = sides.map((found) => `${sideName(found.side, game)} ${formatNumber(found.accuracy, 0)}\u00a0%`);
  return viewer || texts.length === 0 ? "" : `${word("accuracy")}: ${texts.join(", ")}.`;
}
