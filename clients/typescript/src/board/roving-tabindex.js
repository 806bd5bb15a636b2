// Keyboard navigation on a board by roving tabindex (WAI-ARIA Authoring Practices, grid pattern): one cell
// is in the tab order; arrow keys, Home and End move the focus.

/**
 * The indices of the cell that a key leads to.
 * @param {KeyboardEvent} event
 * @param {number} row
 * @param {number} column
 * @param {HTMLElement[][]} rows
 */
function destination({ key, ctrlKey }, row, column, rows) {
  const end = rows[row].length - 1;
  switch (key) {
    case "ArrowUp": return [row - 1, column];
    case "ArrowDown": return [row + 1, column];
    case "ArrowLeft": return [row, column - 1];
    case "ArrowRight": return [row, column + 1];
    case "Home": return [ctrlKey ? 0 : row, 0];
    case "End": return ctrlKey ? [rows.length - 1, rows[rows.length - 1].length - 1] : [row, end];
    default: return undefined;
  }
}

/**
 * Lets the keys move the focus in `grid` among the cells of `rows`.
 * @param {HTMLElement} grid
 * @param {HTMLElement[][]} rows
 */
export function enableArrowKeys(grid, rows) {
  const places = new Map(rows.flatMap((row, y) => row.map((cell, x) => [cell, [y, x]])));
  makeTabStop(rows[0][0]);

  /** @param {HTMLElement} stop */
  function makeTabStop(stop) {
    for (const cell of places.keys()) cell.tabIndex = cell === stop ? 0 : -1;
  }

  grid.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement && places.has(target)) makeTabStop(target);
  });
  grid.addEventListener("keydown", (event) => {
    const place = event.target instanceof HTMLElement && places.get(event.target);
    const found = place && destination(event, place[0], place[1], rows);
    if (!found) return;
    event.preventDefault();
    rows[found[0]]?.[found[1]]?.focus();
  });
}
