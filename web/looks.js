// The look of each game, by its ID: board, names of the sides, name of the winning line, and unit of an
// estimated score. A new game needs an entry here.

import * as cells from "./board-cells.js";
import * as columns from "./board-columns.js";
import * as squares from "./board-squares.js";
import { formatSigned } from "./format.js";

const points = (estimate) => `${formatSigned(estimate)} points`;
const men = (estimate) => `${formatSigned(estimate / 100, 2)} men`;

export const looks = {
  "tic-tac-toe": { ...cells, names: { X: "X", O: "O" }, line: "three in a row", unit: points },
  "connect-four": { ...columns, names: { X: "Red", O: "Yellow" }, line: "four in a row", unit: points },
  "checkers": { ...squares, names: { black: "Black", white: "White" }, unit: men },
};
