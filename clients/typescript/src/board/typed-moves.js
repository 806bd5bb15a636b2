// Moves typed in notation, such as "4" or "11-15". A move is played as soon as no other legal move continues
// the text; Enter plays it before that, and clears a text that is no move.

/** @typedef {import("./types.js").Move} Move */

/** Texts compare without leading zeros, and with one separator. @param {string} text */
const normalise = (text) => text.toLowerCase().replace(/[-x:×–]/g, "-").replace(/\b0+/g, "");

/** The legal move that a text names. @param {string} text @param {Move[]} legal */
export const findMove = (text, legal) => movesByText(legal).get(normalise(text.trim()));

export class TypedMoves {
  /** The text typed so far. */
  text = "";
  /** @type {Map<string, Move>} */
  #moves = new Map();

  /** @param {Move[]} legal */
  reset(legal) {
    this.text = "";
    this.#moves = movesByText(legal);
  }

  /**
   * Takes a key. Returns whether it is part of a move, the text if it is no legal move, and the move that it
   * completes.
   * @param {string} key
   * @returns {{isTaken: boolean, unknown?: string, move?: Move}}
   */
  type(key) {
    if (key === "Backspace" && this.text) return this.#take(this.text.slice(0, -1));
    if (key === "Escape" && this.text) return this.#take("");
    if (key === "Enter" && this.text) return this.#enter();
    if (key.length !== 1 || key === " ") return { isTaken: false };
    const text = this.text + key;
    if (this.#continuations(text).length > 0) return this.#take(text);
    if (!this.text) return { isTaken: false };
    this.text = text;
    return { isTaken: true, unknown: text };
  }

  /** @param {string} text */
  #take(text) {
    this.text = text;
    const continuations = new Set(this.#continuations(text));
    const move = this.#moves.get(normalise(text));
    return move && continuations.size === 1 ? this.#complete(move) : { isTaken: true };
  }

  #enter() {
    const { text } = this;
    const move = this.#moves.get(normalise(text));
    if (move) return this.#complete(move);
    this.text = "";
    return { isTaken: true, unknown: text };
  }

  /** @param {Move} move */
  #complete(move) {
    this.text = "";
    return { isTaken: true, move };
  }

  /** @param {string} text */
  #continuations(text) {
    const start = normalise(text);
    return start ? [...this.#moves].filter(([notation]) => notation.startsWith(start)).map(([, move]) => move) : [];
  }
}

/** The legal moves by the texts that name them. @param {Move[]} legal @returns {Map<string, Move>} */
const movesByText = (legal) =>
  new Map(legal.flatMap((move) => [[normalise(move.notation), move], ...abbreviation(move, legal)]));

/**
 * Start and end of a path, if they mean one move alone.
 * @param {Move} move
 * @param {Move[]} legal
 * @returns {[string, Move][]}
 */
function abbreviation(move, legal) {
  const ends = ({ path = /** @type {number[]} */ ([]) }) => `${path[0]}-${path.at(-1)}`;
  if (!move.path || legal.filter((other) => ends(other) === ends(move)).length > 1) return [];
  return [[ends(move), move]];
}
