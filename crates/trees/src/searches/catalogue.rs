//! All searches: what the catalogue says of them, and how to run them.

use super::alpha_beta::alpha_beta;
use super::alpha_beta_fail_hard::alpha_beta_fail_hard;
use super::alpha_beta_iterative::alpha_beta_iterative;
use super::alpha_beta_negamax::alpha_beta_negamax;
use super::alpha_beta_stored_bounds::alpha_beta_stored_bounds;
use super::aspiration::aspiration;
use super::branch_and_bound::branch_and_bound;
pub use super::entries::CATALOGUE;
use super::expectimax::expectimax;
use super::expectiminimax::expectiminimax;
use super::history::history;
use super::iterative_deepening::{Iteration, iterative_deepening};
use super::killer::killer;
use super::l_alpha_beta::l_alpha_beta;
use super::late_move_reductions::late_move_reductions;
use super::m_n_alpha_beta::m_n_alpha_beta;
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
use super::star1::{Interval, star1};
use super::star2::star2;
use super::transposition_table::{alpha_beta_with_table, minimax_with_table};
use super::walk::Walk;
use crate::record::{Convention, NodePath, Observer, Presentation, Stopped};
use crate::trees::Tree;
use crate::value::{Bound, Player, Ties, Value, Window, nearest};
use bestmove_core::game::Invalid;
use std::iter::successors;
use std::str::FromStr;

/// A search of the catalogue. Its [`Entry`] describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the entries describe them")]
pub enum Search {
    Minimax,
    Negamax,
    AlphaBetaNegamax,
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
    MNAlphaBeta,
    LateMoveReductions,
    MinimaxTable,
    AlphaBetaTable,
    Expectimax,
    Expectiminimax,
    Star1,
    Star2,
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
    /// How it tells its values.
    pub convention: Convention,
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
    /// [`Settings::killers`].
    Killers,
    /// [`Settings::reductions`].
    Reductions,
}

/// What the score of a search says of the value of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is the value.
    Exact,
    /// It may be no more than a bound; the best move is right.
    Bound,
    /// It follows other rules than minimax, or may be wrong.
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
        matches!(
            self,
            Self::Minimax | Self::Negamax | Self::MNMinimax | Self::Expectimax | Self::Expectiminimax
        )
    }

    /// Whether its result is sure: reductions may overlook the best move.
    #[must_use]
    pub const fn is_sound(self) -> bool {
        !matches!(self, Self::LateMoveReductions)
    }

    /// Whether it knows what a chance node is worth.
    #[must_use]
    pub const fn knows_chance(self) -> bool {
        matches!(self, Self::Expectimax | Self::Expectiminimax | Self::Star1 | Self::Star2)
    }

    /// How it tells its events on a tree where this player moves at the root.
    #[must_use]
    pub const fn presentation(self, root: Player) -> Presentation {
        Presentation { convention: self.entry().convention, root, has_means: self.knows_chance() }
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

/// Runs a search on a tree, which has chance nodes only if the search knows of chance. Settings that it does not take
/// have no effect.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn run<T: Tree, O: Observer>(
    search: Search,
    tree: &T,
    settings: &Settings,
    observer: &mut O,
) -> Result<SearchAnswer, Stopped> {
    let ties = if search.takes(Setting::Ties) { settings.ties } else { Ties::Cut };
    let window = if search.takes(Setting::Window) { settings.window } else { Window::FULL };
    let root = &tree.root();
    let guess = || settings.guess.unwrap_or_else(|| tree.value(root));
    let walk = &mut walk_of(tree, ties, settings, observer);
    let value = match search {
        Search::Minimax => minimax(walk, root)?,
        Search::Negamax => tree.root_player().view(negamax(walk, root)?),
        Search::AlphaBetaNegamax => {
            let player = tree.root_player();
            player.view(alpha_beta_negamax(walk, root, window.seen_by(player))?)
        }
        Search::AlphaBetaFailHard => alpha_beta_fail_hard(walk, root, window)?,
        Search::AlphaBeta => alpha_beta(walk, root, window)?,
        Search::AlphaBetaStoredBounds => alpha_beta_stored_bounds(walk, root, window)?,
        Search::AlphaBetaIterative => alpha_beta_iterative(walk, root, window)?,
        Search::BranchAndBound => branch_and_bound(walk, root)?,
        Search::Scout => scout(walk, root)?,
        Search::Pvs => pvs(walk, root, window)?,
        Search::NegaScout => negascout(walk, root, window)?,
        Search::Killer => killer(walk, root, window, settings.killers)?,
        Search::History => history(walk, root, window)?,
        Search::Aspiration => aspiration(walk, root, guess(), settings.margin)?,
        Search::MNMinimax => m_n_minimax(walk, root, settings.choice)?,
        Search::MNAlphaBeta => m_n_alpha_beta(walk, root, window, settings.choice)?,
        Search::LateMoveReductions => late_move_reductions(walk, root, window, settings.reductions)?,
        Search::Expectimax => return Ok(averaged(expectimax(walk, root)?, Window::FULL, &walk.line())),
        Search::Expectiminimax => {
            return Ok(averaged(expectiminimax(walk, root)?, Window::FULL, &walk.line()));
        }
        Search::Star1 => return Ok(averaged(star1(walk, root, window)?, window, &walk.line())),
        Search::Star2 => return Ok(averaged(star2(walk, root, window)?, window, &walk.line())),
        Search::MinimaxTable => return Ok(exact(minimax_with_table(walk, root)?)),
        Search::AlphaBetaTable => {
            let (value, line) = alpha_beta_with_table(walk, root, window)?;
            return Ok(outcome(value, window.bound(value), &line));
        }
        Search::LAlphaBeta => {
            let (value, bound) = l_alpha_beta(walk, root, window)?;
            return Ok(outcome(value, bound, &walk.line()));
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
    Ok(outcome(value, window.bound(value), &walk.line()))
}

/// At the root, with the children in the order of the settings.
fn walk_of<'a, T: Tree, O: Observer>(
    tree: &'a T,
    ties: Ties,
    settings: &Settings,
    observer: &'a mut O,
) -> Walk<'a, T, O> {
    let walk = Walk::new(tree, ties, observer).ordered(settings.order, settings.seed);
    walk.ordered_from(settings.order_depth)
}

fn outcome(value: Value, bound: Bound, line: &NodePath) -> SearchAnswer {
    let best = line.first().copied();
    SearchAnswer { value, mean: None, bound, best, line: line.to_vec(), depth: None, is_complete: true }
}

fn averaged(mean: f64, window: Window, line: &NodePath) -> SearchAnswer {
    SearchAnswer { mean: Some(mean), ..outcome(nearest(mean), Interval::of(window).bound(mean), line) }
}

fn exact((value, line): (Value, Vec<u16>)) -> SearchAnswer {
    outcome(value, Bound::Exact, &line)
}

fn deepened(last: Iteration) -> SearchAnswer {
    let Iteration { depth, value, line, is_complete } = last;
    SearchAnswer { depth: Some(depth), is_complete, ..outcome(value, Bound::Exact, &line) }
}
