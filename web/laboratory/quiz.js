// The quiz: which leaves will be skipped?

import { fill, html } from "../dom.js";
import { word } from "./words.js";

export class Quiz {
  #panel;
  #picture;
  #end;
  #nodeName;
  #marked = new Set();
  #isChecked = false;
  /** Whether the person has been told that nothing is marked. */
  #isWarned = false;
  #onend;
  #onpractice;

  /**
   * @param {() => void} onend is called when the person has seen the answer
   * @param {() => void} onpractice is called for questions about fresh trees
   */
  constructor(panel, onend, onpractice) {
    this.#panel = panel;
    this.#onend = onend;
    this.#onpractice = onpractice;
  }

  /** Starts on a picture; `end`: the search at its end, `name`: that of the search, `nodeName`: that of a node by its path. */
  start(picture, end, name, nodeName) {
    this.#picture = picture;
    this.#nodeName = nodeName;
    this.#end = end;
    this.#marked.clear();
    this.#isChecked = this.#isWarned = false;
    for (const { group, kind } of picture.nodes) if (kind === "leaf") group.setAttribute("aria-checked", "false");
    this.#panel.hidden = false;
    fill(this.#panel,
      html("p", {}, html("b", {}, word("quiz.ask", name)), ` ${word("quiz.how")}`),
      html("div", { className: "row" },
        html("button", { type: "button", id: "check", className: "main", onclick: () => this.#check(name) }, word("quiz.check")),
        html("button", { type: "button", id: "end-quiz", onclick: this.#onend }, word("quiz.end")),
        html("button", { type: "button", id: "practice", onclick: this.#onpractice }, word("practice.button"))),
      html("p", { id: "verdict", role: "status" }));
  }

  stop() {
    this.#panel.hidden = true;
    for (const { group } of this.#picture?.nodes ?? []) {
      group.removeAttribute("aria-checked");
      group.classList.remove("right", "missed", "wrong");
    }
    this.#picture = undefined;
  }

  get isOn() {
    return this.#picture !== undefined;
  }

  /** True once the answer has been told: from then on a node tells its reason. */
  get isChecked() {
    return this.#isChecked;
  }

  /** Marks a leaf, or takes the mark away. */
  toggle(node) {
    if (this.#isChecked || node.kind !== "leaf") return;
    const isMarked = !this.#marked.delete(node);
    if (isMarked) this.#marked.add(node);
    node.group.setAttribute("aria-checked", String(isMarked));
  }

  /** Tells the answer. Without a mark it first asks for some, as few searches skip nothing. */
  #check(name) {
    const told = this.#panel.querySelector("#verdict");
    if (this.#marked.size === 0 && !this.#isWarned) {
      this.#isWarned = true;
      told.textContent = word("quiz.nothingMarked");
      return;
    }
    this.#isChecked = true;
    const leaves = this.#picture.nodes.filter(({ kind }) => kind === "leaf");
    const verdicts = { right: [], missed: [], wrong: [] };
    for (const leaf of leaves) {
      const isSkipped = !this.#end.nodes[leaf.index].order;
      const verdict = isSkipped ? (this.#marked.has(leaf) ? "right" : "missed") : this.#marked.has(leaf) ? "wrong" : undefined;
      if (verdict) verdicts[verdict].push(leaf);
    }
    for (const [verdict, nodes] of Object.entries(verdicts)) for (const { group } of nodes) group.classList.add(verdict);
    const { right, missed, wrong } = verdicts;
    const skipped = right.length + missed.length;
    const isPerfect = missed.length + wrong.length === 0;
    told.textContent = [
      isPerfect ? word("quiz.perfect") : word("quiz.tally", right.length, missed.length, wrong.length),
      word("quiz.skips", name, skipped, leaves.length, this.#namesOf(right.concat(missed))),
      wrong.length > 0 ? word("quiz.evaluates", this.#namesOf(wrong)) : "",
      isPerfect ? "" : word("quiz.why"),
    ].filter(Boolean).join(" ");
    this.#panel.querySelector("#check").disabled = true;
    told.scrollIntoView({ block: "nearest" });
  }

  #namesOf(nodes) {
    return nodes.slice(0, 20).map(({ path }) => this.#nodeName(path)).join(", ") + (nodes.length > 20 ? ", …" : "");
  }
}
