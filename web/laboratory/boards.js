// Boards of positions: small ones in the nodes of a tree, any in the panel of a node.

import { svg } from "/board/dom.js";
import { get } from "./service.js";

/** The most cells of a board in a node, and the sizes of a cell there and in the panel, in pixels. */
const MOST_CELLS = 42;
const CELL = 27;
const PANEL = 168;

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

/** The board of a position for the panel; the service is asked where the text does not tell the cells. */
export async function panelBoard(game, position, board) {
  const { pieces } = await get(`/v1/${encodeURIComponent(game)}/legal-moves?${new URLSearchParams({ position })}`);
  const placed = pieces.map(({ owner, kind, ...place }) => ({ owner, kind, cell: board.cells.find((cell) => Object.entries(place).every(([name, value]) => cell[name] === value)) }));
  const element = drawing(placed, board, PANEL / Math.max(board.columns, board.rows));
  const { width, height } = element.size;
  return svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, class: "panel-board", role: "img", "aria-label": position }, element);
}

/** A board with its pieces; `size`: of a cell. Kings have a ring. */
function drawing(pieces, { columns, rows, cells, pieces: kinds }, size) {
  const sides = [...new Set(kinds.map(({ owner }) => owner))];
  const at = ({ x, y }) => [(x - 0.5) * size, (y - 0.5) * size];
  const squares = cells.map(({ x, y }) => svg("rect", { class: "cell", x: (x - 1) * size, y: (y - 1) * size, width: size, height: size }));
  const marks = pieces.flatMap(({ cell, owner, kind }) => {
    const [[x, y], side] = [at(cell), sides.indexOf(owner)];
    const r = 0.34 * size;
    const name = `piece side-${side}`;
    if (kind === "mark" && side === 0) return [svg("path", { class: `${name} cross`, d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}` })];
    return [svg("circle", { class: name, cx: x, cy: y, r }), ...(kind === "king" ? [svg("circle", { class: `${name} king`, cx: x, cy: y, r: r / 2 })] : [])];
  });
  return Object.assign(svg("g", { class: "board" }, ...squares, ...marks), { size: { width: columns * size, height: rows * size } });
}
