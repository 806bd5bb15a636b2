// Elements as expressions.

import { html as element, svg } from "/board/dom.js";

export { svg };

/** An HTML element with properties and children; undefined children are left out. */
export const html = (tag, properties = {}, ...children) =>
  element(tag, properties, ...children.filter((child) => child !== undefined));

/** Maps the numbers from 0 to `end`, exclusive. */
export const times = (end, make) => Array.from({ length: end }, (_, index) => make(index));

/** Replaces what `container` holds. The focus stays on the element with the same `data-key`. */
export function fill(container, ...children) {
  const focused = container.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  container.replaceChildren(...children.filter((child) => child !== undefined));
  if (focused !== undefined) container.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

/** A button with a text. `key` keeps the focus on it when it is made again. */
export const button = (text, onclick, properties = {}) =>
  html("button", { type: "button", onclick, "data-key": text, ...properties }, text);
