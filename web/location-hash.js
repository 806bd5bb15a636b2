// A game in the fragment of the page's URL, for sharing and bookmarks:
// #checkers/11-15,23-19(22-18)?at=1&level=3&seed=7&flipped

import { readMoves, readPlace, writeMoves, writePlace } from "./game-tree.js";

/** The level of full strength. */
export const FULL_STRENGTH = 10;

/** The game's ID, the tree, the place in it and the settings in the fragment, if they are there. */
export function read() {
  const [path, query] = splitOnce(location.hash.slice(1), "?");
  const [id, moves] = splitOnce(decoded(path), "/");
  const parameters = new URLSearchParams(query);
  const root = readMoves(moves);
  const at = parameters.get("at");
  return {
    id,
    root,
    node: at === null ? root.end : readPlace(root, at),
    start: parameters.get("position") ?? undefined,
    seat: parameters.get("seat") ?? undefined,
    flipped: parameters.has("flipped"),
    level: wholeNumber(parameters.get("level"), 1, FULL_STRENGTH),
    seed: wholeNumber(parameters.get("seed"), 0, Number.MAX_SAFE_INTEGER),
  };
}

/** The fragment of a game. */
function fragmentOf({ game, root, node, start, seat, flipped, level, seed }) {
  const moves = writeMoves(root);
  const parameters = new URLSearchParams();
  if (start) parameters.set("position", start);
  if (node !== root.end) parameters.set("at", writePlace(node));
  if (seat !== game.sides[0]) parameters.set("seat", seat);
  if (level !== FULL_STRENGTH) {
    parameters.set("level", level);
    parameters.set("seed", seed);
  }
  const query = parameters.toString() + (flipped ? `${parameters.size > 0 ? "&" : ""}flipped` : "");
  return `#${game.id}${moves && `/${moves}`}${query && `?${query}`}`;
}

/** Puts a game into the URL: as a new entry of the history, or in place of the current one. The state of
 *  an entry is the ID of its session. */
export function write(session, isNewEntry) {
  const fragment = fragmentOf(session);
  if (location.hash === fragment && history.state === session.id) return;
  if (isNewEntry && location.hash !== fragment) history.pushState(session.id, "", fragment);
  else history.replaceState(session.id, "", fragment);
}

/** Some programs encode a copied URL. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The parts of `text` before and after the first `sign`. */
function splitOnce(text, sign) {
  const at = text.indexOf(sign);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function wholeNumber(text, least, most) {
  const number = Number(text ?? NaN);
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined;
}
