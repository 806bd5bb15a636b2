// Around the board: who plays, whose turn it is, how the game stands.

import { html, times } from "./dom.js";
import { duration, outcome } from "./words.js";
import { BOTH } from "./match.js";

/** The two sides, with what each has captured of the other. */
export function players(match) {
  const { game, listing, startPieces, pieces } = match;
  const { look, sides, names } = game;
  const lost = (side) => (pieces ? count(startPieces, side) - count(pieces, side) : 0);
  const mover = listing && !listing.outcome ? listing.to_move : undefined;
  return sides.map((side, index) => {
    const other = 1 - index;
    const captured = Math.max(lost(sides[other]), 0);
    return html("div", { className: side === mover ? "player on" : "player" },
      look.piece(index === 0),
      html("span", {},
        html("strong", {}, names[index]),
        html("small", {}, match.plays(side) ? "you" : "bestmove")),
      html("span", { className: "captured", role: "img", ariaLabel: `${captured} captured` },
        ...times(captured, () => look.piece(index === 1))));
  });
}

const count = (pieces = [], side) => pieces.filter(({ owner }) => owner === side).length;

/** How the game stands, in a sentence. */
export function status({ phase, game, listing, viewer, timeMs, seat }) {
  switch (phase) {
    case "failed": return "Stopped.";
    case "thinking": return `bestmove thinks, for ${duration(timeMs)} at most…`;
    case "over": return outcome(listing.outcome, game, viewer);
    default: return seat === BOTH ? `${game.names[game.sides.indexOf(listing.to_move)]} to move.` : "Your turn.";
  }
}
