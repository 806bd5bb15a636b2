// A board of cells, as in tic-tac-toe: a move occupies one of them.

import { html, svg, times } from "./dom.js";
import { enableArrowKeys } from "./roving-tabindex.js";

const CROSS = ["M22 22 78 78", "M78 22 22 78"];
const RING = ["M50 19a31 31 0 1 1-.01 0"];

/** The mark of a side: a cross for the first, a ring for the second. */
export function piece(first) {
  const strokes = (first ? CROSS : RING).map((d) => svg("path", { d, pathLength: 1 }));
  return svg("svg", { viewBox: "0 0 100 100", class: `mark ${first ? "first" : "second"}`, "aria-hidden": true }, ...strokes);
}

export function createBoard({ board: { columns, rows }, sides }, onmove) {
  const cells = times(columns * rows, (index) =>
    html("button", { type: "button", className: "cell", "data-cell": index + 1, onclick: () => play(index + 1) }));
  const element = html("div", { className: "board cells", role: "group", "aria-label": "Board" }, ...cells);
  element.style.setProperty("--columns", columns);
  enableArrowKeys(element, times(rows, (row) => cells.slice(row * columns, (row + 1) * columns)));

  let legal = new Map();

  function play(number) {
    if (legal.has(number)) onmove(legal.get(number));
  }

  function show(view) {
    legal = new Map(view.legal.map((move) => [move.cell, move]));
    const owners = new Map(view.pieces.map(({ cell, owner }) => [cell, owner]));
    const line = new Set(view.line.map(({ cell }) => cell));
    element.classList.toggle("won", line.size > 0);
    cells.forEach((cell, index) => {
      const number = index + 1;
      draw(cell, sides.indexOf(owners.get(number)));
      cell.ariaDisabled = !legal.has(number);
      cell.ariaLabel = label(number, owners.get(number), line.has(number));
      cell.classList.toggle("last", view.last?.cell === number);
      cell.classList.toggle("line", line.has(number));
      cell.classList.toggle("hint", view.hint?.cell === number);
    });
  }

  const label = (number, owner, inLine) =>
    `Cell ${number}, ${owner ?? "empty"}${inLine ? ", winning line" : ""}`;

  return { element, show };
}

/** Draws the mark of a side (-1: none) in a cell, unless it is drawn already. */
function draw(cell, side) {
  if (cell.dataset.side === String(side)) return;
  cell.dataset.side = side;
  cell.replaceChildren(...(side < 0 ? [] : [piece(side === 0)]));
}
