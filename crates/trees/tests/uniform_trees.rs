//! Uniform trees without stored values.

use bestmove_trees::theory::reluctant_leaves;
use bestmove_trees::{
    CATALOGUE, Counts, Critical, Event, NodeId, Observer, Order, Player, Recording, Search, Settings,
    Stopped, Ties, Tree, UniformLeaves, UniformOrder, UniformTree, catalogue, minimal_leaves, smallest_proof,
};

/// All small trees.
fn small_trees() -> Vec<UniformTree> {
    let mut trees = Vec::new();
    for (branching, most) in [(1, 5), (2, 6), (3, 4), (4, 3), (7, 2)] {
        for depth in 0..=most {
            for (order, leaves, root) in combinations() {
                trees.push(UniformTree { branching, depth, order, leaves, root, chance: 0 });
            }
        }
    }
    trees
}

fn combinations() -> impl Iterator<Item = (UniformOrder, UniformLeaves, Player)> {
    let orders = UniformOrder::ALL.iter().map(|&(_, order)| order);
    let leaves = || UniformLeaves::ALL.iter().map(|&(_, leaves)| leaves);
    let roots = [Player::Max, Player::Min];
    orders.flat_map(move |order| leaves().flat_map(move |leaves| roots.map(|root| (order, leaves, root))))
}

/// Counts leaves and nodes, and nothing that takes memory.
#[derive(Default)]
struct Visits {
    leaves: u64,
    nodes: u64,
}

impl Observer for Visits {
    fn observe(&mut self, _: NodeId<'_>, event: Event) -> Result<(), Stopped> {
        self.leaves += u64::from(matches!(event, Event::Leaf { .. }));
        self.nodes += u64::from(matches!(event, Event::Enter { .. }));
        Ok(())
    }
}

fn visits(search: Search, tree: &UniformTree, settings: &Settings) -> Visits {
    let mut visits = Visits::default();
    catalogue::run(search, tree, settings, &mut visits).unwrap();
    visits
}

fn tree(text: &str) -> UniformTree {
    text.parse().unwrap()
}

#[test]
fn each_search_does_the_same_on_the_tree_in_memory() {
    for uniform in small_trees() {
        let given = uniform.to_given().unwrap();
        assert_eq!((given.leaf_count(), given.node_count()), (uniform.size().leaves, uniform.size().nodes()));
        for entry in &CATALOGUE {
            for ties in [Ties::Cut, Ties::Search] {
                let settings = Settings { ties, ..Settings::default() };
                let (mut one, mut other) = (Recording::new(usize::MAX), Recording::new(usize::MAX));
                let answer = catalogue::run(entry.search, &uniform, &settings, &mut one).unwrap();
                assert_eq!(answer, catalogue::run(entry.search, &given, &settings, &mut other).unwrap());
                assert!(one.iter().eq(other.iter()), "{}: {uniform}", entry.id);
            }
        }
    }
}

/// Minimax by hand.
fn exact_value(tree: &UniformTree, node: &<UniformTree as Tree>::Node, player: Player) -> i32 {
    let values = tree.children(node).map(|child| exact_value(tree, &child, !player));
    let best = match player {
        Player::Max => values.max(),
        Player::Min => values.min(),
    };
    best.unwrap_or_else(|| tree.value(node))
}

/// The static value of each node is exact, and children come from the best to the worst or the other way round.
#[test]
fn children_are_in_order() {
    fn check(tree: &UniformTree, node: &<UniformTree as Tree>::Node, player: Player) {
        assert_eq!(tree.value(node), exact_value(tree, node, player), "{tree}");
        let children: Vec<_> = tree.children(node).collect();
        let values = children.iter().map(|child| player.view(tree.value(child)));
        let from_worst: Vec<_> = match tree.order {
            UniformOrder::Best => values.rev().collect(),
            UniformOrder::Worst => values.collect(),
        };
        let is_strict = tree.leaves == UniformLeaves::Distinct;
        assert!(from_worst.windows(2).all(|pair| pair[0] < pair[1] || !is_strict && pair[0] == pair[1]));
        children.iter().for_each(|child| check(tree, child, !player));
    }
    small_trees().iter().for_each(|tree| check(tree, &tree.root(), tree.root));
}

fn chance_trees() -> Vec<UniformTree> {
    let distinct = small_trees().into_iter().filter(|tree| tree.leaves == UniformLeaves::Distinct);
    distinct.flat_map(|tree| [1, 2, 3, 5].map(|chance| UniformTree { chance, ..tree })).collect()
}

/// Chance changes no value: the mean of its children is the static value of the node, which is exact everywhere.
#[test]
fn chance_nodes_have_the_mean_that_they_would_have_without_chance() {
    fn check(tree: &UniformTree, node: &<UniformTree as Tree>::Node, player: Player) {
        let children: Vec<_> = tree.children(node).collect();
        let values = children.iter().map(|child| tree.value(child));
        if tree.is_chance(node) {
            assert_eq!(values.sum::<i32>(), tree.value(node) * children.len() as i32, "{tree}");
            children.iter().for_each(|child| check(tree, child, player));
            return;
        }
        let best = if player == Player::Max { values.max() } else { values.min() };
        assert!(best.is_none_or(|best| best == tree.value(node)), "{tree}");
        children.iter().for_each(|child| check(tree, child, !player));
    }
    for uniform in chance_trees() {
        check(&uniform, &uniform.root(), uniform.root);
        let given = uniform.to_given().unwrap();
        assert_eq!(uniform.leaf_range(), given.leaf_range(), "{uniform}");
        assert_eq!(uniform.has_chance(), given.has_chance(), "{uniform}");
        for search in CATALOGUE.iter().map(|entry| entry.search).filter(|search| search.knows_chance()) {
            let (mut one, mut other) = (Recording::new(usize::MAX), Recording::new(usize::MAX));
            let settings = Settings::default();
            let answer = catalogue::run(search, &uniform, &settings, &mut one).unwrap();
            assert_eq!(answer, catalogue::run(search, &given, &settings, &mut other).unwrap());
            assert!(one.exact_events().eq(other.exact_events()), "{search:?}: {uniform}");
            assert!(search == Search::Expectimax || answer.mean == Some(0.0), "{search:?}: {uniform}");
        }
    }
}

/// Notes which nodes are visited.
#[derive(Default)]
struct Paths(Vec<Vec<u16>>);

impl Observer for Paths {
    fn observe(&mut self, NodeId { path, .. }: NodeId<'_>, event: Event) -> Result<(), Stopped> {
        if matches!(event, Event::Enter { .. }) {
            self.0.push(path.to_vec());
        }
        Ok(())
    }
}

/// In perfect order alpha-beta visits the critical positions and no others, whatever it does where bounds meet.
#[test]
fn the_best_order_has_the_critical_positions_alone() {
    let distinct = |tree: &UniformTree| tree.leaves == UniformLeaves::Distinct;
    for tree in small_trees().iter().filter(|tree| tree.order == UniformOrder::Best && distinct(tree)) {
        let leaves = minimal_leaves(tree.branching as u64, tree.depth as u32).unwrap();
        let proof = smallest_proof(&tree.to_given().unwrap(), &mut ()).unwrap();
        assert_eq!(proof.len() as u64, leaves, "{tree}");
        for ties in [Ties::Cut, Ties::Search] {
            let settings = Settings { ties, ..Settings::default() };
            let (mut paths, mut counts) = (Paths::default(), Counts::default());
            catalogue::run(Search::AlphaBeta, tree, &settings, &mut (&mut paths, &mut counts)).unwrap();
            assert_eq!(counts.evaluations, leaves, "{tree}");
            assert!(paths.0.iter().all(|path| Critical::at(path).is_some()), "{tree}");
        }
    }
}

#[test]
fn the_worst_order_has_no_cutoff() {
    for tree in small_trees().iter().filter(|tree| tree.order == UniformOrder::Worst) {
        let mut counts = Counts::default();
        catalogue::run(Search::AlphaBeta, tree, &Settings::default(), &mut counts).unwrap();
        assert_eq!((counts.evaluations, counts.cutoffs()), (tree.size().leaves as u64, 0), "{tree}");
    }
}

/// The table for 40 moves that is widely copied, run. It has 65,569 at depth 5.
#[test]
fn the_table_of_forty_moves_is_run() {
    let best = [1, 40, 79, 1_639, 3_199, 65_599, 127_999, 2_623_999, 5_119_999];
    for (depth, leaves) in (0..).zip(best) {
        let tree = tree(&format!("branching=40,depth={depth},order=best"));
        let found = visits(Search::AlphaBeta, &tree, &Settings::default());
        assert_eq!(found.leaves, leaves, "depth {depth}");
        assert_eq!(tree.size().leaves as u64, 40_u64.pow(depth));
    }
    let four_plies = tree("branching=36,depth=4,order=best");
    assert_eq!(visits(Search::Minimax, &four_plies, &Settings::default()).leaves, 1_679_616);
    assert_eq!(visits(Search::AlphaBeta, &four_plies, &Settings::default()).leaves, 2_591);
    let worst = tree("branching=36,depth=4,order=worst");
    assert_eq!(visits(Search::AlphaBeta, &worst, &Settings::default()).leaves, 1_679_616);
}

/// The mean over random orders of the trees that hold alpha-beta up longest is that of the formula.
#[test]
fn binary_leaves_hold_random_orders_up_longest() {
    let tree = tree("branching=3,depth=4,order=worst,leaves=binary");
    let expected = reluctant_leaves(3).nth(4).unwrap().if_won;
    let orders = 4_000;
    let leaves = |seed| {
        let window = bestmove_trees::Window { alpha: 0, beta: 1 };
        let settings = Settings { order: Order::Random, seed, window, ..Settings::default() };
        visits(Search::AlphaBeta, &tree, &settings).leaves as f64
    };
    let all: Vec<f64> = (1..=orders).map(leaves).collect();
    let mean = all.iter().sum::<f64>() / orders as f64;
    let variance = all.iter().map(|leaves| (leaves - mean).powi(2)).sum::<f64>() / (orders as f64 - 1.0);
    let error = (variance / orders as f64).sqrt();
    assert!((mean - expected).abs() < 4.0 * error, "{mean} ± {error}, expected {expected}");
}

#[test]
fn arguments_are_read_as_they_are_written() {
    for tree in small_trees() {
        assert_eq!(tree.to_string().parse::<UniformTree>().unwrap().with_root(tree.root), tree);
    }
    for tree in chance_trees() {
        assert_eq!(tree.to_string().parse::<UniformTree>().unwrap().with_root(tree.root), tree);
    }
    assert_eq!(tree("depth=3, branching=2"), tree("branching=2,depth=3,order=best,leaves=distinct"));
}

#[test]
fn limits_of_arguments_are_told() {
    let cases = [
        ("branching=2", "depth: expected an integer, got nothing"),
        ("branching=0,depth=1", "branching: expected an integer from 1 to 1000, got 0"),
        ("branching=1,depth=65", "depth: expected at most 64 plies, got 65"),
        (
            "branching=40,depth=10",
            "depth: expected at most 1000000000000000 leaves, that is branching to the power of depth, \
             got 40 to the power of 10",
        ),
        ("branching=2,depth=3,order=random", "order: expected one of best, worst, got \"random\""),
        ("branching=2,depth=3,leaves=growing", "leaves: expected one of distinct, binary, got \"growing\""),
        (
            "branching=2,seed=3",
            "uniform tree: expected one of branching, depth, order, leaves, chance, got \"seed\"",
        ),
        ("branching=2,depth=3,chance=65", "chance: expected at most 64 plies, got 65"),
        (
            "branching=2,depth=3,leaves=binary,chance=2",
            "chance: expected 0 in a tree with binary leaves, got 2",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(text.parse::<UniformTree>().unwrap_err().to_string(), message);
    }
    let large = tree("branching=10,depth=7").to_given().unwrap_err().to_string();
    assert_eq!(large, "depth: expected at most 1000000 leaves in memory, got 10000000 leaves");
    // The largest are within the range of values.
    for text in ["branching=1000,depth=5", "branching=2,depth=49", "branching=1,depth=64"] {
        let tree = tree(text);
        let mut node = tree.root();
        while let Some(child) = tree.children(&node).last() {
            node = child;
        }
        assert!(tree.value(&node).abs() <= bestmove_trees::MAX_VALUE);
    }
}
