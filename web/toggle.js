// A switch with a label.

import { html } from "./dom.js";

/** A switch; `onchange` gets whether it is on. */
export function toggle(id, label, checked, onchange) {
  const input = html("input", { id, type: "checkbox", role: "switch", checked, "data-key": id, onchange: () => onchange(input.checked) });
  return html("label", { className: "switch" }, input, html("span", {}, label));
}
