// Streams: their messages, their end, and what leaving them does.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  bestMove,
  cancelAnalysis,
  connect,
  convert,
  convertAll,
  followAnalysis,
  getAnalysis,
  review,
  startAnalysis,
  streamAnalysis,
  streamReview,
} from "bestmove";
import { busy, idleAfter, startService } from "./service.js";
import { startRelay, transformedFetch } from "./wires.js";

const LONG = { time_ms: 9000 };
/** @type {import("./service.js").Running} */
let running;
/** @type {import("bestmove").Service} */
let service;

before(async () => {
  running = await startService();
  service = connect({ url: running.url });
});
after(() => running.stop());

/**
 * @template T
 * @param {AsyncIterable<T>} stream
 */
async function collect(stream) {
  const items = [];
  for await (const item of stream) items.push(item);
  return items;
}

test("streamAnalysis ends with the final analysis", async () => {
  const all = await collect(streamAnalysis(service, "checkers", { lines: 2, time_ms: 500 }));
  const final = all.pop();
  assert.equal(final?.stopped_by, "time");
  assert(all.every(({ stopped_by }) => stopped_by === null));
  assert(all.length > 0 && all.every(({ lines }) => lines.length === 2));
});

test("streamReview ends with what review has besides the moves", async () => {
  const body = { moves: ["1", "5", "9", "3"] };
  const messages = await collect(streamReview(service, "tic-tac-toe", body));
  const { plies, ...rest } = await review(service, "tic-tac-toe", body);
  const streamed = messages.flatMap((message) => (message.event === "ply" ? [message.ply] : []));
  assert.deepEqual(streamed.reverse(), plies);
  assert.deepEqual(messages.at(-1), { event: "final", review: rest });
});

const GAMES = '[Event "1"]\n11-15 23-19 *\n[Event "Café"]\n11-15 33-29 *\n[Event "3"]\n9-13 22-18 ½–½';

test("convertAll has the games of convert, one by one", async () => {
  const { games } = await convert(service, "checkers", { text: GAMES });
  const without = (/** @type {import("bestmove").ConvertedGame} */ { problem, ...game }) =>
    ({ ...game, problem: problem?.part });
  const bytes = new TextEncoder().encode(GAMES);
  for (const text of [GAMES, bytes, new Blob([bytes])]) {
    const all = await collect(convertAll(service, "checkers", text));
    assert.deepEqual(all.map(without), games.map(without));
  }
  assert.equal(games[1].problem?.part, "game 2, move 1 (white)");
  const old = Uint8Array.from('[Event "Café"] 11-15 *', (sign) => sign.charCodeAt(0));
  const [{ tags }] = await collect(convertAll(service, "checkers", old));
  assert.equal(tags[0].value, "Café");
});

test("convertAll refuses a text that has no game", async () => {
  await assert.rejects(collect(convertAll(service, "checkers", "")), { status: 422, field: "text" });
});

test("an archive is read as fast as the loop, and left", async () => {
  const archive = "1. 11-15 23-19 2. 8-11 22-17 *\n".repeat(10_000);
  const numbers = [];
  for await (const { number } of convertAll(service, "checkers", archive)) {
    if (numbers.push(number) === 5000) break;
  }
  assert.equal(numbers.at(-1), 5000);
  assert.equal((await collect(convertAll(service, "checkers", archive))).length, 10_000);
});

test("messages may arrive in pieces", async () => {
  const bytewise = transformedFetch((chunk, controller) => {
    for (const byte of chunk) controller.enqueue(Uint8Array.of(byte));
  });
  const body = { moves: ["1", "5", "9", "3"] };
  const whole = await collect(streamReview(service, "tic-tac-toe", body));
  const pieces = connect({ url: running.url, fetch: bytewise });
  assert.deepEqual(await collect(streamReview(pieces, "tic-tac-toe", body)), whole);
});

/** Ways to leave the loop over a stream, each with the error that it causes. */
const EXITS = {
  async break() {
    for await (const _ of streamAnalysis(service, "checkers", LONG)) break;
  },
  async throw() {
    const error = new Error("thrown in the loop");
    const loop = async () => {
      for await (const _ of streamAnalysis(service, "checkers", LONG)) throw error;
    };
    await assert.rejects(loop, error);
  },
  async return() {
    const stream = streamAnalysis(service, "checkers", LONG);
    await stream.next();
    await stream.return();
  },
  async abort() {
    const controller = new AbortController();
    const { signal } = controller;
    const stream = streamAnalysis(service, "checkers", LONG, { signal });
    await stream.next();
    controller.abort();
    await assert.rejects(collect(stream), { name: "AbortError" });
  },
  async "abort without reading"() {
    const controller = new AbortController();
    await streamAnalysis(service, "checkers", LONG, { signal: controller.signal }).next();
    controller.abort();
  },
  async "abort of one answer"() {
    const controller = new AbortController();
    const answer = bestMove(service, "checkers", { ...LONG, book: false }, { signal: controller.signal });
    await busy(running);
    controller.abort();
    await assert.rejects(answer, { name: "AbortError" });
  },
  async "break in a review"() {
    const moves = ["11-15", "23-19", "8-11", "22-17", "4-8", "17-13", "15-18", "24-20"];
    for await (const _ of streamReview(service, "checkers", { moves, time_ms: 3000 })) {
      // Between two moves, the worker is idle for a moment.
      await busy(running);
      break;
    }
  },
};

for (const [name, leave] of Object.entries(EXITS)) {
  test(`the search is cancelled within 100 ms by: ${name}`, async (t) => {
    // The fastest of five, as other programs may delay both sides.
    const times = [];
    for (let run = 0; run < 5; run++) {
      await leave();
      times.push(await idleAfter(running));
    }
    t.diagnostic(`idle after ${times.map((ms) => ms.toFixed(1)).join(", ")} ms`);
    assert(Math.min(...times) < 100, `expected 100 ms at most, got ${times}`);
  });
}

test("a background analysis goes on when its follower leaves", async () => {
  const { id } = await startAnalysis(service, { game: "checkers", time_ms: 60_000 });
  for await (const _ of followAnalysis(service, id)) break;
  assert.equal((await getAnalysis(service, id)).state, "running");
  await cancelAnalysis(service, id);
});

test("keep-alives are skipped, and a problem in the stream is thrown", async () => {
  let blankLines = 0;
  const counting = transformedFetch((chunk, controller) => {
    if (new TextDecoder().decode(chunk) === "\n") blankLines++;
    controller.enqueue(chunk);
  });
  const listener = connect({ url: running.url, fetch: counting });
  // With one worker, the second analysis is silent until the first has ended.
  const first = await startAnalysis(service, { game: "checkers", time_ms: 60_000 });
  const reply = { moves: ["9-14"], time_ms: 60_000 };
  const second = await startAnalysis(service, { game: "checkers", ...reply });
  const following = collect(followAnalysis(listener, second.id));
  const refused = assert.rejects(following, {
    name: "BestmoveProblem",
    type: "/problems/unknown-analysis",
    status: 404,
  });
  while (blankLines < 1) await new Promise((resolve) => setTimeout(resolve, 100));
  await cancelAnalysis(service, second.id);
  await refused;
  await cancelAnalysis(service, first.id);
});

test("a stream that ends early is a problem, and is not repeated", async () => {
  const cutting = transformedFetch((chunk, controller) => {
    controller.enqueue(chunk);
    controller.terminate();
  });
  const cut = connect({ url: running.url, fetch: cutting });
  const early = { name: "BestmoveProblem", status: 0, detail: "the stream ended early" };
  await assert.rejects(collect(streamAnalysis(cut, "checkers", { time_ms: 1500 })), early);

  const relay = await startRelay(running.url, 1000);
  try {
    const stream = streamAnalysis(connect({ url: relay.url }), "checkers", { time_ms: 1500 });
    await assert.rejects(collect(stream), { name: "BestmoveProblem", status: 0 });
    assert.equal(relay.connections(), 1);
  } finally {
    relay.stop();
  }
});

test("the connection of a whole stream is used again", async () => {
  const relay = await startRelay(running.url);
  try {
    const relayed = connect({ url: relay.url });
    for (let run = 0; run < 5; run++) await collect(streamAnalysis(relayed, "tic-tac-toe"));
    // Node opens a second one if the first is not free at once.
    assert(relay.connections() <= 2, `expected 2 connections at most, got ${relay.connections()}`);
  } finally {
    relay.stop();
  }
});
