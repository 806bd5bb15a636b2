// A search at one of its steps: how its nodes look after the changes that the service tells.

export class Replay {
  /** How each node looks, by its number. */
  nodes = [];
  /** The number of steps so far. */
  step = 0;
  #picture;
  #reasons = [];

  /** @param picture the picture in an answer of the service */
  constructor(picture) {
    this.#picture = picture;
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
    for (const { reasons = [], changes } of this.steps.slice(this.step, step)) {
      this.#reasons.push(...reasons);
      for (const change of changes) Object.assign(this.nodes[change.node], change);
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
    return new Replay(this.#picture);
  }

  /** The reason for which a node was left out. */
  reason({ index }) {
    return this.#reasons[this.nodes[index].left_out];
  }
}
