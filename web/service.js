// The service of this page, and its answers in this visit.
//
// A place is what a request says about a position: the game, the start of the game (undefined: the
// usual one) and the moves.

import * as client from "/client.js";
import { answer } from "./offline.js";

export { BestmoveProblem } from "/client.js";

const service = client.connect({ fetch: answer });

/** The answers that came with the page, by the paths of their requests. One that may have been kept asks the service. */
const first = navigator.serviceWorker?.controller ? {} : JSON.parse(document.getElementById("answers")?.textContent ?? "{}");

const positions = new Map();
const analyses = new Map();

const key = ({ game, start, moves }) => `${game}/${start ?? ""}/${moves.join(",")}`;
const body = ({ start, moves }) => (start === undefined ? { moves } : { position: start, moves });

/** The place of `node` in a game that began at `start`. */
export const placeOf = (game, start, node) => ({ game: game.id, start, moves: node.moves });

/** The games of the service that the page can show. */
export async function games() {
  const list = first["/v1/games"]?.games ?? await client.games(service);
  return list.filter(({ board }) => board.cells.length > 0);
}

/** The position with its legal moves; fetched once. */
export async function loadPosition(place, signal) {
  const name = key(place);
  const isStart = place.start === undefined && place.moves.length === 0;
  const known = positions.get(name) ?? (isStart ? first[`/v1/${place.game}/legal-moves`] : undefined);
  positions.set(name, known ?? await client.legalMoves(service, place.game, body(place), { signal }));
  return positions.get(name);
}

/** The position, if it is loaded. */
export const positionAt = (place) => positions.get(key(place));

/** The latest analysis of the position. */
export const analysisAt = (place) => analyses.get(key(place));

/** The move of an opponent, by default of full strength, and its line. At full strength it counts as an analysis until
 *  there is a fuller one. */
export async function bestMove(place, timeMs, signal, { level, seed } = {}) {
  const request = { ...body(place), time_ms: timeMs, level, seed };
  const answer = await client.bestMove(service, place.game, request, { signal });
  if (!(level < 10) && !analysisAt(place)) analyses.set(key(place), analysisOf(answer));
  return answer;
}

/** Analyses all moves of the position, and yields after each iteration. */
export async function* analyse(place, timeMs, signal) {
  const request = { ...body(place), lines: "all", time_ms: timeMs };
  for await (const analysis of client.streamAnalysis(service, place.game, request, { signal })) {
    analyses.set(key(place), { ...analysis, isWhole: analysis.stopped_by !== null, timeMs });
    yield analysis;
  }
}

/** The moves among `only`, each with its score. */
export function compare(place, only, timeMs, signal) {
  const request = { ...body(place), only, lines: only.length, time_ms: timeMs };
  return client.analyse(service, place.game, request, { signal });
}

/** Reviews a game; yields a message for each move, from the last to the first, then the numbers. */
export const review = (place, timeMs, signal) =>
  client.streamReview(service, place.game, { ...body(place), time_ms: timeMs }, { signal });

/** The nodes of each search of a job, where the game is not solved. */
const JOB_NODES = 20_000;

const reviewTask = (game) => ({ kind: "review", nodes: game.scores_all_moves ? undefined : JOB_NODES });

/** What it costs to review many games; nothing is started. */
export const reviewPrice = (game, places, signal) =>
  client.jobPrice(service, game.id, places.map(body), reviewTask(game), { signal });

/** Milliseconds after which a job has its first answers, unless it waits for others. */
const JOB_WAIT_MS = 5000;

/** Reviews many games in the background; yields an answer for each place, in their order. The job ends with the
 *  loop or the page. Calls `onwait` if it has to wait for others. */
export async function* reviewAll(game, places, signal, onwait) {
  // Not with the signal: a job that has begun must have its ID, to be cancelled.
  const { id, location: url } = await client.submitJob(service, game.id, places.map(body), reviewTask(game));
  const cancel = () => fetch(url, { method: "DELETE", keepalive: true }).catch(() => undefined);
  addEventListener("pagehide", cancel);
  const look = () => client.getJob(service, id, { signal }).then(({ state }) => state === "waiting" && onwait(), () => undefined);
  const timer = setTimeout(look, JOB_WAIT_MS);
  let isDone = false;
  try {
    yield* client.followJob(service, id, 0, { signal });
    isDone = true;
  } finally {
    clearTimeout(timer);
    removeEventListener("pagehide", cancel);
    if (!isDone) cancel();
  }
}

/** The games in a text, one after the other; those that cannot be read to their end have a problem. */
export const readGames = (game, text, signal) => client.convertAll(service, game, text, { signal });

/** The game so far in every notation. */
export const writeGame = (place, signal) => client.convert(service, place.game, body(place), { signal });

/** The line to `end` in every notation, with tags and comments where PDN can have them. */
export async function writeRecord(place, end, tags, signal) {
  const comments = [end.root, ...end.line].map(({ comment }) => (comment ? `{${comment}}` : ""));
  if (tags.length > 0 || comments.some(Boolean)) {
    const all = place.start ? [...tags, { name: "FEN", value: place.start }] : tags;
    const head = all.map(({ name, value }) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]`);
    const moves = ["", ...place.moves].map((move, index) => `${move} ${comments[index]}`);
    try {
      const text = [...head, ...moves].join("\n");
      return await client.convert(service, place.game, { text, strict: true }, { signal });
    } catch (problem) {
      if (!(problem instanceof client.BestmoveProblem)) throw problem;
    }
  }
  return writeGame(place, signal);
}

/** The position with these pieces, in every notation. */
export const writePieces = (game, pieces, toMove, signal) =>
  client.convert(service, game, { pieces, to_move: toMove }, { signal });

/** A best move as an analysis of one line. */
function analysisOf({ best_move: move, score, bound, principal_variation, reason, ...rest }) {
  const lines = move === null ? [] : [{ move, score, bound, principal_variation, reason }];
  return { ...rest, lines, isWhole: false };
}

/** Resolves when the page is on show, also after it was in the browser's back-forward cache. */
let onShow;
addEventListener("pagehide", () => {
  onShow = new Promise((resolve) => addEventListener("pageshow", resolve, { once: true }));
});

/** Requests of which only the latest matter. */
export class Latest {
  #running = new AbortController();

  /** Aborts the work before, and does `work` with a signal of its own; again, if the page was left meanwhile.
   *  Returns the problem of a refused request; undefined if there is none, or if the work was aborted. */
  async run(work) {
    this.abort();
    this.#running = new AbortController();
    const { signal } = this.#running;
    try {
      await work(signal);
      return undefined;
    } catch (error) {
      if (error.name === "AbortError") await onShow;
      if (signal.aborted) return undefined;
      if (error.name === "AbortError") return this.run(work);
      if (!(error instanceof client.BestmoveProblem)) throw error;
      return error;
    }
  }

  abort() {
    this.#running.abort();
  }
}
