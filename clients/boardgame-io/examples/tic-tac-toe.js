// The tic-tac-toe of boardgame.io's tutorial.

// In a copy: "boardgame.io/core" with a bundler, "boardgame.io/dist/cjs/core.js" in Node.
import { INVALID_MOVE } from "#boardgame.io/core";

/** @import { Game } from "boardgame.io" */
/** @typedef {{ cells: (string | null)[] }} State */

const LINES = ["012", "345", "678", "036", "147", "258", "048", "246"];

/** @type {Game<State>} */
export const TicTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, /** @type {number} */ id) => {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
    },
  },
  endIf: ({ G: { cells } }) => {
    for (const line of LINES) {
      const [first, ...rest] = [...line].map((id) => cells[Number(id)]);
      if (first !== null && rest.every((player) => player === first)) return { winner: first };
    }
    if (!cells.includes(null)) return { draw: true };
  },
  ai: {
    enumerate: ({ cells }) =>
      cells.flatMap((player, id) => (player === null ? { move: "clickCell", args: [id] } : [])),
  },
};
