// The boards, by the style that the service names in a game's `display`.

import * as chequered from "./board-chequered.js";
import * as columns from "./board-columns.js";
import * as grid from "./board-grid.js";

const styles = { grid, columns, chequered };

/** The board of a game: its element, and a function that shows a state of the match. A style that this
 *  page does not know is drawn as a grid. */
export const createBoard = (game, onmove) => (styles[game.display.board] ?? grid).createBoard(game, onmove);
