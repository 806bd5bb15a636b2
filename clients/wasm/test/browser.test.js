// The worker in Chromium: /usr/bin/chromium, or the program that CHROMIUM names.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { startService } from "../../typescript/test/service.js";
import { connectFour } from "./positions.js";

const CLIENTS = new URL("../../", import.meta.url);
/** The key of a file in the browser's cache. */
const KEY = /^[/]bestmove-engine[/][a-z0-9-]+-[0-9a-f]{16}[.][a-z]+$/;
const TYPES = { js: "text/javascript", wasm: "application/wasm", html: "text/html" };

/** @type {string[]} The paths that were asked for. */
const asked = [];
/** @type {string | undefined} A path at which there is nothing. */
let missing;
const server = createServer(async ({ url = "/" }, response) => {
  asked.push(url);
  const body = url === missing ? undefined : url === "/" ? "<!doctype html>" : await readFile(new URL(`.${url}`, CLIENTS)).catch(() => undefined);
  const type = TYPES[/** @type {keyof TYPES} */ (url === "/" ? "html" : url.split(".").pop())];
  response.writeHead(body ? 200 : 404, { "content-type": type ?? "application/octet-stream" }).end(body);
});

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("playwright-core").Page} */
let page;
/** @type {Awaited<ReturnType<typeof startService>>} */
let service;
before(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  service = await startService();
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
  page = await browser.newPage();
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.evaluate(async () => {
    const [client, local] = ["/typescript/src/client.js", "/wasm/src/local.js"];
    const { connect, ...calls } = await import(client);
    const { localFetch } = await import(local);
    Object.assign(window, { calls, connect, localFetch, service: connect({ fetch: localFetch() }) });
  });
});
after(async () => {
  await browser?.close();
  await service?.stop();
  server.close();
});

/** Best moves by a service, without what differs from run to run. */
const bestMoves = (/** @type {string[]} */ positions) => page.evaluate(async (positions) => {
  const { calls, service } = /** @type {any} */ (window);
  const answers = [];
  for (const position of positions) {
    const { elapsed_ms, ...answer } = await calls.bestMove(service, "connect-four", { position, fresh: true, time_ms: 10_000 });
    answers.push(answer);
  }
  return answers;
}, positions);

test("answers equal the service's", async () => {
  const positions = connectFour.filter((_, index) => index % 4 === 0);
  const expected = [];
  for (const position of positions) {
    const body = JSON.stringify({ position, fresh: true, time_ms: 10_000 });
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${service.url}/v1/connect-four/best-move`, { method: "POST", headers, body });
    const { elapsed_ms, ...answer } = await response.json();
    expected.push(answer);
  }
  assert.deepEqual(await bestMoves(positions), expected);
  assert.ok(positions.length > 50);
});

test("an abort ends the worker, and the next answer comes from another one", async () => {
  const workers = () => asked.filter((path) => path === "/wasm/src/worker.js").length;
  const before = workers();
  const answers = await page.evaluate(async () => {
    const { calls, service } = /** @type {any} */ (window);
    await calls.legalMoves(service, "checkers");
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 500);
    const long = calls.bestMove(service, "checkers", { time_ms: 10_000 }, { signal: controller.signal });
    const name = await long.catch((/** @type {Error} */ error) => error.name);
    const { best_move } = await calls.bestMove(service, "connect-four", { position: "4455" });
    return [name, best_move];
  });
  assert.deepEqual(answers, ["AbortError", "3"]);
  assert.equal(workers(), before + 1);
  while (page.workers().length > 1) await page.evaluate(() => new Promise(requestAnimationFrame));
});

test("each file is fetched once", async () => {
  const fetched = () => asked.filter((path) => path.startsWith("/wasm/dist/") && !path.endsWith(".js"));
  await bestMoves(["4455"]);
  const before = fetched();
  const nodes = await page.evaluate(async () => {
    const { calls, connect, localFetch } = /** @type {any} */ (window);
    const service = connect({ fetch: localFetch() });
    const answers = ["connect-four", "checkers"].map((game) => calls.bestMove(service, game, { depth: 2 }));
    return (await Promise.all(answers)).map(({ nodes }) => nodes);
  });
  assert.ok(nodes.every((count) => count > 0));
  assert.deepEqual(fetched(), before);
  assert.deepEqual(before.length, new Set(before).size);
  assert.equal(before.length, 2 + 8); // two modules and their data
});

test("kept games are played without a network, the others are not", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await page.goto(`http://127.0.0.1:${port}/`);
  const kept = await page.evaluate(async () => {
    const [client, local] = ["/typescript/src/client.js", "/wasm/src/local.js"];
    const { isKept, keep, localFetch, sizeOf } = await import(local);
    const { bestMove, connect, games, review } = await import(client);
    Object.assign(window, { isKept, service: connect({ fetch: localFetch(), retries: 0 }), bestMove, games, review });
    const before = await isKept("tic-tac-toe");
    await keep("tic-tac-toe");
    // The scripts of the worker, which are a service worker's to keep.
    await games(/** @type {any} */ (window).service);
    return [before, await isKept("tic-tac-toe"), await isKept("connect-four"), sizeOf("tic-tac-toe") > 300_000];
  });
  assert.deepEqual(kept, [false, true, false, true]);
  await context.setOffline(true);
  const answers = await page.evaluate(async () => {
    const { service, bestMove, review } = /** @type {any} */ (window);
    const { best_move } = await bestMove(service, "tic-tac-toe", { position: "XX.OO...." });
    const { sides } = await review(service, "tic-tac-toe", { moves: ["5", "2"] });
    const status = await bestMove(service, "connect-four").catch((/** @type {any} */ { status }) => status);
    return [best_move, sides.length, status];
  });
  assert.deepEqual(answers, ["3", 2, 0]);
  await context.close();
});

test("kept files have keys of their own, and those of earlier versions are replaced", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await page.goto(`http://127.0.0.1:${port}/`);
  const { before, after, keys } = await page.evaluate(async () => {
    const local = "/wasm/src/local.js";
    const { keep, keptBefore } = await import(local);
    const cache = await caches.open("bestmove-engine");
    for (const name of ["tic-tac-toe-0000000000000000", "connect-four-review-0000000000000000"]) {
      await cache.put(`/local/dist/${name}.wasm`, new Response());
    }
    const before = await keptBefore();
    await keep("tic-tac-toe");
    const keys = (await cache.keys()).map(({ url }) => new URL(url).pathname);
    return { before, after: await keptBefore(), keys: keys.filter((key) => key.includes("tic-tac-toe")) };
  });
  assert.deepEqual([before, after], [["tic-tac-toe"], ["tic-tac-toe"]]);
  assert.equal(keys.length, 1);
  assert.match(String(keys[0]), KEY);
  await context.close();
});

test("files that a bundler has moved or inlined are kept", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await page.goto(`http://127.0.0.1:${port}/`);
  // As Vite does: small files become `data:` URLs, and the names of others get a second hash.
  await page.route("**/wasm/src/store.js", async (route) => {
    const response = await route.fetch();
    const url = /return new URL\(`[.][.]\/dist\/\$\{path\}`, import[.]meta[.]url\);/;
    const text = await response.text();
    assert.match(text, url);
    await route.fulfill({ response, body: text.replace(url, `return new URL(globalThis.moved[path]);`) });
  });
  const kept = await page.evaluate(async () => {
    const [local, list] = ["/wasm/src/local.js", "/wasm/dist/files.js"];
    const { files } = await import(list);
    const paths = ["checkers-2.distances", "checkers.wasm"].map((name) => files[name].path);
    /** @type {Record<string, string>} */
    const moved = {};
    for (const { path } of Object.values(files)) moved[path] = new URL(`/wasm/dist/${path}?moved`, location.href).href;
    const bytes = new Uint8Array(await (await fetch(`/wasm/dist/${paths[0]}`)).arrayBuffer());
    moved[paths[0]] = `data:application/octet-stream;base64,${btoa(String.fromCharCode(...bytes))}`;
    Object.assign(globalThis, { moved });
    const { isKept, keep, keptBefore } = await import(local);
    const before = await isKept("checkers");
    await keep("checkers");
    const cached = await (await caches.open("bestmove-engine")).match(`/bestmove-engine/${paths[0]}`);
    return [before, await isKept("checkers"), await keptBefore(), (await cached?.arrayBuffer())?.byteLength];
  });
  assert.deepEqual(kept, [false, true, ["checkers"], 748]);
  await context.close();
});

test("a worker that cannot be loaded is named", async () => {
  missing = "/wasm/src/worker.js";
  const message = await page.evaluate(() => {
    const { localFetch } = /** @type {any} */ (window);
    return localFetch()("local:/v1/games").catch((/** @type {Error} */ { message }) => message);
  });
  missing = undefined;
  assert.match(message, /^the worker could not be loaded from http:.*[/]wasm[/]src[/]worker[.]js/);
});
