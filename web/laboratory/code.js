// The searches as short programs in the style of the texts that teach them. A line may begin with the events in which
// it is in force, and with the player whose rule it belongs to.

const MINIMAX = `
max.enter         | max(node):
max.leaf max.up   |   leaf: return its number
                  |   best ← −∞
                  |   for each child:
                  |     v ← min(child)
max.improve       |     if v > best: best ← v
max.leave         |   return best
min.enter         | min(node):
min.leaf min.up   |   leaf: return its number
                  |   best ← +∞
                  |   for each child:
                  |     v ← max(child)
min.improve       |     if v < best: best ← v
min.leave         |   return best`;

const NEGAMAX = `
enter             | negamax(node):
leaf up           |   leaf: return its number
                  |   best ← −∞
                  |   for each child:
                  |     v ← −negamax(child)
improve           |     if v > best: best ← v
leave             |   return best`;

const FAIL_HARD = `
max.enter         | max(node, α, β):
max.leaf max.up   |   leaf: its number, kept in α … β
                  |   for each child:
                  |     v ← min(child, α, β)
max.improve       |     if v > α: α ← v
max.cut           |     if β ≤ α: return β
max.leave         |   return α
min.enter         | min(node, α, β):
min.leaf min.up   |   leaf: its number, kept in α … β
                  |   for each child:
                  |     v ← max(child, α, β)
min.improve       |     if v < β: β ← v
min.cut           |     if β ≤ α: return α
min.leave         |   return β`;

const FAIL_SOFT = `
enter             | search(node, α, β):
leaf up           |   leaf: return its number
                  |   best ← the worst for the mover
                  |   for each child:
                  |     v ← search(child, α, β)
improve           |     if v is better: best ← v
max.improve       |       Max: α ← max(α, best)
min.improve       |       Min: β ← min(β, best)
cut               |     if β ≤ α: leave the loop
leave             |   return best`;

const STORED = `
enter             | search(node):
leaf up           |   leaf: return its number
                  |   best ← the worst for the mover
                  |   for each child:
                  |     v ← search(child)
improve           |     if v is better: best ← v
                  |     α ← most best of Max on the path
                  |     β ← least best of Min on the path
cut               |     if β ≤ α: leave the loop
leave             |   return best`;

const BRANCH_AND_BOUND = `
enter             | search(node, bound of the parent):
leaf up           |   leaf: return its number
                  |   best ← the worst for the mover
                  |   for each child:
                  |     v ← search(child, best)
improve           |     if v is better: best ← v
cut               |     if best reaches the bound: stop
leave             |   return best`;

const PVS = `
enter             | pvs(node, α, β):
leaf up           |   leaf: return its number
                  |   first child:
                  |     v ← −pvs(child, −β, −α)
                  |   others: only test, v > α or not?
                  |     v ← −pvs(child, −α−1, −α)
research          |     if α < v < β: search it again
                  |       v ← −pvs(child, −β, −v)
improve           |   if v > best: best ← v
improve           |     α ← max(α, v)
cut               |   if β ≤ α: leave the loop
leave             |   return best`;

const MTD = `
                  | mtd(root, f):
                  |   lower ← −∞, upper ← +∞
                  |   until lower = upper:
pass              |     γ ← f, or f + 1 if f = lower
                  |     f ← test(root, γ)
bounds            |     if f ≥ γ: lower ← f else upper ← f
                  |   return f
enter             | test(node, γ):   window (γ − 1, γ)
probe             |   if the memory answers: return that
leaf up           |   leaf: return its number
                  |   for each child:
                  |     v ← test(child, γ)
improve           |     if v is better: best ← v
cut               |     if best decides γ: leave the loop
leave             |   remember best as a bound; return it`;

const EXPECTIMINIMAX = `
enter             | value(node):
leaf up           |   leaf: return its number
                  |   for each child:
                  |     v ← value(child)
max.improve       |     Max: best ← max(best, v)
min.improve       |     Min: best ← min(best, v)
                  |     chance: sum ← sum + p · v
max.leave min.leave |   Max, Min: return best
chance.leave      |   chance: return sum`;

const STAR1 = `
enter             | star1(node, α, β):
leaf up           |   leaf: return its number
                  |   Max, Min: for each child:
                  |     v ← star1(child, α, β)
max.improve       |     Max: best, α ← max(α, v)
min.improve       |     Min: best, β ← min(β, v)
max.cut min.cut   |     if β ≤ α: leave the loop
                  |   chance: for each child:
                  |     a ← (α − sum − rest · most) / p
                  |     b ← (β − sum − rest · least) / p
                  |     v ← star1(child, a, b)
chance.cut        |     if v ≤ a or b ≤ v: stop
                  |     sum ← sum + p · v
leave             |   return best, sum or a bound`;

const STAR2 = `
enter             | star2(node, α, β):
leaf up           |   leaf: return its number
                  |   Max, Min: for each child:
                  |     v ← star2(child, α, β), or its probe
max.improve       |     Max: best, α ← max(α, v)
min.improve       |     Min: best, β ← min(β, v)
max.cut min.cut   |     if β ≤ α: leave the loop
                  |   chance: for each child:
probe_child       |     probe: star2(its first child, a, b)
                  |     that bounds what the child brings
chance.cut        |     if the mean is decided: stop
                  |   chance: for each child:
                  |     v ← star2(child, a, b)
                  |     sum ← sum + p · v
leave             |   return best, sum or a bound`;

/** By the search: its program, whether its numbers are those of the player to move, and the names of its variables. */
const PROGRAMS = {
  minimax: [MINIMAX, ["best", "v"]],
  negamax: [NEGAMAX, ["best", "v"], true],
  "alpha-beta-fail-hard": [FAIL_HARD, ["α", "β", "v"]],
  "alpha-beta": [FAIL_SOFT, ["α", "β", "best", "v"]],
  "alpha-beta-stored-bounds": [STORED, ["α", "β", "best", "v"]],
  "branch-and-bound": [BRANCH_AND_BOUND, ["best", "v"]],
  pvs: [PVS, ["α", "β", "best", "v"], true],
  "mtd-f": [MTD, ["γ", "lower", "upper", "best", "v"]],
  expectiminimax: [EXPECTIMINIMAX, ["best", "v"]],
  star1: [STAR1, ["α", "β", "best", "v"]],
  star2: [STAR2, ["α", "β", "best", "v"]],
  killer: [FAIL_SOFT, ["α", "β", "best", "v"]],
  history: [FAIL_SOFT, ["α", "β", "best", "v"]],
};

/**
 * The program of a search; undefined if there is none.
 * @returns {{lines: {text: string, indent: number, events: string[]}[], names: string[], isMovers: boolean} | undefined}
 */
export function programOf(search) {
  const [text, names, isMovers = false] = PROGRAMS[search] ?? [];
  const lines = text?.trim().split("\n").map((line) => {
    const [events, code] = line.split(/ *\| /);
    return { text: code.trim(), indent: code.search(/\S/), events: events.trim().split(/ +/) };
  });
  return lines && { lines, names, isMovers };
}

/** The lines in force after an event at a node: those of its player before those of both. */
export function inForce({ lines }, event, { kind, isLeaf }) {
  const name = event.event === "leave" && isLeaf ? "up" : event.event;
  const side = kind === "leaf" ? undefined : kind;
  return lines.filter(({ events }) => events.some((key) => key === name || key === `${side}.${name}`));
}
