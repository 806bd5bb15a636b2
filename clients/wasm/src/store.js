// The files of the engines, kept in the browser's cache under names with a hash of their content.

import { files } from "../dist/files.js";
import { importFromNode } from "./node.js";

const CACHE = "bestmove-engine";
/** Where the keys of the cache begin: a bundler may move the files, or inline them. */
const KEYS = "/bestmove-engine/";

/** The games that have an engine. */
export const games = Object.keys(files).flatMap((name) => name.match(/^(.*)(?<!-review)\.wasm$/)?.[1] ?? []);

/**
 * The module that answers a request: some games have another one for reviews and conversions.
 * @param {string} game
 * @param {string} path
 */
export function moduleFor(game, path) {
  const other = `${game}-review.wasm`;
  return /(review(\/stream)?|convert)$/.test(path) && other in files ? other : `${game}.wasm`;
}

/**
 * The bytes of a game's module and data files, before compression. Throws a `TypeError` for an unknown game.
 * @param {string} game
 */
export function sizeOf(game) {
  return filesOf(game).reduce((sum, { size }) => sum + size, 0);
}

/**
 * True if the browser keeps all files of a game, so that it can be played without a network. Rejects with a
 * `TypeError` for an unknown game.
 * @param {string} game
 */
export async function isKept(game) {
  const expected = filesOf(game);
  const cache = await openCache();
  const found = await Promise.all(expected.map((file) => cache?.match(keyOf(file))));
  return found.every((response) => response !== undefined);
}

/** The games of which the browser keeps the module, of this version or an earlier one. */
export async function keptBefore() {
  const names = (await keptUrls()).map(nameOf);
  return games.filter((game) => names.some((name) => name.replace(/-[0-9a-f]+[.]wasm$/, "") === game));
}

/**
 * Fetches the files of a game that the browser does not keep, and deletes those of its earlier versions. Rejects
 * with a `TypeError` for an unknown game.
 * @param {string} game
 */
export async function keep(game) {
  for (const { name } of filesOf(game)) await fetchFile(name);
  const cache = await openCache();
  if (!cache) return;
  const current = new Set(filesOf(game).map((file) => keyOf(file).href));
  for (const url of await keptUrls()) {
    if (nameOf(url).startsWith(game) && !current.has(url)) await cache.delete(url);
  }
}

/**
 * The content of a file, from the cache if it is there.
 * @param {string} name
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function fetchFile(name) {
  const file = /** @type {File} */ (files[name]);
  const url = urlOf(file);
  if (url.protocol === "file:") {
    const { readFile } = await importFromNode("node:fs/promises");
    return new Uint8Array(await readFile(url));
  }
  const cache = await openCache();
  let response = await cache?.match(keyOf(file));
  if (!response) {
    response = await fetch(url, { cache: "force-cache" });
    if (!response.ok) throw new TypeError(`${url}: expected the file, got status ${response.status}`);
    if (cache) await check(file, await response.clone().arrayBuffer());
    await cache?.put(keyOf(file), response.clone()).catch(() => undefined);
  }
  return new Uint8Array(await response.arrayBuffer());
}

/** @typedef {{ path: string, size: number }} File */

/** @param {string} game */
function filesOf(game) {
  if (!games.includes(game)) {
    throw new TypeError(`game: expected one of ${games.join(", ")}, got ${JSON.stringify(game)}`);
  }
  return Object.entries(files).flatMap(([name, file]) => (name.startsWith(game) ? { name, ...file } : []));
}

/** @param {File} file */
function urlOf({ path }) {
  return new URL(`../dist/${path}`, import.meta.url);
}

/**
 * The key of a file in the cache.
 * @param {File} file
 */
function keyOf({ path }) {
  return new URL(KEYS + path, location.origin);
}

/** @param {string} url */
function nameOf(url) {
  return url.slice(url.lastIndexOf("/") + 1);
}

async function keptUrls() {
  return ((await (await openCache())?.keys()) ?? []).map(({ url }) => url);
}

/**
 * Throws if the content is not that of the file, whose name has the beginning of its hash.
 * @param {File} file
 * @param {ArrayBuffer} content
 */
async function check({ path }, content) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  const hash = Array.from(digest.slice(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!path.includes(`-${hash}.`)) throw new TypeError(`${path}: expected the file, got another with the hash ${hash}`);
}

/** The cache; undefined where there is none, as in Node, in Deno and on pages without HTTPS. */
async function openCache() {
  // Deno has a cache, but no origin for its keys.
  if (globalThis.location) return globalThis.caches?.open(CACHE).catch(() => undefined);
}
