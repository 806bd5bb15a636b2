// What a search does and why, in the words of the page: of its step, of a node, of what it left out.

import { parentOf } from "./trace.js";
import { number, valueOf, windowText, word } from "./words.js";

/** Searches that visit every node. */
const EXHAUSTIVE = ["minimax", "negamax", "m-n-minimax"];

/** The numbers of visits that a text has. */
const MOST = 12;

export class Narrator {
  #trace;
  #name;
  #search;

  /** @param {import("./trace.js").Trace} trace @param {(path: string) => string} name @param {string} search */
  constructor(trace, name, search) {
    this.#trace = trace;
    this.#name = name;
    this.#search = search;
  }

  /** The last event as a sentence; a cutoff with its reason. */
  get sentence() {
    const event = this.#trace.current;
    const text = word(`events.${event.event}`, this.#named(event));
    return event.event === "cut" ? `${text}: ${this.#reason(event)}` : text;
  }

  /** An event with its node and values as texts. */
  #named({ path, window, cutoff, ...event }) {
    const values = Object.entries(event).map(([name, value]) => [name, ["score", "value", "lower", "upper", "merit"].includes(name) ? number(value) : value]);
    const child = this.#name.isLetters ? this.#name(path === "" ? String(event.child) : `${path}.${event.child}`) : word("child", event.child);
    return { ...Object.fromEntries(values), ...cutoff, child, node: this.#name(path), window: window && windowText(window), isMax: this.#trace.at(path).kind === "max" };
  }

  #reason({ path, window, sure, cutoff: { kind, score, from } }) {
    const isMax = kind === "beta";
    const first = from === null
      ? word(window.beta === window.alpha + 1 ? "reasons.nullWindow" : "reasons.window", { isMax, window: windowText(window), end: number(isMax ? window.beta : window.alpha) })
      : word("reasons.sure", { isMax, sure: number(sure), there: this.#name(from) });
    return word("reasons.and", { first, isMax, score: number(score), here: this.#name(path) });
  }

  /** Why the step is taken. */
  get because() {
    const event = this.#trace.current;
    const because = { enter: () => this.#whyEnter(event), improve: () => this.#whyImprove(event), cut: () => this.#whyCut(event), leave: () => this.#whyLeave(event) }[event.event];
    return because ? because() : word(`because.${event.event}`, this.#named(event));
  }

  #whyEnter({ path, window: { alpha, beta } }) {
    const facts = this.#trace.at(path);
    if (facts.isAgain) return word("because.again");
    if (EXHAUSTIVE.includes(this.#search)) return word("because.every");
    if (beta === alpha + 1) return word("because.question", number(beta));
    const known = [];
    if (alpha !== -Infinity) known.push(this.#known("max", alpha));
    if (beta !== Infinity) known.push(this.#known("min", beta));
    if (known.length === 0) return word(path === "" ? "because.begin" : "because.open");
    return word("because.inside", known, known.length === 2);
  }

  /** What a player is sure of on the way to the node, and where. */
  #known(kind, value) {
    const place = this.#trace.stack.findLast((facts) => facts.kind === kind && facts.best === value);
    return word("because.known", { isMax: kind === "max", value: number(value), there: place && this.#name(place.path) });
  }

  #whyImprove({ path, score }) {
    const { kind, before } = this.#trace.at(path);
    const isMax = kind === "max";
    return before === undefined
      ? word("because.first", { isMax, node: this.#name(path) })
      : word("because.better", { isMax, score: number(score), before: number(before) });
  }

  #whyCut({ path, cutoff: { kind, from, reach } }) {
    const values = { isMax: kind === "beta", here: this.#name(path), there: from === null ? undefined : this.#name(from), parent: path === "" ? undefined : this.#name(parentOf(path)) };
    return word(`because.${reach}`, values);
  }

  #whyLeave({ path, score, bound }) {
    const facts = this.#trace.at(path);
    const parent = path === "" ? undefined : this.#name(parentOf(path));
    if (facts.kind === "leaf") return word("because.up", { parent });
    const values = { isMax: facts.kind === "max", score: number(score), window: windowText(facts.window), parent };
    return word(bound === "exact" ? "because.exact" : facts.isCut ? "because.afterCut" : "because.outside", { ...values, isLower: bound === "lower" });
  }

  /** A node in words. @param {object} place of a picture @param {object} look how it looks now */
  about(place, look) {
    const { kind, visits, evaluations, ...facts } = this.#trace.at(place.path);
    const { status, listed } = look;
    const window = facts.window && (status === "open" ? this.#trace.windowAt({ kind, ...facts }) : facts.window);
    const numbers = (name, list) => list.length > 0 && word(`about.${name}`, list.slice(0, MOST).join(", ") + (list.length > MOST ? ", …" : ""), list.length > 1);
    return [
      kind === "leaf" ? word("about.leaf", number(place.value)) : word("about.toMove", kind === "max"),
      place.move && word("about.move", place.move),
      status === "finished" && word("about.value", { exact: "=", lower: "≥", upper: "≤" }[facts.bound], number(facts.score)),
      status === "open" && facts.best !== undefined && word("about.best", number(facts.best)),
      window && word("about.window", windowText(window)),
      listed && word("about.listed", listed.solved, number(valueOf(listed.merit))),
      numbers("visits", visits),
      numbers("evaluations", evaluations),
    ].filter(Boolean).join("; ");
  }

  /** Why a node was left out. @param {object} reason of a replay @param {string} path of the node */
  leftOut({ event, cutoff, ply }, path) {
    if (!cutoff) return word("reasons.done", { ply, there: this.#name(path.split(".").slice(0, ply).join(".")) });
    const { searched, skipped } = event.cutoff;
    return word("reasons.leftOut", { reason: this.#reason(event), here: this.#name(event.path), searched, children: searched + skipped });
  }

  /** Why the rest of a node was cut. @param {object} reason of a replay */
  cut({ event }) {
    const { searched, skipped } = event.cutoff;
    return word("reasons.cutAfter", { searched, children: searched + skipped, reason: this.#reason(event) });
  }
}

/** The words of the service, for searches whose values are for the player to move: they tell both. */
export class ServiceNarrator extends Narrator {
  #replay;

  /** @param {import("./replay.js").Replay} replay @param trace, name, search as of a narrator */
  constructor(replay, ...others) {
    super(...others);
    this.#replay = replay;
  }

  get sentence() {
    return this.#replay.current.text;
  }

  about(place, look) {
    return look.about;
  }

  leftOut({ text }) {
    return text;
  }

  cut({ cutoff }) {
    return cutoff.reason;
  }
}
