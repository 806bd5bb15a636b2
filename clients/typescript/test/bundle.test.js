// The board in a bundle, on a page without an http origin, as in Electron.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { putBoard, startBrowser } from "./browser.js";
import { startService } from "./service.js";

const BOARD = fileURLToPath(new URL("../src/board.js", import.meta.url));

/** @type {import("./service.js").Running} */
let service;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("playwright-core").Page} */
let page;

before(async () => {
  service = await startService();
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  await service?.stop();
});

afterEach(() => page?.close());

/** @param {Record<string, string>} attributes */
async function openMatch(attributes) {
  const { outputFiles } = await build({ entryPoints: [BOARD], bundle: true, format: "esm", write: false });
  page = await browser.newPage();
  await page.setContent("<main></main>");
  await page.addScriptTag({ type: "module", content: outputFiles[0].text });
  return putBoard(page, attributes);
}

test("a board plays by the service that it names", async () => {
  const board = await openMatch({ game: "tic-tac-toe", level: "1", service: service.url });
  await board.locator('[data-key="5"]').click();
  await page.waitForFunction(() => window.heard.filter(({ type }) => type === "move").length === 2);
});

test("a board that names no service says so", async () => {
  const board = await openMatch({ game: "tic-tac-toe" });
  assert.match(await board.getByRole("alert").innerText(), /service: expected a URL, got none/);
});
