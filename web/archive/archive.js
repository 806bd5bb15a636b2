// The games of a text: the only one is opened, several become a list from which the person chooses.

import { fill, html } from "../dom.js";
import { describeProblem } from "../problem.js";
import { Latest } from "../service.js";
import { nameOf } from "../words.js";
import { ArchiveReview, reviewedPlace } from "./archive-review.js";
import { List } from "./list.js";
import { recordsIn } from "./reader.js";
import { describeFault, titleOf } from "./row.js";
import { word } from "./words.js";

/** The most oddities of a game that are named where it is opened. */
const MAX_WARNINGS = 3;
/** The most milliseconds that games are read before the page is drawn again. */
const SLICE_MS = 20;

export class Archive {
  /** The game of the service; undefined: there is no list. */
  game;
  #list;
  #review = new ArchiveReview((entry) => this.#list.showReview(entry));
  /** True while games come into the list. */
  #isGrowing = false;
  #reading = new Latest();
  #steps;
  #page;

  /** @param {{open: (game, place, ply) => void, notify: (...texts) => void, change: () => void}} page `open` shows a game
   *  at one of its moves, `notify` texts about it; `change` is called when there is a list, or no longer */
  constructor(panel, steps, page) {
    this.#steps = steps;
    this.#page = page;
    this.#list = new List(panel, {
      choose: (entry, ply) => this.#choose(entry, ply),
      close: () => this.close(),
      change: () => {
        this.#showSteps();
        this.#review.show();
      },
    });
  }

  /** Reads a text in one of `games`, the first on the board: opens its game, or lists its games as they come. Returns
   *  why it cannot be read, if it cannot. */
  async read(games, text, name = word("pasted_text")) {
    if (this.#isGrowing) this.#end();
    let first;
    let refusal;
    const problem = await this.#reading.run(async (signal) => {
      // Not the first time, if the page was left meanwhile.
      this.#isGrowing = false;
      first = undefined;
      for await (const [game, record] of paced(recordsIn(games, text, signal))) {
        signal.throwIfAborted();
        if (this.#isGrowing) {
          this.#list.add(record);
        } else if (first) {
          this.#begin(game, name, [first.record, record]);
        } else {
          first = { game, record };
        }
      }
      if (this.#isGrowing) this.#end();
      else refusal = this.#openOnly(first);
    });
    if (!problem) return refusal;
    if (!this.#isGrowing) return describeRefusal(problem, games[0]);
    this.#end(problem);
    return undefined;
  }

  /** Stops to read a text of which there is no list yet, and leaves the game of the list. */
  leave() {
    if (!this.#isGrowing) this.#reading.abort();
    this.#list.setCurrent(undefined);
  }

  /** Goes to the next game of those shown, or by -1 to the one before. */
  step(by) {
    const entry = this.#list.neighbour(by);
    if (entry) this.#choose(entry);
  }

  close() {
    this.#reading.abort();
    this.#isGrowing = false;
    this.game = undefined;
    // The page takes the focus from the list that goes.
    this.#page.change();
    this.#review.clear();
    this.#list.clear();
  }

  /** Builds the list anew, after a change of language. */
  build() {
    if (!this.game) return;
    this.#review.show();
    this.#list.build();
  }

  #begin(game, name, records) {
    this.game = game;
    this.#isGrowing = true;
    this.#review.clear();
    this.#list.begin(game, name, this.#review.row);
    records.forEach((record) => this.#list.add(record));
    this.#page.change();
  }

  #end(problem) {
    this.#isGrowing = false;
    this.#list.end(problem);
    this.#review.offer(this.game, this.#list.entries);
    this.#showSteps();
  }

  /** Opens the only game of a text, and says what was odd and what could not be read. Returns why it cannot be shown. */
  #openOnly({ game, record }) {
    const { start, problem, warnings } = record;
    if (start === null) return word("cannot_show", describeFault(problem));
    this.#page.open(game, reviewedPlace(game, { record }));
    const notes = warnings.slice(0, MAX_WARNINGS).map((warning) => word("warning_in_game", describeFault(warning)));
    if (problem) notes.unshift(word("read_up_to", describeFault(problem)));
    if (notes.length > 0) this.#page.notify(...notes);
    return undefined;
  }

  /** Opens a game of the list, whose row names its oddities, at its end or after one of its moves. */
  #choose(entry, ply) {
    const { start, problem } = entry.record;
    if (start === null) return this.#page.notify(word("cannot_show", describeFault(problem)));
    this.#page.open(this.game, reviewedPlace(this.game, entry), ply);
    if (problem) this.#page.notify(word("read_up_to", describeFault(problem)));
    this.#list.setCurrent(entry);
  }

  /** Shows the way to the games before and after the one on the board. */
  #showSteps() {
    const { current, length } = this.#list;
    this.#steps.hidden = !current;
    if (!current) return;
    const { record } = current;
    fill(this.#steps,
      this.#step("previous_game", -1, "‹"),
      html("p", {}, html("strong", {}, titleOf(record)), html("small", {}, ` ${word("game_of", record.number, length)}`)),
      this.#step("next_game", 1, "›"));
  }

  #step(name, by, sign) {
    return html("button", {
      type: "button", id: name, className: "icon", ariaLabel: word(name), title: word(name), "data-key": name,
      disabled: !this.#list.neighbour(by), onclick: () => this.step(by),
    }, sign);
  }
}

/** Says why a text is no game: what the game on the board expects, or what keeps the service from reading it. */
function describeRefusal(problem, { title, move, position }) {
  if (problem.type !== "/problems/invalid-field") return describeProblem(problem).detail;
  return `${word("not_a_game", nameOf(title), move.example, position.example)} ${describeFault(problem)}.`;
}

/** Yields the same items, and lets the page be drawn meanwhile. */
async function* paced(items) {
  let due = performance.now() + SLICE_MS;
  for await (const item of items) {
    yield item;
    if (performance.now() < due) continue;
    await new Promise((resolve) => setTimeout(resolve));
    due = performance.now() + SLICE_MS;
  }
}
