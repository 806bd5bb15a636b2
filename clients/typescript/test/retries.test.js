// Retries, and deadlines, at a service that is overloaded, out of quota, or silent.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BestmoveProblem,
  batch,
  bestMove,
  connect,
  followAnalysis,
  games,
  legalMoves,
  review,
  startAnalysis,
  startReview,
  streamAnalysis,
  streamReview,
} from "bestmove";
import { startService } from "./service.js";
import { loggedFetch, startRelay } from "./wires.js";

const LIMITS = ["--max-time-ms", "500", "--default-time-ms", "200"];
const ANALYSIS_LIMITS = ["--analysis-max-time-ms", "5000", "--analysis-default-time-ms", "500"];
const LATE = { name: "BestmoveProblem", status: 0, detail: "no answer in time" };
const PATIENT = { timeout: 60_000 };
const QUOTA = ["--address-quota-ms", "600", ...LIMITS, ...ANALYSIS_LIMITS];

/**
 * Uses up the quota of this address, so that 40 ms are available after two seconds at the earliest.
 * @param {string} url
 */
async function useUpQuota(url) {
  const service = connect({ url, retries: 0 });
  for (;;) {
    try {
      await bestMove(service, "checkers", { time_ms: 20, book: false });
    } catch (error) {
      assert(error instanceof BestmoveProblem);
      assert.equal(error.type, "/problems/quota-exceeded");
      return;
    }
  }
}

/**
 * Asserts that no request was sent earlier than the answer before it told.
 * @param {ReturnType<typeof loggedFetch>["log"]} log
 */
function assertPatient(log) {
  for (const [index, { answered, retryAfter }] of log.slice(0, -1).entries()) {
    const waited = log[index + 1].sent - answered;
    assert(waited >= retryAfter * 1000, `expected ${retryAfter} s, waited ${waited} ms`);
  }
}

test("a call out of quota is repeated when the service says", async () => {
  const running = await startService(...QUOTA);
  try {
    await useUpQuota(running.url);
    const { log, fetch } = loggedFetch();
    await bestMove(connect({ url: running.url, fetch }), "checkers", { time_ms: 40 });
    assert.deepEqual([log[0].status, log.at(-1)?.status], [429, 200]);
    assertPatient(log);
  } finally {
    await running.stop();
  }
});

/**
 * The log of a call to an overloaded service, whole or streamed.
 * @param {string} url
 * @param {string[]} moves
 * @param {boolean} isStreamed
 */
async function underLoad(url, moves, isStreamed) {
  const { log, fetch } = loggedFetch();
  const service = connect({ url, fetch });
  const body = { moves, time_ms: 1500 };
  try {
    if (isStreamed) for await (const _ of streamAnalysis(service, "checkers", body));
    else await bestMove(service, "checkers", { ...body, book: false });
    assert.equal(log.at(-1)?.status, 200);
  } catch (error) {
    assert(error instanceof BestmoveProblem, String(error));
    assert.deepEqual([error.type, log.length], ["/problems/overloaded", 3]);
  }
  return log;
}

test("under load, calls and streams are repeated twice at most, and never too early", async () => {
  const running = await startService("--queue", "1");
  try {
    const { moves } = await legalMoves(connect({ url: running.url }), "checkers");
    const openings = moves.flatMap(({ notation }) =>
      ["22-17", "22-18", "23-18"].map((reply) => [notation, reply]),
    );
    const calls = openings.map((opening, index) =>
      underLoad(running.url, opening, index % 2 === 0),
    );
    const logs = await Promise.all(calls);
    logs.forEach(assertPatient);
    const statuses = logs.map((log) => log.map(({ status }) => status).join(" "));
    assert(statuses.includes("503 503 503"), String(statuses));
    assert(statuses.some((each) => /^503.* 200$/.test(each)), String(statuses));
  } finally {
    await running.stop();
  }
});

test("no retry is sent after the grace or the caller's deadline", async () => {
  const running = await startService(...QUOTA);
  try {
    await useUpQuota(running.url);
    const { log, fetch } = loggedFetch();
    const hasty = connect({ url: running.url, fetch, graceMs: 500 });
    await assert.rejects(bestMove(hasty, "checkers", { time_ms: 40 }), ({ type, retryAfter }) => {
      assert.deepEqual([type, retryAfter], ["/problems/quota-exceeded", log[0].retryAfter]);
      return true;
    });
    const service = connect({ url: running.url, fetch });
    const options = { signal: AbortSignal.timeout(500) };
    const call = bestMove(service, "checkers", { time_ms: 40 }, options);
    await assert.rejects(call, { name: "TimeoutError" });
    assert.equal(log.length, 2);
  } finally {
    await running.stop();
  }
});

test("a request for more than the whole quota is not repeated", async () => {
  const running = await startService(...QUOTA);
  try {
    const { log, fetch } = loggedFetch();
    const service = connect({ url: running.url, fetch });
    const call = startAnalysis(service, { game: "checkers", time_ms: 5000 });
    await assert.rejects(call, { type: "/problems/quota-exceeded", retryAfter: undefined });
    assert.equal(log.length, 1);
  } finally {
    await running.stop();
  }
});

test("other refusals are not repeated", async () => {
  const running = await startService();
  try {
    const { log, fetch } = loggedFetch();
    const service = connect({ url: running.url, fetch });
    await assert.rejects(bestMove(service, "checkers", { moves: ["1-2"] }), { status: 422 });
    assert.equal(log.length, 1);
  } finally {
    await running.stop();
  }
});

test("a silent service has until the deadline", async () => {
  const running = await startService();
  try {
    const service = connect({ url: running.url, graceMs: 300 });
    await games(service);
    await running.suspend();
    const start = performance.now();
    await assert.rejects(bestMove(service, "checkers", { time_ms: 200 }), LATE);
    assert(performance.now() - start > 490);
    await assert.rejects(streamAnalysis(service, "checkers", { time_ms: 200 }).next(), LATE);
  } finally {
    await running.stop();
  }
});

test("calls without a time limit have a deadline, streams one of silence", PATIENT, async () => {
  const running = await startService();
  try {
    const service = connect({ url: running.url, graceMs: 300 });
    const { id } = await startAnalysis(service, { game: "checkers", time_ms: 60_000 });
    const following = followAnalysis(service, id);
    await following.next();
    await running.suspend();
    const positions = [{ game: "checkers", time_ms: 100 }, { game: "checkers", time_ms: 200 }];
    const body = { moves: ["11-15", "23-19"], time_ms: 100 };
    /** @type {[number, Promise<unknown>][]} Milliseconds of each call at least. */
    const calls = [
      [300, legalMoves(service, "checkers")],
      [300, startReview(service, { game: "checkers", ...body })],
      [900, batch(service, /** @type {any} */ ({ positions }))],
      [700, review(service, "checkers", body)],
      [900, review(service, "connect-four", { text: "444" })],
      [10_300, bestMove(service, "checkers")],
      [15_000, streamReview(service, "checkers", body).next()],
      [15_000, following.next()],
    ];
    const start = performance.now();
    const checks = calls.map(async ([ms, call], index) => {
      await assert.rejects(call, LATE);
      const taken = performance.now() - start;
      const isInTime = taken > ms - 50 && taken < ms + 5000;
      assert(isInTime, `call ${index}: expected ${ms} ms, took ${taken}`);
    });
    await Promise.all(checks);
  } finally {
    await running.stop();
  }
});

test("a lost connection is replaced once, unless the call starts something", async () => {
  const running = await startService();
  const once = await startRelay(running.url, 10);
  const twice = await startRelay(running.url, 10, 10);
  const starting = await startRelay(running.url, 10);
  try {
    assert.equal((await games(connect({ url: once.url }))).length, 4);
    assert.equal(once.connections(), 2);
    await assert.rejects(games(connect({ url: twice.url })), { status: 0 });
    assert.equal(twice.connections(), 2);
    const call = startAnalysis(connect({ url: starting.url }), { game: "checkers", time_ms: 100 });
    await assert.rejects(call, { status: 0 });
    assert.equal(starting.connections(), 1);
  } finally {
    for (const relay of [once, twice, starting]) relay.stop();
    await running.stop();
  }
});
