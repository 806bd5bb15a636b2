// Imports modules of Node so that bundlers for browsers leave them alone.

/**
 * @typedef {{
 *   "node:crypto": typeof import("node:crypto"),
 *   "node:fs/promises": typeof import("node:fs/promises"),
 *   "node:worker_threads": typeof import("node:worker_threads"),
 * }} NodeModules
 */

/**
 * @template {keyof NodeModules} Name
 * @param {Name} name
 * @returns {Promise<NodeModules[Name]>}
 */
export function importFromNode(name) {
  return import(
    /* @vite-ignore */ /* webpackIgnore: true */ name
  );
}
