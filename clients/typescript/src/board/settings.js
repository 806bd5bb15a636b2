// The attributes of the element.

/** The attributes that choose the game that is played; the others take effect while it is played. */
export const GAME_ATTRIBUTES = ["game", "moves", "position", "side", "service"];
export const ATTRIBUTES = [...GAME_ATTRIBUTES, "level", "seed", "flipped", "scores", "time-ms", "lang"];

/** Sides besides those of the game: the person plays both, or watches the engine play both. */
const BOTH = "both";
const NONE = "none";

/**
 * @typedef {object} Settings
 * @property {import("../client.js").GameId} game
 * @property {string[]} moves
 * @property {string} [position]
 * @property {string} [side]
 * @property {string} [service]
 * @property {number} [level]
 * @property {number} [seed]
 * @property {number} [timeMs]
 * @property {boolean} flipped
 * @property {boolean} scores
 */

/**
 * @param {Element} element
 * @returns {Settings}
 */
export function readSettings(element) {
  const text = (/** @type {string} */ name) => element.getAttribute(name)?.trim() || undefined;
  const number = (/** @type {string} */ name) => (text(name) === undefined ? undefined : Number(text(name)));
  return {
    game: /** @type {import("../client.js").GameId} */ (text("game") ?? ""),
    moves: text("moves")?.split(/[\s,]+/) ?? [],
    position: text("position"),
    side: text("side"),
    service: text("service"),
    level: number("level"),
    seed: number("seed"),
    timeMs: number("time-ms"),
    flipped: element.hasAttribute("flipped"),
    scores: element.hasAttribute("scores"),
  };
}

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
  throw new RangeError(`side: expected one of ${[...display.sides, BOTH, NONE].join(", ")}, got "${side}"`);
}
