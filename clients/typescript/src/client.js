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

import { answer, messages, queryString } from "./client/transport.js";

export { cancelAnalysis, followAnalysis, getAnalysis, listAnalyses, startAnalysis } from "./client/background.js";
export { cancelReview, followReview, getReview, listReviews, startReview } from "./client/background.js";
export { cancelJob, followJob, getJob, jobParts, jobPrice, jobResults, listJobs, openJob } from "./client/jobs.js";
export { submitJob, uploadJob } from "./client/jobs.js";
export { BestmoveProblem } from "./client/transport.js";

/** The assumed limit of a search without one: the largest that services allow by default. */
const ASSUMED_TIME_MS = 10_000;
const REVIEW_TIME_MS = 100;
const MAX_REVIEWED_PLIES = 400;

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
  const call = { path, body, timeMs: body.time_ms ?? Infinity };
  for await (const { analysis } of messages(service, { ...call, ...options })) yield analysis;
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
 * The most milliseconds of a review: twice the time of its moves, as its searches give way to
 * others. Each move in a text has a character at least.
 * @param {Schemas["ReviewRequest"]} body
 */
function reviewMs({ moves, text, time_ms }) {
  const plies = Math.min(moves?.length ?? text?.length ?? 0, MAX_REVIEWED_PLIES);
  return 2 * plies * (time_ms ?? REVIEW_TIME_MS);
}

/**
 * The most milliseconds of a batch: twice the time of its searches, as they give way to others.
 * @param {{ positions: Schemas["NamedAnalysisRequest"][] }} body
 */
function batchMs({ positions }) {
  return 2 * positions.reduce((sum, { time_ms }) => sum + (time_ms ?? ASSUMED_TIME_MS), 0);
}

/** The origin of this module, or of the page for a module from a file or a bundle. */
function defaultUrl() {
  for (const base of [import.meta.url, globalThis.location?.href]) {
    if (base?.startsWith("http")) return new URL(base).origin;
  }
  throw new TypeError("connect: expected a url, got none");
}
