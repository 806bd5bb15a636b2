// Analyses and reviews of up to ten minutes, which outlive the call.

/** @import { Analysis, BackgroundAnalysis, BackgroundAnalysisSummary, BackgroundReview, BackgroundReviewSummary, Options, ReviewMessage, Schemas, Service } from "../client.js" */

import { answer, messages } from "./transport.js";

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
  const call = { path: `${taskPath("analyses", id)}/events`, timeMs: Infinity };
  for await (const { analysis } of messages(service, { ...call, ...options })) yield analysis;
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
 * @param {"analyses" | "reviews"} kind
 * @param {string} id
 */
function taskPath(kind, id) {
  return `/v1/${kind}/${encodeURIComponent(id)}`;
}
