//! The line of every search is best play, on trees of positions.

use crate::positions::{Rng, random_path};
use crate::tally::tally;
use bestmove_core::game::Notation;
use bestmove_core::games::{Checkers, ConnectFour, TicTacToe};
use bestmove_core::types::Depth;
use bestmove_trees::{
    Answer, CATALOGUE, GameNode, GameTree, Leaf, Player, Scoring, Search, Settings, Tree, Value,
};

fn value<G: Notation>(tree: &GameTree<'_, G>, node: &GameNode<G>, player: Player) -> Value {
    let values = tree.children(node).map(|child| value(tree, &child, !player));
    let best = if player == Player::Max { values.max() } else { values.min() };
    best.unwrap_or_else(|| tree.value(node))
}

fn assert_best_play<G: Notation>(tree: &GameTree<'_, G>, search: Search, line: &[u16]) {
    let (mut node, mut player) = (tree.root(), tree.root_player());
    let truth = value(tree, &node, player);
    for child in line {
        let next = tree.children(&node).nth((*child).into()).unwrap();
        (node, player) = (next, !player);
        let place = format!("{search:?} from {}", G::print(tree.root().position()));
        assert_eq!(value(tree, &node, player), truth, "{place}: {line:?}");
    }
    assert_eq!(tree.children(&node).len(), 0, "{search:?}: {line:?} ends early");
}

fn check<G: Notation>(seed: u64, plies: usize, depth: u8, leaf: Leaf, scoring: Scoring) {
    let (mut rng, knowledge) = (Rng(seed), G::Knowledge::default());
    for _ in 0..60 {
        let length = 2 + rng.below(plies);
        let path = random_path::<G>(&mut rng, G::start(), length);
        let tree = GameTree::<G>::new(*path.position(), path.before(), Depth::new(depth), &knowledge, leaf);
        let tree = tree.scored(scoring);
        for entry in CATALOGUE.iter().filter(|entry| entry.answer == Answer::Exact) {
            let (outcome, _) = tally(entry.search, &tree, &Settings::default());
            assert_best_play(&tree, entry.search, &outcome.line);
        }
    }
}

#[test]
fn lines_are_best_play() {
    check::<ConnectFour>(1, 36, 4, Leaf::Evaluation, Scoring::Score);
    check::<ConnectFour>(2, 36, 4, Leaf::Evaluation, Scoring::Result);
    check::<Checkers>(3, 60, 3, Leaf::Quiescence, Scoring::Score);
}

#[test]
fn lines_of_tic_tac_toe_are_best_play_to_the_end() {
    check::<TicTacToe>(4, 5, 9, Leaf::Evaluation, Scoring::Result);
    let tree = GameTree::<TicTacToe>::new(
        TicTacToe::parse("...XOO..X").unwrap(),
        &[],
        Depth::new(9),
        &(),
        Leaf::Evaluation,
    );
    let tree = tree.scored(Scoring::Result);
    for search in [Search::Pvs, Search::NegaScout] {
        let (outcome, _) = tally(search, &tree, &Settings::default());
        assert_best_play(&tree, search, &outcome.line);
    }
}
