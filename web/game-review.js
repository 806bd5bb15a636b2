// The review of the line on the board: a label for each move, and numbers for each side.

import { Latest } from "./latest.js";
import { review } from "./service.js";

export class GameReview {
  /** The nodes of the reviewed line; empty: no review. */
  nodes = [];
  /** How many moves are reviewed. */
  done = 0;
  /** The numbers of each side, once all moves are reviewed. */
  sides;
  problem;
  #running = new Latest();
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
    this.#onchange();
    const timeMs = Math.min(session.timeMs, MAX_MOVE_MS);
    this.problem = await this.#running.run(async (signal) => {
      for await (const message of review(session.placeOf(end), timeMs, signal)) {
        if (message.event === "ply") this.#record(message.ply);
        else this.sides = message.review.sides;
        this.#onchange();
      }
    });
    if (this.problem) this.#onchange();
  }

  /** Stops the review and forgets it. The labels stay with the moves. */
  clear() {
    this.#running.abort();
    Object.assign(this, { nodes: [], done: 0, sides: undefined, problem: undefined });
  }

  /** The moves of a side that are worth another try. */
  errorsOf(side) {
    return this.nodes.filter((node) => node.review?.to_move === side && isError(node));
  }

  #record(ply) {
    this.nodes[ply.ply - 1].review = ply;
    this.done++;
  }
}

/** The most time for a move, so that nobody waits long for a review. */
const MAX_MOVE_MS = 500;

/** Whether the move at a node is worth another try. */
export const isError = ({ review }) => ["inaccuracy", "mistake", "blunder"].includes(review?.label);
