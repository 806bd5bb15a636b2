// The tree of a search as a list for narrow screens: a node a row, indented by its ply.

import { html, svg } from "../dom.js";
import { smallBoard } from "./boards.js";
import { TreeView, set } from "./tree-view.js";
import { word } from "./words.js";

const SHAPES = { max: "△", min: "▽", chance: "○", leaf: "" };
/** The width of a board in a row. */
const BOARD = 42;

export class Outline extends TreeView {
  letters = false;

  /** @param picture the picture in an answer of the service @param board that of the game, if it is the tree of a position */
  constructor({ nodes }, board) {
    super(nodes, (place) => draw(place, smallBoard(place.position, board, BOARD)));
    const rows = [];
    const add = ({ group, children }) => {
      rows.push(group);
      children.forEach(add);
    };
    add(this.nodes[0]);
    this.element = html("div", { className: "outline", role: "tree", ariaLabel: word("picture.list") }, ...rows);
    // Deep trees have a smaller indent, so that no row is wider than a phone.
    this.element.style.setProperty("--plies", Math.max(1, ...this.nodes.map(({ ply }) => ply)));
    this.listen((key, place) => {
      const shown = rows.filter(({ hidden }) => !hidden);
      const row = (step) => this.placeOf({ target: shown[shown.indexOf(place.group) + step] ?? place.group });
      if (key === "ArrowRight" && this.isFolded(place)) this.onfold(place);
      else if (key === "ArrowLeft" && place.children.length > 0 && !this.isFolded(place)) this.onfold(place);
      else return { ArrowUp: row(-1), ArrowDown: row(1), ArrowLeft: place.parent, ArrowRight: place.children[0] }[key];
      return place;
    });
  }

  fold(paths) {
    super.fold(paths);
    for (const place of this.nodes) if (place.children.length > 0) show(place, "folded", this.isFolded(place) ? word("picture.leaves", place.leaves) : "");
  }

  /** Shows a search at one of its steps. @param {object} words as of a picture */
  show(replay, words) {
    const current = this.shownFor(replay.current && this.nodes[replay.current.node]);
    for (const place of this.nodes) {
      const { status, score, window, order, cut, line } = replay.nodes[place.index];
      const [reason, type] = [replay.reason(place), words.type(place)];
      set(place, "class", place.group, `node ${place.kind} ${status}${line ? " on-line" : ""}${place === current ? " now" : ""}${type ? ` type-${type}` : ""}`);
      show(place, "spoken", words.title(place));
      show(place, "name", words.name(place.path));
      show(place, "type", type ? String(type) : "");
      show(place, "score", score ?? "");
      show(place, "window", window ?? "");
      show(place, "order", order ? `#${order}` : "");
      show(place, "cut", cut ? `∥ ${reason?.cutoff?.bounds ?? ""}` : "");
    }
  }

  /** Arrows need two dimensions. */
  pointAlong() {}
}

/** The row of a node. */
function draw(place, board) {
  const { path, kind, ply, parent, move, chance } = place;
  place.parts = Object.fromEntries(["name", "type", "move", "score", "window", "folded", "cut", "order"].map((name) => [name, html("span", { className: name, "aria-hidden": "true" })]));
  place.parts.spoken = html("span", { className: "visually-hidden" });
  place.parts.move.textContent = move ?? chance ?? "";
  place.group = html("div", { role: "treeitem", tabIndex: parent ? -1 : 0, "aria-level": ply + 1, "data-path": path },
    html("span", { className: kind === "leaf" ? "no-handle" : "handle", "aria-hidden": "true" }),
    html("span", { className: "shape", "aria-hidden": "true" }, SHAPES[kind]), ...Object.values(place.parts));
  place.group.style.setProperty("--ply", ply);
  if (board) place.group.append(svg("svg", { ...board.size, "aria-hidden": true }, board));
}

function show({ parts }, name, text) {
  if (parts[name].textContent !== text) parts[name].textContent = text;
}
