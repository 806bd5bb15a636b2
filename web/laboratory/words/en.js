// English.

import page from "./en-page.js";

const plies = (count) => `${count} ${count === 1 ? "ply" : "plies"}`;
const player = (isMax) => (isMax ? "Max" : "Min");
const side = (isMax) => (isMax ? "more" : "less");
const children = (count) => `${count} ${count === 1 ? "child" : "children"}`;

export default {
  ...page,
  theRoot: "the root",

  opening: "Max △ wants the largest number and Min ▽ the smallest: the lesson shows on eight small trees how a search finds the best move without a look at every leaf.",
  searchOpening: "Max △ wants the largest number and Min ▽ the smallest: go through the search step by step, and each step is explained here.",
  lessonOpening: "Go through the search by “First step”: each step is explained here.",
  lessonButton: "Start the lesson",
  begin: "First step",
  next: "Next step",
  step: (step) => `Step ${step}: `,
  beforeFirst: "Before the first step",
  reach: ({ bounds, reach, kind }) => ` β ≤ α: ${bounds} · ${reach} ${kind} cutoff`,
  noStates: "empty",
  state: (node, isSolved, bound) => `${node} ${bound}${isSolved ? ", solved" : ""}`,

  child: (number) => `child ${number}`,
  code: {
    label: "Program",
    line: (text) => text,
    node: "node",
    movers: "Numbers as the player to move sees them: at a Min node −β and −α change places.",
  },

  // The same as those of the service.
  events: {
    pass: ({ depth, window }) => `a pass${depth === null ? "" : ` of ${plies(depth)}`} with the window ${window}`,
    bounds: ({ lower, upper }) => (lower === upper ? `the bounds meet: the value is ${lower}` : `so far the value is from ${lower} to ${upper}`),
    enter: ({ node, window }) => `enters ${node} with the window ${window}`,
    leaf: ({ node, value, horizon }) => `evaluates ${node}${horizon ? " at the horizon" : ""}: ${value}`,
    improve: ({ node, child, score }) => `${child} is the best so far at ${node}: ${score}`,
    cut: ({ node, skipped }) => `cuts ${children(skipped)} of ${node}`,
    research: ({ node, window }) => `searches ${node} again with the window ${window}`,
    reduce: ({ node, plies: less }) => `tries ${node}, a late move, with ${plies(less)} less`,
    probe_child: ({ node }) => `probes ${node}: searches its first child alone`,
    fail: ({ score, bound }) => `the pass fails ${bound === "lower" ? "high" : "low"}: the value is ${score} or ${bound === "lower" ? "more" : "less"}`,
    probe: ({ node, lower, upper, hit }) => `remembers that ${node} is worth ${lower} to ${upper}, which is ${hit ? "" : "not "}enough`,
    leave: ({ node, score, bound }) => `leaves ${node}: value ${{ exact: "=", lower: "≥", upper: "≤" }[bound]} ${score}`,
    insert: ({ node, merit, solved }) => `puts ${node} into the list, ${solved ? "solved" : "live"} with merit ${merit}`,
    drop: ({ node }) => `drops ${node} from the list`,
    solved: ({ node, merit }) => `takes ${node} from the list, solved: ${merit}`,
    list: ({ states }) => `${states} ${states === 1 ? "state" : "states"} in the list`,
  },
  // Values for the player to move: negamax.
  movers: {
    of: (text, isMax) => `${text} for ${player(isMax)}`,
    improve: ({ child, node, score, negated, isMax }) => `${child} is the best so far at ${node}: −(${negated}) = ${score} for ${player(isMax)}`,
    sure: ({ isMax, own, negated, there }) => `${player(!isMax)} is already sure of ${own} or more at ${there}, which is ${negated} or less for ${player(isMax)}`,
    and: ({ first, isMax, score, here }) => `${first}, and ${player(isMax)} can get ${score} or more at ${here}`,
  },
  // A single value for each node.
  stored: {
    enter: ({ node, own, held }) => `enters ${node}: its ${own} begins at ${held}`,
    improve: ({ node, own, isMax, score, child }) => `the ${own} of ${node} ${isMax ? "rises" : "falls"} to ${score}, by ${child}`,
    leave: ({ node, own, score, bound }) => `leaves ${node}: its ${own} is final, ${score}${bound === "exact" ? "" : `, and its value that or ${bound === "lower" ? "more" : "less"}`}`,
    cut: ({ isMax, own, other, here, score, there, held }) => `the ${own} of ${here}, ${score}, is not ${isMax ? "below" : "above"} the ${other} of ${there ?? "the window"}, ${held}`,
  },
  // A stack with a single value for each ply.
  stack: {
    enter: ({ node, ply, held, isMax, above }) => `pushes ${node}: bound ${ply} begins at ${held} for ${player(isMax)}, as ${above === undefined ? "the window" : `bound ${above}`}`,
    leaf: ({ node, ply, value, isMax }) => `evaluates ${node}: bound ${ply} is ${value} for ${player(isMax)}`,
    improve: ({ child, node, score, negated, ply, held, isMax }) => `${child} is the best so far at ${node}: −(${negated}) = ${score}, and bound ${ply} is ${held} for ${player(isMax)}`,
    leave: ({ node, ply, score, isMax }) => `pops ${node}: bound ${ply} has become ${score} for ${player(isMax)}`,
    cut: ({ ply, score, above, isMax, there }) => `bound ${ply}, ${score}, has reached −(${above}), the negation of ${ply > 0 ? `bound ${ply - 1}` : "the other bound of the window"}${there === undefined ? "" : `, which ${player(!isMax)} is sure of at ${there}`}`,
  },
  reasons: {
    sure: ({ isMax, sure, there }) => `${player(!isMax)} is already sure of ${sure} or ${side(!isMax)} at ${there}`,
    nullWindow: ({ isMax, window, end }) => `the null window ${window} only asks whether the value is at ${isMax ? "least" : "most"} ${end}`,
    window: ({ window, end }) => `the window ${window} ends at ${end}`,
    chance: ({ first, isMax, score, here, rest, probed }) => `${first}, and the mean of ${here} is ${score} or ${side(isMax)}, even if the rest brings the ${isMax ? "least" : "most"}${probed ? " that its probes allow" : `, ${rest}`}`,
    and: ({ first, isMax, score, here }) => `${first}, and ${isMax ? `Max can get ${score} or more at ${here}` : `Min can hold ${here} to ${score} or less`}`,
    leftOut: ({ reason, here, searched, children: all }) => `never looked at: ${reason}. So ${here} was cut after ${searched} of ${children(all)}`,
    cutAfter: ({ searched, children: all, reason }) => `Cut after ${searched} of ${children(all)}: ${reason}`,
    done: ({ ply }) => `never looked at: ${ply === 0 ? "the root had its value" : `its ancestor at ply ${ply} had its score`} without it`,
  },
  about: {
    leaf: (value) => `a leaf worth ${value}`,
    leafFor: (value, isMax) => `a leaf worth ${value} for ${player(isMax)}`,
    toMove: (isMax) => `${player(isMax)} to move`,
    chance: () => "chance decides",
    odds: (chance) => `chance ${chance}`,
    move: (name) => `move ${name}`,
    value: (sign, score) => `value ${sign} ${score}`,
    best: (score) => `best so far ${score}`,
    window: (window) => `window ${window}`,
    listed: (isSolved, merit) => `in the list, ${isSolved ? "solved" : "live"} with merit ${merit}`,
    visits: (numbers, isMany) => `${isMany ? "visits" : "visit"} ${numbers}`,
    evaluations: (numbers, isMany) => `${isMany ? "evaluations" : "evaluation"} ${numbers}`,
  },

  // Why a step is taken.
  because: {
    begin: "the search begins here; nothing is known yet, so the value may be any number",
    open: "nothing is known on the way here: every value counts",
    every: "this search looks at every child of every node",
    known: ({ isMax, value, there }) => `${player(isMax)} ${there ? `is sure of ${value} at ${there}` : `has ${value} by the window given`}`,
    inside: (known, isBoth) => `${known.join(", and ")}; only ${isBoth ? "a value in between" : "something better"} can still change the result`,
    afterChance: (window) => `only a value inside ${window} can bring the mean above inside its window`,
    mean: ({ parent }) => `all children are known, so their mean, each with its chance, ${parent ? `goes up to ${parent}` : "is the value of the tree"}`,
    question: (value) => `a null window asks one question only, whether the value is ${value} or more`,
    atInfinity: (isUpper) => `no value is ${isUpper ? "+∞, so this null window can only fail low: what comes back is an upper" : "−∞, so this null window can only fail high: what comes back is a lower"} bound`,
    again: "the null window has shown that this child is better, but not by how much",
    leaf: ({ horizon }) => (horizon ? "this pass looks no deeper, so a static value has to do" : "nothing is below a leaf: its number is what it is worth for Max"),
    up: ({ parent }) => (parent ? `a leaf has nothing below it, so its number goes up to ${parent}` : "the leaf is the whole tree"),
    clamped: ({ value, score }) => `the leaf is worth ${value}, outside the window: fail-hard returns the end of the window, ${score}`,
    first: ({ isMax, node }) => `it is the first value that ${player(isMax)} can get at ${node}`,
    onlyBound: ({ isMax, child, score }) => `${child} is worth ${score} or ${isMax ? "less" : "more"}, so ${player(isMax)} can't count on it`,
    better: ({ isMax, score, before }) => `${score} is ${side(isMax)} than ${before}, and ${player(isMax)} takes the ${isMax ? "larger" : "smaller"}`,
    empty: ({ window, alpha, beta }) => `The window ${window} is empty: nothing is above ${alpha} and below ${beta}`,
    shallow: ({ isMax, isBetter, here, there, parent, isParent }) => `More children can only make ${here} ${isMax ? "larger" : "smaller"}, and ${player(!isMax)} at ${there}${isParent ? ", just above," : ""} already has something ${isBetter ? "better" : "as good"}${isParent ? "" : `. The best so far at ${parent}, just above, would cut too`}: a shallow cutoff`,
    deep: ({ isMax, isBetter, here, there, parent }) => `More children can only make ${here} ${isMax ? "larger" : "smaller"}, and ${player(!isMax)} at ${there} already has something ${isBetter ? "better" : "as good"}. The bound is not from the parent ${parent} but from further up: a deep cutoff`,
    window: () => "the question is answered, whatever the other children are worth",
    exact: ({ parent }) => (parent ? `all that matters here is known, so the value goes up to ${parent}` : "all that matters is known: this is the value of the tree"),
    afterCut: ({ isLower, score, parent }) => `the rest was cut, so this is only a bound: the true value may be ${isLower ? "more" : "less"} than ${score}${parent ? ". No more has to be known" : ""}`,
    bothProofs: ({ node, score, isMax }) => `the first search has shown that ${node} is ${score} or ${side(!isMax)}, this one that it is ${score} or ${side(isMax)}: together that is its value`,
    outside: ({ window, isLower, score }) => `${score} is outside the window ${window}, so all it shows is “${score} or ${isLower ? "more" : "less"}”, and that is enough`,
    inexact: ({ isLower, score }) => `a bound of a child makes this one too: it is ${score} or ${isLower ? "more" : "less"}`,
    reduced: "all is known, as far as searches that are less deep can tell",
    noMatter: ({ isMax, value }) => `no child of ${value} or ${isMax ? "less" : "more"} can matter, whatever a choice adds`,
    research: "its null window has shown “better”, but not by how much",
    reduce: "the first moves are likely the best ones, so a look at a late one that is less deep may be enough",
    probe_child: "the value of one child is a bound of this node, and the bounds of all may decide the mean",
    fail: ({ bound }) => `the guess was too ${bound === "lower" ? "low" : "high"}: the next window is open on that side`,
    probe: ({ hit }) => (hit ? "the memory answers, so nothing below is searched again" : "what the memory has does not answer this question"),
    pass: ({ depth }) => (depth === null ? "a question about the whole tree; its answer moves a bound" : "one ply deeper than the pass before, with the best moves of that pass first"),
    bounds: ({ lower, upper }) => (lower === upper ? "the value cannot be less and cannot be more" : "the pass has proven one side; the next question is inside these bounds"),
    insert: "a state of the list is a node with a bound: no way of play through it can be better",
    drop: "its ancestor is solved without it",
    solved: "it had the best merit in the list, so nothing open can beat it",
    list: "the state with the best merit comes next",
  },
};
