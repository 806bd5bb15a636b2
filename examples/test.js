// The examples against the real service, in Node, Chromium and a shell.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { startService } from "../clients/typescript/test/service.js";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const URL_IN_EXAMPLES = "http://127.0.0.1:8080";
let service;
let browser;

before(async () => {
  service = await startService();
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

const run = (program, ...flags) =>
  promisify(execFile)(program, flags, { cwd: HERE, env: { ...process.env, BESTMOVE_URL: service.url } });

/** Opens a page, and fails on any error in it. */
async function open(t, html) {
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(html));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const page = await browser.newPage();
  t.after(async () => {
    await page.close();
    server.close();
  });
  const errors = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.goto(`http://127.0.0.1:${server.address().port}`);
  return { page, errors };
}

test("page.html plays and advises the person", async (t) => {
  const html = await readFile(new URL("page.html", import.meta.url), "utf8");
  const { page, errors } = await open(t, html.replaceAll(URL_IN_EXAMPLES, service.url));
  await page.evaluate(() => {
    const advice = document.querySelector("output");
    window.log = [];
    document.querySelector("bestmove-board").addEventListener("move", ({ detail: { by } }) => window.log.push(by));
    const note = () => window.log.push(advice.value.split(" ")[0]);
    new MutationObserver(note).observe(advice, { childList: true });
  });
  const waitFor = (length) => page.waitForFunction((length) => window.log.length >= length, length);
  await page.locator("bestmove-board .cell[data-key='4,1']").click();
  await waitFor(3);
  await page.locator("bestmove-board .cell[data-key='1,1']").click();
  await waitFor(7);
  const log = await page.evaluate(() => window.log);
  assert.deepEqual(log, ["person", "engine", "Play", "person", "", "engine", "Play"]);
  assert.deepEqual(errors, []);
});

test("use-best-move.tsx advises at each move", async (t) => {
  const entry = `
    import { createRoot } from "react-dom/client";
    import { connect } from "bestmove";
    import { TicTacToe } from "../clients/typescript/examples/react/use-best-move.tsx";
    const service = connect({ url: "${service.url}" });
    createRoot(document.getElementById("root")).render(<TicTacToe service={service} />);`;
  const { outputFiles: [{ text }] } = await build({
    stdin: { contents: entry, resolveDir: HERE, loader: "jsx" },
    bundle: true, format: "esm", jsx: "automatic", write: false,
    alias: { react: `${HERE}node_modules/react`, "react-dom": `${HERE}node_modules/react-dom` },
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const script = text.replaceAll("</script", "<\\/script");
  const { page, errors } = await open(t, `<!doctype html><div id="root"></div><script type="module">${script}</script>`);
  const status = page.getByRole("status");
  const says = (wanted) => page.waitForFunction((wanted) => document.querySelector("[role=status]").textContent === wanted, wanted);
  await says("X: play 5 (draw)");
  for (const cell of ["5", "2", "1"]) await page.getByLabel(`cell ${cell}`).click();
  await says("O: play 9 (loss)");
  for (const cell of ["3", "9"]) await page.getByLabel(`cell ${cell}`).click();
  await says("X has won");
  assert.equal(await page.getByLabel("cell 4").isDisabled(), true);
  assert.equal(await status.textContent(), "X has won");
  assert.deepEqual(errors, []);
});

test("bot.mjs plays a game", async () => {
  const { stdout } = await run(process.execPath, "bot.mjs", "connect-four", "10", "1");
  const [moves, result] = stdout.trim().split("\n");
  assert.match(moves, /^[1-7]( [1-7])+$/);
  assert.equal(result, "X wins by line", "the first player wins connect-four");
});

test("bot.mjs explains a refusal", async () => {
  await assert.rejects(run(process.execPath, "bot.mjs", "chess"), ({ code, stderr }) => code === 1 && stderr.includes("chess"));
});

test("bot.mjs refuses a level that is no number", async () => {
  const { code, stderr } = await run(process.execPath, "bot.mjs", "connect-four", "ten").catch((error) => error);
  assert.deepEqual([code, stderr], [1, 'level: expected a number from 1 to 10, got "ten"\n']);
});

test("requests.sh gets an answer to each request", async () => {
  const { stdout } = await run("./requests.sh");
  const answers = stdout.trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(answers[0].best_move, "3");
  assert.equal(answers[2].lines.length, 3);
  assert.equal(answers.at(-2).plies.length, 7);
  assert.equal(answers.at(-1).status, 422);
  assert.ok(answers.some(({ event }) => event === "final"));
});
