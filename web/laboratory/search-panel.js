// The search that is drawn: its name, what it does, its source, and the options of all searches.

import { fill, html } from "../dom.js";

/** Options: label, hint or choices. */
const FIELDS = {
  alpha: ["α of the window", "−∞"],
  beta: ["β of the window", "+∞"],
  ties: ["Cut where bounds", { cut: "meet", search: "cross" }],
  order: ["Order of children", { given: "as given", best: "best first", worst: "worst first", static: "by static value", random: "random" }],
  seed: ["Seed of the random order", "1"],
  guess: ["First guess", "static value; or inf"],
  margin: ["Margin around the guess", "1"],
  choices: ["Children that count (M, N)", "2"],
  bonus: ["Bonus for a choice", "1"],
};

const RESULTS = {
  exact: "Returns the value itself.",
  bound: "Finds the best move; its value may be no more than a bound.",
  other: "Returns another value than minimax, on purpose.",
};

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
    this.#fields = Object.entries(FIELDS).map(([name, [label, kind]]) => this.#field(name, label, kind));
    element.append(
      html("label", {}, html("span", { className: "visually-hidden" }, "Search"), html("select", { id: "drawn", onchange: ({ target }) => onchange({ search: target.value }) }, ...options)),
      html("div", { id: "code" }),
      this.#about,
      html("details", { id: "options" }, html("summary", {}, "Options"), html("div", { className: "fields" }, ...this.#fields), html("p", { className: "source" }, "Options that a search does not have leave it as it is. Faint ones do not touch the one drawn.")));
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
        html("p", { className: "source" }, `${RESULTS[entry.result]} ${within && within.id !== "minimax" ? `It evaluates no leaf that ${within.name} does not. ` : ""}Source: ${entry.paper}.`));
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
    if (Object.keys(FIELDS).some((name) => link[name])) this.#element.querySelector("#options").open = true;
    this.showProblem("", "");
  }

  /** Shows a problem at its field; false if there is no such field. */
  showProblem(field, text) {
    for (const problem of this.#element.querySelectorAll(".field-problem")) problem.textContent = "";
    for (const input of this.#element.querySelectorAll("[data-option]")) input.ariaInvalid = String(input.dataset.option === field);
    if (!(field in FIELDS)) return false;
    this.#element.querySelector("#options").open = true;
    this.#element.querySelector(`#${field}-problem`).textContent = text;
    return true;
  }
}
