// Keyboard navigation on a board by roving tabindex (WAI-ARIA Authoring Practices): one button is in
// the tab order, and arrow keys move the focus.

const STEPS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Lets arrow keys move the focus in `board` among `rows`, a list of lists of buttons. Directions
 *  are reversed while the board is turned. */
export function enableArrowKeys(board, rows, isTurned = () => false) {
  const coordinates = new Map(rows.flatMap((row, y) => row.map((button, x) => [button, [y, x]])));
  makeTabStop(rows[0][0]);

  function makeTabStop(button) {
    for (const other of coordinates.keys()) other.tabIndex = other === button ? 0 : -1;
  }

  board.addEventListener("focusin", ({ target }) => coordinates.has(target) && makeTabStop(target));
  board.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    const from = coordinates.get(event.target);
    if (!step || !from) return;
    event.preventDefault();
    const sign = isTurned() ? -1 : 1;
    rows[from[0] + sign * step[0]]?.[from[1] + sign * step[1]]?.focus();
  });
}
