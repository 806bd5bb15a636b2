// The tree of a search as SVG, drawn from the places and the looks of its nodes, which the service tells. The layout
// stands still: a step changes classes and texts.

import { svg } from "/board/dom.js";
import { smallBoard, widthWithin } from "./boards.js";
import { TreeView, set } from "./tree-view.js";
import { word } from "./words.js";

const LINE = 17;
/** The width of a letter of the small font. */
const LETTER = 6.8;
const SIDE = 34;
/** What a board takes below a node, besides its height. */
const BOARD_GAP = 6;
/** The distance of leaves that boards have room in, where that makes the tree no wider than this. */
const ROOMY = { leaf: 69, tree: 830 };
/** The least room for a folded node, with the number of its leaves. */
const FOLDED = 64;

export class Picture extends TreeView {
  #ring = svg("rect", { class: "current", rx: 7 });
  #chosen = svg("rect", { class: "chosen", rx: 7 });
  #arrow = svg("g", { class: "arrow", "aria-hidden": "true" }, svg("path"), svg("path"));
  /** Whether the nodes have letters, which are short enough to be shown at all times. */
  letters = false;
  #side;
  #trunk;
  #place;
  #chosenPlace;
  #words;

  /** @param picture the picture in an answer of the service @param board that of the game, if it is the tree of a position
   *  @param trunk the moves played before the root, if there are some */
  constructor({ nodes, leaf, inner }, board, trunk) {
    const edges = svg("g", { class: "edges", "aria-hidden": "true" });
    const group = svg("g", { class: "nodes", role: "tree", "aria-label": word("picture.tree") });
    const room = board && nodes[0].position ? roomOf(nodes, board) : { spread: 1, plies: [] };
    super(nodes, (place) => {
      const { width, above = 0 } = room.plies[place.ply] ?? {};
      draw(place, place.kind === "leaf" ? leaf : inner, smallBoard(place.position, board, width), { above, spread: room.spread });
      edges.append(...[place.edge, place.label].filter(Boolean));
      group.append(place.group);
    });
    const [root] = this.nodes;
    this.#trunk = trunk?.draw(root, board) ?? svg("g");
    this.#side = SIDE + inner.width / 2;
    this.element = svg("svg", { class: "search-tree", "font-size": 13, "text-anchor": "middle" }, this.#trunk, edges, group);
    this.#measure();
    this.listen((key, place) => {
      const siblings = this.nodes.filter((other) => other.ply === place.ply && this.isShown(other));
      const child = this.isFolded(place) ? undefined : place.children[0];
      const at = siblings.indexOf(place);
      return { ArrowUp: place.parent, ArrowDown: child, ArrowLeft: siblings[at - 1], ArrowRight: siblings[at + 1] }[key];
    });
  }

  #measure() {
    const shown = this.nodes.filter((place) => this.isShown(place));
    const xs = shown.map(({ x }) => x);
    const left = Math.min(...xs) - this.#side;
    const bottom = Math.max(...shown.map(({ foot }) => foot)) + LINE + 8;
    const { height = 0 } = this.#trunk;
    this.size = { width: Math.max(...xs) + this.#side - left, height: bottom + height };
    this.element.setAttribute("viewBox", `${left} ${-height} ${this.size.width} ${this.size.height}`);
    this.#trunk.setAttribute("transform", `translate(${this.nodes[0].x} 0)`);
  }

  /** Hides what is below some nodes, and moves the others together. */
  fold(paths) {
    super.fold(paths);
    const columns = this.nodes.filter(({ children }) => children.length === 0).map(({ home }) => home).toSorted((one, other) => one - other);
    const unit = Math.min(...columns.slice(1).map((x, at) => x - columns[at]), 200);
    let last;
    const arrange = (place) => {
      const isEnd = place.children.length === 0 || this.isFolded(place);
      if (!isEnd) place.children.forEach(arrange);
      const isWide = last && [place, last].some((end) => this.isFolded(end));
      if (!isEnd) place.x = (place.children[0].x + place.children.at(-1).x) / 2;
      else place.x = last ? last.x + (isWide ? Math.max(unit, FOLDED) : unit) : columns[0];
      if (isEnd) last = place;
    };
    arrange(this.nodes[0]);
    for (const place of this.nodes) this.#move(place);
    this.#measure();
  }

  #move(place) {
    const { group, parent, edge, label, x, top } = place;
    set(place, "x", group, `translate(${x} 0)`, "transform");
    this.#label(place, "folded", this.isFolded(place) ? word("picture.leaves", place.leaves) : undefined, place.foot - place.top + LINE + 8);
    if (place.fan) place.fan.toggleAttribute("hidden", !this.isFolded(place));
    if (!parent) return;
    const isShown = this.isShown(place);
    for (const part of [edge, label]) part?.toggleAttribute("hidden", !isShown);
    label?.setAttribute("x", parent.x + 0.75 * (x - parent.x));
    label?.setAttribute("y", top - 0.25 * (top - parent.foot) + 4);
    place.mark?.remove();
    place.reason = undefined;
  }

  /**
   * Shows a search at one of its steps.
   * @param {{name: (path: string) => string, title: (place: object) => string,
   *   leftOut: (reason: object, place: object) => string}} words the names of nodes, and what is said of them
   */
  show(replay, words) {
    this.#words = words;
    for (const place of this.nodes) this.#showNode(place, replay.nodes[place.index], replay);
    this.#place = this.shownFor(replay.current && this.nodes[replay.current.node]);
    this.#surround(this.#ring, this.#place);
    this.#nameNodes();
  }

  #showNode(place, { status, score, window, order, cut, line }, replay) {
    const reason = replay.reason(place);
    const type = this.#words.type(place);
    set(place, "class", place.group, `node ${place.kind} ${status}${line ? " on-line" : ""}${type ? ` type-${type}` : ""}`);
    this.#label(place, "type", type && String(type), { leaf: 3, max: 12, min: 38 }[place.kind]);
    this.#label(place, "score", score, { leaf: 17.5, max: 34, min: 16, chance: 25 }[place.kind]);
    this.#label(place, "window", window, -5);
    this.#label(place, "order", order, place.height + LINE - 4);
    const text = this.#words.title(place);
    if (place.titled !== text) place.title.textContent = place.titled = text;
    if (!place.edge) return;
    const isLine = line && replay.nodes[place.parent.index].line;
    const style = reason ? "left-out" : isLine ? "line" : status === "unvisited" ? "unvisited" : "visited";
    set(place, "edgeClass", place.edge, style);
    const to = place.top - (window ? LINE - 2 : 0);
    const from = place.parent.foot;
    set(place, "line", place.edge, `M${place.parent.x} ${from}L${place.x} ${to}`, "d");
    // Above the window.
    place.label?.setAttribute("y", from + 0.75 * (to - from) + 4);
    this.#mark(place, cut && this.isShown(place) ? reason : undefined, from, to);
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
      texts[name] = svg("text", { class: name, x: name === "type" ? -place.width / 2 - 3 : 0, y: place.top + baseline });
      group.append(...["score", "window", "order", "type", "folded"].map((known) => texts[known]).filter(Boolean));
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
    const box = { x: -half, y: place.top - above, width: 2 * half, height: above + place.height + 4 };
    for (const [name, value] of Object.entries(box)) frame.setAttribute(name, value);
    place.group.append(frame);
  }

  /** Draws an arrow along which something goes at an event: the window from a parent to its child, the score back. */
  pointAlong(step) {
    this.#arrow.remove();
    const place = step && this.nodes[step.node];
    if (!place?.parent || !this.isShown(place) || !["enter", "leave", "research"].includes(step.event)) return;
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
    this.element.append(this.#arrow);
  }

  /** Marks the node that is looked at. */
  choose(place) {
    super.choose(place);
    this.#chosenPlace = this.shownFor(place);
    this.#surround(this.#chosen, this.#chosenPlace);
    this.#nameNodes();
  }

  /** Names the inner nodes: all by letters, or those above the nodes that the texts tell of by paths. */
  #nameNodes() {
    this.element.querySelectorAll(".path").forEach((name) => name.remove());
    const named = new Set(this.letters ? this.nodes : []);
    for (let place of this.letters ? [] : [this.#place, this.#chosenPlace]) {
      for (; place?.parent; place = place.parent) named.add(place);
    }
    for (const { group, path, kind, top, height } of named) {
      // In the empty corner beside the shape.
      if (kind !== "leaf") group.append(text("text", { class: "path", x: kind === "chance" ? 19 : 12, y: kind === "max" ? top + 12 : top + height - 2 }, this.#words.name(path)));
    }
  }
}

/** How far a tree is spread for its boards, and by the ply the width of a board, and the height of those above. */
function roomOf(nodes, board) {
  const [plies, leaves] = [[], []];
  const plyOf = [];
  const isInner = new Set(nodes.map(({ parent }) => parent));
  for (const [index, { x, parent }] of nodes.entries()) {
    plyOf.push(parent === undefined ? 0 : plyOf[parent] + 1);
    (plies[plyOf[index]] ??= []).push(x);
    if (!isInner.has(index)) leaves.push(x);
  }
  const gap = (xs) => Math.min(...xs.toSorted((one, other) => one - other).map((x, at, all) => (at === 0 ? Infinity : x - all[at - 1])));
  const spread = Math.max(1, Math.min(ROOMY.leaf / gap(leaves), ROOMY.tree / (Math.max(...leaves) - Math.min(...leaves))));
  let above = 0;
  return {
    spread: Number.isFinite(spread) ? spread : 1,
    plies: plies.map((xs) => {
      const width = widthWithin(gap(xs) * spread, board);
      const ply = { width, above };
      above += width ? (width * board.rows) / board.columns + BOARD_GAP : 0;
      return ply;
    }),
  };
}

/** Draws a node and the edge to it, without what a step shows of them. */
function draw(place, { width, height }, board, { above: boards, spread }) {
  const { path, kind, ply, parent } = place;
  const x = place.x * spread;
  const top = place.y + boards;
  const [half, bottom] = [width / 2, top + height];
  const shapes = {
    leaf: ["rect", { x: -half, y: top, width, height, rx: 4 }],
    max: ["path", { d: `M${-half} ${bottom}L0 ${top}L${half} ${bottom}Z` }],
    min: ["path", { d: `M${-half} ${top}L${half} ${top}L0 ${bottom}Z` }],
    // A circle, unless scores are long.
    chance: ["ellipse", { cy: top + height / 2, rx: half - 23 + height / 2, ry: height / 2 }],
  };
  const title = svg("title");
  const group = svg("g", { "data-path": path, role: "treeitem", "aria-level": ply + 1, tabindex: parent ? -1 : 0, transform: `translate(${x} 0)` }, title, svg(...shapes[kind]));
  const above = bottom + (kind === "leaf" ? LINE : 3);
  const foot = board ? above + board.size.height : bottom;
  Object.assign(place, { home: x, x, top, width, height, foot, group, title, texts: {} });
  if (board) {
    board.setAttribute("transform", `translate(${-board.size.width / 2} ${above})`);
    group.append(board);
  }
  if (kind !== "leaf") group.append(handle(foot), place.fan = svg("g", { class: "fan", hidden: "" }, svg("path", { d: `M0 ${foot}l-9 9M0 ${foot}v9M0 ${foot}l9 9` })));
  if (!parent) return;
  const [across, down, from] = [x - parent.x, top - parent.foot, parent.foot];
  place.edge = svg("path");
  const label = place.move ?? place.chance;
  place.label = label && text("text", { class: "move", x: parent.x + 0.75 * across, y: from + 0.75 * down + 4 }, label);
}

/** What folds the subtree of a node by a click. */
const handle = (bottom) => svg("g", { class: "handle", "aria-hidden": "true" },
  svg("circle", { cy: bottom + 9, r: 8 }), svg("path", { d: `M-4 ${bottom + 9}H4` }), svg("path", { class: "plus", d: `M0 ${bottom + 5}V${bottom + 13}` }));

function text(name, attributes, content) {
  const element = svg(name, attributes);
  element.textContent = content;
  return element;
}
