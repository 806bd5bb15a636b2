// A browser, and pages with the element: /usr/bin/chromium, or the program that CHROMIUM names.

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/** @import { Browser, BrowserContextOptions, Page } from "playwright-core" */
/** @typedef {{url: string, stop: () => unknown}} Running */

/** @param {string} path */
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const POLICY = "default-src 'none'; script-src 'self' http://127.0.0.1:*; style-src 'self'; connect-src http://127.0.0.1:*";

/**
 * Serves the sources, and at / an empty page under the strictest policy that the element works with.
 * @returns {Promise<Running>}
 */
export async function startSources() {
  const server = createServer(async ({ url }, response) => {
    const headers = { "access-control-allow-origin": "*", "content-security-policy": POLICY };
    const isPage = url === "/";
    const type = isPage ? "text/html; charset=utf-8" : "text/javascript; charset=utf-8";
    const body = isPage ? PAGE : await readFile(at(`../src${url}`)).catch(() => undefined);
    response.writeHead(body === undefined ? 404 : 200, { ...headers, "content-type": type }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

const PAGE = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<title>Board</title><body><main><h1>Board</h1></main></body></html>`;

export const startBrowser = () => chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});

/**
 * Opens the empty page of `origin` and imports the element from `sources` there.
 * @param {Browser} browser
 * @param {string} origin
 * @param {string} sources
 * @param {BrowserContextOptions} [options]
 */
export async function openPage(browser, origin, sources, options = {}) {
  const page = await browser.newPage({ viewport: { width: 360, height: 640 }, ...options });
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.goto(`${origin}/`);
  await page.evaluate((url) => import(url), `${sources}/board.js`);
  return page;
}

/**
 * Puts an element with attributes on the page, and keeps the events that reach the document.
 * @param {Page} page
 * @param {Record<string, string>} [attributes]
 */
export async function putBoard(page, attributes = {}) {
  await page.evaluate((attributes) => {
    Object.assign(window, { heard: [] });
    for (const type of ["move", "cell", "analysis", "gameover", "problem"]) {
      document.addEventListener(type, (event) => {
        const { detail } = /** @type {CustomEvent} */ (event);
        window.heard.push({ type, ...JSON.parse(JSON.stringify(detail)) });
      });
    }
    const board = document.createElement("bestmove-board");
    for (const [name, value] of Object.entries(attributes)) board.setAttribute(name, value);
    document.querySelector("main")?.append(board);
  }, attributes);
  return page.locator("bestmove-board");
}

/**
 * The events heard so far, of one type.
 * @param {Page} page
 * @param {string} type
 */
export const heard = (page, type) =>
  page.evaluate((type) => window.heard.filter((event) => event.type === type), type);

/** The violations that axe-core finds, in short. @param {Page} page */
export async function axeViolations(page) {
  await page.evaluate(await readFile(AXE, "utf8"));
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].failureSummary}`);
}
