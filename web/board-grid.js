// A grid of cells, as in tic-tac-toe: a click on a cell plays the move there. Moves without a cell, such
// as a pass, are buttons below.

import { html, times } from "./dom.js";
import { drawPiece } from "./pieces.js";
import { enableArrowKeys } from "./roving-tabindex.js";

export function createBoard({ board: { columns, rows, cells }, sides, display }, onmove) {
  const buttons = cells.map(({ x, y }, index) => {
    const onclick = () => moves[index] && onmove(moves[index]);
    const button = html("button", { type: "button", className: "cell", "data-cell": index + 1, onclick });
    button.style.gridArea = `${y} / ${x}`;
    return button;
  });
  const grid = html("div", { className: "board grid", role: "group", "aria-label": "Board" }, ...buttons);
  const otherMoves = html("div", { className: "other-moves" });
  grid.style.setProperty("--columns", columns);
  enableArrowKeys(grid, times(rows, (row) => buttons.filter((_, index) => cells[index].y === row + 1)));

  /** The legal move at each cell. */
  let moves = [];

  function show({ legal, pieces, line, last, hint }) {
    moves = cells.map((cell) => legal.find((move) => isAt(cell, move)));
    grid.classList.toggle("won", line.length > 0);
    cells.forEach((cell, index) => {
      const button = buttons[index];
      const piece = pieces.find((piece) => isAt(cell, piece));
      const isInLine = line.some((place) => isAt(cell, place));
      draw(button, piece, sides);
      button.ariaDisabled = !moves[index];
      button.ariaLabel = label(cell, piece, isInLine);
      button.classList.toggle("last", isAt(cell, last));
      button.classList.toggle("line", isInLine);
      button.classList.toggle("hint", isAt(cell, hint));
    });
    const others = legal.filter((move) => !moves.includes(move));
    otherMoves.replaceChildren(...others.map((move) =>
      html("button", { type: "button", onclick: () => onmove(move) }, move.notation)));
  }

  function label(cell, piece, isInLine) {
    const name = cell.label[0].toUpperCase() + cell.label.slice(1);
    const owner = piece ? display.sides[sides.indexOf(piece.owner)] : "empty";
    return `${name}, ${owner}${isInLine ? ", winning line" : ""}`;
  }

  return { element: html("div", {}, grid, otherMoves), show };
}

/** Whether a move, piece or place has the coordinates of the cell. */
const isAt = ({ x, y, label, ...coordinates }, place) =>
  Object.entries(coordinates).every(([name, value]) => place?.[name] === value);

/** Draws a piece (undefined: none) in a cell, unless it is drawn already. */
function draw(button, piece, sides) {
  const name = piece ? `${piece.owner} ${piece.kind}` : "";
  if (button.dataset.piece === name) return;
  button.dataset.piece = name;
  button.replaceChildren(...(piece ? [drawPiece(piece.kind, piece.owner === sides[0])] : []));
}
