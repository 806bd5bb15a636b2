// English: the lesson.

export default {
  lesson: {
    title: (number, all, title) => `${number} of ${all}: ${title}`,
    look: "Look:",
    question: "Question:",
    right: "Right.",
    wrong: "Not quite.",
    back: "Back",
    on: "Next",
    cut: "To the next cutoff",
    last: "To the end",
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
        text: "The window (α, β) above a node: on the way there Max is sure of α, Min of β. Only a number between them matters. Once β ≤ α, as in (2, 1), there is none: the rest of the node is cut.",
        look: "after B, A is sure of 2, so C gets the window (2, +∞). Its first leaf, 1, closes it.",
        question: "Where does the bound that cuts at C come from?",
        answers: [
          ["From C's own leaf", false, "The leaf says that C is worth 1 or less. It takes a second number to know that this is too little."],
          ["From A, the parent of C", true, "A is sure of 2 by B. 1 ≤ 2, so C is cut. A cutoff by what the parent's finished children have shown is called shallow."],
          ["From the window at the start", false, "The search began with (−∞, +∞), which cuts nothing."],
        ],
      },
      beta: {
        title: "the beta cutoff",
        text: "The mirror image, at a node of Max. Min ▽ at B has 4 by the first reply, C, so D gets the window (−∞, 4). D is a node of Max △: its score can only rise, and Min wants the smallest.",
        look: "the first leaf of D is 7. Max has 7 or more there, so the strokes cut the 1 behind it.",
        question: "Why does D need no second leaf?",
        answers: [
          ["7 is the largest number", false, "The search does not know that. A 9 behind the 7 would be cut just the same."],
          ["Min will not go to D", true, "D is worth 7 or more, and Min has 4 by C. The score has reached β = 4: a beta cutoff. The cutoffs before, where Min's score fell to α, are alpha cutoffs."],
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
        text: "Two trees with the same nine leaves and the same value, 3. In one the worst move and the worst reply come first everywhere, in the other the best.",
        look: "go to the end in both orders, and compare how many leaves the search has looked at.",
        choice: "Leaves:",
        own: "Worst first",
        other: "Best first",
        question: "Why does a good move first save leaves?",
        answers: [
          ["The window gets small early", true, "5 leaves instead of 9: with 3 known from the start, one reply refutes each other move. In the best order alpha-beta looks at about twice the square root of all leaves, here 2 · √9 − 1 = 5."],
          ["The others are not visited", false, "Each other move is still visited, until one reply refutes it."],
          ["The value becomes larger", false, "Alpha-beta finds the same value in any order. Only the work differs."],
        ],
      },
      nullWindow: {
        title: "the null window",
        text: "If the first move is probably best, a null window is enough for the others: (2, 3), which has no room, only asks “better than 2?”. PVS, drawn here, and NegaScout ask so from the second child on, MTD(f) asks nothing else.",
        look: "B is searched with (2, 3). If B is worse than 2, the 4 answers for C, and the leaf behind it is cut.",
        choice: "B:",
        own: "worse than 2",
        other: "better than 2",
        question: "What if the answer is “better”?",
        answers: [
          ["The move is best, done", false, "It is better than the first, but how much better is unknown, and a later move may be better still."],
          ["Search it again", true, "The exact score takes a second search with an open window. With a good order that is rare, so the null windows pay."],
          ["The search fails", false, "“Fails high” is the name for it, and it is an answer: more than the window holds."],
        ],
      },
      bestFirst: {
        title: "best first",
        text: "SSS* does not go from left to right. It keeps a list of the nodes still open. The merit of each is the most that it can still be worth, and the highest merit comes next.",
        look: "the list above the picture. After the 6 the first move can be worth 6 at most. The second still has the merit +∞, so the search goes there.",
        question: "Why is the 8 never looked at?",
        answers: [
          ["8 is more than 7", false, "The search does not know the 8. It only knows that its parent is worth 6 or less."],
          ["7 beats the bound 6", true, "The second move is worth 7, and the first can't be more than 6: done. The price is a list in memory."],
          ["It ran out of memory", false, "The list has only a few states here. On large trees its length is the price."],
        ],
      },
    },
  },
};
