// Moves as people write them: the table that the tests of the service read as well.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { connect, legalMoves } from "bestmove";
import { TypedMoves, findMove, findMoves } from "../src/board/typed-moves.js";
import { startService } from "./service.js";

/** @import { LegalMove } from "bestmove" */

/** @type {{positions: Record<string, string>, understood: string[][], refused: string[][]}} */
const { positions, understood, refused } =
  JSON.parse(readFileSync(new URL("../../../crates/core/tests/data/spelling.json", import.meta.url), "utf8"));

/** @type {import("./service.js").Running} */
let running;
/** The legal moves of each position.
 *  @type {Map<string, LegalMove[]>} */
const legal = new Map();

before(async () => {
  running = await startService();
  const service = connect({ url: running.url });
  for (const [name, position] of Object.entries(positions)) {
    legal.set(name, (await legalMoves(service, "checkers", { position })).moves);
  }
});
after(() => running.stop());

/** @param {string} name */
const movesOf = (name) => /** @type {LegalMove[]} */ (legal.get(name));

test("a move is whatever names one legal move by its squares", () => {
  for (const [name, text, canonical] of understood) {
    const wanted = movesOf(name).find(({ notation }) => notation === canonical);
    // The paths of one capture lead to the same position.
    assert.equal(findMove(text, movesOf(name))?.position, wanted?.position, `${name}: ${text}`);
  }
});

test("a text that names no move, or several, is none", () => {
  for (const [name, text, expected] of refused) {
    assert.equal(findMove(text, movesOf(name)), undefined, `${name}: ${text}`);
    assert.equal(findMoves(text, movesOf(name)).length > 1, !expected.startsWith("one of "), `${name}: ${text}`);
  }
});

test("a typed text becomes each move that it names", () => {
  for (const [name, text, canonical] of understood.filter(([, text]) => /^[\s\d]/.test(text))) {
    const typed = new TypedMoves();
    typed.reset(movesOf(name));
    const keys = [...text.trim(), "Enter"];
    const steps = keys.map((key) => typed.type(key));
    const played = steps.find(({ move }) => move)?.move;
    const wanted = movesOf(name).find(({ notation }) => notation === canonical);
    assert.equal(played?.position, wanted?.position, `${name}: ${text}`);
    const until = steps.findIndex(({ move }) => move);
    assert(steps.slice(0, until).every(({ isTaken, unknown }) => isTaken && unknown === undefined), text);
  }
});

test("moves of a cell are named by its number", () => {
  const moves = ["2", "12", "pass"].map((notation) => ({ notation }));
  for (const [text, notation] of [["2", "2"], [" 02!", "2"], ["12", "12"], ["Pass", "pass"], ["1", undefined], ["", undefined]]) {
    assert.equal(findMove(/** @type {string} */ (text), moves)?.notation, notation, text);
  }
});
