//! The article on alpha-beta of an encyclopedia of chess programming.

use super::figure::{Count, Figure, Formula, Run};
use super::{Claim, Source, Verdict};
use crate::searches::Search;
use Count::{Evaluations, Nodes, Value};
use Formula::{AllLeaves, MinimalLeaves, MinimalNodes, SquareRoot};
use Run::Tree;
use Search::{AlphaBeta, AlphaBetaFailHard, AlphaBetaIterative, BranchAndBound, Minimax, Negamax};

const SOURCE: Source = Source::ChessProgrammingWiki;
const SAVINGS: &str = "Savings";

/// Alpha-beta in the best order of 40 moves.
const fn best_of_forty(
    label: &'static str,
    tree: &'static str,
    depth: u32,
    printed: u64,
    measured: f64,
) -> Figure {
    Figure::new(label, Tree(tree, &[]), AlphaBeta, Evaluations, measured)
        .printed(printed as f64)
        .expected(MinimalLeaves(40, depth))
}

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "lost-rook",
        source: SOURCE,
        place: "How it works",
        printed: "Once a reply wins a rook, no other reply to that move matters, not even one that wins a queen.",
        figures: &[
            Figure::new("leaves evaluated, of 6", Tree("lost-rook", &[]), AlphaBeta, Evaluations, 4.0)
                .printed(4.0),
            Figure::new("leaves of minimax", Tree("lost-rook", &[]), Minimax, Evaluations, 6.0),
        ],
        verdict: Verdict::Right,
        reason: "The first reply cuts the other two, whatever they are worth.",
    },
    Claim {
        id: "same-result",
        source: SOURCE,
        place: "introduction",
        printed: "Alpha-beta finds the same result as minimax.",
        figures: &[
            Figure::new("value by alpha-beta", Tree("textbook-figure", &[]), AlphaBeta, Value, 6.0)
                .printed(6.0),
            Figure::new("value by minimax", Tree("textbook-figure", &[]), Minimax, Value, 6.0),
        ],
        verdict: Verdict::Right,
        reason: "Hart and Levin, and Brudno, proved it; tests of this laboratory find no exception on 10,000 random \
                 trees.",
    },
    Claim {
        id: "improves-branch-and-bound",
        source: SOURCE,
        place: "introduction",
        printed: "It improves on branch and bound, which knows the bound of the parent alone.",
        figures: &[
            Figure::new("alpha-beta", Tree("deep-cutoff-saves", &[]), AlphaBeta, Evaluations, 3.0),
            Figure::new("branch and bound", Tree("deep-cutoff-saves", &[]), BranchAndBound, Evaluations, 4.0),
        ],
        verdict: Verdict::Right,
        reason: "Deep cutoffs make the difference. It takes four plies: on three, both evaluate the same leaves.",
    },
    Claim {
        id: "worst-case-formula",
        source: SOURCE,
        place: SAVINGS,
        printed: "In the worst order alpha-beta evaluates b^n leaves (Levin).",
        figures: &[Figure::new(
            "b = 40, n = 4, worst move first",
            Tree("uniform:branching=40,depth=4,order=worst", &[]),
            AlphaBeta,
            Evaluations,
            2_560_000.0,
        )
        .printed(2_560_000.0)
        .expected(AllLeaves(40, 4))],
        verdict: Verdict::Right,
        reason: "On a tree made for it, no leaf is left out.",
    },
    Claim {
        id: "table-of-forty",
        source: SOURCE,
        place: "Savings, table",
        printed: "With 40 moves, the best order takes 1, 40, 79, 1,639, 3,199, 65,569, 127,999, 2,623,999 and \
                  5,119,999 leaves at depths 0 to 8.",
        figures: &[
            best_of_forty("depth 5", "uniform:branching=40,depth=5,order=best", 5, 65_569, 65_599.0),
            best_of_forty("depth 0", "uniform:branching=40,depth=0,order=best", 0, 1, 1.0),
            best_of_forty("depth 1", "uniform:branching=40,depth=1,order=best", 1, 40, 40.0),
            best_of_forty("depth 2", "uniform:branching=40,depth=2,order=best", 2, 79, 79.0),
            best_of_forty("depth 3", "uniform:branching=40,depth=3,order=best", 3, 1_639, 1_639.0),
            best_of_forty("depth 4", "uniform:branching=40,depth=4,order=best", 4, 3_199, 3_199.0),
            best_of_forty("depth 6", "uniform:branching=40,depth=6,order=best", 6, 127_999, 127_999.0),
            best_of_forty("depth 7", "uniform:branching=40,depth=7,order=best", 7, 2_623_999, 2_623_999.0),
            best_of_forty("depth 8", "uniform:branching=40,depth=8,order=best", 8, 5_119_999, 5_119_999.0),
        ],
        verdict: Verdict::Misprint,
        reason: "65,569 should be 65,599, as the formula above the table has it: 40³ + 40² − 1. The other eight \
                 rows are right.",
    },
    Claim {
        id: "table-of-forty-worst",
        source: SOURCE,
        place: "Savings, table",
        printed: "With 40 moves, the worst order takes 40, 1,600, 64,000 leaves at depths 1 to 3.",
        figures: &[
            Figure::new(
                "depth 3",
                Tree("uniform:branching=40,depth=3,order=worst", &[]),
                AlphaBeta,
                Evaluations,
                64_000.0,
            )
            .printed(64_000.0)
            .expected(AllLeaves(40, 3)),
            Figure::new(
                "depth 2",
                Tree("uniform:branching=40,depth=2,order=worst", &[]),
                AlphaBeta,
                Evaluations,
                1_600.0,
            )
            .printed(1_600.0)
            .expected(AllLeaves(40, 2)),
            Figure::new(
                "depth 1",
                Tree("uniform:branching=40,depth=1,order=worst", &[]),
                AlphaBeta,
                Evaluations,
                40.0,
            )
            .printed(40.0)
            .expected(AllLeaves(40, 1)),
        ],
        verdict: Verdict::Right,
        reason: "The column of the worst order has the powers of 40.",
    },
    Claim {
        id: "odd-even-effect",
        source: SOURCE,
        place: "Savings, table",
        printed: "The best case grows in uneven steps: much from even to odd depths, little from odd to even ones.",
        figures: &[
            best_of_forty("depth 3", "uniform:branching=40,depth=3,order=best", 3, 1_639, 1_639.0),
            best_of_forty("depth 2", "uniform:branching=40,depth=2,order=best", 2, 79, 79.0),
            best_of_forty("depth 4", "uniform:branching=40,depth=4,order=best", 4, 3_199, 3_199.0),
        ],
        verdict: Verdict::Right,
        reason: "The third ply multiplies the leaves by 21, the fourth by 2.",
    },
    Claim {
        id: "square-root",
        source: SOURCE,
        place: SAVINGS,
        printed: "The best order visits about the square root of the nodes.",
        figures: &[
            Figure::new(
                "nodes, depth 5 of 40 moves",
                Tree("uniform:branching=40,depth=5,order=best", &[]),
                AlphaBeta,
                Nodes,
                70_557.0,
            )
            .expected(MinimalNodes(40, 5)),
            Figure::new(
                "leaves, depth 5",
                Tree("uniform:branching=40,depth=5,order=best", &[]),
                AlphaBeta,
                Evaluations,
                65_599.0,
            )
            .expected(SquareRoot(40, 5)),
            Figure::new(
                "leaves, depth 4",
                Tree("uniform:branching=40,depth=4,order=best", &[]),
                AlphaBeta,
                Evaluations,
                3_199.0,
            )
            .expected(SquareRoot(40, 4)),
        ],
        verdict: Verdict::Asterisk,
        reason: "Of the leaves it visits twice the square root at even depths, and (b + 1)/√b times it at odd ones, 6.5 \
                 times for 40 moves; of all nodes it visits more: 6.9 times here.",
    },
    Claim {
        id: "twice-as-deep",
        source: SOURCE,
        place: SAVINGS,
        printed: "With the same effort the search gets twice as deep.",
        figures: &[
            Figure::new(
                "alpha-beta, depth 8",
                Tree("uniform:branching=40,depth=8,order=best", &[]),
                AlphaBeta,
                Evaluations,
                5_119_999.0,
            )
            .printed(2_560_000.0),
            Figure::new(
                "alpha-beta, depth 7",
                Tree("uniform:branching=40,depth=7,order=best", &[]),
                AlphaBeta,
                Evaluations,
                2_623_999.0,
            ),
            Figure::new(
                "minimax, depth 4",
                Tree("uniform:branching=40,depth=4", &[]),
                Minimax,
                Evaluations,
                2_560_000.0,
            ),
        ],
        verdict: Verdict::Asterisk,
        reason: "For 2.5 % more leaves than those of minimax at depth 4, alpha-beta in perfect order gets to depth 7. \
                 Depth 8 takes twice as many.",
    },
    Claim {
        id: "worst-first-saves-nothing",
        source: SOURCE,
        place: SAVINGS,
        printed: "With the worst move first there is no saving at all.",
        figures: &[
            Figure::new(
                "leaves evaluated, of 16",
                Tree("unavoidable-cutoffs", &[("order", "worst")]),
                AlphaBeta,
                Evaluations,
                15.0,
            )
            .printed(16.0),
            Figure::new(
                "of 16 on a tree made for it",
                Tree("uniform:branching=2,depth=4,order=worst", &[]),
                AlphaBeta,
                Evaluations,
                16.0,
            )
            .printed(16.0),
        ],
        verdict: Verdict::Asterisk,
        reason: "On some trees every arrangement of the branches has a cutoff (Knuth and Moore): this one cannot be \
                 arranged to take more than 15 leaves.",
    },
    Claim {
        id: "negamax-visits-the-same",
        source: SOURCE,
        place: "Negamax framework",
        printed: "Negamax is minimax with one function for both players.",
        figures: &[
            Figure::new("nodes of negamax", Tree("textbook-figure", &[]), Negamax, Nodes, 33.0).printed(33.0),
            Figure::new("nodes of minimax", Tree("textbook-figure", &[]), Minimax, Nodes, 33.0),
            Figure::new("value", Tree("textbook-figure", &[]), Negamax, Value, 6.0),
        ],
        verdict: Verdict::Right,
        reason: "It visits the same nodes. The leaf function must then value for the player to move.",
    },
    Claim {
        id: "fail-hard-stays-inside",
        source: SOURCE,
        place: "Max versus Min",
        printed: "A fail-hard search returns no score outside its window.",
        figures: &[Figure::new(
            "score in the window from 3 to 6",
            Tree("fail-soft", &[("alpha", "3"), ("beta", "6")]),
            AlphaBetaFailHard,
            Value,
            3.0,
        )
        .printed(3.0)],
        verdict: Verdict::Right,
        reason: "The value is 2, which the search reports as 3 or less.",
    },
    Claim {
        id: "fail-soft-is-tighter",
        source: SOURCE,
        place: "Outside the bounds",
        printed: "A fail-soft search returns tighter bounds, outside the window.",
        figures: &[
            Figure::new(
                "score in the window from 3 to 6",
                Tree("fail-soft", &[("alpha", "3"), ("beta", "6")]),
                AlphaBeta,
                Value,
                2.0,
            )
            .printed(2.0),
            Figure::new(
                "leaves, fail-soft",
                Tree("fail-soft", &[("alpha", "3"), ("beta", "6")]),
                AlphaBeta,
                Evaluations,
                2.0,
            ),
            Figure::new(
                "leaves, fail-hard",
                Tree("fail-soft", &[("alpha", "3"), ("beta", "6")]),
                AlphaBetaFailHard,
                Evaluations,
                2.0,
            ),
        ],
        verdict: Verdict::Right,
        reason: "It reports 2 or less where fail-hard reports 3 or less, for the same leaves.",
    },
    Claim {
        id: "without-recursion",
        source: SOURCE,
        place: "Quotes, Knuth",
        printed: "Alpha-beta needs no recursion: a loop with one bound a ply does the same.",
        figures: &[
            Figure::new("nodes of the loop", Tree("textbook-figure", &[]), AlphaBetaIterative, Nodes, 25.0)
                .printed(25.0),
            Figure::new("nodes of the recursion", Tree("textbook-figure", &[]), AlphaBeta, Nodes, 25.0),
        ],
        verdict: Verdict::Right,
        reason: "Both visit the same nodes in the same order.",
    },
];
