// The types of nodes: Knuth and Moore, An analysis of alpha-beta pruning, 1975; PV, CUT and ALL of Marsland and
// Popowich, 1985.

/** The type of the first child, and of the others. */
const CHILDREN = { 1: [1, 2], 2: [3, undefined], 3: [2, 2] };

/**
 * The type of each critical node beside a line, by its number: 1 on the line, 2 where one child suffices, 3 where all are
 * needed. "First" is the next node of the line, and beside it the best child that the search found; without it, the child that
 * it visited first, or the leftmost.
 * @param {{index: number, children: object[]}[]} nodes of a view, the root first
 * @param {(place: object) => boolean} isOnLine
 * @param {(place: object) => {child?: number, visits: number[]}} facts what the search did at a node
 * @returns {(number | undefined)[]}
 */
export function criticalTypes(nodes, isOnLine, facts) {
  const types = [1];
  const visit = (place) => facts(place).visits[0] ?? Infinity;
  for (const place of nodes) {
    const { index, children } = place;
    const rules = CHILDREN[types[index]];
    if (!rules || children.length === 0) continue;
    const best = String(facts(place).child);
    const isFirst = (child) => (types[index] === 1 ? isOnLine(child) : child.path.split(".").at(-1) === best);
    const first = children.find(isFirst) ?? children.reduce((one, other) => (visit(other) < visit(one) ? other : one));
    for (const child of children) types[child.index] = rules[child === first ? 0 : 1];
  }
  return types;
}
