//! Alpha-beta for any game.
//!
//! [`search`] deepens iteratively ([`root`]); each iteration is a fail-soft negamax with null
//! windows ([`negamax`]) that tries likely refutations first ([`order`]) and shares what it finds
//! through the transposition [`table`]. Draws that depend on how a position came about are the
//! business of [`path`] before the root and of [`node`] below it.
//!
//! The search knows no game, prints nothing, and ends by itself ([`limits`]).

mod limits;
mod negamax;
mod node;
mod order;
mod path;
mod root;
mod settings;
mod table;
mod window;

pub use limits::{Limits, StoppedBy};
pub use negamax::Cutoffs;
pub use path::Path;
pub use root::Found;
pub use settings::Settings;
pub use table::{Entry, Table};

use crate::game::Game;
use crate::types::{Bound, Depth, Ply, Score, Verdict};
use root::Deepening;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Stack of a search thread: room for the longest path, many times over.
pub const STACK_BYTES: usize = 16 << 20;

/// Searches the end of `path` with `threads` threads until the score is proven or a limit is
/// reached. `progress` hears of each finished iteration but the last.
///
/// There is a best move at any limit, however tight, unless the game is over.
pub fn search<G: Game>(
    path: &Path<G>,
    limits: Limits<'_>,
    settings: Settings,
    table: &Table,
    threads: NonZeroUsize,
    progress: &mut dyn FnMut(&Found<G>),
) -> Found<G> {
    if let Some(found) = ended(path) {
        return found;
    }
    let last = limits.depth.unwrap_or(Depth::MAX);
    let share = limits.nodes.map(|nodes| nodes.div_ceil(threads.get() as u64));
    let finished = AtomicBool::new(false);
    thread::scope(|scope| {
        let helpers = (1..threads.get()).map(|helper| {
            let limits = Limits { nodes: share, stop: &finished, ..limits };
            // Every other helper is a ply ahead, so that threads don't walk in step.
            let first = Depth::ONE + Depth::new((helper % 2) as u8);
            let work = move || {
                let mut deepening = Deepening::new(path, limits, settings, table);
                let stopped_by = deepening.run(first.min(last), last, &mut |_| {});
                deepening.found(stopped_by)
            };
            thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work)
        });
        let helpers: Vec<_> = helpers.flatten().collect();
        let mut deepening = Deepening::new(path, Limits { nodes: share, ..limits }, settings, table);
        let stopped_by = deepening.run(Depth::ONE, last, progress);
        finished.store(true, Ordering::Relaxed);
        let mut found = deepening.found(stopped_by);
        for helper in helpers.into_iter().filter_map(|helper| helper.join().ok()) {
            found.nodes += helper.nodes;
            found.selective_depth = found.selective_depth.max(helper.selective_depth);
        }
        found
    })
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
        depth: Depth::ZERO,
        selective_depth: Ply::ROOT,
        nodes: 0,
        cutoffs: Cutoffs::default(),
        stopped_by: StoppedBy::GameOver,
    })
}
