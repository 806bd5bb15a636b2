// Elements as expressions.

import { html as element, svg } from "/board/dom.js";

export { svg };

/** An HTML element with properties and children; undefined children are left out. */
export const html = (tag, properties = {}, ...children) =>
  element(tag, properties, ...children.filter((child) => child !== undefined));

/** Maps the numbers from 0 to `end`, exclusive. */
export const times = (end, make) => Array.from({ length: end }, (_, index) => make(index));

/** The content that a container gets once the person releases the pointer, and the time between checks. */
const pending = new WeakMap();
const RELEASE_MS = 50;

/** Replaces what `container` holds, unless the person presses something in it: then after the click. Focus
 *  and open details stay with the elements of the same `data-key` or ID; without one, the focus goes to the
 *  part of the page. */
export function fill(container, ...children) {
  const content = children.filter((child) => child !== undefined);
  if (container.matches(":active")) {
    pending.set(container, content);
    setTimeout(fillLater, RELEASE_MS, container, content);
    return;
  }
  pending.delete(container);
  const { activeElement } = document;
  const hadFocus = container.contains(activeElement);
  const open = [...container.querySelectorAll("details[open]")].map(({ id }) => id);
  container.replaceChildren(...content);
  for (const details of container.querySelectorAll("details")) details.open = open.includes(details.id);
  if (!hadFocus) return;
  const focus = (element) => element?.focus({ preventScroll: true });
  focus(container.querySelector(`[data-key="${CSS.escape(activeElement.dataset.key)}"]`));
  if (!container.contains(document.activeElement)) focus(container.closest("[tabindex]"));
}

function fillLater(container, content) {
  if (pending.get(container) === content) fill(container, ...content);
}

/** A button with a text. `key` keeps the focus on it when it is made again. */
export const button = (text, onclick, properties = {}) =>
  html("button", { type: "button", onclick, "data-key": text, ...properties }, text);
