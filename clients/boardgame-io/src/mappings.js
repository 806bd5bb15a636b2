// Mappings between the states of common games and the notation of the service. Player "0" has X, or
// Black, who moves first in checkers; in the other games either player may begin.

/** @import { Mapping } from "./remote-bot.js" */

/** @import { Ctx } from "boardgame.io" */
/** @typedef {string | null} Cell The ID of the player whose piece is there. */

/**
 * The tic-tac-toe of boardgame.io's tutorial: nine `cells`, row by row, and `clickCell(index)`.
 * @type {Mapping<{ cells: Cell[] }>}
 */
export const ticTacToe = {
  game: "tic-tac-toe",
  toPosition: ({ cells }) => cells.map(mark),
  toSide: currentSide,
  toAction: (cell) => ({ move: "clickCell", args: [Number(cell) - 1] }),
};

/**
 * Connect-four: six rows of seven cells in `grid`, from the top, and `clickColumn(index)`.
 * @type {Mapping<{ grid: Cell[][] }>}
 */
export const connectFour = {
  game: "connect-four",
  toPosition: ({ grid }) => grid.map((row) => row.map(mark)),
  toSide: currentSide,
  toAction: (column) => ({ move: "clickColumn", args: [Number(column) - 1] }),
};

/**
 * Checkers: the notation of all finished `moves`, and `movePiece(from, to)`, once for each jump of
 * a capture, with the squares numbered from 1 to 32.
 * @type {Mapping<{ moves: string[] }>}
 */
export const checkers = {
  game: "checkers",
  toMoves: ({ moves }) => moves,
  toAction: (move) => {
    const path = move.split(/[-x]/).map(Number);
    return path.slice(1).map((to, i) => ({ move: "movePiece", args: [path[i], to] }));
  },
};

/**
 * Reversi: 64 `cells` from a1 to h8, row by row, `clickCell(index)`, and `pass()` for a player who
 * has no other move; a game that skips such players needs none.
 * @type {Mapping<{ cells: Cell[] }>}
 */
export const reversi = {
  game: "reversi",
  toPosition: ({ cells }, ctx) => `${cells.map((player) => mark(player) ?? "-").join("")} ${currentSide(null, ctx)}`,
  toAction: (move) => (move === "pass" ? { move } : { move: "clickCell", args: [index(move)] }),
};

/**
 * The index of a square: 0 for a1, 1 for b1, 8 for a2.
 * @param {string} square
 */
function index(square) {
  return 8 * (Number(square[1]) - 1) + "abcdefgh".indexOf(square[0]);
}

/** @param {Cell} player */
function mark(player) {
  return player === null ? null : "XO"[Number(player)];
}

/**
 * @param {unknown} _
 * @param {Ctx} ctx
 */
function currentSide(_, { currentPlayer }) {
  return currentPlayer === "0" ? "X" : "O";
}
