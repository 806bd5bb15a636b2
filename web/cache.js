// Answers of the service in this visit, by game and moves.

import { bestMove, legalMoves } from "./api.js";

const positions = new Map();
const analyses = new Map();

const key = (game, moves) => `${game}/${moves.join(",")}`;

/** The position after `moves`, with its legal moves; fetched once. */
export async function loadPosition(game, moves, signal) {
  const name = key(game, moves);
  if (!positions.has(name)) positions.set(name, await legalMoves(game, moves, signal));
  return positions.get(name);
}

/** The position after `moves`, if it is loaded. */
export const cachedPosition = (game, moves) => positions.get(key(game, moves));

/** Analyses the position after `moves`. The result replaces an earlier one. */
export async function analyse(game, moves, timeMs, signal) {
  const answer = await bestMove(game, moves, timeMs, signal);
  analyses.set(key(game, moves), { ...answer, moves: [...moves] });
  return answer;
}

/** The most plies since an analysis that is still shown: one move of each side. */
const MAX_AGE_PLIES = 2;

/** The latest analysis on the way to the position after `moves`, with the `moves` before it. */
export function cachedAnalysis(game, moves) {
  for (let back = 0; back <= Math.min(MAX_AGE_PLIES, moves.length); back++) {
    const found = analyses.get(key(game, moves.slice(0, moves.length - back)));
    if (found) return found;
  }
  return undefined;
}
