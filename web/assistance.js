// Help at a position: its analysis, a hint in two steps, and the opponent's threat.

import { Latest, analyse, analysisAt, loadPosition } from "./service.js";
import { word } from "./words.js";

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
    const best = analysisAt(this.#session.place)?.lines[0]?.move;
    const move = this.#session.position?.moves.find(({ notation }) => notation === best);
    return move && { move, step: this.#step };
  }

  /** The hint and the threat in words; undefined where there is none. */
  get description() {
    const { hint, threat } = this;
    const texts = [
      hint && describeHint(hint),
      threat ? word("threat_is", threat.notation) : this.hasThreat && this.#threat.isKnown ? word("no_threat") : undefined,
    ];
    return texts.filter(Boolean).join(" ") || undefined;
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
      this.#threat = { move, isKnown: analysis.isWhole };
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
function describeHint({ step, move: { notation, path } }) {
  if (step === "move" || notation === "pass") return word("hint_is", notation);
  return path ? word("hint_is", path[0]) : word("hint_region");
}

/** A reply as a move on the board. */
async function replyOf(place, { after, reply }, signal) {
  const { moves } = await loadPosition({ ...place, moves: [...place.moves, after] }, signal);
  return moves.find(({ notation }) => notation === reply);
}

/** The worth of a loss at once, below that of one in the far future: small beside expected points. */
const SOONER_LOSS = 0.01;

/** The reply in the lines of an analysis that punishes the moves it answers, by what these lose against
 *  the best move, and one of the moves it answers; undefined if no move loses anything. */
function findThreat({ lines }) {
  const losses = new Map();
  for (const { move, score, principal_variation: [, reply] } of lines) {
    const lost = worth(lines[0].score) - worth(score);
    if (reply === undefined || lost <= 0) continue;
    const { total = 0 } = losses.get(reply) ?? {};
    losses.set(reply, { total: total + lost, after: move, reply });
  }
  return [...losses.values()].sort((one, other) => other.total - one.total)[0];
}

/** Expected points; a loss is the worse, the sooner it comes, so that lost positions have threats too. */
const worth = ({ kind, plies, expected_points: points }) =>
  (kind === "loss" && plies ? points - SOONER_LOSS / plies : points);

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
