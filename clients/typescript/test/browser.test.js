// The client as pages of other origins import it from the service.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, startServer, textOf } from "./pages.js";
import { URL_IN_README, readmeBlocks } from "./readme.js";
import { idleAfter, startService } from "./service.js";

/** @type {import("./service.js").Running} */
let running;

before(async () => {
  running = await startService();
});
after(() => running.stop());

/**
 * The JSON that a page with this HTML posts to `/report`.
 * @param {string} html
 */
async function reportOf(html) {
  /** @type {(report: any) => void} */
  let resolve;
  const report = new Promise((settle) => (resolve = settle));
  const server = await startServer(async (request, response) => {
    if (request.url === "/report") resolve(JSON.parse(await textOf(request)));
    response.setHeader("content-type", "text/html").end(request.url === "/" ? html : "");
  });
  const page = openPage(server.url);
  try {
    return await report;
  } finally {
    await page.stop();
    server.stop();
  }
}

test("a page of another origin calls, streams and aborts", async () => {
  const report = await reportOf(`<script type="module">
    import * as client from "${running.url}/client.js";
    const service = client.connect();
    const collect = async (stream) => {
      const items = [];
      for await (const item of stream) items.push(item);
      return items;
    };
    const analyses = await collect(client.streamAnalysis(service, "checkers", { time_ms: 300 }));
    const ply = { moves: ["1"] };
    const messages = await collect(client.streamReview(service, "tic-tac-toe", ply));
    const errorOf = (promise) => promise.catch(({ name, type }) => [name, type]);
    const signal = AbortSignal.timeout(50);
    const report = {
      url: service.url,
      games: (await client.games(service)).length,
      stoppedBy: analyses.at(-1).stopped_by,
      events: messages.map(({ event }) => event),
      invalid: await errorOf(client.bestMove(service, "checkers", { moves: ["1-2"] })),
      aborted: await errorOf(client.bestMove(service, "checkers", { time_ms: 9000, book: false }, { signal })),
    };
    await fetch("/report", { method: "POST", body: JSON.stringify(report) });
  </script>`);
  assert.deepEqual(report, {
    url: running.url,
    games: 4,
    stoppedBy: "time",
    events: ["ply", "final"],
    invalid: ["BestmoveProblem", "/problems/invalid-field"],
    aborted: ["TimeoutError", null],
  });
});

test("the page of README.md shows the best move", async () => {
  const html = readmeBlocks().find(({ language }) => language === "html")?.code ?? "";
  const report = await reportOf(`${html.replace(URL_IN_README, running.url)}
    <script type="module">
      const output = document.querySelector("output");
      while (!output.value) await new Promise((resolve) => setTimeout(resolve, 10));
      await fetch("/report", { method: "POST", body: JSON.stringify(output.value) });
    </script>`);
  assert.equal(report, "Play 3");
});

/**
 * A page that leaves in the middle of a search, and tells so at the last moment.
 * @param {string} url
 */
const leaving = (url) => `<script type="module">
  addEventListener("pagehide", () => navigator.sendBeacon("/leaving"));
  const { connect, streamAnalysis } = await import("${url}/client.js");
  await streamAnalysis(connect(), "checkers", { time_ms: 9000 }).next();
  location = "/left";
</script>`;
const LEFT = `<script type="module">
  await fetch("/idle");
  location = "/";
</script>`;

test("leaving the page cancels the search within 100 ms", async (t) => {
  // The fastest of five, as other programs may delay all sides.
  /** @type {number[]} */
  const times = [];
  /** @type {Promise<number>} */
  let measured;
  /** @type {(value?: unknown) => void} */
  let resolve;
  const done = new Promise((settle) => (resolve = settle));
  const server = await startServer(async (request, response) => {
    if (request.url === "/leaving") measured = idleAfter(running);
    if (request.url === "/idle" && times.push(await measured) === 5) resolve();
    const page = request.url === "/left" ? LEFT : leaving(running.url);
    response.setHeader("content-type", "text/html").end(request.method === "GET" ? page : "");
  });
  const page = openPage(server.url);
  try {
    await done;
  } finally {
    await page.stop();
    server.stop();
  }
  t.diagnostic(`idle after ${times.map((ms) => ms.toFixed(1)).join(", ")} ms`);
  assert(Math.min(...times) < 100, `expected 100 ms at most, got ${times}`);
});
