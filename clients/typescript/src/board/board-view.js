// The board of a game, and the view that it shows.

import * as animations from "./animations.js";
import { Controls, newSelection } from "./controls.js";
import { html } from "./dom.js";
import { DrawnBoard } from "./drawn-board.js";
import { showScore } from "./drawn-cell.js";
import { arrow } from "./overlay.js";
import { drawPiece } from "./pieces.js";
import { capitalized, cellLabel } from "./speech.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Move} Move */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").Score} Score */

export class BoardView {
  /** @type {View} */
  #view = { pieces: [], legal: [] };
  #board;
  #controls;
  #events;
  /** The moves that arrows show. */
  #arrows = "";

  /**
   * @param {import("./types.js").Game} game
   * @param {boolean} flipped
   * @param {import("./words.js").Words} words
   * @param {object} events
   * @param {(move: Move) => void} events.onmove
   * @param {(cell: import("./types.js").Coordinates) => void} events.oncell
   * @param {(text: string) => void} events.say
   * @param {(text: string) => void} events.onrefuse why a piece of the side to move cannot move
   */
  constructor(game, flipped, words, events) {
    this.game = game;
    this.flipped = flipped;
    this.words = words;
    this.#events = events;
    this.#board = new DrawnBoard(game, flipped, words);
    this.#controls = new Controls(this.#board, words, {
      ...events, onselect: () => this.#refresh(), onidle: (cell) => this.#refuse(cell),
    });
    this.element = this.#board.element;
  }

  /** @param {View} view */
  show(view) {
    const before = this.#byKey(this.#view.pieces);
    this.#view = view;
    if (this.#controls.reset(view)) this.#showOtherMoves();
    const pieces = this.#byKey(view.pieces);
    const redrawn = [...this.#board.cells.values()]
      .filter((cell) => cell.draw(pieces.get(cell.key), this.game.sides));
    this.#refresh();
    const home = this.#board.cellsOf(view.last).at(-1);
    if (view.isNew && view.last && home && redrawn.includes(home)) this.#animate(view.last, before);
  }

  /** The label of the cell of a move, if it has one. @param {Move | undefined} move */
  placeOf(move) {
    const cell = move?.path ? undefined : this.#board.cellsOf(move)[0];
    return cell && this.words.cell(cell.cell);
  }

  /** @param {Piece[]} pieces */
  #byKey(pieces) {
    return new Map(pieces.map((piece) => [this.#board.keyOf(piece), piece]));
  }

  /** Shows the moves without a cell as buttons. */
  #showOtherMoves() {
    const others = this.#view.legal.filter((move) => this.#board.cellsOf(move).length === 0);
    const className = others.length === this.#view.legal.length ? "main" : "";
    this.#board.otherMoves.replaceChildren(...others.map((move) => {
      const onclick = () => this.#events.onmove(move);
      return html("button", { type: "button", className, onclick }, capitalized(this.words.name(move.notation)));
    }));
  }

  /** Says why a piece of the side to move cannot move, and shakes it. @param {import("./drawn-cell.js").DrawnCell} cell */
  #refuse(cell) {
    const { legal, pieces, toMove } = this.#view;
    if (legal.length === 0 || this.#byKey(pieces).get(cell.key)?.owner !== toMove) return;
    animations.shake(cell.piece);
    const places = [...new Set(legal.filter(({ captured }) => captured?.length).map(({ path }) => path?.[0]))];
    const { words } = this;
    this.#events.onrefuse(places.length > 0 ? words.mustCapture(places.join(` ${words.or} `)) : words.cannotMove);
  }

  /** Draws everything but the pieces. */
  #refresh() {
    const { toMove, line = [], scores, editing = false } = this.#view;
    const { grid, cells } = this.#board;
    this.element.classList.toggle("pending", scores?.size === 0);
    grid.classList.toggle("won", line.length > 0);
    grid.classList.toggle("editing", editing);
    grid.setAttribute("data-to-move", String(toMove ? this.game.sides.indexOf(toMove) : ""));
    const marks = marksOf(this.#view, this.#board);
    const pieces = this.#byKey(this.#view.pieces);
    const scored = this.#scoredMoves();
    for (const cell of cells.values()) {
      const score = this.#scoreOf(scored.candidates(cell.key));
      this.#refreshCell(cell, marks, pieces.get(cell.key), score);
    }
    this.#refreshStrip(scored);
    this.#refreshArrows();
  }

  /**
   * @param {import("./drawn-cell.js").DrawnCell} cell
   * @param {ReturnType<typeof marksOf>} marks
   * @param {Piece | undefined} piece
   * @param {Score | undefined} score
   */
  #refreshCell(cell, marks, piece, score) {
    const { selection } = this.#controls;
    const { key, element } = cell;
    const states = {
      movable: selection.isStart(key),
      selected: selection.isChosen(key),
      target: selection.isTarget(key),
      ...Object.fromEntries(Object.entries(marks).map(([name, keys]) => [name, keys.has(key)])),
    };
    for (const [name, isOn] of Object.entries(states)) element.classList.toggle(name, isOn);
    const label = this.#board.keysOf(this.#view.last).at(-1) === key ? this.#view.label : undefined;
    cell.showBadge(label?.kind);
    if (!this.#board.hasColumns) showScore(cell.score, score);
    element.ariaDisabled = String(!this.#controls.isActive(key));
    element.ariaSelected = states.selected ? "true" : null;
    element.ariaLabel = cellLabel(cell.cell, { piece, states, label: label?.text, score }, this.game, this.words);
  }

  /** A selection among the moves that have scores: those that may be played, or else those of the view. */
  #scoredMoves() {
    const { legal, moves } = this.#view;
    if (legal.length > 0 || !moves) return this.#controls.selection;
    const scored = newSelection(this.#board);
    scored.reset(moves);
    return scored;
  }

  /** The score of the best of some moves. @param {Move[]} moves */
  #scoreOf(moves) {
    const { scores } = this.#view;
    if (!scores || moves.length === 0) return undefined;
    const notations = new Set(moves.map(({ notation }) => notation));
    return [...scores].find(([notation]) => notations.has(notation))?.[1];
  }

  /** Shows the scores of columns above them. @param {ReturnType<typeof newSelection>} scored */
  #refreshStrip(scored) {
    const { hasColumns, strip, columnScores, rows } = this.#board;
    strip.hidden = !hasColumns || this.#view.scores === undefined;
    if (strip.hidden) return;
    columnScores.forEach((element, index) => {
      const moves = rows.flatMap((row) => scored.candidates(row[index].key));
      showScore(element, this.#scoreOf(moves));
    });
  }

  #refreshArrows() {
    const { hint, threat } = this.#view;
    const hinted = hint?.step === "move" ? hint.move : undefined;
    const names = `${threat?.notation} ${hinted?.notation}`;
    // An arrow that stays does not appear again.
    if (names === this.#arrows) return;
    this.#arrows = names;
    const arrows = [this.#arrow(threat, "threat"), this.#arrow(hinted, "hint")];
    this.#board.overlay.replaceChildren(...arrows.flatMap((found) => found ?? []));
  }

  /** @param {Move | undefined} move @param {"hint" | "threat"} kind */
  #arrow(move, kind) {
    const cells = this.#board.cellsOf(move);
    return cells.length > 1 ? arrow(cells, kind) : undefined;
  }

  /** @param {Move} last @param {Map<string, Piece>} before the pieces before the move */
  #animate(last, before) {
    const cells = this.#board.cellsOf(last);
    const { piece, y } = cells[cells.length - 1];
    if (this.#board.hasColumns) return animations.fall(piece, y);
    if (last.flipped) return this.#turnOver(last.flipped, cells[0], before);
    if (!last.path) return animations.drawStrokes(piece);
    const isDropped = this.#controls.dropped === last.notation;
    this.#controls.dropped = "";
    if (!isDropped) animations.follow(piece, cells.map(({ element }) => element));
    this.#ghosts(last.captured ?? [], before).forEach(({ ghost }, step) => animations.fade(ghost, isDropped ? -0.5 : step));
  }

  /**
   * Turns discs over, outwards from the one that was placed.
   * @param {number[]} flipped
   * @param {import("./drawn-cell.js").DrawnCell} placed
   * @param {Map<string, Piece>} before
   */
  #turnOver(flipped, placed, before) {
    animations.appear(placed.piece);
    for (const { cell, ghost } of this.#ghosts(flipped, before)) {
      const distance = Math.max(Math.abs(cell.x - placed.x), Math.abs(cell.y - placed.y));
      animations.turnOver(cell.piece, ghost, distance);
    }
  }

  /**
   * The pieces that were on these cells before the last move, drawn over what is there now.
   * @param {number[]} keys
   * @param {Map<string, Piece>} before
   */
  #ghosts(keys, before) {
    return keys.map(String).flatMap((key) => {
      const piece = before.get(key);
      const cell = this.#board.cells.get(key);
      if (!piece || !cell) return [];
      const ghost = html("span", { className: "piece" }, drawPiece(piece, this.game.sides));
      cell.element.append(ghost);
      return { cell, ghost };
    });
  }
}

/**
 * For each kind of mark, the keys of the cells that bear it.
 * @param {View} view
 * @param {DrawnBoard} board
 */
function marksOf({ last, line = [], hint, threat, legal }, board) {
  return {
    last: new Set(board.keysOf(last)),
    line: new Set(line.map(board.keyOf)),
    hint: new Set(hintKeys(hint, board)),
    region: new Set(regionKeys(hint, legal, board)),
    threat: new Set(board.keysOf(threat)),
  };
}

/**
 * The piece of a hint, then the target of its move.
 * @param {View["hint"]} hint
 * @param {DrawnBoard} board
 */
function hintKeys(hint, board) {
  if (!hint) return [];
  const keys = board.keysOf(hint.move);
  return hint.step === "piece" ? keys.slice(0, hint.move.path ? 1 : 0) : keys.slice(-1);
}

/**
 * The region of a hint that does not tell its move yet: the cells of the moves in three columns, or in a row.
 * @param {View["hint"]} hint
 * @param {Move[]} legal
 * @param {DrawnBoard} board
 */
function regionKeys(hint, legal, board) {
  const target = hint?.step === "piece" && !hint.move.path && board.cells.get(board.keyOf(hint.move));
  if (!target) return [];
  return legal.flatMap((move) => board.cellsOf(move))
    .filter(({ x, y }) => (board.hasColumns ? Math.abs(x - target.x) <= 1 : y === target.y))
    .map(({ key }) => key);
}
