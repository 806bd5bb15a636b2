// A cell on the screen: its piece, its score, and the label of the move that ended on it.

import { html } from "./dom.js";
import { drawPiece } from "./pieces.js";

/** The signs of the labels of moves. */
const SIGNS = { best: "★", only_move: "!", good: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };

export class DrawnCell {
  piece = html("span", { className: "piece", part: "piece" });
  score = createScore();
  #badge = html("span", { className: "badge", "aria-hidden": "true" });
  #pieceId = "";

  /**
   * @param {import("./geometry.js").PlacedCell} placed
   * @param {string} key
   */
  constructor({ cell, x, y }, key) {
    this.cell = cell;
    this.key = key;
    this.x = x;
    this.y = y;
    // The letter along the top of a ruled board, the number down its left side.
    const edge = (y === 1 ? cell.label[0] : "") + (x === 1 ? cell.label.slice(1) : "");
    this.element = html("div",
      { className: "cell", part: "cell", role: "gridcell", "data-key": key, "data-edge": edge, "aria-colindex": x },
      this.piece, this.score, this.#badge);
    this.element.style.gridColumn = String(x);
  }

  get isEmpty() {
    return this.#pieceId === "";
  }

  /**
   * Draws a piece (undefined: none). Returns whether it is another than before.
   * @param {import("./types.js").Piece | undefined} piece
   * @param {string[]} sides
   */
  draw(piece, sides) {
    const id = piece ? `${piece.owner} ${piece.kind}` : "";
    if (id === this.#pieceId) return false;
    this.#pieceId = id;
    this.piece.replaceChildren(...(piece ? [drawPiece(piece, sides)] : []));
    return true;
  }

  /** @param {import("./types.js").LabelKind | undefined} kind */
  showBadge(kind) {
    this.#badge.textContent = kind ? SIGNS[kind] : "";
    this.#badge.dataset.kind = kind ?? "";
  }
}

/** The place of a score. */
export const createScore = () => html("span", { className: "score", part: "score", "aria-hidden": "true" });

/**
 * Shows a score (undefined: none). The text stays, so that it fades while scores are pending, and does not flicker.
 * @param {HTMLElement} element
 * @param {import("./types.js").Score | undefined} score
 */
export function showScore(element, score) {
  element.classList.toggle("on", score !== undefined);
  if (!score) return;
  if (element.textContent !== score.text) element.textContent = score.text;
  element.dataset.kind = score.kind;
}
