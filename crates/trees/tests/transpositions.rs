//! The transposition table on positions of games.

use crate::positions::{Rng, random_path};
use crate::recorder::{run, run_with};
use crate::trees::any_tree;
use bestmove_core::game::{Notation, Rules};
use bestmove_core::games::{Checkers, ConnectFour, TicTacToe};
use bestmove_core::types::Depth;
use bestmove_trees::{Counts, GameTree, Leaf, Scoring, Search, SearchAnswer, Settings, Tree, Window};

fn counted<T: Tree>(search: Search, tree: &T, settings: &Settings) -> (SearchAnswer, Counts) {
    let mut counts = Counts::default();
    let outcome = run_with(search, tree, settings, &mut counts).unwrap();
    (outcome, counts)
}

fn tic_tac_toe() -> GameTree<'static, TicTacToe> {
    let tree = GameTree::new(TicTacToe::start(), &[], Depth::new(9), &(), Leaf::Evaluation);
    tree.scored(Scoring::Result)
}

/// 549,946 nodes with 255,168 leaves are 5,478 positions, 958 of them over.
#[test]
fn tic_tac_toe_has_as_many_positions_as_published() {
    let tree = tic_tac_toe();
    let (plain, tree_counts) = counted(Search::Minimax, &tree, &Settings::default());
    let (outcome, counts) = counted(Search::MinimaxTable, &tree, &Settings::default());
    assert_eq!((tree_counts.nodes, tree_counts.evaluations, tree_counts.hits), (549_946, 255_168, 0));
    assert_eq!((counts.nodes, counts.evaluations), (5_478, 958));
    assert_eq!((outcome.value, outcome.bound, outcome.line.len()), (plain.value, plain.bound, 9));
    // Each move from a position that goes on leads to a new one or to one that is known.
    assert_eq!(counts.nodes - 1 + counts.hits, 16_167);
    let (_, alpha_beta) = counted(Search::AlphaBeta, &tree, &Settings::default());
    let (outcome, with_table) = counted(Search::AlphaBetaTable, &tree, &Settings::default());
    assert_eq!((alpha_beta.nodes, outcome.value), (18_297, 0));
    assert!(with_table.nodes < counts.nodes && with_table.hits > 100, "{}", with_table.nodes);
}

#[test]
fn trees_of_numbers_have_no_equal_positions() {
    for seed in 0..300 {
        let tree = any_tree(seed);
        for window in [Window::FULL, Window { alpha: -2, beta: 3 }] {
            let settings = Settings { window, ..Settings::default() };
            for (search, table) in
                [(Search::Minimax, Search::MinimaxTable), (Search::AlphaBeta, Search::AlphaBetaTable)]
            {
                let (plain, with_table) = (run(search, &tree, &settings), run(table, &tree, &settings));
                assert_eq!((plain.0, plain.1.events), (with_table.0, with_table.1.events), "seed {seed}");
            }
        }
    }
}

/// Repetitions and the plies before a draw are part of a position: no value changes.
fn agree<G: Notation>(start: &str, seed: u64, plies: usize, depth: u8) -> u64 {
    let (mut rng, mut hits) = (Rng(seed), 0);
    for _ in 0..40 {
        let length = rng.below(plies);
        let start = if start.is_empty() { G::start() } else { G::parse(start).unwrap() };
        let path = random_path::<G>(&mut rng, start, length);
        let knowledge = G::Knowledge::default();
        let depth = Depth::new(depth);
        let tree = GameTree::<G>::new(*path.position(), path.before(), depth, &knowledge, Leaf::Quiescence);
        let plain = counted(Search::AlphaBeta, &tree, &Settings::default());
        for search in [Search::MinimaxTable, Search::AlphaBetaTable] {
            let with_table = counted(search, &tree, &Settings::default());
            assert_eq!(with_table.0.value, plain.0.value, "{search:?} at {}", G::print(path.position()));
            hits += with_table.1.hits;
        }
        let value = plain.0.value;
        for alpha in [value - 2, value - 1, value] {
            let settings = Settings { window: Window { alpha, beta: alpha + 1 }, ..Settings::default() };
            let of = |search| counted(search, &tree, &settings).0;
            let (plain, with_table) = (of(Search::AlphaBeta), of(Search::AlphaBetaTable));
            assert_eq!(plain.value > alpha, with_table.value > alpha);
        }
    }
    hits
}

#[test]
fn a_table_changes_no_value() {
    let hits = [agree::<ConnectFour>("", 1, 30, 5), agree::<Checkers>("", 2, 60, 4)];
    assert!(hits.into_iter().all(|hits| hits > 1_000), "{hits:?}");
    // Moves of kings can be taken back, so that the way to a position is part of it.
    agree::<Checkers>("B:WK29,K30:BK1,K6", 3, 60, 4);
}
