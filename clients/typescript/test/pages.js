// Chromium without a window, and the server of the pages that it opens.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Serves on a free port of this machine.
 * @param {import("node:http").RequestListener} listener
 */
export async function startServer(listener) {
  const server = createServer(listener);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Opens a page until `stop()`.
 * @param {string} url
 */
export function openPage(url) {
  const profile = mkdtempSync(join(tmpdir(), "bestmove-page-"));
  const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`];
  const chromium = spawn("chromium", [...flags, url], { stdio: "ignore", detached: true });
  return {
    async stop() {
      // The whole group, as the browser has many processes.
      if (chromium.pid) process.kill(-chromium.pid, "SIGKILL");
      await once(chromium, "exit");
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** @param {import("node:http").IncomingMessage} request */
export async function textOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
