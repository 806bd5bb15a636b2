// Drag and drop of a piece with the pointer. A press without a drag remains a click.

/** The distance from which a press is a drag, in pixels. */
const DRAG_PX = 6;

/**
 * @param {HTMLElement} grid
 * @param {object} actions
 * @param {(cell: HTMLElement) => HTMLElement | undefined} actions.pick the piece to drag from a cell, if any
 * @param {(cell: HTMLElement) => void} actions.start
 * @param {(cell: HTMLElement | undefined) => void} actions.drop
 */
export function enableDragging(grid, { pick, start, drop }) {
  /** @type {{cell: HTMLElement, piece: HTMLElement, x: number, y: number, isDragging: boolean} | undefined} */
  let press;

  /** @param {EventTarget | null} target @returns {HTMLElement | null} */
  const cellOf = (target) => (target instanceof Element ? target.closest(".cell") : null);

  grid.addEventListener("pointerdown", (event) => {
    const cell = event.isPrimary && event.button === 0 && cellOf(event.target);
    const piece = cell && pick(cell);
    if (cell && piece) press = { cell, piece, x: event.clientX, y: event.clientY, isDragging: false };
  });

  grid.addEventListener("pointermove", (event) => {
    if (!press) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.isDragging && Math.hypot(dx, dy) < DRAG_PX) return;
    if (!press.isDragging) {
      press.isDragging = true;
      press.piece.classList.add("dragged");
      grid.setPointerCapture(event.pointerId);
      start(press.cell);
    }
    press.piece.style.translate = `${dx}px ${dy}px`;
  });

  /** @param {PointerEvent} event */
  function release(event) {
    if (!press) return;
    const { piece, isDragging } = press;
    press = undefined;
    if (!isDragging) return;
    piece.classList.remove("dragged");
    piece.style.translate = "";
    grid.addEventListener("click", ignore, { capture: true, once: true });
    setTimeout(() => grid.removeEventListener("click", ignore, { capture: true }));
    const root = /** @type {Document | ShadowRoot} */ (grid.getRootNode());
    const target = event.type === "pointerup" ? cellOf(root.elementFromPoint(event.clientX, event.clientY)) : null;
    drop(target ?? undefined);
  }

  grid.addEventListener("pointerup", release);
  grid.addEventListener("pointercancel", release);
}

/** @param {Event} event */
const ignore = (event) => event.stopPropagation();
