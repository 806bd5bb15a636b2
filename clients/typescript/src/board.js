// <bestmove-board>: the board of any game of the service, for any page.
//
// By itself, it plays a match that its attributes describe:
//   game     the ID of the game
//   moves    played so far, separated by commas or spaces; and position, from which they are played
//   side     of the person: the name of a side (default: the first), "both" or "none"
//   level    of the engine (default: full strength), seed, time-ms
//   flipped  turns a board on which pieces move; scores shows the score of every move
//   service  the URL of the service (default: the origin of this file)
//   engine   "local" plays in a web worker, without a service
//   lang     "en" or "de" (default: the closest language)
// Each is a property as well. Another property, fetch, takes a function that answers in place of the service.
// Events, which bubble: move {move, by, moves}, analysis {analysis}, gameover {outcome}, problem {problem}, and refused
// {text} when a piece that cannot move is chosen.
//
// Without `game`, a page sets `info`, calls show(view) and listens to move {move} and cell {cell}.
//
// Looks: the parts board, cell, piece and score, and the custom properties of board/styles.js and board/pieces.js.

import { BoardView } from "./board/board-view.js";
import { closestLanguage, html } from "./board/dom.js";
import { useLocalEngine } from "./board/local-engine.js";
import { Match } from "./board/match.js";
import { defineProperties, ownProperties } from "./board/properties.js";
import { ATTRIBUTES, GAME_ATTRIBUTES, readMoves, readSettings } from "./board/settings.js";
import { announcement } from "./board/speech.js";
import { styles } from "./board/styles.js";
import { wordsFor } from "./board/words.js";

/** @typedef {import("./board/types.js").Game} Game */
/** @typedef {import("./board/types.js").View} View */
/** @typedef {import("./board/types.js").Move} Move */
/** @typedef {import("./board/element.js").BestmoveBoardAttributes} BestmoveBoardAttributes */
/** @typedef {import("./board/element.js").BestmoveBoardEventMap} BestmoveBoardEventMap */

// Servers have no elements.
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

export class BestmoveBoard extends Base {
  static observedAttributes = ATTRIBUTES;
  /** Chooses the engine of all elements with `engine="local"`: a function that loads its `fetch`. */
  static useLocalEngine = useLocalEngine;

  /** @type {Game | undefined} */
  #info;
  /** @type {View | undefined} */
  #view;
  /** @type {BoardView | undefined} */
  #board;
  /** @type {Match | undefined} */
  #match;
  /** @type {typeof fetch | undefined} */
  #fetch;
  #language = "";
  /** The last announcement; typed moves are spoken besides. */
  #announced = "";
  #stage = html("div");
  #problem = html("div", { className: "problem", role: "alert", hidden: true });
  #spoken = html("p", { className: "spoken", part: "status", "aria-live": "polite" });

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    root.adoptedStyleSheets = [styles];
    root.append(this.#stage, this.#problem, this.#spoken);
  }

  /** An element that is moved in the document goes on with its match. */
  connectedCallback() {
    // Those that a page has set before this module was there hide the accessors.
    for (const [name, value] of ownProperties(this)) Object.assign(this, { [name]: value });
    if (this.#match) this.#match.resume();
    else this.restart();
  }

  disconnectedCallback() {
    this.#match?.stop();
  }

  /** @param {string} name @param {string | null} before @param {string | null} after */
  attributeChangedCallback(name, before, after) {
    if (before === after) return;
    const isOtherMatch = GAME_ATTRIBUTES.includes(name);
    if (isOtherMatch && !this.isConnected) this.#match = undefined;
    if (!this.isConnected) return;
    if (isOtherMatch) this.restart();
    else if (this.#match) this.#match.resume();
    else if (this.#view) this.show(this.#view);
  }

  /** The game: an entry of `GET /v1/games`. */
  get info() {
    return this.#info;
  }

  set info(game) {
    if (game === this.#info) return;
    this.#info = game;
    this.#view = undefined;
    this.#board = undefined;
    this.#stage.replaceChildren();
  }

  /**
   * The moves of the match that the element plays by itself. To set them begins another match from there.
   * @returns {string[]}
   */
  get moves() {
    return this.#match?.moves ?? [];
  }

  /** @param {string | readonly string[] | null | undefined} moves */
  set moves(moves) {
    if (moves == null) this.removeAttribute("moves");
    else this.setAttribute("moves", String(moves));
  }

  /**
   * A function like `fetch`, which answers in place of the service.
   * @returns {typeof fetch | undefined}
   */
  get fetch() {
    return this.#fetch;
  }

  /** @param {typeof fetch | null | undefined} fetch */
  set fetch(fetch) {
    const hadOne = this.#fetch !== undefined;
    this.#fetch = fetch ?? undefined;
    // Frameworks set another function at each rendering; the next request takes it.
    if (this.isConnected && hadOne !== (this.#fetch !== undefined)) this.#match?.resume();
  }

  /**
   * Shows a state of the game.
   * @param {View} view
   */
  show(view) {
    if (!this.#info) throw new Error("bestmove-board: expected info, a game of GET /v1/games, before show()");
    this.#view = { ...view, isNew: false };
    this.#problem.hidden = true;
    const hadFocus = this.matches(":focus");
    const board = this.#boardFor(this.#info, view.flipped ?? false);
    board.show(view);
    if (hadFocus && !this.shadowRoot?.activeElement) this.focus();
    if (!view.toMove && !view.outcome) return;
    const sentence = announcement(view, board.placeOf(view.last), this.#info, board.words);
    if (sentence !== this.#announced) this.#say(sentence);
    this.#announced = sentence;
  }

  /** Begins the match that the attributes describe anew, if they name a game. */
  restart() {
    this.#match?.stop();
    this.#match = undefined;
    if (!this.hasAttribute("game")) return;
    this.#match = new Match({
      settings: () => ({ ...readSettings(this), fetch: this.#fetch }),
      words: () => this.#words,
      open: (game) => (this.info = game),
      show: (view) => this.show(view),
      fail: (problem) => this.#showProblem(problem),
      emit: (name, detail) => this.#emit(name, detail),
    }, readMoves(this));
    this.#match.resume();
  }

  get #words() {
    return wordsFor(closestLanguage(this));
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
    this.#board = new BoardView(game, flipped, this.#words, {
      onmove: (move) => (this.#match ? this.#match.play(move) : this.#emit("move", { move })),
      oncell: (cell) => this.#emit("cell", { cell }),
      say: (text) => this.#say(text),
      onrefuse: (text) => this.#refuse(text),
    });
    this.#stage.replaceChildren(this.#board.element);
    return this.#board;
  }

  /**
   * Shows a problem in the words of the board or, where it lacks them, of the service.
   * @param {Error & import("./board/words.js").Refusal & {type?: string, title?: string, detail?: string}} problem
   */
  #showProblem(problem) {
    const { type, status, title, detail, message } = problem;
    const words = this.#words;
    const known = status === 0 ? words.unreachable
      : type === "/problems/unknown-game" ? words.unknownGame(this.getAttribute("game") ?? "") : words.refusal(problem);
    const retry = html("button", { type: "button", onclick: () => this.#match?.resume() }, words.retry);
    this.#problem.hidden = false;
    this.#problem.replaceChildren(
      html("p", {}, html("strong", {}, known ?? title ?? message), !known && title && detail ? ` ${detail}` : ""), retry);
  }

  /** A page that draws the board by itself has a place of its own for the text. @param {string} text */
  #refuse(text) {
    if (this.#match) this.#say(text);
    this.#announced = "";
    this.#emit("refused", { text });
  }

  /** @param {string} text */
  #say(text) {
    this.#spoken.textContent = text;
  }

  /** @param {string} name @param {object} detail */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

defineProperties(BestmoveBoard);
globalThis.customElements?.define("bestmove-board", BestmoveBoard);
