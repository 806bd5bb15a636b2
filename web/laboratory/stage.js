// The picture of a search with its steps: what happens, why, and the values of a node.

import { button, fill, html } from "../dom.js";
import { panelBoard } from "./boards.js";
import { namesOf } from "./names.js";
import { capital, reserve, tell } from "./narration.js";
import { Narrator } from "./narrator.js";
import { Picture } from "./picture.js";
import { Replay } from "./replay.js";
import { Stepper } from "./stepper.js";
import { Trace } from "./trace.js";
import { criticalTypes } from "./types.js";
import { Viewport } from "./viewport.js";
import { word } from "./words.js";

const $ = (id) => document.getElementById(id);

/** The parts that need a picture. */
const PARTS = ["picture", "path", "stepper", "narration", "states", "inspector", "legend", "quiz", "view", "zoom-out", "fit", "zoom-in", "share"];

/** Screens on which the tree is a list, unless it is a small one of the lesson, which speaks of the picture. */
const NARROW = matchMedia("(max-width: 30rem)");
const SMALL = 16;

/** The searches that keep a list of states. */
const WITH_STATES = ["sss-star", "dual-star"];

export class Stage {
  picture;
  replay;
  trace;
  narrator;
  /** The name of a node by its path. */
  name;
  #link;
  /** How the search tells its values. */
  #convention;
  #nodes = [];
  #drawing;
  #board;
  #types = [];
  #quiz;
  #remember;
  #editor;
  #viewport = new Viewport($("picture"));
  /** What tells a step beside the picture, once it is loaded. */
  #panels = [];
  /** The tree as a list, loaded when it is first wanted. */
  #Outline;
  #stepper;

  /**
   * @param {import("./quiz.js").Quiz} quiz
   * @param {(fields: object) => void} remember is given the fields of the link that change without a question
   * @param {(place: object) => Element[]} editor makes the controls that change a node
   */
  constructor(quiz, remember, editor) {
    this.#quiz = quiz;
    this.#remember = remember;
    this.#editor = editor;
    this.#stepper = new Stepper($("stepper"), (step) => {
      this.#showStep(step);
      this.#reveal(true);
      remember({ step: step === 0 ? undefined : String(step) });
    });
    $("next-step").onclick = () => this.#stepper.next();
    $("previous-step").onclick = () => this.#stepper.previous();
    $("fit").onclick = () => this.#viewport.fit();
    $("zoom-in").onclick = () => this.#viewport.in();
    $("zoom-out").onclick = () => this.#viewport.out();
    $("names").onchange = ({ target }) => {
      remember({ names: target.checked ? undefined : "paths" });
      this.onview();
    };
    $("types").onchange = ({ target }) => {
      remember({ types: target.checked ? "1" : undefined });
      this.show(this.#link);
    };
    $("boards").onchange = ({ target }) => {
      remember({ boards: target.checked ? undefined : "off" });
      this.onview();
    };
    $("view").onclick = () => {
      const view = this.#isList ? "picture" : "list";
      remember({ view: (view === "list") === this.#beginsAsList ? undefined : view });
      this.prepare(this.#link).then(() => this.onview());
    };
    NARROW.onchange = () => this.prepare(this.#link).then(() => this.onview());
    $("node").onchange = ({ target }) => {
      remember({ node: this.#pathOf(target.value.trim()) });
      this.showNode();
    };
  }

  hide(isHidden) {
    for (const id of PARTS) $(id).hidden = isHidden;
  }

  /** Loads what draws the tree of a link, if it is not there yet. */
  async prepare({ view }) {
    if (view === "list" || NARROW.matches) ({ Outline: this.#Outline } = await import("./outline.js"));
  }

  /** Takes the answer of the service: a picture and the events, or nothing if the tree is too large. */
  load(drawing, events, isKnown, convention, board) {
    this.#board = board;
    this.#convention = convention;
    this.#drawing = drawing;
    this.#nodes = drawing?.nodes ?? [];
    this.trace = drawing && new Trace(events, drawing.nodes, ["mover", "stack"].includes(convention));
    this.replay = drawing && new Replay(drawing, this.trace.events);
    if (!isKnown) this.#build();
    this.#types = drawing ? this.#typesOf() : [];
  }

  get #isList() {
    if (!this.#Outline) return false;
    return this.#link?.view ? this.#link.view === "list" : this.#beginsAsList;
  }

  get #beginsAsList() {
    return NARROW.matches && !(this.#link?.lesson && this.#nodes.length <= SMALL);
  }

  /** What decides how a tree is drawn. */
  get #style() {
    return `${this.#isList} ${this.#link?.boards}`;
  }

  #build() {
    const View = this.#isList ? this.#Outline : Picture;
    this.#shownStyle = this.#style;
    this.picture = this.#drawing && new View(this.#drawing, this.#link?.boards === "off" ? undefined : this.#board, this.#drawing.trunk);
    if (!this.picture) return;
    this.picture.onchoose = (node) => this.#choose(node);
    this.picture.onfold = (node) => this.#fold(node);
    this.#viewport.show(this.picture);
  }

  /** Draws the same tree in the other way if a link or the screen wants that, and tells whether it has. */
  follow(link) {
    this.#link = link;
    const isOther = Boolean(this.picture) && this.#shownStyle !== this.#style;
    if (isOther) this.#build();
    return isOther;
  }

  /** Called when the tree on show is to be drawn in another way. */
  onview = () => {};

  #typesOf() {
    if (this.#hasChance) return [];
    const [end, { nodes }] = [this.trace, this.replay].map((own) => own.copy().go(this.#end));
    return criticalTypes(this.picture.nodes, ({ index }) => nodes[index].line, ({ path }) => end.at(path));
  }

  get #hasChance() {
    return this.#nodes.some(({ kind }) => kind === "chance");
  }

  get #end() {
    return this.replay.steps.length;
  }

  #fold(place) {
    const folded = new Set(this.#folded);
    if (!folded.delete(place.path)) folded.add(place.path);
    this.#remember({ folded: [...folded].map((path) => path || "root").join(",") || undefined });
    this.#update(this.#link);
    this.#viewport.refresh();
    if (!this.#isList) this.#viewport.reveal(place, false);
  }

  /** The paths of the folded nodes. */
  get #folded() {
    return (this.#link.folded?.split(",") ?? []).map((path) => (path === "root" ? "" : path));
  }

  /** Shows the step and the node of a link, and scrolls there. */
  show(link) {
    this.#update(link);
    this.#reveal(false);
  }

  #update(link) {
    this.#link = link;
    $("view").ariaPressed = String(this.#isList);
    for (const id of ["zoom-out", "fit", "zoom-in"]) $(id).hidden = this.#isList;
    $("types").checked = Boolean(link.types);
    $("boards").checked = link.boards !== "off";
    $("boards").parentElement.hidden = !this.#board;
    $("types").parentElement.hidden = this.#hasChance;
    $("legend").querySelector(".chance").hidden = !this.#hasChance;
    this.picture.fold(this.#folded);
    this.name = namesOf(this.#nodes, link.names);
    this.narrator = this.narratorOf(this.trace);
    const isQuiz = this.#quiz.isOn;
    document.body.classList.toggle("practice", Boolean(link.practice));
    document.body.classList.toggle("taught", Boolean(link.lesson));
    if (link.lesson && !this.#isList) this.#viewport.fit();
    for (const id of ["stepper", "narration"]) $(id).hidden = isQuiz || Boolean(link.practice);
    $("states").hidden = isQuiz || Boolean(link.practice) || !WITH_STATES.includes(link.search);
    $("lesson").hidden = Boolean(link.lesson);
    $("quiz").ariaPressed = String(isQuiz || Boolean(link.practice));
    const last = this.replay.steps.length;
    const step = isQuiz ? 0 : Math.min(Number(link.step) || 0, last);
    $("names").checked = link.names !== "paths";
    this.picture.letters = link.names !== "paths";
    this.#stepper.load(this.replay.steps, step);
    if (!isQuiz) reserve(this.replay, this.trace, (trace) => this.narratorOf(trace), link);
    this.#showStep(step);
  }

  /** Tells what happens in a search like this one. */
  narratorOf(trace) {
    return new Narrator(trace, this.name, this.#link.search, this.#convention);
  }

  set link(link) {
    this.#link = link;
  }

  focus() {
    this.#stepper.focus();
  }

  /** From the end, the first cutoff. */
  nextCut() {
    if (this.#stepper.isAtEnd) this.#stepper.first();
    this.#stepper.nextCut();
  }

  last() {
    this.#stepper.last();
  }

  #showStep(step) {
    const { picture, replay } = this;
    this.trace.go(step);
    replay.go(step);
    picture.show(replay, { name: this.name, title: (place) => this.#title(place, replay), leftOut: (reason, { path }) => this.narrator.leftOut(reason, path), type: ({ index }) => (this.#link.types && !this.#link.practice ? this.#types[index] : undefined) });
    this.#showPanels();
    picture.pointAlong(replay.current);
    tell(replay, this.narrator, this.#link);
    this.showNode();
    this.onstep();
  }

  /** Adds a panel that tells each step. @param {{show: Function}} panel */
  add(panel) {
    this.#panels.push(panel);
    if (this.picture) this.#showPanels();
  }

  #showPanels() {
    for (const panel of this.#panels) panel.show(this.#link.search, this.trace, this.name, this.#convention, this.replay);
  }

  /** Called after each step. */
  onstep = () => {};

  /** The leaves that the search has looked at so far. */
  get seen() {
    return this.replay.nodes.filter(({ order }) => order).length;
  }

  /** Scrolls to the node of the step, unless it is the last; at a cutoff, first to the last child that is cut. A finger that
   *  touches a list on its way would only stop it, so that it goes gradually from step to step alone. */
  #reveal(isGradual) {
    const { picture, replay: { current, step } } = this;
    if (!current || this.#quiz.isOn || step === this.#end) return;
    const { event, path, cutoff } = this.trace.current;
    const last = event === "cut" && `${path === "" ? "" : `${path}.`}${cutoff.searched + cutoff.skipped - 1}`;
    const cut = picture.nodes.find((place) => place.path === last);
    for (const place of [cut, picture.nodes[current.node]]) if (place) this.#viewport.reveal(picture.shownFor(place), isGradual);
  }

  #title(place, replay) {
    const reason = replay.reason(place);
    const folded = this.picture.isFolded(place) ? `; ${word("picture.hides", place.leaves)}` : "";
    const about = `${this.name(place.path)}, ${this.narrator.about(place, replay.nodes[place.index])}${folded}`;
    return reason ? `${about}; ${this.narrator.leftOut(reason, place.path)}` : about;
  }

  /** The event of the step in words. */
  get caption() {
    const { current, step } = this.replay;
    return current ? word("step", step) + this.narrator.sentence : word("beforeFirst");
  }

  /** What is said of a node. */
  titleOf(path) {
    return this.#title(this.picture.at(path), this.replay);
  }

  /** Looks at a node, or marks it in the quiz. */
  #choose(node) {
    if ($("picture").classList.contains("dragged")) return;
    if (this.#quiz.isOn && !this.#quiz.isChecked) {
      this.#quiz.toggle(node);
      return;
    }
    this.#remember({ node: node.path || "root" });
    this.showNode();
  }

  showNode() {
    const { node } = this.#link;
    const isHidden = this.#quiz.isOn && !this.#quiz.isChecked;
    $("inspector").hidden = isHidden;
    const place = node === undefined || isHidden ? undefined : this.picture.at(node === "root" ? "" : node);
    this.picture.choose(place);
    if ($("node") !== document.activeElement) $("node").value = place && this.name.isLetters ? this.name(place.path) : node ?? "";
    $("node").placeholder = this.name.isLetters ? "B" : "0.0.1";
    const about = place ? this.#aboutNode(place) : [node ? word("picture.noNode", node) : word("picture.choose")];
    this.#showBoard(place);
    const isNew = $("about").textContent !== about.map((part) => part.textContent ?? part).join("");
    if (isNew) fill($("about"), ...about);
    fill($("node-editor"), ...(place ? [this.#folder(place), ...this.#editor(place)] : []));
  }

  /** The path of a node by its name or its path. */
  #pathOf(typed) {
    const named = this.picture.nodes.find(({ path }) => this.name(path).toLowerCase() === typed.toLowerCase());
    return named ? named.path || "root" : typed;
  }

  /** Shows the position of a node. */
  #showBoard(place) {
    if (this.#shownBoard === place) return;
    this.#shownBoard = place;
    fill($("node-board"), ...(place?.position ? [panelBoard(this.#link.game, place.position)] : []));
  }

  #shownBoard;
  #shownStyle;

  /** The button that folds what is below a node. */
  #folder(place) {
    if (place.children.length === 0) return undefined;
    const text = this.picture.isFolded(place) ? word("picture.unfold", place.leaves) : word("picture.fold");
    return button(text, () => this.#fold(place), { id: "fold", "data-key": "fold" });
  }

  #aboutNode(place) {
    const shown = this.#quiz.isOn ? this.end() : this.replay;
    const trace = this.#quiz.isOn ? this.trace.copy().go(this.#end) : this.trace;
    const narrator = this.narratorOf(trace);
    const reason = shown.reason(place);
    const cut = place.children.map((child) => shown.reason(child)).find((why) => why?.cutoff?.node === place.index);
    const why = reason ? capital(narrator.leftOut(reason, place.path)) : cut && narrator.cut(cut);
    const type = this.#link.types && ` ${capital(word(`picture.types.${this.#types[place.index] ?? "none"}`))}.`;
    return [html("b", {}, this.name(place.path)), `, ${narrator.about(place, shown.nodes[place.index])}.`, ...(type ? [type] : []), ...(why ? [html("span", { className: "why" }, ` ${why}.`)] : [])];
  }

  /** The search at its end. */
  end() {
    return this.replay.copy().go(this.#end);
  }
}
