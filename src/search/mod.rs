//! Alpha-beta for any game.
//!
//! [`search`] deepens iteratively (`root`); each iteration is a fail-soft negamax with null
//! windows (`negamax`, `quiescence` at the horizon) that tries likely refutations first
//! (`order`), shares what it finds through the transposition `table` (`cutoff`) and stops
//! where the game knows the ending by heart (`endings`), a shallower search is sure enough
//! (`probcut`) or the evaluation is, near the horizon (`standing`). In a drawn ending it looks for
//! the move that is hardest to answer (`chances`), and tells how the game may go on (`drawn_line`). Draws
//! that depend on how a position came about are the business of `path` before the root and of `node`
//! below it. Threads of one search share the table, and leave aside what another is at (`busy`).
//!
//! The search knows no game, prints nothing, and ends by itself (`limits`).

mod busy;
mod chances;
mod cutoff;
mod drawn_line;
mod endings;
mod found;
mod history;
mod limits;
mod negamax;
mod node;
mod order;
mod path;
mod probcut;
mod quiescence;
mod root;
mod settings;
mod standing;
mod table;
mod window;

pub use drawn_line::drawn_line;
pub use endings::{known_best, known_result, known_winner};
pub use found::{Found, Roots, Variation};
pub use limits::{Limits, StoppedBy};
pub use negamax::Cutoffs;
pub use path::Path;
pub use settings::Settings;
pub use table::{Entry, Probes, Table};

use crate::game::{Game, Moves};
use crate::types::{Bound, Depth, Ply, Score, Verdict};
use busy::Busy;
use endings::{keeping, known_at_root, long_win};
use root::{Deepening, most_promising_first};
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Stack of a search thread: room for the longest path, many times over.
pub const STACK_BYTES: usize = 16 << 20;

/// Searches the end of `path` for the best move: see [`search_roots`].
pub fn search<G: Game>(
    path: &Path<G>,
    knowledge: &G::Knowledge,
    limits: Limits<'_>,
    settings: Settings,
    table: &Table,
    threads: NonZeroUsize,
    progress: &mut dyn FnMut(&Found<G>),
) -> Found<G> {
    if let Some(found) = ended(path).or_else(|| known_at_root(path, knowledge)) {
        return found;
    }
    let mut moves = Moves::new();
    G::moves(path.position(), &mut moves);
    let best = Roots { path, moves: &moves, lines: NonZeroUsize::MIN };
    let found = search_roots(best, knowledge, limits, settings, table, threads, progress);
    match long_win(path, knowledge) {
        Some(line) if settings.selective && !found.verdict.is_proven() => Found { line, ..found },
        _ => found,
    }
}

/// Searches with `threads` threads until all that is asked about `roots` is proven or a limit is
/// reached; with one where nodes are limited, so that the effort is the same everywhere.
/// `progress` hears of each finished iteration but the last.
///
/// There is a best move at any limit, however tight, unless the game is over.
pub fn search_roots<G: Game>(
    roots: Roots<'_, G>,
    knowledge: &G::Knowledge,
    limits: Limits<'_>,
    settings: Settings,
    table: &Table,
    threads: NonZeroUsize,
    progress: &mut dyn FnMut(&Found<G>),
) -> Found<G> {
    if let Some(found) = ended(roots.path) {
        return found;
    }
    let chooses = settings.selective && roots.lines == NonZeroUsize::MIN;
    let kept = chooses.then(|| keeping::<G>(roots.path.position(), roots.moves, knowledge));
    let roots = Roots { moves: kept.as_ref().unwrap_or(roots.moves), ..roots };
    let moves = most_promising_first(&roots, knowledge, settings);
    let roots = Roots { moves: &moves, ..roots };
    let threads = if limits.nodes.is_some() { NonZeroUsize::MIN } else { threads };
    let (finished, busy) = (AtomicBool::new(false), (threads > NonZeroUsize::MIN).then(Busy::new));
    let deepen = |limits, progress: &mut dyn FnMut(&Found<G>)| {
        let mut deepening = Deepening::new(roots, knowledge, limits, settings, table, busy.as_ref());
        let stopped_by = deepening.run(limits.depth, progress);
        deepening.found(stopped_by)
    };
    let helper = || deepen(Limits { stop: &finished, pause: None, ..limits }, &mut |_| {});
    thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, helper).ok();
        let helpers: Vec<_> = (1..threads.get()).map_while(spawn).collect();
        let mut found = {
            let _finishes = SetOnDrop(&finished);
            deepen(limits, progress)
        };
        for helper in helpers {
            let helper = helper.join().unwrap_or_else(|panic| resume_unwind(panic));
            found.nodes += helper.nodes;
            found.probes += helper.probes;
            found.selective_depth = found.selective_depth.max(helper.selective_depth);
        }
        found
    })
}

/// Ends the helpers when the main thread has ended, be it by a panic.
struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What there is to find if the game is over.
#[must_use]
pub fn ended<G: Game>(path: &Path<G>) -> Option<Found<G>> {
    let score = match path.outcome()?.winner {
        Some(winner) if winner == G::to_move(path.position()) => Score::win(Ply::ROOT),
        Some(_) => Score::loss(Ply::ROOT),
        None => Score::DRAW,
    };
    Some(Found {
        line: Vec::new(),
        verdict: Verdict::of(score, true),
        bound: Bound::Exact,
        others: Vec::new(),
        depth: Depth::ZERO,
        selective_depth: Ply::ROOT,
        nodes: 0,
        cutoffs: Cutoffs::default(),
        probes: Probes::default(),
        stopped_by: StoppedBy::GameOver,
    })
}
