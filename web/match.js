// A game that is being played: what has been played, by whom, and the turn that runs.
//
// The rules live in the service. The state here is the moves and who plays; all else is asked for
// and kept in the ledger.

import { Problem } from "./api.js";
import { knownListing, knownReport, listing, report } from "./ledger.js";

/** Seats beside those of the sides: the person plays both, or watches the engine play both. */
export const BOTH = "both";
export const NEITHER = "neither";

/** For how long a position is on the screen at least before the engine answers it. */
const GLANCE_MS = 350;

export class Match {
  /** One of the games that the service lists. */
  game;
  moves = [];
  /** What the person plays: a side, BOTH or NEITHER. */
  seat;
  timeMs;
  wantsHints = false;
  /** "loading", "yours", "thinking", "over" or "failed". */
  phase = "loading";
  problem;

  /** What runs now. Aborted when the game takes another course. */
  #turn = new AbortController();
  #onchange;

  /** @param {() => void} onchange is called whenever there is something else to show. */
  constructor(onchange) {
    this.#onchange = onchange;
  }

  /** The side from which the person sees the game; undefined for one who plays both or neither. */
  get viewer() {
    return this.game.sides.find((side) => side === this.seat);
  }

  /** Whether the person moves for `side`. */
  plays(side) {
    return this.seat === BOTH || this.seat === side;
  }

  /** What can be played now, if known yet. */
  get listing() {
    return knownListing(this.game.id, this.moves);
  }

  /** The last move with the places it touched, if known yet. */
  get last() {
    const before = knownListing(this.game.id, this.moves.slice(0, -1));
    return before?.moves.find(({ notation }) => notation === this.moves.at(-1));
  }

  /** The pieces now or, until they are known, before the last move. */
  get pieces() {
    return (this.listing ?? knownListing(this.game.id, this.moves.slice(0, -1)))?.pieces;
  }

  /** The pieces at the start of the game, if known yet. */
  get startPieces() {
    return knownListing(this.game.id, [])?.pieces;
  }

  /** What the engine said last, if that still tells something. */
  get report() {
    return knownReport(this.game.id, this.moves);
  }

  /** The move that the engine would play for the person, if they want to know. */
  get hint() {
    const { report } = this;
    const isAdvice = this.wantsHints && this.phase === "yours" && report?.moves.length === this.moves.length;
    return isAdvice ? this.listing.moves.find(({ notation }) => notation === report.best_move) : undefined;
  }

  /** Starts `game` where it is after `moves`. */
  open(game, moves = []) {
    if (![BOTH, NEITHER].includes(this.seat)) this.seat = game.sides[0];
    this.game = game;
    this.timeMs ??= game.limits.time_ms.default;
    this.go(moves);
  }

  /** Puts the game where it was or would be after `moves`. */
  go(moves) {
    this.moves = moves;
    return this.resume();
  }

  /** Takes moves back until it is the person's turn, or one if they play no single side. */
  undo() {
    const { sides } = this.game;
    let left = this.moves.length - 1;
    while (this.viewer && left > 0 && !this.plays(sides[left % sides.length])) left--;
    return this.go(this.moves.slice(0, left));
  }

  /** Lets the engine move in the person's place, once. */
  moveForMe() {
    return this.#run((signal) => this.#engineMoves(signal));
  }

  /** Goes on after a change of seat or wishes, or after a problem. */
  resume() {
    return this.#run(async () => {});
  }

  /** The course of the game, from a change on: the engine moves for as long as it is its turn. */
  async #run(first) {
    this.#turn.abort();
    this.#turn = new AbortController();
    const { signal } = this.#turn;
    this.problem = undefined;
    try {
      await this.#look(signal);
      await first(signal);
      while (this.#isEnginesTurn()) await this.#engineMoves(signal);
      await this.#rest(signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      this.problem = error;
      this.#enter("failed");
    }
  }

  /** Learns what can be played now, what could be before the last move, and what stands at the start. */
  async #look(signal) {
    if (!this.listing) this.#enter("loading");
    const lengths = new Set([this.moves.length, Math.max(this.moves.length - 1, 0), 0]);
    const paths = [...lengths].map((length) => this.moves.slice(0, length));
    await Promise.all(paths.map((moves) => listing(this.game.id, moves, signal)));
  }

  #isEnginesTurn() {
    return !this.listing.outcome && !this.plays(this.listing.to_move);
  }

  async #engineMoves(signal) {
    this.#enter("thinking");
    const [{ best_move }] = await Promise.all([this.#think(signal), pause(GLANCE_MS, signal)]);
    this.moves = [...this.moves, best_move];
    await this.#look(signal);
  }

  /** The game is over, or waits for the person. */
  async #rest(signal) {
    this.#enter(this.listing.outcome ? "over" : "yours");
    if (!this.wantsHints || this.phase === "over") return;
    await this.#think(signal);
    this.#onchange();
  }

  #think(signal) {
    return report(this.game.id, this.moves, this.timeMs, signal);
  }

  #enter(phase) {
    this.phase = phase;
    this.#onchange();
  }
}

const pause = (ms, signal) => new Promise((resolve, reject) => {
  setTimeout(resolve, ms);
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
});
