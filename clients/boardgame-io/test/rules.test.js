// The rules of the example games of checkers and Reversi, first of all against the published counts
// of move sequences.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Checkers, move, steps } from "../examples/checkers.js";
import { flips, places, Reversi } from "../examples/reversi.js";

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

/**
 * Passes count as moves, and games that have ended as move sequences.
 * @param {(string | null)[]} cells
 * @param {number} depth
 * @param {string} player
 * @returns {number}
 */
function reversiPerft(cells, depth, player = "0") {
  const other = player === "0" ? "1" : "0";
  const moves = places(cells, player);
  if (depth === 0) return 1;
  if (moves.length === 0) return places(cells, other).length > 0 ? reversiPerft(cells, depth - 1, other) : 1;
  return moves.reduce((count, id) => {
    const next = [...cells];
    for (const cell of [id, ...flips(cells, id, player)]) next[cell] = player;
    return count + reversiPerft(next, depth - 1, other);
  }, 0);
}

// Source: Aart Bik, "Perft for Reversi".
test("Reversi has as many move sequences as published", () => {
  const { cells } = /** @type {any} */ (Reversi.setup)();
  assert.deepEqual([1, 2, 3, 4, 5, 6].map((depth) => reversiPerft(cells, depth)), [4, 12, 56, 244, 1396, 8200]);
});

test("a player of Reversi passes only without a move", () => {
  const { enumerate } = /** @type {any} */ (Reversi.ai);
  const cells = Array(64).fill(null);
  [cells[0], cells[1], cells[8]] = ["0", "1", "0"];
  assert.deepEqual(enumerate({ cells }, {}, "0"), [{ move: "clickCell", args: [2] }]);
  assert.deepEqual(enumerate({ cells }, {}, "1"), [{ move: "pass" }]);
  const pass = /** @type {any} */ (Reversi.moves?.pass);
  assert.equal(pass({ G: { cells }, playerID: "0" }), "INVALID_MOVE");
  assert.equal(pass({ G: { cells }, playerID: "1" }), undefined);
});
