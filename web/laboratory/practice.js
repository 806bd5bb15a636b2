// Practice without end: fresh random trees, a question about a step of each, and a tally.

import { fill, html } from "../dom.js";
import { KINDS, answerText, explain, questionsOf } from "./questions.js";
import { word } from "./words.js";

/** Trees for each kind of question: deep cutoffs need depth. */
const TREES = { next: [3, 3], cut: [3, 3], reach: [2, 5], value: [3, 3] };
const SEEDS = 1_000_000;

const capital = (text) => text[0].toUpperCase() + text.slice(1);
const some = (list) => list[Math.floor(Math.random() * list.length)];

export class Practice {
  #panel;
  #onfresh;
  #onend;
  #onstep;
  #turn = 0;
  #tally = { right: 0, all: 0, row: 0 };
  #trace;
  #count = html("p", { className: "tally", role: "status" });

  /** @param {{onfresh: (tree: string) => void, onend: () => void, onstep: (step: number) => void}} calls */
  constructor(panel, { onfresh, onend, onstep }) {
    this.#panel = panel;
    this.#onfresh = onfresh;
    this.#onend = onend;
    this.#onstep = onstep;
  }

  /** Asks for another tree. */
  fresh() {
    const [branching, depth] = TREES[KINDS[this.#turn % KINDS.length]];
    this.#trace = undefined;
    this.#onfresh(`random:branching=${branching},depth=${depth},seed=${1 + Math.floor(Math.random() * SEEDS)},leaves=integers,low=-9,high=9`);
  }

  stop() {
    this.#trace = undefined;
    this.#panel.hidden = true;
  }

  /** Asks about the search on show, unless it has done so. @param {import("./stage.js").Stage} stage */
  show(stage) {
    this.#panel.hidden = false;
    if (stage.trace === this.#trace) return;
    this.#trace = stage.trace;
    const places = new Map(stage.picture.nodes.map((place) => [place.path, place]));
    const kinds = KINDS.map((_, at) => KINDS[(this.#turn + at) % KINDS.length]);
    const found = kinds.map((kind) => questionsOf(kind, stage.trace, places)).find((questions) => questions.length > 0);
    if (!found) {
      this.fresh();
      return;
    }
    // Each right answer is as likely as the others, however rare it is in the tree.
    const right = some([...new Set(found.map((question) => question.right))]);
    const question = some(found.filter((other) => other.right === right));
    this.#turn += 1;
    this.#ask(question, stage);
  }

  #ask(question, stage) {
    const before = stage.trace.copy().go(question.step);
    const { name } = stage;
    const narrate = (trace) => stage.narratorOf(trace);
    const verdict = html("p", { id: "practice-verdict", role: "status" });
    const next = html("button", { type: "button", id: "practice-next", className: "main", hidden: true, onclick: () => this.fresh() }, word("practice.next"));
    const choices = question.answers.toSorted((one, other) => (one < other ? -1 : 1)).map((key) => html("button", {
      type: "button",
      "data-answer": key,
      onclick: ({ target }) => {
        const isRight = key === question.right;
        const after = stage.trace.copy().go(question.until);
        this.#add(isRight);
        for (const button of choices) Object.assign(button, { disabled: true, ariaPressed: String(button === target) });
        choices.find((button) => button.dataset.answer === question.right).classList.add("right");
        fill(verdict, html("b", {}, word(isRight ? "practice.right" : "practice.wrong")), ` ${capital(explain(question, key, before, after, narrate, name))}.`);
        next.hidden = false;
        this.#onstep(question.until);
        next.focus({ preventScroll: true });
      },
    }, answerText(question, key, before, name)));
    this.#panel.dataset.kind = question.kind;
    fill(this.#panel,
      html("p", {}, word("practice.last", narrate(before).sentence)),
      html("p", {}, html("b", {}, word(`practice.ask.${question.kind}`, { node: name(question.path) }))),
      html("div", { className: "row answers" }, ...choices),
      verdict,
      html("div", { className: "row" }, next, html("button", { type: "button", id: "practice-end", onclick: this.#onend }, word("practice.end"))),
      this.#count);
    this.#showTally();
    this.#onstep(question.step);
    this.#panel.scrollIntoView({ block: "nearest" });
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
