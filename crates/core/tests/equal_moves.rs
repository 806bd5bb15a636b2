//! Equal best moves, drawn by a seed.

use crate::agreement::score_of;
use crate::all_games::{affordable_depth, paths};
use crate::positions::{Rng, moves, random_board};
use crate::toys::for_every_game;
use bestmove_core::game::{Notation, Searchable, Tablebase, TablebaseResult};
use bestmove_core::games::Checkers;
use bestmove_core::games::checkers::Knowledge;
use bestmove_core::search::{
    Limits, Path, RootMoves, SearchContext, SearchResult, Settings, TranspositionTable, draw_order, search,
    search_root_moves,
};
use bestmove_core::types::{Depth, Score};
use std::num::NonZeroUsize;

fn run<G: Notation>(
    path: &Path<G>,
    limits: Limits<'_>,
    seed: Option<u64>,
    multi_pv: NonZeroUsize,
) -> SearchResult<G> {
    let (table, knowledge, legal) =
        (TranspositionTable::new(1 << 18), G::Knowledge::default(), moves::<G>(path.position()));
    let roots = RootMoves { path, moves: &legal, multi_pv };
    let settings = if limits.depth.is_some() { Settings::FULL_WIDTH } else { Settings::STRONGEST };
    let context = SearchContext { settings, seed, ..SearchContext::new(&knowledge, &table, limits) };
    search_root_moves(roots, context, &mut |_| {})
}

/// Of the moves with the best score of a full-width search, the first in the order of the seed; of moves that draw,
/// any.
#[test]
fn a_seed_draws_one_of_the_moves_with_the_best_score() {
    for_every_game!(check_draws);
}

fn check_draws<G: Notation>() {
    for path in paths::<G>(31, 60) {
        let depth = affordable_depth(&path, 5);
        let to = |depth| Limits { depth: Some(depth), ..Limits::default() };
        for seed in 0..8 {
            let found = run(&path, to(Depth::new(depth)), Some(seed), NonZeroUsize::MIN);
            // A search ends early with a proof.
            let all = run(&path, to(found.depth.max(Depth::ONE)), None, NonZeroUsize::MAX);
            let equal = all.lines.iter().filter(|line| line.verdict == all.best().verdict);
            let best: Vec<_> = equal.map(|line| line.line[0]).collect();
            let context = format!("{}, seed {seed}, depth {depth}: {best:?} from {path:?}", G::ID);
            assert_eq!(found.best().verdict, all.best().verdict, "{context}");
            let order = |played| draw_order::<G>(seed, path.position(), played);
            let drawn = best.iter().copied().min_by_key(|&played| order(played));
            if score_of(all.best().verdict) == Score::DRAW {
                assert!(best.iter().any(|&played| Some(played) == found.best_move()), "{context}");
            } else {
                assert_eq!(found.best_move(), drawn, "{context}");
            }
        }
    }
}

/// Whatever the search, and however many nodes it has.
#[test]
fn proven_results_are_the_same_with_a_seed() {
    for_every_game!(check_scores);
}

fn check_scores<G: Notation>() {
    for path in paths::<G>(32, 40) {
        for nodes in [1, 50, 2_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let [plain, drawn] = [None, Some(7)].map(|seed| run(&path, limits, seed, NonZeroUsize::MIN));
            let result = |found: &SearchResult<G>| {
                found.best().verdict.is_proven().then(|| score_of(found.best().verdict).units().signum())
            };
            if let (Some(one), Some(other)) = (result(&plain), result(&drawn)) {
                assert_eq!(one, other, "{}, {nodes} nodes: {path:?}", G::ID);
            }
            assert!(moves::<G>(path.position()).contains(&drawn.best_move().unwrap()));
        }
    }
}

/// The endgame tables: one of several moves with the shortest win or the longest loss.
#[test]
fn distances_in_the_endgame_tables_stay_the_best() {
    let (table, knowledge) = (TranspositionTable::new(1 << 18), Knowledge::default());
    let (mut rng, mut varied) = (Rng(33), 0);
    let context = SearchContext::new(&knowledge, &table, Limits::default());
    for board in (0..200).filter_map(|_| random_board(&mut rng, 3)) {
        let path = Path::<Checkers>::from(board);
        if path.outcome().is_some() || Checkers::probe_dtw(&board, &knowledge) == Some(TablebaseResult::Draw)
        {
            continue;
        }
        let plain = search(&path, context, &mut |_| {});
        let mut seen = Vec::new();
        for seed in 0..10 {
            let found = search(&path, SearchContext { seed: Some(seed), ..context }, &mut |_| {});
            assert_eq!(
                (found.best().verdict, found.best().line.len()),
                (plain.best().verdict, plain.best().line.len()),
                "{board:?}, seed {seed}"
            );
            seen.extend(found.best_move().map(Checkers::code));
        }
        seen.sort_unstable();
        seen.dedup();
        varied += usize::from(seen.len() > 1);
    }
    assert!(varied > 30, "{varied}");
}
