// Moves that put a piece on a cell. On a board of columns, each cell stands for the move in its column.

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

  /** Whether choosing the cell does anything. @param {string} key */
  isActive(key) {
    return this.choose(key) !== undefined;
  }

  /** The key of the cell where a piece would land. @param {string} key */
  landing(key) {
    const move = this.choose(key);
    return move && this.#keyOf(move);
  }

  /** Whether a piece can be put on the cell. @param {string} key */
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
