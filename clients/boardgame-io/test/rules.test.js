// The rules of the example game of checkers, first of all against the published counts of move
// sequences.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Checkers, move, steps } from "../examples/checkers.js";

/** @typedef {import("../examples/checkers.js").State} State */

/**
 * @param {State} G
 * @param {number} depth
 * @param {number} player
 * @returns {number}
 */
function perft(G, depth, player = 0) {
  if (depth === 0) return 1;
  let count = 0;
  for (const step of steps(G, String(player))) {
    const next = structuredClone(G);
    count += move(next, step) ? perft(next, depth - 1, 1 - player) : perft(next, depth, player);
  }
  return count;
}

// Source: Aart Bik, "Perft for checkers".
test("checkers has as many move sequences as published", () => {
  const start = /** @type {() => State} */ (/** @type {unknown} */ (Checkers.setup))();
  assert.deepEqual([1, 2, 3, 4, 5, 6].map((depth) => perft(start, depth)), [7, 49, 302, 1469, 7361, 36768]);
});

test("a man that is crowned in checkers stops", () => {
  const squares = Array(33).fill(null);
  squares[22] = { player: "0", king: false };
  for (const square of [26, 27]) squares[square] = { player: "1", king: false };
  const G = { squares, moves: [], path: [], quiet: 3 };
  const jump = steps(G, "0").find(({ to }) => to === 31);
  assert.ok(jump && move(G, jump));
  assert.deepEqual(G, { squares: G.squares, moves: ["22x31"], path: [], quiet: 0 });
  assert.deepEqual(G.squares[31], { player: "0", king: true });
});
