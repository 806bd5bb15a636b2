//! Who found what, and when.

use crate::searches::Search;

/// A step in the history of game-tree search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Milestone {
    /// The year, or the first of several.
    pub year: u16,
    /// The people.
    pub who: &'static str,
    /// What they did.
    pub what: &'static str,
    /// Where it is published or told.
    pub source: &'static str,
    /// The search of the catalogue that it is about, if there is one.
    pub search: Option<Search>,
    /// The game that it is about, if there is one.
    pub game: Option<&'static str>,
}

const fn milestone(
    year: u16,
    who: &'static str,
    what: &'static str,
    source: &'static str,
    search: Option<Search>,
) -> Milestone {
    Milestone { year, who, what, source, search, game: None }
}

/// The history, oldest first.
pub const TIMELINE: &[Milestone] = &[
    milestone(
        1950,
        "Claude Shannon",
        "Describes minimax with a static evaluation for a chess program.",
        "Programming a Computer for Playing Chess, Philosophical Magazine 41",
        Some(Search::Minimax),
    ),
    milestone(
        1956,
        "John McCarthy",
        "Proposes, at Dartmouth, to leave out moves that a bound refutes; later he gives alpha-beta its name.",
        "told by Samuel 1967 and by McCarthy himself",
        None,
    ),
    milestone(
        1958,
        "Alex Bernstein and others",
        "A chess program for the IBM 704 that looks at seven moves a node, without alpha-beta; McCarthy had not \
         convinced him.",
        "Computer v. Chess-Player, Scientific American 198(6)",
        None,
    ),
    milestone(
        1958,
        "Allen Newell, John Shaw and Herbert Simon",
        "A chess program that leaves out moves by a bound, an approximation of alpha-beta.",
        "Chess-Playing Programs and the Problem of Complexity, IBM Journal 2(4)",
        None,
    ),
    milestone(
        1959,
        "Arthur Samuel",
        "A checkers program that learns; it leaves out branches by bounds, an approximation of alpha-beta.",
        "Some Studies in Machine Learning Using the Game of Checkers, IBM Journal 3",
        None,
    ),
    milestone(
        1961,
        "Daniel Edwards and Timothy Hart",
        "Write alpha-beta down; Michael Levin counts the leaves of the best and the worst order.",
        "The Tree Prune (TP) Algorithm, MIT AI Memo 30; revised as The α–β Heuristic, 1963",
        Some(Search::AlphaBetaFailHard),
    ),
    milestone(
        1962,
        "Alan Kotok and others",
        "A chess program of students at MIT, advised by McCarthy, uses alpha-beta.",
        "A Chess Playing Program for the IBM 7090 Computer, bachelor's thesis, MIT",
        None,
    ),
    milestone(
        1963,
        "Alexander Brudno",
        "Finds alpha-beta in Moscow, independently, and proves it right.",
        "Bounds and valuations for shortening the search of estimates, Problems of Cybernetics 10",
        Some(Search::AlphaBetaFailHard),
    ),
    milestone(
        1963,
        "James Slagle",
        "Generalises minimax to the M and N best children.",
        "Game Trees, M & N Minimaxing, and the M & N Alpha-Beta Procedure, AI Group Report 3, Livermore",
        Some(Search::MNMinimax),
    ),
    milestone(
        1969,
        "James Slagle and John Dixon",
        "Measure alpha-beta with fixed and dynamic orders of moves, on the game of Kalah.",
        "Experiments with Some Programs That Search Game Trees, Journal of the ACM 16",
        None,
    ),
    milestone(
        1973,
        "Samuel Fuller, John Gaschnig and James Gillogly",
        "Measure and calculate what alpha-beta evaluates in the mean, in random order.",
        "Analysis of the Alpha-Beta Pruning Algorithm, Carnegie-Mellon University",
        None,
    ),
    milestone(
        1975,
        "Donald Knuth and Ronald Moore",
        "Prove what alpha-beta needs: critical positions, deep cutoffs, means in random order.",
        "An Analysis of Alpha-Beta Pruning, Artificial Intelligence 6",
        Some(Search::AlphaBetaNegamax),
    ),
    milestone(
        1979,
        "George Stockman",
        "SSS*, a best-first search that evaluates fewer leaves.",
        "A Minimax Algorithm Better than Alpha-Beta?, Artificial Intelligence 12",
        Some(Search::SssStar),
    ),
    milestone(
        1980,
        "Judea Pearl",
        "Scout, which tests before it values; then the branching factor of alpha-beta, 1982.",
        "Asymptotic Properties of Minimax Trees and Game-Searching Procedures, Artificial Intelligence 14",
        Some(Search::Scout),
    ),
    milestone(
        1981,
        "John Fishburn",
        "Fail-soft alpha-beta, in a thesis on parallel search.",
        "Analysis of Speedup in Distributed Algorithms, University of Wisconsin",
        Some(Search::AlphaBeta),
    ),
    milestone(
        1982,
        "Tony Marsland and Murray Campbell",
        "Principal variation search, and what strongly ordered trees are.",
        "Parallel Search of Strongly Ordered Game Trees, Computing Surveys 14",
        Some(Search::Pvs),
    ),
    milestone(
        1983,
        "Bruce Ballard",
        "Star1 and Star2, alpha-beta for trees with chance nodes.",
        "The *-Minimax Search Procedure for Trees Containing Chance Nodes, Artificial Intelligence 21(3)",
        Some(Search::Star1),
    ),
    milestone(
        1983,
        "Alexander Reinefeld",
        "NegaScout: null windows with fewer second searches.",
        "An Improvement of the Scout Tree-Search Algorithm, ICCA Journal 6(4)",
        Some(Search::NegaScout),
    ),
    milestone(
        1986,
        "Michael Saks and Avi Wigderson",
        "Prove how alpha-beta grows in random order on the hardest win–loss trees.",
        "Probabilistic Boolean Decision Trees and the Complexity of Evaluating Game Trees, FOCS",
        None,
    ),
    Milestone {
        game: Some("checkers"),
        ..milestone(
            1994,
            "Jonathan Schaeffer and others",
            "Chinook wins the world championship of checkers; in 2007 the game is solved as a draw.",
            "Chinook: The World Man-Machine Checkers Champion, AI Magazine 17(1); Checkers Is Solved, Science 317",
            None,
        )
    },
    milestone(
        1996,
        "Aske Plaat, Jonathan Schaeffer, Wim Pijls and Arie de Bruin",
        "MTD(f): SSS* is a series of null-window alpha-beta searches with a memory.",
        "Best-First Fixed-Depth Minimax Algorithms, Artificial Intelligence 87",
        Some(Search::MtdF),
    ),
];
