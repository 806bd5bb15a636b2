// Scores as short texts: the letter of a proven result with its distance in moves, or with the margin where it counts, or
// else the estimate. For those who know it, the score of a solver in place of the letters.

import { movesOf } from "./words.js";

/** @typedef {import("./types.js").Score} Score */

/**
 * @typedef {object} ServiceScore
 * @property {string} kind
 * @property {number} [value]
 * @property {number | null} [plies]
 * @property {number} [margin]
 * @property {string | null} [tablebase]
 * @property {number} expected_points
 */

/** The share of points within which an estimate is even. */
const EVEN = 0.05;

/**
 * The scores of the lines of an analysis, by move.
 * @param {{move: string, score: ServiceScore}[]} lines the best first
 * @param {import("./types.js").Game} game
 * @param {import("./words.js").Words} words
 * @param {{pieces?: number}} [solver] gives the score of a solver, by the number of pieces on the board
 * @returns {Map<string, Score>}
 */
export const scoresOf = (lines, game, words, solver) =>
  new Map(lines.map(({ move, score }) => [move, describe(score, game, words, solver)]));

/**
 * @param {ServiceScore} score
 * @param {import("./types.js").Game} game
 * @param {import("./words.js").Words} words
 * @param {{pieces?: number}} [solver]
 * @returns {Score}
 */
function describe(score, game, words, solver) {
  const { kind, value = 0, plies, margin, tablebase, expected_points: points } = score;
  const { estimate } = game.display;
  const unit = words.name(estimate.name);
  const by = margin ? words.by(margin, unit) : "";
  const result = tablebase ?? kind;
  switch (result) {
    case "win": return { text: resultText(result, score, game, words, solver), kind: "win", label: words.win(plies ?? 0) + by };
    case "loss": return { text: resultText(result, score, game, words, solver), kind: "loss", label: words.loss(plies ?? 0) + by };
    case "draw": return { text: solver ? "0" : words.letters.draw, kind: "draw", label: words.drawn };
    default: {
      const text = signed(value, estimate.size);
      return { text, kind: estimateKind(points), label: words.estimate(text, unit) };
    }
  }
}

/**
 * A win or a loss: W20, L18; with the margin in pieces: W+10; as a solver's score: +2.
 * @param {"win" | "loss"} result
 * @param {ServiceScore} score
 * @param {import("./types.js").Game} game
 * @param {import("./words.js").Words} words
 * @param {{pieces?: number}} [solver]
 */
function resultText(result, { plies, margin }, game, words, solver) {
  const sign = result === "win" ? "+" : "−";
  const distance = plies ? movesOf(plies) : "";
  if (solver) return `${sign}${margin ?? solverScore(plies, game, solver) ?? distance}`;
  return words.letters[result] + (margin ? sign + margin : distance);
}

/**
 * The score of solvers of connect four: the moves that the winner leaves unplayed when the board could be filled, plus
 * one; 1 for a win with the last disc. https://connect4.gamesolver.org
 * @param {number | null | undefined} plies
 * @param {import("./types.js").Game} game
 * @param {{pieces?: number}} solver
 */
function solverScore(plies, { board, display }, { pieces }) {
  if (display.board !== "columns" || !plies || pieces === undefined) return undefined;
  return board.cells.length / 2 + 1 - movesOf(pieces + plies);
}

/** @param {number} points expected, from 0 to 1 @returns {import("./types.js").ScoreKind} */
const estimateKind = (points) => (points > 0.5 + EVEN ? "good" : points < 0.5 - EVEN ? "bad" : "even");

/**
 * A value with its sign, in the unit of the game, to a digit less from ten units on; the minus is U+2212.
 * @param {number} value
 * @param {number} size
 */
function signed(value, size) {
  const units = Math.abs(value) / size;
  const places = Math.ceil(Math.log10(size));
  const digits = units.toFixed(units < 10 ? places : Math.max(places - 1, 0));
  return Number(digits) === 0 ? `±${digits}` : `${value > 0 ? "+" : "−"}${digits}`;
}
