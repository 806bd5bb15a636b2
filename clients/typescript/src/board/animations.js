// Animations of the last move. They run on top of the final state of the board, so they delay no input.

import { allowsMotion } from "./dom.js";

/** The time for one step of a piece. */
const STEP_MS = 170;

/** The time for a disc to fall by no row, and by each row. */
const FALL_MS = { base: 90, row: 55 };

/** The time for a disc to turn over, and until the next one of its line does. */
const TURN_MS = { turn: 220, next: 60 };

/** @param {Element} piece */
export function drawStrokes(piece) {
  if (!allowsMotion()) return;
  piece.querySelectorAll("path").forEach((path, index) => path.animate(
    { strokeDasharray: ["1 1", "1 1"], strokeDashoffset: [1, 0] },
    { duration: 220, delay: 140 * index, easing: "ease-out", fill: "backwards" }));
}

/** @param {Element} piece @param {number} rows the height of the fall, in rows */
export function fall(piece, rows) {
  if (!allowsMotion()) return;
  piece.animate(
    [
      { translate: `0 ${-118 * rows}%`, easing: "cubic-bezier(0.5, 0, 0.9, 0.6)" },
      { translate: "0 0", offset: 0.82, easing: "ease-out" },
      { translate: "0 -6%", offset: 0.91, easing: "ease-in" },
      { translate: "0 0" },
    ],
    { duration: FALL_MS.base + FALL_MS.row * rows });
}

/** Shakes a piece that cannot move. @param {Element} piece */
export function shake(piece) {
  if (!allowsMotion()) return;
  piece.animate({ translate: ["0 0", "-6% 0", "6% 0", "-4% 0", "3% 0", "0 0"] }, 320);
}

/** @param {Element} piece */
export function appear(piece) {
  if (!allowsMotion()) return;
  piece.animate({ opacity: [0, 1], scale: [0.6, 1] }, 150);
}

/**
 * Turns a disc over: one with the face before narrows to its edge, then the piece widens from it.
 * @param {Element} piece
 * @param {Element} ghost with the face before, which goes
 * @param {number} step its distance from the disc that was placed
 */
export function turnOver(piece, ghost, step) {
  if (!allowsMotion()) return ghost.remove();
  const timing = /** @type {const} */ ({ duration: TURN_MS.turn, delay: TURN_MS.next * step, fill: "backwards" });
  piece.animate({ scale: ["0 1", "0 1", "1 1"] }, timing);
  ghost.animate({ scale: ["1 1", "0 1", "0 1"] }, timing)
    .finished.finally(() => ghost.remove());
}

/** Moves a piece along the cells to its own. @param {Element} piece @param {Element[]} cells */
export function follow(piece, cells) {
  if (!allowsMotion()) return;
  const home = cells[cells.length - 1].getBoundingClientRect();
  const stops = cells.map((cell) => cell.getBoundingClientRect());
  const keyframes = stops.map(({ x, y }) => ({ translate: `${x - home.x}px ${y - home.y}px` }));
  piece.animate(keyframes, { duration: STEP_MS * (cells.length - 1), easing: "ease-in-out" });
}

/** Fades a captured piece as it is passed at the given step. @param {Element} ghost @param {number} step */
export function fade(ghost, step) {
  if (!allowsMotion()) return ghost.remove();
  ghost.animate({ opacity: 0, scale: 0.6 }, { duration: STEP_MS, delay: STEP_MS * (step + 0.5) })
    .finished.finally(() => ghost.remove());
}
