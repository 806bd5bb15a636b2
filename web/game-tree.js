// A game as a tree of moves: the main line and its variations.
//
// As text, a variation follows in parentheses the move that it replaces, as in PGN and PDN:
// 11-15,23-19(22-18,15x22),8-11. A place in the tree is "4.1.2": four plies along the main moves, then
// the variation 1, then two plies along its main moves.

export class Node {
  /** The replies played so far, the main one first. */
  children = [];
  /** The review of the move. */
  review;

  constructor(move, parent) {
    this.move = move;
    this.parent = parent;
  }

  /** The number of moves from the start. */
  get ply() {
    return this.parent ? this.parent.ply + 1 : 0;
  }

  /** The nodes from the start, which is left out, to this one. */
  get line() {
    const line = [];
    for (let node = this; node.parent; node = node.parent) line.unshift(node);
    return line;
  }

  /** The moves from the start to this position. */
  get moves() {
    return this.line.map(({ move }) => move);
  }

  /** The end of the line along main moves. */
  get end() {
    let node = this;
    while (node.children.length > 0) node = node.children[0];
    return node;
  }

  /** Whether the move belongs to the main line of its parent. */
  get isMain() {
    return !this.parent || this.parent.children[0] === this;
  }

  /** The node after `move`, added if there is none. */
  play(move) {
    const known = this.children.find((child) => child.move === move);
    if (known) return known;
    const added = new Node(move, this);
    this.children.push(added);
    return added;
  }

  /** The node after `moves`, added as far as there is none. */
  playAll(moves) {
    return moves.reduce((node, move) => node.play(move), this);
  }

  /** Adds the moves after another node. */
  merge({ children }) {
    children.forEach((child) => this.play(child.move).merge(child));
  }

  /** Makes the variation that leads here the main line, one branch up. Returns whether there was one. */
  promote() {
    const branch = this.#branch();
    if (!branch) return false;
    const { children } = branch.parent;
    children.splice(children.indexOf(branch), 1);
    children.unshift(branch);
    return true;
  }

  /** Removes the move and all that follows. Returns the position before it. */
  remove() {
    const { children } = this.parent;
    children.splice(children.indexOf(this), 1);
    return this.parent;
  }

  /** The last node on the way here that is not the main one of its parent. */
  #branch() {
    let node = this;
    while (node && node.isMain) node = node.parent;
    return node;
  }
}

/** The moves after `node` as text. */
export function writeMoves(node) {
  const parts = [];
  for (let at = node; at.children.length > 0; at = at.children[0]) {
    const [main, ...others] = at.children;
    parts.push(main.move + others.map((other) => `(${writeLine(other)})`).join(""));
  }
  return parts.join(",");
}

function writeLine(node) {
  const rest = writeMoves(node);
  return rest ? `${node.move},${rest}` : node.move;
}

/** The start of the tree that `text` describes. Parentheses without a partner are skipped. */
export function readMoves(text) {
  const root = new Node();
  const open = [];
  let node = root;
  for (const token of text.match(/[^,()]+|[()]/g) ?? []) {
    if (token === "(") {
      open.push(node);
      node = node.parent ?? node;
    } else if (token === ")") {
      node = open.pop() ?? node;
    } else {
      node = node.play(token);
    }
  }
  return root;
}

/** The place of `node` in its tree as text. */
export function writePlace(node) {
  const parts = [0];
  for (const { isMain, parent, move } of node.line) {
    if (isMain) parts[parts.length - 1]++;
    else parts.push(parent.children.findIndex((child) => child.move === move), 0);
  }
  return parts.join(".");
}

/** The node at a place, as far as the tree has it. */
export function readPlace(root, text) {
  let node = root;
  text.split(".").forEach((part, index) => {
    const isVariation = index % 2 === 1;
    if (isVariation) node = node.children[part] ?? node;
    else for (let left = Number(part); left > 0 && node.children.length > 0; left--) node = node.children[0];
  });
  return node;
}
