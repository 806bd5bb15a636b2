// Tabs, as in the WAI-ARIA Authoring Practices: arrow keys choose a tab and show its panel.

import { html } from "./dom.js";
import { word } from "./words.js";

/** Fills `list` with a tab for each panel, whose ID is the name of its word. `onselect` is called after a
 *  panel has been shown. */
export function createTabs(list, names, onselect) {
  const tabs = names.map((name) => html("button", {
    type: "button", id: `tab-${name}`, role: "tab", "aria-controls": name, "data-word": name, onclick: () => select(name),
  }));
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

  /** Shows the panel with that name. */
  function select(selected) {
    names.forEach((name, index) => {
      tabs[index].ariaSelected = String(name === selected);
      tabs[index].tabIndex = name === selected ? 0 : -1;
      document.getElementById(name).hidden = name !== selected;
    });
    onselect();
  }

  tabs.forEach((tab) => (tab.textContent = word(tab.dataset.word)));
  select(before ?? names[0]);
  return select;
}
