// Client of the service's HTTP API. Every function takes a service made by `connect()`, and throws
// a `BestmoveProblem` unless the service answers with a success. Two exceptions: an aborted signal
// throws its reason, and leaving the page an `AbortError`.

/** @import { components } from "./types.js" */
/** @typedef {components["schemas"]} Schemas */
/** @typedef {Schemas["GameId"]} GameId */
/** @typedef {Schemas["Game"]} Game */
/** @typedef {Schemas["LegalMoves"]} LegalMoves */
/** @typedef {Schemas["LegalMove"]} LegalMove */
/** @typedef {Schemas["BestMove"]} BestMove */
/** @typedef {Schemas["Analysis"]} Analysis */
/** @typedef {Schemas["Score"]} Score */
/** @typedef {Schemas["Outcome"]} Outcome */
/** @typedef {Schemas["Review"]} Review */
/** @typedef {Exclude<Schemas["ReviewMessage"], { event: "problem" }>} ReviewMessage */
/** @typedef {Schemas["Conversion"]} Conversion */
/** @typedef {Schemas["ConvertedGame"]} ConvertedGame */
/** @typedef {Schemas["BatchResult"]} BatchResult */
/** @typedef {Schemas["BackgroundAnalysis"]} BackgroundAnalysis */
/** @typedef {Schemas["BackgroundAnalysisSummary"]} BackgroundAnalysisSummary */
/** @typedef {Schemas["BackgroundReview"]} BackgroundReview */
/** @typedef {Schemas["BackgroundReviewSummary"]} BackgroundReviewSummary */
/** @typedef {Schemas["Job"]} Job */
/** @typedef {Schemas["JobPrice"]} JobPrice */
/** @typedef {Schemas["JobParts"]["parts"][number]} JobPart */
/** @typedef {Schemas["JobLine"]} JobLine */
/** @typedef {Schemas["JobAnswer"]} JobAnswer */

/**
 * The type of a problem. The service may add types: keep a branch for all others.
 * @typedef {`/problems/${Schemas["ProblemSlug"]}` | "about:blank"} ProblemType
 */

/**
 * @typedef {object} Service
 * @property {string} url The URL of the service, without a slash at its end.
 * @property {string | undefined} key
 * @property {typeof fetch} fetch
 * @property {number} retries
 * @property {number} graceMs
 */

/**
 * @typedef {object} Options
 * @property {AbortSignal | undefined} [signal] Cancels the call, and its search in the service.
 */

/**
 * The body of a job: its lines, or a text of games or of lines, or a file with one.
 * @typedef {string | Blob | Uint8Array<ArrayBuffer> | Iterable<JobLine> | AsyncIterable<JobLine>} Archive
 */

/**
 * What is done with each line of a job. One of `nodes` and `depth` limits each search.
 * @typedef {object} JobTask
 * @property {Schemas["JobKind"]} [kind] `analysis` if absent.
 * @property {number} [nodes]
 * @property {number} [depth]
 */

/**
 * What a known result is about: the fields of an analysis, with a position as text.
 * @typedef {object} KnownQuery
 * @property {string} [position]
 * @property {string[]} [moves]
 * @property {number | "all"} [lines]
 * @property {number} [depth] Of a search that was limited to this depth.
 */

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
/** The assumed limit of a search without one: the largest that services allow by default. */
const ASSUMED_TIME_MS = 10_000;
const REVIEW_TIME_MS = 100;
/** Of an archive, in bytes a millisecond. */
const SLOWEST_UPLOAD = 10;
const PART_LENGTH = 2 ** 16;
/** The bytes of a part of an archive; only the last one may have fewer. */
const PART_BYTES = 2 ** 20;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;
/** The statuses of failures that end by themselves. */
const PASSING = [0, 429, 502, 503, 504];
const MAX_REVIEWED_PLIES = 400;

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
    /** Seconds until a retry can succeed; undefined if the service does not say. */
    this.retryAfter = retryAfter;
  }
}

/**
 * A service, to be passed to all other functions. The URL is by default the origin of this module,
 * or of the page where the module has none. Keys must not ship in pages. A call may take `graceMs`
 * beyond the time of its searches; a retry is sent within `graceMs` of its start or not at all.
 * Throws a `TypeError` for an invalid URL.
 * @param {object} [options]
 * @param {string | URL} [options.url]
 * @param {string} [options.key] An API key.
 * @param {typeof fetch} [options.fetch]
 * @param {number} [options.retries] The most retries of a call that the service refuses.
 * @param {number} [options.graceMs]
 * @returns {Service}
 */
export function connect({
  url = defaultUrl(),
  key,
  fetch = globalThis.fetch,
  retries = 2,
  graceMs = 10_000,
} = {}) {
  new URL(url, globalThis.location?.href);
  return { url: String(url).replace(/\/+$/, ""), key, fetch, retries, graceMs };
}

/**
 * The games of the service, with everything a frontend needs before the first move.
 * @param {Service} service
 * @param {Options} [options]
 * @returns {Promise<Game[]>}
 */
export async function games(service, options) {
  return (await answer(service, { path: "/v1/games", ...options })).games;
}

/**
 * The position after the moves: its pieces and legal moves.
 * @param {Service} service
 * @param {GameId} game
 * @param {Schemas["LegalMovesRequest"]} [body]
 * @param {Options} [options]
 * @returns {Promise<LegalMoves>}
 */
export function legalMoves(service, game, body = {}, options) {
  return answer(service, { path: `/v1/${game}/legal-moves`, body, ...options });
}

/**
 * The best move and its line; with a `level`, the move of an opponent of that level.
 * @param {Service} service
 * @param {GameId} game
 * @param {Schemas["BestMoveRequest"]} [body]
 * @param {Options} [options]
 * @returns {Promise<BestMove>}
 */
export function bestMove(service, game, body = {}, options) {
  const timeMs = body.time_ms ?? ASSUMED_TIME_MS;
  return answer(service, { path: `/v1/${game}/best-move`, body, timeMs, ...options });
}

/**
 * The best moves, each with its score and line, when the search has ended.
 * @param {Service} service
 * @param {GameId} game
 * @param {Schemas["AnalysisRequest"]} [body]
 * @param {Options} [options]
 * @returns {Promise<Analysis>}
 */
export function analyse(service, game, body = {}, options) {
  const timeMs = body.time_ms ?? ASSUMED_TIME_MS;
  return answer(service, { path: `/v1/${game}/analysis`, body, timeMs, ...options });
}

/**
 * The best result of earlier jobs and background analyses, without a search. Throws a
 * `BestmoveProblem` of the type `/problems/not-known` if there is none.
 * @param {Service} service
 * @param {GameId} game
 * @param {KnownQuery} [query]
 * @param {Options} [options]
 * @returns {Promise<Schemas["KeptAnalysis"]>}
 */
export function known(service, game, query = {}, options) {
  return answer(service, { path: `/v1/${game}/known?${queryString(query)}`, ...options });
}

/**
 * The analysis after each iteration, at most five a second, then the final one, the first whose
 * `stopped_by` is not null. Leaving the loop cancels the search.
 * @param {Service} service
 * @param {GameId} game
 * @param {Schemas["AnalysisRequest"]} [body]
 * @param {Options} [options]
 * @returns {AsyncGenerator<Analysis, void, void>}
 */
export async function* streamAnalysis(service, game, body = {}, options) {
  const path = `/v1/${game}/analysis/stream`;
  yield* analyses(service, { path, body, timeMs: body.time_ms ?? Infinity, ...options });
}

/**
 * The moves of a game, labelled, and the accuracy of both sides.
 * @param {Service} service
 * @param {GameId} game
 * @param {Schemas["ReviewRequest"]} body
 * @param {Options} [options]
 * @returns {Promise<Review>}
 */
export function review(service, game, body, options) {
  return answer(service, { path: `/v1/${game}/review`, body, timeMs: reviewMs(body), ...options });
}

/**
 * A message `ply` for each move, from the last to the first, then `final` with the rest of the
 * review. Leaving the loop cancels the searches.
 * @param {Service} service
 * @param {GameId} game
 * @param {Schemas["ReviewRequest"]} body
 * @param {Options} [options]
 * @returns {AsyncGenerator<ReviewMessage, void, void>}
 */
export async function* streamReview(service, game, body, options) {
  const path = `/v1/${game}/review/stream`;
  yield* messages(service, { path, body, timeMs: Infinity, ...options });
}

/**
 * A position or games in every notation of the game.
 * @param {Service} service
 * @param {GameId} game
 * @param {Schemas["ConversionRequest"]} body
 * @param {Options} [options]
 * @returns {Promise<Conversion>}
 */
export function convert(service, game, body, options) {
  return answer(service, { path: `/v1/${game}/convert`, body, ...options });
}

/**
 * The games of a text or of a file, of up to 4 MiB, each as soon as it is converted. A game that cannot
 * be read to its end has a `problem`. Leaving the loop ends the conversion.
 * @param {Service} service
 * @param {GameId} game
 * @param {string | Blob | Uint8Array<ArrayBuffer>} text Bytes are UTF-8 or Windows-1252.
 * @param {Options} [options]
 * @returns {AsyncGenerator<ConvertedGame, void, void>}
 */
export async function* convertAll(service, game, text, options) {
  const call = { path: `/v1/${game}/convert`, text, timeMs: Infinity };
  for await (const message of messages(service, { ...call, ...options })) {
    if (message.event === "game") yield message.game;
  }
}

/**
 * The analyses of many positions, in their order, each with a status of its own.
 * @param {Service} service
 * @param {{ positions: Schemas["NamedAnalysisRequest"][] }} body
 * @param {Options} [options]
 * @returns {Promise<BatchResult[]>}
 */
export async function batch(service, body, options) {
  const call = { path: "/v1/batch", body, timeMs: batchMs(body) };
  return (await answer(service, { ...call, ...options })).results;
}

/**
 * Starts an analysis of up to ten minutes that outlives this call.
 * @param {Service} service
 * @param {Schemas["BackgroundAnalysisRequest"]} body
 * @param {Options} [options]
 * @returns {Promise<BackgroundAnalysis>}
 */
export function startAnalysis(service, body, options) {
  return answer(service, { path: "/v1/analyses", body, repeatable: false, ...options });
}

/**
 * The background analyses of the service's key, newest first.
 * @param {Service} service
 * @param {Options} [options]
 * @returns {Promise<BackgroundAnalysisSummary[]>}
 */
export async function listAnalyses(service, options) {
  return (await answer(service, { path: "/v1/analyses", ...options })).analyses;
}

/**
 * The state of a background analysis and its best lines so far.
 * @param {Service} service
 * @param {string} id
 * @param {Options} [options]
 * @returns {Promise<BackgroundAnalysis>}
 */
export function getAnalysis(service, id, options) {
  return answer(service, { path: taskPath("analyses", id), ...options });
}

/**
 * Cancels and deletes a background analysis.
 * @param {Service} service
 * @param {string} id
 * @param {Options} [options]
 * @returns {Promise<void>}
 */
export async function cancelAnalysis(service, id, options) {
  await answer(service, { path: taskPath("analyses", id), method: "DELETE", ...options });
}

/**
 * The progress of a background analysis, as in `streamAnalysis`. The analysis goes on when the loop
 * is left.
 * @param {Service} service
 * @param {string} id
 * @param {Options} [options]
 * @returns {AsyncGenerator<Analysis, void, void>}
 */
export async function* followAnalysis(service, id, options) {
  yield* analyses(service, { path: `${taskPath("analyses", id)}/events`, timeMs: Infinity, ...options });
}

/**
 * Starts a review of up to ten minutes that outlives this call.
 * @param {Service} service
 * @param {Schemas["BackgroundReviewRequest"]} body
 * @param {Options} [options]
 * @returns {Promise<BackgroundReview>}
 */
export function startReview(service, body, options) {
  return answer(service, { path: "/v1/reviews", body, repeatable: false, ...options });
}

/**
 * The background reviews of the service's key, newest first.
 * @param {Service} service
 * @param {Options} [options]
 * @returns {Promise<BackgroundReviewSummary[]>}
 */
export async function listReviews(service, options) {
  return (await answer(service, { path: "/v1/reviews", ...options })).reviews;
}

/**
 * The state of a background review and the moves reviewed so far.
 * @param {Service} service
 * @param {string} id
 * @param {Options} [options]
 * @returns {Promise<BackgroundReview>}
 */
export function getReview(service, id, options) {
  return answer(service, { path: taskPath("reviews", id), ...options });
}

/**
 * Cancels and deletes a background review.
 * @param {Service} service
 * @param {string} id
 * @param {Options} [options]
 * @returns {Promise<void>}
 */
export async function cancelReview(service, id, options) {
  await answer(service, { path: taskPath("reviews", id), method: "DELETE", ...options });
}

/**
 * The progress of a background review, as in `streamReview`. The review goes on when the loop is
 * left.
 * @param {Service} service
 * @param {string} id
 * @param {Options} [options]
 * @returns {AsyncGenerator<ReviewMessage, void, void>}
 */
export async function* followReview(service, id, options) {
  yield* messages(service, { path: `${taskPath("reviews", id)}/events`, timeMs: Infinity, ...options });
}

/**
 * Starts a job over an archive of positions or games, of any size, which outlives this call. A
 * submission that is repeated under its `idempotencyKey`, by default a random one, is the same job.
 * @param {Service} service
 * @param {GameId} game
 * @param {Archive} archive An iterable is gathered in a `Blob` first.
 * @param {JobTask & { idempotencyKey?: string, parts?: boolean }} [task] With `parts` the archive is
 *   sent by `openJob` and `uploadJob`, without a key.
 * @param {Options} [options]
 * @returns {Promise<Job>}
 */
export async function submitJob(service, game, archive, { idempotencyKey = randomKey(), parts, ...task } = {}, options) {
  if (parts) return uploadJob(service, (await openJob(service, game, task, options)).id, archive, options);
  const headers = { "idempotency-key": idempotencyKey };
  return submission(service, archive, { game, ...task }, { headers, ...options });
}

/**
 * Opens a job whose archive comes by `uploadJob`.
 * @param {Service} service
 * @param {GameId} game
 * @param {JobTask} [task]
 * @param {Options} [options]
 * @returns {Promise<Job>}
 */
export function openJob(service, game, { kind = "analysis", ...task } = {}, options) {
  const path = `/v1/jobs?${queryString({ kind, game, ...task, parts: true })}`;
  return answer(service, { path, method: "POST", repeatable: false, ...options });
}

/**
 * Sends the archive of a job that `openJob` has opened, in parts of a MiB, and starts the job.
 * Called again with the same archive after a failure, or on another page, it sends only the parts
 * that are missing; of a job that has been started, none.
 * @param {Service} service
 * @param {string} id
 * @param {Archive} archive An iterable is gathered in a `Blob` first.
 * @param {Options} [options]
 * @returns {Promise<Job>}
 */
export async function uploadJob(service, id, archive, options) {
  const job = await getJob(service, id, options);
  if (job.state !== "receiving") return job;
  const there = new Map((await jobParts(service, id, options)).map(({ part, bytes }) => [part, bytes]));
  const text = isText(archive) ? archive : await gathered(archive);
  const whole = text instanceof Blob ? text : new Blob([text]);
  const parts = Math.max(1, Math.ceil(whole.size / PART_BYTES));
  for (let part = 1; part <= parts; part++) {
    const bytes = whole.slice((part - 1) * PART_BYTES, part * PART_BYTES);
    const sent = there.get(part);
    if (sent === undefined) {
      const call = { path: `${taskPath("jobs", id)}/parts/${part}`, method: "PUT", text: bytes };
      await answer(service, { ...call, uploadMs: bytes.size / SLOWEST_UPLOAD, ...options });
    } else if (sent !== bytes.size) {
      throw new RangeError(`part ${part}: expected the archive whose part has ${sent} bytes, got ${bytes.size} bytes`);
    }
  }
  const path = `${taskPath("jobs", id)}/complete?parts=${parts}`;
  return answer(service, { path, method: "POST", timeMs: whole.size / SLOWEST_UPLOAD, ...options });
}

/**
 * The parts of an archive that have come, by their numbers.
 * @param {Service} service
 * @param {string} id
 * @param {Options} [options]
 * @returns {Promise<JobPart[]>}
 */
export async function jobParts(service, id, options) {
  return (await answer(service, { path: `${taskPath("jobs", id)}/parts`, ...options })).parts;
}

/**
 * What `submitJob` would cost; nothing is started.
 * @param {Service} service
 * @param {GameId} game
 * @param {Archive} archive
 * @param {JobTask} [task]
 * @param {Options} [options]
 * @returns {Promise<JobPrice>}
 */
export function jobPrice(service, game, archive, task, options) {
  return submission(service, archive, { game, ...task, dry_run: true }, options);
}

/**
 * The jobs of the service's key, newest first.
 * @param {Service} service
 * @param {Options} [options]
 * @returns {Promise<Job[]>}
 */
export async function listJobs(service, options) {
  return (await answer(service, { path: "/v1/jobs", ...options })).jobs;
}

/**
 * How far a job is.
 * @param {Service} service
 * @param {string} id
 * @param {Options} [options]
 * @returns {Promise<Job>}
 */
export function getJob(service, id, options) {
  return answer(service, { path: taskPath("jobs", id), ...options });
}

/**
 * Cancels a job. Its answers so far can be read.
 * @param {Service} service
 * @param {string} id
 * @param {Options} [options]
 * @returns {Promise<void>}
 */
export async function cancelJob(service, id, options) {
  await answer(service, { path: taskPath("jobs", id), method: "DELETE", ...options });
}

/**
 * The answers of a job so far, in the order of its lines, from the index `from` on.
 * @param {Service} service
 * @param {string} id
 * @param {number} [from]
 * @param {Options} [options]
 * @returns {AsyncGenerator<JobAnswer, void, void>}
 */
export async function* jobResults(service, id, from = 0, options) {
  yield* objects(service, { path: `${taskPath("jobs", id)}/results?from=${from}`, timeMs: Infinity, ...options });
}

/**
 * Every answer of a job in the order of its lines, from the index `from` on, until the job has
 * ended. Goes on where it was after a lost connection or a restart of the service, unless that takes
 * longer than `graceMs`. Throws a `BestmoveProblem` after the answers of a job that was cancelled.
 * The job goes on when the loop is left.
 * @param {Service} service
 * @param {string} id
 * @param {number} [from]
 * @param {Options} [options]
 * @returns {AsyncGenerator<JobAnswer, void, void>}
 */
export async function* followJob(service, id, from = 0, options) {
  const limit = limited(service, { path: "", timeMs: Infinity, ...options });
  const { signal } = limit;
  const events = { path: `${taskPath("jobs", id)}/events`, timeMs: Infinity, signal };
  let [state, next, failingSince, wait] = ["", from, Infinity, FIRST_PAUSE_MS];
  try {
    while (state !== "finished" && state !== "cancelled") {
      try {
        for await (const { job } of messages(service, events)) {
          [failingSince, wait] = [Infinity, FIRST_PAUSE_MS];
          // None comes before the answer to an earlier line.
          if (job.finished_items > next) {
            for await (const found of jobResults(service, id, next, { signal })) {
              next = found.index + 1;
              yield found;
            }
          }
          ({ state } = job);
        }
      } catch (error) {
        const { status, retryAfter = 0 } = /** @type {Partial<BestmoveProblem>} */ (error ?? {});
        failingSince = Math.min(failingSince, performance.now());
        wait = Math.max(wait, retryAfter * 1000);
        const isLate = performance.now() + wait > failingSince + service.graceMs;
        if (signal.aborted || status === undefined || !PASSING.includes(status) || isLate) throw error;
        await pause(wait, signal);
        wait = Math.min(2 * wait, LONGEST_PAUSE_MS);
      }
    }
    if (state === "cancelled") {
      const detail = `job ${id} was cancelled before line ${next} was answered`;
      throw new BestmoveProblem({ title: "Job cancelled", detail });
    }
  } finally {
    limit.release();
  }
}

/**
 * The answer to a submission.
 * @param {Service} service
 * @param {Archive} archive
 * @param {JobTask & { game: GameId, dry_run?: boolean }} task
 * @param {Omit<Partial<Call>, "body">} [options]
 */
async function submission(service, archive, { kind = "analysis", ...task }, options) {
  const text = isText(archive) ? archive : await gathered(archive);
  const size = typeof text === "string" ? text.length : text instanceof Blob ? text.size : text.byteLength;
  const path = `/v1/jobs?${queryString({ kind, ...task })}`;
  return answer(service, { path, text, uploadMs: size / SLOWEST_UPLOAD, ...options });
}

/**
 * Whether it is no iterable of lines.
 * @param {Archive} archive
 * @returns {archive is string | Blob | Uint8Array<ArrayBuffer>}
 */
function isText(archive) {
  return typeof archive === "string" || archive instanceof Blob || ArrayBuffer.isView(archive);
}

/**
 * The fields that are given, lists separated by commas.
 * @param {object} fields
 */
function queryString(fields) {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}

/**
 * Lines of JSON as a file, which browsers may keep on disk.
 * @param {Iterable<JobLine> | AsyncIterable<JobLine>} lines
 */
async function gathered(lines) {
  const parts = [];
  let part = "";
  for await (const line of lines) {
    part += `${JSON.stringify(line)}\n`;
    if (part.length > PART_LENGTH) {
      parts.push(new Blob([part]));
      part = "";
    }
  }
  return new Blob([...parts, part]);
}

/** A name for a submission that no other has; `crypto` is missing in Node 18 and on pages without TLS. */
function randomKey() {
  return [1, 2, 3].map(() => Math.random().toString(36).slice(2)).join("");
}

/**
 * The most milliseconds of a review, which has two searches for each move: twice their time, as
 * they give way to others. Each move in a text has a character at least.
 * @param {Schemas["ReviewRequest"]} body
 */
function reviewMs({ moves, text, time_ms }) {
  const plies = Math.min(moves?.length ?? text?.length ?? 0, MAX_REVIEWED_PLIES);
  return 2 * plies * 2 * (time_ms ?? REVIEW_TIME_MS);
}

/**
 * The most milliseconds of a batch: twice the time of its searches, as they give way to others.
 * @param {{ positions: Schemas["NamedAnalysisRequest"][] }} body
 */
function batchMs({ positions }) {
  return 2 * positions.reduce((sum, { time_ms }) => sum + (time_ms ?? ASSUMED_TIME_MS), 0);
}

/**
 * @param {"analyses" | "reviews" | "jobs"} kind
 * @param {string} id
 */
function taskPath(kind, id) {
  return `/v1/${kind}/${encodeURIComponent(id)}`;
}

/** The origin of this module, or of the page for a module from a file or a bundle. */
function defaultUrl() {
  for (const base of [import.meta.url, globalThis.location?.href]) {
    if (base?.startsWith("http")) return new URL(base).origin;
  }
  throw new TypeError("connect: expected a url, got none");
}

/**
 * The JSON of the answer; undefined if it has no content.
 * @param {Service} service
 * @param {Call} call
 * @returns {Promise<any>}
 */
async function answer(service, call) {
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
 * @param {Service} service
 * @param {Call} call
 * @returns {AsyncGenerator<Analysis, void, void>}
 */
async function* analyses(service, call) {
  for await (const { analysis } of messages(service, call)) yield analysis;
}

/**
 * The messages of a stream, which ends with `final`. A `problem` is thrown.
 * @param {Service} service
 * @param {Call} call
 * @returns {AsyncGenerator<any, void, void>}
 */
async function* messages(service, call) {
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
async function* objects(service, call) {
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
function limited({ graceMs }, { timeMs = 0, uploadMs = 0, signal }) {
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
function pause(ms, signal) {
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
