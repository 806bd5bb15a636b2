// The searches as short programs in the style of the texts that teach them. A line may begin with the events in which
// it is in force; before their names may stand the player whose rule it belongs to, or what else they depend on.

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
max.improve       |     α ← max(α, v)
max.cut           |     if β ≤ α: return β
max.leave         |   return α
min.enter         | min(node, α, β):
min.leaf min.up   |   leaf: its number, kept in α … β
                  |   for each child:
                  |     v ← max(child, α, β)
min.improve       |     β ← min(β, v)
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

const ALPHA_BETA_NEGAMAX = `
enter             | search(node, α, β):
leaf up           |   leaf: return its number
                  |   best ← −∞
                  |   for each child:
                  |     v ← −search(child, −β, −α)
improve           |     if v > best: best ← v
improve           |     α ← max(α, v)
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

const ITERATIVE = `
                  | p ← 0, a loop in place of recursion:
enter             |   go down: bound[p] ← bound[p − 2]
leaf              |   leaf: bound[p] ← its number
leave up          |   go up: v ← −bound[p + 1]
improve           |     bound[p] ← max(bound[p], v)
cut               |     if it reaches −bound[p − 1]:
                  |       skip the other children`;

const BRANCH_AND_BOUND = `
enter             | search(node, bound of the parent):
leaf up           |   leaf: return its number
                  |   best ← the worst for the mover
                  |   for each child:
                  |     v ← search(child, best)
improve           |     if v is better: best ← v
cut               |     if best reaches the bound: stop
leave             |   return best`;

const SCOUT = `
eval.enter        | eval(node):
eval.leaf eval.up |   leaf: return its number
                  |   for each child:
                  |     first, or if test(child, best):
research          |       v ← eval(child)
eval.improve      |       best ← v
eval.leave        |   return best
test.enter        | test(node, α): is it more than α?
test.leaf test.up |   leaf: compare its number
                  |   for each child:
                  |     v ← test(child, α)
test.improve      |     if v is better: keep it
test.cut          |     if that decides: stop
test.leave        |   return the answer`;

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

const NEGASCOUT = `
enter             | negascout(node, α, β):
leaf up           |   leaf: return its number
                  |   b ← β
                  |   for each child:
                  |     v ← −negascout(child, −b, −α)
research          |     if α < v < β: not the first, so
                  |       v ← −negascout(child, −β, −v)
improve           |     if v > best: best ← v
improve           |     α ← max(α, v)
cut               |     if β ≤ α: leave the loop
                  |     b ← α + 1
leave             |   return best`;

const L_ALPHA_BETA = FAIL_SOFT.replace("  |     v ←", "  |     the root's last: (α, α + 1)\n                  |     v ←");

const ASPIRATION = `
                  | aspiration(root, guess):
pass              |   (α, β) ← guess ± margin
                  |   v ← search(root, α, β)
upper.fail        |   if v ≤ α: again with (−∞, v + 1)
lower.fail        |   if v ≥ β: again with (v − 1, +∞)${FAIL_SOFT}`;

/** Null windows with a memory; `next`: the question of a pass. */
const nullWindows = (name, next) => `
                  | ${name}:
                  |   lower ← −∞, upper ← +∞
                  |   until lower = upper:
pass              |     ${next}
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

const MTD = nullWindows("mtd(root, f)", "γ ← f, or f + 1 if f = lower");
const BISECTION = nullWindows("c*(root)", "γ ← halfway from lower to upper");

/** Best first: the operations on the list of states, each a node with its merit h. */
const SSS_STAR = `
begin             | list ← (root, live, +∞)
list              | take (n, s, h) with the largest h:
max.enter min.insert min.next | live Max: put all children, live
min.enter max.insert | live Min: put the first child, live
leaf.enter leaf.leaf leaf.up leaf.solve | live leaf: solved, min(h, number)
solved improve    | solved root: its value is h
max.next          | solved below Min: put the next child
min.leave min.solve | solved, the last: put the Min node
max.leave max.solve drop | solved below Max: put the Max node,
drop              |   drop the rest below it`;

/** What is the other way round in DUAL*. */
const DUAL = { max: "min", min: "max", Max: "Min", Min: "Max", "+∞": "−∞", largest: "smallest" };
const DUAL_STAR = SSS_STAR.replace(/[Mm]ax|[Mm]in|[+]∞|largest/g, (found) => DUAL[found]);

/** Alpha-beta to a depth, pass by pass; `kept`: what a pass leaves to the next one. */
const deepening = (kept) => `
pass              | for depth ← 1, 2, 3, …:
                  |   search(root, −∞, +∞), no deeper
                  |   ${kept}${FAIL_SOFT}`;

const LATE_MOVES = `
enter             | search(node, α, β, d):
leaf up           |   leaf or horizon: return its number
                  |   best ← the worst for the mover
                  |   the first children, as ever:
                  |     v ← search(child, α, β, d − 1)
reduce            |   late: less deep, a null window
research          |     if v is better: search as ever
improve           |   if v is better: best ← v
max.improve       |     Max: α ← max(α, best)
min.improve       |     Min: β ← min(β, best)
cut               |   if β ≤ α: leave the loop
leave             |   return best`;

const withTable = (program) => program
  .replace("leaf up ", "probe             |   if the table has it: return that\nleaf up ")
  .replace("return best", "put best into the table; return it");

const MINIMAX_TABLE = withTable(`
enter             | search(node):
leaf up           |   leaf: return its number
                  |   best ← the worst for the mover
                  |   for each child:
                  |     v ← search(child)
improve           |     if v is better: best ← v
leave             |   return best`);

const M_N = `
enter             | value(node):
leaf up           |   leaf: return its number
                  |   for each child:
                  |     v ← value(child)
improve           |     if v is better: best ← v
                  |   M best of Max, N best of Min:
leave             |   return best with a bonus for them`;

const M_N_ALPHA_BETA = `
enter             | value(node, α, β):
leaf up           |   leaf: return its number
                  |   for each child:
                  |     v ← value(child), window wider
                  |       by what bonuses may change
improve           |     if v is better: best ← v
cut               |     if no bonus can help: stop
                  |   M best of Max, N best of Min:
leave             |   return best with a bonus for them`;

const EXPECTIMAX = `
enter             | value(node):
leaf up           |   leaf: return its number
                  |   for each child:
                  |     v ← value(child)
improve           |     the root's player: keep the best
                  |     all others: sum ← sum + p · v
leave             |   return best, or sum: the mean`;

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

const WINDOW = ["α", "β", "best", "v"];
const MEMORY = ["γ", "lower", "upper", "f", "best", "v"];

/** By the search: its program, the names of its variables, and whether its numbers are those of the player to move. */
export const PROGRAMS = {
  minimax: [MINIMAX, ["best", "v"]],
  negamax: [NEGAMAX, ["best", "v"], true],
  "alpha-beta-negamax": [ALPHA_BETA_NEGAMAX, WINDOW, true],
  "alpha-beta-fail-hard": [FAIL_HARD, ["α", "β", "v"]],
  "alpha-beta": [FAIL_SOFT, WINDOW],
  "alpha-beta-stored-bounds": [STORED, WINDOW],
  "alpha-beta-iterative": [ITERATIVE, ["v"], true],
  "branch-and-bound": [BRANCH_AND_BOUND, ["best", "v"]],
  scout: [SCOUT, WINDOW],
  pvs: [PVS, WINDOW, true],
  negascout: [NEGASCOUT, WINDOW, true],
  "l-alpha-beta": [L_ALPHA_BETA, WINDOW],
  aspiration: [ASPIRATION, WINDOW],
  "mtd-f": [MTD, MEMORY],
  "mtd-bisect": [BISECTION, MEMORY],
  "sss-star": [SSS_STAR, ["h"]],
  "dual-star": [DUAL_STAR, ["h"]],
  "iterative-deepening": [deepening("its best line comes first next time"), WINDOW],
  "refutation-table": [deepening("keep the best line of each move"), WINDOW],
  killer: [FAIL_SOFT, WINDOW],
  history: [FAIL_SOFT, WINDOW],
  "m-n-minimax": [M_N, ["best", "v"]],
  "m-n-alpha-beta": [M_N_ALPHA_BETA, WINDOW],
  "late-move-reductions": [LATE_MOVES, WINDOW],
  "minimax-table": [MINIMAX_TABLE, ["best", "v"]],
  "alpha-beta-table": [withTable(FAIL_SOFT), WINDOW],
  expectimax: [EXPECTIMAX, ["best", "v"]],
  expectiminimax: [EXPECTIMINIMAX, ["best", "v"]],
  star1: [STAR1, [...WINDOW, "a", "b"]],
  star2: [STAR2, WINDOW],
};
