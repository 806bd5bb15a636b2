// Columns that fill from the bottom, as in connect four: a move names one of them.

import { html, times } from "./dom.js";
import { rove } from "./roving.js";

/** The disc of a side. */
export const piece = (first) =>
  html("span", { className: `disc ${first ? "first" : "second"}`, "aria-hidden": "true" });

export function createBoard({ board: { columns, rows }, sides, names }, pick) {
  const shafts = times(columns, (index) => createShaft(index + 1, rows, () => choose(index + 1)));
  const buttons = shafts.map(({ button }) => button);
  const element = html("div", { className: "board columns", role: "group", "aria-label": "Board" }, ...buttons);
  element.style.setProperty("--columns", columns);
  element.style.setProperty("--rows", rows);
  rove(element, [buttons]);
  element.addEventListener("keydown", ({ key }) => buttons[Number(key) - 1]?.focus());

  let legal = new Map();

  function choose(column) {
    if (legal.has(column)) pick(legal.get(column));
  }

  function show(view) {
    legal = new Map(view.legal.map((move) => [move.column, move]));
    const at = ({ column, row }) => shafts[column - 1].cells[row - 1];
    element.dataset.mover = sides.indexOf(view.toMove);
    element.classList.toggle("won", view.line.length > 0);
    shafts.forEach(({ button, cells }, index) => {
      const heap = [];
      for (const { column, row, owner } of view.pieces) {
        if (column === index + 1) heap[row - 1] = sides.indexOf(owner);
      }
      cells.forEach((cell, row) => draw(cell, heap[row] ?? -1));
      button.ariaDisabled = !legal.has(index + 1);
      button.ariaLabel = label(index + 1, heap);
    });
    legal.forEach((move) => at(move).classList.add("landing"));
    view.line.forEach((place) => at(place).classList.add("line"));
    if (view.last) at(view.last).classList.add("last");
    if (view.hint) at(view.hint).classList.add("hint");
  }

  function label(number, discs) {
    const heap = discs.map((side) => names[side]).join(", ");
    return `Column ${number}, ${heap ? `from the bottom ${heap}` : "empty"}`;
  }

  return { element, show };
}

/** A column as a button, with its cells from the bottom. */
function createShaft(number, rows, onclick) {
  const cells = times(rows, () => html("span", { className: "slot" }));
  const button = html("button", { type: "button", className: "column", "data-column": number, onclick },
    ...cells.toReversed(), html("span", { className: "plate" }));
  cells.forEach((cell, row) => cell.style.setProperty("--fall", rows - row));
  return { button, cells };
}

/** Puts the disc of a side (-1: none) into a cell and takes every highlight off it. */
function draw(cell, side) {
  cell.classList.remove("last", "line", "hint", "landing");
  if (cell.dataset.side === String(side)) return;
  cell.dataset.side = side;
  cell.replaceChildren(...(side < 0 ? [] : [piece(side === 0)]));
}
