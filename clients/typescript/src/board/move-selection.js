// Moves chosen by their cells.

/** Moves that put a piece on a cell. On a board of columns, each cell stands for the move in its column. */
export class Placement {
  /** @type {import("./types.js").Move[]} */
  #legal = [];
  #keyOf;
  #columnOf;

  /**
   * @param {(move: import("./types.js").Move) => string} keyOf the key of the cell of a move
   * @param {((key: string) => number) | undefined} columnOf the column of a cell, on a board of columns
   */
  constructor(keyOf, columnOf) {
    this.#keyOf = keyOf;
    this.#columnOf = columnOf;
  }

  /** @param {import("./types.js").Move[]} legal */
  reset(legal) {
    this.#legal = legal;
  }

  clear() {}

  isStart() {
    return false;
  }

  isChosen() {
    return false;
  }

  get isBegun() {
    return false;
  }

  /** True if choosing the cell does anything. @param {string} key */
  isActive(key) {
    return this.choose(key) !== undefined;
  }

  /** The key of the cell where a piece would land. @param {string} key */
  landing(key) {
    const move = this.choose(key);
    return move && this.#keyOf(move);
  }

  /** True if a piece can be put on the cell. @param {string} key */
  isTarget(key) {
    return this.candidates(key).length > 0;
  }

  /** The moves whose piece lands on the cell. @param {string} key */
  candidates(key) {
    return this.#legal.filter((move) => this.#keyOf(move) === key);
  }

  /** The move that the cell stands for, if any. @param {string} key */
  choose(key) {
    const columnOf = this.#columnOf;
    if (!columnOf) return this.candidates(key)[0];
    return this.#legal.find((move) => columnOf(this.#keyOf(move)) === columnOf(key));
  }
}

/** @param {import("./types.js").Move} move */
const from = (move) => String(move.path?.[0]);

/** @param {import("./types.js").Move} move */
const to = (move) => String(move.path?.at(-1));

/** Moves along a path of cells: start and end, or cell by cell if several moves share both. */
export class PathSelection {
  /** @type {import("./types.js").Move[]} */
  #legal = [];
  /** The keys of the cells chosen so far.
   *  @type {string[]} */
  #chosen = [];

  /** @param {import("./types.js").Move[]} legal */
  reset(legal) {
    this.#legal = legal.filter(({ path }) => path);
    this.#chosen = [];
  }

  clear() {
    this.#chosen = [];
  }

  get isBegun() {
    return this.#chosen.length > 0;
  }

  get #matching() {
    return this.#legal.filter(({ path }) => this.#chosen.every((key, index) => String(path?.[index]) === key));
  }

  /** True if a piece that can move is on the cell. @param {string} key */
  isStart(key) {
    return this.#legal.some((move) => from(move) === key);
  }

  /** True if the chosen piece can go to the cell. @param {string} key */
  isTarget(key) {
    return this.#chosen.length > 0 && this.candidates(key).length > 0;
  }

  /** True if the cell has been chosen. @param {string} key */
  isChosen(key) {
    return this.#chosen.includes(key);
  }

  /** True if choosing the cell does anything. @param {string} key */
  isActive(key) {
    return this.isStart(key) || this.isTarget(key);
  }

  /** The key of the cell where a piece would land: unknown until a target is chosen. */
  landing() {
    return undefined;
  }

  /**
   * The moves that the cell stands for: those of its piece, or those of the chosen piece through the cell or to it.
   * @param {string} key
   */
  candidates(key) {
    if (this.#chosen.length === 0) return this.#legal.filter((move) => from(move) === key);
    const matching = this.#matching;
    const next = matching.filter(({ path }) => String(path?.[this.#chosen.length]) === key);
    const ends = matching.filter((move) => to(move) === key);
    return ends.length === 1 ? [...new Set([...next, ...ends])] : next;
  }

  /**
   * Chooses a cell. Returns the move that this completes, if any.
   * @param {string} key
   */
  choose(key) {
    if (!this.isTarget(key)) {
      this.#chosen = this.isStart(key) && this.#chosen[0] !== key ? [key] : [];
      return undefined;
    }
    const candidates = this.candidates(key);
    const next = candidates.filter(({ path }) => String(path?.[this.#chosen.length]) === key);
    if (next.length === 0 || candidates.length === 1) return candidates[0];
    this.#chosen = [...this.#chosen, key];
    return undefined;
  }
}
