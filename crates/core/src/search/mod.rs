//! Alpha-beta for any game: iterative deepening, principal variation search, transposition table.
//!
//! | technique | file |
//! |---|---|
//! | iterative deepening, aspiration windows, MultiPV | `iterative_deepening` |
//! | fail-soft negamax, principal variation search, late move reductions | `negamax` |
//! | quiescence search | `quiescence` |
//! | transposition table, lockless by checksum | `transposition_table` |
//! | table cutoffs, enhanced transposition cutoff (ETC) | `table_cutoff` |
//! | move ordering | `move_ordering` |
//! | history, counter-move and follow-up heuristics | `history` |
//! | futility and reverse futility pruning, evaluation-scaled reductions | `static_pruning` |
//! | ProbCut | `probcut` |
//! | endgame tablebase probing (WLD, DTW, DTZ) | `tablebase` |
//! | draws by repetition and the no-progress rule, graph-history interaction (GHI) | `node`, `path` |
//! | parallel search by simplified ABDADA | `abdada` |
//! | the hardest defence to answer in drawn endings (swindling) | `swindle`, `drawn_line` |
//! | equal root moves drawn by a seed | `tie_break` |
//!
//! The search knows no particular game, prints nothing, and stops by itself (`limits`).
//!
//! ```
//! use bestmove_core::game::Rules;
//! use bestmove_core::games::TicTacToe;
//! use bestmove_core::search::{Limits, Path, SearchContext, TranspositionTable, search};
//! use bestmove_core::types::Verdict;
//!
//! let table = TranspositionTable::new(1 << 20);
//! let context = SearchContext::<TicTacToe>::new(&(), &table, Limits::default());
//! let found = search(&Path::from(TicTacToe::start()), context, &mut |_| {});
//! assert_eq!(found.best().verdict, Verdict::Draw);
//! assert!(found.best_move().is_some());
//! ```

pub(crate) mod abdada;
mod drawn_line;
mod history;
#[cfg(unix)]
pub mod huge_pages;
mod iterative_deepening;
mod limits;
mod lines;
mod move_ordering;
mod negamax;
mod node;
mod path;
mod probcut;
mod quiescence;
mod result;
mod searcher;
mod settings;
mod static_pruning;
mod swindle;
mod table_cutoff;
mod tablebase;
mod tie_break;
mod transposition_table;
mod window;

pub use drawn_line::drawn_line;
pub use limits::{Limits, StoppedBy};
pub use lines::Lines;
pub use path::Path;
pub use result::{Cutoffs, RootMoves, ScoredLine, SearchContext, SearchResult};
pub use settings::Settings;
pub use tablebase::{adjudicate, move_verdict, root_verdict};
pub use tie_break::draw_order;
pub use transposition_table::{Entry, Probes, TranspositionTable};

use crate::game::{Game, Moves};
use crate::types::{Bound, Depth, Ply, Verdict};
use abdada::CurrentlySearching;
use iterative_deepening::{IterativeDeepening, initial_order};
use node::Node;
use searcher::terminal_score;
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use tablebase::{filter_root_moves, root_probe, tablebase_line};

/// Stack of a search thread in bytes: several times what the longest path needs. The search starts its own
/// threads with it; the caller's needs 128 KiB for checkers, and half of what a new thread has by default
/// is enough for any game.
pub const STACK_BYTES: usize = 16 << 20;

/// WebAssembly in browsers has no threads.
const SINGLE_THREADED: bool = cfg!(target_family = "wasm");

/// Searches the position at the end of `path` for its best move. See [`search_root_moves`], which
/// also scores several moves. It does not use the game's own [`Solver`](crate::game::Solver).
pub fn search<G: Game>(
    path: &Path<G>,
    context: SearchContext<'_, G>,
    on_iteration: &mut dyn FnMut(&SearchResult<G>),
) -> SearchResult<G> {
    let SearchContext { knowledge, settings, seed, .. } = context;
    if let Some(result) = game_over(path).or_else(|| root_probe(path, &context)) {
        return result;
    }
    let mut moves = Moves::new();
    G::moves(path.position(), &mut moves);
    let best = RootMoves { path, moves: &moves, multi_pv: NonZeroUsize::MIN };
    let mut result = search_root_moves(best, context, on_iteration);
    if !settings.selective || result.best().verdict.is_proven() {
        return result;
    }
    if let Some(line) = tablebase_line(path, knowledge, seed) {
        result.lines[0].line = line;
    }
    result
}

/// Searches `root_moves` until their scores are proven or a limit is reached.
///
/// Calls `on_iteration` after each finished iteration except the one that ends the search. A node limit
/// implies one thread, so that equal requests visit equal nodes. However tight the limit, the result has
/// a best move unless the game is over.
///
/// # Panics
///
/// If there are no root moves and the game is not over, or one of them is illegal.
pub fn search_root_moves<G: Game>(
    root_moves: RootMoves<'_, G>,
    context: SearchContext<'_, G>,
    on_iteration: &mut dyn FnMut(&SearchResult<G>),
) -> SearchResult<G> {
    if let Some(result) = game_over(root_moves.path) {
        return result;
    }
    assert!(!root_moves.moves.is_empty(), "no root moves");
    let SearchContext { knowledge, limits, settings, .. } = context;
    let single_best = settings.selective && root_moves.multi_pv == NonZeroUsize::MIN;
    let position = root_moves.path.position();
    let kept = single_best.then(|| filter_root_moves::<G>(position, root_moves.moves, knowledge));
    let root_moves = RootMoves { moves: kept.as_ref().unwrap_or(root_moves.moves), ..root_moves };
    let moves = initial_order(&root_moves, &context);
    let root_moves = RootMoves { moves: &moves, ..root_moves };
    let is_single = limits.nodes.is_some() || SINGLE_THREADED;
    let threads = if is_single { NonZeroUsize::MIN } else { context.threads };
    let finished = AtomicBool::new(false);
    let currently_searching = (threads > NonZeroUsize::MIN).then(CurrentlySearching::new);
    let deepen = |limits, on_iteration: &mut dyn FnMut(&SearchResult<G>)| {
        let context = SearchContext { limits, ..context };
        let mut deepening = IterativeDeepening::new(root_moves, context, currently_searching.as_ref());
        let stopped_by = deepening.run(limits.depth, on_iteration);
        deepening.result(stopped_by)
    };
    if threads == NonZeroUsize::MIN {
        return deepen(limits, on_iteration);
    }
    let helper = || deepen(Limits { stop: &finished, checkpoint: None, ..limits }, &mut |_| {});
    thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, helper).ok();
        let helpers: Vec<_> = (1..threads.get()).map_while(spawn).collect();
        let mut result = {
            let _stops_helpers = SetOnDrop(&finished);
            deepen(limits, on_iteration)
        };
        for helper in helpers {
            let helper = helper.join().unwrap_or_else(|panic| resume_unwind(panic));
            result.nodes += helper.nodes;
            result.cutoffs += helper.cutoffs;
            result.probes += helper.probes;
            result.selective_depth = result.selective_depth.max(helper.selective_depth);
        }
        result
    })
}

/// Stops the helper threads when the main thread returns or panics.
pub(crate) struct SetOnDrop<'a>(pub(crate) &'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The result of a search whose root has no move to search: the game is over.
#[must_use]
pub fn game_over<G: Game>(path: &Path<G>) -> Option<SearchResult<G>> {
    path.outcome()?;
    let score = terminal_score(&Node::<G>::root(*path.position(), path.before()));
    Some(SearchResult {
        lines: ScoredLine { line: Vec::new(), verdict: Verdict::of(score, true), bound: Bound::Exact }.into(),
        depth: Depth::ZERO,
        selective_depth: Ply::ROOT,
        nodes: 0,
        cutoffs: Cutoffs::default(),
        probes: Probes::default(),
        stopped_by: StoppedBy::GameOver,
    })
}
