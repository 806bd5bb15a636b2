// Mean numbers of leaves by formula. Knuth and Moore 1975; Pearl 1980, 1982.

/** The leaves of the minimal tree: those that prove the value in the best order. */
export const minimalLeaves = (branching, depth) =>
  branching ** Math.ceil(depth / 2) + branching ** Math.floor(depth / 2) - 1;

/** The positive root of x^b + x = 1. */
export function xi(branching) {
  let [low, high] = [0, 1];
  for (let halving = 0; halving < 53; halving += 1) {
    const middle = (low + high) / 2;
    if (middle ** branching + middle < 1) low = middle;
    else high = middle;
  }
  return low;
}

/** The growth by one ply in random order with independent leaves that hardly tie: ξ/(1 − ξ). */
const randomOrderGrowth = (branching) => xi(branching) / (1 - xi(branching));

/** The growth of alpha-beta's leaves by one ply in theory, with its name; undefined where there is no theory. On
 *  coins it is √b for every share of ones but one. */
export function growth({ branching, kind, quality }) {
  if (quality > 0) return undefined;
  if (kind === "distinct") return { name: "ξ/(1−ξ)", value: randomOrderGrowth(branching) };
  return kind === "binary" ? { name: "√b", value: Math.sqrt(branching) } : undefined;
}
