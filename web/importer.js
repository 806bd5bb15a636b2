// Takes games from texts in any notation: the only one of a text at once, several as a list.

import { button, fill, html } from "./dom.js";
import { problemText } from "./problem.js";
import { BestmoveProblem, Latest } from "./service.js";
import { BOTH } from "./session.js";
import { nameOf, word } from "./words.js";

/** Says that a part of the page cannot be loaded. */
export function fail({ message }) {
  throw new BestmoveProblem({ detail: message });
}

export class Importer {
  /** The reader of texts and the list of their games, once there has been a text. */
  archive;
  #session;
  #elements;
  #page;
  #loading = new Latest();

  /** @param elements the elements of the list, of the steps through it, and of notices
   *  @param page `games()` of the service; `open`s a game at a place, `adopt`s a review, says with `notify`; `refuse`s a
   *  text with a reason, undefined if it is not refused; `showList` follows a change of the list */
  constructor(session, elements, page) {
    this.#session = session;
    this.#elements = elements;
    this.#page = page;
  }

  /** Loads the games of a text. */
  async load(text, name) {
    const { refuse, notify, showList } = this.#page;
    refuse(text.trim() ? undefined : word("nothing_to_load"));
    if (!text.trim()) return;
    if (["#", "?game="].some((start) => text.trim().startsWith(`${location.origin}/${start}`))) return location.assign(text);
    const { game: current } = this.#session;
    const inOrder = [current, ...this.#page.games().filter((game) => game !== current)];
    let refusal;
    const problem = await this.#loading.run(async (signal) => {
      const { Archive } = await import("./archive/archive.js").catch(fail);
      signal.throwIfAborted();
      const { list, steps } = this.#elements;
      this.archive ??= new Archive(list, steps, { open: (...record) => this.#open(...record), notify, change: showList });
      refusal = this.archive.read(inOrder, text, name);
    });
    refuse(problem ? problemText(problem) : await refusal);
  }

  /** Forgets a text that is being read, and leaves the game of the list. */
  leave() {
    this.#loading.abort();
    this.archive?.leave();
  }

  /** Opens a game of a text; the person may move both sides. */
  #open(game, { sides, ...place }, ply, isOffered) {
    const session = this.#session;
    const isOther = game !== session.game && session.root.children.length > 0;
    if (isOther && !isOffered) return this.#offer(game, () => this.#open(game, { sides, ...place }, ply, true));
    this.#page.open(game, { ...place, seat: BOTH });
    if (sides) this.#page.adopt(place.node, sides);
    if (ply) session.goTo(place.node.line[ply - 1]);
  }

  /** Asks before a text of another game takes the place of the game on the board. */
  #offer(game, accept) {
    const { notice } = this.#elements;
    const title = nameOf(game.title);
    const agree = button(word("open_there", title), accept, { id: "open-there" });
    fill(notice, html("p", {}, word("looks_like", title)), agree);
    notice.hidden = false;
    agree.focus();
  }
}
