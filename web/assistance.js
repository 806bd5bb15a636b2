// Help at a position: its analysis, a hint in two steps, and the opponent's threat.

import { describeReason } from "./format.js";
import { Latest, analyse, analysisAt, loadPosition } from "./service.js";
import { sideName, word } from "./words.js";

/** The hint and the threat. */
export class Assistance {
  #session;
  #onchange;
  /** The node at which something is shown. */
  #node;
  /** "piece" or "move". */
  #step;
  /** The threat: its move on the board, and whether it has been looked up; undefined: not asked for. */
  #threat;
  #search = new Latest();

  constructor(session, onchange) {
    this.#session = session;
    this.#onchange = onchange;
  }

  /** True if the position has to be analysed. */
  get isActive() {
    return this.#isHere && (this.#step !== undefined || this.#threat !== undefined);
  }

  get hasThreat() {
    return this.#isHere && this.#threat !== undefined;
  }

  /** The hint for the board: the best move so far, and how much of it to show. */
  get hint() {
    if (!this.#isHere || !this.#step) return undefined;
    const best = analysisAt(this.#session.place)?.lines[0];
    const move = this.#session.position?.moves.find(({ notation }) => notation === best?.move);
    return move && { move, step: this.#step, reason: best.reason && describeReason(best.reason, best.bound) };
  }

  /** The hint and the threat in words; undefined where there is none. */
  get description() {
    const { hint } = this;
    const texts = [hint && describeHint(hint, this.#session.game), this.hasThreat ? this.#describeThreat() : undefined];
    return texts.filter(Boolean).join(" ") || undefined;
  }

  /** Undefined until the threat is known. Before both sides have moved, nothing can be threatened. */
  #describeThreat() {
    const { game, position, node, start } = this.#session;
    const { move, plies, isKnown } = this.#threat;
    const opponent = game.sides.find((side) => side !== position.to_move);
    if (move) return word("threat_is", sideName(opponent, game), placeOf(move, game), plies);
    return isKnown ? word(start === undefined && node.ply < 2 ? "too_early" : "no_threat") : undefined;
  }

  get threat() {
    return this.hasThreat ? this.#threat.move : undefined;
  }

  /** Shows the piece to move or the region, and the whole move when asked again. */
  askHint() {
    this.#arrive();
    this.#step = this.#step ? "move" : "piece";
    this.#onchange();
  }

  /** Shows the opponent's threat, or hides it. */
  toggleThreat() {
    this.#arrive();
    this.#threat = this.#threat ? undefined : { isKnown: false };
    this.#onchange();
    this.update();
  }

  /** Shows nothing any more. */
  clear() {
    this.#node = undefined;
  }

  /** Looks up the threat after an iteration of the analysis. */
  update() {
    const { place } = this.#session;
    const analysis = analysisAt(place);
    if (!this.hasThreat || !analysis) return;
    this.#search.run(async (signal) => {
      const found = findThreat(analysis);
      const move = found && (await replyOf(place, found, signal));
      signal.throwIfAborted();
      if (!this.hasThreat) return;
      this.#threat = { move, plies: found?.plies, isKnown: analysis.isWhole };
      this.#onchange();
    });
  }

  get #isHere() {
    return this.#node === this.#session.node && this.#session.phase === "yours";
  }

  #arrive() {
    if (this.#isHere) return;
    this.#node = this.#session.node;
    this.#step = undefined;
    this.#threat = undefined;
    this.#search.abort();
  }
}

/** The piece to move or, on boards where no piece moves, the region; then the whole move. */
function describeHint({ step, move, reason }, game) {
  const { notation, path, column } = move;
  if (step === "move" || notation === "pass") return word("hint_is", placeOf(move, game), reason);
  if (path) return word("hint_piece", path[0]);
  const { board } = game;
  return hasColumns(game) ? word("hint_columns", Math.max(column - 1, 1), Math.min(column + 1, board.columns)) : word("hint_region");
}

const hasColumns = ({ display }) => display.board === "columns";

/** A move in words: a number alone would not say that it is a column. */
const placeOf = ({ notation }, game) => (hasColumns(game) ? word("column", notation) : notation);

/** A reply as a move on the board. */
async function replyOf(place, { after, reply }, signal) {
  const { moves } = await loadPosition({ ...place, moves: [...place.moves, after] }, signal);
  return moves.find(({ notation }) => notation === reply);
}

/** The most plies to a loss that is a threat: the opponent wins with the third move at the latest. */
const NEAR_PLIES = 6;
/** The least expected points that a reply must win to be a threat, where nothing is proven. */
const THREAT = 0.1;

/** The reply in the lines of an analysis that punishes most of the moves it answers, one of these moves, and the plies
 *  to the opponent's win; undefined if no reply wins soon or wins much. */
function findThreat({ lines }) {
  const [best] = lines;
  const threats = new Map();
  for (const { move, score, principal_variation: [, reply] } of lines) {
    const lost = best.score.expected_points - score.expected_points;
    const isThreat = isNear(score) || (score.kind === "estimate" && lost >= THREAT);
    if (reply === undefined || !isThreat) continue;
    const { count = 0, plies = Infinity } = threats.get(reply) ?? {};
    threats.set(reply, { count: count + 1, plies: Math.min(plies, score.plies ?? Infinity), after: move, reply });
  }
  const [found] = [...threats.values()].sort((one, other) => one.plies - other.plies || other.count - one.count);
  return found && { ...found, plies: Number.isFinite(found.plies) ? found.plies : undefined };
}

const isNear = ({ kind, plies }) => kind === "loss" && plies !== null && plies <= NEAR_PLIES;

/** The analysis of the position on the board, as long as something shows it. */
export class LiveAnalysis {
  problem;
  /** The place and the time of the analysis. */
  #followed;
  #running = new Latest();
  #onchange;

  /** @param {() => void} onchange is called after each iteration. */
  constructor(onchange) {
    this.#onchange = onchange;
  }

  /** Analyses that place; undefined: none. A search of the same place goes on. */
  async follow(place, timeMs) {
    const followed = JSON.stringify([place, timeMs]);
    if (followed === this.#followed) return;
    this.#followed = followed;
    this.problem = undefined;
    this.#running.abort();
    if (!place || isEnough(analysisAt(place), timeMs)) return;
    const problem = await this.#running.run(async (signal) => {
      for await (const _ of analyse(place, timeMs, signal)) this.#onchange();
    });
    if (!problem) return;
    this.problem = problem;
    this.#followed = undefined;
    this.#onchange();
  }
}

/** True if a search of that time would find nothing more. */
const isEnough = (analysis, timeMs) =>
  analysis?.isWhole && (analysis.stopped_by !== "time" || analysis.timeMs >= timeMs);
