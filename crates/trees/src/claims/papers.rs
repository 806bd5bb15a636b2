//! Published results behind the texts.

use super::figure::{Count, Figure, Formula, Run};
use super::{Claim, Source, Verdict};
use crate::searches::Search;
use Count::{DeepCutoffs, Evaluations, Nodes};
use Formula::{RandomOrder, TwoPlies};
use Run::{Mean, Position};
use Search::{AlphaBeta, Minimax, Star1, Star2};

/// The first page, in *Artificial Intelligence* 21.
const SUMMARY: &str = "summary, page 327";
/// Trees of a move, a chance and a reply.
const SIX_DIGITS: &str = "branching=6,depth=3,seed=1,leaves=integers,low=0,high=9,chance=2";
const SIX_DISTINCT: &str = "branching=6,depth=3,seed=1,chance=2";
const SIX_BINARY: &str = "branching=6,depth=3,seed=1,leaves=binary,one=0.5,chance=2";
const TWENTY_DIGITS: &str = "branching=20,depth=3,seed=1,leaves=integers,low=0,high=9,chance=2";
const TWENTY_DISTINCT: &str = "branching=20,depth=3,seed=1,chance=2";
const TO_THE_END: &[(&str, &str)] = &[("depth", "9"), ("leaf", "result")];

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "tic-tac-toe",
        source: Source::TicTacToeCounts,
        place: "the whole game",
        printed: "The game has 255,168 ends; minimax visits 549,946 nodes, alpha-beta 18,297.",
        figures: &[
            Figure::new("nodes of minimax", Position("tic-tac-toe", TO_THE_END), Minimax, Nodes, 549_946.0)
                .printed(549_946.0),
            Figure::new(
                "leaves of minimax",
                Position("tic-tac-toe", TO_THE_END),
                Minimax,
                Evaluations,
                255_168.0,
            )
            .printed(255_168.0),
            Figure::new(
                "nodes of alpha-beta",
                Position("tic-tac-toe", TO_THE_END),
                AlphaBeta,
                Nodes,
                18_297.0,
            )
            .printed(18_297.0),
            Figure::new("deep cutoffs", Position("tic-tac-toe", TO_THE_END), AlphaBeta, DeepCutoffs, 1_838.0),
        ],
        verdict: Verdict::Right,
        reason: "Cells in order, no memory of positions, results 1, 0 and −1, cutting where bounds meet.",
    },
    Claim {
        id: "two-plies",
        source: Source::KnuthMoore,
        place: "trees of two plies",
        printed: "Over two plies of three moves each, in random order, alpha-beta evaluates 521/70 leaves on average.",
        figures: &[
            Figure::new(
                "b = 3, mean of 1,000 trees",
                Mean("branching=3,depth=2,seed=1", 1_000, &[]),
                AlphaBeta,
                Evaluations,
                7.471,
            )
            .printed(521.0 / 70.0)
            .expected(TwoPlies(3)),
            Figure::new(
                "b = 10, mean of 1,000 trees",
                Mean("branching=10,depth=2,seed=1", 1_000, &[]),
                AlphaBeta,
                Evaluations,
                56.064,
            )
            .expected(TwoPlies(10)),
        ],
        verdict: Verdict::Right,
        reason: "The means of random trees are within their standard errors of the exact ones.",
    },
    Claim {
        id: "branching-factor",
        source: Source::Pearl,
        place: "theorem",
        printed: "In random order the leaves grow by ξ/(1 − ξ) a ply, and no search does with less.",
        figures: &[
            Figure::new(
                "b = 2, d = 12, mean of 50 trees",
                Mean("branching=2,depth=12,seed=1", 50, &[]),
                AlphaBeta,
                Evaluations,
                913.28,
            )
            .expected(RandomOrder(2, 12)),
            Figure::new(
                "b = 2, d = 10, mean of 50 trees",
                Mean("branching=2,depth=10,seed=1", 50, &[]),
                AlphaBeta,
                Evaluations,
                321.0,
            )
            .expected(RandomOrder(2, 10)),
        ],
        verdict: Verdict::Asterisk,
        reason: "It is a limit. At these depths a ply still multiplies the leaves by 1.69, on the way down to 1.62.",
    },
    Claim {
        id: "star1",
        source: Source::Ballard,
        place: SUMMARY,
        printed: "With chance nodes, a search from left to right (Star1) saves 25 to 30 percent of all leaves.",
        figures: &[
            Figure::new(
                "6 children, leaves from 0 to 9: evaluated, of 216",
                Mean(SIX_DIGITS, 200, &[]),
                Star1,
                Evaluations,
                159.105,
            )
            .printed(162.0),
            Figure::new(
                "the same, all leaves distinct",
                Mean(SIX_DISTINCT, 200, &[]),
                Star1,
                Evaluations,
                197.395,
            )
            .printed(162.0),
            Figure::new("the same, leaves 0 or 1", Mean(SIX_BINARY, 200, &[]), Star1, Evaluations, 68.475)
                .printed(162.0),
        ],
        verdict: Verdict::Asterisk,
        reason: "It depends on the leaves: 26 percent are saved where they are from 0 to 9, 9 where all differ, 68 \
                 where they are 0 or 1. Each tree is a move, a chance and a reply.",
    },
    Claim {
        id: "star2",
        source: Source::Ballard,
        place: SUMMARY,
        printed: "Probes below chance nodes (Star2) save more than half in random order, and all but a tenth in \
                  the best.",
        figures: &[
            Figure::new(
                "20 children, best order: evaluated, of 8,000",
                Mean(TWENTY_DISTINCT, 20, &[("order", "best")]),
                Star2,
                Evaluations,
                778.8,
            )
            .printed(800.0),
            Figure::new("random order", Mean(TWENTY_DISTINCT, 20, &[]), Star2, Evaluations, 7_551.65)
                .printed(4_000.0),
            Figure::new(
                "random order, leaves from 0 to 9",
                Mean(TWENTY_DIGITS, 20, &[]),
                Star2,
                Evaluations,
                3_354.8,
            )
            .printed(4_000.0),
        ],
        verdict: Verdict::Asterisk,
        reason: "A tenth is left in the best order. In random order it depends on the leaves: 58 percent are saved \
                 where they are from 0 to 9, 6 where all differ.",
    },
];
