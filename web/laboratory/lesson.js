// The lesson: eight links from a lost rook to best first, each with a text, a tree, what to look at and a question.

import { fill, html } from "../dom.js";
import { word } from "./words.js";

/** The tree and the search of each link, and a tree to compare; the words have its texts by the same names. */
const LINKS = [
  { name: "rook", tree: "lost-rook", search: "alpha-beta" },
  { name: "shallow", tree: "shallow-cutoff", search: "alpha-beta" },
  { name: "beta", tree: "[[[4, 2], [7, 1]], 3]", search: "alpha-beta" },
  { name: "equality", tree: "tie", search: "alpha-beta" },
  { name: "deep", tree: "deep-cutoff", search: "alpha-beta" },
  { name: "order", tree: "textbook-figure-swapped", other: "textbook-figure", search: "alpha-beta" },
  { name: "nullWindow", tree: "negascout-saves", search: "pvs" },
  { name: "bestFirst", tree: "sss-star-saves", search: "sss-star" },
];

export class Lesson {
  #panel;
  #onchange;
  #oncut;
  #shown;

  /**
   * @param {(fields: object) => void} onchange is given the fields of the link to go to
   * @param {() => void} oncut goes to the next cutoff
   */
  constructor(panel, onchange, oncut) {
    this.#panel = panel;
    this.#onchange = onchange;
    this.#oncut = oncut;
  }

  /** Goes to a link of the lesson by its number, from 1; without one the lesson ends. */
  go(number) {
    const { tree, search } = LINKS[number - 1] ?? {};
    this.#onchange(tree ? { tree, search, lesson: String(number) } : { lesson: undefined });
  }

  /** Shows the link of the lesson with that number, if it is one. */
  show(number) {
    const link = LINKS[number - 1];
    this.#panel.hidden = !link;
    if (number === this.#shown) return;
    this.#shown = number;
    if (!link) return;
    fill(this.#panel, ...this.#content(link, Number(number)));
    if (this.#panel.getBoundingClientRect().top < 0) this.#panel.scrollIntoView();
  }

  /** What to look at, and the buttons for that. */
  #look({ tree, other, search }, look, number) {
    const compare = (to) => this.#onchange({ tree: to, search, lesson: String(number) });
    const buttons = other
      ? [["other", () => compare(other)], ["own", () => compare(tree)]]
      : search === "alpha-beta" ? [["cut", this.#oncut]] : [];
    return [
      html("p", {}, html("b", {}, word("lesson.look")), ` ${look}`),
      html("div", { className: "row" }, ...buttons.map(([name, onclick]) => html("button", { type: "button", id: `lesson-${name}`, onclick }, word(`lesson.${name}`)))),
    ];
  }

  #content(link, number) {
    const { name } = link;
    const { title, text, look, question, answers } = word(`lesson.links.${name}`);
    const verdict = html("p", { id: "lesson-verdict", role: "status" });
    const says = (isRight, why) => [html("b", {}, word(isRight ? "lesson.right" : "lesson.wrong")), ` ${why}`];
    const choices = answers.map(([answer, isRight, why]) => html("button", {
      type: "button",
      onclick: ({ target }) => {
        for (const button of target.parentElement.children) button.ariaPressed = String(button === target);
        target.classList.toggle("wrong", !isRight);
        fill(verdict, ...says(isRight, why));
      },
    }, answer));
    return [
      // Above the texts, whose lengths differ.
      html("div", { className: "row" },
        html("h3", {}, word("lesson.title", number, LINKS.length, title)),
        html("button", { type: "button", id: "lesson-back", disabled: number === 1, onclick: () => this.go(number - 1) }, word("lesson.back")),
        html("button", { type: "button", id: "lesson-on", disabled: number === LINKS.length, onclick: () => this.go(number + 1) }, word("lesson.on")),
        html("button", { type: "button", id: "lesson-end", onclick: () => this.go(0) }, word("lesson.end"))),
      html("p", {}, text),
      ...this.#look(link, look, number),
      html("p", {}, html("b", {}, word("lesson.question")), ` ${question}`),
      html("div", { className: "row answers" }, ...choices),
      html("div", { className: "reserved" }, verdict, ...answers.map(([, isRight, why]) => html("p", { className: "sizer", "aria-hidden": "true" }, ...says(isRight, why)))),
    ];
  }
}
