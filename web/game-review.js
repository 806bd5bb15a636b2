// The review of the line on the board: a label for each move, numbers for each side, and another try at
// mistakes.

import { Latest, compare, loadPosition, review } from "./service.js";

export class GameReview {
  /** The nodes of the reviewed line; empty: no review. */
  nodes = [];
  /** The number of reviewed moves. */
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
    const end = session.lineEnd;
    this.nodes = end.line;
    this.#onchange();
    const timeMs = timeOfSearch(session, this.nodes.length);
    this.problem = await this.#running.run(async (signal) => {
      this.done = 0;
      for await (const message of review(session.placeOf(end), timeMs, signal)) {
        if (message.event === "ply") this.#record(message.ply);
        else this.sides = message.review.sides;
        this.#onchange();
      }
    });
    if (this.problem) this.#onchange();
  }

  /** Takes over the review of the line to `end`, whose moves have their labels. */
  adopt(end, sides) {
    this.clear();
    Object.assign(this, { nodes: end.line, done: end.ply, sides });
    this.#onchange();
  }

  /** Stops the review and forgets it. The labels stay with the moves. */
  clear() {
    this.#running.abort();
    Object.assign(this, { nodes: [], done: 0, sides: undefined, problem: undefined });
  }

  /** True if the line on the board of a session has been reviewed to its end. */
  covers({ lineEnd }) {
    return this.sides !== undefined && this.nodes.at(-1) === lineEnd;
  }

  /** The moves of sides that are worth another try. */
  errorsOf(...sides) {
    return this.nodes.filter((node) => isError(node) && sides.includes(node.review.to_move));
  }

  #record(ply) {
    this.nodes[ply.ply - 1].review = ply;
    this.done++;
  }
}

/** The most time for a search, so that nobody waits long for a review. */
const MAX_SEARCH_MS = 500;

/** The most time of a review. Where a solver scores all moves, most searches end long before, and a client may have a
 *  minute per minute. Elsewhere it is used up: a review of checkers is to be done in five seconds. */
const MAX_GAME_MS = { solved: 20_000, estimated: 4500 };

/** The time for each search of a review of that many moves. */
const timeOfSearch = ({ game, timeMs }, moves) =>
  Math.floor(Math.min(timeMs, MAX_SEARCH_MS, MAX_GAME_MS[game.scores_all_moves ? "solved" : "estimated"] / moves));

/** True if the move at a node is in the tree, and worth another try. */
export const isError = ({ isInTree, review }) =>
  isInTree && ["inaccuracy", "mistake", "blunder"].includes(review?.label);

/** The most expected points that an accepted move may lose, where nothing is proven. */
const ACCEPTED_LOSS = 0.02;

const RESULTS = { win: 1, draw: 0, loss: -1 };

/** "Retry your mistakes": each position of a review in which a side went wrong, until it finds a move that is
 *  as good as the best one. */
export class Retry {
  /** "ask", "checking", "right", "wrong" or "solution". */
  state = "ask";
  /** The reason that the last move could not be checked. */
  problem;
  /** The opponent's answer to the last move and the score of that move, if it was wrong. */
  refutation;
  refuted;
  /** The moves to try again. */
  #errors;
  #index = 0;
  /** The variation of a try that was not in the tree before. */
  #tried;
  #session;
  #checking = new Latest();
  #onchange;

  /** @param {Node[]} errors nodes whose moves are to be tried again; their parents are the positions */
  constructor(session, errors, onchange) {
    this.#session = session;
    this.#errors = errors;
    this.#onchange = onchange;
    this.again();
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

  /** True if the person's next move is a try. */
  get isPosed() {
    return this.#session.node === this.error.parent;
  }

  get isLast() {
    return this.number === this.count;
  }

  /** Checks a move of the person. */
  async check(move) {
    const { parent, review } = this.error;
    if (move === this.solution) return this.#accept(move);
    this.#show("checking");
    const isPlayed = move === review.move;
    const problem = await this.#checking.run(async (signal) => {
      const place = this.#session.placeOf(parent);
      const { lines } = await compare(place, [move, this.solution], this.#session.timeMs, signal);
      const [tried, best] = [move, this.solution].map((wanted) => lines.find((line) => line.move === wanted));
      if (!isPlayed && keepsResult(tried.score, best.score)) return this.#accept(move);
      const after = await loadPosition({ ...place, moves: [...place.moves, move] }, signal);
      this.refutation = after.moves.find(({ notation }) => notation === tried.principal_variation[1]);
      this.refuted = { ...tried, to_move: review.to_move };
      this.#show("wrong");
    });
    this.problem = isPlayed ? undefined : problem;
    if (problem) this.#show(isPlayed ? "wrong" : "ask");
  }

  showSolution() {
    this.#checking.abort();
    this.#try(this.solution);
    this.#show("solution");
  }

  next() {
    this.#forgetTry();
    this.#index++;
    this.again();
  }

  /** Poses the position. */
  again() {
    this.#forgetTry();
    this.#checking.abort();
    this.#session.pause(true);
    this.#session.goTo(this.error.parent);
    this.#show("ask");
  }

  stop() {
    this.#forgetTry();
    this.#checking.abort();
    this.#session.pause(false);
  }

  #accept(move) {
    this.#checking.abort();
    this.#try(move);
    this.#show("right");
  }

  /** Shows a move on the board, as a variation until the next try. */
  #try(move) {
    const { parent } = this.error;
    const isNew = parent.children.every((child) => child.move !== move);
    const node = parent.play(move);
    if (isNew) this.#tried = node;
    this.#session.goTo(node);
  }

  /** Removes the variation of a try, unless the person has gone on from there. */
  #forgetTry() {
    if (this.#tried?.children.length === 0) this.#tried.remove();
    this.#tried = undefined;
  }

  #show(state) {
    if (state !== "wrong") this.refutation = undefined;
    this.state = state;
    this.#onchange();
  }
}

/** True if a move with that score is as good: the same proven result, a loss hardly sooner, or, where nothing is
 *  proven, hardly fewer expected points and no loss at once. */
function keepsResult(score, best) {
  const [tried, wanted] = [score, best].map(({ kind }) => RESULTS[kind]);
  // Four plies sooner: an estimate shows no end within six, and an unknown distance may be long.
  if (tried < 0 && (best.plies ?? 6) - (score.plies ?? 99) > 3) return false;
  if (tried !== undefined && wanted !== undefined) return tried >= wanted;
  return best.expected_points - score.expected_points <= ACCEPTED_LOSS;
}
