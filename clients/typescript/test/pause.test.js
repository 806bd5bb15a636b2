// The pause of the board element before the engine's reply.

import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { pause } from "../src/board/match.js";

test("a pause that ends leaves no listener at the signal", async () => {
  const { signal } = new AbortController();
  const paused = pause(1, signal);
  assert.equal(getEventListeners(signal, "abort").length, 1);
  await paused;
  assert.equal(getEventListeners(signal, "abort").length, 0);
});

test("an abort ends a pause with its reason, and leaves no timer", async ({ mock }) => {
  const set = mock.method(globalThis, "setTimeout");
  const clear = mock.method(globalThis, "clearTimeout");
  const controller = new AbortController();
  const paused = pause(60_000, controller.signal);
  controller.abort(new RangeError("enough"));
  await assert.rejects(paused, RangeError);
  await assert.rejects(pause(60_000, controller.signal), RangeError);
  assert.deepEqual(clear.mock.calls[0].arguments, [set.mock.calls[0].result]);
  assert.equal(set.mock.callCount(), 1);
});
