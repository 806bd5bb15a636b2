// A game in the list: its players, result and date, and what is wrong with it.

import { html } from "../dom.js";
import { factsOf, formatNumber, recordTitle, resultText } from "../format.js";
import { describeMove } from "../move-tree.js";
import { problemText } from "../problem.js";
import { sideName, term } from "../words.js";
import { momentsOf, reviewedPlace } from "./archive-review.js";
import { word } from "./words.js";

/** The most oddities that a row names. */
const MAX_WARNINGS = 2;

/** The players of a game or, without players, its event. */
export const titleOf = (record) => recordTitle(record) ?? word("game");

/** A problem or an oddity of a game in a line: its place in the game, what was expected there, and what was found. */
export function describeFault({ part, codes, ...fault }) {
  const place = codes?.part;
  const isInGame = place?.place?.code === "game";
  return word("fault", {
    ...fault,
    part: part?.replace(/^game \d+, /, ""),
    codes: isInGame ? { ...codes, part: place.part } : codes,
  });
}

/** The content of the row of an entry. */
export function rowOf({ record, review }, game) {
  const { number, moves, result, warnings, problem } = record;
  const title = titleOf(record);
  const facts = [...factsOf(record), word("moves_played", Math.ceil(moves.length / 2))];
  const more = warnings.length - MAX_WARNINGS;
  return [
    html("span", { className: "number" }, `${number} `),
    html("strong", {}, title),
    html("span", { className: "result" }, ` ${resultText(result)} `),
    html("small", {}, facts.join(" · ")),
    problem && html("small", { className: "problem" }, ` ${word("problem_in_game", describeFault(problem))}`),
    ...warnings.slice(0, MAX_WARNINGS).map((warning) => html("small", {}, ` ${word("warning_in_game", describeFault(warning))}`)),
    more > 0 ? html("small", {}, ` ${word("more_warnings", more)}`) : undefined,
    review && html("small", { className: review.problem ? "problem" : "" }, ` ${reviewText(review, game)}`),
  ];
}

/** The accuracy of each side, or why there is none. */
function reviewText({ sides, problem }, game) {
  if (problem) return problemText(problem);
  const accuracies = sides.map(({ side, accuracy }) => `${sideName(side, game)} ${accuracy === null ? "–" : `${formatNumber(accuracy, 1)} %`}`);
  return `${word("accuracy")}: ${accuracies.join(", ")}`;
}

/** Buttons that go to the moves that lost most in a reviewed game. */
export function momentsIn(entry, game, choose) {
  const moments = entry.review?.plies ? momentsOf(reviewedPlace(game, entry)) : [];
  if (moments.length === 0) return [];
  const buttons = moments.map((node) => html("button", {
    type: "button", tabIndex: -1, onclick: () => choose(node.ply), ariaLabel: `${describeMove(node)}: ${term("labels", node.review.label)}`,
  }, describeMove(node)));
  return [html("div", { className: "errors" }, ...buttons)];
}
