// Practice without end: fresh random trees, a question about a step of each, and a tally.

import { fill, html } from "../dom.js";
import { KINDS, answerText, explain, questionsOf } from "./questions.js";
import { randomNumbers, shuffled } from "./random.js";
import { word } from "./words.js";

/** Trees for each kind of question that fit beside it. Deep cutoffs need depth, and come where the best child often
 *  comes first. */
const TREES = {
  next: { branching: 3, depth: 3 },
  cut: { branching: 3, depth: 3 },
  reach: { branching: 2, depth: 4, quality: 0.8 },
  value: { branching: 3, depth: 3 },
};
const LEAVES = { leaves: "integers", low: -9, high: 9 };
const ROUNDS = 250_000;

const style = html("link", { rel: "stylesheet", href: "/page/laboratory/practice.css" });
// What is in sight depends on it.
await new Promise((resolve) => {
  style.onload = style.onerror = resolve;
  document.head.append(style);
});

const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** The question with a number about a search: its kind, the place and the order of the answers. Undefined where the
 *  search has none. @param {import("./trace.js").Trace} trace @param {Map<string, object>} places by path */
export function questionOf(number, trace, places) {
  const below = randomNumbers(number);
  const some = (list) => list[below(list.length)];
  const kinds = KINDS.map((_, at) => KINDS[(number + at) % KINDS.length]);
  const found = kinds.map((kind) => questionsOf(kind, trace, places)).find((questions) => questions.length > 0);
  if (!found) return undefined;
  // Each right answer is as likely as the others, however rare it is in the tree.
  const right = some([...new Set(found.map((question) => question.right))]);
  const question = some(found.filter((other) => other.right === right));
  return { ...question, answers: shuffled(question.answers, below) };
}

export class Practice {
  #panel;
  #onfresh;
  #onend;
  #onstep;
  #number = -1;
  #tally = { right: 0, all: 0, row: 0 };
  #trace;
  #count = html("p", { className: "tally", role: "status" });

  /** @param {{onfresh: (tree: string, number: number) => void, onend: () => void, onstep: (step: number) => void}} calls */
  constructor(panel, { onfresh, onend, onstep }) {
    this.#panel = panel;
    this.#onfresh = onfresh;
    this.#onend = onend;
    this.#onstep = onstep;
  }

  /** Asks for another tree, for a question of the next kind. */
  fresh() {
    const kind = (this.#number + 1) % KINDS.length;
    const number = KINDS.length * (1 + Math.floor(Math.random() * ROUNDS)) + kind;
    const tree = Object.entries({ ...TREES[KINDS[kind]], seed: number, ...LEAVES });
    this.#trace = undefined;
    this.#onfresh(`random:${tree.map((pair) => pair.join("=")).join(",")}`, number);
  }

  stop() {
    this.#trace = undefined;
    this.#panel.hidden = true;
  }

  /** Asks the question with this number about the search on show, unless it has done so. @param {import("./stage.js").Stage} stage */
  show(stage, number) {
    this.#panel.hidden = false;
    if (stage.trace === this.#trace && number === this.#number) return;
    this.#trace = stage.trace;
    this.#number = number;
    const question = questionOf(number, stage.trace, new Map(stage.picture.nodes.map((place) => [place.path, place])));
    if (question) this.#ask(question, stage);
    else this.fresh();
  }

  #ask(question, stage) {
    const before = stage.trace.copy().go(question.step);
    const { name } = stage;
    const narrate = (trace) => stage.narratorOf(trace);
    const verdict = html("p", { id: "practice-verdict", role: "status" });
    const next = html("button", { type: "button", id: "practice-next", className: "main", hidden: true, onclick: () => this.fresh() }, word("practice.next"));
    const choices = question.answers.map((key) => html("button", {
      type: "button",
      "data-answer": key,
      onclick: ({ target }) => {
        const isRight = key === question.right;
        const after = stage.trace.copy().go(question.until);
        this.#add(isRight);
        for (const button of choices) Object.assign(button, { disabled: true, ariaPressed: String(button === target) });
        target.classList.toggle("wrong", !isRight);
        choices.find((button) => button.dataset.answer === question.right).classList.add("right");
        fill(verdict, html("b", {}, word(isRight ? "practice.right" : "practice.wrong")), ` ${capital(explain(question, key, before, after, narrate, name))}.`);
        next.hidden = false;
        this.#onstep(question.until);
        next.focus({ preventScroll: true });
      },
    }, answerText(question, key, before, name)));
    this.#panel.dataset.kind = question.kind;
    fill(this.#panel,
      html("div", {},
        html("p", {}, word("practice.last", narrate(before).sentence)),
        html("p", {}, html("b", {}, word(`practice.ask.${question.kind}`, { node: name(question.path) }))),
        html("div", { className: "row answers" }, ...choices)),
      html("div", {},
        verdict,
        html("div", { className: "row" }, next, html("button", { type: "button", id: "practice-end", onclick: this.#onend }, word("practice.end"))),
        this.#count));
    this.#showTally();
    this.#onstep(question.step);
    const [panel, picture] = [this.#panel, document.getElementById("picture")].map((part) => part.getBoundingClientRect());
    if (panel.top < 0 || picture.bottom > innerHeight) this.#panel.scrollIntoView();
  }

  #add(isRight) {
    const { right, all, row } = this.#tally;
    this.#tally = { right: right + Number(isRight), all: all + 1, row: isRight ? row + 1 : 0 };
    this.#showTally();
  }

  #showTally() {
    const { right, all, row } = this.#tally;
    this.#count.textContent = word("practice.tally", right, all, row);
  }
}
