// A search at one of its steps: how its nodes look after the changes that the service tells.

import { localized } from "./words.js";

export class Replay {
  /** How each node looks, by its number. */
  nodes = [];
  /** The number of steps so far. */
  step = 0;
  #picture;
  #events;
  #reasons = [];

  /** @param picture the picture in an answer of the service @param events the events, with what explains cutoffs */
  constructor(picture, events) {
    this.#picture = picture;
    this.#events = events;
    this.#start();
  }

  #start() {
    this.step = 0;
    this.#reasons = [];
    this.nodes = this.#picture.nodes.map((node) => ({ ...node }));
  }

  get steps() {
    return this.#picture.steps;
  }

  /** The last step. */
  get current() {
    return this.steps[this.step - 1];
  }

  /** Goes to a step. */
  go(step) {
    if (step < this.step) this.#start();
    for (const [index, { reasons = [], changes }] of this.steps.slice(this.step, step).entries()) {
      const event = this.#events[this.step + index];
      // A reason is told first at the step that gives it.
      this.#reasons.push(...reasons.map(({ cutoff, ...reason }) => ({ ...reason, cutoff: cutoff && { ...cutoff, bounds: localized(cutoff.bounds) }, event, ply: event.path === "" ? 0 : event.path.split(".").length })));
      for (const change of changes) Object.assign(this.nodes[change.node], change, ...["score", "window"].filter((name) => name in change).map((name) => ({ [name]: localized(change[name]) })));
    }
    this.step = Math.min(step, this.steps.length);
    return this;
  }

  /** The numbers of the nodes in the list of SSS*, that of the highest merit first, then the leftmost; `sign` is −1 in
   *  DUAL*, where it is the lowest. */
  list(sign = 1) {
    const merit = (index) => sign * Number(String(this.nodes[index].listed.merit).replace("inf", "Infinity"));
    const { nodes } = this.#picture;
    return [...nodes.keys()].filter((index) => this.nodes[index].listed)
      .sort((one, other) => (merit(one) === merit(other) ? nodes[one].path.localeCompare(nodes[other].path, "en", { numeric: true }) : merit(other) - merit(one)));
  }

  /** The same search at its start. */
  copy() {
    return new Replay(this.#picture, this.#events);
  }

  /** The reason for which a node was left out. */
  reason({ index }) {
    return this.#reasons[this.nodes[index].left_out];
  }
}
