//! All searches: names, papers and options, and how to run them.

use super::alpha_beta::alpha_beta;
use super::alpha_beta_fail_hard::alpha_beta_fail_hard;
use super::alpha_beta_iterative::alpha_beta_iterative;
use super::alpha_beta_stored_bounds::alpha_beta_stored_bounds;
use super::aspiration::aspiration;
use super::branch_and_bound::branch_and_bound;
use super::history::history;
use super::iterative_deepening::{Iteration, iterative_deepening};
use super::killer::killer;
use super::l_alpha_beta::l_alpha_beta;
use super::m_n_minimax::m_n_minimax;
use super::minimax::minimax;
use super::mtd::{mtd_bisect, mtd_f};
use super::negamax::negamax;
use super::negascout::negascout;
use super::pvs::pvs;
use super::refutation_table::refutation_table;
use super::scout::scout;
use super::settings::{SearchAnswer, Settings};
use super::sss_star::{dual_star, sss_star};
use super::walk::Walk;
use crate::record::{NodePath, Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Bound, Ties, Value, Window};
use bestmove_core::game::Invalid;
use std::iter::successors;
use std::str::FromStr;

/// A search of the catalogue. Its [`Entry`] describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the entries describe them")]
pub enum Search {
    Minimax,
    Negamax,
    AlphaBetaFailHard,
    AlphaBeta,
    AlphaBetaStoredBounds,
    AlphaBetaIterative,
    BranchAndBound,
    Scout,
    Pvs,
    NegaScout,
    LAlphaBeta,
    Aspiration,
    MtdF,
    MtdBisect,
    SssStar,
    DualStar,
    IterativeDeepening,
    RefutationTable,
    Killer,
    History,
    MNMinimax,
}

/// What the catalogue says of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The search.
    pub search: Search,
    /// A short name for programs, in kebab case.
    pub id: &'static str,
    /// The name.
    pub name: &'static str,
    /// The papers, with their years.
    pub paper: &'static str,
    /// What it is, in a sentence.
    pub summary: &'static str,
    /// The settings that it takes, besides the order of children, which all take.
    pub options: &'static [Setting],
    /// What its score says of the value of the root, if the window is open.
    pub answer: Answer,
    /// The search whose leaves contain the distinct leaves of this one, on each tree with the same order, where
    /// both cut on equality.
    pub within: Option<Search>,
}

/// An option of some searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// [`Settings::window`].
    Window,
    /// [`Settings::ties`].
    Ties,
    /// [`Settings::guess`].
    Guess,
    /// [`Settings::margin`].
    Margin,
    /// [`Settings::choice`].
    Choice,
}

/// What the score of a search says of the value of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is the value.
    Exact,
    /// It may be no more than a bound; the best move is right.
    Bound,
    /// It follows other rules than minimax.
    Other,
}

impl Search {
    /// What the catalogue says of the search.
    #[must_use]
    pub const fn entry(self) -> &'static Entry {
        &CATALOGUE[self as usize]
    }

    /// The number of searches, one within the other, among whose leaves its own are: the more, the fewer it evaluates.
    #[must_use]
    pub fn supersets(self) -> usize {
        successors(self.entry().within, |search| search.entry().within).count()
    }

    /// Whether it visits every node once.
    #[must_use]
    pub const fn visits_all(self) -> bool {
        matches!(self, Self::Minimax | Self::Negamax | Self::MNMinimax)
    }

    /// Whether it takes an option.
    #[must_use]
    pub fn takes(self, setting: Setting) -> bool {
        self.entry().options.contains(&setting)
    }
}

/// From the id.
impl FromStr for Search {
    type Err = Invalid;

    fn from_str(id: &str) -> Result<Self, Invalid> {
        let found = CATALOGUE.iter().find(|entry| entry.id == id);
        let ids = || CATALOGUE.iter().map(|entry| entry.id).collect::<Vec<_>>().join(", ");
        found.map(|entry| entry.search).ok_or_else(|| Invalid::new("search", format!("one of {}", ids()), id))
    }
}

/// Runs a search on a tree. Settings that it does not take have no effect.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn run<T: Tree>(
    search: Search,
    tree: &T,
    settings: &Settings,
    observer: &mut dyn Observer,
) -> Result<SearchAnswer, Stopped> {
    let ties = if search.takes(Setting::Ties) { settings.ties } else { Ties::Cut };
    let window = if search.takes(Setting::Window) { settings.window } else { Window::FULL };
    let root = &tree.root();
    let guess = || settings.guess.unwrap_or_else(|| tree.value(root));
    let walk = &mut Walk::new(tree, ties, observer).ordered(settings.order, settings.seed);
    let value = match search {
        Search::Minimax => minimax(walk, root)?,
        Search::Negamax => tree.root_player().view(negamax(walk, root)?),
        Search::AlphaBetaFailHard => alpha_beta_fail_hard(walk, root, window)?,
        Search::AlphaBeta => alpha_beta(walk, root, window)?,
        Search::AlphaBetaStoredBounds => alpha_beta_stored_bounds(walk, root, window)?,
        Search::AlphaBetaIterative => alpha_beta_iterative(walk, root, window)?,
        Search::BranchAndBound => branch_and_bound(walk, root)?,
        Search::Scout => scout(walk, root)?,
        Search::Pvs => pvs(walk, root, window)?,
        Search::NegaScout => negascout(walk, root, window)?,
        Search::Killer => killer(walk, root, window)?,
        Search::History => history(walk, root, window)?,
        Search::Aspiration => aspiration(walk, root, guess(), settings.margin)?,
        Search::MNMinimax => m_n_minimax(walk, root, settings.choice)?,
        Search::LAlphaBeta => {
            let (value, bound) = l_alpha_beta(walk, root, window)?;
            return Ok(outcome(value, bound, walk.line()));
        }
        Search::MtdF => return Ok(exact(mtd_f(walk, root, guess())?)),
        Search::MtdBisect => {
            let (value, line) = mtd_bisect(walk, root, window)?;
            return Ok(outcome(value, window.bound(value), &line));
        }
        Search::SssStar => return Ok(exact(sss_star(walk, root)?)),
        Search::DualStar => return Ok(exact(dual_star(walk, root)?)),
        Search::IterativeDeepening => return Ok(deepened(iterative_deepening(walk, root)?)),
        Search::RefutationTable => return Ok(deepened(refutation_table(walk, root)?)),
    };
    Ok(outcome(value, window.bound(value), walk.line()))
}

fn outcome(value: Value, bound: Bound, line: &NodePath) -> SearchAnswer {
    let best = line.first().copied();
    SearchAnswer { value, bound, best, line: line.to_vec(), depth: None, is_complete: true }
}

fn exact((value, line): (Value, Vec<u16>)) -> SearchAnswer {
    outcome(value, Bound::Exact, &line)
}

fn deepened(last: Iteration) -> SearchAnswer {
    let Iteration { depth, value, line, is_complete } = last;
    SearchAnswer { depth: Some(depth), is_complete, ..outcome(value, Bound::Exact, &line) }
}

/// All searches, in the order of [`Search`].
pub const CATALOGUE: [Entry; 21] = [
    Entry {
        search: Search::Minimax,
        id: "minimax",
        name: "Minimax",
        paper: "von Neumann 1928; Shannon 1950",
        summary: "Visits every node; a Max node is worth its largest child, a Min node its smallest.",
        options: &[],
        answer: Answer::Exact,
        within: None,
    },
    Entry {
        search: Search::Negamax,
        id: "negamax",
        name: "Negamax",
        paper: "Knuth and Moore 1975 (F0)",
        summary: "Minimax with one rule for both players: a node is worth the largest negated child.",
        options: &[],
        answer: Answer::Exact,
        within: Some(Search::Minimax),
    },
    Entry {
        search: Search::AlphaBetaFailHard,
        id: "alpha-beta-fail-hard",
        name: "Alpha-beta, fail-hard",
        paper: "Edwards and Hart 1961; Brudno 1963",
        summary: "A rule for Max and one for Min, whose scores never leave the window.",
        options: &[Setting::Window],
        answer: Answer::Exact,
        within: Some(Search::AlphaBeta),
    },
    Entry {
        search: Search::AlphaBeta,
        id: "alpha-beta",
        name: "Alpha-beta, fail-soft",
        paper: "Fishburn 1981",
        summary: "Leaves out children that cannot matter; a score outside the window is a bound.",
        options: &[Setting::Window, Setting::Ties],
        answer: Answer::Exact,
        within: Some(Search::BranchAndBound),
    },
    Entry {
        search: Search::AlphaBetaStoredBounds,
        id: "alpha-beta-stored-bounds",
        name: "Alpha-beta with stored bounds",
        paper: "Nilsson 1971",
        summary: "Each node keeps its own best score, and is cut where that meets the one of any ancestor of the other player.",
        options: &[Setting::Window, Setting::Ties],
        answer: Answer::Exact,
        within: Some(Search::AlphaBeta),
    },
    Entry {
        search: Search::AlphaBetaIterative,
        id: "alpha-beta-iterative",
        name: "Alpha-beta without recursion",
        paper: "Knuth and Moore 1975",
        summary: "Alpha-beta as a loop over an array with one bound a ply.",
        options: &[Setting::Window],
        answer: Answer::Exact,
        within: Some(Search::AlphaBeta),
    },
    Entry {
        search: Search::BranchAndBound,
        id: "branch-and-bound",
        name: "Branch and bound",
        paper: "Knuth and Moore 1975 (F1)",
        summary: "Alpha-beta without deep cutoffs: a node knows the best score of its parent only.",
        options: &[Setting::Ties],
        answer: Answer::Exact,
        within: Some(Search::Minimax),
    },
    Entry {
        search: Search::Scout,
        id: "scout",
        name: "Scout",
        paper: "Pearl 1980",
        summary: "Values the first child and tests the others; values those again that are better.",
        options: &[],
        answer: Answer::Exact,
        within: Some(Search::Minimax),
    },
    Entry {
        search: Search::Pvs,
        id: "pvs",
        name: "Principal variation search",
        paper: "Finkel and Fishburn 1980; Marsland and Campbell 1982",
        summary: "After the first child, null windows test the others; better ones are searched again.",
        options: &[Setting::Window],
        answer: Answer::Exact,
        within: Some(Search::AlphaBeta),
    },
    Entry {
        search: Search::NegaScout,
        id: "negascout",
        name: "NegaScout",
        paper: "Reinefeld 1983",
        summary: "Principal variation search that trusts null windows next to the leaves.",
        options: &[Setting::Window],
        answer: Answer::Exact,
        within: Some(Search::AlphaBeta),
    },
    Entry {
        search: Search::LAlphaBeta,
        id: "l-alpha-beta",
        name: "Lalphabeta",
        paper: "Fishburn 1980",
        summary: "Alpha-beta that only tests whether the last move of the root is the best.",
        options: &[Setting::Window],
        answer: Answer::Bound,
        within: Some(Search::AlphaBeta),
    },
    Entry {
        search: Search::Aspiration,
        id: "aspiration",
        name: "Aspiration",
        paper: "Brudno 1963; Baudet 1978",
        summary: "Alpha-beta with a window around a guess, and again with an open one if the value is outside.",
        options: &[Setting::Guess, Setting::Margin],
        answer: Answer::Exact,
        within: Some(Search::AlphaBeta),
    },
    Entry {
        search: Search::MtdF,
        id: "mtd-f",
        name: "MTD(f)",
        paper: "Plaat, Schaeffer, Pijls and de Bruin 1996",
        summary: "Null windows and a memory of bounds lead from a first guess to the value.",
        options: &[Setting::Guess],
        answer: Answer::Exact,
        within: Some(Search::AlphaBeta),
    },
    Entry {
        search: Search::MtdBisect,
        id: "mtd-bisect",
        name: "C*, MTD by bisection",
        paper: "Coplan 1982; Plaat, Schaeffer, Pijls and de Bruin 1996",
        summary: "Null windows and a memory of bounds bisect the window.",
        options: &[Setting::Window],
        answer: Answer::Exact,
        within: Some(Search::AlphaBeta),
    },
    Entry {
        search: Search::SssStar,
        id: "sss-star",
        name: "SSS*",
        paper: "Stockman 1979",
        summary: "Best first: a list of states, of which the one with the highest upper bound comes next.",
        options: &[],
        answer: Answer::Exact,
        within: Some(Search::AlphaBeta),
    },
    Entry {
        search: Search::DualStar,
        id: "dual-star",
        name: "DUAL*",
        paper: "Marsland, Reinefeld and Schaeffer 1987",
        summary: "SSS* with the players exchanged: the lowest lower bound comes next.",
        options: &[],
        answer: Answer::Exact,
        within: Some(Search::AlphaBeta),
    },
    Entry {
        search: Search::IterativeDeepening,
        id: "iterative-deepening",
        name: "Iterative deepening",
        paper: "Slate and Atkin 1977",
        summary: "Alpha-beta to depth 1, 2, and so on, with the best children of the iteration before first.",
        options: &[],
        answer: Answer::Exact,
        within: None,
    },
    Entry {
        search: Search::RefutationTable,
        id: "refutation-table",
        name: "Refutation table",
        paper: "Akl and Newborn 1977; Marsland 1983",
        summary: "Iterative deepening that follows the line that refuted each move of the root first.",
        options: &[],
        answer: Answer::Exact,
        within: None,
    },
    Entry {
        search: Search::Killer,
        id: "killer",
        name: "Killer heuristic",
        paper: "Huberman 1968; Akl and Newborn 1977",
        summary: "Alpha-beta that tries the last move first that cut at the same ply.",
        options: &[Setting::Window, Setting::Ties],
        answer: Answer::Exact,
        within: Some(Search::Minimax),
    },
    Entry {
        search: Search::History,
        id: "history",
        name: "History heuristic",
        paper: "Schaeffer 1983, 1989",
        summary: "Alpha-beta that tries those moves first that have cut most, anywhere.",
        options: &[Setting::Window, Setting::Ties],
        answer: Answer::Exact,
        within: Some(Search::Minimax),
    },
    Entry {
        search: Search::MNMinimax,
        id: "m-n-minimax",
        name: "M & N minimaxing",
        paper: "Slagle 1963; Slagle and Dixon 1970",
        summary: "Minimax in which a choice is worth something: the M or N best children count.",
        options: &[Setting::Choice],
        answer: Answer::Other,
        within: Some(Search::Minimax),
    },
];
