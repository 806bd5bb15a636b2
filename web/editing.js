// Opens and closes the editor of positions, which is loaded when it is first wanted.

import { fail } from "./importer.js";
import { problemText } from "./problem.js";
import { Latest } from "./service.js";

export class Editing {
  /** The editor, once it has been opened. */
  #editor;
  #session;
  #main;
  #element;
  #page;
  #loading = new Latest();

  /** @param main the element whose class says that a position is edited
   *  @param element the element of the editor
   *  @param page `render`s a change, `focusBoard`, `open`s a game at a place, `refuse`s with a reason */
  constructor(session, main, element, page) {
    this.#session = session;
    this.#main = main;
    this.#element = element;
    this.#page = page;
  }

  get isOpen() {
    return this.#editor?.isOpen ?? false;
  }

  get pieces() {
    return this.#editor.pieces;
  }

  put(cell) {
    this.#editor.put(cell);
  }

  async open() {
    const problem = await this.#loading.run(async (signal) => {
      const { Editor } = await import("./editor.js").catch(fail);
      signal.throwIfAborted();
      this.#editor ??= new Editor(this.#element, this.#page.render, (position) => this.#close(position));
      const { game, position, startPieces } = this.#session;
      this.#session.pause(true);
      this.#main.classList.add("editing");
      this.#editor.open(game, position ?? { pieces: startPieces ?? [], to_move: game.sides[0] });
      this.#element.focus();
    });
    this.#page.refuse(problem && problemText(problem));
  }

  /** Shows the editor in another language. */
  translate() {
    if (this.isOpen) this.#editor.render();
  }

  /** Ends the editing, also of an editor that is being loaded. */
  end() {
    this.#loading.abort();
    if (!this.isOpen) return;
    this.#main.classList.remove("editing");
    this.#editor.close();
    this.#session.pause(false);
  }

  #close(position) {
    const { game, flipped } = this.#session;
    this.end();
    this.#page.focusBoard();
    if (position === undefined) return this.#session.resume();
    this.#page.open(game, { start: position === game.start ? undefined : position, flipped });
  }
}
