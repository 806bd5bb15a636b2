// Client of the service's HTTP API. All errors are thrown as a Problem, except the AbortError of
// a request that the page has cancelled.

/** A problem document (RFC 9457), or a failure to get an answer. */
export class Problem extends Error {
  /** @param {{title: string, detail?: string, status?: number, request_id?: string}} body */
  constructor({ title, detail = "", status = 0, request_id = "" }, retryAfter = 0) {
    super(title);
    Object.assign(this, { title, detail, status, requestId: request_id, retryAfter });
  }

  /** Whether the same request can never succeed. */
  get isPermanent() {
    return this.status >= 400 && this.status < 500;
  }
}

/** The games of the service, with everything needed before the first move. */
export async function games(signal) {
  return (await call("/v1/games", { signal })).games;
}

/** The position after `moves`, with its legal moves. */
export function legalMoves(game, moves, signal) {
  return post(`/v1/${game}/legal-moves`, { moves }, signal);
}

/** The best move after `moves`, within `timeMs` milliseconds. */
export function bestMove(game, moves, timeMs, signal) {
  return post(`/v1/${game}/best-move`, { moves, time_ms: timeMs }, signal);
}

/** The move of an opponent of that level after `moves`. */
export function opponentMove(game, moves, timeMs, { level, seed }, signal) {
  return post(`/v1/${game}/best-move`, { moves, time_ms: timeMs, level, seed }, signal);
}

function post(path, body, signal) {
  const headers = { "content-type": "application/json" };
  return call(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

async function call(path, options) {
  const response = await send(path, options);
  if (response.ok) return response.json();
  throw new Problem(await problemBody(response), Number(response.headers.get("retry-after")) || 0);
}

async function send(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({ title: "Cannot reach the service", detail: "Is it running?" });
  }
}

async function problemBody(response) {
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json");
  return isProblem ? response.json() : { title: `The service answered ${response.status}`, status: response.status };
}
