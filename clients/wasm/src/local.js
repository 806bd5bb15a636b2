// The service in a worker: functions that stand in for `fetch`. Their answers are those of the
// service, whose requests, answers and problems the engine shares.

import { startWorker } from "./start-worker.js";
import { games, isKept } from "./store.js";

/** @import { WorkerMessage, WorkerRequest } from "./worker.js" */
/** @import { StartedWorker } from "./start-worker.js" */

/**
 * A request in the worker, or waiting for it.
 * @typedef {object} Job
 * @property {WorkerRequest} request
 * @property {(message: WorkerMessage) => void} receive
 */

export { games, isKept, keep, keptBefore, sizeOf } from "./store.js";

/** The header of answers that come from the engine. */
export const ENGINE_HEADER = "bestmove-engine";

/** The games for which the service has larger tables. */
const LARGER_ON_SERVICE = ["checkers"];

/** The games whose answers are equal to the service's. */
export const equalGames = games.filter((game) => !LARGER_ON_SERVICE.includes(game));

/** The media type of streams. */
const JSON_LINES = "application/x-ndjson";

/** As often as the service, whose clients give up a stream that is silent for longer. */
const KEEP_ALIVE_MS = 5000;

const LOCAL_PATH = /^\/v1\/[^/]+\/(best-move|legal-moves|convert|(analysis|review)(\/stream)?)$/;

/** The paths that only the service has. */
const SERVICE_PATH = /^\/v1\/((batch|analyses|reviews|searches|trees)(\/.*)?|[^/]+\/search-tree)$/;

/**
 * A `fetch` that answers from an engine in a worker. Requests wait for each other; an abort stops the
 * engine within milliseconds, and the next request starts another. Where the engine cannot be
 * fetched, it rejects with a `TypeError`, as `fetch` does.
 * @param {object} [options]
 * @param {() => Promise<string[]>} [options.listed] The games that the list of games has: by default all.
 * @returns {typeof fetch}
 */
export function localFetch({ listed = async () => games } = {}) {
  const worker = new EngineWorker();
  return async (input, init) => {
    const request = requestOf(input, init);
    const { method } = request;
    const path = pathOf(request);
    const body = await textOf(request, path);
    const signal = signalOf(input, init);
    signal?.throwIfAborted();
    if (path === "/v1/games") return gamesAnswer(worker, await listed(), { method, path, body: "" }, signal);
    const game = path.split("/")[2] ?? "";
    if (!LOCAL_PATH.test(path)) return unknownPath(path);
    if (!games.includes(game)) return unknownGame(game);
    const response = await respond(worker, { game, method, path, body }, signal);
    return wantsGames(request, path) && response.ok ? gamesOneByOne(response) : response;
  };
}

/**
 * A `fetch` that answers requests about some games from a worker, and all others from the service.
 * Where one of the two cannot answer, the other does if it can: without a network all games are
 * played by the worker.
 * @param {object} [options]
 * @param {string[]} [options.games] The games of the worker, by default `equalGames`.
 * @param {(path: string, body: any) => boolean} [options.isHeavy] Requests to leave to the service.
 * @param {typeof fetch} [options.remote]
 * @returns {typeof fetch}
 */
export function localFirstFetch({
  games = equalGames,
  isHeavy = () => false,
  remote = (...request) => globalThis.fetch(...request),
} = {}) {
  const local = localFetch({ listed: keptGames });
  return async (input, init) => {
    const request = requestOf(input, init);
    const path = pathOf(request);
    const isLocal = LOCAL_PATH.test(path) && request.method === "POST";
    if (!isLocal && path !== "/v1/games") return remote(input, init);
    const prefersLocal = isLocal && games.includes(path.split("/")[2] ?? "") &&
      !isHeavy(path, await bodyOf(request));
    const [first, second] = prefersLocal ? [local, remote] : [remote, local];
    try {
      return await first(again(input), init);
    } catch (error) {
      if (signalOf(input, init)?.aborted) throw error;
      return second(input, init);
    }
  };
}

/** The games that can be played without a network; all where none is kept, as in Node. */
async function keptGames() {
  const areKept = await Promise.all(games.map(isKept));
  return areKept.includes(true) ? games.filter((_, index) => areKept[index]) : games;
}

/**
 * The request that `fetch` would send.
 * @param {Parameters<typeof fetch>[0]} input
 * @param {RequestInit} [init]
 */
function requestOf(input, init) {
  return new Request(input instanceof Request ? again(input) : new URL(input, "local:/"), init);
}

/**
 * The input for one more use, since a `Request` can be sent only once.
 * @param {Parameters<typeof fetch>[0]} input
 */
function again(input) {
  return input instanceof Request ? input.clone() : input;
}

/**
 * The caller's signal. That of a new `Request` may be collected in Node before it aborts.
 * @param {Parameters<typeof fetch>[0]} input
 * @param {RequestInit} [init]
 */
function signalOf(input, init) {
  return init?.signal ?? (input instanceof Request ? input.signal : undefined);
}

/** @param {Request} request */
function pathOf({ url }) {
  return new URL(url).pathname;
}

/**
 * The body of a request; undefined if it is no JSON.
 * @param {Request} request
 */
function bodyOf(request) {
  return request.json().catch(() => undefined);
}

/**
 * The JSON of a request; that of a conversion may be a text, in UTF-8 or Windows-1252.
 * @param {Request} request
 * @param {string} path
 */
async function textOf(request, path) {
  const isText = path.endsWith("/convert") && request.headers.get("content-type")?.startsWith("text/plain");
  if (!isText) return request.text();
  const bytes = await request.arrayBuffer();
  return JSON.stringify({ text: decode(bytes) });
}

/** @param {ArrayBuffer} bytes */
function decode(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/**
 * Whether a request asks for the games of a conversion as a stream.
 * @param {Request} request
 * @param {string} path
 */
function wantsGames({ headers }, path) {
  return path.endsWith("/convert") && headers.get("accept") === JSON_LINES;
}

/**
 * The games of a conversion as the service streams them.
 * @param {Response} response
 */
async function gamesOneByOne(response) {
  const { game, games } = await response.json();
  const problems = games.filter((/** @type {any} */ { problem }) => problem).length;
  const messages = games.map((/** @type {any} */ converted) => ({ event: "game", game: converted }));
  messages.push({ event: "final", conversion: { game, games: games.length, problems } });
  const lines = messages.map((/** @type {any} */ message) => `${JSON.stringify(message)}\n`);
  return answer(200, JSON_LINES, lines.join(""));
}

/** Runs one request after the other in a worker, which an abort replaces. */
class EngineWorker {
  /** @type {Promise<StartedWorker> | undefined} */
  #worker;
  /** @type {Job[]} The first one runs. */
  #jobs = [];

  /** @param {Job} job */
  add(job) {
    this.#jobs.push(job);
    if (this.#jobs.length === 1) this.#start(job);
  }

  /**
   * Forgets a request; does nothing once it is answered.
   * @param {Job} job
   */
  cancel(job) {
    const index = this.#jobs.indexOf(job);
    if (index < 0) return;
    this.#jobs.splice(index, 1);
    if (index > 0) return;
    this.#stop();
    this.#startNext();
  }

  #startNext() {
    if (this.#jobs[0]) this.#start(this.#jobs[0]);
  }

  #stop() {
    this.#worker?.then((worker) => worker.terminate(), () => undefined);
    this.#worker = undefined;
  }

  /** @param {Job} job */
  async #start(job) {
    this.#worker ??= startWorker((message) => this.#receive(message));
    const isCurrent = () => this.#jobs[0] === job; // unless it was cancelled meanwhile
    try {
      const worker = await this.#worker;
      if (isCurrent()) worker.send(job.request);
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      if (isCurrent()) this.#receive({ error: message, isStarted: true });
    }
  }

  /** @param {WorkerMessage} message */
  #receive(message) {
    const job = this.#jobs[0];
    job?.receive(message);
    if ("line" in message) return;
    // The state of a failed engine is unknown.
    if ("error" in message && message.isStarted) this.#stop();
    this.#jobs.shift();
    this.#startNext();
  }
}

/**
 * The response of the worker. It resolves with the first line of a stream, also a keep-alive.
 * @param {EngineWorker} worker
 * @param {WorkerRequest} request
 * @param {AbortSignal | null} [signal]
 * @returns {Promise<Response>}
 */
function respond(worker, request, signal) {
  return new Promise((resolve, reject) => {
    const encoder = new TextEncoder();
    /** @type {ReadableStreamDefaultController<Uint8Array> | undefined} */
    let lines;
    const send = (/** @type {string} */ text) => {
      if (!lines) {
        const body = new ReadableStream({
          start: (controller) => void (lines = controller),
          cancel: leave,
        });
        resolve(answer(200, JSON_LINES, body));
      }
      lines?.enqueue(encoder.encode(text));
    };
    const isStream = request.path.endsWith("/stream");
    const keepAlive = isStream ? setInterval(() => send("\n"), KEEP_ALIVE_MS) : undefined;
    const leave = () => {
      clearInterval(keepAlive);
      worker.cancel(job);
    };
    /** @type {Job} */
    const job = {
      request,
      receive(message) {
        if ("line" in message) return send(message.line);
        clearInterval(keepAlive);
        signal?.removeEventListener("abort", abort);
        if ("error" in message) {
          const error = new TypeError(message.error);
          lines ? lines.error(error) : reject(error);
        } else if (lines) {
          send(message.status === 200 ? message.body : problemLine(message.body));
          lines.close();
        } else {
          resolve(json(message.status, message.body));
        }
      },
    };
    const abort = () => {
      leave();
      lines ? lines.error(signal?.reason) : reject(signal?.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
    worker.add(job);
  });
}

/**
 * The last line of a stream that is refused after a keep-alive.
 * @param {string} problem
 */
function problemLine(problem) {
  return `${JSON.stringify({ event: "problem", problem: JSON.parse(problem) })}\n`;
}

/**
 * The lists of all engines that can be fetched as one, or the problem of one.
 * @param {EngineWorker} worker
 * @param {string[]} listed
 * @param {Omit<WorkerRequest, "game">} request
 * @param {AbortSignal | null} [signal]
 */
async function gamesAnswer(worker, listed, request, signal) {
  const asked = listed.map((game) => respond(worker, { game, ...request }, signal));
  const settled = await Promise.allSettled(asked);
  const answers = settled.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  const refusal = answers.find(({ ok }) => !ok) ?? (answers.length === 0 && (await asked[0]));
  if (refusal) return refusal;
  const lists = await Promise.all(answers.map((answer) => answer.json()));
  return json(200, JSON.stringify({ games: lists.flatMap((list) => list.games) }));
}

/** @param {string} path */
function unknownPath(path) {
  const detail = SERVICE_PATH.test(path) ? `only the service has ${path}` : path;
  return problem(404, "unknown-path", "Unknown path", detail);
}

/** @param {string} game */
function unknownGame(game) {
  const [expected, got] = [`one of ${games.join(", ")}`, JSON.stringify(game)];
  const detail = `game: expected ${expected}, got ${got}`;
  return problem(404, "unknown-game", "Unknown game", detail, { field: "game", expected, got });
}

/**
 * @param {number} status
 * @param {string} slug
 * @param {string} title
 * @param {string} detail
 * @param {object} [more]
 */
function problem(status, slug, title, detail, more) {
  const type = `/problems/${slug}`;
  return json(status, JSON.stringify({ type, title, status, detail, ...more, request_id: "local" }));
}

/**
 * @param {number} status
 * @param {string} body
 */
function json(status, body) {
  return answer(status, status === 200 ? "application/json" : "application/problem+json", body);
}

/**
 * @param {number} status
 * @param {string} type
 * @param {BodyInit} body
 */
function answer(status, type, body) {
  return new Response(body, { status, headers: { "content-type": type, [ENGINE_HEADER]: "local" } });
}
