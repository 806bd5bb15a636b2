// A search at one of its steps: the fold of its events so far. Status, numbers and reasons are those of the
// service's picture of the same step.

import { MINUS_INFINITY, PLUS_INFINITY } from "./words.js";

/** The work of a search at the nodes of a tree. */
export class State {
  step = 0;
  current = undefined;
  #tree;
  #visits = 0;
  #evaluations = 0;

  constructor(tree) {
    this.#tree = tree;
    this.nodes = tree.nodes.map(() => ({ status: "unvisited", visits: [], evaluations: [] }));
  }

  /** Takes the next event. */
  apply(event) {
    const place = this.#tree.at(event.path);
    this.#visits += event.event === "enter";
    this.#evaluations += event.event === "leaf";
    this.#change(this.nodes[place.index], event, place);
    this.current = event;
    this.step += 1;
  }

  #change(node, event, place) {
    switch (event.event) {
      case "enter":
        Object.assign(node, { status: "open", window: event.window, best: undefined, isAnswered: false });
        node.visits.push(this.#visits);
        break;
      case "leaf":
        node.evaluations.push(this.#evaluations);
        node.isAnswered = true;
        break;
      case "improve":
        node.best = event.score;
        node.bestChild = event.child;
        break;
      case "cut":
        this.#leaveOutChildren(place, { cut: event });
        break;
      case "probe":
        node.isAnswered ||= event.hit;
        break;
      case "leave":
        Object.assign(node, { status: "finished", score: event.score, bound: event.bound });
        if (!node.isAnswered) this.#leaveOutChildren(place, { ply: place.ply });
        break;
    }
  }

  /** Marks the children that this visit of a node has left out. */
  #leaveOutChildren(place, why) {
    const entered = this.nodes[place.index].visits.at(-1) ?? 0;
    for (const child of place.children) {
      const { status, visits } = this.nodes[child.index];
      if (status === "open" || (visits.at(-1) ?? 0) < entered) this.#leaveOut(child, why);
    }
  }

  /** Marks a node and all below it that were never visited. A cutoff is a better reason than none. */
  #leaveOut(place, why) {
    const node = this.nodes[place.index];
    if (node.status === "unvisited" || (node.status === "left-out" && why.cut)) {
      Object.assign(node, { status: "left-out", why });
    } else if (node.status !== "left-out") {
      if (node.status === "open") node.status = "dropped";
      for (const child of place.children) this.#leaveOut(child, why);
    }
  }

  /** The reason that a node was never visited: that of the nearest one at or above it that was left out. */
  leftOut(place) {
    for (let at = place; at; at = at.parent) {
      const { status, why } = this.nodes[at.index];
      if (status === "left-out") return why;
      if (status !== "unvisited") return undefined;
    }
    return undefined;
  }

  /** The status of a node as it is shown. */
  shownStatus(place) {
    return this.leftOut(place) ? "left-out" : this.nodes[place.index].status;
  }

  /** The window on entry of the last visit, as it has become while the visit lasts. */
  window({ index, player }) {
    const { status, window, best } = this.nodes[index];
    if (!window || status !== "open" || best === undefined) return window;
    return player === "Max" ? { ...window, alpha: Math.max(window.alpha, best) } : { ...window, beta: Math.min(window.beta, best) };
  }

  /** The line of best play so far. */
  line() {
    const line = [];
    for (let place = this.#tree.root; place; place = place.children[line.at(-1)]) {
      const { bestChild } = this.nodes[place.index];
      if (place.children[bestChild] === undefined) break;
      line.push(bestChild);
    }
    return line;
  }
}

/** The events of an answer with infinities, which JSON does not have. */
export const events = (answer) => answer.map((event) => ({
  ...event,
  ...(event.window ? { window: window(event.window) } : {}),
  ...("lower" in event ? { lower: event.lower ?? MINUS_INFINITY, upper: event.upper ?? PLUS_INFINITY } : {}),
  ...("score" in event ? { score: event.score ?? (event.bound === "lower" ? MINUS_INFINITY : PLUS_INFINITY) } : {}),
}));

const window = ({ alpha, beta }) => ({ alpha: alpha ?? MINUS_INFINITY, beta: beta ?? PLUS_INFINITY });
