// The program of the search beside its tree: the line in force is lit, with the values of its variables.

import { fill, html } from "../dom.js";
import { inForce, programOf } from "./code.js";
import { parentOf } from "./trace.js";
import { number, word } from "./words.js";

export class CodePanel {
  #element;
  #search;
  #program;
  #items = [];

  constructor(element) {
    this.#element = element;
  }

  /** Shows a search at a step. @param {import("./trace.js").Trace} trace @param {(path: string) => string} name */
  show(search, trace, name) {
    if (search !== this.#search) this.#build(search);
    if (!this.#program) return;
    const event = trace.current;
    const facts = event && this.#facts(trace);
    const lit = facts ? inForce(this.#program, event, facts) : [];
    const values = facts ? this.#values(trace, facts) : {};
    for (const [index, line] of this.#program.lines.entries()) {
      const isLit = lit.includes(line);
      const item = this.#items[index];
      if (isLit) item.ariaCurrent = "step";
      else item.removeAttribute("aria-current");
      const text = word("code.line", line.text);
      fill(item, html("code", text === line.text ? { lang: "en" } : {}, text), isLit ? this.#filled(text, values) : undefined);
    }
    const shown = this.#program.names.filter((variable) => values[variable] !== undefined);
    fill(this.#variables, ...(facts ? [pair(word("code.node"), name(facts.path)), ...shown.map((variable) => pair(variable, values[variable]))] : []));
  }

  #variables = html("p", { className: "variables" });

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

  /** The facts of the node whose rule is in force, with the kind of the player to move at a leaf too. */
  #facts(trace) {
    const { top } = trace;
    if (top.kind !== "leaf" || top.path === "") return top;
    return { ...top, isLeaf: true, kind: trace.at(parentOf(top.path)).kind === "max" ? "min" : "max" };
  }

  /** The variables as texts. */
  #values(trace, facts) {
    const { proven } = trace;
    const isTurned = this.#program.isMovers && facts.kind === "min";
    const own = (value) => (value === undefined ? undefined : number(isTurned ? -value || 0 : value));
    const window = facts.window && trace.windowAt({ ...facts, score: undefined });
    const [low, high] = window ? [window.alpha, window.beta] : [];
    const v = facts.last ?? facts.score;
    return {
      α: isTurned ? own(high) : own(low),
      β: isTurned ? own(low) : own(high),
      best: own(facts.best),
      v: own(v),
      γ: proven.question && number(proven.question.beta),
      lower: number(proven.lower),
      upper: number(proven.upper),
      f: facts.score === undefined ? undefined : number(facts.score),
    };
  }

  /** The line with its variables filled in, if it has some that are known. */
  #filled(text, values) {
    const condition = text.replace(/^(if|until) /, "").split(":")[0];
    if (!/[<>≥≤=]/.test(condition)) return undefined;
    const filled = condition.replace(/α|β|γ|\b(?:best|v|lower|upper|f)\b/g, (variable) => values[variable] ?? variable);
    return filled === condition ? undefined : html("span", { className: "filled" }, filled);
  }
}

const pair = (variable, value) => html("span", {}, html("var", {}, variable), ` = ${value}`);
