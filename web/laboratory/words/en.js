// English.

import page from "./en-page.js";

const plies = (count) => `${count} ${count === 1 ? "ply" : "plies"}`;
const player = (isMax) => (isMax ? "Max" : "Min");
const side = (isMax) => (isMax ? "more" : "less");
const children = (count) => `${count} ${count === 1 ? "child" : "children"}`;

export default {
  ...page,
  theRoot: "the root",

  opening: "Max △ wants the largest number, Min ▽ the smallest. Watch how a search finds the best move without a look at every leaf.",
  lessonButton: "Lesson",
  begin: "First step",
  next: "Next step",
  step: (step) => `Step ${step}: `,
  beforeFirst: "Before the first step",
  reach: ({ bounds, reach, kind }) => ` β ≤ α: ${bounds} · ${reach} ${kind} cutoff`,
  state: (node, isSolved, merit) => `${node} ${isSolved ? "solved" : "live"} ${merit}`,

  child: (number) => `child ${number}`,
  code: {
    line: (text) => text,
    node: "node",
    movers: "Numbers as the player to move sees them: at a Min node −β and −α change places.",
  },

  lesson: {
    title: (number, all, title) => `${number} of ${all}: ${title}`,
    look: "Look:",
    question: "Question:",
    right: "Right.",
    wrong: "Not quite.",
    back: "Back",
    on: "Next",
    cut: "To the next cutoff",
    end: "End the lesson",
    links: {
      rook: {
        title: "the lost rook",
        text: "Max △ has two moves, B and C. The numbers are for Max: after B, Min ▽ takes the smallest of 0, 3 and 9, so B is worth 0. After C, the first reply wins a rook: −5.",
        look: "press “First step” and go on until two strokes cut the edges below C.",
        question: "C has another reply that even wins a queen (−9). Why does the search not look at it?",
        answers: [
          ["It is bad for Max", false, "The search can't know that: it never looks at the −9. It would not look at a +7 there either."],
          ["C is refuted already", true, "Max has 0 by B. One reply that holds C to −5 or less is enough: Max will not play C, whatever else is there."],
          ["Min would not play it", false, "Min would like it very much. It does not matter, because Max never goes to C."],
        ],
      },
      shallow: {
        title: "the shallow cutoff",
        text: "The window (α, β) above a node says what Max (α) and Min (β) are sure of on the way there. Where a Min node falls to α, or a Max node rises to β, the rest of its children are cut.",
        look: "after B, A is sure of 2, so C gets the window (2, +∞). Its first leaf is 1.",
        question: "Where does the bound that cuts at C come from?",
        answers: [
          ["From C's own leaf", false, "The leaf says that C is worth 1 or less. It takes a second number to know that this is too little."],
          ["From A, the parent of C", true, "A is sure of 2 by B. 1 ≤ 2, so C is cut. A cutoff by what the parent's finished children have shown is called shallow."],
          ["From the window at the start", false, "The search began with (−∞, +∞), which cuts nothing."],
        ],
      },
      beta: {
        title: "the beta cutoff",
        text: "The mirror image, at a node of Max. Min ▽ at B has 4 by the first reply, C, so D gets the window (−∞, 4). D is a node of Max △: its score rises with each child, and Min wants the smallest.",
        look: "the first leaf of D is 7. Max has 7 or more there, so the strokes cut the 1 behind it.",
        question: "Why does D need no second leaf?",
        answers: [
          ["7 is the largest number", false, "The search does not know that. A 9 behind the 7 would be cut just the same."],
          ["Min will not go to D", true, "D is worth 7 or more, and Min has 4 by C. The score has risen to β = 4: a beta cutoff. The cutoffs before, where Min's score fell to α, are alpha cutoffs."],
          ["Max does not want the 1", false, "True, but that is no reason: the second leaf could be more than 7 too. Even then Min keeps away from D."],
        ],
      },
      equality: {
        title: "equality",
        text: "Max has 4 by the first move. The first reply to the second move is worth 4 too.",
        look: "4 ≤ 4: the bounds meet, they have not crossed.",
        question: "May the search cut the last leaf, 8?",
        answers: [
          ["Yes", true, "Node B is worth 4 or less now. It can at best equal what Max has, so the value of the tree is 4 either way."],
          ["No, B could be worth 8", false, "Min moves at B and takes the smaller: with a 4 there, B is never worth 8."],
          ["No, only past the bound", false, "Some texts say so. Then the search looks at more leaves, and finds the same value."],
        ],
      },
      deep: {
        title: "the deep cutoff",
        text: "A bound goes down the whole path, not to the next ply alone. Here Max is sure of 2 at the root A. Three plies further down, at a Min node, a leaf is worth 1.",
        look: "press “Next step” again and again: the arrows take α = 2 down from A through C and D to F. There the first leaf is 1.",
        question: "D, the parent of F, has no finished child yet. What cuts at F?",
        answers: [
          ["The bound of D", false, "D is not sure of anything yet: no child of it is finished."],
          ["The bound of A", true, "If play came to F, Max would get 1 or less, and then it was better to play B and have 2. If D or C choose something else, F does not matter either. A bound from further up than the parent makes a deep cutoff."],
          ["Nothing: the 6 must be seen", false, "Branch and bound does look at the 6, as it asks the parent only. Alpha-beta does not."],
        ],
      },
      order: {
        title: "why order matters",
        text: "This is the textbook figure with two replies to the first move exchanged: the better one comes first. The value is the same.",
        look: "each leaf that the search looks at gets a number. Go to the end by the last arrow below the tree, in both orders, and compare the largest numbers.",
        other: "The order of the figure",
        own: "The better order",
        question: "Why does a good move first save leaves?",
        answers: [
          ["The window gets small early", true, "7 leaves instead of 9: the sooner the best is known, the smaller is the window for all others, and the sooner each is refuted. In the best order alpha-beta looks at about twice the square root of all leaves."],
          ["The others are not visited", false, "Each other move is still visited, until one reply refutes it."],
          ["The value becomes larger", false, "Alpha-beta finds the same value in any order. Only the work differs."],
        ],
      },
      nullWindow: {
        title: "the null window",
        text: "If the first move is probably best, the others need no exact value. A window without room, such as (2, 3), only asks: is this move better than 2?",
        look: "after the first leaf, the second move is searched with (2, 3). The 4 answers for its node, and the 1 behind it is cut. Here the answer is no; with a better second move it is yes.",
        other: "A better second move",
        own: "The worse second move",
        question: "What if the answer is “better”?",
        answers: [
          ["The move is best, done", false, "It is better than the first, but how much better is unknown, and a later move may be better still."],
          ["Search it again", true, "The exact score takes a second search with an open window. With a good order that is rare, so the null windows pay."],
          ["The search fails", false, "“Fails high” is the name for it, and it is an answer: more than the window holds."],
        ],
      },
      bestFirst: {
        title: "best first",
        text: "SSS* does not go from left to right. Its list has an upper bound for every open node, and the node with the highest one comes next.",
        look: "the list under the picture. After the 6 the first move is worth 6 at most, and the second is still open: +∞.",
        question: "Why is the 8 never looked at?",
        answers: [
          ["8 is more than 7", false, "The search does not know the 8. It only knows that its parent is worth 6 or less."],
          ["7 beats the bound 6", true, "The second move is worth 7, and the first can't be more than 6: done. The price is a list in memory."],
          ["It ran out of memory", false, "The list has only a few states here. On large trees its length is the price."],
        ],
      },
    },
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
    chance: ({ first, isMax, score, here, rest }) => `${first}, and the mean of ${here} is ${score} or ${side(isMax)}, even if the rest brings the ${isMax ? "least" : "most"}, ${rest}`,
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
    open: "this is the next child, and nothing is known on the way here: every value counts",
    every: "this search looks at every child of every node",
    known: ({ isMax, value, there }) => `${player(isMax)} ${there ? `is sure of ${value} at ${there}` : `has ${value} by the window given`}`,
    inside: (known, isBoth) => `${known.join(", and ")}; only ${isBoth ? "a value in between" : "something better"} can still change the result`,
    afterChance: (window) => `only a value inside ${window} can bring the mean above inside its window`,
    mean: ({ parent }) => `all children are known, so their mean, each with its chance, ${parent ? `goes up to ${parent}` : "is the value of the tree"}`,
    question: (value) => `a null window asks one question only, whether the value is ${value} or more`,
    atInfinity: (isUpper) => `no value is ${isUpper ? "+∞, so this null window can only fail low: what comes back is an upper" : "−∞, so this null window can only fail high: what comes back is a lower"} bound`,
    again: "the null window told that this child is better, but not how much better",
    leaf: ({ horizon }) => (horizon ? "this pass looks no deeper, so a static value has to do" : "play ends at a leaf: its number is what it is worth for Max"),
    up: ({ parent }) => (parent ? `a leaf has nothing below it, so its number goes up to ${parent}` : "the leaf is the whole tree"),
    first: ({ isMax, node }) => `it is the first value that ${player(isMax)} can get at ${node}`,
    better: ({ isMax, score, before }) => `${score} is ${side(isMax)} than ${before}, and ${player(isMax)} takes the ${isMax ? "larger" : "smaller"}`,
    shallow: ({ isMax, isBetter, here, there }) => `more children can only make ${here} ${isMax ? "larger" : "smaller"}, and ${player(!isMax)} at ${there}, just above, already has something ${isBetter ? "better" : "as good"}. This is a shallow cutoff`,
    deep: ({ isMax, isBetter, here, there, parent }) => `more children can only make ${here} ${isMax ? "larger" : "smaller"}, and ${player(!isMax)} at ${there} already has something ${isBetter ? "better" : "as good"}. The bound is not from the parent ${parent} but from further up: a deep cutoff`,
    window: () => "the question is answered, whatever the other children are worth",
    exact: ({ parent }) => (parent ? `all that matters here is known, so the value goes up to ${parent}` : "all that matters is known: this is the value of the tree"),
    afterCut: ({ isLower, score, parent }) => `the rest was cut, so this is only a bound: the true value may be ${isLower ? "more" : "less"} than ${score}${parent ? `. For ${parent} that is enough` : ""}`,
    bothProofs: ({ node, score, isMax }) => `the first search has shown that ${node} is ${score} or ${side(!isMax)}, this one that it is ${score} or ${side(isMax)}: together that is its value`,
    outside: ({ window, isLower, score }) => `${score} is outside the window ${window}, so the search tells only “${score} or ${isLower ? "more" : "less"}”, and that is enough`,
    research: "its null window told “better”, but not how much",
    reduce: "the first moves are likely the best ones, so a look at a late one that is less deep may be enough",
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
