// A game beside the tree: each move of the person or of the engine lengthens the trunk, and the tree grows from its end.

import { html } from "../dom.js";
import * as settings from "../settings.js";
import { word } from "./words.js";

/** The most nodes of the tree that grows beside a game of tic-tac-toe. */
const MOST_NODES = 550;
const CELLS = 9;

/** The deepest tree of tic-tac-toe after so many moves that has not too many nodes; at least one ply. */
function depthAfter(moves) {
  let [nodes, ofPly, depth] = [1, 1, 0];
  for (let empty = CELLS - moves; empty > 0; empty -= 1) {
    ofPly *= empty;
    nodes += ofPly;
    if (nodes > MOST_NODES) break;
    depth += 1;
  }
  return Math.max(depth, 1);
}

export class Play {
  #button;
  #place;
  #link;
  #onchange;
  #shown = "";

  /** @param {HTMLElement} button opens the board @param {HTMLElement} place of the board
   *  @param {(fields: object) => void} onchange is given the fields of a link */
  constructor(button, place, onchange) {
    this.#button = button;
    this.#place = place;
    this.#onchange = onchange;
    button.onclick = () => this.#toggle(place.hidden);
  }

  /** Follows the link: the same game goes on, another begins anew. */
  show(link) {
    this.#link = link;
    this.#button.hidden = !link.game;
    this.#toggle(Boolean(link.game) && !this.#place.hidden);
  }

  async #toggle(isOpen) {
    this.#place.hidden = !isOpen;
    this.#button.ariaExpanded = String(isOpen);
    const { game, position = "", moves = "" } = this.#link ?? {};
    const key = [game, position, moves].join(" ");
    if (!isOpen || key === this.#shown) return;
    this.#shown = key;
    await import("/board.js");
    const board = document.createElement("bestmove-board");
    for (const [name, value] of Object.entries({ game, position, moves, level: settings.get("level") })) if (value) board.setAttribute(name, value);
    board.addEventListener("move", ({ detail }) => this.#follow(game, position, detail.moves));
    this.#place.replaceChildren(board, html("p", { className: "source" }, word("play.how")));
    const { top, bottom } = this.#place.parentElement.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) this.#place.parentElement.scrollIntoView();
  }

  #follow(game, position, moves) {
    this.#shown = [game, position, moves.join(",")].join(" ");
    const small = game === "tic-tac-toe" && !position ? { depth: String(depthAfter(moves.length)), leaf: "result" } : {};
    this.#onchange({ game, moves: moves.join(","), ...small });
  }
}
