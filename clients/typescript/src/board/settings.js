// The attributes of the element.

/** The attributes that choose the game that is played; the others take effect while it is played. */
export const GAME_ATTRIBUTES = ["game", "moves", "position", "side", "service", "engine"];
export const ATTRIBUTES = [...GAME_ATTRIBUTES, "level", "seed", "flipped", "scores", "time-ms", "lang"];

/** Sides besides those of the game: the person plays both, or watches the engine play both. */
const BOTH = "both";
const NONE = "none";
/** The engine that needs no service. */
const LOCAL = "local";

/**
 * @typedef {object} Settings
 * @property {import("../client.js").GameId} game
 * @property {string} [position]
 * @property {string} [side]
 * @property {string} [service]
 * @property {boolean} isLocal played by the engine in this browser
 * @property {typeof fetch} [fetch]
 * @property {number} level
 * @property {number} [seed]
 * @property {number} [timeMs]
 * @property {boolean} flipped
 * @property {boolean} scores
 */

/**
 * Throws a `RangeError` that names an attribute if that should be a number and is none.
 * @param {Element} element
 * @returns {Settings}
 */
export function readSettings(element) {
  const text = (/** @type {string} */ name) => readText(element, name);
  const number = (/** @type {string} */ name) => {
    if (text(name) === undefined) return undefined;
    if (Number.isFinite(Number(text(name)))) return Number(text(name));
    throw refused(name, "a number", `"${text(name)}"`);
  };
  const engine = text("engine");
  if (engine !== undefined && engine !== LOCAL) throw refused("engine", `"${LOCAL}"`, `"${engine}"`);
  return {
    game: /** @type {import("../client.js").GameId} */ (text("game") ?? ""),
    position: text("position"),
    side: text("side"),
    service: text("service"),
    isLocal: engine !== undefined,
    // With a level, the service chooses a seed: matches of full strength differ.
    level: number("level") ?? 10,
    seed: number("seed"),
    timeMs: number("time-ms"),
    flipped: element.hasAttribute("flipped"),
    scores: element.hasAttribute("scores"),
  };
}

/**
 * The refusal of an attribute.
 * @param {string} field
 * @param {string} expected
 * @param {string} got
 */
export const refused = (field, expected, got) =>
  Object.assign(new RangeError(`${field}: expected ${expected}, got ${got}`), { field, got });

/** The moves before the match. @param {Element} element @returns {string[]} */
export const readMoves = (element) => readText(element, "moves")?.split(/[\s,]+/) ?? [];

/** @param {Element} element @param {string} name */
const readText = (element, name) => element.getAttribute(name)?.trim() || undefined;

/**
 * The sides that the person plays, by the attribute `side`; the first side without it.
 * @param {string | undefined} side
 * @param {import("./types.js").Game} game
 * @returns {string[]}
 */
export function personsSides(side, { sides, display }) {
  const name = side?.toLowerCase();
  if (name === undefined) return [sides[0]];
  if (name === BOTH) return sides;
  if (name === NONE) return [];
  const found = sides.filter((id, index) => [id, display.sides[index]].some((other) => other.toLowerCase() === name));
  if (found.length > 0) return found;
  throw refused("side", `one of ${[...display.sides, BOTH, NONE].join(", ")}`, `"${side}"`);
}
