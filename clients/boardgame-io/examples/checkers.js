// English draughts with the squares numbered from 1 to 32. Each jump of a capture is a move; the
// turn ends when the piece cannot jump again.

// In a copy: "boardgame.io/core" with a bundler, "boardgame.io/dist/cjs/core.js" in Node.
import { INVALID_MOVE } from "#boardgame.io/core";

/** @import { Game } from "boardgame.io" */

/** @typedef {{ player: string, king: boolean }} Piece */

/**
 * @typedef {object} State
 * @property {(Piece | null)[]} squares By their numbers; 0 is unused.
 * @property {string[]} moves The notation of the finished moves.
 * @property {number[]} path The squares of an unfinished capture.
 * @property {number} quiet Plies without a capture or a man's move.
 */

/** @typedef {{ from: number, to: number, captured?: number }} Step */

const NO_PROGRESS_LIMIT = 80;

/** @type {Game<State>} */
export const Checkers = {
  name: "checkers",
  setup: () => ({ squares: Array.from({ length: 33 }, (_, i) => setUp(i)), moves: [], path: [], quiet: 0 }),
  moves: {
    movePiece: ({ G, playerID, events }, /** @type {number} */ from, /** @type {number} */ to) => {
      const step = steps(G, playerID).find((step) => step.from === from && step.to === to);
      if (!step) return INVALID_MOVE;
      if (move(G, step)) events.endTurn();
    },
  },
  turn: {
    onBegin: ({ G, ctx, events }) => {
      const winner = ctx.currentPlayer === "0" ? "1" : "0";
      if (steps(G, ctx.currentPlayer).length === 0) events.endGame({ winner });
      else if (G.quiet >= NO_PROGRESS_LIMIT) events.endGame({ draw: true });
    },
  },
  ai: {
    enumerate: (G, _, playerID) =>
      steps(G, playerID).map(({ from, to }) => ({ move: "movePiece", args: [from, to] })),
  },
};

/**
 * The legal steps of a player: jumps if there are any.
 * @param {State} G
 * @param {string} player
 */
export function steps({ squares, path }, player) {
  const own = squares.flatMap((piece, square) => (piece?.player === player ? square : []));
  const jumps = (path.length > 0 ? path.slice(-1) : own).flatMap((from) => jumpsFrom(squares, from));
  return jumps.length > 0 || path.length > 0 ? jumps : own.flatMap((from) => slides(squares, from));
}

/**
 * Makes the step; returns whether the turn is over.
 * @param {State} G
 * @param {Step} step
 */
export function move(G, { from, to, captured }) {
  const { squares } = G;
  const piece = /** @type {Piece} */ (squares[from]);
  const crowned = !piece.king && coordinates(to).row === (piece.player === "0" ? 7 : 0);
  squares[from] = null;
  squares[to] = { ...piece, king: piece.king || crowned };
  if (captured) squares[captured] = null;
  G.path = [...(G.path.length > 0 ? G.path : [from]), to];
  if (captured && !crowned && jumpsFrom(squares, to).length > 0) return false;
  G.moves.push(G.path.join(captured ? "x" : "-"));
  G.quiet = captured || !piece.king ? 0 : G.quiet + 1;
  G.path = [];
  return true;
}

/**
 * @param {State["squares"]} squares
 * @param {number} from
 * @returns {Step[]}
 */
function slides(squares, from) {
  return neighbours(squares, from, 1).flatMap((to) => (squares[to] === null ? { from, to } : []));
}

/**
 * @param {State["squares"]} squares
 * @param {number} from
 * @returns {Step[]}
 */
function jumpsFrom(squares, from) {
  const near = neighbours(squares, from, 1);
  return neighbours(squares, from, 2).flatMap((to, i) => {
    const victim = squares[near[i]];
    const isJump = victim && victim.player !== squares[from]?.player && squares[to] === null;
    return isJump ? { from, to, captured: near[i] } : [];
  });
}

/**
 * The squares at that distance in the directions of the piece; -1 beyond the board.
 * @param {State["squares"]} squares
 * @param {number} from
 * @param {number} distance
 */
function neighbours(squares, from, distance) {
  const { player, king } = /** @type {Piece} */ (squares[from]);
  const forwards = player === "0" ? 1 : -1;
  const { row, column } = coordinates(from);
  return (king ? [1, -1] : [forwards]).flatMap((down) =>
    [-1, 1].map((right) => number(row + down * distance, column + right * distance)));
}

/** @param {number} square */
function coordinates(square) {
  const row = Math.floor((square - 1) / 4);
  return { row, column: 2 * ((square - 1) % 4) + (row % 2 === 0 ? 1 : 0) };
}

/**
 * @param {number} row
 * @param {number} column
 */
function number(row, column) {
  const isOnBoard = row >= 0 && row < 8 && column >= 0 && column < 8;
  return isOnBoard ? row * 4 + Math.floor(column / 2) + 1 : -1;
}

/**
 * @param {number} square
 * @returns {Piece | null}
 */
function setUp(square) {
  if (square === 0 || (square > 12 && square < 21)) return null;
  return { player: square <= 12 ? "0" : "1", king: false };
}
