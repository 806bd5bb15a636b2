// The rules of the example game of checkers against the published counts of move sequences.

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
