//! The article on alpha-beta of a general encyclopedia: what alpha-beta saves.

use super::figure::{Count, Figure, Formula, Run};
use super::{Claim, Source, Verdict};
use crate::searches::Search;
use Count::Evaluations;
use Formula::{AllLeaves, Coins, MinimalLeaves, RandomOrder, RandomOrderFit, RandomisedGrowth, Reluctant};
use Run::{Mean, Position, Tree};
use Search::{AlphaBeta, Minimax};

pub(super) const SOURCE: Source = Source::Wikipedia;
const NAIVE: &str = "Improvements over naive minimax";
/// Tic-tac-toe to the end.
pub(super) const TO_THE_END: &[(&str, &str)] = &[("depth", "9"), ("leaf", "result")];
const ONLY_CROSSED: &[(&str, &str)] = &[("depth", "9"), ("leaf", "result"), ("ties", "search")];
/// From loss to win, in an order that the seed decides.
const RANDOM_ORDER: &[(&str, &str)] = &[("order", "random"), ("seed", "1"), ("alpha", "0"), ("beta", "1")];
const RANDOM_ORDER_2: &[(&str, &str)] = &[("order", "random"), ("seed", "2"), ("alpha", "0"), ("beta", "1")];
const WIN_OR_LOSS: &[(&str, &str)] = &[("alpha", "0"), ("beta", "1")];

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "move-into-mate",
        source: SOURCE,
        place: "Core idea",
        printed: "If one reply forces mate, the others need not be looked at.",
        figures: &[Figure::new(
            "leaves evaluated, of 5",
            Tree("forced-mate", &[]),
            AlphaBeta,
            Evaluations,
            3.0,
        )
        .printed(3.0)],
        verdict: Verdict::Right,
        reason: "The mate is worse for Max than the first move, and cuts.",
    },
    Claim {
        id: "cut-when-crossed",
        source: SOURCE,
        place: "Core idea",
        printed: "A branch is cut when beta falls below alpha.",
        figures: &[
            Figure::new(
                "tic-tac-toe, cutting only where bounds cross",
                Position("tic-tac-toe", ONLY_CROSSED),
                AlphaBeta,
                Evaluations,
                62_162.0,
            ),
            Figure::new(
                "cutting where they meet",
                Position("tic-tac-toe", TO_THE_END),
                AlphaBeta,
                Evaluations,
                7_330.0,
            ),
        ],
        verdict: Verdict::Asterisk,
        reason: "The code of the same article cuts already where the bounds meet. In a game with few values that is \
                 eight times cheaper, with the same result.",
    },
    Claim {
        id: "textbook-figure",
        source: SOURCE,
        place: "Improvements over naive minimax, figure",
        printed: "The figure's grey subtrees need not be looked at: five leaves of 14.",
        figures: &[
            Figure::new("leaves evaluated", Tree("textbook-figure", &[]), AlphaBeta, Evaluations, 9.0)
                .printed(9.0),
            Figure::new("leaves of minimax", Tree("textbook-figure", &[]), Minimax, Evaluations, 14.0),
        ],
        verdict: Verdict::Right,
        reason: "Nine leaves prove the value 6; in the best order five would do.",
    },
    Claim {
        id: "thirty-six-moves",
        source: SOURCE,
        place: NAIVE,
        printed: "Four plies of 36 moves have more than a million leaves; the best order takes about 2,000 of them, \
                  a saving of 99.8 percent.",
        figures: &[
            Figure::new(
                "alpha-beta, best order",
                Tree("uniform:branching=36,depth=4,order=best", &[]),
                AlphaBeta,
                Evaluations,
                2_591.0,
            )
            .printed(2_000.0)
            .expected(MinimalLeaves(36, 4)),
            Figure::new(
                "minimax",
                Tree("uniform:branching=36,depth=4", &[]),
                Minimax,
                Evaluations,
                1_679_616.0,
            )
            .printed(1_000_000.0)
            .expected(AllLeaves(36, 4)),
        ],
        verdict: Verdict::Asterisk,
        reason: "The saving is right; 2,591 is 30 percent more than 2,000.",
    },
    Claim {
        id: "effective-depth",
        source: SOURCE,
        place: NAIVE,
        printed: "The best order brings the effective depth down to slightly more than half.",
        figures: &[
            Figure::new(
                "alpha-beta, four plies of 36",
                Tree("uniform:branching=36,depth=4,order=best", &[]),
                AlphaBeta,
                Evaluations,
                2_591.0,
            )
            .expected(MinimalLeaves(36, 4)),
            Figure::new(
                "minimax, two plies of 36",
                Tree("uniform:branching=36,depth=2", &[]),
                Minimax,
                Evaluations,
                1_296.0,
            ),
            Figure::new(
                "minimax, three plies",
                Tree("uniform:branching=36,depth=3", &[]),
                Minimax,
                Evaluations,
                46_656.0,
            ),
        ],
        verdict: Verdict::Right,
        reason: "Four plies cost twice what two cost minimax, far less than three.",
    },
    Claim {
        id: "b-1-b-1",
        source: SOURCE,
        place: NAIVE,
        printed: "The best order takes b·1·b·1 … leaves, one factor a ply.",
        figures: &[
            Figure::new(
                "b = 3, d = 4",
                Tree("uniform:branching=3,depth=4,order=best", &[]),
                AlphaBeta,
                Evaluations,
                17.0,
            )
            .printed(9.0)
            .expected(MinimalLeaves(3, 4)),
            Figure::new(
                "b = 3, d = 5",
                Tree("uniform:branching=3,depth=5,order=best", &[]),
                AlphaBeta,
                Evaluations,
                35.0,
            )
            .printed(27.0)
            .expected(MinimalLeaves(3, 5)),
        ],
        verdict: Verdict::Asterisk,
        reason: "That proves one bound of the value. Both bounds take b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves, up to twice as \
                 many.",
    },
    Claim {
        id: "randomised-growth",
        source: SOURCE,
        place: NAIVE,
        printed: "In random order the leaves grow by (b − 1 + √(b² + 14b + 1))/4 a ply, where leaves are 0 or 1.",
        figures: &[
            Figure::new(
                "b = 2, d = 18, random order 1",
                Tree("uniform:branching=2,depth=18,order=worst,leaves=binary", RANDOM_ORDER),
                AlphaBeta,
                Evaluations,
                14_006.0,
            )
            .expected(Reluctant(2, 18)),
            Figure::new(
                "the same, random order 2",
                Tree("uniform:branching=2,depth=18,order=worst,leaves=binary", RANDOM_ORDER_2),
                AlphaBeta,
                Evaluations,
                14_338.0,
            )
            .expected(RandomisedGrowth(2, 18)),
            Figure::new(
                "b = 4, d = 9, random order 1",
                Tree("uniform:branching=4,depth=9,order=worst,leaves=binary", RANDOM_ORDER),
                AlphaBeta,
                Evaluations,
                12_339.0,
            )
            .expected(Reluctant(4, 9)),
        ],
        verdict: Verdict::Asterisk,
        reason: "True of the trees that hold it up longest, on which these runs are (Saks and Wigderson). Other leaves \
                 take less.",
    },
    Claim {
        id: "coin-leaves",
        source: SOURCE,
        place: NAIVE,
        printed: "If leaves are 0 or 1 with equal chances, the leaves evaluated grow by b/2 a ply.",
        figures: &[
            Figure::new(
                "b = 8, d = 6",
                Tree("random:branching=8,depth=6,seed=1,leaves=binary,one=0.5", WIN_OR_LOSS),
                AlphaBeta,
                Evaluations,
                1_090.0,
            )
            .printed(4_096.0)
            .expected(Coins(8, 6)),
            Figure::new(
                "b = 2, d = 18",
                Tree("random:branching=2,depth=18,seed=1,leaves=binary,one=0.5", WIN_OR_LOSS),
                AlphaBeta,
                Evaluations,
                1_411.0,
            )
            .printed(1.0)
            .expected(Coins(2, 18)),
            Figure::new(
                "b = 4, d = 8",
                Tree("random:branching=4,depth=8,seed=1,leaves=binary,one=0.5", WIN_OR_LOSS),
                AlphaBeta,
                Evaluations,
                529.0,
            )
            .printed(256.0)
            .expected(Coins(4, 8)),
        ],
        verdict: Verdict::Wrong,
        reason: "They grow by √b (Pearl 1980). The two agree for b = 4 alone, and for b = 2 it would be a single leaf.",
    },
    Claim {
        id: "uniform-leaves",
        source: SOURCE,
        place: NAIVE,
        printed: "For independent leaves from a continuous range: b to the power of d/log d (natural logarithm).",
        figures: &[
            Figure::new(
                "b = 2, d = 10, mean of 100 trees",
                Mean("branching=2,depth=10,seed=1", 100, &[]),
                AlphaBeta,
                Evaluations,
                317.84,
            )
            .printed(20.3)
            .expected(RandomOrder(2, 10)),
            Figure::new(
                "b = 2, d = 8, mean of 100 trees",
                Mean("branching=2,depth=8,seed=1", 100, &[]),
                AlphaBeta,
                Evaluations,
                108.63,
            )
            .printed(14.4)
            .expected(RandomOrder(2, 8)),
        ],
        verdict: Verdict::Misprint,
        reason: "The exponent is wrong: the growth a ply is of the order of b/log b, exactly ξ/(1 − ξ) with \
                 ξ^b + ξ = 1. As printed it is less than the 63 leaves of the smallest proof at depth 10.",
    },
    Claim {
        id: "small-depths",
        source: SOURCE,
        place: NAIVE,
        printed: "For small d: approximately 0.925 d^0.747.",
        figures: &[
            Figure::new(
                "b = 5, d = 4, mean of 200 trees",
                Mean("branching=5,depth=4,seed=1", 200, &[]),
                AlphaBeta,
                Evaluations,
                230.145,
            )
            .printed(2.6)
            .expected(RandomOrderFit(5, 4)),
            Figure::new(
                "b = 5, d = 2, mean of 200 trees",
                Mean("branching=5,depth=2,seed=1", 200, &[]),
                AlphaBeta,
                Evaluations,
                17.795,
            )
            .printed(1.55)
            .expected(RandomOrderFit(5, 2)),
        ],
        verdict: Verdict::Misprint,
        reason: "It is Pearl's fit of the branching factor, 0.925 b^0.747, with d in place of b; within 5 percent of \
                 ξ/(1 − ξ) for 2 to 40 moves. The leaves themselves also have a constant factor.",
    },
];
