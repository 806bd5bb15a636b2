// Boards of positions: small ones in the nodes of a tree, a large one in the panel of a node.

import { svg } from "/board/dom.js";
import { drawPiece } from "/board/pieces.js";
import { html } from "../dom.js";

/** The widths of a board between which its pieces can be told apart, and no room is wasted; of a cell, at least. */
const WIDTHS = [18, 64];
const LEAST_CELL = 3;
/** The empty room beside a board. */
const MARGIN = 5;

/** The width of a board where nodes are so far apart; undefined if there is no room. */
export function widthWithin(gap, { columns }) {
  const least = Math.max(WIDTHS[0], columns * LEAST_CELL);
  return gap - MARGIN < least ? undefined : Math.min(gap - MARGIN, WIDTHS[1]);
}

/**
 * The small board of a position; undefined without a position, or if its notation is unknown.
 * @param {string | undefined} position
 * @param {object | undefined} board that of an entry of `GET /v1/games`
 * @param {number} width in pixels
 */
export function smallBoard(position, board, width) {
  const pieces = position && board && width && piecesOf(position, board);
  return pieces ? drawing(pieces, board, width / board.columns) : undefined;
}

/** The pieces of a position by square, as in `W:W21,K22:B1`, or cell by cell from the top left. */
function piecesOf(position, { cells, pieces }) {
  const owners = [...new Set(pieces.map(({ owner }) => owner))];
  if (cells[0].square) {
    const [, ...sides] = position.split(":");
    return sides.flatMap((side) => side.slice(1).split(",").filter(Boolean).map((text) => ({
      cell: cells.find(({ square }) => square === Number(text.replace("K", ""))),
      owner: owners.find((owner) => owner[0] === side[0].toLowerCase()),
      kind: text.startsWith("K") ? "king" : "man",
    })));
  }
  const signs = position.split(" ")[0].match(/[XO.-]/g) ?? [];
  if (signs.length !== cells.length) return undefined;
  return signs.flatMap((sign, at) => ("XO".includes(sign) ? [{ cell: cells[at], owner: owners["XO".indexOf(sign)], kind: pieces[0].kind }] : []));
}

/** The board of a position for the panel, which the service draws. */
export function panelBoard(game, position) {
  const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  return html("img", { className: "panel-board", alt: position, onerror: ({ target }) => target.remove(), src: `/v1/${encodeURIComponent(game)}/board.svg?${new URLSearchParams({ position, theme })}` });
}

/** A board with its pieces; `size`: of a cell. */
function drawing(pieces, { columns, rows, cells, pieces: kinds }, size) {
  const sides = [...new Set(kinds.map(({ owner }) => owner))];
  const [width, height] = [columns * size, rows * size];
  const place = ({ x, y }) => ({ x: (x - 1) * size, y: (y - 1) * size });
  const squares = cells.map((cell) => `M${place(cell).x} ${place(cell).y}h${size}v${size}h${-size}z`).join("");
  const drawn = pieces.map(({ cell, ...piece }) => {
    const element = drawPiece(piece, sides);
    for (const [name, value] of Object.entries({ ...place(cell), width: size, height: size, class: `piece side-${sides.indexOf(piece.owner)}` })) element.setAttribute(name, value);
    return element;
  });
  return Object.assign(svg("g", { class: `board of-${sides.join("-")}` }, svg("rect", { class: "edge", width, height }), svg("path", { class: "cell", d: squares }), ...drawn), { size: { width, height } });
}
