// The types of nodes: Knuth and Moore, An analysis of alpha-beta pruning, 1975; PV, CUT and ALL of Marsland and
// Popowich, 1985.

/** The type of the first child, and of the others. */
const CHILDREN = { 1: [1, 2], 2: [3, undefined], 3: [2, 2] };

/**
 * The type of each critical node, by its number: 1 on the principal variation, 2 where the first child cuts, 3 where all
 * children are searched. "First" is the child that the search visited first; without a visit, the leftmost.
 * @param {{index: number, children: object[]}[]} nodes of a view, the root first
 * @param {(place: object) => number | undefined} visited the number of its first visit
 * @returns {(number | undefined)[]}
 */
export function criticalTypes(nodes, visited) {
  const types = [1];
  for (const { index, children } of nodes) {
    const rules = CHILDREN[types[index]];
    if (!rules || children.length === 0) continue;
    const first = children.reduce((one, other) => ((visited(other) ?? Infinity) < (visited(one) ?? Infinity) ? other : one));
    for (const child of children) types[child.index] = rules[child === first ? 0 : 1];
  }
  return types;
}
