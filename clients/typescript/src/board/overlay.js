// Arrows over the board.

import { svg } from "./dom.js";

/** In widths of a cell. */
const HEAD = 0.3;
const INSET = 0.12;

/**
 * A picture that covers a board of `columns` by `rows` cells.
 * @param {number} columns
 * @param {number} rows
 */
export function createOverlay(columns, rows) {
  return svg("svg", { class: "overlay", viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": true });
}

/**
 * An arrow through the centres of cells.
 * @param {{x: number, y: number}[]} cells
 * @param {"hint" | "threat"} kind
 */
export function arrow(cells, kind) {
  const points = cells.map(({ x, y }) => [x - 0.5, y - 0.5]);
  const [tip, before] = [points[points.length - 1], points[points.length - 2]];
  const angle = Math.atan2(tip[1] - before[1], tip[0] - before[0]);
  /** @param {number} length @param {number} turn */
  const back = (length, turn) => [tip[0] - length * Math.cos(angle + turn), tip[1] - length * Math.sin(angle + turn)];
  const end = back(INSET, 0);
  const shaft = [...points.slice(0, -1), back(INSET + HEAD * 0.6, 0)];
  const head = [end, back(INSET + HEAD, 0.45), back(INSET + HEAD, -0.45)];
  return svg("g", { class: `arrow ${kind}` },
    svg("polyline", { points: shaft.join(" ") }),
    svg("polygon", { points: head.join(" ") }));
}
