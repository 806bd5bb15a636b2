// The search that is drawn: its name, what it does, its source, and the options of all searches.

import { fill, html } from "../dom.js";
import { word } from "./words.js";

/** Milliseconds between the last key in a field and the request. */
const PAUSE = 400;

export class SearchPanel {
  #element;
  #catalogue;
  #onchange;
  #timer;
  #about = html("div", { className: "about" });
  #fields;

  constructor(element, catalogue, onchange) {
    this.#element = element;
    this.#catalogue = catalogue;
    this.#onchange = onchange;
    const options = catalogue.map(({ id, name }) => html("option", { value: id }, name));
    this.#fields = Object.entries(word("search.fields")).map(([name, [label, kind]]) => this.#field(name, label, kind));
    element.append(
      html("label", {}, html("span", { className: "visually-hidden" }, word("search.label")), html("select", { id: "drawn", onchange: ({ target }) => onchange({ search: target.value }) }, ...options)),
      html("div", { id: "code" }),
      html("div", { id: "path", hidden: true }),
      this.#about,
      html("details", { id: "options" }, html("summary", {}, word("search.options")), html("div", { className: "fields" }, ...this.#fields), html("p", { className: "source" }, word("search.unused"))));
  }

  #field(name, label, kind) {
    const give = ({ target }) => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#onchange({ [name]: target.value.trim().replace("−", "-") }), kind === "choice" ? 0 : PAUSE);
    };
    const properties = { id: `option-${name}`, "data-option": name, "aria-describedby": `${name}-problem` };
    const input = typeof kind === "string"
      ? html("input", { ...properties, type: "text", inputMode: "numeric", placeholder: kind, autocomplete: "off", oninput: give })
      : html("select", { ...properties, onchange: ({ target }) => this.#onchange({ [name]: target.selectedIndex === 0 ? "" : target.value }) },
        ...Object.entries(kind).map(([value, text]) => html("option", { value }, text)));
    return html("div", { className: "field" }, html("label", {}, label, input), html("p", { id: `${name}-problem`, className: "field-problem", role: "alert" }));
  }

  show(link) {
    const entry = this.#catalogue.find(({ id }) => id === link.search);
    this.#element.querySelector("#drawn").value = link.search;
    const within = this.#catalogue.find(({ id }) => id === entry?.leaves_within);
    if (entry) {
      fill(this.#about,
        html("p", { className: "summary" }, entry.summary),
        html("p", { className: "source" }, [word(`search.results.${entry.result}`), within && within.id !== "minimax" && word("search.within", within.name), word("search.source", entry.paper)].filter(Boolean).join(" ")));
    }
    for (const input of this.#element.querySelectorAll("[data-option]")) {
      const name = input.dataset.option;
      const value = link[name] ?? "";
      if (input !== document.activeElement) {
        if (input.matches("select")) input.value = value || input.options[0].value;
        else input.value = value;
      }
      input.closest(".field").classList.toggle("unused", entry !== undefined && !entry.options.includes(name));
    }
    if (Object.keys(word("search.fields")).some((name) => link[name])) this.#element.querySelector("#options").open = true;
    this.showProblem("", "");
  }

  /** Shows a problem at its field; false if there is no such field. */
  showProblem(field, text) {
    for (const problem of this.#element.querySelectorAll(".field-problem")) problem.textContent = "";
    for (const input of this.#element.querySelectorAll("[data-option]")) input.ariaInvalid = String(input.dataset.option === field);
    if (!(field in word("search.fields"))) return false;
    this.#element.querySelector("#options").open = true;
    this.#element.querySelector(`#${field}-problem`).textContent = text;
    return true;
  }
}
