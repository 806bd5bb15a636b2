//! The searches as a textbook has them: plain recursions that tell nobody anything and keep no line.

use bestmove_trees::{GivenTree, MINUS_INFINITY, PLUS_INFINITY, Player, Search, Tree, Value};
use std::collections::HashMap;

/// The value of the root of a tree with Max to move, and the nodes visited.
pub(crate) type Plain = fn(&GivenTree) -> (Value, u64);

/// The plain form of a search, where that is more than alpha-beta.
pub(crate) fn of(search: Search) -> Option<Plain> {
    match search {
        Search::Minimax => Some(|tree| count(|nodes| minimax(tree, tree.root(), 1, nodes))),
        Search::Pvs => Some(|tree| count(|nodes| pvs(tree, tree.root(), 1, OPEN, nodes))),
        Search::MtdF => Some(mtd_f),
        Search::IterativeDeepening => Some(iterative_deepening),
        Search::History => Some(history),
        _ => None,
    }
}

const OPEN: (Value, Value) = (MINUS_INFINITY, PLUS_INFINITY);

fn count(search: impl FnOnce(&mut u64) -> Value) -> (Value, u64) {
    let mut nodes = 0;
    let value = search(&mut nodes);
    (value, nodes)
}

/// Alpha-beta with Max and Min.
pub(crate) fn alpha_beta(tree: &GivenTree) -> (Value, u64) {
    count(|nodes| max_min(tree, tree.root(), Player::Max, OPEN, nodes))
}

fn max_min(
    tree: &GivenTree,
    node: u32,
    player: Player,
    (mut alpha, mut beta): (Value, Value),
    nodes: &mut u64,
) -> Value {
    *nodes += 1;
    let children = tree.children(&node);
    if children.len() == 0 {
        return tree.value(&node);
    }
    let mut best = if player == Player::Max { MINUS_INFINITY } else { PLUS_INFINITY };
    for child in children {
        let score = max_min(tree, child, !player, (alpha, beta), nodes);
        if player == Player::Max {
            best = best.max(score);
            alpha = alpha.max(best);
        } else {
            best = best.min(score);
            beta = beta.min(best);
        }
        if alpha >= beta {
            break;
        }
    }
    best
}

/// From here on values are those of the player to move, whose sign is 1 for Max and -1 for Min.
fn minimax(tree: &GivenTree, node: u32, sign: Value, nodes: &mut u64) -> Value {
    *nodes += 1;
    let children = tree.children(&node);
    if children.len() == 0 {
        return sign * tree.value(&node);
    }
    children.map(|child| -minimax(tree, child, -sign, nodes)).fold(MINUS_INFINITY, Value::max)
}

fn pvs(
    tree: &GivenTree,
    node: u32,
    sign: Value,
    (mut alpha, beta): (Value, Value),
    nodes: &mut u64,
) -> Value {
    *nodes += 1;
    let mut children = tree.children(&node);
    let Some(first) = children.next() else { return sign * tree.value(&node) };
    let mut best = -pvs(tree, first, -sign, (-beta, -alpha), nodes);
    alpha = alpha.max(best);
    for child in children {
        if alpha >= beta {
            break;
        }
        let mut score = -pvs(tree, child, -sign, (-alpha - 1, -alpha), nodes);
        if alpha < score && score < beta {
            score = -pvs(tree, child, -sign, (-beta, -score), nodes);
        }
        best = best.max(score);
        alpha = alpha.max(best);
    }
    best
}

/// With a hash table of bounds by node.
fn mtd_f(tree: &GivenTree) -> (Value, u64) {
    count(|nodes| {
        let (mut memory, mut guess) = (HashMap::new(), tree.value(&tree.root()));
        let (mut lower, mut upper) = OPEN;
        while lower < upper {
            let gamma = if guess == lower { guess + 1 } else { guess };
            guess = with_memory(tree, tree.root(), 1, (gamma - 1, gamma), (&mut memory, nodes));
            if guess < gamma {
                upper = guess;
            } else {
                lower = guess;
            }
        }
        guess
    })
}

fn with_memory(
    tree: &GivenTree,
    node: u32,
    sign: Value,
    (alpha, beta): (Value, Value),
    (memory, nodes): (&mut HashMap<u32, (Value, Value)>, &mut u64),
) -> Value {
    let (lower, upper) = memory.get(&node).copied().unwrap_or(OPEN);
    if lower >= beta {
        return lower;
    }
    if upper <= alpha || lower == upper {
        return upper;
    }
    *nodes += 1;
    let children = tree.children(&node);
    if children.len() == 0 {
        let value = sign * tree.value(&node);
        memory.insert(node, (value, value));
        return value;
    }
    let mut best = MINUS_INFINITY;
    for child in children {
        let window = (-beta, -alpha.max(best));
        best = best.max(-with_memory(tree, child, -sign, window, (&mut *memory, &mut *nodes)));
        if best >= beta {
            break;
        }
    }
    memory.insert(node, if best >= beta { (best, upper) } else { (lower, best) });
    best
}

/// With a hash table of best children, which come first in the next iteration.
fn iterative_deepening(tree: &GivenTree) -> (Value, u64) {
    count(|nodes| {
        let mut first = HashMap::new();
        let depths = 1..=tree.depth();
        depths
            .map(|depth| to_depth(tree, tree.root(), 1, depth, OPEN, (&mut first, nodes)))
            .last()
            .unwrap_or(0)
    })
}

fn to_depth(
    tree: &GivenTree,
    node: u32,
    sign: Value,
    depth: usize,
    (mut alpha, beta): (Value, Value),
    (first, nodes): (&mut HashMap<u32, u32>, &mut u64),
) -> Value {
    *nodes += 1;
    let children = tree.children(&node);
    if depth == 0 || children.len() == 0 {
        return sign * tree.value(&node);
    }
    let before = first.get(&node).copied();
    let (mut best, mut best_child) = (MINUS_INFINITY, node);
    for child in before.into_iter().chain(children.filter(|child| Some(*child) != before)) {
        let score = -to_depth(tree, child, -sign, depth - 1, (-beta, -alpha), (&mut *first, &mut *nodes));
        if score > best {
            (best, best_child) = (score, child);
        }
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    first.insert(node, best_child);
    best
}

/// With the children sorted by the sums of two to the power of the height, over all cutoffs of a child with that number.
fn history(tree: &GivenTree) -> (Value, u64) {
    count(|nodes| {
        let mut sums = [vec![0; tree.branching()], vec![0; tree.branching()]];
        by_history(tree, tree.root(), 1, tree.depth(), OPEN, (&mut sums, nodes))
    })
}

fn by_history(
    tree: &GivenTree,
    node: u32,
    sign: Value,
    height: usize,
    (mut alpha, beta): (Value, Value),
    (sums, nodes): (&mut [Vec<u64>; 2], &mut u64),
) -> Value {
    *nodes += 1;
    let player = usize::from(sign < 0);
    let mut children: Vec<_> = tree.children(&node).enumerate().collect();
    if children.is_empty() {
        return sign * tree.value(&node);
    }
    children.sort_by_key(|(number, _)| std::cmp::Reverse(sums[player][*number]));
    let mut best = MINUS_INFINITY;
    for (number, child) in children {
        let window = (-beta, -alpha);
        best = best.max(-by_history(tree, child, -sign, height - 1, window, (&mut *sums, &mut *nodes)));
        alpha = alpha.max(best);
        if alpha >= beta {
            sums[player][number] += 1 << height;
            break;
        }
    }
    best
}
