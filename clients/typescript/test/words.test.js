// The words of the board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { wordsFor } from "../src/board/words.js";

test("the distance of a result is singular or plural", () => {
  const distances = (/** @type {string} */ tag) => [0, 1, 2].flatMap((plies) => [wordsFor(tag).win(plies), wordsFor(tag).loss(plies)]);
  assert.deepEqual(distances("en"), ["win", "loss", "win in 1 ply", "loss in 1 ply", "win in 2 plies", "loss in 2 plies"]);
  assert.deepEqual(distances("de"),
    ["Gewinn", "Verlust", "Gewinn in 1 Halbzug", "Verlust in 1 Halbzug", "Gewinn in 2 Halbzügen", "Verlust in 2 Halbzügen"]);
});
