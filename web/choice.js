// A row of radio buttons in a fieldset.

import { html } from "./dom.js";

/** Fills `fieldset` with `options`, pairs of a value and its name, after the legend. */
export function offer(fieldset, options, chosen, onchange) {
  const radios = options.map(([value, name]) =>
    html("label", {},
      html("input", {
        type: "radio",
        name: fieldset.id,
        value,
        checked: value === chosen,
        onchange: () => onchange(value),
      }),
      html("span", {}, name)));
  fieldset.replaceChildren(fieldset.querySelector("legend"), html("div", { className: "options" }, ...radios));
}
