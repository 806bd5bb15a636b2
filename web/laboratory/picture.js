// The tree as the service draws it, and a search at one of its steps on it. The layout stands still: a step
// changes classes and texts.

import { svg } from "/board/dom.js";
import { description, inequality, interval, leftOut, number, parseNumber, score } from "./words.js";

const TRIANGLE = { width: 46, height: 40 };
const LEAF_HEIGHT = 26;
const LINE = 17;
/** The width of a letter of the small font. */
const LETTER = 6.2;
const SIDE = 34;

/** Reads a picture of the service. */
export function readPicture(text) {
  const root = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  root.querySelectorAll(":scope > :not(.edges, .nodes)").forEach((part) => part.remove());
  const nodes = [...root.querySelectorAll(".node")].map(readNode);
  const byPath = new Map(nodes.map((node) => [node.path, node]));
  const edges = root.querySelectorAll(".edges > path");
  for (const node of nodes.slice(1)) {
    node.parent = byPath.get(node.path.slice(0, Math.max(node.path.lastIndexOf("."), 0)));
    node.parent.children.push(node);
    node.edge = edges[node.index - 1];
  }
  return new Picture(root, nodes, byPath);
}

function readNode(group, index) {
  const { path } = group.dataset;
  const isLeaf = group.classList.contains("leaf");
  const isMax = group.classList.contains("max");
  const shape = group.querySelector("path, rect:not(.current)");
  const text = group.querySelector(".score");
  const title = group.querySelector("title");
  const ply = path === "" ? 0 : path.split(".").length;
  const [, move] = title.textContent.match(/; move ([^;]+)/) ?? [];
  const place = isLeaf ? placeOfLeaf(shape) : placeOfTriangle(shape, isMax);
  return {
    index, path, ply, group, shape, title, move, ...place,
    player: isLeaf ? undefined : isMax ? "Max" : "Min",
    leaf: isLeaf ? parseNumber(text.textContent) : undefined,
    children: [],
    texts: { score: text },
  };
}

function placeOfLeaf(shape) {
  const [x, top, width] = ["x", "y", "width"].map((name) => Number(shape.getAttribute(name)));
  return { x: x + width / 2, top, width, height: LEAF_HEIGHT };
}

/** The points of a triangle are left, top, right or left, right, bottom. */
function placeOfTriangle(shape, isMax) {
  const numbers = shape.getAttribute("d").match(/-?[\d.]+/g).map(Number);
  const [x, top] = isMax ? [numbers[2], numbers[3]] : [numbers[4], numbers[1]];
  return { x, top, ...TRIANGLE };
}

class Picture {
  /** Called with a node when it is clicked, or chosen by keyboard. */
  onchoose = () => {};
  #byPath;
  #ring = svg("rect", { class: "current", rx: 7 });
  #chosen = svg("rect", { class: "chosen", rx: 7 });
  #place;
  #chosenPlace;

  constructor(root, nodes, byPath) {
    this.svg = root;
    this.nodes = nodes;
    this.root = nodes[0];
    this.#byPath = byPath;
    this.#frame();
    this.#listen();
  }

  at(path) {
    return this.#byPath.get(path);
  }

  /** Cuts off what the service keeps free for texts, and leaves colours to the style sheet. */
  #frame() {
    const { svg: root, nodes } = this;
    const xs = nodes.map(({ x }) => x);
    const left = Math.min(...xs) - SIDE - TRIANGLE.width / 2;
    const bottom = Math.max(...nodes.map(({ top, height }) => top + height)) + LINE + 8;
    this.size = { width: Math.max(...xs) + SIDE + TRIANGLE.width / 2 - left, height: bottom };
    root.setAttribute("viewBox", `${left} 0 ${this.size.width} ${bottom}`);
    for (const name of ["role", "fill", "color", "font-family"]) root.removeAttribute(name);
    const [edges, group] = root.children;
    edges.setAttribute("aria-hidden", "true");
    for (const [name, value] of Object.entries({ role: "tree", "aria-label": "The tree: arrow keys walk, Enter chooses" })) group.setAttribute(name, value);
    for (const { group: node, shape, ply, edge } of nodes) {
      node.setAttribute("role", "treeitem");
      node.setAttribute("aria-level", String(ply + 1));
      node.setAttribute("tabindex", ply === 0 ? "0" : "-1");
      for (const part of [node, shape, edge]) {
        for (const name of ["color", "fill", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "fill-opacity"]) part?.removeAttribute(name);
      }
    }
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

  /** Shows a state; `line`, if it is better known than from the events. */
  show(state, line = state.line()) {
    const onLine = new Set([this.root, ...line.map((_, at) => this.at(line.slice(0, at + 1).join(".")))]);
    if (line.length === 0) onLine.clear();
    for (const place of this.nodes) this.#showNode(place, state, onLine);
    this.#place = state.current && this.at(state.current.path);
    this.#surround(this.#ring, this.#place);
    this.#nameNodes();
  }

  #showNode(place, state, onLine) {
    const node = state.nodes[place.index];
    const status = state.shownStatus(place);
    const why = state.leftOut(place);
    const window = state.window(place);
    const isOnLine = onLine.has(place);
    const kind = place.player?.toLowerCase() ?? "leaf";
    set(place, "class", place.group, `node ${kind} ${status}${isOnLine ? " on-line" : ""}`);
    if (place.leaf === undefined) {
      const shown = node.status === "finished" ? score(node.score, node.bound) : node.status === "open" && node.best !== undefined ? number(node.best) : "";
      this.#label(place, "score", shown, place.player === "Max" ? 34 : 16);
      this.#label(place, "window", window ? interval(window) : "", -5);
    } else {
      this.#label(place, "order", order(node.evaluations), LEAF_HEIGHT + LINE - 4);
    }
    const text = description(place, node, window, why);
    if (place.titled !== text) place.title.textContent = place.titled = text;
    if (!place.edge) return;
    const isLine = isOnLine && onLine.has(place.parent);
    const style = why ? "left-out" : isLine ? "line" : node.visits.length > 0 ? "visited" : "unvisited";
    set(place, "edgeClass", place.edge, style);
    const to = place.top - (window && place.leaf === undefined ? LINE - 2 : 0);
    const from = place.parent.top + TRIANGLE.height;
    set(place, "line", place.edge, `M${place.parent.x} ${from}L${place.x} ${to}`, "d");
    this.#mark(place, node.status === "left-out" ? why : undefined, from, to);
  }

  #label(place, name, text, baseline) {
    const label = place.texts[name] ||= text && place.group.appendChild(svg("text", { class: name, x: place.x, y: place.top + baseline }));
    if (label && label.textContent !== text) label.textContent = text;
    if (name === "score") label?.classList?.toggle("small", text.length > 3);
  }

  /** Two strokes across the edge to a node that was left out. */
  #mark(place, why, from, to) {
    if (place.why === why) return;
    place.why = why;
    place.mark?.remove();
    if (!why) return;
    const [across, down] = [place.x - place.parent.x, to - from];
    const [x, y] = [place.parent.x + 0.55 * across, from + 0.55 * down];
    const turn = (Math.atan2(down, across) * 180) / Math.PI - 90;
    place.mark = svg("g", { class: "cut" },
      svg("path", { d: "M-7 -5.5L7 .5M-7 -.5L7 5.5", transform: `translate(${x} ${y}) rotate(${turn})` }));
    place.mark.append(svg("title"));
    place.mark.lastChild.textContent = leftOut(why);
    place.edge.after(place.mark);
    // Once for all children that the cutoff leaves out: at the last, where there is room.
    if (!why.cut || place !== place.parent.children.at(-1)) return;
    const bounds = svg("text", { x: x + 11, y: y + 4 });
    bounds.textContent = inequality(why.cut.cutoff);
    place.mark.append(bounds);
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
    if (frame.parentNode !== place.group) place.group.append(frame);
  }

  /** Marks the node that is looked at. */
  choose(place) {
    this.svg.querySelector("[aria-selected]")?.removeAttribute("aria-selected");
    place?.group.setAttribute("aria-selected", "true");
    this.#chosenPlace = place;
    this.#surround(this.#chosen, place);
    this.#nameNodes();
  }

  /** Names the inner nodes above those that the texts tell of. */
  #nameNodes() {
    this.svg.querySelectorAll(".path").forEach((name) => name.remove());
    const named = new Set();
    for (let place of [this.#place, this.#chosenPlace]) {
      for (; place?.parent; place = place.parent) if (place.leaf === undefined) named.add(place);
    }
    for (const { group, path, player, x, top, height } of named) {
      // In the empty corner beside the triangle.
      const name = svg("text", { class: "path", x: x + 10, y: player === "Max" ? top + 12 : top + height - 2 });
      name.textContent = path;
      group.append(name);
    }
  }
}

/** Sets an attribute of a part of a node, if it has changed. */
function set(place, key, element, value, name = "class") {
  if (place[`shown-${key}`] === value) return;
  place[`shown-${key}`] = value;
  element.setAttribute(name, value);
}

/** The numbers of the evaluations of a leaf, as far as there is room. */
const order = (evaluations) => (evaluations.length > 2 ? `${evaluations[0]} ×${evaluations.length}` : evaluations.join(" "));
