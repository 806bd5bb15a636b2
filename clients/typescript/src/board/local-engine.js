// The engine in a web worker, in place of a service: loaded when the first element asks for it, and shared by all.

import { refused } from "./settings.js";

/** @typedef {() => Promise<typeof fetch>} Load */

/** The address of this module; bundlers would take `new URL(…, import.meta.url)` for an asset. */
const here = import.meta.url;

/** @type {Load} By default the engine that the service hands out beside this module. */
let load = async () => {
  const { href } = new URL("../local/src/local.js", here);
  const { localFetch } = await import(
    /* @vite-ignore */ /* webpackIgnore: true */ href
  );
  return localFetch();
};

/** @type {Promise<typeof fetch> | undefined} */
let loaded;

/** @param {Load} loader */
export function useLocalEngine(loader) {
  load = loader;
  loaded = undefined;
}

/** The `fetch` of the engine. Throws a `RangeError` if it cannot be loaded; the next call tries again. */
export async function localEngine() {
  try {
    // An element of the page exists before the module that chooses its engine has run.
    return await (loaded ??= Promise.resolve().then(() => load()));
  } catch (error) {
    loaded = undefined;
    const { message } = /** @type {Error} */ (error);
    throw refused("engine", '"bestmove-local/board" to be imported, or a service with the engine', message);
  }
}
