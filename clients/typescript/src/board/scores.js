// Scores as short texts: the sign, then # and the distance of a proven win or loss, or the margin where it counts, or
// else the estimate.

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
 * @returns {Map<string, Score>}
 */
export const scoresOf = (lines, game, words) =>
  new Map(lines.map(({ move, score }) => [move, describe(score, game, words)]));

/**
 * @param {ServiceScore} score
 * @param {import("./types.js").Game} game
 * @param {import("./words.js").Words} words
 * @returns {Score}
 */
function describe({ kind, value = 0, plies, margin, tablebase, expected_points: points }, { display }, words) {
  const unit = words.name(display.estimate.name);
  const size = margin ?? `#${plies ?? ""}`;
  const by = margin ? words.by(margin, unit) : "";
  switch (tablebase ?? kind) {
    case "win": return { text: `+${size}`, kind: "win", label: words.win(plies ?? 0) + by };
    case "loss": return { text: `−${size}`, kind: "loss", label: words.loss(plies ?? 0) + by };
    case "draw": return { text: "±0", kind: "draw", label: words.drawn };
    default: {
      const text = signed(value, display.estimate.size);
      return { text, kind: estimateKind(points), label: words.estimate(text, unit) };
    }
  }
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
