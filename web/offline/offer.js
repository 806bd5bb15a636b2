// Play without a network: the service worker keeps the page, a cache of the engine's own the games. Each
// game is fetched once it has been played, or when the person asks for it.

import { BestmoveProblem } from "/client.js";
import { ENGINE_HEADER, equalGames, games, isKept, keep, keptBefore, localFirstFetch, sizeOf } from "/local/src/local.js";
import { button, html } from "../dom.js";
import { nameOf } from "../words.js";
import { word } from "./words.js";

/** The time from the beginning of a visit, or of a game, until its files are fetched. */
const DELAY_MS = 3000;
/** The time for the list of games, after which the service counts as out of reach. */
const NETWORK_TIMEOUT_MS = 4000;
/** Requests that are short enough to wait for each other. */
const SHORT = /\/(best-move|legal-moves)$/;

/** The type of the problem that a game is not there without a network. */
const NOT_KEPT = "/problems/not-kept";

/** The games that can be played without a network, and those that are fetched, were played, could not be kept. */
const kept = new Set();
const fetching = new Set();
const played = new Set();
const failed = new Set();
/** True while the service cannot be reached. */
let isOffline = !navigator.onLine;
/** True if the last move came from this browser. */
let isLocal = false;
let onchange = () => {};
let pageKept;

const registration = await navigator.serviceWorker.getRegistration();
const present = (await Promise.all(games.map(async (game) => ((await isKept(game)) ? game : [])))).flat();
if (registration?.active) present.forEach((game) => kept.add(game));
// Games that are kept in this visit are the engine's from the next one on.
const local = equalGames.filter((game) => present.includes(game));
const answerOnline = localFirstFetch({ games: local, isHeavy: (path) => !SHORT.test(path), remote: askService });
const answerOffline = localFirstFetch({ games, remote: askService });
setTimeout(keepUp, DELAY_MS);
addEventListener("offline", () => show(() => { isOffline = true; }));
addEventListener("online", () => show(() => { isOffline = false; }));

export function listen(listener) {
  onchange = listener;
  onchange();
}

export const place = () => (isOffline ? word("offline") : isLocal ? word("in_browser") : undefined);

export async function answer(input, init) {
  const [, , game, call] = new URL(input).pathname.split("/");
  const isMove = call === "best-move";
  if (isMove) keepLater(game);
  if (isMove && isOffline) askService(new URL("/v1/games", input)).catch(() => undefined);
  const ask = isOffline && kept.has(game) ? answerOffline : answerOnline;
  const response = await ask(input, init).catch((error) => {
    const isMissing = isOffline && call && !kept.has(game) && !init.signal?.aborted;
    throw isMissing ? new BestmoveProblem({ type: NOT_KEPT, detail: word("not_kept") }) : error;
  });
  if (isMove) show(() => { isLocal = response.headers.has(ENGINE_HEADER); });
  return response;
}

export function control(game) {
  const { id } = game;
  if (!games.includes(id)) return undefined;
  const text = (...words) => html("p", { className: "faint" }, word(...words));
  const offer = () => button(word("keep", nameOf(game.title), megabytes(id)), () => fetchGame(id, true), { id: "keep" });
  return html("div", { id: "offline", className: "row", role: "status" },
    isOffline ? text("is_offline") : undefined,
    failed.has(id) ? text("could_not_keep", nameOf(game.title)) : undefined,
    kept.has(id) ? text("kept", nameOf(game.title))
      : fetching.has(id) ? text("fetching", nameOf(game.title))
        : isOffline || (keepsByItself() && !failed.has(id)) ? undefined : offer());
}

function megabytes(game) {
  const size = sizeOf(game) / 1e6;
  return `${size.toLocaleString(document.documentElement.lang, { maximumSignificantDigits: 2 })}\u00a0MB`;
}

/** The answer of the service. An error of a proxy, which has no ID of a request, is none. */
async function askService(input, init = {}) {
  const isList = new URL(input).pathname === "/v1/games";
  const limits = [init.signal, isList && AbortSignal.timeout(NETWORK_TIMEOUT_MS)].filter(Boolean);
  try {
    // An answer from the browser's cache would say nothing about the network.
    const response = await fetch(input, { cache: "no-cache", ...init, signal: AbortSignal.any(limits) });
    const isFromProxy = response.status >= 502 && !response.headers.has("x-request-id");
    if (isFromProxy) throw new TypeError(`status ${response.status}`);
    show(() => { isOffline = false; });
    return response;
  } catch (error) {
    if (!init.signal?.aborted) show(() => { isOffline = true; });
    throw error;
  }
}

/** Keeps the page, and the current version of the games that were kept before. */
async function keepUp() {
  keepPage().catch(() => undefined);
  for (const game of await keptBefore()) await fetchGame(game);
}

/** Keeps the page, by the service worker. Rejects if it cannot be kept. */
function keepPage() {
  pageKept ??= (async () => {
    const { active, installing, waiting } = await navigator.serviceWorker.register("/service-worker.js");
    const worker = installing ?? waiting;
    if (active || !worker) return;
    await new Promise((resolve, reject) => worker.addEventListener("statechange", () => {
      if (worker.state === "activated") resolve();
      if (worker.state === "redundant") reject(new TypeError("the page could not be kept"));
    }));
  })();
  pageKept.catch(() => { pageKept = undefined; });
  return pageKept;
}

/** False if the person saves data: then a button keeps a game. */
const keepsByItself = () => !navigator.connection?.saveData;

/** Keeps a game that is played for the first time. */
function keepLater(game) {
  if (played.has(game) || !keepsByItself()) return;
  played.add(game);
  setTimeout(() => fetchGame(game), DELAY_MS);
}

async function fetchGame(game, isAsked = false) {
  if (!games.includes(game) || kept.has(game) || fetching.has(game)) return;
  show(() => fetching.add(game));
  // The browser may ask the person, who need not answer.
  if (isAsked) navigator.storage?.persist?.().catch(() => undefined);
  const isDone = await Promise.all([keepPage(), keep(game)]).then(() => isKept(game)).catch(() => false);
  show(() => {
    fetching.delete(game);
    failed.delete(game);
    if (isDone) kept.add(game);
    else failed.add(game);
  });
}

/** Makes a change of what this module shows. */
function show(change) {
  const state = () => JSON.stringify([isOffline, isLocal, ...[kept, fetching, failed].map((set) => [...set])]);
  const before = state();
  change();
  if (state() !== before) onchange();
}
