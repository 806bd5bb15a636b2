//! The state of one thread's search, and what all its parts share.

use super::abdada::CurrentlySearching;
use super::limits::{NodeCounter, Stopped};
use super::move_ordering::MoveOrdering;
use super::node::{Node, Repetition};
use super::result::{Cutoffs, SearchContext};
use super::settings::Settings;
use super::transposition_table::{Probes, TranspositionTable};
use super::window::Window;
use crate::game::{Game, Outcome};
use crate::types::{Depth, Ply, Score};
use std::mem;

/// The search of one thread: what it shares with others and what it has learned.
pub(super) struct Searcher<'a, G: Game> {
    pub(super) knowledge: &'a G::Knowledge,
    pub(super) settings: Settings,
    pub(super) table: &'a TranspositionTable,
    /// The moves that other threads of this search are at, if there are other threads.
    pub(super) currently_searching: Option<&'a CurrentlySearching>,
    /// Whether to search on where a tablebase has the winner but not the distance.
    pub(super) search_past_tablebase: bool,
    pub(super) ordering: MoveOrdering<G>,
    pub(super) counter: NodeCounter<'a>,
    pub(super) selective_depth: Ply,
    pub(super) cutoffs: Cutoffs,
    pub(super) probes: Probes,
    /// Of the nodes visited since this was last taken.
    pub(super) dependence: Dependence,
}

/// What scores depend on besides the position and the rules.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Dependence {
    /// The lowest ply that a draw by repetition led back to (graph-history interaction).
    pub(super) repetition_ply: Option<Ply>,
    /// Whether an evaluation took part, or a repetition that is no draw by the rules yet.
    pub(super) heuristic: bool,
}

impl Dependence {
    pub(super) fn join(self, other: Self) -> Self {
        let repetition_ply = self.repetition_ply.into_iter().chain(other.repetition_ply).min();
        Self { repetition_ply, heuristic: self.heuristic || other.heuristic }
    }
}

/// A node to search.
pub(super) struct Visit<'n, G: Game> {
    pub(super) node: &'n Node<'n, G>,
    pub(super) depth: Depth,
    pub(super) window: Window,
    /// The evaluation, where pruning and reductions may go by it.
    pub(super) static_eval: Option<Score>,
}

impl<'a, G: Game> Searcher<'a, G> {
    pub(super) fn new(
        context: SearchContext<'a, G>,
        currently_searching: Option<&'a CurrentlySearching>,
    ) -> Self {
        Self {
            knowledge: context.knowledge,
            settings: context.settings,
            table: context.table,
            currently_searching,
            search_past_tablebase: false,
            ordering: MoveOrdering::new(context.settings),
            counter: NodeCounter::new(context.limits),
            selective_depth: Ply::ROOT,
            cutoffs: Cutoffs::default(),
            probes: Probes::default(),
            dependence: Dependence::default(),
        }
    }

    /// Whether late moves are reduced and single replies extended.
    pub(super) const fn reduces(&self) -> bool {
        G::SELECTIVE && self.settings.selective
    }

    /// Whether no evaluation took part in any score since the last call.
    pub(super) fn take_is_exact(&mut self) -> bool {
        !mem::take(&mut self.dependence).heuristic
    }

    /// Counts a visit to the node.
    pub(super) fn enter(&mut self, node: &Node<'_, G>) -> Result<(), Stopped> {
        self.selective_depth = self.selective_depth.max(node.ply);
        self.counter.count()
    }

    /// The draw by repetition, if the node is one.
    pub(super) fn draw_by_repetition(&mut self, node: &Node<'_, G>) -> Option<Score> {
        let (ply, heuristic) = match node.repetition()? {
            Repetition::Since(ply) => (ply, true),
            Repetition::ThirdTime => (Ply::ROOT, false),
        };
        self.dependence = self.dependence.join(Dependence { repetition_ply: Some(ply), heuristic });
        Some(Score::DRAW)
    }
}

/// The score of a position without legal moves.
pub(super) fn terminal_score<G: Game>(node: &Node<'_, G>) -> Score {
    let Some(Outcome { winner, .. }) = G::outcome(&node.position) else { return Score::DRAW };
    match winner {
        _ if G::SCORED_BY_MARGIN => Score::margin(G::final_margin(&node.position)),
        Some(winner) if winner == G::to_move(&node.position) => Score::win(node.ply),
        Some(_) => Score::loss(node.ply),
        None => Score::DRAW,
    }
}
