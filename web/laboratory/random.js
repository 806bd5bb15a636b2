// Random numbers that a seed decides: SplitMix (Steele, Lea and Flood 2014) with words of 32 bits, mixed as in MurmurHash3.

/** A function that returns the next whole number below its argument. */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return (end) => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return Math.floor(((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32 * end);
  };
}

/** The same things in a random order (Fisher and Yates). @param {(end: number) => number} below */
export function shuffled(list, below) {
  const all = [...list];
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [all[last], all[other]] = [all[other], all[last]];
  }
  return all;
}
