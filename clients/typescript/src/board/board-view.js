// The board of any game: its cells, and the view that it shows.

import * as animations from "./animations.js";
import { html } from "./dom.js";
import { enableDragging } from "./drag.js";
import { coordinates, keyFunction, rowsOfCells } from "./geometry.js";
import { arrow, createOverlay } from "./overlay.js";
import { PathSelection } from "./path-selection.js";
import { drawPiece } from "./pieces.js";
import { Placement } from "./placement.js";
import { enableArrowKeys } from "./roving-tabindex.js";
import { pieceName } from "./speech.js";
import { TypedMoves } from "./typed-moves.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Move} Move */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").Score} Score */

/** The signs of the labels of moves. */
const SIGNS = { best: "★", only_move: "!", good: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };

const STYLES = ["grid", "columns", "chequered"];

/** A cell on the screen. */
class DrawnCell {
  /** @param {{cell: import("./types.js").Cell, x: number, y: number}} placed @param {string} key */
  constructor({ cell, x, y }, key) {
    this.cell = cell;
    this.key = key;
    this.x = x;
    this.y = y;
    this.slot = html("span", { className: "piece", part: "piece" });
    this.score = html("span", { className: "score", part: "score", "aria-hidden": "true" });
    this.badge = html("span", { className: "badge", "aria-hidden": "true" });
    this.element = html("div", { className: "cell", part: "cell", role: "gridcell", "data-key": key, "aria-colindex": x },
      this.slot, this.score, this.badge);
    this.element.style.gridColumn = String(x);
    this.pieceId = "";
  }
}

export class BoardView {
  /** The board with the moves that have no cell.
   *  @type {HTMLElement} */
  element;
  /** @type {View} */
  #view = { pieces: [], legal: [] };
  #shownMoves = "";
  #typed = new TypedMoves();
  /** The move of the last drop, which needs no animation. */
  #dropped = "";

  /**
   * @param {import("./types.js").Game} game
   * @param {boolean} flipped
   * @param {import("./words.js").Words} words
   * @param {object} events
   * @param {(move: Move) => void} events.onmove
   * @param {(cell: import("./types.js").Coordinates) => void} events.oncell
   * @param {(text: string) => void} events.say
   */
  constructor(game, flipped, words, { onmove, oncell, say }) {
    this.game = game;
    this.flipped = flipped;
    this.words = words;
    this.onmove = onmove;
    this.oncell = oncell;
    this.say = say;
    const { board, display } = game;
    this.style = STYLES.includes(display.board) ? display.board : "grid";
    this.keyOf = keyFunction(board.cells);
    const rows = rowsOfCells(board, this.style === "chequered" && !flipped)
      .map((row) => row.map((placed) => new DrawnCell(placed, this.keyOf(placed.cell))));
    this.cells = new Map(rows.flat().map((cell) => [cell.key, cell]));
    this.selection = this.style === "chequered"
      ? new PathSelection()
      : new Placement(this.keyOf, this.style === "columns" ? (key) => this.cells.get(key)?.x ?? 0 : undefined);
    this.#build(rows);
  }

  /** @param {DrawnCell[][]} rows */
  #build(rows) {
    const { title, board: { columns, rows: height } } = this.game;
    this.grid = html("div", { className: `board ${this.style}`, part: "board", role: "grid",
      "aria-label": this.words.name(title), "aria-rowcount": height, "aria-colcount": columns },
    ...rows.map((row) => html("div", { className: "row", role: "row", "aria-rowindex": row[0].y }, ...row.map(({ element }) => element))));
    this.overlay = createOverlay(columns, height);
    this.typedText = html("div", { className: "typed", hidden: true, "aria-hidden": "true" });
    this.tops = Array.from({ length: columns }, () => html("span", { className: "score", part: "score" }));
    this.strip = html("div", { className: "strip", hidden: true, "aria-hidden": "true" },
      ...this.tops.map((score, index) => html("span", { className: "top", onclick: () => this.#actOnColumn(index + 1) }, score)));
    this.otherMoves = html("div", { className: "other-moves" });
    const stage = html("div", { className: `stage ${this.style}` }, this.grid, this.overlay, this.typedText);
    this.element = html("div", { className: `frame ${this.style}` }, this.strip, stage, this.otherMoves);
    this.element.style.setProperty("--columns", String(columns));
    this.element.style.setProperty("--rows", String(height));
    this.#listen(rows);
  }

  /** @param {DrawnCell[][]} rows */
  #listen(rows) {
    const { grid } = this;
    enableArrowKeys(grid, rows.map((row) => row.map(({ element }) => element)));
    grid.addEventListener("click", ({ target }) => this.#act(this.#cellAt(target)));
    grid.addEventListener("keydown", (event) => this.#press(event));
    grid.addEventListener("pointerover", ({ target, pointerType }) => pointerType === "mouse" && this.#aim(this.#cellAt(target)));
    grid.addEventListener("pointerleave", () => this.#aim(undefined));
    grid.addEventListener("focusin", ({ target }) => this.#aim(this.#cellAt(target)));
    grid.addEventListener("focusout", () => this.#aim(undefined));
    enableDragging(grid, {
      pick: (element) => (this.#isDraggable(this.#cellAt(element)) ? this.#cellAt(element)?.slot : undefined),
      start: (element) => this.#pick(this.#cellAt(element)),
      drop: (element) => this.#drop(this.#cellAt(element)),
    });
  }

  /** @param {EventTarget | null | undefined} target */
  #cellAt(target) {
    const element = target instanceof Element ? target.closest(".cell") : undefined;
    return this.cells.get(element?.getAttribute("data-key") ?? "");
  }

  /** The label of the cell of a move, if it has one. @param {Move | undefined} move */
  placeOf(move) {
    const found = move && !move.path && this.cells.get(this.keyOf(move));
    return found ? this.words.cell(found.cell) : undefined;
  }

  // Actions

  /** @param {DrawnCell | undefined} cell */
  #act(cell) {
    if (!cell) return;
    if (this.#view.editing) return this.oncell(coordinates(cell.cell));
    const move = this.selection.choose(cell.key);
    if (move) this.onmove(move);
    else this.#refresh();
  }

  /** @param {number} column */
  #actOnColumn(column) {
    this.#act([...this.cells.values()].find(({ x }) => x === column));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { isTaken, isUnknown, move } = this.#view.editing ? { isTaken: false } : this.#typed.type(event.key);
    if (isTaken) this.#showTyped(isUnknown ? this.#typed.text + (event.key.length === 1 ? event.key : "") : undefined);
    else if (event.key === "Enter" || event.key === " ") this.#act(this.#cellAt(event.target));
    else if (event.key === "Escape" && this.#isSelecting()) this.#clear();
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (move) this.#playTyped(move);
  }

  /** @param {Move} move */
  #playTyped(move) {
    this.#typed.reset(this.#view.legal);
    this.#showTyped();
    this.onmove(move);
  }

  /** Shows and speaks the text typed so far. @param {string} [unknown] a text that is no legal move */
  #showTyped(unknown) {
    const { text } = this.#typed;
    this.typedText.hidden = !text && !unknown;
    this.typedText.classList.toggle("unknown", unknown !== undefined);
    this.typedText.textContent = unknown ? this.words.unknownMove(unknown) : `${this.words.typed} ${text}`;
    if (!this.typedText.hidden) this.say(this.typedText.textContent);
  }

  #isSelecting() {
    return this.selection instanceof PathSelection && this.selection.chosen.length > 0;
  }

  #clear() {
    this.selection.clear();
    this.#refresh();
  }

  /** @param {DrawnCell | undefined} cell */
  #isDraggable(cell) {
    return cell !== undefined && !this.#view.editing && this.selection.isStart(cell.key);
  }

  /** @param {DrawnCell | undefined} cell */
  #pick(cell) {
    this.selection.clear();
    if (cell) this.selection.choose(cell.key);
    this.#refresh();
  }

  /** @param {DrawnCell | undefined} cell */
  #drop(cell) {
    if (!cell || !this.selection.isTarget(cell.key)) return this.#clear();
    const move = this.selection.choose(cell.key);
    if (!move) return this.#refresh();
    this.#dropped = move.notation;
    this.onmove(move);
  }

  /** Marks the cell where a piece would land. @param {DrawnCell | undefined} cell */
  #aim(cell) {
    const move = cell && this.selection instanceof Placement && !this.#view.editing ? this.selection.choose(cell.key) : undefined;
    const key = move ? this.keyOf(move) : undefined;
    for (const other of this.cells.values()) other.element.classList.toggle("aimed", other.key === key);
  }

  // Display

  /** @param {View} view */
  show(view) {
    const before = new Map(this.#view.pieces.map((piece) => [this.keyOf(piece), piece]));
    this.#view = view;
    const shownMoves = view.legal.map(({ notation }) => notation).join();
    if (shownMoves !== this.#shownMoves || view.isNew) this.#resetMoves(shownMoves);
    const redrawn = this.#drawPieces(view.pieces);
    this.#refresh();
    if (view.isNew && view.last && redrawn.size > 0) this.#animate(view.last, before, redrawn);
  }

  /** @param {string} shownMoves */
  #resetMoves(shownMoves) {
    const { legal } = this.#view;
    this.#shownMoves = shownMoves;
    this.selection.reset(legal);
    this.#typed.reset(legal);
    this.#showTyped();
    this.#aim(undefined);
    const others = legal.filter((move) => !move.path && !this.cells.has(this.keyOf(move)));
    this.otherMoves.replaceChildren(...others.map((move) =>
      html("button", { type: "button", onclick: () => this.onmove(move) }, this.words.name(move.notation))));
  }

  /**
   * Draws the pieces that have changed. Returns the keys of their cells.
   * @param {Piece[]} pieces
   */
  #drawPieces(pieces) {
    const byKey = new Map(pieces.map((piece) => [this.keyOf(piece), piece]));
    const redrawn = new Set();
    for (const cell of this.cells.values()) {
      const piece = byKey.get(cell.key);
      const id = piece ? `${piece.owner} ${piece.kind}` : "";
      if (cell.pieceId === id) continue;
      cell.pieceId = id;
      cell.slot.replaceChildren(...(piece ? [this.#draw(piece)] : []));
      redrawn.add(cell.key);
    }
    return redrawn;
  }

  /** @param {Piece} piece */
  #draw({ kind, owner }) {
    return drawPiece(kind, owner === this.game.sides[0]);
  }

  /** The keys of the cells of a move. @param {Move | undefined} move */
  #keysOf(move) {
    if (!move) return [];
    return move.path ? move.path.map(String) : [this.keyOf(move)];
  }

  /** Draws everything but the pieces. */
  #refresh() {
    const { grid, selection } = this;
    const { pieces, legal, toMove, last, line = [], hint, threat, scores, label, editing } = this.#view;
    const marks = {
      last: new Set(this.#keysOf(last)),
      line: new Set(line.map((place) => this.keyOf(place))),
      hint: new Set(this.#hintKeys(hint)),
      threat: new Set(this.#keysOf(threat)),
    };
    const byKey = new Map(pieces.map((piece) => [this.keyOf(piece), piece]));
    const labelled = label && this.#keysOf(last).at(-1);
    grid.classList.toggle("won", line.length > 0);
    grid.classList.toggle("editing", editing === true);
    grid.classList.toggle("selecting", this.#isSelecting());
    grid.setAttribute("data-to-move", String(toMove ? this.game.sides.indexOf(toMove) : ""));
    for (const cell of this.cells.values()) {
      const { key, element } = cell;
      const states = {
        movable: selection.isStart(key),
        selected: selection.isChosen(key),
        target: selection.isTarget(key),
        last: marks.last.has(key),
        line: marks.line.has(key),
        hint: marks.hint.has(key),
        threat: marks.threat.has(key),
      };
      for (const [name, isOn] of Object.entries(states)) element.classList.toggle(name, isOn && !(editing && legal.length === 0 && name === "movable"));
      const score = scores && this.#scoreOf(key, scores);
      showScore(this.style === "columns" ? undefined : cell.score, score);
      cell.badge.textContent = key === labelled ? SIGNS[label?.kind ?? "good"] : "";
      cell.badge.dataset.kind = key === labelled ? label?.kind : "";
      const isActive = editing || states.movable || states.target || this.#isInPlayableColumn(key);
      element.ariaDisabled = String(!isActive);
      element.ariaSelected = states.selected ? "true" : null;
      element.ariaLabel = this.#label(cell, byKey.get(key), states, score, key === labelled ? label?.text : undefined);
    }
    this.#showStrip(scores);
    this.#drawArrows();
  }

  /** @param {string} key */
  #isInPlayableColumn(key) {
    return this.style === "columns" && this.selection instanceof Placement && this.selection.choose(key) !== undefined;
  }

  /**
   * @param {DrawnCell} cell
   * @param {Piece | undefined} piece
   * @param {Record<string, boolean>} states
   * @param {Score | undefined} score
   * @param {string | undefined} label
   */
  #label({ cell }, piece, states, score, label) {
    const { words, game, style } = this;
    const place = words.cell(cell);
    const isPath = style === "chequered";
    const said = [
      place[0].toUpperCase() + place.slice(1),
      piece ? pieceName(piece, game, words) : words.empty,
      states.selected ? words.selected : isPath && states.target ? words.target : states.movable && words.movable,
      states.last && words.last,
      label,
      states.line && words.line,
      states.hint && words.hint,
      states.threat && words.threat,
      score && words.score(score.label),
    ];
    return said.filter(Boolean).join(", ");
  }

  /**
   * The score of the best move that a cell stands for.
   * @param {string} key
   * @param {Map<string, Score>} scores
   */
  #scoreOf(key, scores) {
    const notations = new Set(this.#scored.candidates(key).map(({ notation }) => notation));
    if (notations.size === 0) return undefined;
    for (const [notation, score] of scores) if (notations.has(notation)) return score;
    return undefined;
  }

  /** The moves that have scores: those that may be played, or else all moves of the view. */
  get #scored() {
    const { legal, moves } = this.#view;
    if (legal.length > 0 || !moves) return this.selection;
    const scored = this.selection instanceof PathSelection ? new PathSelection() : new Placement(this.keyOf, undefined);
    scored.reset(moves);
    return scored;
  }

  /** @param {Map<string, Score> | undefined} scores */
  #showStrip(scores) {
    this.strip.hidden = this.style !== "columns" || scores === undefined;
    if (this.style !== "columns" || !scores) return;
    /** @type {Map<number, Score | undefined>} */
    const byColumn = new Map();
    for (const { key, x } of this.cells.values()) byColumn.set(x, byColumn.get(x) ?? this.#scoreOf(key, scores));
    this.tops.forEach((top, index) => showScore(top, byColumn.get(index + 1)));
  }

  /** The cells of a hint: first a region or the piece, then the move. @param {View["hint"]} hint */
  #hintKeys(hint) {
    if (!hint) return [];
    const { move, step } = hint;
    if (step === "move") return this.#keysOf(move).slice(move.path ? -1 : 0);
    if (move.path) return [String(move.path[0])];
    const target = this.cells.get(this.keyOf(move));
    if (!target) return [];
    const isNear = this.style === "columns"
      ? (/** @type {DrawnCell} */ { x }) => Math.abs(x - target.x) <= 1
      : (/** @type {DrawnCell} */ { y }) => y === target.y;
    return [...this.cells.values()].filter(isNear).map(({ key }) => key);
  }

  #drawArrows() {
    const { hint, threat } = this.#view;
    const arrows = [
      this.#arrow(threat, "threat"),
      this.#arrow(hint?.step === "move" ? hint.move : undefined, "hint"),
    ];
    this.overlay.replaceChildren(...arrows.flatMap((found) => found ?? []));
  }

  /** @param {Move | undefined} move @param {"hint" | "threat"} kind */
  #arrow(move, kind) {
    const cells = move?.path?.flatMap((key) => this.cells.get(String(key)) ?? []) ?? [];
    return cells.length > 1 ? arrow(cells, kind) : undefined;
  }

  /** @param {Move} last @param {Map<string, Piece>} before @param {Set<string>} redrawn */
  #animate(last, before, redrawn) {
    const keys = this.#keysOf(last);
    const cells = keys.flatMap((key) => this.cells.get(key) ?? []);
    const home = cells.at(-1);
    if (!home || !redrawn.has(home.key)) return;
    const isDropped = this.#dropped === last.notation;
    this.#dropped = "";
    if (this.style === "columns") return animations.fall(home.slot, home.y);
    if (!last.path) return animations.drawStrokes(home.slot);
    if (!isDropped) animations.follow(home.slot, cells.map(({ element }) => element));
    (last.captured ?? []).forEach((captured, step) => {
      const [cell, piece] = [this.cells.get(String(captured)), before.get(String(captured))];
      if (!cell || !piece) return;
      const ghost = html("span", { className: "piece ghost" }, this.#draw(piece));
      cell.element.append(ghost);
      animations.fade(ghost, isDropped ? -0.5 : step);
    });
  }
}

/**
 * Shows a score, or lets it fade. Its text stays until another replaces it, so that scores do not flicker.
 * @param {HTMLElement | undefined} element
 * @param {Score | undefined} score
 */
function showScore(element, score) {
  if (!element) return;
  element.classList.toggle("on", score !== undefined);
  if (!score) return;
  if (element.textContent !== score.text) element.textContent = score.text;
  element.dataset.kind = score.kind;
}
