//! Trees that go on with the noisy moves, against the quiescence that values leaves without telling how.

use crate::positions::{Rng, random_path};
use crate::recorder::run_with;
use crate::tally::tally;
use bestmove_core::game::{Notation, Rules};
use bestmove_core::games::{Checkers, ConnectFour};
use bestmove_core::types::Depth;
use bestmove_trees::{
    Event, GameNode, GameTree, Leaf, NodeId, Observer, Order, Search, Settings, Stopped, Tree, TreeSize,
};

/// The nodes beyond the depth that stand pat, and those that go on without.
fn beyond<G: Notation>(tree: &GameTree<'_, G>, node: &GameNode<G>, plies: u8, found: &mut [usize; 2]) {
    let moves: Vec<_> = tree.moves(node).collect();
    assert_eq!(moves.len(), tree.children(node).len());
    if plies == 0 && !moves.is_empty() {
        found[usize::from(moves[0].is_some())] += 1;
        assert!(moves[1..].iter().all(Option::is_some), "only the first child stands pat");
        for (child, played) in moves.iter().enumerate() {
            assert_eq!(tree.is_noisy(node, child), played.is_some());
        }
    }
    for (child, played) in tree.children(node).zip(moves) {
        if played.is_none() {
            assert_eq!(tree.children(&child).len(), 0);
            assert_eq!(child.position(), node.position());
        }
        beyond(tree, &child, plies.saturating_sub(1), found);
    }
}

fn agree<G: Notation>(seed: u64, plies: usize) -> [usize; 2] {
    let (mut rng, mut found) = (Rng(seed), [0; 2]);
    for _ in 0..40 {
        let length = rng.below(plies);
        let path = random_path::<G>(&mut rng, G::start(), length);
        let knowledge = G::Knowledge::default();
        for depth in 1..=3 {
            let tree = |leaf| {
                let depth = Depth::new(depth);
                GameTree::<G>::new(*path.position(), path.before(), depth, &knowledge, leaf)
            };
            let (silent, told) = (tree(Leaf::Quiescence), tree(Leaf::NoisyMoves));
            let value = tally(Search::AlphaBeta, &silent, &Settings::default()).0.value;
            for search in [Search::Minimax, Search::AlphaBeta, Search::SssStar, Search::History] {
                let (outcome, _) = tally(search, &told, &Settings::default());
                assert_eq!(outcome.value, value, "{search:?}: {}", G::print(path.position()));
            }
            let (_, minimax) = tally(Search::Minimax, &told, &Settings::default());
            let size = TreeSize::count(&told, &mut ()).unwrap();
            assert_eq!((size.leaves, size.nodes), (minimax.evaluations, minimax.nodes));
            beyond(&told, &told.root(), depth, &mut found);
        }
    }
    found
}

#[test]
fn noisy_moves_are_children_and_standing_pat_is_the_first() {
    let [pat, forced] = agree::<Checkers>(1, 60);
    assert_eq!(pat, 0, "captures are mandatory");
    assert!(forced > 500, "{forced}");
    let [pat, forced] = agree::<ConnectFour>(2, 30);
    assert!(pat > 500 && forced < pat, "a winning move is noisy, others are quiet: {pat}, {forced}");
}

/// The children of the root in the order of their visits.
#[derive(Default)]
struct Visited(Vec<usize>);

impl Observer for Visited {
    fn observe(&mut self, NodeId { path, .. }: NodeId<'_>, event: Event) -> Result<(), Stopped> {
        if let ([child], Event::Enter { .. }) = (path, event) {
            self.0.push((*child).into());
        }
        Ok(())
    }
}

#[test]
fn captures_come_first_where_the_tree_is_deep_enough_to_be_ordered() {
    let (mut rng, mut moved) = (Rng(3), 0);
    for _ in 0..300 {
        let length = 8 + rng.below(25);
        let path = random_path::<ConnectFour>(&mut rng, ConnectFour::start(), length);
        let tree = GameTree::<ConnectFour>::new(*path.position(), &[], Depth::new(2), &(), Leaf::Evaluation);
        let visited = |order_depth| {
            let settings = Settings { order: Order::Captures, order_depth, ..Settings::default() };
            let mut visited = Visited::default();
            run_with(Search::Minimax, &tree, &settings, &mut visited).unwrap();
            visited.0
        };
        let given: Vec<_> = (0..tree.children(&tree.root()).len()).collect();
        let mut expected = given.clone();
        expected.sort_by_key(|&child| !tree.is_noisy(&tree.root(), child));
        assert_eq!((visited(0), visited(2), visited(3)), (expected.clone(), expected.clone(), given.clone()));
        moved += usize::from(expected != given);
    }
    assert!(moved > 30, "{moved}");
}
