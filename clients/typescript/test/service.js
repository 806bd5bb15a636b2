// The real service, for tests: the binary BESTMOVE_BIN, or the debug build of the repository.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const BINARY =
  process.env.BESTMOVE_BIN ??
  fileURLToPath(new URL("../../../target/debug/bestmove", import.meta.url));
const LISTEN = ["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"];
const SMALL = ["--workers", "1", "--table-mib", "16", "--solver-mib", "8", "--log-format", "json"];

/**
 * A running service with one worker and these flags besides.
 * @param {string[]} flags
 */
export async function startService(...flags) {
  const child = spawn(BINARY, [...LISTEN, ...SMALL, ...flags], {
    stdio: ["ignore", "ignore", "pipe"],
    env: {}, // the service refuses environment variables that begin with BESTMOVE_ and are unknown
  });
  const urls = await addresses(child.stderr);
  child.stderr.resume();
  return {
    url: urls["--listen"],
    process: child,
    /** @param {string} name */
    metric: (name) => metric(urls["--admin-listen"], name),
    /** Suspends all threads of the service, which a busy machine may delay. */
    async suspend() {
      child.kill("SIGSTOP");
      await delay(100);
    },
    async stop() {
      child.kill("SIGCONT");
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof startService>>} Running */

/**
 * The URLs by the flags of their listeners, which the service logs at its start.
 * @param {import("node:stream").Readable} log
 */
async function addresses(log) {
  /** @type {Record<string, string>} */
  const urls = {};
  for await (const line of createInterface({ input: log })) {
    if (!line.startsWith("{")) throw new Error(`the service did not start: ${line}`);
    const { flag, address } = JSON.parse(line);
    if (flag) urls[flag] = `http://${address}`;
    if (urls["--listen"]) return urls;
  }
  throw new Error(`the service did not start: expected its addresses from ${BINARY}, got none`);
}

/**
 * The sum of a metric over its labels.
 * @param {string} url
 * @param {string} name
 */
async function metric(url, name) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const values = [...text.matchAll(new RegExp(`^${name}(?:{.*})? (.*)$`, "gm"))];
  if (!values.length) throw new Error(`metrics: expected ${name}, got none`);
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
}

/**
 * Milliseconds until all workers are idle.
 * @param {Running} running
 */
export async function idleAfter(running) {
  const start = performance.now();
  while (await running.metric("bestmove_workers_busy")) await delay(2);
  return performance.now() - start;
}

/**
 * Waits until a worker is busy.
 * @param {Running} running
 */
export async function busy(running) {
  while (!(await running.metric("bestmove_workers_busy"))) await delay(2);
}

/** @param {number} ms */
export const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
