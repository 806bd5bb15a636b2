// Selecting a move by clicking squares: start and end, or square by square if several moves share
// both.

/** The squares that can be clicked after `clicked`, and the effect of a click. */
export function selection(legal, clicked) {
  const matching = legal.filter(({ path }) => clicked.every((square, index) => path[index] === square));
  const starts = new Set(legal.map(({ from }) => from));
  const targets = new Set(clicked.length ? matching.flatMap(nextTargets) : []);

  function nextTargets({ path, to }) {
    const isUnique = matching.filter((other) => other.to === to).length === 1;
    return isUnique ? [path[clicked.length], to] : [path[clicked.length]];
  }

  /** The move that a click on `square` plays, or the squares clicked so far. */
  function click(square) {
    if (!targets.has(square)) return { path: starts.has(square) && clicked[0] !== square ? [square] : [] };
    const next = matching.filter(({ path }) => path[clicked.length] === square);
    const ends = matching.filter(({ to }) => to === square);
    if (next.length === 0) return { played: ends[0] };
    const isUnique = next.length === 1 && (ends.length === 0 || ends.includes(next[0]));
    return isUnique ? { played: next[0] } : { path: [...clicked, square] };
  }

  return { starts, targets, click };
}
