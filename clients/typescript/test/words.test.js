// The words of the board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { scoresOf } from "../src/board/scores.js";
import { wordsFor } from "../src/board/words.js";

test("the distance of a result is singular or plural", () => {
  const distances = (/** @type {string} */ tag) => [0, 1, 4].flatMap((plies) => [wordsFor(tag).win(plies), wordsFor(tag).loss(plies)]);
  assert.deepEqual(distances("en"), ["win", "loss", "win in 1 move", "loss in 1 move", "win in 2 moves", "loss in 2 moves"]);
  assert.deepEqual(distances("de"),
    ["Gewinn", "Verlust", "Gewinn in 1 Zug", "Verlust in 1 Zug", "Gewinn in 2 Zügen", "Verlust in 2 Zügen"]);
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
    ["W3", "win in 3 moves"], ["L", "loss"], ["D", "draw"], ["W+10", "win by 10 discs"], ["L−4", "loss by 4 discs"],
    ["+3.52", "+3.52 discs"], ["−10.5", "−10.5 discs"],
  ]);
  assert.deepEqual(described("de").slice(3, 5),
    [["G+10", "Gewinn mit 10 Scheiben Unterschied"], ["V−4", "Verlust mit 4 Scheiben Unterschied"]]);
});

test("a solver's score counts the moves that the winner leaves unplayed", () => {
  const cells = Array.from({ length: 42 });
  const game = /** @type {import("../src/board/types.js").Game} */ (
    /** @type {unknown} */ ({ board: { cells }, display: { board: "columns", estimate: { size: 1, name: "points" } } }));
  const text = (/** @type {string} */ kind, /** @type {number} */ plies, /** @type {number} */ pieces) =>
    scoresOf([{ move: "", score: { kind, plies, expected_points: 0.5 } }], game, wordsFor("en"), { pieces }).get("")?.text;
  // The examples of https://connect4.gamesolver.org: a win with the fourth disc, with the last one, and the empty board.
  assert.deepEqual([text("win", 1, 6), text("win", 1, 41), text("win", 41, 0), text("loss", 2, 5)], ["+18", "+1", "+1", "−18"]);
  assert.equal(text("draw", 0, 0), "0");
});
