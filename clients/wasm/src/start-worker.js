// Starts workers, in browsers and in Node.

import { importFromNode } from "./node.js";

/** @import { WorkerMessage, WorkerRequest } from "./worker.js" */
/** @typedef {{ send(request: WorkerRequest): void, terminate(): void }} StartedWorker */

/** The address of this module; bundlers would take `new URL(…, import.meta.url)` for an asset. */
const here = import.meta.url;

/**
 * A started worker. Rejects if it cannot be made.
 * @param {(message: WorkerMessage) => void} receive
 * @returns {Promise<StartedWorker>}
 */
export async function startWorker(receive) {
  let isStopped = false;
  // The last messages of a stopped worker may arrive later.
  const take = (/** @type {WorkerMessage} */ message) => void (isStopped || receive(message));
  /** @type {{ postMessage(request: WorkerRequest): void, terminate(): unknown, ref?(): void }} */
  const worker = typeof Worker === "function" ? startInBrowser(take) : await startInNode(take);
  return {
    send(request) {
      worker.ref?.();
      worker.postMessage(request);
    },
    terminate() {
      isStopped = true;
      worker.terminate();
    },
  };
}

/** @param {(message: WorkerMessage) => void} take */
function startInBrowser(take) {
  const place = `${new URL("./worker.js", here)}, or where a bundler put it`;
  const notLoaded = `the worker could not be loaded from ${place}`;
  const worker = construct(notLoaded);
  worker.addEventListener("message", ({ data }) => take(data));
  worker.addEventListener("error", ({ message }) => {
    // A script that cannot be loaded has no message.
    take({ error: message ? `the worker failed: ${message}` : notLoaded, isStarted: true });
  });
  return worker;
}

/**
 * A worker.
 * @param {string} notLoaded
 */
function construct(notLoaded) {
  try {
    return directOrImporting();
  } catch (error) {
    throw new TypeError(`${notLoaded}: ${/** @type {Error} */ (error).message}`);
  }
}

/** Browsers refuse a worker whose script has another origin than the page, but not one that imports it. */
function directOrImporting() {
  try {
    return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  } catch (error) {
    if (/** @type {Error} */ (error).name !== "SecurityError") throw error;
    return importing(new URL("./worker.js", here));
  }
}

/** @type {string | undefined} The URL of a script that imports the worker. */
let importer;

/** @param {URL} script */
function importing({ href }) {
  const code = `import ${JSON.stringify(href)};`;
  importer ??= URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  return new Worker(importer, { type: "module" });
}

/** @param {(message: WorkerMessage) => void} take */
async function startInNode(take) {
  const { Worker } = await importFromNode("node:worker_threads");
  const worker = new Worker(new URL("./worker.js", import.meta.url));
  worker.on("message", (message) => {
    if (!("line" in message)) worker.unref();
    take(message);
  });
  worker.on("error", (error) => take({ error: `the worker failed: ${error}`, isStarted: true }));
  // Only a worker with a request keeps the program running.
  worker.unref();
  return worker;
}
