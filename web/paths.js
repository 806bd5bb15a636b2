// Choosing a move by clicking squares: its start and its end, or square by square where several
// moves share both.

/** What can be clicked once `clicked` has been, and what a click does. */
export function choices(legal, clicked) {
  const open = legal.filter(({ path }) => clicked.every((square, index) => path[index] === square));
  const starts = new Set(legal.map(({ from }) => from));
  const targets = new Set(clicked.length ? open.flatMap(reached) : []);

  function reached({ path, to }) {
    const isClear = open.filter((other) => other.to === to).length === 1;
    return isClear ? [path[clicked.length], to] : [path[clicked.length]];
  }

  /** The move that a click on `square` plays, or else the path that it leaves. */
  function after(square) {
    if (!targets.has(square)) return { path: starts.has(square) && clicked[0] !== square ? [square] : [] };
    const next = open.filter(({ path }) => path[clicked.length] === square);
    const ends = open.filter(({ to }) => to === square);
    if (next.length === 0) return { played: ends[0] };
    const isClear = next.length === 1 && (ends.length === 0 || ends.includes(next[0]));
    return isClear ? { played: next[0] } : { path: [...clicked, square] };
  }

  return { starts, targets, after };
}
