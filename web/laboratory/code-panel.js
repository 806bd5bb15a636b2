// The program of the search beside its tree: the line in force is lit, with the values of its variables.

import { fill, html } from "../dom.js";
import { filledIn, inForce, programOf, ruleFacts, valuesOf } from "./code.js";
import { number, word } from "./words.js";

export class CodePanel {
  #element;
  #search;
  #program;
  #items = [];
  #variables = html("p", { className: "variables" });

  constructor(element) {
    this.#element = element;
  }

  /** Shows a search at a step. @param {import("./trace.js").Trace} trace @param {(path: string) => string} name */
  show(search, trace, name) {
    if (search !== this.#search) this.#build(search);
    if (!this.#program) return;
    const facts = trace.current && ruleFacts(trace);
    const lit = facts ? inForce(this.#program, trace.current, facts) : [];
    for (const [index, line] of this.#program.lines.entries()) {
      const isLit = lit.includes(line);
      const item = this.#items[index];
      if (isLit) item.ariaCurrent = "step";
      else item.removeAttribute("aria-current");
      const text = word("code.line", line.text);
      fill(item, html("code", text === line.text ? { lang: "en" } : {}, text), isLit ? this.#condition(text, trace) : undefined);
    }
    const values = facts ? valuesOf(this.#program, trace) : {};
    const known = this.#program.names.filter((variable) => values[variable] !== undefined);
    fill(this.#variables, ...(facts ? [pair(word("code.node"), name(facts.path)), ...known.map((variable) => pair(variable, number(values[variable])))] : []));
  }

  #build(search) {
    this.#search = search;
    this.#program = programOf(search);
    this.#element.hidden = !this.#program;
    if (!this.#program) return;
    this.#items = this.#program.lines.map(({ indent }) => html("li", { className: `indent-${Math.min(indent / 2, 3)}` }));
    fill(this.#element,
      html("ol", { className: "code" }, ...this.#items),
      this.#variables,
      this.#program.isMovers ? html("p", { className: "source" }, word("code.movers")) : undefined);
  }

  #condition(text, trace) {
    const condition = filledIn(this.#program, text, trace);
    return condition && html("span", { className: "filled" }, condition);
  }
}

const pair = (variable, value) => html("span", {}, html("var", {}, variable), ` = ${value}`);
