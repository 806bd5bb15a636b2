// Moves typed in notation, such as "4" or "11-15". A move of a piece is whatever names one legal move by its
// squares, as for the service: by their numbers, or by letter and digit from either side of a board of 8 by 8;
// whatever stands between and around them; captures without some of the squares between start and end. On the
// board, a move is played as soon as no other legal move continues the text; Enter plays it before that, and clears a text that is
// no move.

/** @typedef {import("./types.js").Move} Move */

/** What may stand between squares: blanks, dashes, crosses, colons, stars, arrows, and so on. */
const SEPARATOR = /(?:[\s\-‐-―−x×:*=>→~/.,_]|to?)+/;
/** What may stand before a move, and after it. */
const [BEFORE, AFTER] = [/^[\s\-‐-―−x×:*=>→~/.,_!?+#()]+/, /[\s\-‐-―−x×:*=>→~/.,_!?+#()]+$/];

/** The text without blanks around it, marks and leading zeros. @param {string} text */
const plain = (text) => text.toLowerCase().trim().replace(/\s*[!?*]+$/, "").replace(/^0+(?=\d)/, "");

/**
 * The names of the squares in a text, two digits each where nothing separates them; at its end, one may be begun. The
 * square at which one of several jumps ends and the next begins counts once.
 * @param {string} text
 */
function squaresIn(text) {
  const signs = text.toLowerCase().replace(BEFORE, "").replace(/\s*[!?*+#)]+$/, "");
  const names = /^\d{3,}$/.test(signs) ? /** @type {string[]} */ (signs.match(/\d\d?/g)) : signs.split(SEPARATOR);
  return names.filter((name, index) => index < 2 || name !== names[index - 1]);
}

/** The names of the squares of a whole move. @param {string} text */
const squaresOf = (text) => squaresIn(text.toLowerCase().replace(AFTER, ""));

/**
 * The names of a square: its number, also with two digits, and its letter and digit from a side of the board.
 * @param {number} square
 * @param {boolean} isTurned
 */
function namesOf(square, isTurned) {
  const seen = isTurned ? 33 - square : square;
  const row = Math.floor((seen - 1) / 4);
  const column = 6 - 2 * ((seen - 1) % 4) + (row % 2);
  return [`${square}`, `${square}`.padStart(2, "0"), `${"abcdefgh"[column]}${row + 1}`];
}

/** @param {number | undefined} square @param {string} name @param {boolean} isTurned */
const isNamed = (square, name, isTurned) => square !== undefined && namesOf(square, isTurned).includes(name);

/**
 * The index at which a path has touched these squares in this order, its start first; -1 if it does not.
 * @param {number[]} path
 * @param {string[]} names
 * @param {boolean} [isTurned]
 */
function reach(path, names, isTurned = false) {
  let at = isNamed(path[0], names[0], isTurned) ? 0 : -1;
  for (const name of names.slice(1)) {
    if (at >= 0) at = path.findIndex((square, index) => index > at && isNamed(square, name, isTurned));
  }
  return at;
}

/** Whether a text names a move by its squares, seen from either side. @param {Move} move @param {string} text */
function isNamedBy({ notation, path }, text) {
  if (!path) return plain(notation) === plain(text);
  const names = squaresOf(text);
  const last = /** @type {string} */ (names.at(-1));
  const isPath = (/** @type {boolean} */ isTurned) =>
    isNamed(path.at(-1), last, isTurned) && reach(path, names, isTurned) >= 0;
  return names.length > 1 && (isPath(false) || isPath(true));
}

/**
 * Whether a text is, or may become, one that names the move. On the board, letters begin no square, as they are
 * keys of the page.
 * @param {Move} move
 * @param {string} text
 */
function isBegunBy({ notation, path }, text) {
  if (!path) return plain(text) !== "" && plain(notation).startsWith(plain(text));
  const names = squaresIn(text);
  const last = /** @type {string} */ (names.pop());
  if (names.length === 0) return /^\d/.test(last) && isBegun(path[0], last);
  // The square before may be named again, as by the next jump.
  const from = names.length > 1 ? reach(path, names) : reach(path, names) + 1;
  return reach(path, names) >= 0 && path.slice(from).some((square) => isBegun(square, last));
}

/** @param {number} square @param {string} name */
const isBegun = (square, name) => namesOf(square, false).some((whole) => whole.startsWith(name));

/** Equal for the paths of one move: they lead between the same squares and take the same pieces. @param {Move} move */
const identity = ({ notation, path, captured = [] }) =>
  (captured.length > 1 ? [path?.[0], path?.at(-1), ...[...captured].sort()].join() : notation);

/** The legal moves that a text names, each once. @param {string} text @param {Move[]} legal */
export function findMoves(text, legal) {
  const named = legal.filter((move) => isNamedBy(move, text));
  const count = squaresOf(text).length;
  const whole = named.filter(({ path }) => path?.length === count);
  const moves = whole.length > 0 ? whole : named;
  return moves.filter((move, index) => moves.findIndex((other) => identity(other) === identity(move)) === index);
}

/** The legal move that a text names; undefined if it names none, or several. @param {string} text @param {Move[]} legal */
export function findMove(text, legal) {
  const moves = findMoves(text, legal);
  return moves.length === 1 ? moves[0] : undefined;
}

export class TypedMoves {
  /** The text typed so far. */
  text = "";
  /** @type {Move[]} */
  #legal = [];

  /** @param {Move[]} legal */
  reset(legal) {
    this.text = "";
    this.#legal = legal;
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
    if (key.length !== 1 || (key === " " && !this.text)) return { isTaken: false };
    const text = this.text + key;
    if (this.#continuations(text).length > 0) return this.#take(text);
    if (!this.text) return { isTaken: false };
    this.text = text;
    return { isTaken: true, unknown: text };
  }

  /** @param {string} text */
  #take(text) {
    this.text = text;
    const continuations = new Set(this.#continuations(text).map(identity));
    const move = findMove(text, this.#legal);
    return move && continuations.size === 1 ? this.#complete(move) : { isTaken: true };
  }

  #enter() {
    const { text } = this;
    const move = findMove(text, this.#legal);
    if (move) return this.#complete(move);
    this.text = "";
    return { isTaken: true, unknown: text };
  }

  /** @param {Move} move */
  #complete(move) {
    this.text = "";
    return { isTaken: true, move };
  }

  /** The moves that the text may become; none if it names several to their end. @param {string} text */
  #continuations(text) {
    const begun = this.#legal.filter((move) => isBegunBy(move, text));
    const isAmbiguous = begun.every((move) => isNamedBy(move, text)) && findMoves(text, begun).length > 1;
    return isAmbiguous ? [] : begun;
  }
}
