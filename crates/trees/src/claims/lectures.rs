//! Slides and notes of lectures, and an article on a program that plays Reversi.

use super::figure::{Count, Figure, Formula, Run};
use super::{Claim, Source, Verdict};
use crate::searches::Search;
use Count::{AlphaCutoffs, BestMove, DeepCutoffs, Evaluations, Nodes, Value};
use Formula::{AllLeaves, MinimalLeaves};
use Run::{Mean, Position, Tree};
use Search::{AlphaBeta, AlphaBetaStoredBounds, BranchAndBound, Minimax};

const TO_THE_END: &[(&str, &str)] = &[("depth", "9"), ("leaf", "result")];
const ONLY_CROSSED: &[(&str, &str)] = &[("depth", "9"), ("leaf", "result"), ("ties", "search")];

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "search-below-ends",
        source: Source::Slides,
        place: "Alpha Beta in Action",
        printed: "Max has 2 for sure; where Min can have 1, the search below ends.",
        figures: &[Figure::new(
            "leaves evaluated, of 3",
            Tree("shallow-cutoff", &[]),
            AlphaBeta,
            Evaluations,
            2.0,
        )
        .printed(2.0)],
        verdict: Verdict::Right,
        reason: "Max will not go where Min gets 1, whatever else is there.",
    },
    Claim {
        id: "any-ancestor",
        source: Source::Slides,
        place: "Alpha-Beta Pruning Rule",
        printed: "The bound of any ancestor of the other kind ends the search, not the parent's alone.",
        figures: &[
            Figure::new("deep cutoffs", Tree("deep-cutoff", &[]), AlphaBeta, DeepCutoffs, 1.0).printed(1.0),
            Figure::new("leaves, alpha-beta", Tree("deep-cutoff", &[]), AlphaBeta, Evaluations, 4.0),
            Figure::new("leaves, parent alone", Tree("deep-cutoff", &[]), BranchAndBound, Evaluations, 5.0),
        ],
        verdict: Verdict::Right,
        reason: "The 2 at the root cuts three plies further down.",
    },
    Claim {
        id: "stored-bounds",
        source: Source::Slides,
        place: "Alpha and Beta values",
        printed: "Each node of Max keeps an alpha that never falls, each node of Min a beta that never rises.",
        figures: &[
            Figure::new(
                "nodes with stored bounds",
                Tree("textbook-figure", &[]),
                AlphaBetaStoredBounds,
                Nodes,
                25.0,
            ),
            Figure::new("nodes with windows", Tree("textbook-figure", &[]), AlphaBeta, Nodes, 25.0),
            Figure::new("value", Tree("textbook-figure", &[]), AlphaBetaStoredBounds, Value, 6.0),
        ],
        verdict: Verdict::Right,
        reason: "One stored value a node and a look at the ancestors do what the window does.",
    },
    Claim {
        id: "cut-when-equal",
        source: Source::Slides,
        place: "Alpha-Beta Pruning Rule",
        printed: "The search may end where the bounds are equal, too.",
        figures: &[
            Figure::new("tic-tac-toe", Position("tic-tac-toe", TO_THE_END), AlphaBeta, Evaluations, 7_330.0),
            Figure::new("value", Position("tic-tac-toe", TO_THE_END), AlphaBeta, Value, 0.0),
            Figure::new(
                "value, cutting only where bounds cross",
                Position("tic-tac-toe", ONLY_CROSSED),
                AlphaBeta,
                Value,
                0.0,
            ),
        ],
        verdict: Verdict::Right,
        reason: "An equal value changes nothing for the ancestor that has it already.",
    },
    Claim {
        id: "best-first-is-optimal",
        source: Source::Slides,
        place: "Move ordering",
        printed: "The best move first is the optimal order.",
        figures: &[
            Figure::new(
                "best first, an uneven tree",
                Tree("best-first-costs", &[("order", "best")]),
                AlphaBeta,
                Evaluations,
                3.0,
            ),
            Figure::new("the same as given", Tree("best-first-costs", &[]), AlphaBeta, Evaluations, 2.0),
            Figure::new(
                "best first, an even tree",
                Tree("uniform:branching=3,depth=4,order=best", &[]),
                AlphaBeta,
                Evaluations,
                17.0,
            )
            .expected(MinimalLeaves(3, 4)),
        ],
        verdict: Verdict::Asterisk,
        reason: "On even trees it is. On uneven ones a worse reply in a small subtree may cut at less cost (Knuth and \
                 Moore).",
    },
    Claim {
        id: "worst-first-is-minimax",
        source: Source::Slides,
        place: "Move ordering",
        printed: "With the worst move first, alpha-beta is no better than minimax.",
        figures: &[
            Figure::new(
                "alpha-beta, worst first",
                Tree("uniform:branching=6,depth=4,order=worst", &[]),
                AlphaBeta,
                Evaluations,
                1_296.0,
            )
            .printed(1_296.0)
            .expected(AllLeaves(6, 4)),
            Figure::new(
                "a tree that avoids it: of 16",
                Tree("unavoidable-cutoffs", &[("order", "worst")]),
                AlphaBeta,
                Evaluations,
                15.0,
            )
            .printed(16.0),
        ],
        verdict: Verdict::Asterisk,
        reason: "Such trees exist; on others no order prevents all cutoffs.",
    },
    Claim {
        id: "order-by-evaluation",
        source: Source::Slides,
        place: "Move ordering Heuristics",
        printed: "Moves ordered by the static evaluation come close to the best order.",
        figures: &[
            Figure::new(
                "by static value, mean of 100 trees",
                Mean("branching=5,depth=4,seed=1,leaves=growing,step=10", 100, &[("order", "static")]),
                AlphaBeta,
                Evaluations,
                64.89,
            ),
            Figure::new(
                "in the order given",
                Mean("branching=5,depth=4,seed=1,leaves=growing,step=10", 100, &[]),
                AlphaBeta,
                Evaluations,
                167.92,
            ),
            Figure::new(
                "the best first",
                Mean("branching=5,depth=4,seed=1,leaves=growing,step=10", 100, &[("order", "best")]),
                AlphaBeta,
                Evaluations,
                49.0,
            ),
        ],
        verdict: Verdict::Right,
        reason: "True where static values foretell the leaves. Where they tell nothing, no order by evaluation \
                 helps.",
    },
    Claim {
        id: "lecture-example",
        source: Source::Notes,
        place: "example at the end",
        printed: "Of three moves, the second is cut after a reply of 5, the third after a reply of 1.",
        figures: &[
            Figure::new("leaves evaluated, of 7", Tree("equal-bounds", &[]), AlphaBeta, Evaluations, 4.0)
                .printed(4.0),
            Figure::new("cutoffs at nodes of Min", Tree("equal-bounds", &[]), AlphaBeta, AlphaCutoffs, 2.0)
                .printed(2.0),
        ],
        verdict: Verdict::Right,
        reason: "The 5 equals what Max has already, and cuts because it is enough that the bounds meet.",
    },
    Claim {
        id: "one-above-five",
        source: Source::Notes,
        place: "example, step 5",
        printed: "The reply of 1 cuts, as it is “greater than alpha”, which is 5.",
        figures: &[
            Figure::new("cutoffs at nodes of Min", Tree("equal-bounds", &[]), AlphaBeta, AlphaCutoffs, 2.0),
            Figure::new("value", Tree("equal-bounds", &[]), AlphaBeta, Value, 5.0).printed(5.0),
        ],
        verdict: Verdict::Misprint,
        reason: "It cuts, as it is smaller. Step 3 is missing as well.",
    },
    Claim {
        id: "half-the-exponential",
        source: Source::Notes,
        place: "cost",
        printed: "The exponential cost is cut in half.",
        figures: &[
            Figure::new(
                "best order, b = 10, d = 4",
                Tree("uniform:branching=10,depth=4,order=best", &[]),
                AlphaBeta,
                Evaluations,
                199.0,
            )
            .printed(5_000.0)
            .expected(MinimalLeaves(10, 4)),
            Figure::new("minimax", Tree("uniform:branching=10,depth=4", &[]), Minimax, Evaluations, 10_000.0),
            Figure::new(
                "random order, mean of 50 trees",
                Mean("branching=10,depth=4,seed=1", 50, &[]),
                AlphaBeta,
                Evaluations,
                1891.78,
            ),
        ],
        verdict: Verdict::Wrong,
        reason: "Not the cost but its exponent is halved, and only in the best order: 2 percent of the leaves are left \
                 here, not 50.",
    },
    Claim {
        id: "same-choice",
        source: Source::Notes,
        place: "definition",
        printed: "Alpha-beta computes the same move as minimax.",
        figures: &[
            Figure::new("move by alpha-beta", Tree("equal-bounds", &[]), AlphaBeta, BestMove, 1.0)
                .printed(1.0),
            Figure::new("move by minimax", Tree("equal-bounds", &[]), Minimax, BestMove, 1.0),
        ],
        verdict: Verdict::Right,
        reason: "Both take the first of the best moves. A later move with an equal score must not replace it, as that \
                 score may be a bound.",
    },
    Claim {
        id: "six-by-the-second-move",
        source: Source::ReversiArticle,
        place: "worked example",
        printed: "The example is worth 6, by the second move.",
        figures: &[
            Figure::new("value", Tree("textbook-figure", &[]), AlphaBeta, Value, 6.0).printed(6.0),
            Figure::new("move", Tree("textbook-figure", &[]), AlphaBeta, BestMove, 2.0).printed(2.0),
        ],
        verdict: Verdict::Right,
        reason: "The first move is worth 3, the third 5 or less.",
    },
    Claim {
        id: "visited-by-level",
        source: Source::ReversiArticle,
        place: "worked example",
        printed: "On the five levels 1, 3, 5, 7 and 9 nodes are looked at.",
        figures: &[
            Figure::new("nodes visited", Tree("textbook-figure", &[]), AlphaBeta, Nodes, 25.0).printed(25.0),
            Figure::new("of them leaves", Tree("textbook-figure", &[]), AlphaBeta, Evaluations, 9.0)
                .printed(9.0),
            Figure::new("nodes of minimax", Tree("textbook-figure", &[]), Minimax, Nodes, 33.0),
        ],
        verdict: Verdict::Right,
        reason: "1 + 3 + 5 + 7 + 9 nodes are 25 of 33.",
    },
    Claim {
        id: "exchanged-replies",
        source: Source::ReversiArticle,
        place: "Optimization",
        printed: "With the second node of level 2 first, the first one would be pruned.",
        figures: &[
            Figure::new(
                "leaves, exchanged",
                Tree("textbook-figure-swapped", &[]),
                AlphaBeta,
                Evaluations,
                7.0,
            )
            .printed(5.0),
            Figure::new("leaves, as printed", Tree("textbook-figure", &[]), AlphaBeta, Evaluations, 9.0),
        ],
        verdict: Verdict::Asterisk,
        reason: "Half of it: its second child is pruned. The leaves 5 and 6 of its first have to be seen to know that it \
                 is too good.",
    },
    Claim {
        id: "sort-by-evaluation",
        source: Source::ReversiArticle,
        place: "Optimization",
        printed: "Sorting the moves by their evaluation makes the search faster.",
        figures: &[
            Figure::new(
                "Reversi, 4 plies, sorted: leaves",
                Position("reversi", &[("depth", "4"), ("leaf", "evaluation"), ("order", "static")]),
                AlphaBeta,
                Evaluations,
                29.0,
            ),
            Figure::new(
                "as the moves come",
                Position("reversi", &[("depth", "4"), ("leaf", "evaluation")]),
                AlphaBeta,
                Evaluations,
                85.0,
            ),
        ],
        verdict: Verdict::Right,
        reason: "It saves leaves of the search. Each child is evaluated once more for the sort, which these counts leave \
                 out.",
    },
];
