// The worker: answers one request at a time, and fetches what the engine of a game needs.

import { files } from "../dist/files.js";
import { engineOf } from "./engine.js";

/** @import { Engine } from "./engine.js" */
/** @typedef {{ game: string, method: string, path: string, body: string }} WorkerRequest */
/** @typedef {{ line: string } | { status: number, body: string } | { error: string }} WorkerMessage */

const CACHE = "bestmove-engine";
/** The files are not on the web but beside this module. */
const isLocal = import.meta.url.startsWith("file:");
const port = await openPort();
/** @type {Map<string, Promise<Engine>>} */
const engines = new Map();
/** The answer to the last request. */
let turn = Promise.resolve();

port.listen((request) => {
  turn = turn.then(() => answer(request));
});

/** @param {WorkerRequest} request */
async function answer({ game, method, path, body }) {
  try {
    const engine = await engineFor(game);
    for (const name of engine.missingFiles(path)) engine.provide(name, await fetchFile(name));
    port.send(engine.answer(method, path, body, (line) => port.send({ line })));
  } catch (error) {
    port.send({ error: String(error) });
  }
}

/**
 * @param {string} game
 * @returns {Promise<Engine>}
 */
function engineFor(game) {
  let engine = engines.get(game);
  if (!engine) {
    engine = fetchFile(`${game}.wasm`).then((code) => WebAssembly.compile(code)).then(engineOf);
    engine.catch(() => engines.delete(game));
    engines.set(game, engine);
  }
  return engine;
}

/**
 * The content of a file, kept in the browser's cache under its name with the hash.
 * @param {string} name
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function fetchFile(name) {
  const url = new URL(`../dist/${files[name]}`, import.meta.url);
  if (isLocal) return new Uint8Array(await (await import("node:fs/promises")).readFile(url));
  const cache = await globalThis.caches?.open(CACHE).catch(() => undefined);
  let response = await cache?.match(url);
  if (!response) {
    response = await fetch(url, { cache: "force-cache" });
    if (!response.ok) throw new TypeError(`${url}: expected the file, got status ${response.status}`);
    await cache?.put(url, response.clone()).catch(() => undefined);
  }
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * The connection to the page, or to the main thread of Node.
 * @returns {Promise<{ listen(take: (request: WorkerRequest) => void): void, send(message: WorkerMessage): void }>}
 */
async function openPort() {
  if (typeof WorkerGlobalScope === "function") {
    return {
      listen: (take) => addEventListener("message", ({ data }) => take(data)),
      send: (message) => postMessage(message),
    };
  }
  const { parentPort } = await import("node:worker_threads");
  return {
    listen: (take) => parentPort?.on("message", take),
    send: (message) => parentPort?.postMessage(message),
  };
}
