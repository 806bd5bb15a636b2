// The review of the line on the board: a label for each move, and numbers for each side.

import { BestmoveProblem, review } from "./service.js";

export class GameReview {
  /** The nodes of the reviewed line; empty: no review. */
  nodes = [];
  /** How many moves are reviewed. */
  done = 0;
  /** The numbers of each side, once all moves are reviewed. */
  sides;
  problem;
  #running = new AbortController();
  #onchange;

  /** @param {() => void} onchange is called after each reviewed move. */
  constructor(onchange) {
    this.#onchange = onchange;
  }

  get isRunning() {
    return this.nodes.length > 0 && !this.sides && !this.problem;
  }

  /** Reviews the line through the current node of a session, from its last move to the first. */
  async run(session) {
    this.clear();
    const { end } = session.node;
    this.nodes = end.line;
    const { signal } = this.#running;
    const timeMs = Math.min(session.timeMs, REVIEW_MS);
    try {
      for await (const message of review(session.placeOf(end), timeMs, signal)) {
        if (message.event === "ply") this.#record(message.ply);
        else this.sides = message.review.sides;
        this.#onchange();
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof BestmoveProblem)) throw error;
      this.problem = error;
      this.#onchange();
    }
  }

  /** Stops the review and forgets it. The labels stay with the moves. */
  clear() {
    this.#running.abort();
    this.#running = new AbortController();
    Object.assign(this, { nodes: [], done: 0, sides: undefined, problem: undefined });
  }

  /** The moves of a side that are worth another try. */
  errorsOf(side) {
    const isError = ({ review }) => review?.to_move === side && ERRORS.includes(review.label);
    return this.nodes.filter(isError);
  }

  #record(ply) {
    this.nodes[ply.ply - 1].review = ply;
    this.done++;
  }
}

/** The most time for a move: a review shall not need waiting. */
const REVIEW_MS = 500;

const ERRORS = ["inaccuracy", "mistake", "blunder"];
