//! Trees of games.

use crate::data;
use crate::tally::tally;
use bestmove_core::game::{Notation, Rules, Side};
use bestmove_core::games::TicTacToe;
use bestmove_core::types::Depth;
use bestmove_trees::{
    GameTree, Leaf, MINUS_INFINITY, Order, PLUS_INFINITY, Scoring, Search, Settings, Ties, Tree, TreeSize,
    Window,
};
use serde_json::Value;

/// The tree of a row of `tic_tac_toe.json`, to the end of the game, valued for X.
fn tic_tac_toe(row: &Value) -> GameTree<'static, TicTacToe> {
    let position = TicTacToe::parse(row["position"].as_str().unwrap()).unwrap();
    let discs = row["position"].as_str().unwrap().bytes().filter(|&cell| cell != b'.').count() as i32;
    let scoring = match row["scores"].as_str().unwrap() {
        "1, 0, -1 to X" => Scoring::Result,
        "win 10 - discs on the board" => Scoring::Distance { win: 10 - discs },
        scores => panic!("scores {scores}"),
    };
    let tree = GameTree::new(position, &[], Depth::new(9), &(), Leaf::Evaluation);
    tree.scored(scoring).valued_for(Side::First)
}

#[test]
fn tic_tac_toe_has_the_published_leaves_and_nodes() {
    let file = data::read("tic_tac_toe.json");
    let rows = file["positions"].as_array().unwrap();
    assert_eq!(rows.len(), 8);
    for row in rows {
        let tree = tic_tac_toe(row);
        let found = data::minimax(&tree);
        assert_eq!(i64::from(found.value), row["value"].as_i64().unwrap(), "{row}");
        assert_eq!(
            (found.leaves, found.nodes),
            (row["leaves"].as_u64().unwrap(), row["nodes"].as_u64().unwrap())
        );
        let counted = TreeSize { leaves: found.leaves, nodes: found.nodes };
        assert_eq!(TreeSize::count(&tree, &mut ()), Ok(counted), "{row}");
        assert_eq!(data::smallest_proof(&tree).len() as u64, row["smallest_proof"].as_u64().unwrap());
    }
}

/// The search of a name in `tic_tac_toe.json`.
fn search(name: &str) -> (Search, Settings) {
    let plain = Settings::default();
    let ordered = |order| (Search::AlphaBeta, Settings { order, ..Settings::default() });
    let guess = |guess| (Search::MtdF, Settings { guess: Some(guess), ..Settings::default() });
    let window = Window { alpha: -1, beta: 1 };
    match name {
        "alpha-beta" => (Search::AlphaBeta, plain),
        "alpha-beta strict" => (Search::AlphaBeta, Settings { ties: Ties::Search, ..plain }),
        "alpha-beta, window (-1, 1)" => (Search::AlphaBeta, Settings { window, ..plain }),
        "best first" => ordered(Order::Best),
        "worst first" => ordered(Order::Worst),
        "mtd +inf" => guess(PLUS_INFINITY),
        "mtd -inf" => guess(MINUS_INFINITY),
        "mtd 0" => guess(0),
        name => (name.replace(' ', "-").parse().unwrap(), plain),
    }
}

#[test]
fn searches_of_tic_tac_toe() {
    let file = data::read("tic_tac_toe.json");
    let mut compared = 0;
    for row in file["positions"].as_array().unwrap() {
        let tree = tic_tac_toe(row);
        let case = format!("{}, {}", row["position"], row["scores"]);
        for (name, expected) in row["algorithms"].as_object().unwrap() {
            let (search, settings) = search(name);
            let (outcome, tally) = tally(search, &tree, &settings);
            let figure = |name: &str| expected[name].as_u64();
            assert_eq!(i64::from(outcome.value), expected["value"].as_i64().unwrap(), "{case}: {name}");
            assert_eq!(Some(tally.evaluations), figure("evaluations"), "{case}: evaluations of {name}");
            assert_eq!(Some(tally.distinct.len() as u64), figure("distinct"), "{case}: distinct of {name}");
            assert_eq!(Some(tally.nodes), figure("nodes"), "{case}: nodes of {name}");
            assert_eq!(
                tally.cutoffs,
                figure("cutoffs").unwrap_or(tally.cutoffs),
                "{case}: cutoffs of {name}"
            );
            assert_eq!(tally.deep, figure("deep").unwrap_or(tally.deep), "{case}: deep cutoffs of {name}");
            compared += 1;
        }
    }
    assert_eq!(compared, 8 * 17);
}

/// The best-first searches find the same leaves as MTD(f) from infinity.
#[test]
fn best_first_searches_of_tic_tac_toe() {
    let file = data::read("tic_tac_toe.json");
    for row in file["positions"].as_array().unwrap() {
        let tree = tic_tac_toe(row);
        for (search, same) in [(Search::SssStar, "mtd +inf"), (Search::DualStar, "mtd -inf")] {
            let (_, tally) = tally(search, &tree, &Settings::default());
            assert_eq!(tally.evaluations, row["algorithms"][same]["evaluations"].as_u64().unwrap());
        }
    }
}

#[test]
fn moves_are_known_by_their_cells() {
    let position = TicTacToe::parse("X.O..O..X").unwrap();
    let tree = GameTree::<TicTacToe>::new(position, &[], Depth::new(9), &(), Leaf::Quiescence);
    let root = tree.root();
    let cells: Vec<_> = (0..5).map(|child| tree.move_to(&root, child)).collect();
    assert_eq!(cells, [1, 3, 4, 6, 7]);
    let second = tree.at(&[1]).unwrap();
    assert_eq!((0..4).map(|child| tree.move_to(&second, child)).collect::<Vec<_>>(), [1, 4, 6, 7]);
    assert_eq!(TicTacToe::print(second.position()), "X.OX.O..X");
    assert!(tree.at(&[0, 4]).is_none() && tree.at(&[0, 3, 2, 1, 0]).is_some());
}

#[test]
fn the_depth_limits_the_tree() {
    for (depth, leaves) in [(0, 1), (1, 9), (2, 72), (3, 504), (4, 3024)] {
        let tree =
            GameTree::<TicTacToe>::new(TicTacToe::start(), &[], Depth::new(depth), &(), Leaf::Evaluation);
        assert_eq!(data::minimax(&tree).leaves, leaves);
        assert_eq!(data::minimax(&tree.scored(Scoring::Result)).value, 0);
    }
}
