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
  { name: "nullWindow", tree: "negascout-saves", other: "[2, [[4, 1], 5]]", search: "pvs" },
  { name: "bestFirst", tree: "sss-star-saves", search: "sss-star" },
];

/** The tree and the search of a link of the lesson by its number, from 1. */
export function fieldsOf(number) {
  const { tree, search } = LINKS[number - 1] ?? {};
  return { tree, search };
}

export class Lesson {
  #panel;
  #onchange;
  #oncut;
  #onlook;
  #onpractice;
  #shown;

  /**
   * @param {{onchange: (fields: object) => void, oncut: () => void, onlook: () => void, onpractice: () => void}} calls
   *   to go to the link with these fields, to the next cutoff, to the picture, to questions on fresh trees
   */
  constructor(panel, { onchange, oncut, onlook, onpractice }) {
    this.#panel = panel;
    this.#onchange = onchange;
    this.#oncut = oncut;
    this.#onlook = onlook;
    this.#onpractice = onpractice;
  }

  /** Goes to a link of the lesson by its number, from 1; without one the lesson ends. */
  go(number) {
    const fields = fieldsOf(number);
    this.#onchange(fields.tree ? { ...fields, lesson: String(number) } : { lesson: undefined });
  }

  /** Shows the link of the lesson with that number, if it is one. */
  show(number) {
    const link = LINKS[number - 1];
    this.#panel.hidden = !link;
    if (number === this.#shown) return;
    this.#shown = number;
    if (!link) return;
    fill(this.#panel, ...this.#content(link, Number(number)));
    const { bottom } = document.getElementById("picture").getBoundingClientRect();
    if (bottom > innerHeight || this.#panel.getBoundingClientRect().top < 0) this.#panel.scrollIntoView();
  }

  /** What to look at, and the buttons for that. */
  #look({ name, tree, other, search }, look, number) {
    const compare = (to) => this.#onchange({ tree: to, search, lesson: String(number) });
    const label = (which) => word(`lesson.links.${name}.${which}`);
    const buttons = other
      ? [["other", label("other"), () => compare(other)], ["own", label("own"), () => compare(tree)]]
      : search === "alpha-beta" ? [["cut", word("lesson.cut"), this.#oncut]] : [];
    return [
      html("p", {}, html("b", {}, word("lesson.look")), ` ${look}`),
      html("div", { className: "row" }, ...buttons.map(([id, text, goTo]) => html("button", {
        type: "button",
        id: `lesson-${id}`,
        onclick: () => {
          goTo();
          this.#onlook();
        },
      }, text))),
    ];
  }

  /** A button to the next link, or from the last one to questions. */
  #on(id, number) {
    const isLast = number === LINKS.length;
    const onclick = isLast ? this.#onpractice : () => this.go(number + 1);
    return html("button", { type: "button", id, onclick }, word(isLast ? "practice.button" : "lesson.on"));
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
        this.#on("lesson-on", number),
        html("button", { type: "button", id: "lesson-end", onclick: () => this.go(0) }, word("lesson.end"))),
      html("p", {}, text),
      ...this.#look(link, look, number),
      html("p", {}, html("b", {}, word("lesson.question")), ` ${question}`),
      html("div", { className: "row answers" }, ...choices),
      html("div", { className: "reserved" }, verdict, ...answers.map(([, isRight, why]) => html("p", { className: "sizer", "aria-hidden": "true" }, ...says(isRight, why)))),
      this.#on("lesson-on-below", number),
    ];
  }
}
