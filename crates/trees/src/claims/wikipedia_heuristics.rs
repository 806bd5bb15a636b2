//! The article on alpha-beta of a general encyclopedia: its heuristics, and other algorithms.

use super::figure::{Count, Figure, Run};
use super::wikipedia::{SOURCE, TO_THE_END};
use super::{Claim, Verdict};
use crate::searches::Search;
use Count::{DistinctLeaves, Evaluations, LargestList, LinePlies, Passes, Value};
use Run::{Position, Tree};
use Search::{
    AlphaBeta, Aspiration, History, IterativeDeepening, Killer, LAlphaBeta, Minimax, MtdF, RefutationTable,
    SssStar,
};

const HEURISTIC: &str = "Heuristic improvements";
const OTHER: &str = "Other algorithms";
const CAN_WIN: &[(&str, &str)] = &[("depth", "9"), ("leaf", "result"), ("alpha", "0"), ("beta", "1")];
/// A tree whose static values foretell its leaves.
const GROWING: &str = "random:branching=5,depth=4,seed=1,leaves=growing,step=10";

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "killer",
        source: SOURCE,
        place: HEURISTIC,
        printed: "The killer heuristic, the last move that cut at that ply first, saves more.",
        figures: &[
            Figure::new(
                "tic-tac-toe with killers",
                Position("tic-tac-toe", TO_THE_END),
                Killer,
                Evaluations,
                3_592.0,
            ),
            Figure::new("without", Position("tic-tac-toe", TO_THE_END), AlphaBeta, Evaluations, 7_330.0),
        ],
        verdict: Verdict::Right,
        reason: "In tic-tac-toe it halves the leaves. On other trees it may evaluate leaves that alpha-beta does not.",
    },
    Claim {
        id: "history",
        source: SOURCE,
        place: HEURISTIC,
        printed: "Moves that did well before should come first.",
        figures: &[
            Figure::new(
                "tic-tac-toe with the history heuristic",
                Position("tic-tac-toe", TO_THE_END),
                History,
                Evaluations,
                5_168.0,
            ),
            Figure::new("without", Position("tic-tac-toe", TO_THE_END), AlphaBeta, Evaluations, 7_330.0),
        ],
        verdict: Verdict::Right,
        reason: "Schaeffer's history heuristic does that; here killers save more.",
    },
    Claim {
        id: "iterative-deepening",
        source: SOURCE,
        place: HEURISTIC,
        printed: "Searches of lower depths give hints that help to cut in the deeper ones.",
        figures: &[
            Figure::new(
                "leaves of the tree, iterative deepening",
                Tree(GROWING, &[]),
                IterativeDeepening,
                DistinctLeaves,
                50.0,
            ),
            Figure::new(
                "leaves of the tree, alpha-beta",
                Tree(GROWING, &[]),
                AlphaBeta,
                DistinctLeaves,
                204.0,
            ),
            Figure::new(
                "all evaluations, iterative deepening",
                Tree(GROWING, &[]),
                IterativeDeepening,
                Evaluations,
                134.0,
            ),
        ],
        verdict: Verdict::Right,
        reason: "Where static values foretell the leaves, the last iteration evaluates fewer. Earlier iterations cost \
                 evaluations at their horizons.",
    },
    Claim {
        id: "refutation-tables",
        source: SOURCE,
        place: HEURISTIC,
        printed: "Lines that refuted a move before are tried first.",
        figures: &[
            Figure::new(
                "leaves of the tree, refutation tables",
                Tree(GROWING, &[]),
                RefutationTable,
                DistinctLeaves,
                65.0,
            ),
            Figure::new("alpha-beta", Tree(GROWING, &[]), AlphaBeta, DistinctLeaves, 204.0),
        ],
        verdict: Verdict::Right,
        reason: "A line for each root move is enough to save leaves in the next iteration.",
    },
    Claim {
        id: "aspiration",
        source: SOURCE,
        place: HEURISTIC,
        printed: "A narrower window cuts more, if the value is inside; if not, the search has to be repeated.",
        figures: &[
            Figure::new(
                "guess 52: evaluations",
                Tree("stockman", &[("guess", "52")]),
                Aspiration,
                Evaluations,
                8.0,
            ),
            Figure::new(
                "guess 20: evaluations",
                Tree("stockman", &[("guess", "20")]),
                Aspiration,
                Evaluations,
                17.0,
            ),
            Figure::new("guess 20: passes", Tree("stockman", &[("guess", "20")]), Aspiration, Passes, 2.0),
            Figure::new("full window", Tree("stockman", &[]), AlphaBeta, Evaluations, 13.0),
        ],
        verdict: Verdict::Right,
        reason: "A right guess saves leaves, a wrong one costs a second pass.",
    },
    Claim {
        id: "null-window",
        source: SOURCE,
        place: HEURISTIC,
        printed: "In the extreme the window is closed, alpha = beta, and only tells win from loss.",
        figures: &[
            Figure::new(
                "tic-tac-toe, can X win?",
                Position("tic-tac-toe", CAN_WIN),
                AlphaBeta,
                Evaluations,
                6_470.0,
            ),
            Figure::new(
                "tic-tac-toe, full window",
                Position("tic-tac-toe", TO_THE_END),
                AlphaBeta,
                Evaluations,
                7_330.0,
            ),
        ],
        verdict: Verdict::Asterisk,
        reason: "With integers a null window has beta = alpha + 1. With alpha = beta it stays open whether an equal \
                 value is above.",
    },
    Claim {
        id: "last-move-minimal-window",
        source: SOURCE,
        place: HEURISTIC,
        printed: "The last move may be searched with a minimal window (Lalphabeta).",
        figures: &[
            Figure::new("value by Lalphabeta", Tree("last-move", &[]), LAlphaBeta, Value, 3.0),
            Figure::new("value by minimax", Tree("last-move", &[]), Minimax, Value, 5.0),
        ],
        verdict: Verdict::Asterisk,
        reason: "The move is right. Where the last move is best, its value is no more than a bound.",
    },
    Claim {
        id: "sss-star",
        source: SOURCE,
        place: OTHER,
        printed: "SSS* takes fewer leaves, and more space.",
        figures: &[
            Figure::new("SSS*, Stockman's tree", Tree("stockman", &[]), SssStar, Evaluations, 8.0),
            Figure::new("alpha-beta", Tree("stockman", &[]), AlphaBeta, Evaluations, 13.0),
            Figure::new("largest list of SSS*", Tree("stockman", &[]), SssStar, LargestList, 4.0),
        ],
        verdict: Verdict::Asterisk,
        reason: "The list may have b^⌈d/2⌉ states. As MTD(f) with an infinite guess it evaluates the same leaves with a \
                 table of bounds (Plaat 1996).",
    },
    Claim {
        id: "mtd-f",
        source: SOURCE,
        place: OTHER,
        printed: "MTD(f) does not readily give a line of best play.",
        figures: &[
            Figure::new(
                "plies of the line, of 4",
                Tree("stockman", &[("guess", "52")]),
                MtdF,
                LinePlies,
                4.0,
            ),
            Figure::new(
                "leaves with the right guess",
                Tree("stockman", &[("guess", "52")]),
                MtdF,
                Evaluations,
                8.0,
            ),
            Figure::new("leaves of alpha-beta", Tree("stockman", &[]), AlphaBeta, Evaluations, 13.0),
        ],
        verdict: Verdict::Asterisk,
        reason: "The last null window proves a bound alone. The line has to be read from the memory of bounds, as here, \
                 or searched once more with an open window.",
    },
];
