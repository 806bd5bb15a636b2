// Connect-four: the discs of a column fall to its lowest free cell.

// In a copy: "boardgame.io/core" with a bundler, "boardgame.io/dist/cjs/core.js" in Node.
import { INVALID_MOVE } from "#boardgame.io/core";

/** @import { Game } from "boardgame.io" */
/** @typedef {(string | null)[][]} Grid Six rows of seven cells, from the top. */

const ROWS = 6;
const COLUMNS = 7;
const DIRECTIONS = [[0, 1], [1, 0], [1, 1], [1, -1]];

/** @type {Game<{ grid: Grid }>} */
export const ConnectFour = {
  name: "connect-four",
  setup: () => ({ grid: Array.from({ length: ROWS }, () => Array(COLUMNS).fill(null)) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickColumn: ({ G: { grid }, playerID }, /** @type {number} */ column) => {
      const row = grid.findLastIndex((cells) => cells[column] === null);
      if (row < 0) return INVALID_MOVE;
      grid[row][column] = playerID;
    },
  },
  endIf: ({ G: { grid } }) => {
    for (let row = 0; row < ROWS; row++) {
      for (let column = 0; column < COLUMNS; column++) {
        if (startsLine(grid, row, column)) return { winner: grid[row][column] };
      }
    }
    if (!grid[0].includes(null)) return { draw: true };
  },
  ai: {
    enumerate: ({ grid: [top] }) =>
      top.flatMap((player, id) => (player === null ? { move: "clickColumn", args: [id] } : [])),
  },
};

/**
 * True if four discs of a player begin in this cell.
 * @param {Grid} grid
 * @param {number} row
 * @param {number} column
 */
function startsLine(grid, row, column) {
  const player = grid[row][column];
  return player !== null && DIRECTIONS.some(([down, right]) =>
    [1, 2, 3].every((n) => grid[row + n * down]?.[column + n * right] === player));
}
