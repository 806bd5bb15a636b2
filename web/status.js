// The players above the board, and the status line below it.

import { html, times } from "./dom.js";
import { describeOutcome, formatDuration, sideName } from "./format.js";
import { BOTH, FULL_STRENGTH } from "./match.js";
import { drawPiece } from "./pieces.js";

/** The two sides with their captured pieces. */
export function players(match) {
  const { game, position, startPieces, pieces } = match;
  const { sides, board, display } = game;
  const emblem = (index) =>
    drawPiece(board.pieces.find(({ owner }) => owner === sides[index])?.kind ?? "disc", index === 0);
  const lost = (side) => (pieces ? countPieces(startPieces, side) - countPieces(pieces, side) : 0);
  const toMove = position && !position.outcome ? position.to_move : undefined;
  return sides.map((side, index) => {
    const other = 1 - index;
    const captured = Math.max(lost(sides[other]), 0);
    return html("div", { className: side === toMove ? "player on" : "player" },
      emblem(index),
      html("span", {},
        html("strong", {}, display.sides[index]),
        html("small", {}, match.plays(side) ? "you" : engineName(match.level))),
      html("span", { className: "captured", role: "img", ariaLabel: `${captured} captured` },
        ...times(captured, () => emblem(other))));
  });
}

const engineName = (level) => (level === FULL_STRENGTH ? "bestmove" : `bestmove, level ${level}`);

const countPieces = (pieces = [], side) => pieces.filter(({ owner }) => owner === side).length;

/** The status of the game in a sentence. */
export function status({ phase, game, position, viewer, timeMs, seat }) {
  switch (phase) {
    case "failed": return "Stopped.";
    case "thinking": return `bestmove is thinking, for up to ${formatDuration(timeMs)}…`;
    case "over": return describeOutcome(position.outcome, game, viewer);
    default: return seat === BOTH ? `${sideName(position.to_move, game)} to move.` : "Your turn.";
  }
}
