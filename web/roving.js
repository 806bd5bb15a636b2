// Arrow keys on a board: one of its buttons is in the tab order, arrows pass that on.

const STEPS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Lets arrow keys move the focus in `board` among `rows`, a list of lists of buttons; the other
 *  way round while the board is turned. */
export function rove(board, rows, isTurned = () => false) {
  const places = new Map(rows.flatMap((row, y) => row.map((button, x) => [button, [y, x]])));
  enter(rows[0][0]);

  function enter(button) {
    for (const other of places.keys()) other.tabIndex = other === button ? 0 : -1;
  }

  board.addEventListener("focusin", ({ target }) => places.has(target) && enter(target));
  board.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    const place = places.get(event.target);
    if (!step || !place) return;
    event.preventDefault();
    const sign = isTurned() ? -1 : 1;
    rows[place[0] + sign * step[0]]?.[place[1] + sign * step[1]]?.focus();
  });
}
