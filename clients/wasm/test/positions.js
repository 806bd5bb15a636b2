// Positions of the repository's tests.

import { readFileSync, readdirSync } from "node:fs";

const root = new URL("../../../", import.meta.url);
/** @param {string} path */
const read = (path) => readFileSync(new URL(path, root), "utf8");
const SETS = "crates/core/tests/data/connect-four/";

/** Every 25th of the solved connect-four positions. */
export const connectFour = readdirSync(new URL(SETS, root)).sort()
  .flatMap((set) => read(SETS + set).trim().split("\n").filter((_, index) => index % 25 === 0))
  .map((line) => line.split(" ")[0] ?? "");

/** The checkers positions of perft, and the problems. */
export const checkers = [
  ...read("crates/core/tests/perft/checkers.perft").split("\n").filter((line) => line.startsWith("position "))
    .map((line) => line.slice("position ".length)),
  ...["crates/workshop/tests/data/checkers-pitches.json", "crates/core/data/checkers-problems.json"]
    .flatMap((path) => JSON.parse(read(path)).problems)
    .map((/** @type {{ position: string }} */ { position }) => position),
];

/** @param {string} position */
export const pieceCount = (position) =>
  position.split(":").slice(1).join().split(",").filter((piece) => /\d/.test(piece)).length;

/** The tic-tac-toe positions without a winner that alternating moves to random cells lead to. */
export const ticTacToe = Array.from({ length: 40 }, (_, index) => {
  const cells = [..."123456789"];
  return Array.from({ length: index % 5 }, (_, ply) => cells.splice((index * 7 + ply * 5) % cells.length, 1)[0]);
});
