// The players beside the board, and the status line below it.

import { drawPiece } from "/board/pieces.js";
import { fill, html, times } from "./dom.js";
import { describeOutcome, formatClock, formatDuration } from "./format.js";
import { FULL_STRENGTH } from "./location-hash.js";
import { BOTH } from "./session.js";
import { sideName, word } from "./words.js";

/** Shows a player: name, seat, captured pieces, clock. */
export function showPlayer(element, session, index) {
  const { game, position, startPieces, pieces, outcome, clock } = session;
  const side = game.sides[index];
  const other = game.sides[1 - index];
  const lost = pieces ? countPieces(startPieces, other) - countPieces(pieces, other) : 0;
  const captured = Math.max(lost, 0);
  element.classList.toggle("on", position !== undefined && !outcome && position.to_move === side);
  fill(element,
    emblem(game, index),
    html("span", { className: "name" },
      html("strong", {}, sideName(side, game)),
      html("small", {}, playerName(session, side))),
    html("span", { className: "captured", role: "img", ariaLabel: word("captured", captured) },
      ...times(captured, () => emblem(game, 1 - index))),
    clock.isOn ? html("time", { className: "clock", role: "timer" }, formatClock(clock.left(index))) : undefined);
}

/** The first kind of piece of a side. */
function emblem({ sides, board }, index) {
  const kind = board.pieces.find(({ owner }) => owner === sides[index])?.kind ?? "disc";
  return html("span", { className: "emblem" }, drawPiece(kind, index === 0));
}

/** The player of a side: as recorded, the person, or the engine. */
function playerName(session, side) {
  const { record, seat, level } = session;
  const recorded = record?.tags.find(({ name }) => name.toLowerCase() === side.toLowerCase());
  if (recorded) return recorded.value;
  if (seat === BOTH) return word("player");
  return seat === side ? word("you") : engineName(level);
}

const engineName = (level) => (level === FULL_STRENGTH ? "bestmove" : word("engine_level", level));

const countPieces = (pieces = [], side) => pieces.filter(({ owner }) => owner === side).length;

/** The status of the game in a sentence. */
export function status({ phase, game, position, outcome, viewer, timeMs, level }) {
  switch (phase) {
    case "failed": return word("stopped");
    case "loading": return word("loading");
    case "thinking": return level === FULL_STRENGTH ? word("thinking_for", formatDuration(timeMs)) : word("thinking");
    case "over": return describeOutcome(outcome, game, viewer);
    default: return viewer === position.to_move ? word("your_turn") : word("to_move", sideName(position.to_move, game));
  }
}
