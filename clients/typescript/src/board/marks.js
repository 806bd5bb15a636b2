// The marks of a view: for each kind, the keys of the cells that bear it.

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./drawn-board.js").DrawnBoard} DrawnBoard */

/**
 * @param {View} view
 * @param {DrawnBoard} board
 */
export function marksOf({ last, line = [], hint, threat }, board) {
  return {
    last: new Set(board.keysOf(last)),
    line: new Set(line.map(board.keyOf)),
    hint: new Set(hintKeys(hint, board)),
    region: new Set(regionKeys(hint, board)),
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
 * The region of a hint that does not tell its move yet: the empty cells of three columns, or of a row.
 * @param {View["hint"]} hint
 * @param {DrawnBoard} board
 */
function regionKeys(hint, board) {
  const target = hint?.step === "piece" && !hint.move.path && board.cells.get(board.keyOf(hint.move));
  if (!target) return [];
  return [...board.cells.values()]
    .filter(({ x, y }) => (board.hasColumns ? Math.abs(x - target.x) <= 1 : y === target.y))
    .flatMap(({ isEmpty, key }) => (isEmpty ? [key] : []));
}
