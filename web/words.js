// What the service's terms mean to the person who plays.

const REASONS = {
  board_full: "as the board is full",
  no_moves: "as no move is left",
  repetition: "as the position came up for the third time",
  no_progress: "as there was no progress for too long",
};

const SOURCES = {
  book: "opening book",
  endgame: "endgame table",
  cache: "memory",
  rules: "rules",
};

const STOPS = {
  proven: "proof",
  game_over: "game over",
};

const BOUNDS = { lower: "at least", upper: "at most" };
const OPPOSITE = { exact: "exact", lower: "upper", upper: "lower" };

/** A term of the service in words; some are words already. */
const worded = (words, term) => words[term] ?? term.replaceAll("_", " ");

export const source = (term) => worded(SOURCES, term);
export const stop = (term) => worded(STOPS, term);

/** What people call a side. */
const nameOf = (side, { sides, names }) => names[sides.indexOf(side)];

/** How a game ended, to `viewer`: one of the sides, or undefined for a bystander. */
export function outcome({ winner, reason }, game, viewer) {
  const why = reason === "line" ? `with ${game.look.line}` : worded(REASONS, reason);
  if (!winner) return `A draw, ${why}.`;
  if (winner === viewer) return `You win ${why}.`;
  const sentence = `${nameOf(winner, game)} wins ${why}.`;
  return viewer ? `You lose: ${sentence}` : sentence;
}

/** What a report's score means to `viewer`, or else to the side to move: in words, and as the
 *  share of the first side from 0 to 1. */
export function score(report, game, viewer) {
  const subject = viewer ?? report.to_move;
  const isTurned = subject !== report.to_move;
  const judged = isTurned ? opposite(report.score) : report.score;
  const bound = isTurned ? OPPOSITE[report.bound] : report.bound;
  const share = shareOf(judged);
  return {
    headline: headline(judged, bound, viewer ? YOU : they(nameOf(subject, game))),
    figure: judged.kind === "estimate" && !judged.tablebase ? game.look.unit(judged.value) : undefined,
    share: subject === game.sides[0] ? share : 1 - share,
    bound: worded(BOUNDS, bound),
    certainty: judged.kind !== "estimate" ? "proven" : judged.tablebase ? "tablebase" : "estimate",
  };
}

const YOU = { be: "You are", win: "You win", lose: "You lose" };
const they = (name) => ({ be: `${name} is`, win: `${name} wins`, lose: `${name} loses` });

const OTHER = { win: "loss", loss: "win" };

function opposite(score) {
  switch (score.kind) {
    case "win": return { ...score, kind: "loss" };
    case "loss": return { ...score, kind: "win" };
    case "estimate": return { ...score, value: -score.value, tablebase: OTHER[score.tablebase] };
    default: return score;
  }
}

function headline({ kind, plies, value, tablebase }, bound, who) {
  switch (tablebase ?? kind) {
    case "win": return `${who.win}${tablebase ? BY_TABLEBASE : within(plies, HOW_SOON.win[bound])}`;
    case "loss": return `${who.lose}${tablebase ? BY_TABLEBASE : within(plies, HOW_SOON.loss[bound])}`;
    case "draw": return "A draw with best play";
    default: return standing(value, who);
  }
}

/** The rules on repetition and progress may still make such a game a draw. */
const BY_TABLEBASE = " by the tablebase, length unknown";

/** A better score is a sooner win, a worse one a sooner loss. */
const HOW_SOON = {
  win: { exact: "", lower: "at most ", upper: "at least " },
  loss: { exact: "", lower: "at least ", upper: "at most " },
};

function within(plies, howSoon) {
  if (!plies) return "";
  return plies === 1 ? " with the next move" : ` in ${howSoon}${plies} plies`;
}

/** Where an estimate starts to tell, and where it tells much. */
const LEAN = 15;
const CLEAR = 60;

function standing(value, { be }) {
  const size = Math.abs(value);
  if (size < LEAN) return "Level";
  return `${be} ${size < CLEAR ? "a little " : ""}${value > 0 ? "ahead" : "behind"}`;
}

/** How steep the way is from an estimate to a share. */
const SCALE = 200;

function shareOf({ kind, value }) {
  switch (kind) {
    case "win": return 1;
    case "loss": return 0;
    case "draw": return 0.5;
    default: return 0.5 + 0.5 * Math.tanh(value / SCALE);
  }
}

/** A number with its sign, with a real minus. */
export const signed = (number, digits = 0) =>
  `${number > 0 ? "+" : number < 0 ? "−" : "±"}${Math.abs(number).toFixed(digits)}`;

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

export const count = (number) => (number < 10_000 ? number.toLocaleString("en") : compact.format(number));

export function duration(ms) {
  if (ms >= 1000) return `${Number((ms / 1000).toFixed(2))} s`;
  return `${Number(ms.toPrecision(2))} ms`;
}
