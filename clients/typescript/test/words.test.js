// The words of the board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { scoresOf } from "../src/board/scores.js";
import { wordsFor } from "../src/board/words.js";

test("the distance of a result is singular or plural", () => {
  const distances = (/** @type {string} */ tag) => [0, 1, 2].flatMap((plies) => [wordsFor(tag).win(plies), wordsFor(tag).loss(plies)]);
  assert.deepEqual(distances("en"), ["win", "loss", "win in 1 ply", "loss in 1 ply", "win in 2 plies", "loss in 2 plies"]);
  assert.deepEqual(distances("de"),
    ["Gewinn", "Verlust", "Gewinn in 1 Halbzug", "Verlust in 1 Halbzug", "Gewinn in 2 Halbzügen", "Verlust in 2 Halbzügen"]);
});

test("scores are short, with a label in words", () => {
  const scores = [
    { kind: "win", plies: 5 }, { kind: "loss", plies: null }, { kind: "draw" },
    { kind: "win", plies: null, margin: 10 }, { kind: "loss", plies: null, margin: 4 },
    { kind: "estimate", value: 352 }, { kind: "estimate", value: -1051 },
  ].map((score, index) => ({ move: `${index}`, score: { expected_points: 0.5, ...score } }));
  const game = /** @type {import("../src/board/types.js").Game} */ (
    /** @type {unknown} */ ({ display: { estimate: { size: 100, name: "discs" } } }));
  const described = (/** @type {string} */ tag) => [...scoresOf(scores, game, wordsFor(tag)).values()].map(({ text, label }) => [text, label]);
  assert.deepEqual(described("en"), [
    ["+#5", "win in 5 plies"], ["−#", "loss"], ["±0", "draw"], ["+10", "win by 10 discs"], ["−4", "loss by 4 discs"],
    ["+3.52", "+3.52 discs"], ["−10.5", "−10.5 discs"],
  ]);
  assert.deepEqual(described("de").slice(3, 5),
    [["+10", "Gewinn mit 10 Scheiben Unterschied"], ["−4", "Verlust mit 4 Scheiben Unterschied"]]);
});
