//! Published results behind the texts.

use super::figure::{Count, Figure, Formula, Run};
use super::{Claim, Source, Verdict};
use crate::searches::Search;
use Count::{DeepCutoffs, Evaluations, Nodes};
use Formula::{RandomOrder, TwoPlies};
use Run::{Mean, Position};
use Search::{AlphaBeta, Minimax};

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
        printed: "On two plies in random order alpha-beta evaluates 521/70 leaves in the mean of three moves.",
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
];
