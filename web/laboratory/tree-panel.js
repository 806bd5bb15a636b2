// The choice of a tree: an example, nested numbers, a random tree, the tree of a position.

import { fill, html } from "../dom.js";
import { word } from "./words.js";

/** Milliseconds between the last key in the field and the request. */
const PAUSE = 400;

/** The kinds of leaves of a random tree, and the fields of each. */
const LEAVES = {
  distinct: [],
  integers: [["low", -9], ["high", 9]],
  binary: [["one", 0.5]],
  growing: [["step", 9]],
};
const ROOTS = { max: "Max", min: "Min" };

export class TreePanel {
  #element;
  #trees;
  #games;
  #onchange;
  #kind;
  #timer;
  /** The nested numbers of the tree on show; undefined for a position. */
  #text;
  #name = (path) => path;

  /** @param {(fields: object, isGradual?: boolean) => void} onchange is given the fields of a link */
  constructor(element, trees, games, onchange) {
    this.#element = element;
    this.#trees = trees;
    this.#games = games;
    this.#onchange = onchange;
    const kinds = Object.entries(word("tree.kinds")).map(([kind, name]) =>
      html("label", {}, html("input", { type: "radio", name: "kind", value: kind, onchange: () => this.#choose(kind) }), html("span", {}, name)));
    element.append(
      html("fieldset", { className: "choice" }, html("legend", { className: "visually-hidden" }, word("tree.kind")), ...kinds),
      html("form", { id: "tree-form", onsubmit: (event) => event.preventDefault() }),
      html("p", { id: "tree-problem", className: "field-problem", role: "alert" }));
  }

  /** True if the tree is changed by hand. */
  get isEdited() {
    return this.#kind === "own";
  }

  get text() {
    return this.#text;
  }

  /** Names the nodes that texts tell of by their paths. @param {(path: string) => string} name */
  set name(name) {
    this.#name = name;
    const summary = this.#form.querySelector("[data-told]");
    if (summary) summary.textContent = this.#named(summary.dataset.told);
  }

  #named(text) {
    return text.replace(/\d+([.]\d+){2,}/g, (path) => this.#name(path));
  }

  /** Shows the tree of a link; `text`: its nested numbers. */
  show(link, text) {
    this.#text = text;
    this.showProblem("");
    const kind = this.#kindOf(link);
    if (kind === this.#kind && this.#form.contains(document.activeElement) && document.activeElement.matches("textarea, [type=text], [type=range], [type=number]")) return;
    this.#build(kind, link);
  }

  showProblem(text) {
    this.#element.querySelector("#tree-problem").textContent = text;
    const field = this.#form.querySelector("textarea, #position");
    if (field) field.ariaInvalid = String(text !== "");
  }

  get #form() {
    return this.#element.querySelector("form");
  }

  #kindOf({ game, tree }) {
    if (game) return "position";
    if (tree.startsWith("random:")) return "random";
    return this.#trees.some(({ id }) => id === tree) ? "example" : "own";
  }

  #build(kind, link) {
    this.#kind = kind;
    this.#element.querySelector(`[value=${kind}]`).checked = true;
    const fields = { example: () => this.#example(link), own: () => this.#own(link), random: () => this.#random(link), position: () => this.#position(link) };
    fill(this.#form, ...fields[kind]());
  }

  /** Turns to another kind of tree. */
  #choose(kind) {
    const first = {
      example: { tree: this.#trees[0].id },
      own: { tree: this.#text ?? this.#trees[0].tree },
      random: { tree: "random:branching=3,depth=3,seed=1,leaves=distinct" },
      position: { game: this.#games[0]?.id, depth: "2" },
    }[kind];
    this.#build(kind, first);
    if (kind === "position") this.#onchange({ ...first, tree: undefined, root: undefined });
    else this.#give(kind === "own" ? first : { ...first, root: undefined });
  }

  /** Changes the tree to one that is no position. */
  #give(fields, isGradual) {
    this.#onchange({ game: undefined, position: undefined, moves: undefined, depth: undefined, leaf: undefined, ...fields }, isGradual);
  }

  #example({ tree }) {
    const named = this.#trees.find(({ id }) => id === tree) ?? this.#trees[0];
    const options = this.#trees.map(({ id, title }) => html("option", { value: id, selected: id === named.id }, title));
    const onchange = ({ target }) => {
      this.#build("example", { tree: target.value });
      this.#give({ tree: target.value, root: undefined });
    };
    return [
      html("label", {}, html("span", { className: "visually-hidden" }, word("tree.example")), html("select", { id: "example", onchange }, ...options)),
      html("p", { className: "summary", "data-told": named.summary }, this.#named(named.summary)),
      html("p", { className: "source" }, word("tree.source", named.source)),
    ];
  }

  #own({ tree, root }) {
    const later = ({ target }) => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#give({ tree: target.value.trim() || undefined }, true), PAUSE);
    };
    return [
      html("label", {}, word("tree.nested"),
        html("textarea", { id: "nested", rows: 4, spellcheck: false, autocapitalize: "none", value: this.#text ?? tree ?? "", oninput: later, "aria-describedby": "tree-problem" })),
      html("p", { className: "source" }, word("tree.nestedHint")),
      this.#mover(root),
    ];
  }

  #mover(root = this.#root ?? "max") {
    const options = Object.entries(ROOTS).map(([value, name]) => html("option", { value, selected: value === root }, name));
    return html("label", { className: "line" }, word("tree.root"), html("select", { id: "root", onchange: ({ target }) => this.#onchange({ root: target.value }) }, ...options));
  }

  #root;

  /** Tells who moves at the root of the tree on show. */
  set root(player) {
    this.#root = player;
    const select = this.#form.querySelector("#root");
    if (select) select.value = player;
  }

  #random({ tree, root }) {
    const given = Object.fromEntries(tree.slice("random:".length).split(",").map((argument) => argument.split("=").map((part) => part.trim())));
    const { branching = 3, depth = 3, seed = 1, leaves = "distinct", quality = 0, chance = 0 } = given;
    const give = () => {
      const fields = [...this.#form.elements].filter(({ name }) => name).map(({ name, value }) => [name, value]);
      // Only players order their moves.
      const hasChance = this.#form.elements.chance.value !== "0";
      const isGiven = ([name, value]) => !(name === "quality" && hasChance) && !(["quality", "chance"].includes(name) && value === "0");
      this.#give({ tree: `random:${fields.filter(isGiven).map((field) => field.join("=")).join(",")}` }, true);
    };
    const kind = LEAVES[leaves] ? leaves : "distinct";
    const kinds = Object.keys(LEAVES).map((value) => html("option", { value, selected: value === kind }, word(`tree.leafKinds.${value}`)));
    const changeKind = ({ target }) => {
      const kept = ["branching", "depth", "seed", "quality", "chance"].map((name) => `${name}=${this.#form.elements[name].value}`);
      this.#build("random", { tree: `random:${[...kept, `leaves=${target.value}`]}`, root });
      give();
    };
    return [
      slider("branching", branching, [1, 8, 1], give),
      slider("depth", depth, [1, 8, 1], give),
      slider("seed", seed, [1, 200, 1], give),
      html("label", { className: "line" }, word("tree.leaves"), html("select", { name: "leaves", onchange: changeKind }, ...kinds)),
      ...LEAVES[kind].map(([name, value]) =>
        html("label", { className: "line" }, word(`tree.${name}`), html("input", { type: "number", name, value: given[name] ?? value, step: name === "one" ? 0.05 : 1, oninput: give }))),
      slider("quality", quality, [0, 1, 0.05], give),
      slider("chance", chance, [0, 4, 1], give),
      this.#mover(root),
    ];
  }

  #position(link) {
    const { game = this.#games[0]?.id, position = "", moves = "", depth = 2, leaf = "quiescence" } = link;
    const give = () => {
      const fields = Object.fromEntries([...this.#form.elements].filter(({ name }) => name).map(({ name, value }) => [name, value.trim()]));
      this.#onchange({ ...fields, moves: fields.moves.split(/[\s,]+/).filter(Boolean).join(","), tree: undefined, root: undefined }, true);
    };
    const later = () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(give, PAUSE);
    };
    const games = this.#games.map(({ id, title }) => html("option", { value: id, selected: id === game }, title));
    const rules = Object.entries(word("tree.leafRules")).map(([value, name]) => html("option", { value, selected: value === leaf }, name));
    const changeGame = () => {
      for (const name of ["position", "moves"]) this.#form.elements[name].value = "";
      give();
    };
    return [
      html("label", { className: "line" }, word("tree.game"), html("select", { name: "game", id: "game", onchange: changeGame }, ...games)),
      html("label", {}, word("tree.position"), html("input", { type: "text", name: "position", id: "position", value: position, spellcheck: false, autocapitalize: "none", oninput: later, "aria-describedby": "tree-problem" })),
      html("label", {}, word("tree.moves"), html("input", { type: "text", name: "moves", id: "moves", value: moves, spellcheck: false, autocapitalize: "none", oninput: later })),
      slider("depth", depth, [1, 8, 1], give),
      html("label", { className: "line" }, word("tree.leaves"), html("select", { name: "leaf", onchange: give }, ...rules)),
    ];
  }
}

function slider(name, value, [min, max, step], oninput) {
  const output = html("output", {}, String(value));
  const input = html("input", { type: "range", name, min, max, step, value });
  input.addEventListener("input", () => {
    output.textContent = input.value;
    oninput();
  });
  return html("label", { className: "slider" }, html("span", {}, word(`tree.${name}`)), output, input);
}
