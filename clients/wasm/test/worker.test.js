// The worker: deadlines, cancelling, streams, and what it leaves to the service.

import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { analyse, bestMove, BestmoveProblem, connect, games, legalMoves, streamAnalysis } from "../../typescript/src/client.js";
import { games as localGames, isKept, keep, keptBefore, localFetch, localFirstFetch, sizeOf } from "../src/local.js";

const service = connect({ url: "local:", fetch: localFetch() });

/** Milliseconds of two searches that a test does not wait for: they must be stopped. */
const LONG = 10_000;
const timeout = 15_000;

test("deadlines stop the search", async () => {
  await legalMoves(service, "checkers");
  for (const time_ms of [50, 300]) {
    const { elapsed_ms, stopped_by } = await bestMove(service, "checkers", { time_ms, moves: ["11-15"] });
    assert.equal(stopped_by, "time");
    assert.ok(elapsed_ms >= time_ms, `${elapsed_ms} of ${time_ms} ms`);
  }
});

test("an abort rejects with its reason and frees the worker", { timeout }, async () => {
  const long = () => {
    const controller = new AbortController();
    const pending = bestMove(service, "checkers", { time_ms: LONG }, { signal: controller.signal });
    return { controller, pending };
  };
  const [running, waiting] = [long(), long()];
  setTimeout(() => {
    waiting.controller.abort(new Error("waiting"));
    running.controller.abort(new Error("running"));
  }, 200);
  await assert.rejects(waiting.pending, { message: "waiting" });
  await assert.rejects(running.pending, { message: "running" });
  const { best_move } = await bestMove(service, "tic-tac-toe", { position: "XX.OO....", time_ms: 1000 });
  assert.equal(best_move, "3");
});

test("a stream ends with the final analysis", async () => {
  await legalMoves(service, "checkers");
  const seen = [];
  for await (const analysis of streamAnalysis(service, "checkers", { time_ms: 3000 })) seen.push(analysis);
  assert.ok(seen.length >= 2, `${seen.length} messages`);
  assert.deepEqual(seen.map(({ stopped_by }) => stopped_by !== null), seen.map((_, index) => index === seen.length - 1));
  assert.deepEqual(seen.map(({ depth }) => depth), seen.map(({ depth }) => depth).sort((a, b) => a - b));
});

test("leaving the loop of a stream stops the search", { timeout }, async () => {
  for (const moves of [[], ["11-15"]]) {
    for await (const { depth } of streamAnalysis(service, "checkers", { time_ms: LONG, moves })) {
      assert.ok(depth >= 1);
      break;
    }
  }
  assert.equal((await analyse(service, "connect-four", { position: "4455" })).stopped_by, "proven");
});

test("a stream refuses with a problem", async () => {
  await assert.rejects(
    streamAnalysis(service, "checkers", /** @type {any} */ ({ level: 3 })).next(),
    (error) => error instanceof BestmoveProblem && error.field === "level",
  );
});

test("what the worker cannot answer is a problem", async () => {
  await assert.rejects(bestMove(service, /** @type {any} */ ("chess")), { type: "/problems/unknown-game", status: 404 });
  const response = await service.fetch("local:/v1/batch", { method: "POST", body: "{}" });
  const { type, detail } = await response.json();
  assert.deepEqual([response.status, type, detail], [404, "/problems/unknown-path", "only the service has /v1/batch"]);
});

test("an unknown game is a TypeError that names the games", async () => {
  const error = {
    name: "TypeError",
    message: 'game: expected one of tic-tac-toe, connect-four, checkers, reversi, got "chekers"',
  };
  assert.throws(() => sizeOf("chekers"), error);
  await assert.rejects(isKept("chekers"), error);
  await assert.rejects(keep("chekers"), error);
  // The beginning of a name is none.
  assert.throws(() => sizeOf("connect"), TypeError);
});

test("a stream that waits for the worker sends keep-alives", { timeout }, async () => {
  const local = localFetch();
  const own = connect({ url: "local:", fetch: local });
  const search = bestMove(own, "checkers", { time_ms: 6000, moves: ["11-15"] });
  const invalid = streamAnalysis(own, "checkers", /** @type {any} */ ({ level: 3 })).next();
  const refusal = assert.rejects(invalid, (error) => error instanceof BestmoveProblem && error.field === "level");
  const body = '{"depth": 1}';
  const response = await local("local:/v1/checkers/analysis/stream", { method: "POST", body });
  assert.equal(response.headers.get("content-type"), "application/x-ndjson");
  assert.match(await response.text(), /^\n{"event":"final",.*}\n$/);
  await refusal;
  assert.equal((await search).stopped_by, "time");
});

test("a request may be a Request, for the worker and for the service", { timeout }, async () => {
  const local = localFetch();
  const move = (/** @type {RequestInit} */ init) =>
    new Request("local:/v1/tic-tac-toe/best-move", { method: "POST", body: '{"position": "XX.OO...."}', ...init });
  /** @type {typeof globalThis.fetch} */
  const remote = async (input) => {
    assert(input instanceof Request);
    throw new TypeError(`offline: ${await input.text()}`);
  };
  const isHeavy = (/** @type {string} */ _, /** @type {any} */ { position }) => position === "XX.OO....";
  for (const fetch of [local, localFirstFetch({ remote }), localFirstFetch({ remote, isHeavy })]) {
    assert.equal((await (await fetch(move({}))).json()).best_move, "3");
    assert.equal((await (await fetch(move({}), { body: '{"position": "XX.......OO"}' })).json()).status, 422);
  }
  const controller = new AbortController();
  const body = JSON.stringify({ time_ms: LONG });
  const pending = local(new Request("local:/v1/checkers/analysis", { method: "POST", body, signal: controller.signal }));
  setTimeout(() => controller.abort(new Error("left")), 200);
  await assert.rejects(pending, { message: "left" });
});

test("where no worker can be made, calls fail or go to the service, until one can", { timeout }, async () => {
  const refusal = "Script at 'https://cdn.test/worker.js' cannot be accessed from origin 'https://page.test'.";
  class Refused {
    constructor() {
      throw new DOMException(refusal, "SecurityError");
    }
  }
  const local = localFetch();
  const remote = async () => new Response("from the service");
  const move = { method: "POST", body: '{"position": "XX.OO...."}' };
  const ask = (/** @type {typeof globalThis.fetch} */ fetch) => fetch("local:/v1/tic-tac-toe/best-move", move);
  Object.assign(globalThis, { Worker: Refused });
  try {
    const isRefused = ({ name = "", message = "" }) =>
      name === "TypeError" && message.startsWith("the worker could not be loaded from ") && message.endsWith(refusal);
    await Promise.all([assert.rejects(ask(local), isRefused), assert.rejects(ask(local), isRefused)]);
    assert.equal(await (await ask(localFirstFetch({ remote }))).text(), "from the service");
  } finally {
    Reflect.deleteProperty(globalThis, "Worker");
  }
  assert.equal((await (await ask(local)).json()).best_move, "3");
});

test("the worker needs no global crypto, which Node 18 lacks", async () => {
  const script = new URL("../src/worker.js", import.meta.url);
  const worker = new Worker(`delete globalThis.crypto; import("${script}")`, { eval: true });
  const path = "/v1/connect-four/best-move";
  worker.postMessage({ game: "connect-four", method: "POST", path, body: '{"level": 1}' });
  const [{ status, error }] = await once(worker, "message");
  await worker.terminate();
  assert.deepEqual([status, error], [200, undefined]);
});

test("in Node nothing is kept", async () => {
  await keep("tic-tac-toe");
  assert.equal(await isKept("tic-tac-toe"), false);
  assert.deepEqual(await keptBefore(), []);
  assert.ok(localGames.every((game) => sizeOf(game) > 300_000));
});

test("without a location nothing is kept, as in Deno", async () => {
  const open = () => assert.fail("expected no cache to be opened");
  Object.assign(globalThis, { caches: { open } });
  try {
    await keep("tic-tac-toe");
    assert.equal(await isKept("tic-tac-toe"), false);
    assert.deepEqual(await keptBefore(), []);
  } finally {
    Reflect.deleteProperty(globalThis, "caches");
  }
});

test("local first leaves the rest to the service", async () => {
  /** @type {string[]} */
  const asked = [];
  /** @type {typeof fetch} */
  const remote = async (input) => {
    asked.push(String(input));
    throw new TypeError("offline");
  };
  const isHeavy = (/** @type {string} */ _, /** @type {any} */ body) => body.time_ms > 5000;
  const service = connect({ url: "local:", fetch: localFirstFetch({ remote, isHeavy }), retries: 0 });
  await bestMove(service, "connect-four", { position: "4455" });
  assert.deepEqual(asked, []);
  const offline = ["/v1/games", "/v1/checkers/best-move", "/v1/connect-four/best-move"];
  assert.equal((await games(service)).length, 4);
  await bestMove(service, "checkers", { depth: 1 });
  await bestMove(service, "connect-four", { position: "4455", time_ms: 6000 });
  assert.deepEqual(asked, offline.map((path) => `local:${path}`));
  await assert.rejects(service.fetch("local:/v1/batch", { method: "POST", body: "{}" }), TypeError);
});
