// Boards of positions: small ones in the nodes of a tree, any in the panel of a node.

import { svg } from "/board/dom.js";
import { drawPiece } from "/board/pieces.js";
import { html } from "../dom.js";

/** The most cells of a board in a node, and the size of a cell there, in pixels. */
const MOST_CELLS = 42;
const CELL = 27;

/** The letters of cells in positions that are written cell by cell from the top left; the sides by theirs. */
const CELLS = /[XO.]/g;

/**
 * The small board of a position; undefined if the board is too large, or written in another way.
 * @param {string | undefined} position
 * @param {object | undefined} board that of an entry of `GET /v1/games`
 */
export function smallBoard(position, board) {
  if (!position || !board || board.columns * board.rows > MOST_CELLS) return undefined;
  const cells = position.match(CELLS) ?? [];
  if (cells.length !== board.columns * board.rows) return undefined;
  const pieces = cells.flatMap((owner, at) => (owner === "." ? [] : [{ cell: board.cells[at], owner, kind: board.pieces[0].kind }]));
  return drawing(pieces, board, Math.min(CELL / 3, 36 / board.columns));
}

/** The board of a position for the panel, which the service draws. */
export function panelBoard(game, position) {
  const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  return html("img", { className: "panel-board", alt: position, onerror: ({ target }) => target.remove(), src: `/v1/${encodeURIComponent(game)}/board.svg?${new URLSearchParams({ position, theme })}` });
}

/** A board with its pieces; `size`: of a cell. */
function drawing(pieces, { columns, rows, cells, pieces: kinds }, size) {
  const sides = [...new Set(kinds.map(({ owner }) => owner))];
  const square = ({ x, y }) => ({ x: (x - 1) * size, y: (y - 1) * size, width: size, height: size });
  const drawn = pieces.map(({ cell, ...piece }) => {
    const element = drawPiece(piece, sides);
    for (const [name, value] of Object.entries({ ...square(cell), class: `piece side-${sides.indexOf(piece.owner)}` })) element.setAttribute(name, value);
    return element;
  });
  const squares = cells.map((cell) => svg("rect", { class: "cell", ...square(cell) }));
  return Object.assign(svg("g", { class: "board" }, ...squares, ...drawn), { size: { width: columns * size, height: rows * size } });
}
