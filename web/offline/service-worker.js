// The service worker: keeps the files of the page for visits without a network. /service-worker.js names the
// release and its files. It never touches requests to the API.

const NAME = "bestmove-page";
const CACHE = `${NAME}-${RELEASE}`;

/** The time for the beginning of an answer, after which the kept file is the answer. */
const NETWORK_TIMEOUT_MS = 4000;

/**
 * The pages, by client ID: true for those that came from the cache. All their files come from there, so that
 * none mixes two releases.
 */
const isCached = new Map();
/** Workers are as the last page. Once the browser has ended this worker, all ask the service first. */
let isLastCached = false;

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(precache());
});

addEventListener("activate", (event) => event.waitUntil(deleteOldCaches().then(() => clients.claim())));

addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  const isKept = origin === location.origin && FILES.includes(pathname);
  if (isKept && event.request.method === "GET") event.respondWith(answer(event, pathname));
});

/** Keeps all files, unless they are not all of this release: then the browser tries again later. */
async function precache() {
  const answers = await Promise.all(FILES.map((url) => fetch(url, { cache: "no-cache" })));
  const bodies = await Promise.all(answers.map((answer) => answer.clone().arrayBuffer()));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await new Blob(bodies).arrayBuffer()));
  const release = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (release !== RELEASE) throw new Error(`expected the files of ${RELEASE}, got ${release}`);
  const cache = await caches.open(CACHE);
  await Promise.all(FILES.map((url, index) => cache.put(url, answers[index])));
}

async function deleteOldCaches() {
  const names = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== CACHE);
  return Promise.all(names.map((name) => caches.delete(name)));
}

/** The answer of the service, so that a new release shows at once, or else the kept file. */
async function answer({ request, clientId, resultingClientId }, url) {
  const isVisit = request.mode === "navigate";
  const fromCache = !isVisit && (isCached.get(clientId) ?? isLastCached);
  const fresh = fromCache ? undefined : await ask(request).catch(() => undefined);
  const isFresh = fresh?.status < 500;
  if (isVisit) {
    isLastCached = !isFresh;
    isCached.set(resultingClientId, isLastCached);
  }
  if (isFresh) return fresh;
  const cache = await caches.open(CACHE);
  return (await cache.match(url)) ?? Response.error();
}

async function ask(request) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), NETWORK_TIMEOUT_MS);
  return fetch(request, { signal: controller.signal }).finally(() => clearTimeout(timer));
}
