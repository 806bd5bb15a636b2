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
  // The same leaves, the worst first everywhere and the best.
  { name: "order", tree: "[[14, 5, 1], [6, 4, 2], [12, 8, 3]]", other: "[[3, 8, 12], [2, 4, 6], [1, 5, 14]]", search: "alpha-beta", isCounted: true },
  { name: "nullWindow", tree: "negascout-saves", other: "[2, [[4, 1], 5]]", search: "pvs" },
  { name: "bestFirst", tree: "sss-star-saves", search: "sss-star" },
];

/** Signs for the buttons where there is no room for words. */
const SIGNS = { back: "‹", on: "›", end: "×" };

/** The tree and the search of a link of the lesson by its number, from 1. */
export function fieldsOf(number) {
  const { tree, search } = LINKS[number - 1] ?? {};
  return { tree, search };
}

export class Lesson {
  #panel;
  #tools;
  #question;
  #calls;
  #shown;
  /** The most leaves looked at in each tree of the link. */
  #counts = new Map();

  /**
   * @param {{panel: Element, tools: Element, question: Element}} places of the text, the buttons and the question
   * @param {{onchange: (fields: object) => void, oncut: () => void, onlast: () => void, onlook: () => void,
   *   onpractice: () => void}} calls to go to the link with these fields, to the next cutoff, to the last step, to the
   *   picture, to questions on fresh trees
   */
  constructor({ panel, tools, question }, calls) {
    this.#panel = panel;
    this.#tools = tools;
    this.#question = question;
    this.#calls = calls;
  }

  /** Goes to a link of the lesson by its number, from 1; without one the lesson ends. */
  go(number) {
    const fields = fieldsOf(number);
    this.#calls.onchange(fields.tree ? { ...fields, lesson: String(number) } : { lesson: undefined });
  }

  /** Shows the link of the lesson with that number, if it is one. */
  show(number) {
    const link = LINKS[number - 1];
    for (const part of [this.#panel, this.#tools, this.#question]) part.hidden = !link;
    if (number === this.#shown) return;
    this.#shown = number;
    this.#counts.clear();
    if (!link) return;
    const words = word(`lesson.links.${link.name}`);
    fill(this.#panel, ...this.#text(words, link, Number(number)));
    fill(this.#tools, ...this.#buttons(link));
    fill(this.#question, ...this.#questions(words, Number(number)));
    this.#panel.scrollIntoView();
  }

  /** Follows a step: a link that compares two trees counts the leaves looked at, and tells which of them is on show. */
  look(tree, leaves) {
    const link = LINKS[this.#shown - 1];
    if (!link?.other) return;
    this.#counts.set(tree, Math.max(leaves, this.#counts.get(tree) ?? 0));
    for (const choice of this.#panel.querySelectorAll("[data-tree]")) {
      choice.ariaPressed = String(choice.dataset.tree === tree);
      const count = choice.querySelector("b");
      if (count) count.textContent = this.#counts.get(choice.dataset.tree) || "–";
    }
  }

  #text({ title, text, look, ...labels }, link, number) {
    return [
      // Above the texts, whose lengths differ.
      html("div", { className: "row" },
        html("h3", {}, word("lesson.title", number, LINKS.length, title)),
        button("lesson-back", signed("back"), () => this.go(number - 1), { disabled: number === 1 }),
        this.#on("lesson-on", number, (text) => signed("on", text)),
        button("lesson-end", signed("end"), () => this.go(0))),
      html("p", {}, text, html("br"), html("b", {}, word("lesson.look")), ` ${look}`),
      link.other && this.#choice(labels, link, number),
    ].filter(Boolean);
  }

  /** Two trees to compare. */
  #choice({ choice, ...labels }, { tree, other, search, isCounted }, number) {
    const option = (name, to) => button(`lesson-${name}`, isCounted ? [`${labels[name]}: `, html("b", {}, "–")] : [labels[name]],
      this.#then(() => this.#calls.onchange({ tree: to, search, lesson: String(number) })), { "data-tree": to });
    return html("div", { className: "row choices" }, html("b", {}, choice), option("own", tree), option("other", other));
  }

  /** The buttons for what to look at. */
  #buttons({ search, isCounted }) {
    if (isCounted) return [button("lesson-last", [word("lesson.last")], this.#then(this.#calls.onlast))];
    return search === "sss-star" ? [] : [button("lesson-cut", [word("lesson.cut")], this.#then(this.#calls.oncut))];
  }

  /** Does something, and shows it. */
  #then = (act) => () => {
    act();
    this.#calls.onlook();
  };

  /** A button to the next link, or from the last one to questions. @param {(text: string) => (Element | string)[]} content */
  #on(id, number, content) {
    const isLast = number === LINKS.length;
    return button(id, content(word(isLast ? "practice.button" : "lesson.on")), isLast ? this.#calls.onpractice : () => this.go(number + 1));
  }

  #questions({ question, answers }, number) {
    const verdict = html("p", { id: "lesson-verdict", role: "status" });
    const says = (isRight, why) => [html("b", {}, word(isRight ? "lesson.right" : "lesson.wrong")), ` ${why}`];
    const choices = answers.map(([answer, isRight, why]) => html("button", {
      type: "button",
      onclick: ({ target }) => {
        for (const choice of target.parentElement.children) choice.ariaPressed = String(choice === target);
        target.classList.toggle("wrong", !isRight);
        fill(verdict, ...says(isRight, why));
        verdict.scrollIntoView({ block: "nearest" });
      },
    }, answer));
    return [
      html("p", {}, html("b", {}, word("lesson.question")), ` ${question}`),
      html("div", { className: "row answers" }, ...choices),
      html("div", { className: "reserved" }, verdict, ...answers.map(([, isRight, why]) => html("p", { className: "sizer", "aria-hidden": "true" }, ...says(isRight, why)))),
      this.#on("lesson-on-below", number, (text) => [text]),
    ];
  }
}

const button = (id, content, onclick, more = {}) => html("button", { type: "button", id, onclick, ...more }, ...content);

/** A word of the lesson, with the sign that stands for it on a narrow screen. */
const signed = (name, text = word(`lesson.${name}`)) => [html("span", { className: "long" }, text), html("span", { className: "sign", "aria-hidden": "true" }, SIGNS[name])];
