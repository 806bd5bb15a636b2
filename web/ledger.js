// All that the service has said about the games of this visit, by game and moves.

import { bestMove, legalMoves } from "./api.js";

const listings = new Map();
const reports = new Map();

const key = (game, moves) => `${game}/${moves.join(",")}`;

/** What can be played after `moves`; asked for once. */
export async function listing(game, moves, signal) {
  const name = key(game, moves);
  if (!listings.has(name)) listings.set(name, await legalMoves(game, moves, signal));
  return listings.get(name);
}

/** What can be played after `moves`, if that is known already. */
export const knownListing = (game, moves) => listings.get(key(game, moves));

/** Asks for the best move after `moves`. A later answer replaces an earlier one. */
export async function report(game, moves, timeMs, signal) {
  const answer = await bestMove(game, moves, timeMs, signal);
  reports.set(key(game, moves), { ...answer, moves: [...moves] });
  return answer;
}

/** How old a report may be, in plies: it still tells what to expect after a move of each side. */
const FRESH_PLIES = 2;

/** The latest report on the way to the position after `moves`, with the `moves` before it. */
export function knownReport(game, moves) {
  for (let back = 0; back <= Math.min(FRESH_PLIES, moves.length); back++) {
    const found = reports.get(key(game, moves.slice(0, moves.length - back)));
    if (found) return found;
  }
  return undefined;
}
