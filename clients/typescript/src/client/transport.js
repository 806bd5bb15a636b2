// Requests and their answers: streams, retries, time limits, problems.

/** @import { ProblemType, Schemas, Service } from "../client.js" */

/**
 * @typedef {object} Call
 * @property {string} path
 * @property {string} [method] POST if there is a body, GET otherwise, if absent.
 * @property {object} [body]
 * @property {string | Blob | Uint8Array<ArrayBuffer>} [text] The body, if it is no JSON.
 * @property {Record<string, string>} [headers]
 * @property {number} [timeMs] The most milliseconds that the searches of the call take; else 0.
 * @property {number} [uploadMs] The most milliseconds that sending the body takes; else 0.
 * @property {string} [accept] The media type of the answer; JSON if absent.
 * @property {boolean} [repeatable] False if a lost connection must not be replaced.
 * @property {AbortSignal | undefined} [signal]
 */

const CONNECTION_RETRY_MS = 250;
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Three missed keep-alives. */
const MAX_SILENCE_MS = 15_000;

/**
 * A failure: the fields of the problem document (RFC 9457) that the service sent. Without an answer
 * the `status` is 0; without a document, as of a proxy, the `type` is `about:blank`.
 */
export class BestmoveProblem extends Error {
  /**
   * @param {Partial<Schemas["Problem"]>} document
   * @param {{ retryAfter?: number, cause?: unknown }} [options]
   */
  constructor(document, { retryAfter, cause } = {}) {
    const { type = "about:blank", title = "Cannot reach the service", status = 0, detail = "" } = document;
    super(detail ? `${title}: ${detail}` : title, { cause });
    this.name = "BestmoveProblem";
    this.type = /** @type {ProblemType} */ (type);
    this.title = title;
    /** The HTTP status; 0 without an answer. */
    this.status = status;
    this.detail = detail;
    /** The ID of the request in the logs of the service. */
    this.request_id = document.request_id;
    /** The invalid field of the request, if there is one. */
    this.field = document.field;
    /** The invalid part of the field, unless it is the whole field. */
    this.part = document.part;
    this.expected = document.expected;
    this.got = document.got;
    /** The part, the expected and the found value as phrases: codes with parameters. */
    this.codes = document.codes;
    /** The value that was probably meant, if there is such a guess. */
    this.meant = document.meant;
    /** Seconds until a retry can succeed; undefined if the service does not say. */
    this.retryAfter = retryAfter;
  }
}

/**
 * The JSON of the answer; undefined if it has no content.
 * @param {Service} service
 * @param {Call} call
 * @returns {Promise<any>}
 */
export async function answer(service, call) {
  const limit = limited(service, call);
  try {
    return await persist(service, call, limit.signal, async () => {
      const response = await send(service, call, limit.signal);
      return response.status === 204 ? undefined : parsed(await response.text(), response);
    });
  } finally {
    limit.release();
  }
}

/**
 * The messages of a stream, which ends with `final`. A `problem` is thrown.
 * @param {Service} service
 * @param {Call} call
 * @returns {AsyncGenerator<any, void, void>}
 */
export async function* messages(service, call) {
  let event;
  for await (const message of objects(service, call)) {
    event = message.event;
    if (event === "problem") throw new BestmoveProblem(message.problem);
    yield message;
  }
  if (event !== "final") throw new BestmoveProblem({ detail: "the stream ended early" });
}

/**
 * The lines of a stream, parsed.
 * @param {Service} service
 * @param {Call} call
 * @returns {AsyncGenerator<any, void, void>}
 */
export async function* objects(service, call) {
  const limit = limited(service, call);
  const streamed = { ...call, accept: "application/x-ndjson" };
  try {
    const open = () => limit.limitSilence(send(service, streamed, limit.signal));
    const response = await persist(service, streamed, limit.signal, open);
    for await (const line of lines(response, limit.limitSilence)) yield parsed(line, response);
  } catch (error) {
    throw failure(error, limit.signal);
  } finally {
    limit.release();
  }
}

/**
 * The lines of a body, without the empty ones, which only keep the connection alive.
 * @param {Response} response
 * @param {Limit["limitSilence"]} limitSilence
 */
async function* lines({ body }, limitSilence) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (body).getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await limitSilence(reader.read());
    const parts = (rest + decoder.decode(value, { stream: !done })).split("\n");
    rest = done ? "" : /** @type {string} */ (parts.pop());
    yield* parts.filter((line) => line.trim());
    if (done) return;
  }
}

/**
 * The result of `attempt`, repeated after refusals and a lost connection until the grace is over.
 * @template T
 * @param {Service} service
 * @param {Call} call
 * @param {AbortSignal} signal
 * @param {() => Promise<T>} attempt
 * @returns {Promise<T>}
 */
async function persist({ retries, graceMs }, { repeatable = true, uploadMs = 0 }, signal, attempt) {
  const latest = performance.now() + uploadMs + graceMs;
  for (let retry = 0; ; retry++) {
    try {
      return await attempt();
    } catch (error) {
      const problem = failure(error, signal);
      const isFinal = retry >= retries || signal.aborted;
      const wait = isFinal ? undefined : retryMs(problem, retry, repeatable);
      if (wait === undefined || performance.now() + wait > latest) throw problem;
      await pause(wait, signal);
    }
  }
}

/**
 * Milliseconds to the next attempt, more than the service asks for so that clients spread out;
 * undefined if there should be none.
 * @param {unknown} problem
 * @param {number} retry
 * @param {boolean} repeatable
 */
function retryMs(problem, retry, repeatable) {
  if (!(problem instanceof BestmoveProblem)) return undefined;
  const { status, retryAfter } = problem;
  const jitter = 1.05 + Math.random() / 5;
  if (status === 0) return repeatable && retry === 0 ? CONNECTION_RETRY_MS * jitter : undefined;
  return (status === 429 || status === 503) && retryAfter ? retryAfter * 1000 * jitter : undefined;
}

/**
 * The answer to one request, if it is a success.
 * @param {Service} service
 * @param {Call} call
 * @param {AbortSignal} signal
 */
async function send({ url, key, fetch }, call, signal) {
  const { path, method, body, accept = "application/json" } = call;
  const text = body ? JSON.stringify(body) : call.text;
  /** @type {Record<string, string>} */
  const headers = { accept, ...call.headers };
  if (key) headers.authorization = `Bearer ${key}`;
  if (text !== undefined) headers["content-type"] = body ? "application/json" : "text/plain";
  const response = await fetch(url + path, {
    method: method ?? (text === undefined ? "GET" : "POST"),
    headers,
    body: text,
    signal,
  });
  if (response.ok) return response;
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json");
  throw problemOf(response, isProblem && parsed(await response.text(), response));
}

/**
 * The value of JSON in a response.
 * @param {string} text
 * @param {Response} response
 */
function parsed(text, response) {
  try {
    return JSON.parse(text);
  } catch {
    throw problemOf(response);
  }
}

/**
 * The problem of a response: its document or, without one, that the service has not given it, but a
 * proxy in front of it or another server in its place.
 * @param {Response} response
 * @param {Partial<Schemas["Problem"]> | false} [document]
 */
function problemOf({ status, statusText, headers }, document) {
  const title = `Not an answer of bestmove: ${status} ${statusText}`;
  const retryAfter = Number(headers.get("retry-after")) || undefined;
  return new BestmoveProblem({ title, ...document, status }, { retryAfter });
}

/**
 * The error to throw: the reason of an abort, or a problem.
 * @param {unknown} error
 * @param {AbortSignal} signal
 */
function failure(error, signal) {
  if (signal.aborted) return signal.reason;
  if (error instanceof BestmoveProblem) return error;
  const { message, cause } = /** @type {Error & { cause?: Error }} */ (error);
  return new BestmoveProblem({ detail: cause?.message || message }, { cause: error });
}

/**
 * @typedef {object} Limit
 * @property {AbortSignal} signal
 * @property {<T>(promise: Promise<T>) => Promise<T>} limitSilence Aborts if the promise takes
 *   longer than a stream may be silent.
 * @property {() => void} release Cancels what is still running.
 */

/**
 * A signal that aborts with the caller's, when the time of the searches and the grace have passed,
 * and when the page is left: browsers keep the requests of a page that goes into the back-forward
 * cache.
 * @param {Service} service
 * @param {Call} call
 * @returns {Limit}
 */
export function limited({ graceMs }, { timeMs = 0, uploadMs = 0, signal }) {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);
  globalThis.addEventListener?.("pagehide", abort);
  const late = () => controller.abort(new BestmoveProblem({ detail: "no answer in time" }));
  const timer = setTimeout(late, Math.min(uploadMs + timeMs + graceMs, LONGEST_TIMER_MS));
  /** @type {Limit["limitSilence"]} */
  const limitSilence = (promise) => {
    const silence = setTimeout(late, MAX_SILENCE_MS);
    return promise.finally(() => clearTimeout(silence));
  };
  const release = () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    globalThis.removeEventListener?.("pagehide", abort);
    controller.abort();
  };
  return { signal: controller.signal, limitSilence, release };
}

/**
 * Resolves after that many milliseconds, or rejects when the signal aborts. The signal belongs to
 * one call.
 * @param {number} ms
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    }, ms);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort);
  });
}

/**
 * The fields that are given, lists separated by commas.
 * @param {object} fields
 */
export function queryString(fields) {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}
