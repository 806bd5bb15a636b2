// Scores, outcomes and numbers as text.

const REASONS = {
  board_full: "because the board is full",
  no_moves: "because no legal move is left",
  repetition: "by threefold repetition",
  no_progress: "by the no-progress rule",
};

const SOURCES = {
  book: "opening book",
  endgame: "endgame tablebase",
  cache: "proof cache",
  rules: "rules",
};

const STOPS = {
  proven: "proof",
  game_over: "game over",
};

const BOUNDS = { lower: "at least", upper: "at most" };
const OPPOSITE = { exact: "exact", lower: "upper", upper: "lower" };

/** The label of a term of the API: from the table, or the term itself. */
const label = (labels, term) => labels[term] ?? term.replaceAll("_", " ");

export const sourceLabel = (term) => label(SOURCES, term);
export const stopLabel = (term) => label(STOPS, term);

/** The display name of a side. */
export const sideName = (side, { sides, display }) => display.sides[sides.indexOf(side)];

/** The outcome of a game in a sentence for `viewer`: one of the sides, or undefined for a spectator. */
export function describeOutcome({ winner, reason }, game, viewer) {
  const how = reason === "line" ? `with ${game.display.winning_line}` : (REASONS[reason] ?? `by ${label({}, reason)}`);
  if (!winner) return `A draw, ${how}.`;
  if (winner === viewer) return `You win ${how}.`;
  const sentence = `${sideName(winner, game)} wins ${how}.`;
  return viewer ? `You lose: ${sentence}` : sentence;
}

/** The score of an analysis for `viewer`, or else for the side to move: in words, and as the share of
 *  the first side, from 0 to 1. */
export function describeScore(analysis, game, viewer) {
  const subject = viewer ?? analysis.to_move;
  const isTurned = subject !== analysis.to_move;
  const score = isTurned ? opposite(analysis.score) : analysis.score;
  const bound = isTurned ? OPPOSITE[analysis.bound] : analysis.bound;
  const share = score.expected_points;
  return {
    headline: headline(score, bound, viewer ? YOU : thirdPerson(sideName(subject, game))),
    figure: score.kind === "estimate" && !score.tablebase ? formatEstimate(score.value, game.display.estimate) : undefined,
    share: subject === game.sides[0] ? share : 1 - share,
    bound: label(BOUNDS, bound),
    certainty: score.kind !== "estimate" ? "proven" : score.tablebase ? "tablebase" : "estimate",
  };
}

const YOU = { be: "You are", win: "You win", lose: "You lose" };
const thirdPerson = (name) => ({ be: `${name} is`, win: `${name} wins`, lose: `${name} loses` });

const OTHER = { win: "loss", loss: "win" };

function opposite(score) {
  const turned = { ...score, expected_points: 1 - score.expected_points };
  switch (score.kind) {
    case "win": return { ...turned, kind: "loss" };
    case "loss": return { ...turned, kind: "win" };
    case "estimate": return { ...turned, value: -score.value, tablebase: OTHER[score.tablebase] };
    default: return turned;
  }
}

function headline({ kind, plies, value, tablebase }, bound, verbs) {
  switch (tablebase ?? kind) {
    case "win": return `${verbs.win}${tablebase ? BY_TABLEBASE : within(plies, DISTANCE_BOUND.win[bound])}`;
    case "loss": return `${verbs.lose}${tablebase ? BY_TABLEBASE : within(plies, DISTANCE_BOUND.loss[bound])}`;
    case "draw": return "A draw with best play";
    default: return advantage(value, verbs);
  }
}

/** The rules on repetition and progress may still make the game a draw. */
const BY_TABLEBASE = " by the tablebase, distance unknown";

/** A higher score is a shorter win or a longer loss. */
const DISTANCE_BOUND = {
  win: { exact: "", lower: "at most ", upper: "at least " },
  loss: { exact: "", lower: "at least ", upper: "at most " },
};

function within(plies, distanceBound) {
  if (!plies) return "";
  return plies === 1 ? " with the next move" : ` in ${distanceBound}${plies} plies`;
}

/** The least estimates of a slight and of a clear advantage. */
const SLIGHT = 15;
const CLEAR = 60;

function advantage(value, { be }) {
  const size = Math.abs(value);
  if (size < SLIGHT) return "Even";
  return `${be} ${size < CLEAR ? "slightly " : ""}${value > 0 ? "ahead" : "behind"}`;
}

/** A score with its sign, in the unit of the game; the minus is U+2212. */
function formatEstimate(score, { size, name }) {
  const sign = score > 0 ? "+" : score < 0 ? "−" : "±";
  return `${sign}${(Math.abs(score) / size).toFixed(Math.ceil(Math.log10(size)))} ${name}`;
}

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

export const formatCount = (number) => (number < 10_000 ? number.toLocaleString("en") : compact.format(number));

export function formatDuration(ms) {
  if (ms >= 1000) return `${Number((ms / 1000).toFixed(2))} s`;
  return `${Number(ms.toPrecision(2))} ms`;
}
