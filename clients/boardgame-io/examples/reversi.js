// Reversi: a player who has no move passes, which is a move of its own.

// In a copy: "boardgame.io/core" with a bundler, "boardgame.io/dist/cjs/core.js" in Node.
import { INVALID_MOVE } from "#boardgame.io/core";

/** @import { Game } from "boardgame.io" */
/** @typedef {(string | null)[]} Cells The player of each disc, from a1 to h8 row by row. */

const SIZE = 8;
const STEPS = [-1, 0, 1];
const DIRECTIONS = STEPS.flatMap((down) => STEPS.map((right) => [right, down])).filter(([x, y]) => x || y);

/** @type {Game<{ cells: Cells }>} */
export const Reversi = {
  name: "reversi",
  setup: () => ({ cells: Array.from({ length: SIZE * SIZE }, (_, id) => setUp(id)) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G: { cells }, playerID }, /** @type {number} */ id) => {
      const flipped = flips(cells, id, playerID);
      if (flipped.length === 0) return INVALID_MOVE;
      for (const cell of [id, ...flipped]) cells[cell] = playerID;
    },
    pass: ({ G: { cells }, playerID }) => {
      if (places(cells, playerID).length > 0) return INVALID_MOVE;
    },
  },
  endIf: ({ G: { cells } }) => {
    if (places(cells, "0").length > 0 || places(cells, "1").length > 0) return;
    const [black, white] = ["0", "1"].map((player) => cells.filter((cell) => cell === player).length);
    return black === white ? { draw: true } : { winner: black > white ? "0" : "1" };
  },
  ai: {
    enumerate: ({ cells }, _, playerID) => {
      const moves = places(cells, playerID).map((id) => ({ move: "clickCell", args: [id] }));
      return moves.length > 0 ? moves : [{ move: "pass" }];
    },
  },
};

/**
 * The cells where a player may put a disc.
 * @param {Cells} cells
 * @param {string} player
 */
export function places(cells, player) {
  return cells.flatMap((_, id) => (flips(cells, id, player).length > 0 ? id : []));
}

/**
 * The cells of the discs that a player's disc in a cell flips; none if it may not be put there.
 * @param {Cells} cells
 * @param {number} id
 * @param {string} player
 * @returns {number[]}
 */
export function flips(cells, id, player) {
  if (cells[id] !== null) return [];
  return DIRECTIONS.flatMap(([right, down]) => {
    const line = [];
    let [x, y] = [(id % SIZE) + right, Math.floor(id / SIZE) + down];
    while (x >= 0 && x < SIZE && y >= 0 && y < SIZE) {
      const cell = y * SIZE + x;
      if (cells[cell] === null) return [];
      if (cells[cell] === player) return line;
      line.push(cell);
      [x, y] = [x + right, y + down];
    }
    return [];
  });
}

/** @param {number} id */
function setUp(id) {
  if (id === 28 || id === 35) return "0";
  return id === 27 || id === 36 ? "1" : null;
}
