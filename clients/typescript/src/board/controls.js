// The input of a board: pointer, keyboard and typed notation select moves.

import { enableDragging } from "./drag.js";
import { coordinates } from "./geometry.js";
import { PathSelection, Placement } from "./move-selection.js";
import { enableArrowKeys } from "./roving-tabindex.js";
import { TypedMoves } from "./typed-moves.js";

/** @typedef {import("./types.js").Move} Move */
/** @typedef {import("./drawn-cell.js").DrawnCell} DrawnCell */

export class Controls {
  /** The notation of a move that was dropped, and so needs no animation. */
  dropped = "";
  #typed = new TypedMoves();
  /** @type {Move[]} */
  #legal = [];
  #isEditing = false;
  #board;
  #words;
  #events;

  /**
   * @param {import("./drawn-board.js").DrawnBoard} board
   * @param {import("./words.js").Words} words
   * @param {object} events
   * @param {(move: Move) => void} events.onmove
   * @param {(cell: import("./types.js").Coordinates) => void} events.oncell
   * @param {() => void} events.onselect the selection has changed
   * @param {(cell: DrawnCell) => void} events.onidle a cell on which nothing can be done was chosen
   * @param {(text: string) => void} events.say
   */
  constructor(board, words, events) {
    this.#board = board;
    this.#words = words;
    this.#events = events;
    this.selection = newSelection(board);
    this.#listen();
  }

  #listen() {
    const { grid, rows, strip, columnScores } = this.#board;
    const at = (/** @type {EventTarget | null} */ target) => this.#board.cellAt(target);
    enableArrowKeys(grid, rows.map((row) => row.map(({ element }) => element)));
    grid.addEventListener("click", ({ target }) => this.#act(at(target)));
    grid.addEventListener("keydown", (event) => this.#press(event));
    grid.addEventListener("pointerover", ({ target, pointerType }) => pointerType === "mouse" && this.#aim(at(target)));
    grid.addEventListener("focusin", () => this.#aim(at(grid.querySelector(":focus-visible"))));
    for (const end of ["pointerleave", "focusout"]) grid.addEventListener(end, () => this.#aim(undefined));
    strip.addEventListener("click", ({ target }) => {
      const column = columnScores.findIndex(({ parentElement }) => parentElement === target);
      this.#act(rows[0][column]);
    });
    enableDragging(grid, {
      pick: (element) => this.#draggable(at(element))?.piece,
      start: (element) => this.#choose(at(element)),
      drop: (element) => this.#drop(at(element ?? null)),
    });
  }

  /**
   * Takes the moves that may be played now. A selection lasts while they stay the same.
   * @param {import("./types.js").View} view
   */
  reset({ legal, isNew, editing = false }) {
    const isSame = legal.map(({ notation }) => notation).join() === this.#legal.map(({ notation }) => notation).join();
    this.#legal = legal;
    this.#isEditing = editing;
    if (isSame && !isNew) return false;
    this.selection.reset(legal);
    this.#typed.reset(legal);
    this.#showTyped();
    this.#aim(undefined);
    return true;
  }

  /** True if a cell does something now. @param {string} key */
  isActive(key) {
    return this.#isEditing || this.selection.isActive(key);
  }

  /** @param {DrawnCell | undefined} cell */
  #act(cell) {
    if (!cell) return;
    if (this.#isEditing) return this.#events.oncell(coordinates(cell.cell));
    const isIdle = this.#board.hasPaths && !this.selection.isActive(cell.key);
    this.#play(this.selection.choose(cell.key));
    if (isIdle) this.#events.onidle(cell);
  }

  /** Plays a move, or shows the selection if it is not complete. @param {Move | undefined} move */
  #play(move) {
    if (move) this.selection.clear();
    this.#events.onselect();
    if (move) this.#events.onmove(move);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { key, ctrlKey, altKey, metaKey, target } = event;
    if (ctrlKey || altKey || metaKey) return;
    if (!this.#isEditing && this.#type(key)) event.preventDefault();
    else if (key === "Enter" || key === " ") this.#act(this.#board.cellAt(target));
    else if (key === "Escape" && this.selection.isBegun) this.#clear();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Types a key. Returns whether it is part of a move. @param {string} key */
  #type(key) {
    const { isTaken, unknown, move } = this.#typed.type(key);
    if (isTaken) this.#showTyped(unknown);
    if (move) this.#play(move);
    return isTaken;
  }

  /** Shows and speaks the text typed so far, or that it is no legal move. @param {string} [unknown] */
  #showTyped(unknown) {
    const { typed } = this.#board;
    const { text } = this.#typed;
    typed.hidden = !text && !unknown;
    typed.classList.toggle("unknown", unknown !== undefined);
    typed.textContent = unknown ? this.#words.unknownMove(unknown) : `${this.#words.typed} ${text}`;
    if (!typed.hidden) this.#events.say(typed.textContent);
  }

  #clear() {
    this.selection.clear();
    this.#events.onselect();
  }

  /** The cell, if its piece can move. @param {DrawnCell | undefined} cell */
  #draggable(cell) {
    return cell && !this.#isEditing && this.selection.isStart(cell.key) ? cell : undefined;
  }

  /** Chooses the piece of a cell. @param {DrawnCell | undefined} cell */
  #choose(cell) {
    this.selection.clear();
    if (cell) this.selection.choose(cell.key);
    this.#events.onselect();
  }

  /** @param {DrawnCell | undefined} cell */
  #drop(cell) {
    if (!cell || !this.selection.isTarget(cell.key)) return this.#clear();
    const move = this.selection.choose(cell.key);
    if (move) this.dropped = move.notation;
    this.#play(move);
  }

  /** Marks the cell where a piece would land. @param {DrawnCell | undefined} cell */
  #aim(cell) {
    const landing = cell && !this.#isEditing ? this.selection.landing(cell.key) : undefined;
    for (const { key, element } of this.#board.cells.values()) element.classList.toggle("aimed", key === landing);
  }
}

/**
 * The way in which moves are selected on a board.
 * @param {import("./drawn-board.js").DrawnBoard} board
 */
export function newSelection(board) {
  if (board.hasPaths) return new PathSelection();
  return new Placement(board.keyOf, board.hasColumns ? (key) => board.columnOf(key) : undefined);
}
