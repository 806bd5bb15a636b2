// The tree of a search as SVG, drawn from the places and the looks of its nodes, which the service tells. The layout
// stands still: a step changes classes and texts.

import { svg } from "/board/dom.js";

const LINE = 17;
/** The width of a letter of the small font. */
const LETTER = 6.2;
const SIDE = 34;

export class Picture {
  /** Called with a node when it is clicked, or chosen by keyboard. */
  onchoose = () => {};
  nodes = [];
  #byPath;
  #ring = svg("rect", { class: "current", rx: 7 });
  #chosen = svg("rect", { class: "chosen", rx: 7 });
  #arrow = svg("g", { class: "arrow", "aria-hidden": "true" }, svg("path"), svg("path"));
  /** Whether the nodes have letters, which are short enough to be shown at all times. */
  letters = false;
  #place;
  #chosenPlace;
  #words;

  /** @param picture the picture in an answer of the service */
  constructor({ nodes, leaf, inner }) {
    const edges = svg("g", { class: "edges", "aria-hidden": "true" });
    const group = svg("g", { class: "nodes", role: "tree", "aria-label": "The tree: arrow keys walk, Enter chooses" });
    for (const [index, node] of nodes.entries()) {
      const place = draw(node, index, node.kind === "leaf" ? leaf : inner, this.nodes[node.parent]);
      this.nodes.push(place);
      edges.append(...[place.edge, place.label].filter(Boolean));
      group.append(place.group);
    }
    this.#byPath = new Map(this.nodes.map((place) => [place.path, place]));
    const xs = this.nodes.map(({ x }) => x);
    const left = Math.min(...xs) - SIDE - inner.width / 2;
    const bottom = Math.max(...this.nodes.map(({ top, height }) => top + height)) + LINE + 8;
    this.size = { width: Math.max(...xs) + SIDE + inner.width / 2 - left, height: bottom };
    this.svg = svg("svg", { class: "search-tree", viewBox: `${left} 0 ${this.size.width} ${bottom}`, "font-size": 13, "text-anchor": "middle" }, edges, group);
    this.#listen();
  }

  at(path) {
    return this.#byPath.get(path);
  }

  #listen() {
    const find = ({ target }) => this.at(target.closest(".node")?.dataset.path);
    this.svg.addEventListener("click", (event) => {
      const node = find(event);
      if (node) this.onchoose(node);
    });
    // The pointer leaves the focus where it is, so that keys go on stepping.
    this.svg.addEventListener("mousedown", (event) => event.preventDefault());
    this.svg.addEventListener("keydown", (event) => {
      const node = find(event);
      if (!node || event.ctrlKey || event.metaKey || event.altKey) return;
      const siblings = this.nodes.filter(({ ply }) => ply === node.ply);
      const beside = (step) => siblings[siblings.indexOf(node) + step];
      const next = { ArrowUp: node.parent, ArrowDown: node.children[0], ArrowLeft: beside(-1), ArrowRight: beside(1) }[event.key];
      if (next) this.#focus(next);
      else if (event.key === "Enter" || event.key === " ") this.onchoose(node);
      if (next || /^(Arrow|Enter| )/.test(event.key)) {
        event.preventDefault();
        event.stopPropagation();
      }
    });
  }

  #focus(node) {
    this.svg.querySelector(".node[tabindex='0']")?.setAttribute("tabindex", "-1");
    node.group.setAttribute("tabindex", "0");
    node.group.focus();
  }

  /**
   * Shows a search at one of its steps.
   * @param {{name: (path: string) => string, title: (place: object) => string,
   *   leftOut: (reason: object, place: object) => string}} words the names of nodes, and what is said of them
   */
  show(replay, words) {
    this.#words = words;
    for (const place of this.nodes) this.#showNode(place, replay.nodes[place.index], replay);
    this.#place = replay.current && this.nodes[replay.current.node];
    this.#surround(this.#ring, this.#place);
    this.#nameNodes();
  }

  #showNode(place, { status, score, window, order, cut, line }, replay) {
    const reason = replay.reason(place);
    set(place, "class", place.group, `node ${place.kind} ${status}${line ? " on-line" : ""}`);
    this.#label(place, "score", score, { leaf: 17.5, max: 34, min: 16 }[place.kind]);
    this.#label(place, "window", window, -5);
    this.#label(place, "order", order, place.height + LINE - 4);
    const text = this.#words.title(place);
    if (place.titled !== text) place.title.textContent = place.titled = text;
    if (!place.edge) return;
    const isLine = line && replay.nodes[place.parent.index].line;
    const style = reason ? "left-out" : isLine ? "line" : status === "unvisited" ? "unvisited" : "visited";
    set(place, "edgeClass", place.edge, style);
    const to = place.top - (window ? LINE - 2 : 0);
    const from = place.parent.top + place.parent.height;
    set(place, "line", place.edge, `M${place.parent.x} ${from}L${place.x} ${to}`, "d");
    this.#mark(place, cut ? reason : undefined, from, to);
  }

  #label(place, name, content, baseline) {
    const shown = content ?? "";
    const { texts, group } = place;
    if (!shown) {
      texts[name]?.remove();
      delete texts[name];
      return;
    }
    if (!texts[name]) {
      texts[name] = svg("text", { class: name, x: place.x, y: place.top + baseline });
      group.append(...["score", "window", "order"].map((known) => texts[known]).filter(Boolean));
    }
    if (texts[name].textContent !== shown) texts[name].textContent = shown;
    if (name === "score" && place.kind !== "leaf") texts[name].classList.toggle("small", shown.length > 3);
  }

  /** Two strokes across the edge to a node that was left out. */
  #mark(place, reason, from, to) {
    if (place.reason === reason) return;
    place.reason = reason;
    place.mark?.remove();
    if (!reason) return;
    const [across, down] = [place.x - place.parent.x, to - from];
    const [x, y] = [place.parent.x + 0.55 * across, from + 0.55 * down];
    const turn = (Math.atan2(down, across) * 180) / Math.PI - 90;
    place.mark = svg("g", { class: "cut" },
      svg("path", { d: "M-7 -5.5L7 .5M-7 -.5L7 5.5", transform: `translate(${x} ${y}) rotate(${turn})` }),
      text("title", {}, this.#words.leftOut(reason, place)));
    place.edge.after(place.mark);
    // Once for all children that the cutoff leaves out: at the last, where there is room.
    if (reason.cutoff && place === place.parent.children.at(-1)) place.mark.append(text("text", { x: x + 11, y: y + 4 }, reason.cutoff.bounds));
  }

  /** Puts a frame around a node and its window. */
  #surround(frame, place) {
    if (!place) {
      frame.remove();
      return;
    }
    const window = place.texts.window?.textContent ?? "";
    const half = Math.max(place.width, window.length * LETTER) / 2 + 4;
    const above = window ? LINE + 2 : 4;
    const box = { x: place.x - half, y: place.top - above, width: 2 * half, height: above + place.height + 4 };
    for (const [name, value] of Object.entries(box)) frame.setAttribute(name, value);
    place.group.append(frame);
  }

  /** Draws an arrow along which something goes at an event: the window from a parent to its child, the score back. */
  pointAlong(step) {
    this.#arrow.remove();
    const place = step && this.nodes[step.node];
    if (!place?.parent || !["enter", "leave", "research"].includes(step.event)) return;
    const isUp = step.event === "leave";
    const { parent } = place;
    const side = place.x < parent.x ? -1 : 1;
    const [above, below] = [
      { x: parent.x + side * (parent.width / 2 + 6), y: parent.top - 2 },
      { x: place.x + side * (place.width / 2 + 6), y: place.top - (place.kind === "leaf" ? 0 : LINE - 8) },
    ];
    const [from, to] = isUp ? [below, above] : [above, below];
    const bend = { x: above.x + (below.x - above.x) * 0.85 + side * 8, y: above.y + (below.y - above.y) * 0.3 };
    this.#arrow.setAttribute("class", `arrow ${isUp ? "up" : "down"}`);
    this.#arrow.firstChild.setAttribute("d", `M${from.x} ${from.y}Q${bend.x} ${bend.y} ${to.x} ${to.y}`);
    this.#arrow.lastChild.setAttribute("d", "M-8 -4.5L0 0L-8 4.5Z");
    const turn = (Math.atan2(to.y - bend.y, to.x - bend.x) * 180) / Math.PI;
    this.#arrow.lastChild.setAttribute("transform", `translate(${to.x} ${to.y}) rotate(${turn})`);
    this.svg.append(this.#arrow);
  }

  /** Marks the node that is looked at. */
  choose(place) {
    this.svg.querySelector("[aria-selected]")?.removeAttribute("aria-selected");
    place?.group.setAttribute("aria-selected", "true");
    this.#chosenPlace = place;
    this.#surround(this.#chosen, place);
    this.#nameNodes();
  }

  /** Names the inner nodes: all by letters, or those above the nodes that the texts tell of by paths. */
  #nameNodes() {
    this.svg.querySelectorAll(".path").forEach((name) => name.remove());
    const named = new Set(this.letters ? this.nodes : []);
    for (let place of this.letters ? [] : [this.#place, this.#chosenPlace]) {
      for (; place?.parent; place = place.parent) named.add(place);
    }
    for (const { group, path, kind, x, top, height } of named) {
      // In the empty corner beside the triangle.
      if (kind !== "leaf") group.append(text("text", { class: "path", x: x + 12, y: kind === "max" ? top + 12 : top + height - 2 }, this.#words.name(path)));
    }
  }
}

/** A node and the edge to it, without what a step shows of them. */
function draw(node, index, { width, height }, parent) {
  const { path, kind, x, y: top } = node;
  const [left, right, bottom] = [x - width / 2, x + width / 2, top + height];
  const shapes = {
    leaf: ["rect", { x: left, y: top, width, height, rx: 4 }],
    max: ["path", { d: `M${left} ${bottom}L${x} ${top}L${right} ${bottom}Z` }],
    min: ["path", { d: `M${left} ${top}L${right} ${top}L${x} ${bottom}Z` }],
  };
  const title = svg("title");
  const ply = parent ? parent.ply + 1 : 0;
  const group = svg("g", { "data-path": path, role: "treeitem", "aria-level": ply + 1, tabindex: parent ? -1 : 0 }, title, svg(...shapes[kind]));
  const place = { ...node, index, ply, top, width, height, parent, group, title, children: [], texts: {} };
  if (!parent) return place;
  parent.children.push(place);
  const [across, down, from] = [x - parent.x, top - parent.top - parent.height, parent.top + parent.height];
  place.edge = svg("path");
  place.label = node.move && text("text", { class: "move", x: parent.x + 0.75 * across, y: from + 0.75 * down + 4 }, node.move);
  return place;
}

/** Sets an attribute of a part of a node, if it has changed. */
function set(place, key, element, value, name = "class") {
  if (place[`shown-${key}`] === value) return;
  place[`shown-${key}`] = value;
  element.setAttribute(name, value);
}

function text(name, attributes, content) {
  const element = svg(name, attributes);
  element.textContent = content;
  return element;
}
