// A board of columns that fill from the bottom, as in connect four: a move selects one of them.

import { html, times } from "./dom.js";
import { drawPiece } from "./pieces.js";
import { enableArrowKeys } from "./roving-tabindex.js";

export function createBoard({ board: { columns, rows }, sides, display }, onmove) {
  const parts = times(columns, (index) => createColumn(index + 1, rows, () => play(index + 1)));
  const buttons = parts.map(({ button }) => button);
  const element = html("div", { className: "board columns", role: "group", "aria-label": "Board" }, ...buttons);
  element.style.setProperty("--columns", columns);
  element.style.setProperty("--rows", rows);
  enableArrowKeys(element, [buttons]);
  element.addEventListener("keydown", ({ key }) => buttons[Number(key) - 1]?.focus());

  let legal = new Map();

  function play(column) {
    if (legal.has(column)) onmove(legal.get(column));
  }

  function show(view) {
    legal = new Map(view.legal.map((move) => [move.column, move]));
    const cellAt = ({ column, row }) => parts[column - 1].cells[row - 1];
    element.dataset.toMove = sides.indexOf(view.toMove);
    element.classList.toggle("won", view.line.length > 0);
    parts.forEach(({ button, cells }, index) => {
      const stack = [];
      for (const piece of view.pieces) {
        if (piece.column === index + 1) stack[piece.row - 1] = piece;
      }
      cells.forEach((cell, row) => draw(cell, stack[row]));
      button.ariaDisabled = !legal.has(index + 1);
      button.ariaLabel = label(index + 1, stack);
    });
    legal.forEach((move) => cellAt(move).classList.add("landing"));
    view.line.forEach((cell) => cellAt(cell).classList.add("line"));
    if (view.last) cellAt(view.last).classList.add("last");
    if (view.hint) cellAt(view.hint).classList.add("hint");
  }

  function label(number, discs) {
    const stack = discs.map(({ owner }) => display.sides[sides.indexOf(owner)]).join(", ");
    return `Column ${number}, ${stack ? `from the bottom ${stack}` : "empty"}`;
  }

  /** Draws a piece (undefined: none) in a cell and removes all highlights. */
  function draw(cell, piece) {
    cell.classList.remove("last", "line", "hint", "landing");
    const name = piece?.owner ?? "";
    if (cell.dataset.owner === name) return;
    cell.dataset.owner = name;
    cell.replaceChildren(...(piece ? [drawPiece(piece.kind, piece.owner === sides[0])] : []));
  }

  return { element, show };
}

/** A column as a button, and its cells from the bottom. */
function createColumn(number, rows, onclick) {
  const cells = times(rows, () => html("span", { className: "slot" }));
  const button = html("button", { type: "button", className: "column", "data-column": number, onclick },
    ...cells.toReversed(), html("span", { className: "plate" }));
  cells.forEach((cell, row) => cell.style.setProperty("--fall", rows - row));
  return { button, cells };
}

