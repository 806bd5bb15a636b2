// What the pictures of a tree have in common: the nodes by their paths, the focus, and subtrees that are folded.

export class TreeView {
  /** Called with a node when it is clicked, or chosen by keyboard. */
  onchoose = () => {};
  /** Called with an inner node whose subtree is to be folded or unfolded. */
  onfold = () => {};
  /** The nodes, ply by ply. */
  nodes = [];
  /** The element in the page. */
  element;
  #byPath;
  #folded = new Set();

  /** @param {object[]} nodes of a picture @param {(node: object, place: object) => void} draw adds what shows a node */
  constructor(nodes, draw) {
    for (const [index, node] of nodes.entries()) {
      const parent = this.nodes[node.parent];
      const place = { ...node, index, parent, ply: parent ? parent.ply + 1 : 0, children: [] };
      parent?.children.push(place);
      this.nodes.push(place);
      draw(place);
    }
    this.#byPath = new Map(this.nodes.map((place) => [place.path, place]));
    for (const place of this.nodes.toReversed()) place.leaves = place.children.reduce((sum, { leaves }) => sum + leaves, 0) || 1;
    for (const { children, group } of this.nodes) if (children.length > 0) group.ariaExpanded = "true";
  }

  at(path) {
    return this.#byPath.get(path);
  }

  /** The node of an event. */
  placeOf({ target }) {
    return this.at(target.closest("[data-path]")?.dataset.path);
  }

  isFolded(place) {
    return this.#folded.has(place.path);
  }

  /** The node itself, or the highest one above that is folded. */
  shownFor(place) {
    let shown = place;
    for (let above = place?.parent; above; above = above.parent) if (this.isFolded(above)) shown = above;
    return shown;
  }

  isShown(place) {
    return this.shownFor(place) === place;
  }

  /** Hides what is below some nodes. @param {string[]} paths */
  fold(paths) {
    this.#folded = new Set(paths);
    for (const place of this.nodes) {
      place.group.toggleAttribute("hidden", !this.isShown(place));
      if (place.children.length > 0) place.group.ariaExpanded = String(!this.isFolded(place));
    }
    const focused = this.placeOf({ target: this.element.querySelector("[tabindex='0']") });
    if (!this.isShown(focused)) this.#moveStop(this.shownFor(focused));
  }

  focus(place) {
    this.#moveStop(place);
    place.group.focus();
  }

  /** The tab key stops at one node of the tree. */
  #moveStop(place) {
    this.element.querySelector("[tabindex='0']")?.setAttribute("tabindex", "-1");
    place.group.setAttribute("tabindex", "0");
  }

  /**
   * Listens to the pointer and the keys: Enter chooses, space folds an inner node and chooses a leaf.
   * @param {(key: string, place: object) => object | undefined} beside the node that an arrow key leads to
   */
  listen(beside) {
    this.element.addEventListener("click", (event) => {
      const place = this.placeOf(event);
      if (place && event.target.closest(".handle")) this.onfold(place);
      else if (place) this.onchoose(place);
    });
    // The pointer leaves the focus where it is, so that keys go on stepping.
    this.element.addEventListener("mousedown", (event) => event.preventDefault());
    this.element.addEventListener("keydown", (event) => {
      const place = this.placeOf(event);
      if (!place || event.ctrlKey || event.metaKey || event.altKey) return;
      const next = beside(event.key, place);
      if (next) this.focus(next);
      else if (event.key === " " && place.children.length > 0) this.onfold(place);
      else if (event.key === "Enter" || event.key === " ") this.onchoose(place);
      if (/^(Arrow|Enter| )/.test(event.key)) {
        event.preventDefault();
        event.stopPropagation();
      }
    });
  }

  /** Marks the node that is looked at. */
  choose(place) {
    this.element.querySelector("[aria-selected]")?.removeAttribute("aria-selected");
    place?.group.setAttribute("aria-selected", "true");
  }
}

/** Sets an attribute of a part of a node, if it has changed. */
export function set(place, key, element, value, name = "class") {
  if (place[`shown-${key}`] === value) return;
  place[`shown-${key}`] = value;
  element.setAttribute(name, value);
}
