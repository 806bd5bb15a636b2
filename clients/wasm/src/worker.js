// The worker: answers one request at a time, and fetches what the engine of a game needs.

import { engineOf } from "./engine.js";
import { fetchFile, moduleFor } from "./store.js";

/** @import { Engine } from "./engine.js" */
/** @typedef {{ game: string, method: string, path: string, body: string }} WorkerRequest */
/**
 * The engine has failed only if it had started: otherwise a file could not be fetched.
 * @typedef {{ line: string } | { status: number, body: string } | { error: string, isStarted: boolean }} WorkerMessage
 */

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
  let isStarted = false;
  try {
    const engine = await engineFor(moduleFor(game, path));
    for (const name of engine.missingFiles(path)) engine.provide(name, await fetchFile(name));
    isStarted = true;
    port.send(engine.answer(method, path, body, (line) => port.send({ line })));
  } catch (error) {
    port.send({ error: String(error), isStarted });
  }
}

/**
 * @param {string} name The name of the module.
 * @returns {Promise<Engine>}
 */
function engineFor(name) {
  let engine = engines.get(name);
  if (!engine) {
    engine = fetchFile(name).then((code) => WebAssembly.compile(code)).then(engineOf);
    engine.catch(() => engines.delete(name));
    engines.set(name, engine);
  }
  return engine;
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
