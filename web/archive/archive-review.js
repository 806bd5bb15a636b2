// The review of the games of a list, which a job of the service makes in the background, once its price is agreed to.

import { button, fill, html } from "../dom.js";
import { isError } from "../game-review.js";
import { problemText } from "../problem.js";
import { Latest, reviewAll, reviewPrice } from "../service.js";
import { placeOf } from "./reader.js";
import { word } from "./words.js";

/** The most moves of a game that are named in its row. */
const MAX_MOMENTS = 2;

/** The reviews of games, with a row that offers them, tells their price, or shows how far they are. */
export class ArchiveReview {
  row = html("div", { id: "archive-review", className: "row" });
  #game;
  #entries = [];
  /** Entries whose games are being reviewed; undefined: none are. */
  #asked;
  #done = 0;
  /** True while the service does other work first. */
  #isWaiting = false;
  /** What is to be agreed to: the entries and, once it is known, their price in milliseconds; undefined: nothing is. */
  #price;
  #problem;
  #running = new Latest();
  #onreview;

  /** @param {(entry) => void} onreview is called for each entry whose game has been reviewed */
  constructor(onreview) {
    this.#onreview = onreview;
  }

  /** Offers to review the games of these entries. */
  offer(game, entries) {
    this.clear();
    this.#game = game;
    this.#entries = entries.filter(({ record: { start, moves } }) => start !== null && moves.length > 0);
    this.show();
  }

  clear() {
    this.#running.abort();
    this.#entries = [];
    this.#asked = this.#price = this.#problem = undefined;
    this.show();
  }

  /** Shows the row anew. */
  show() {
    fill(this.row, ...this.#content(),
      this.#problem && html("p", { className: "field-problem", role: "alert" }, problemText(this.#problem)));
    this.row.hidden = this.row.childElementCount === 0;
  }

  /** Entries that pass the filter of the list and whose games have no review. */
  get #left() {
    return this.#entries.filter(({ isShown, review }) => isShown && !review);
  }

  #content() {
    const left = this.#left.length;
    if (this.#asked) return this.#progress();
    if (this.#price) return this.#question();
    return left > 0 ? [button(word("review_games", left), () => this.#ask(), { id: "review-games" })] : [];
  }

  #question() {
    const { entries: { length: games }, milliseconds } = this.#price;
    const isKnown = milliseconds !== undefined;
    return [
      html("p", { id: "review-price", role: "status" }, isKnown ? word("review_price", milliseconds, games) : word("pricing_games")),
      ...(isKnown ? [button(word("start_review"), () => this.#run(), { id: "start-review" })] : []),
      button(word("leave_review"), () => this.#leave(), { id: "leave-review" }),
    ];
  }

  #progress() {
    const max = this.#asked.length;
    return [
      html("progress", { value: this.#done, max, ariaLabel: word("reviewing_games") }),
      html("p", { className: "faint" }, word(this.#isWaiting ? "waiting_for_work" : "games_reviewed", this.#done, max)),
      button(word("stop_review"), () => this.#stop(), { id: "stop-review" }),
    ];
  }

  /** Asks for the price of the games that are left. */
  async #ask() {
    const asked = this.#left;
    const hadFocus = this.row.contains(document.activeElement);
    this.#problem = undefined;
    this.#price = { entries: asked };
    this.show();
    const problem = await this.#running.run(async (signal) => {
      const { cpu_ms: milliseconds } = await reviewPrice(this.#game, asked.map(({ record }) => record), signal);
      this.#price = { entries: asked, milliseconds };
      this.show();
      if (hadFocus && document.activeElement === this.row.closest("[tabindex]")) this.row.querySelector("#start-review")?.focus();
    });
    if (!problem) return;
    this.#price = undefined;
    this.#problem = problem;
    this.show();
  }

  #leave() {
    this.#running.abort();
    this.#price = undefined;
    this.show();
  }

  async #run() {
    let { entries: asked } = this.#price;
    this.#price = this.#problem = undefined;
    const problem = await this.#running.run(async (signal) => {
      // Those that are still left, if the page was left meanwhile.
      this.#asked = asked = asked.filter(({ review }) => !review);
      this.#done = 0;
      this.#isWaiting = false;
      this.show();
      const places = asked.map(({ record }) => record);
      for await (const answer of reviewAll(this.#game, places, signal, () => this.#wait())) this.#take(asked, answer);
    });
    if (this.#asked !== asked) return;
    this.#asked = undefined;
    this.#problem = problem;
    this.show();
  }

  #wait() {
    this.#isWaiting = true;
    this.show();
  }

  #take(asked, { index, review, problem, same_as: same }) {
    const entry = asked[index];
    entry.review = same === undefined ? { ...review, problem } : asked[same].review;
    this.#done = index + 1;
    this.#isWaiting = false;
    this.#onreview(entry);
    this.show();
  }

  #stop() {
    this.#running.abort();
    this.#asked = undefined;
    this.show();
  }
}

/** The place at the end of the game of an entry, with the labels of its moves and the numbers of each side, if it has
 *  been reviewed. */
export function reviewedPlace(game, { record, review }) {
  const place = placeOf(game, record);
  const nodes = place.node.line;
  review?.plies?.forEach((ply) => { nodes[ply.ply - 1].review = ply; });
  return { ...place, sides: review?.sides };
}

/** The nodes of the moves that lost most in a reviewed game, in their order. */
export function momentsOf({ node }) {
  const errors = node.line.filter((move) => isError(move) && move.review.label !== "inaccuracy");
  const lost = (move) => move.review.expected_points_lost;
  return errors.sort((one, other) => lost(other) - lost(one)).slice(0, MAX_MOMENTS).sort((one, other) => one.ply - other.ply);
}
