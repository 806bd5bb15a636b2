// Buttons, slider and keys that step through the events of a search.

import { html, svg } from "../dom.js";
import * as settings from "../settings.js";
import { word } from "./words.js";

/** The keys that have the same name in every language. */
const KEYS = { previous: "←", next: "→", nextCut: "C" };

/** The label of a button, which names its key unless the shortcuts are off. */
function labelOf(name, key = name) {
  const label = word(`stepper.${name}`);
  return settings.get("shortcuts") ? `${label} (${KEYS[key] ?? word(`stepper.keys.${key}`)})` : label;
}

/** Milliseconds between steps. */
const SPEEDS = { slow: 1600, normal: 700, fast: 200 };

/** Name, icon. */
const BUTTONS = [
  ["first", "M6 5v14M19 5 9 12l10 7z"],
  ["previousLeaf", "M12 5 3 12l9 7zM21 5l-9 7 9 7z"],
  ["previous", "M17 5 7 12l10 7z"],
  ["play", "M7 4l13 8-13 8z"],
  ["next", "M7 5l10 7-10 7z"],
  ["nextLeaf", "M3 5l9 7-9 7zM12 5l9 7-9 7z"],
  ["nextCut", "M3 5l9 7-9 7zM13 19l3-14M18 19l3-14"],
  ["last", "M18 5v14M5 5l10 7-10 7z"],
];
const PAUSE_ICON = "M8 5v14M16 5v14";

export class Stepper {
  #events = [];
  #step = 0;
  #onstep;
  #timer;
  #slider = html("input", { type: "range", id: "slider", min: 0, step: 1, ariaLabel: word("stepper.slider") });
  #count = html("output", { id: "step", htmlFor: "slider" });
  #speed = html("select", { id: "speed", ariaLabel: word("stepper.speed") },
    ...Object.keys(SPEEDS).map((name) => html("option", { value: name, selected: name === "normal" }, word(`stepper.speeds.${name}`))));
  #buttons = {};

  /** @param {(step: number) => void} onstep */
  constructor(element, onstep) {
    this.#onstep = onstep;
    for (const [name, path] of BUTTONS) {
      const label = labelOf(name);
      this.#buttons[name] = html("button", { type: "button", id: name, title: label, ariaLabel: label, onclick: () => this[name]() }, icon(path));
    }
    this.#slider.addEventListener("input", () => this.#go(this.#slider.valueAsNumber));
    element.append(html("div", { className: "buttons" }, ...Object.values(this.#buttons)), this.#slider, this.#count, this.#speed);
    addEventListener("keydown", (event) => this.#press(event));
  }

  /** Takes the events of another search. */
  load(events, step) {
    this.stop();
    this.#events = events;
    this.#slider.max = events.length;
    this.show(step);
  }

  /** Shows a step without telling it. */
  show(step) {
    this.#step = Math.min(step, this.#events.length);
    this.#slider.value = this.#step;
    this.#count.textContent = `${this.#step} / ${this.#events.length}`;
    for (const name of ["first", "previousLeaf", "previous"]) disable(this.#buttons[name], this.#step === 0);
    for (const name of ["next", "nextLeaf", "nextCut", "last"]) disable(this.#buttons[name], this.isAtEnd);
  }

  #go(step, isPlayed = false) {
    if (!isPlayed) this.stop();
    this.show(Math.max(step, 0));
    this.#onstep(this.#step);
  }

  get isAtEnd() { return this.#step === this.#events.length; }

  first() { this.#go(0); }
  last() { this.#go(this.#events.length); }
  previous() { this.#go(this.#step - 1); }
  next() { this.#go(this.#step + 1); }
  nextLeaf() { this.#goTo("leaf"); }
  nextCut() { this.#goTo("cut"); }

  previousLeaf() {
    this.#go(this.#events.slice(0, Math.max(this.#step - 1, 0)).findLastIndex(({ event }) => event === "leaf") + 1);
  }

  /** The step after the next event of a kind; the last if there is none. */
  #goTo(kind) {
    const found = this.#events.findIndex(({ event }, at) => at >= this.#step && event === kind);
    this.#go(found < 0 ? this.#events.length : found + 1);
  }

  /** Plays from here, or from the start at the end; stops if it plays. */
  play() {
    if (this.#timer) {
      this.stop();
      return;
    }
    if (this.isAtEnd) this.#go(0);
    this.#showPlaying(true);
    this.#tick();
  }

  #tick() {
    this.#timer = setTimeout(() => {
      this.#go(this.#step + 1, true);
      if (this.#step < this.#events.length) this.#tick();
      else this.stop();
    }, SPEEDS[this.#speed.value]);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#showPlaying(false);
  }

  #showPlaying(isPlaying) {
    const { play } = this.#buttons;
    play.ariaLabel = play.title = labelOf(isPlaying ? "pause" : "play", "play");
    play.replaceChildren(icon(isPlaying ? PAUSE_ICON : BUTTONS.find(([name]) => name === "play")[1]));
  }

  focus() {
    this.#buttons.play.focus();
  }

  #press(event) {
    const { key, shiftKey, target } = event;
    if (!settings.get("shortcuts")) return;
    if (event.ctrlKey || event.metaKey || event.altKey || this.#slider.closest("[hidden]")) return;
    if (target.matches("input:not([type=checkbox]), textarea, select, [type=radio]") && target !== this.#slider) return;
    if (key === " " && target.matches("button, summary, a, input")) return;
    // Arrows, Home, End and space scroll these.
    if (target.matches(".scroll, .picture, .code") && !/^[lc]$/.test(key)) return;
    const action = {
      ArrowLeft: shiftKey ? "previousLeaf" : "previous",
      ArrowRight: shiftKey ? "nextLeaf" : "next",
      Home: "first", End: "last", l: "nextLeaf", c: "nextCut", " ": "play",
    }[key];
    if (!action) return;
    event.preventDefault();
    this[action]();
  }
}

/** The focus stays on a button that has no effect now. */
const disable = (button, isDisabled) => { button.ariaDisabled = String(isDisabled); };

const icon = (path) => svg("svg", { viewBox: "0 0 24 24", width: 20, height: 20, class: "icon", "aria-hidden": true }, svg("path", { d: path }));
