// A match: the moves played, the players, and the running turn.
//
// The service knows the rules. The state here is the moves and the players; everything else is fetched
// and cached.

import { Problem, opponentMove } from "./api.js";
import { analyse, cachedAnalysis, cachedPosition, loadPosition } from "./cache.js";

/** Seats besides the two sides: the person plays both, or watches the engine play both. */
export const BOTH = "both";
export const NEITHER = "neither";

/** The level of full strength. */
export const FULL_STRENGTH = 10;

/** Seeds of opponents are below this number. */
const SEEDS = 2 ** 32;

/** The least time for which a position is shown before the engine's reply. */
const MIN_DISPLAY_MS = 350;

export class Match {
  /** A game from the service's list. */
  game;
  moves = [];
  /** The person's seat: a side, BOTH or NEITHER. */
  seat;
  timeMs;
  /** The opponent's level, from 1 to FULL_STRENGTH. */
  level = FULL_STRENGTH;
  /** The seed of the opponent's choices. */
  seed = Math.floor(Math.random() * SEEDS);
  wantsHints = false;
  /** "loading", "yours", "thinking", "over" or "failed". */
  phase = "loading";
  problem;

  /** Aborts the running turn when the moves or players change. */
  #turn = new AbortController();
  #onchange;

  /** @param {() => void} onchange is called after every change. */
  constructor(onchange) {
    this.#onchange = onchange;
  }

  /** The person's side; undefined if they play both or neither. */
  get viewer() {
    return this.game.sides.find((side) => side === this.seat);
  }

  /** Whether the person plays `side`. */
  plays(side) {
    return this.seat === BOTH || this.seat === side;
  }

  /** The current position with its legal moves, if it is loaded. */
  get position() {
    return cachedPosition(this.game.id, this.moves);
  }

  /** The last move with its coordinates, if the position before it is loaded. */
  get last() {
    const before = cachedPosition(this.game.id, this.moves.slice(0, -1));
    return before?.moves.find(({ notation }) => notation === this.moves.at(-1));
  }

  /** The pieces on the board or, until the position is loaded, those before the last move. */
  get pieces() {
    return (this.position ?? cachedPosition(this.game.id, this.moves.slice(0, -1)))?.pieces;
  }

  /** The pieces at the start of the game, if that position is loaded. */
  get startPieces() {
    return cachedPosition(this.game.id, [])?.pieces;
  }

  /** The latest analysis, if it is recent. */
  get analysis() {
    return cachedAnalysis(this.game.id, this.moves);
  }

  /** The move that the engine suggests to the person, if hints are on. */
  get hint() {
    const { analysis } = this;
    const isCurrent = analysis?.moves.length === this.moves.length;
    const isShown = this.wantsHints && this.phase === "yours" && isCurrent;
    return isShown ? this.position.moves.find(({ notation }) => notation === analysis.best_move) : undefined;
  }

  /** Opens `game` at the position after `moves`. */
  open(game, moves = []) {
    if (![BOTH, NEITHER].includes(this.seat)) this.seat = game.sides[0];
    this.game = game;
    this.timeMs ??= game.limits.time_ms.default;
    this.go(moves);
  }

  /** Starts a new game. A weak opponent plays differently from the last game. */
  restart() {
    this.seed = Math.floor(Math.random() * SEEDS);
    return this.go([]);
  }

  /** Goes to the position after `moves`. */
  go(moves) {
    this.moves = moves;
    return this.resume();
  }

  /** Takes back moves until it is the person's turn, or one move if they play both sides or neither. */
  undo() {
    const { sides } = this.game;
    let left = this.moves.length - 1;
    while (this.viewer && left > 0 && !this.plays(sides[left % sides.length])) left--;
    return this.go(this.moves.slice(0, left));
  }

  /** Lets the engine play one move for the person. */
  moveForMe() {
    return this.#run((signal) => this.#playMove(signal, this.#analyse(signal)));
  }

  /** Continues after a change of seat or settings, or after a problem. */
  resume() {
    return this.#run(async () => {});
  }

  /** Runs the match from a change on: the engine moves as long as it is its turn. */
  async #run(first) {
    this.#turn.abort();
    this.#turn = new AbortController();
    const { signal } = this.#turn;
    this.problem = undefined;
    try {
      await this.#loadPositions(signal);
      await first(signal);
      while (this.#isEnginesTurn()) await this.#playMove(signal, this.#opponentMove(signal));
      await this.#waitForPerson(signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      this.problem = error;
      this.#setPhase("failed");
    }
  }

  /** Loads the current position, the one before the last move, and the start position. */
  async #loadPositions(signal) {
    if (!this.position) this.#setPhase("loading");
    const lengths = new Set([this.moves.length, Math.max(this.moves.length - 1, 0), 0]);
    const paths = [...lengths].map((length) => this.moves.slice(0, length));
    await Promise.all(paths.map((moves) => loadPosition(this.game.id, moves, signal)));
  }

  #isEnginesTurn() {
    return !this.position.outcome && !this.plays(this.position.to_move);
  }

  /** The answer of the opponent. Only one of full strength gives an analysis worth showing. */
  #opponentMove(signal) {
    if (this.level === FULL_STRENGTH) return this.#analyse(signal);
    return opponentMove(this.game.id, this.moves, this.timeMs, this, signal);
  }

  /** Plays the best move of an answer. */
  async #playMove(signal, answer) {
    this.#setPhase("thinking");
    const [{ best_move }] = await Promise.all([answer, pause(MIN_DISPLAY_MS, signal)]);
    this.moves = [...this.moves, best_move];
    await this.#loadPositions(signal);
  }

  /** Ends the turn: the game is over, or it is the person's turn. */
  async #waitForPerson(signal) {
    this.#setPhase(this.position.outcome ? "over" : "yours");
    if (!this.wantsHints || this.phase === "over") return;
    await this.#analyse(signal);
    this.#onchange();
  }

  #analyse(signal) {
    return analyse(this.game.id, this.moves, this.timeMs, signal);
  }

  #setPhase(phase) {
    this.phase = phase;
    this.#onchange();
  }
}

const pause = (ms, signal) => new Promise((resolve, reject) => {
  setTimeout(resolve, ms);
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
});
