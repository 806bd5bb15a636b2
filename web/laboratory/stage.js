// The picture of a search with its steps: what happens, why, and the values of a node.

import { fill, html } from "../dom.js";
import { CodePanel } from "./code-panel.js";
import { namesOf } from "./names.js";
import { Narrator, ServiceNarrator } from "./narrator.js";
import { Picture } from "./picture.js";
import { Replay } from "./replay.js";
import { Stepper } from "./stepper.js";
import { Trace } from "./trace.js";
import { Viewport } from "./viewport.js";
import { word } from "./words.js";

const $ = (id) => document.getElementById(id);

/** The parts that need a picture. */
const PARTS = ["picture", "stepper", "narration", "list", "inspector", "legend", "quiz", "zoom-out", "fit", "zoom-in", "share"];

export class Stage {
  picture;
  replay;
  trace;
  narrator;
  /** The name of a node by its path. */
  name;
  #link;
  /** Whether the values of the search are for the player to move. */
  #isMovers = false;
  #nodes = [];
  #quiz;
  #remember;
  #editor;
  #viewport = new Viewport($("picture"));
  #code = new CodePanel($("code"));
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
      remember({ step: step === 0 ? undefined : String(step) });
    });
    $("next-step").onclick = () => this.#stepper.next();
    $("fit").onclick = () => this.#viewport.fit();
    $("zoom-in").onclick = () => this.#viewport.in();
    $("zoom-out").onclick = () => this.#viewport.out();
    $("names").onchange = ({ target }) => {
      remember({ names: target.checked ? undefined : "paths" });
      this.show(this.#link);
    };
    $("node").onchange = ({ target }) => {
      remember({ node: target.value.trim() });
      this.showNode();
    };
  }

  hide(isHidden) {
    for (const id of PARTS) $(id).hidden = isHidden;
  }

  /** Takes the answer of the service: a picture and the events, or nothing if the tree is too large. */
  load(drawing, events, isKnown, convention) {
    this.#isMovers = ["mover", "stack"].includes(convention);
    if (!isKnown) this.picture = drawing && new Picture(drawing);
    this.#nodes = drawing?.nodes ?? [];
    this.trace = drawing && new Trace(events, drawing.nodes, this.#isMovers);
    this.replay = drawing && new Replay(drawing, this.trace.events);
    if (!this.picture || isKnown) return;
    this.picture.onchoose = (node) => this.#choose(node);
    this.#viewport.show(this.picture);
  }

  /** Shows the step and the node of a link. */
  show(link) {
    this.#link = link;
    this.name = namesOf(this.#nodes, link.names);
    this.narrator = this.#narratorOf(this.replay, this.trace);
    const isQuiz = this.#quiz.isOn;
    for (const id of ["stepper", "narration", "list"]) $(id).hidden = isQuiz;
    $("quiz").ariaPressed = String(isQuiz);
    const last = this.replay.steps.length;
    const step = isQuiz ? 0 : Math.min(Number(link.step) || 0, last);
    $("names").checked = link.names !== "paths";
    this.picture.letters = link.names !== "paths";
    this.#stepper.load(this.replay.steps, step);
    this.#showStep(step);
  }

  #narratorOf(replay, trace) {
    const about = [trace, this.name, this.#link.search];
    return this.#isMovers ? new ServiceNarrator(replay, ...about) : new Narrator(...about);
  }

  set link(link) {
    this.#link = link;
  }

  focus() {
    this.#stepper.focus();
  }

  #showStep(step) {
    const { picture, replay } = this;
    this.trace.go(step);
    replay.go(step);
    picture.show(replay, { name: this.name, title: (place) => this.#title(place, replay), leftOut: (reason, { path }) => this.narrator.leftOut(reason, path) });
    this.#code.show(this.#link.search, this.trace, this.name);
    picture.pointAlong(replay.current);
    this.#showEvent();
    this.#showList();
    this.showNode();
    if (replay.current && !this.#quiz.isOn && step !== replay.steps.length) this.#viewport.reveal(picture.nodes[replay.current.node]);
  }

  #title(place, replay) {
    const reason = replay.reason(place);
    const about = `${this.name(place.path)}, ${this.narrator.about(place, replay.nodes[place.index])}`;
    return reason ? `${about}; ${this.narrator.leftOut(reason, place.path)}` : about;
  }

  #showEvent() {
    const { current, step } = this.replay;
    const cutoff = current?.cutoff;
    fill($("event"), ...(current
      ? [html("b", {}, word("step", step)), this.narrator.sentence, cutoff ? html("span", { className: "kind" }, word("reach", cutoff)) : undefined]
      : [html("b", {}), word("beforeFirst")]));
    $("because").textContent = current ? capital(`${this.narrator.because}.`) : word("opening");
    $("next-step").textContent = word(step === 0 ? "begin" : "next");
    $("next-step").ariaDisabled = String(step === this.replay.steps.length);
  }

  /** Shows the list of SSS* and DUAL*: the first state comes next. */
  #showList() {
    const { replay } = this;
    const states = replay.list(this.#link.search === "dual-star" ? -1 : 1).map((index) => {
      const { merit, solved } = replay.nodes[index].listed;
      const text = String(merit).replace("-", "−").replace("inf", "∞");
      return html("li", { className: solved ? "solved" : "live" }, word("state", this.name(this.picture.nodes[index].path), solved, text));
    });
    fill($("list"), ...states);
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
    if ($("node") !== document.activeElement) $("node").value = node ?? "";
    const about = place ? this.#aboutNode(place) : [node ? `There is no node ${node}.` : "Choose a node to learn what the search did there; a grey one tells why it was left out."];
    const isNew = $("about").textContent !== about.map((part) => part.textContent ?? part).join("");
    if (isNew) fill($("about"), ...about);
    fill($("node-editor"), ...(place ? this.#editor(place) : []));
  }

  #aboutNode(place) {
    const shown = this.#quiz.isOn ? this.end() : this.replay;
    const trace = this.#quiz.isOn ? this.trace.copy().go(shown.steps.length) : this.trace;
    const narrator = this.#narratorOf(shown, trace);
    const reason = shown.reason(place);
    const cut = place.children.map((child) => shown.reason(child)).find((why) => why?.cutoff?.node === place.index);
    const why = reason ? capital(narrator.leftOut(reason, place.path)) : cut && narrator.cut(cut);
    return [html("b", {}, this.name(place.path)), `, ${narrator.about(place, shown.nodes[place.index])}.`, ...(why ? [html("span", { className: "why" }, ` ${why}.`)] : [])];
  }

  /** The search at its end. */
  end() {
    return this.replay.copy().go(this.replay.steps.length);
  }
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);
