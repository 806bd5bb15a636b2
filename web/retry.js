// "Retry your mistakes": each position of a review in which a side went wrong, until it finds a move
// that is as good as the best one.

import { compare } from "./service.js";

/** The most expected points that an accepted move may lose, where nothing is proven. */
const ACCEPTED_LOSS = 0.02;

const RESULTS = { win: 1, draw: 0, loss: -1 };

export class Retry {
  /** "ask", "checking", "right", "wrong" or "solution". */
  state = "ask";
  /** The moves to try again. */
  #errors;
  #index = 0;
  #session;
  #onchange;

  /** @param {Node[]} errors nodes whose moves are to be tried again; their parents are the positions. */
  constructor(session, errors, onchange) {
    this.#session = session;
    this.#errors = errors;
    this.#onchange = onchange;
    this.#pose();
  }

  get number() {
    return this.#index + 1;
  }

  get count() {
    return this.#errors.length;
  }

  /** The move that was played. */
  get error() {
    return this.#errors[this.#index];
  }

  /** The best move. */
  get solution() {
    return this.error.review.best_move;
  }

  /** Whether the person may try a move. */
  get isOpen() {
    return ["ask", "wrong"].includes(this.state);
  }

  get isLast() {
    return this.number === this.count;
  }

  /** Checks a move of the person. */
  async check(move) {
    const { parent, review } = this.error;
    if (move === review.move) return this.#show("wrong");
    if (move === this.solution) return this.#accept(move);
    this.#show("checking");
    const { lines } = await compare(this.#session.placeOf(parent), [move, this.solution], this.#session.timeMs);
    const [tried, best] = [move, this.solution].map((wanted) => lines.find(({ move }) => move === wanted));
    if (keepsResult(tried.score, best.score)) this.#accept(move);
    else this.#show("wrong");
  }

  showSolution() {
    this.#session.goTo(this.error.parent.play(this.solution));
    this.#show("solution");
  }

  next() {
    this.#index++;
    this.#pose();
  }

  again() {
    this.#pose();
  }

  stop() {
    this.#session.isPaused = false;
    this.#session.goTo(this.error);
  }

  #pose() {
    this.#session.isPaused = true;
    this.#session.goTo(this.error.parent);
    this.#show("ask");
  }

  #accept(move) {
    this.#session.goTo(this.error.parent.play(move));
    this.#show("right");
  }

  #show(state) {
    this.state = state;
    this.#onchange();
  }
}

/** Whether a move with that score is as good: the same proven result or, where nothing is proven,
 *  hardly fewer expected points. */
function keepsResult(score, best) {
  const proven = [score, best].map(({ kind }) => RESULTS[kind]);
  if (proven.every((result) => result !== undefined)) return proven[0] >= proven[1];
  return best.expected_points - score.expected_points <= ACCEPTED_LOSS;
}
