// <bestmove-board engine="local"> on static pages, without the service.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, afterEach, before, test } from "node:test";
import { chromium } from "playwright-core";

const CLIENTS = new URL("../../", import.meta.url);
const TYPES = { js: "text/javascript", wasm: "application/wasm" };

/** @type {string[]} The paths that were asked for. */
let asked = [];
/** @type {string | undefined} A path at which there is nothing. */
let missing;
let html = "";
/** Serves the packages, and the page at /. */
const files = createServer(async ({ url = "/" }, response) => {
  asked.push(url);
  const type = url === "/" ? "text/html" : (TYPES[/** @type {keyof TYPES} */ (url.split(".").pop())] ?? "application/octet-stream");
  const body = url === "/" ? html : url === missing ? undefined : await readFile(new URL(`.${url}`, CLIENTS)).catch(() => undefined);
  response.writeHead(body ? 200 : 404, { "content-type": type, "access-control-allow-origin": "*" }).end(body);
});

/** @type {string} */
let origin;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("playwright-core").Page} */
let page;

before(async () => {
  files.listen(0, "127.0.0.1");
  await once(files, "listening");
  origin = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (files.address()).port}`;
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
});
after(async () => {
  await browser?.close();
  files.close();
});
afterEach(async () => {
  await page?.close();
  [asked, missing] = [[], undefined];
});

/**
 * Opens a page with this body, whose modules are at the origin of the files.
 * @param {string} body
 * @param {string} [url]
 */
async function open(body, url = origin) {
  const imports = { "bestmove/board": `${origin}/typescript/src/board.js`, "bestmove-local/board": `${origin}/wasm/board.js` };
  html = `<!doctype html><title>Board</title><script type="importmap">${JSON.stringify({ imports })}</script>${body}`;
  page = await browser.newPage();
  await page.goto(url);
}

/** Plays in the middle, and waits for the engine's reply. */
async function play() {
  await page.locator('[data-key="5"]').click();
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector("bestmove-board")).moves.length === 2);
}

const isLocal = (/** @type {string} */ path) => path.startsWith("/wasm/src/") || path.startsWith("/wasm/dist/");

test("a static page plays with one import, and loads the engine when an element asks for it", async () => {
  await open(`<script type="module">import "bestmove-local/board"; document.body.append("ready");</script>`);
  await page.getByText("ready").waitFor();
  assert.deepEqual(asked.filter(isLocal), []);
  await page.evaluate(() => {
    const board = document.createElement("bestmove-board");
    for (const [name, value] of [["game", "tic-tac-toe"], ["engine", "local"], ["level", "3"]]) board.setAttribute(String(name), String(value));
    document.body.append(board);
  });
  await play();
  assert.ok(asked.includes("/wasm/src/worker.js"));
  assert.deepEqual(asked.filter((path) => path.startsWith("/v1/")), []);
});

test("the engine may come from another origin than the page", async () => {
  await open(`<bestmove-board game="tic-tac-toe" engine="local"></bestmove-board>
    <script type="module">import "bestmove-local/board";</script>`, origin.replace("127.0.0.1", "localhost"));
  await play();
});

test("the element plays by the function that is its property, also one set before the element was defined", async () => {
  await open(`<bestmove-board game="tic-tac-toe"></bestmove-board><script type="module">
    import { localFetch } from "${origin}/wasm/src/local.js";
    const board = document.querySelector("bestmove-board");
    Object.assign(board, { fetch: localFetch(), level: 3, flipped: true });
    await import("bestmove/board");
  </script>`);
  await play();
  const attributes = await page.evaluate(() => document.querySelector("bestmove-board")?.getAttributeNames());
  assert.deepEqual(attributes, ["game", "level", "flipped"]);
});

test("an engine that cannot be loaded is a problem, which passes", async () => {
  missing = "/wasm/src/local.js";
  await open(`<bestmove-board game="tic-tac-toe" engine="local"></bestmove-board>
    <script type="module">import "bestmove-local/board";</script>`);
  assert.match(await page.getByRole("alert").innerText(), /^engine: expected "bestmove-local\/board"/);
});

test("without the package, the element says what it needs", async () => {
  await open(`<bestmove-board game="tic-tac-toe" engine="local"></bestmove-board>
    <script type="module">import "bestmove/board";</script>`);
  assert.match(await page.getByRole("alert").innerText(), /^engine: expected "bestmove-local\/board" to be imported/);
});

test("an unknown engine is refused", async () => {
  await open(`<bestmove-board game="tic-tac-toe" engine="remote"></bestmove-board>
    <script type="module">import "bestmove-local/board";</script>`);
  assert.match(await page.getByRole("alert").innerText(), /^engine: expected "local", got "remote"/);
});
