// The dark squares of a chequered board: a move takes a piece along a path of them.

import { allowsMotion, html, times } from "./dom.js";
import { selection } from "./path-selection.js";
import { drawPiece } from "./pieces.js";
import { enableArrowKeys } from "./roving-tabindex.js";

const STEP_MS = 170;

export function createBoard({ board: { columns, rows, cells }, sides }, onmove) {
  const squares = cells.map(({ square }) =>
    html("button", { type: "button", className: "square", "data-square": square, onclick: () => click(square) }));
  const squareAt = (number) => squares[number - 1];
  const element = html("div", { className: "board squares", role: "group", "aria-label": "Board" }, ...squares);
  element.style.setProperty("--columns", columns);
  squares.forEach(({ style }, index) => {
    style.gridRow = cells[index].y;
    style.gridColumn = cells[index].x;
  });
  enableArrowKeys(element, times(rows, (row) => squares.filter((_, index) => cells[index].y === row + 1)), isTurned);

  let legal = [];
  let clicked = [];
  let pieces = new Map();

  element.addEventListener("keydown", ({ key }) => key === "Escape" && select([]));

  /** Whether the second side is at the top. */
  function isTurned() {
    return element.classList.contains("turned");
  }

  function click(number) {
    const { played, path } = selection(legal, clicked).click(number);
    if (played) onmove(played);
    else select(path);
  }

  function select(path) {
    clicked = path;
    const { starts, targets } = selection(legal, clicked);
    squares.forEach((square, index) => {
      const number = index + 1;
      square.classList.toggle("movable", starts.has(number));
      square.classList.toggle("selected", clicked.includes(number));
      square.classList.toggle("target", targets.has(number));
      square.ariaDisabled = !starts.has(number) && !targets.has(number);
      square.ariaLabel = label(number, starts.has(number), targets.has(number));
    });
  }

  function label(number, isStart, isTarget) {
    const found = pieces.get(number);
    const name = found ? `${found.owner} ${found.kind}` : "empty";
    const role = clicked.includes(number) ? ", selected" : isTarget ? ", can be moved to" : isStart ? ", can move" : "";
    return `Square ${number}, ${name}${role}`;
  }

  function show(view) {
    element.classList.toggle("turned", view.viewer === sides[0]);
    const before = pieces;
    pieces = new Map(view.pieces.map((piece) => [piece.square, piece]));
    squares.forEach((square, index) => draw(square, pieces.get(index + 1)));
    squares.forEach((square, index) => {
      square.classList.toggle("last", view.last?.path.includes(index + 1) ?? false);
      square.classList.toggle("hint", view.hint?.path.includes(index + 1) ?? false);
    });
    legal = view.legal;
    select([]);
    if (view.isNew && allowsMotion()) animateMove(view.last, before);
  }

  /** Animates the last move: the piece follows its path, and captured pieces fade as it passes. */
  function animateMove({ path, to, captured }, before) {
    const home = squareAt(to).getBoundingClientRect();
    const stops = path.map((number) => squareAt(number).getBoundingClientRect());
    const keyframes = stops.map(({ x, y }) => ({ translate: `${x - home.x}px ${y - home.y}px` }));
    squareAt(to).firstElementChild?.animate(keyframes, { duration: STEP_MS * (path.length - 1), easing: "ease-in-out" });
    captured.forEach((number, index) => fade(squareAt(number), before.get(number), STEP_MS * (index + 0.5)));
  }

  function fade(square, captured, delay) {
    if (!captured) return;
    const ghost = drawn(captured);
    square.append(ghost);
    ghost.animate({ opacity: 0, scale: 0.6 }, { duration: STEP_MS, delay }).finished.finally(() => ghost.remove());
  }

  /** Draws a piece (undefined: none) on a square, unless it is drawn already. */
  function draw(square, piece) {
    const name = piece ? `${piece.owner} ${piece.kind}` : "";
    if (square.dataset.piece === name) return;
    square.dataset.piece = name;
    square.replaceChildren(...(piece ? [drawn(piece)] : []));
  }

  const drawn = ({ kind, owner }) => drawPiece(kind, owner === sides[0]);

  return { element, show };
}
