// The cells of a board: their order on the screen, their keys and coordinates.

/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {{cell: Cell, x: number, y: number}} PlacedCell a cell, and its place on the screen */

/** True if a move follows a path of squares, on boards of this style. @param {string} style */
export const hasPaths = (style) => style === "chequered" || style === "squares";

/**
 * The names of the coordinates of a cell, such as column and row.
 * @param {Cell} cell
 */
const coordinateNames = ({ x, y, label, ...coordinates }) => Object.keys(coordinates);

/**
 * The coordinates of a cell, as moves and pieces have them.
 * @param {Cell} cell
 */
export const coordinates = ({ x, y, label, ...rest }) => rest;

/**
 * A function from anything with the coordinates of a cell to the key of the cell. The key of a place without
 * them is that of no cell.
 * @param {Cell[]} cells
 * @returns {(place: Record<string, any>) => string}
 */
export function keyFunction(cells) {
  const names = coordinateNames(cells[0]);
  return (place) => names.map((name) => place[name]).join(",");
}

/**
 * The cells in rows from the top left of the screen. `turned` by 180 degrees, the last row comes first.
 * @param {import("./types.js").Game["board"]} board
 * @param {boolean} turned
 */
export function rowsOfCells({ columns, rows, cells }, turned) {
  const placed = cells.map((cell) => ({
    cell,
    x: turned ? columns + 1 - cell.x : cell.x,
    y: turned ? rows + 1 - cell.y : cell.y,
  }));
  placed.sort((a, b) => a.y - b.y || a.x - b.x);
  return Array.from({ length: rows }, (_, index) => placed.filter(({ y }) => y === index + 1))
    .filter((row) => row.length > 0);
}
