// A match that the element plays by itself: the service knows the rules and plays the other side.

import { BestmoveProblem, bestMove, connect, games, legalMoves, streamAnalysis } from "../client.js";
import { localEngine } from "./local-engine.js";
import { scoresOf } from "./scores.js";
import { personsSides, refused } from "./settings.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Move} Move */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Position} Position */

/** The least time for which a position is shown before the engine's reply. */
const MIN_DISPLAY_MS = 350;

/**
 * @typedef {object} Host the element that shows the match
 * @property {() => import("./settings.js").Settings} settings
 * @property {() => import("./words.js").Words} words
 * @property {(game: Game) => void} open
 * @property {(view: View) => void} show
 * @property {(problem: Error) => void} fail
 * @property {(name: string, detail: object) => void} emit
 */

export class Match {
  /** The moves played, in notation. */
  moves;
  /** @type {Game | undefined} */
  #game;
  /** @type {Move | undefined} */
  #last;
  /** @type {import("../client.js").Service | undefined} */
  #connection;
  #isNew = false;
  #isOver = false;
  /** @type {View | undefined} */
  #view;
  /** Aborts the running turn. */
  #turn = new AbortController();
  #host;

  /** @param {Host} host @param {string[]} moves */
  constructor(host, moves) {
    this.#host = host;
    this.moves = moves;
  }

  stop() {
    this.#turn.abort();
  }

  /**
   * Plays a move of the person, who can't move again until the position is known. A listener of the
   * move may stop the match.
   * @param {Move} move
   */
  play(move) {
    const { signal } = this.#turn;
    if (this.#view) this.#host.show({ ...this.#view, legal: [], scores: this.#view.scores && new Map() });
    this.#append(move, "person");
    if (!signal.aborted) this.resume();
  }

  /** Starts the match, or continues after a change of settings or a problem. */
  async resume() {
    this.#turn.abort();
    this.#turn = new AbortController();
    const { signal } = this.#turn;
    // Leaving the page has aborted its requests, and the browser may bring it back.
    addEventListener("pageshow", ({ persisted }) => persisted && this.resume(), { signal });
    try {
      this.#connection = await connectTo(this.#host.settings());
      signal.throwIfAborted();
      await this.#open(signal);
      await this.#advance(signal);
    } catch (error) {
      if (signal.aborted || /** @type {Error} */ (error).name === "AbortError") return;
      if (!(error instanceof BestmoveProblem || error instanceof RangeError)) throw error;
      this.#host.emit("problem", { problem: error });
      this.#host.fail(error);
    }
  }

  /** Loads the game and the last of the moves given. @param {AbortSignal} signal */
  async #open(signal) {
    if (this.#game) return;
    const { game: id } = this.#host.settings();
    const before = this.moves.slice(0, -1);
    const [list, position] = await Promise.all([games(this.#service, { signal }), this.#legalMoves(before, signal)]);
    const game = list.find((/** @type {Game} */ game) => game.id === id);
    if (!game) throw new RangeError(this.#host.words().unknownGame(id));
    this.#last = position.moves.find(({ notation }) => notation === this.moves.at(-1));
    personsSides(this.#host.settings().side, game);
    this.#game = game;
    this.#host.open(game);
  }

  /** Lets the engine move until it is the person's turn or the game is over. @param {AbortSignal} signal */
  async #advance(signal) {
    for (;;) {
      const position = await this.#legalMoves(this.moves, signal);
      this.#show(position);
      if (position.outcome) return this.#end(position.outcome);
      if (this.#sides.includes(position.to_move)) return this.#showScores(position, signal);
      const [answer] = await Promise.all([this.#bestMove(signal), pause(MIN_DISPLAY_MS, signal)]);
      const move = position.moves.find(({ notation }) => notation === answer.best_move);
      if (!move) return;
      this.#append(move, "engine");
    }
  }

  /** Tells the page once, also if the last position is shown again. @param {import("./types.js").Outcome} outcome */
  #end(outcome) {
    if (!this.#isOver) this.#host.emit("gameover", { outcome });
    this.#isOver = true;
  }

  /** @param {Move} move @param {"person" | "engine"} by */
  #append(move, by) {
    this.moves = [...this.moves, move.notation];
    this.#last = move;
    this.#isNew = true;
    this.#host.emit("move", { move, by, moves: this.moves });
  }

  /** @param {string[]} moves @param {AbortSignal} signal @returns {Promise<Position>} */
  #legalMoves(moves, signal) {
    const { game, position } = this.#host.settings();
    return legalMoves(this.#service, game, { position, moves }, { signal });
  }

  /** @param {AbortSignal} signal */
  #bestMove(signal) {
    const { game, position, level, seed, timeMs } = this.#host.settings();
    return bestMove(this.#service, game, { position, moves: this.moves, level, seed, time_ms: timeMs }, { signal });
  }

  get #service() {
    return /** @type {import("../client.js").Service} */ (this.#connection);
  }

  get #sides() {
    return this.#game ? personsSides(this.#host.settings().side, this.#game) : [];
  }

  /** @param {Position} position @param {Map<string, import("./types.js").Score>} [scores] */
  #show({ pieces, moves, to_move: toMove, outcome }, scores) {
    const settings = this.#host.settings();
    const sides = this.#sides;
    const isSecond = sides.length === 1 && sides[0] === this.#game?.sides[1];
    this.#view = {
      pieces,
      legal: sides.includes(toMove) ? moves : [],
      toMove: outcome ? undefined : toMove,
      outcome,
      viewer: sides.length === 1 ? sides[0] : undefined,
      last: this.#last,
      isNew: this.#isNew,
      line: outcome?.line ?? [],
      flipped: isSecond !== settings.flipped,
      scores: settings.scores ? (scores ?? new Map()) : undefined,
    };
    this.#host.show(this.#view);
    this.#isNew = false;
    this.#view.isNew = false;
  }

  /**
   * Analyses the position for the scores on the board, if they are wanted.
   * @param {Position} position
   * @param {AbortSignal} signal
   */
  async #showScores(position, signal) {
    const { game: id, position: start, timeMs, scores } = this.#host.settings();
    if (!scores || !this.#game) return;
    const lines = /** @type {const} */ ("all");
    const body = { position: start, moves: this.moves, lines, time_ms: timeMs };
    for await (const analysis of streamAnalysis(this.#service, id, body, { signal })) {
      this.#host.emit("analysis", { analysis });
      this.#show(position, scoresOf(analysis.lines, this.#game, this.#host.words()));
    }
  }
}

/**
 * Resolves after that many milliseconds, or rejects with the reason when the signal aborts.
 * @param {number} ms
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** @param {import("./settings.js").Settings} settings */
async function connectTo({ service: url, isLocal, fetch }) {
  if (isLocal) return connect({ url: "local:", fetch: fetch ?? (await localEngine()) });
  try {
    return connect({ url, fetch });
  } catch {
    // On a page without an origin, such as a file.
    if (fetch && !url) return connect({ url: "local:", fetch });
    throw refused("service", "a URL", url ? `"${url}"` : "none");
  }
}
