// The engine in a worker answers as the service does, with the same nodes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { connect, convertAll } from "../../typescript/src/client.js";
import { startService } from "../../typescript/test/service.js";
import { localFetch } from "../src/local.js";
import { checkers, connectFour, pieceCount, ticTacToe } from "./positions.js";

const local = localFetch();
/** @type {Awaited<ReturnType<typeof startService>>} */
let service;
before(async () => {
  service = await startService();
});
after(() => service.stop());

/**
 * @param {typeof fetch} fetch
 * @param {string} url
 * @param {object | string} [body]
 */
async function answer(fetch, url, body) {
  const headers = { "content-type": "application/json" };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(url, body === undefined ? {} : { method: "POST", headers, body: text });
  const { elapsed_ms, request_id, ...answer } = await response.json();
  const type = response.headers.get("content-type");
  return { status: response.status, type, answer };
}

/**
 * Asserts that both answer alike, and returns the answer.
 * @param {string} path
 * @param {object | string} [body]
 */
async function assertEqual(path, body) {
  const [expected, got] = [await answer(fetch, service.url + path, body), await answer(local, `local:${path}`, body)];
  assert.deepEqual(got, expected, `${path} ${JSON.stringify(body)}`);
  return got;
}

test("the games", () => assertEqual("/v1/games"));

test("solved connect-four positions", async () => {
  for (const position of connectFour) {
    await assertEqual("/v1/connect-four/best-move", { position, fresh: true, time_ms: 10_000 });
  }
});

test("connect-four searches visit the same nodes", async () => {
  for (const position of connectFour.slice(0, 60)) {
    await assertEqual("/v1/connect-four/analysis", { position, depth: 6, lines: "all", fresh: true, time_ms: 10_000 });
  }
});

test("tic-tac-toe", async () => {
  for (const moves of ticTacToe) {
    await assertEqual("/v1/tic-tac-toe/analysis", { moves, lines: "all", fresh: true });
  }
});

// With fewer pieces the service's tables of six pieces come within reach.
test("Reversi searches visit the same nodes", async () => {
  for (const moves of [[], ["f5", "d6", "c3"], ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7"]]) {
    await assertEqual("/v1/reversi/best-move", { moves, depth: 6, fresh: true, time_ms: 10_000 });
  }
});

test("checkers searches visit the same nodes", async () => {
  for (const position of checkers.filter((position) => pieceCount(position) > 12)) {
    await assertEqual("/v1/checkers/best-move", { position, depth: 6, fresh: true, time_ms: 10_000 });
  }
});

test("checkers endings of up to five pieces", async () => {
  for (const position of ["W:WK1,K2:BK30,K25", "B:W21,K7:B12,K3,1", "W:WK1,K2,K3:BK30,K25", "B:W30,29:B1,2", "W:W32:B5"]) {
    const { answer } = await assertEqual("/v1/checkers/best-move", { position, fresh: true, time_ms: 10_000 });
    assert.equal(answer.source, "endgame", position);
  }
});

test("levels", async () => {
  for (const [game, level] of /** @type {const} */ ([["checkers", 4], ["connect-four", 3], ["tic-tac-toe", 1]])) {
    for (const seed of [1, 2, 3]) await assertEqual(`/v1/${game}/best-move`, { level, seed });
  }
  const random = await answer(local, "local:/v1/connect-four/best-move", { level: 1 });
  assert.ok(Number.isInteger(random.answer.seed));
});

test("legal moves", async () => {
  for (const position of checkers.filter((position) => pieceCount(position) > 12)) {
    await assertEqual("/v1/checkers/legal-moves", { position });
  }
  for (const position of connectFour.slice(0, 20)) await assertEqual("/v1/connect-four/legal-moves", { position });
  await assertEqual("/v1/tic-tac-toe/legal-moves", {});
});

test("conversions", async () => {
  await assertEqual("/v1/checkers/convert", { text: "[Event \"x\"]\n1. 11-15 23-19 2. 8-11 *" });
  await assertEqual("/v1/connect-four/convert", { moves: ["4", "4", "4"] });
  await assertEqual("/v1/tic-tac-toe/convert", { text: "XX.OO...." });
});

test("archives", async () => {
  const text = '[Event "Café"]\n1. 11-15 23-19 *\n[Event "2"]\n1. 11-15 33-29 *\n'.repeat(500);
  const streams = [fetch, local].map(async (fetch) => {
    const games = [];
    const archive = convertAll(connect({ url: service.url, fetch }), "checkers", text);
    for await (const { problem, ...game } of archive) games.push({ ...game, problem: problem?.detail });
    return games;
  });
  const [expected, got] = await Promise.all(streams);
  assert.equal(expected.length, 1000);
  assert.deepEqual(got, expected);
  const old = Uint8Array.from('[Event "Café"] 11-15 *', (sign) => sign.charCodeAt(0));
  for await (const { tags } of convertAll(connect({ url: "local:", fetch: local }), "checkers", old)) {
    assert.equal(tags[0].value, "Café");
  }
  const refused = async () => {
    for await (const _ of convertAll(connect({ url: "local:", fetch: local }), "checkers", "")) assert.fail();
  };
  await assert.rejects(refused, { status: 422, field: "text" });
});

test("reviews", async () => {
  await assertEqual("/v1/tic-tac-toe/review", { moves: ["5", "2", "1", "9"] });
  await assertEqual("/v1/connect-four/review", { moves: ["4", "1", "4", "1", "4"] });
  await assertEqual("/v1/checkers/review", { moves: ["11-15", "23-19", "8-11"], depth: 5 });
});

test("invalid requests get the same problems", async () => {
  const bodies = [
    "", "{", "[]", "null", "\"\"", {}, { time_ms: 0 }, { time_ms: "x" }, { depth: 101 }, { nodes: -1 }, { mvoes: [] },
    { position: 5 }, { position: "x" }, { moves: ["x"] }, { moves: [true] }, { level: 11 }, { level: 2, depth: 3 }, { seed: -1 },
    "{\"depth\":1,\"depth\":2}", "{\"moves\":[\"\u00e9\"]}", { position: "x".repeat(17_000) }, { lines: 0 }, { only: [] },
    { avoid: ["99"] }, { game: "checkers" },
  ];
  for (const game of ["tic-tac-toe", "connect-four", "checkers", "reversi"]) {
    for (const body of bodies) {
      if (JSON.stringify(body) === "{}") continue;
      for (const endpoint of ["best-move", "analysis", "legal-moves", "review", "convert"]) await assertEqual(`/v1/${game}/${endpoint}`, body);
    }
  }
});
