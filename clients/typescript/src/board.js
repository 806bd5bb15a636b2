// <bestmove-board>: the board of any game of the service, for any page.

import { BoardView } from "./board/board-view.js";
import { closestLanguage, html } from "./board/dom.js";
import { announcement } from "./board/speech.js";
import { styles } from "./board/styles.js";
import { wordsFor } from "./board/words.js";

/** @typedef {import("./board/types.js").Game} Game */
/** @typedef {import("./board/types.js").View} View */
/** @typedef {import("./board/types.js").Move} Move */

export class BestmoveBoard extends HTMLElement {
  /** @type {Game | undefined} */
  #info;
  /** @type {BoardView | undefined} */
  #board;
  #language = "";
  #spoken = html("p", { className: "spoken", "aria-live": "polite" });
  #stage = html("div");

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    root.adoptedStyleSheets = [styles];
    root.append(this.#stage, this.#spoken);
  }

  /** The game: an entry of `GET /v1/games`. */
  get info() {
    return this.#info;
  }

  set info(game) {
    if (game === this.#info) return;
    this.#info = game;
    this.#board = undefined;
    this.#stage.replaceChildren();
  }

  /**
   * Shows a state of the game.
   * @param {View} view
   */
  show(view) {
    if (!this.#info) throw new Error("bestmove-board: set info, a game of GET /v1/games, before show()");
    const board = this.#boardFor(this.#info, view.flipped ?? false);
    board.show(view);
    if (!view.toMove && !view.outcome) return;
    this.#say(announcement(view, board.placeOf(view.last), this.#info, board.words));
  }

  /**
   * The board; a new one if its orientation or language changes.
   * @param {Game} game
   * @param {boolean} flipped
   */
  #boardFor(game, flipped) {
    const language = closestLanguage(this);
    const shown = this.#board;
    if (shown && shown.flipped === flipped && this.#language === language) return shown;
    this.#language = language;
    this.#board = new BoardView(game, flipped, wordsFor(language), {
      onmove: (move) => this.#emit("move", { move }),
      oncell: (cell) => this.#emit("cell", { cell }),
      say: (text) => this.#say(text),
    });
    this.#stage.replaceChildren(this.#board.element);
    return this.#board;
  }

  /** Speaks a text that is new. @param {string} text */
  #say(text) {
    if (this.#spoken.textContent !== text) this.#spoken.textContent = text;
  }

  /** @param {string} name @param {object} detail */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

customElements.define("bestmove-board", BestmoveBoard);
