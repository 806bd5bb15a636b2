// A row of radio buttons in a fieldset.

import { html } from "./dom.js";

/** Fills `fieldset` with `options`, pairs of value and label, after the legend. */
export function showOptions(fieldset, options, selected, onchange) {
  const radios = options.map(([value, label]) =>
    html("label", {},
      html("input", {
        type: "radio",
        name: fieldset.id,
        value,
        checked: value === selected,
        onchange: () => onchange(value),
      }),
      html("span", {}, label)));
  fieldset.replaceChildren(fieldset.querySelector("legend"), html("div", { className: "options" }, ...radios));
}
