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
    this.#scroll();
    const values = facts ? valuesOf(this.#program, trace) : {};
    const known = this.#program.names.filter((variable) => values[variable] !== undefined);
    fill(this.#variables, ...(facts ? [pair(word("code.node"), name(facts.path)), ...known.map((variable) => pair(variable, number(values[variable])))] : []));
  }

  /** On a phone there is room for a few lines: those around the one in force. */
  #scroll() {
    const list = this.#element.querySelector("ol");
    const lit = this.#items.filter(({ ariaCurrent }) => ariaCurrent).map((item) => [item.offsetTop, item.offsetTop + item.offsetHeight]).flat();
    list.scrollTop = lit.length > 0 ? (lit[0] + lit.at(-1) - list.clientHeight) / 2 - list.offsetTop : 0;
  }

  #build(search) {
    this.#search = search;
    this.#program = programOf(search);
    this.#element.hidden = !this.#program;
    if (!this.#program) return;
    this.#variables.classList.toggle("many", this.#program.names.length > 4);
    this.#items = this.#program.lines.map(({ indent }) => html("li", { className: `indent-${Math.min(indent / 2, 3)}` }));
    fill(this.#element,
      html("ol", { className: "code", tabIndex: 0, ariaLabel: word("code.label") }, ...this.#items),
      this.#variables,
      this.#program.isMovers ? html("p", { className: "source" }, word("code.movers")) : undefined);
  }

  #condition(text, trace) {
    const condition = filledIn(this.#program, text, trace);
    return condition && html("span", { className: "filled" }, condition);
  }
}

const pair = (variable, value) => html("span", {}, html("var", {}, variable), ` = ${value}`);
