//! Small trees of all kinds, and what is true of them by definition.

use bestmove_trees::{GivenTree, Leaves, Player, RandomTree, SplitMix64, Tree, Value};

/// A tree for each seed: uniform or ragged, with few or many different values, Max or Min at the root.
pub(crate) fn any_tree(seed: u64) -> GivenTree {
    let mut random = SplitMix64::new(seed);
    let root = if random.below(2) == 0 { Player::Max } else { Player::Min };
    let spread = [1, 2, 4, 100][random.below(4) as usize];
    if random.below(2) == 0 {
        let text = ragged(&mut random, 6, spread);
        return GivenTree::parse(&text, root).unwrap();
    }
    let (branching, depth) = [(2, 2), (2, 3), (2, 4), (2, 5), (3, 2), (3, 3), (3, 4), (4, 3), (5, 2), (6, 2)]
        [random.below(10) as usize];
    let leaves = match random.below(4) {
        0 => Leaves::Distinct,
        1 => Leaves::Growing { step: spread },
        2 => Leaves::Binary { one: 0.5 },
        _ => Leaves::Integers { low: -spread, high: spread },
    };
    RandomTree { branching, depth, seed, leaves, quality: random.unit(), chance: 0 }.generate(root).unwrap()
}

fn ragged(random: &mut SplitMix64, plies: u64, spread: Value) -> String {
    if plies == 0 || random.below(plies + 2) == 0 {
        let value = random.below(2 * spread as u64 + 1) as Value - spread;
        return value.to_string();
    }
    let children: Vec<_> = (0..=random.below(3)).map(|_| ragged(random, plies - 1, spread)).collect();
    format!("[{}]", children.join(", "))
}

/// The value of a node by the definition of minimax.
pub(crate) fn value(tree: &GivenTree, node: u32, player: Player) -> Value {
    let values = tree.children(&node).map(|child| value(tree, child, !player));
    let best = if player == Player::Max { values.max() } else { values.min() };
    best.unwrap_or_else(|| tree.value(&node))
}

pub(crate) fn root_value(tree: &GivenTree) -> Value {
    value(tree, tree.root(), tree.root_player())
}

/// The values of the root's children.
pub(crate) fn move_values(tree: &GivenTree) -> Vec<Value> {
    tree.children(&tree.root()).map(|child| value(tree, child, !tree.root_player())).collect()
}

/// The tree with the players exchanged.
pub(crate) fn mirrored(tree: &GivenTree) -> GivenTree {
    fn text(tree: &GivenTree, node: u32) -> String {
        let children: Vec<_> = tree.children(&node).map(|child| text(tree, child)).collect();
        if children.is_empty() {
            (-tree.value(&node)).to_string()
        } else {
            format!("[{}]", children.join(", "))
        }
    }
    GivenTree::parse(&text(tree, tree.root()), !tree.root_player()).unwrap()
}
