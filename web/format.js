// Scores, reasons, outcomes and numbers as text.

import { scoresOf } from "/board/scores.js";
import { describeOutcome as boardOutcome } from "/board/speech.js";
import * as settings from "./settings.js";
import { boardWords, nameOf, sideName, term, word } from "./words.js";

/** The outcome of a game with these pieces in a sentence for `viewer`: one of the sides, or undefined for a spectator. */
export const describeOutcome = (outcome, game, pieces, viewer) => boardOutcome(outcome, game, boardWords(), pieces, viewer);

/** Results and bounds for the other side; all others are the same for both. */
const OPPOSITE = { win: "loss", loss: "win", lower: "upper", upper: "lower" };
const opposite = (name) => OPPOSITE[name] ?? name;

/** A score for the other side. Only estimates have a value. */
const turned = (score) => ({
  ...score,
  kind: opposite(score.kind),
  tablebase: opposite(score.tablebase),
  value: -score.value,
  expected_points: 1 - score.expected_points,
});

/** The expected points of the first side. */
export const firstSideShare = (score, toMove, game) =>
  toMove === game.sides[0] ? score.expected_points : 1 - score.expected_points;

/** A score of the side to move in words for `viewer`, or else for the side to move. */
export function describeScore({ to_move: toMove, score: given, bound: givenBound }, game, viewer) {
  const subject = viewer ?? toMove;
  const isTurned = subject !== toMove;
  const score = isTurned ? turned(given) : given;
  const bound = isTurned ? opposite(givenBound) : givenBound;
  const isEstimate = score.kind === "estimate" && !score.tablebase;
  return {
    headline: headline(score, bound, game, viewer ? undefined : sideName(subject, game)),
    figure: isEstimate ? `${shortScore(score, game)} ${nameOf(game.display.estimate.name)}` : undefined,
    bound: term("bounds", bound),
    certainty: score.kind !== "estimate" ? "proven" : score.tablebase ? "tablebase" : "estimate",
  };
}

/** The words for a score of `name`; undefined: of the viewer. */
function headline({ kind, plies, margin, value, tablebase }, bound, { display }, name) {
  const result = tablebase ?? kind;
  if (result === "draw") return word("drawn");
  if (result === "estimate") return advantage(value, name);
  // A higher score is a shorter win or a longer loss, and a larger margin of a win or a smaller one of a loss.
  const isWin = result === "win";
  const how = tablebase ? word("by_tablebase")
    : margin ? word("by", term("distances", isWin ? bound : opposite(bound)) + margin, nameOf(display.estimate.name))
    : plies ? word("within", plies, isWin ? opposite(bound) : bound) : "";
  return word(isWin ? "wins" : "loses", name) + how;
}

/** The least estimates of a slight and of a clear advantage. */
const SLIGHT = 15;
const CLEAR = 60;

function advantage(value, name) {
  const size = Math.abs(value);
  if (size < SLIGHT) return word("even");
  return word(value > 0 ? "ahead" : "behind", name, size < CLEAR);
}

/** The scores of lines for the board: by move, a short text, its kind and its label. `pieces` on the board, for the
 *  score of a solver. */
export const boardScores = (lines, game, pieces) =>
  scoresOf(lines, game, boardWords(), settings.get("figures") === "solver" ? { pieces } : undefined);

const scoreOf = (score, game, pieces) => boardScores([{ move: "", score }], game, pieces).get("");

/** A score in a few characters: W3 (a win in 3 moves), D, +0.45. */
export const shortScore = (score, game, pieces) => scoreOf(score, game, pieces).text;

/** A score in words: win in 3 moves, draw, +0.45 men. */
export const wordyScore = (score, game) => scoreOf(score, game).label;

export function formatCount(number) {
  const { lang } = document.documentElement;
  if (number < 10_000) return number.toLocaleString(lang);
  return new Intl.NumberFormat(lang, { notation: "compact", maximumSignificantDigits: 3 }).format(number);
}

export const formatNumber = (number, digits) =>
  number.toLocaleString(document.documentElement.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });

export function formatDuration(ms) {
  const text = ms >= 1000 ? Number((ms / 1000).toFixed(2)) : Number(ms.toPrecision(2));
  return `${text.toLocaleString(document.documentElement.lang)} ${ms >= 1000 ? "s" : "ms"}`;
}

/** The time on a clock: 9:05, and tenths of a second in the last ten. */
export function formatClock(ms) {
  if (ms < 10_000) return `0:0${(ms / 1000).toFixed(1)}`;
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A reason that the service gives for a move whose score has that bound. A kind without words here is
 *  shown as the service words it. */
export const describeReason = (reason, bound) =>
  word("move_reasons")?.[reason.kind]?.({ ...reason, isExact: bound === "exact" }) ?? word("reason_text", reason.text);

/** The value of a tag of a recorded game; undefined if it is unknown, as in "????.??.??". */
const tagOf = ({ tags }, wanted) => tags.find(({ name, value }) => name === wanted && /[^?.\s-]/.test(value))?.value;

/** The players of a recorded game or, without players, its event; undefined: it names neither. */
export const recordTitle = (record) =>
  [tagOf(record, "Black"), tagOf(record, "White")].filter(Boolean).join(" – ") || tagOf(record, "Event");

/** Event and date of a recorded game, as far as it names them and its title does not. */
export function factsOf(record) {
  const event = tagOf(record, "Event");
  return [event === recordTitle(record) ? undefined : event, tagOf(record, "Date")?.replace(/[.?-]+$/, "")].filter(Boolean);
}

const RESULTS = { "1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½" };

/** The result of a recorded game; empty if it names none. */
export const resultText = (result) => RESULTS[result] ?? "";
