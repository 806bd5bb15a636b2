// Rows of radio buttons, switches, and tabs; where the panels are.

import { fill, html } from "./dom.js";
import { word } from "./words.js";

/** A group of `options`: value, label and, if there are any, its name and its picture. */
export function radioGroup(id, legend, options, selected, onchange) {
  return html("fieldset", { id, className: "choice" }, html("legend", {}, legend), radios(id, options, selected, onchange));
}

/** Fills `fieldset` with options after its legend. */
export function showOptions(fieldset, options, selected, onchange) {
  fill(fieldset, fieldset.querySelector("legend"), radios(fieldset.id, options, selected, onchange));
}

function radios(name, options, selected, onchange) {
  const labels = options.map(([value, label, title = "", picture]) => {
    const checked = value === selected;
    const input = html("input", { type: "radio", name, value, checked, "data-key": `${name} ${value}`, onchange: () => onchange(value) });
    if (title) input.ariaLabel = `${label}: ${title}`;
    return html("label", { title }, input, html("span", {}, picture, label));
  });
  return html("div", { className: "options" }, ...labels);
}

/** A switch; `onchange` gets whether it is on. */
export function toggle(id, label, checked, onchange) {
  const input = html("input", { id, type: "checkbox", role: "switch", checked, "data-key": id, onchange: () => onchange(input.checked) });
  return html("label", { className: "switch" }, input, html("span", {}, label));
}

/** Fills `list` with a tab for each panel, whose ID is the name of its word. `onselect` is called after a
 *  panel has been shown. As in the WAI-ARIA Authoring Practices, arrow keys choose a tab and show its panel. */
export function createTabs(list, names, onselect) {
  const tabs = names.map((name) => html("button", {
    type: "button", id: `tab-${name}`, role: "tab", "aria-controls": name, onclick: () => open(name),
  }, word(name)));
  const before = list.querySelector("[aria-selected=true]")?.id.replace("tab-", "");
  list.replaceChildren(...tabs);
  list.onkeydown = ({ key }) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!step) return;
    const at = tabs.indexOf(document.activeElement);
    const next = (at + step + names.length) % names.length;
    select(names[next]);
    tabs[next].focus();
  };

  /** Shows the panel that a person chose; on a phone, below the board. */
  function open(name) {
    select(name);
    if (isPhone()) list.scrollIntoView();
  }

  /** Shows the panel with that name. */
  function select(selected) {
    names.forEach((name, index) => {
      tabs[index].ariaSelected = String(name === selected);
      tabs[index].tabIndex = name === selected ? 0 : -1;
      document.getElementById(name).hidden = name !== selected;
    });
    onselect();
  }

  select(names.includes(before) ? before : names[0]);
  return select;
}

/** True where the panels are below the board. */
export const isNarrow = () => matchMedia("(max-width: 60rem) and (min-height: 30.01rem)").matches;

/** True where the board stays in sight above the panels. */
export const isPhone = () => matchMedia("(max-width: 38rem)").matches;

/** On a phone, brings the details that a person opens in an element below the board. */
export function followDetails(element) {
  element.addEventListener("click", ({ target }) => {
    const details = target.closest("summary")?.parentElement;
    if (details && !details.open && isPhone()) requestAnimationFrame(() => details.scrollIntoView());
  });
}
