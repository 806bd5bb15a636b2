// The elements of the board of any game, by its data alone.

import { html } from "./dom.js";
import { DrawnCell, createScore } from "./drawn-cell.js";
import { hasPaths, keyFunction, rowsOfCells } from "./geometry.js";
import { createOverlay } from "./overlay.js";

/** The styles of boards; another style is drawn as a grid. */
const STYLES = ["grid", "columns", "chequered", "squares", "ruled"];

export class DrawnBoard {
  overlay;
  /** The text of a move that is being typed. */
  typed = html("div", { className: "typed", hidden: true, "aria-hidden": "true" });
  /** The buttons of moves without a cell. */
  otherMoves = html("div", { className: "other-moves" });

  /**
   * @param {import("./types.js").Game} game
   * @param {boolean} flipped
   * @param {import("./words.js").Words} words
   */
  constructor({ title, board, display }, flipped, words) {
    this.style = STYLES.includes(display.board) ? display.board : "grid";
    // Squares of one colour look like dark ones, with lines between them.
    const look = this.style === "squares" ? "chequered squares" : this.style;
    this.keyOf = keyFunction(board.cells);
    this.rows = rowsOfCells(board, this.hasPaths && !flipped)
      .map((row) => row.map((placed) => new DrawnCell(placed, this.keyOf(placed.cell))));
    /** The cells by key. */
    this.cells = new Map(this.rows.flat().map((cell) => [cell.key, cell]));
    this.grid = html("div", {
      className: `board ${look}`, part: "board", role: "grid", ariaLabel: words.name(title),
      "aria-rowcount": board.rows, "aria-colcount": board.columns,
    }, ...this.rows.map((row) =>
      html("div", { className: "row", role: "row", "aria-rowindex": row[0].y }, ...row.map(({ element }) => element))));
    this.overlay = createOverlay(board.columns, board.rows);
    /** The scores above the columns. */
    this.columnScores = Array.from({ length: board.columns }, createScore);
    this.strip = html("div", { className: "strip", hidden: true, "aria-hidden": "true" },
      ...this.columnScores.map((score) => html("span", { className: "top" }, score)));
    const numbers = html("div", { className: "numbers", "aria-hidden": "true" },
      ...(this.hasColumns ? this.columnScores.map((_, index) => html("span", {}, String(index + 1))) : []));
    const stage = html("div", { className: `stage ${look}` }, this.grid, this.overlay, this.typed);
    this.element = html("div", { className: `frame ${look}` }, this.strip, stage, numbers, this.otherMoves);
    this.element.style.setProperty("--columns", String(board.columns));
    this.element.style.setProperty("--rows", String(board.rows));
  }

  get hasColumns() {
    return this.style === "columns";
  }

  get hasPaths() {
    return hasPaths(this.style);
  }

  /** The column of a cell, from 1. @param {string} key */
  columnOf(key) {
    return this.cells.get(key)?.x ?? 0;
  }

  /** The cell that an element belongs to. @param {EventTarget | null | undefined} target */
  cellAt(target) {
    const element = target instanceof Element ? target.closest(".cell") : undefined;
    return this.cells.get(element?.getAttribute("data-key") ?? "");
  }

  /** The keys of the cells of a move, from start to end. @param {import("./types.js").Move | undefined} move */
  keysOf(move) {
    if (!move) return [];
    return move.path ? move.path.map(String) : [this.keyOf(move)];
  }

  /** The cells of a move that are on the board. @param {import("./types.js").Move | undefined} move */
  cellsOf(move) {
    return this.keysOf(move).flatMap((key) => this.cells.get(key) ?? []);
  }
}
