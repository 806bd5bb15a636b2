// A game in the fragment of the page's URL, for sharing and bookmarks: #checkers/11-15,23-19?level=3&seed=7

import { FULL_STRENGTH } from "./match.js";

/** The game's ID, the moves, and the opponent's level and seed in the fragment, if they are there. */
export function read() {
  const [path, query] = location.hash.slice(1).split("?");
  const [id, moves = ""] = path.split("/");
  const parameters = new URLSearchParams(query);
  return {
    id,
    moves: moves.split(",").filter(Boolean),
    level: wholeNumber(parameters.get("level"), 1, FULL_STRENGTH),
    seed: wholeNumber(parameters.get("seed"), 0, Number.MAX_SAFE_INTEGER),
  };
}

/** Puts a game into the fragment. */
export function write({ id, moves, level, seed }) {
  const path = moves.length > 0 ? `#${id}/${moves.join(",")}` : `#${id}`;
  const fragment = level === FULL_STRENGTH ? path : `${path}?level=${level}&seed=${seed}`;
  if (location.hash !== fragment) history.replaceState(null, "", fragment);
}

function wholeNumber(text, least, most) {
  const number = Number(text ?? NaN);
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined;
}
