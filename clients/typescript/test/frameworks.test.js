// The element in frameworks: rendered on a server, taken over in Chromium, and set by properties.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import "bestmove/react";
import { startBrowser } from "./browser.js";
import { startService } from "./service.js";

const HERE = fileURLToPath(new URL(".", import.meta.url));

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

/**
 * Opens a page with this HTML, on which a module runs.
 * @param {string} contents
 * @param {string} [html]
 */
async function run(contents, html = "") {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: HERE, loader: "tsx" }, bundle: true, format: "esm", write: false, jsx: "automatic",
    define: { "process.env.NODE_ENV": '"development"', __VUE_OPTIONS_API__: "true", __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false" },
  });
  page = await browser.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", ({ message }) => complaints.push(message));
  await page.setContent(`<div id="root">${html}</div>`);
  await page.addScriptTag({ type: "module", content: outputFiles[0].text });
  return complaints;
}

/** Waits until the element has played so many moves. @param {number} count */
const played = (count) => page.waitForFunction((count) => document.querySelector("bestmove-board")?.moves.length === count, count);

test("React renders the element on a server, and takes it over in the browser", async () => {
  const props = { game: "tic-tac-toe", level: 3, moves: "5,1", scores: true, service: service.url };
  const html = renderToString(createElement("bestmove-board", { ...props, onmove: () => undefined, fetch: () => undefined }));
  assert.equal(html,
    `<bestmove-board game="tic-tac-toe" level="3" moves="5,1" scores="" service="${service.url}"></bestmove-board>`);
  const complaints = await run(`
    import { hydrateRoot } from "react-dom/client";
    import "bestmove/react";
    // React 19.3 takes over no listeners, nor properties without an attribute.
    const listen = (board) => board.addEventListener("move", ({ detail }) => (document.title = detail.moves.join()));
    hydrateRoot(document.getElementById("root"), <bestmove-board {...${JSON.stringify(props)}} ref={listen} />);`, html);
  await page.locator('[data-key="2"]').click();
  await played(4);
  assert.match(await page.title(), /^5,1,2,/);
  assert.deepEqual(complaints, []);
});

test("React begins another match when the moves change", async () => {
  const complaints = await run(`
    import { createRoot } from "react-dom/client";
    import "bestmove/react";
    const root = createRoot(document.getElementById("root"));
    const show = (moves) => root.render(<bestmove-board game="tic-tac-toe" side="both" service="${service.url}" moves={moves} />);
    Object.assign(window, { show });
    show(["5"]);`);
  await played(1);
  await page.evaluate(() => /** @type {any} */ (window).show(["5", "1", "9"]));
  await played(3);
  await page.evaluate(() => /** @type {any} */ (window).show());
  await played(0);
  assert.deepEqual(complaints, []);
});

test("the example for React plays", async () => {
  const complaints = await run(`
    import { createRoot } from "react-dom/client";
    import { Match } from "../examples/react/match.tsx";
    createRoot(document.getElementById("root")).render(<Match service="${service.url}" />);`);
  await page.locator('[data-key="4,1"]').click();
  await played(2);
  await page.getByRole("status").filter({ hasText: /^4 \d$/ }).waitFor();
  assert.deepEqual(complaints, []);
});

test("Vue sets attributes as properties, and the composable advises", async () => {
  const complaints = await run(`
    import { createApp, h, ref } from "vue";
    import { connect } from "bestmove";
    import "bestmove/vue";
    import { useBestMove } from "../examples/vue/use-best-move.ts";
    const setup = () => {
      const moves = ref([]);
      const { answer } = useBestMove(connect({ url: "${service.url}" }), "tic-tac-toe", () => ({ moves: moves.value }));
      return () => [
        h("bestmove-board", { game: "tic-tac-toe", moves: "1,5,9", side: "both", flipped: false, service: "${service.url}",
          onMove: ({ detail }) => (moves.value = detail.moves) }),
        h("output", answer.value?.best_move ?? ""),
      ];
    };
    createApp({ setup }).mount("#root");`);
  await page.locator("output", { hasText: "5" }).waitFor();
  await played(3);
  await page.locator('[data-key="2"]').click();
  await page.locator("output", { hasText: "8" }).waitFor();
  assert.deepEqual(complaints, []);
});

test("Solid sets what changes as properties", async () => {
  const complaints = await run(`
    import { render, spread } from "solid-js/web/dist/web.js";
    import "bestmove/solid";
    render(() => {
      const board = document.createElement("bestmove-board");
      spread(board, { game: "tic-tac-toe", "time-ms": 100, moves: "5", side: "both", service: "${service.url}" });
      return board;
    }, document.getElementById("root"));`);
  await played(1);
  assert.equal(await page.evaluate(() => document.querySelector("bestmove-board")?.timeMs), "100");
  assert.deepEqual(complaints, []);
});
