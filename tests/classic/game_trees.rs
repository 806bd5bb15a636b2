//! Trees of games.

use crate::data;
use bestmove::classic::{GameTree, Leaf, Scoring, Tree};
use bestmove::game::{Notation, Rules, Side};
use bestmove::games::TicTacToe;
use bestmove::types::Depth;
use serde_json::Value;

/// The tree of a row of `tic_tac_toe.json`, to the end of the game, valued for X.
pub(crate) fn tic_tac_toe(row: &Value) -> GameTree<'static, TicTacToe> {
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
        assert_eq!(data::smallest_proof(&tree).len() as u64, row["smallest_proof"].as_u64().unwrap());
    }
}

#[test]
fn moves_are_known_by_their_cells() {
    let position = TicTacToe::parse("X.O..O..X").unwrap();
    let tree = GameTree::<TicTacToe>::new(position, &[], Depth::new(9), &(), Leaf::Quiescence);
    let root = tree.root();
    let cells: Vec<_> = (0..5).map(|child| tree.move_to(&root, child)).collect();
    assert_eq!(cells, [1, 3, 4, 6, 7]);
    let second = tree.children(&root).nth(1).unwrap();
    assert_eq!((0..4).map(|child| tree.move_to(&second, child)).collect::<Vec<_>>(), [1, 4, 6, 7]);
    assert_eq!(TicTacToe::print(second.position()), "X.OX.O..X");
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
