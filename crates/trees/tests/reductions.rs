//! Late move reductions against a plain recursion.

use crate::recorder::run;
use crate::trees::{any_tree, root_value};
use bestmove_trees::{
    Event, GivenTree, Leaves, Player, RandomTree, Reductions, Search, Settings, Tree, Value, Window,
};

/// The score of a node at a ply, by the definition, without cutoffs by ties. Values are for Max.
fn score(
    tree: &GivenTree,
    node: u32,
    (player, ply, horizon): (Player, usize, usize),
    (mut alpha, mut beta): (Value, Value),
    late: Reductions,
) -> Value {
    let children: Vec<_> = tree.children(&node).collect();
    if children.is_empty() || ply == horizon {
        return tree.value(&node);
    }
    let mut best = player.worst();
    for (number, child) in children.into_iter().enumerate() {
        let deep = (!player, ply + 1, horizon);
        let is_reduced = number >= late.full_depth_moves && horizon > ply + 1 + late.plies;
        let mut value = None;
        if is_reduced {
            let null = if player == Player::Max { (alpha, alpha + 1) } else { (beta - 1, beta) };
            let tried = score(tree, child, (!player, ply + 1, horizon - late.plies), null, late);
            let is_better = if player == Player::Max { tried > alpha } else { tried < beta };
            value = Some(tried).filter(|_| !is_better);
        }
        let value = value.unwrap_or_else(|| score(tree, child, deep, (alpha, beta), late));
        if player == Player::Max {
            best = best.max(value);
            alpha = alpha.max(best);
        } else {
            best = best.min(value);
            beta = beta.min(best);
        }
        if alpha >= beta {
            break;
        }
    }
    best
}

fn growing(seed: u64, root: Player) -> GivenTree {
    let (branching, depth) = [(2, 7), (3, 5), (4, 4), (5, 4)][(seed % 4) as usize];
    let leaves = Leaves::Growing { step: 5 };
    RandomTree { branching, depth, seed, leaves, quality: 0.0, chance: 0 }.generate(root).unwrap()
}

#[test]
fn late_moves_are_searched_less_deep() {
    let (mut wrong, mut saved) = (0, 0);
    for seed in 0..1_000 {
        let root = if seed % 2 == 0 { Player::Max } else { Player::Min };
        let tree = growing(seed, root);
        for (full_depth_moves, plies) in [(1, 1), (1, 2), (2, 1), (3, 2)] {
            let reductions = Reductions { full_depth_moves, plies };
            let settings = Settings { reductions, ..Settings::default() };
            let (outcome, recorder) = run(Search::LateMoveReductions, &tree, &settings);
            let Window { alpha, beta } = Window::FULL;
            let expected = score(&tree, 0, (root, 0, tree.depth()), (alpha, beta), reductions);
            assert_eq!(outcome.value, expected, "seed {seed}, {reductions:?}, {tree}");
            wrong += u32::from(expected != root_value(&tree));
            let full = run(Search::AlphaBeta, &tree, &Settings::default()).1;
            saved += full.evaluated().len() as i64 - recorder.evaluated().len() as i64;
        }
    }
    assert!(wrong > 100 && saved > 10_000, "{wrong} wrong, {saved} saved");
}

#[test]
fn without_late_moves_it_is_alpha_beta() {
    for seed in 0..500 {
        let tree = any_tree(seed);
        let reductions = Reductions { full_depth_moves: tree.branching().max(1), plies: 1 };
        let settings = Settings { reductions, ..Settings::default() };
        let (reduced, plain) =
            (run(Search::LateMoveReductions, &tree, &settings), run(Search::AlphaBeta, &tree, &settings));
        assert_eq!((reduced.0, reduced.1.events), (plain.0, plain.1.events), "seed {seed}, {tree}");
    }
}

#[test]
fn each_reduction_is_told_and_a_better_move_is_searched_again() {
    let (mut reduced, mut again) = (0, 0);
    for seed in 0..200 {
        let tree = growing(seed, Player::Max);
        let (_, recorder) = run(Search::LateMoveReductions, &tree, &Settings::default());
        for (at, (path, event)) in recorder.events.iter().enumerate() {
            let next = &recorder.events[(at + 1).min(recorder.events.len() - 1)];
            match event {
                Event::Reduce { plies: 1 } => {
                    assert!(*path.last().unwrap() >= 2, "the first two are not late");
                    assert!(matches!(next, (same, Event::Enter { window })
                        if same == path && window.alpha + 1 == window.beta));
                    reduced += 1;
                }
                Event::Reduce { .. } => panic!("{event:?}"),
                Event::Research { window } => {
                    assert_eq!(*next, (path.clone(), Event::Enter { window: *window }));
                    again += 1;
                }
                _ => {}
            }
        }
    }
    assert!(reduced > 1_000 && again > 100 && again < reduced, "{reduced}, {again}");
}
