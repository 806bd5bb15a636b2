// A game beside the tree: each move of the person or of the engine makes its position the root.

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
  #place = html("div", { className: "play-board" });
  #link;
  #onchange;
  #shown = "";
  /** The box that opens the board. */
  element;

  /** @param {(fields: object) => void} onchange is given the fields of a link */
  constructor(onchange) {
    this.#onchange = onchange;
    this.element = html("details", { id: "play", hidden: true, ontoggle: () => this.#open() },
      html("summary", {}, word("play.summary")), html("p", { className: "source" }, word("play.how")), this.#place);
  }

  /** Follows the link: the same game goes on, another begins anew. */
  show(link) {
    this.#link = link;
    this.element.hidden = !link.game;
    if (!link.game) this.element.open = false;
    this.#open();
  }

  async #open() {
    const { game, position = "", moves = "" } = this.#link ?? {};
    const key = [game, position, moves].join(" ");
    if (!this.element.open || !game || key === this.#shown) return;
    this.#shown = key;
    await import("/board.js");
    const board = document.createElement("bestmove-board");
    for (const [name, value] of Object.entries({ game, position, moves, level: settings.get("level") })) if (value) board.setAttribute(name, value);
    board.addEventListener("move", ({ detail }) => this.#follow(game, position, detail.moves));
    this.#place.replaceChildren(board);
  }

  #follow(game, position, moves) {
    this.#shown = [game, position, moves.join(",")].join(" ");
    const small = game === "tic-tac-toe" && !position ? { depth: String(depthAfter(moves.length)), leaf: "result" } : {};
    this.#onchange({ game, moves: moves.join(","), ...small });
  }
}
