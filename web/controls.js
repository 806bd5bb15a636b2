// Rows of radio buttons, and switches.

import { fill, html } from "./dom.js";

/** A group of `options`, pairs of value and label. */
export function radioGroup(id, legend, options, selected, onchange) {
  return html("fieldset", { id, className: "choice" }, html("legend", {}, legend), radios(id, options, selected, onchange));
}

/** Fills `fieldset` with options after its legend. */
export function showOptions(fieldset, options, selected, onchange) {
  fill(fieldset, fieldset.querySelector("legend"), radios(fieldset.id, options, selected, onchange));
}

function radios(name, options, selected, onchange) {
  const labels = options.map(([value, label]) => {
    const checked = value === selected;
    const input = html("input", { type: "radio", name, value, checked, "data-key": `${name} ${value}`, onchange: () => onchange(value) });
    return html("label", {}, input, html("span", {}, label));
  });
  return html("div", { className: "options" }, ...labels);
}

/** A switch; `onchange` gets whether it is on. */
export function toggle(id, label, checked, onchange) {
  const input = html("input", { id, type: "checkbox", role: "switch", checked, "data-key": id, onchange: () => onchange(input.checked) });
  return html("label", { className: "switch" }, input, html("span", {}, label));
}
