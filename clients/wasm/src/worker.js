// The worker: answers one request at a time, and fetches what the engine of a game needs.

import { engineOf } from "./engine.js";
import { importFromNode } from "./node.js";
import { fetchFile, moduleFor } from "./store.js";

/** @import { Engine } from "./engine.js" */
/** @typedef {{ game: string, method: string, path: string, body: string }} WorkerRequest */
/**
 * The engine has failed only if it had started: otherwise a file could not be fetched.
 * @typedef {{ line: string } | { status: number, body: string } | { error: string, isStarted: boolean }} WorkerMessage
 */

/** @typedef {(message: WorkerMessage) => void} Send */

/** @type {Map<string, Promise<Engine>>} */
const engines = new Map();
/** The answer to the last request. */
let turn = Promise.resolve();

// No `await`, since bundlers may turn this module into a classic script.
if ("WorkerGlobalScope" in globalThis) {
  addEventListener("message", ({ data }) => take(data, (message) => postMessage(message)));
} else {
  const modules = Promise.all([importFromNode("node:worker_threads"), importFromNode("node:crypto")]);
  modules.then(([{ parentPort }, { webcrypto }]) => {
    globalThis.crypto ??= /** @type {Crypto} */ (webcrypto); // which is no global in Node 18
    parentPort?.on("message", (request) => take(request, (message) => parentPort.postMessage(message)));
  });
}

/**
 * @param {WorkerRequest} request
 * @param {Send} send
 */
function take(request, send) {
  turn = turn.then(() => answer(request, send));
}

/**
 * @param {WorkerRequest} request
 * @param {Send} send
 */
async function answer({ game, method, path, body }, send) {
  let isStarted = false;
  try {
    const engine = await engineFor(moduleFor(game, path));
    for (const name of engine.missingFiles(path)) engine.provide(name, await fetchFile(name));
    isStarted = true;
    send(engine.answer(method, path, body, (line) => send({ line })));
  } catch (error) {
    send({ error: String(error), isStarted });
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
