// A search at one of its steps, by its events: what it knows at each node, and the nodes that it is in.

import { valueOf } from "./words.js";

/**
 * What a search did at a node.
 * @typedef {{path: string, kind: string, window?: Window, best?: number, before?: number, last?: number, lastChild?: string,
 *   sure?: number, score?: number, bound?: string, value?: number, child?: number, isLeaf: boolean, isCut: boolean, isAgain: boolean, first?: number, visits: number[],
 *   evaluations: number[]}} Facts
 * @typedef {{alpha: number, beta: number}} Window
 */

/** What a visit has not found out yet. */
const FRESH = { window: undefined, best: undefined, before: undefined, last: undefined, sure: undefined, score: undefined, bound: undefined, value: undefined, isLeaf: false, isCut: false };

export class Trace {
  /** The number of steps so far. */
  step = 0;
  #events;
  #kinds;
  #facts;
  #visits;
  #evaluations;
  /** The nodes that the search is in, the root first. */
  stack;
  /** What the passes have proven: bounds of the value, and the question of the pass. */
  proven;

  /**
   * @param {object[]} events of an answer
   * @param {{path: string, kind: string}[]} nodes of a picture
   * @param {boolean} isMovers whether the values are for the player to move, instead of for Max
   */
  constructor(events, nodes, isMovers = false) {
    this.#kinds = new Map(nodes.map(({ path, kind }) => [path, kind]));
    this.#events = events.map(numbered).map((event) => (isMovers && this.mover(event.path) === "min" ? turned(event) : event));
    this.#start();
    this.#explainCuts();
  }

  /** The player to move at a node, or at a leaf the one who would be. */
  mover(path) {
    const kind = this.#kinds.get(path);
    if (kind !== "leaf") return kind;
    return this.#kinds.get(parentOf(path)) === "max" ? "min" : "max";
  }

  /** Adds to each cutoff the window of its node, and what the ancestor that causes it is sure of. */
  #explainCuts() {
    for (const event of this.#events) {
      if (event.event === "cut") {
        const { from, bound } = event.cutoff;
        Object.assign(event, { window: this.at(event.path).window, sure: from === null ? undefined : this.at(from).sure ?? bound });
      }
      this.#apply(event);
    }
    this.#start();
  }

  #start() {
    this.step = 0;
    this.#facts = new Map();
    this.#visits = this.#evaluations = 0;
    this.stack = [];
    this.proven = { lower: -Infinity, upper: Infinity };
  }

  /** The last event. */
  get current() {
    return this.#events[this.step - 1];
  }

  /** The events, each cutoff with what explains it. */
  get events() {
    return this.#events;
  }

  /** The same search at its start. */
  copy() {
    return new Trace(this.#events, [...this.#kinds].map(([path, kind]) => ({ path, kind })));
  }

  /** The node that the last event is about, as it is after it. */
  get top() {
    return this.current && this.at(this.current.path);
  }

  /** What the search did at a node so far. @returns {Facts} */
  at(path) {
    let facts = this.#facts.get(path);
    if (!facts) {
      facts = { path, kind: this.#kinds.get(path), ...FRESH, isAgain: false, visits: [], evaluations: [] };
      this.#facts.set(path, facts);
    }
    return facts;
  }

  /** Goes to a step. */
  go(step) {
    if (step < this.step) this.#start();
    const end = Math.min(step, this.#events.length);
    for (; this.step < end; this.step += 1) this.#apply(this.#events[this.step]);
    return this;
  }

  #apply(event) {
    const facts = this.at(event.path);
    ({
      pass: () => { this.proven = { ...this.proven, question: event.window, depth: event.depth }; },
      bounds: () => { this.proven = { ...this.proven, lower: event.lower, upper: event.upper }; },
      enter: () => this.#enter(facts, event),
      leaf: () => {
        facts.evaluations.push(this.#evaluations += 1);
        Object.assign(facts, { isLeaf: true, value: event.value });
      },
      improve: () => Object.assign(facts, { before: facts.best, best: event.score, child: event.child }),
      probe: () => assure(facts, facts.kind === "max" ? event.lower : event.upper),
      cut: () => { facts.isCut = true; },
      research: () => Object.assign(facts, { isAgain: true, first: facts.score }),
      leave: () => this.#leave(facts, event),
    })[event.event]?.();
  }

  #enter(facts, { window }) {
    Object.assign(facts, FRESH, { window, first: facts.isAgain ? facts.first : undefined });
    facts.visits.push(this.#visits += 1);
    this.stack.push(facts);
  }

  #leave(facts, { score, bound }) {
    Object.assign(facts, { score, bound, isAgain: false });
    this.stack = this.stack.filter((open) => open !== facts);
    if (facts.path === "") return;
    const parent = this.at(parentOf(facts.path));
    Object.assign(parent, { last: score, lastChild: facts.path });
    if (bound !== (parent.kind === "max" ? "upper" : "lower")) assure(parent, score);
  }

  /** The window of a node as it has become: its best score is a bound from then on. */
  windowAt({ kind, window, best, score }) {
    if (score !== undefined || best === undefined) return window;
    return kind === "max" ? { ...window, alpha: Math.max(window.alpha, best) } : { ...window, beta: Math.min(window.beta, best) };
  }
}

/** The player to move is sure of a score. */
function assure(facts, score) {
  facts.sure = facts.kind === "max" ? Math.max(facts.sure ?? -Infinity, score) : Math.min(facts.sure ?? Infinity, score);
}

/** The path of the node above. */
export const parentOf = (path) => (path === "" ? undefined : path.split(".").slice(0, -1).join("."));

/** An event of Min's with the values that it has for Max. */
function turned({ window, cutoff, ...event }) {
  for (const name of ["score", "value"].filter((own) => own in event)) event[name] = negated(event[name]);
  if (event.event === "leave") event.bound = { exact: "exact", lower: "upper", upper: "lower" }[event.bound];
  if (window) event.window = { alpha: negated(window.beta), beta: negated(window.alpha) };
  if (cutoff) event.cutoff = { ...cutoff, score: negated(cutoff.score), bound: negated(cutoff.bound) };
  return event;
}

const negated = (value) => 0 - value;

/** An event with numbers in place of the texts for infinities. */
const numbered = (event) => Object.fromEntries(Object.entries(event).map(([name, value]) =>
  [name, Array.isArray(value) ? value.map(valueOf) : value && typeof value === "object" ? numbered(value) : valueOf(value)]));
