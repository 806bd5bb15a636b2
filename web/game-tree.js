// A game as a tree of moves: the main line and its variations.

export class Node {
  /** The replies played so far, the main one first. */
  children = [];
  /** The review of the move. */
  review;
  /** The comment of a loaded game. */
  comment;

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

  /** The start of the tree. */
  get root() {
    return this.parent?.root ?? this;
  }

  /** The end of the line along main moves. */
  get end() {
    let node = this;
    while (node.children.length > 0) node = node.children[0];
    return node;
  }

  /** True if the move belongs to the main line of its parent. */
  get isMain() {
    return !this.parent || this.parent.children[0] === this;
  }

  /** True if no move that leads here has been removed. */
  get isInTree() {
    return this.line.every((node) => node.parent.children.includes(node));
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

  /** Adds the comment of another node and the moves after it. */
  merge({ comment, children }) {
    this.comment ??= comment;
    children.forEach((child) => this.play(child.move).merge(child));
  }

  /** Makes the variation that leads here the main line, one branch up. */
  promote() {
    let node = this;
    while (node?.isMain) node = node.parent;
    node?.remove().children.unshift(node);
  }

  /** Removes the move and all that follows, if it is in the tree. Returns the position before it. */
  remove() {
    const { parent } = this;
    parent.children = parent.children.filter((child) => child !== this);
    return parent;
  }
}
