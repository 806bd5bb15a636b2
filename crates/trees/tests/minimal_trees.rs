//! Critical positions and smallest proofs.

use crate::data;
use bestmove_trees::{
    Critical, Event, GivenTree, Leaves, NodeId, Observer, Player, RandomTree, SplitMix64, Stopped, Tree,
    minimal_leaves, smallest_proof,
};

#[test]
fn smallest_proofs_of_the_data() {
    let files = ["worked_trees.json", "published_trees.json", "showcase_trees.json", "random_trees.json"];
    let mut seen = 0;
    for file in files.map(data::read) {
        for tree in file["trees"].as_array().unwrap() {
            let root = data::player(tree);
            for tree in tree["variants"].as_array().unwrap_or(&vec![tree.clone()]) {
                let given = GivenTree::parse(&tree["tree"].to_string(), root).unwrap();
                let proof = data::smallest_proof(&given);
                assert_eq!(proof.len() as u64, tree["smallest_proof"], "{given}");
                assert_eq!(i64::from(data::minimax(&given).value), tree["value"].as_i64().unwrap());
                assert!(proves(&given, &proof), "{proof:?} of {given}");
                seen += 1;
            }
        }
    }
    assert_eq!(seen, 95);
}

/// The values that the root may have if only these leaves are known.
fn range(tree: &GivenTree, known: &[u32], node: u32, player: Player) -> (i32, i32) {
    let ranges: Vec<_> = tree.children(&node).map(|child| range(tree, known, child, !player)).collect();
    let number = tree.leaves_below(node).start as u32;
    let pick = |values: &mut dyn Iterator<Item = i32>| match player {
        Player::Max => values.max().unwrap(),
        Player::Min => values.min().unwrap(),
    };
    if !ranges.is_empty() {
        let low = pick(&mut ranges.iter().map(|range| range.0));
        (low, pick(&mut ranges.iter().map(|range| range.1)))
    } else if known.contains(&number) {
        (tree.value(&node), tree.value(&node))
    } else {
        (i32::MIN, i32::MAX)
    }
}

fn proves(tree: &GivenTree, known: &[u32]) -> bool {
    let (low, high) = range(tree, known, tree.root(), tree.root_player());
    low == high
}

/// Against all sets of leaves.
#[test]
fn no_smaller_set_of_leaves_proves_the_value() {
    let mut random = SplitMix64::new(7);
    for case in 0..150 {
        let text = ragged(&mut random, 4, &mut 11);
        let tree = GivenTree::parse(&text, if case % 2 == 0 { Player::Max } else { Player::Min }).unwrap();
        let proof = data::smallest_proof(&tree);
        assert!(proves(&tree, &proof) && proof.is_sorted(), "{proof:?} of {tree}");
        let leaves = 0..tree.leaf_count() as u32;
        let smaller = (0..1_u32 << leaves.len()).filter(|set| set.count_ones() + 1 == proof.len() as u32);
        for set in smaller {
            let known: Vec<_> = leaves.clone().filter(|leaf| set >> leaf & 1 == 1).collect();
            assert!(!proves(&tree, &known), "{known:?} of {tree}");
        }
    }
}

/// The text of an uneven tree with equal leaves and at most so many of them.
fn ragged(random: &mut SplitMix64, plies: u32, leaves_left: &mut u64) -> String {
    if plies == 0 || random.below(5) == 0 || *leaves_left <= 1 {
        *leaves_left = leaves_left.saturating_sub(1);
        return (random.below(5) as i32 - 2).to_string();
    }
    let mut children = Vec::new();
    for _ in 0..=random.below(3) {
        if *leaves_left > 0 {
            children.push(ragged(random, plies - 1, leaves_left));
        }
    }
    format!("[{}]", children.join(","))
}

#[test]
fn proofs_of_uniform_trees_have_the_size_of_the_formula() {
    for (branching, depth) in [(1, 5), (2, 0), (2, 1), (2, 7), (3, 4), (4, 3), (5, 4), (10, 3)] {
        let arguments =
            RandomTree { branching, depth, seed: 3, leaves: Leaves::Distinct, quality: 0.3, chance: 0 };
        for root in [Player::Max, Player::Min] {
            let tree = arguments.generate(root).unwrap();
            let proof = data::smallest_proof(&tree);
            assert_eq!(Some(proof.len() as u64), minimal_leaves(branching as u64, depth as u32));
        }
    }
    assert_eq!(minimal_leaves(40, 8), Some(5_119_999));
    assert_eq!((minimal_leaves(40, 30), minimal_leaves(0, 3)), (None, None));
}

/// In perfect order the smallest proof is made of the critical leaves, and the types have the published numbers.
#[test]
fn critical_positions() {
    let perfect =
        RandomTree { branching: 3, depth: 4, seed: 1, leaves: Leaves::Distinct, quality: 1.0, chance: 0 };
    let tree = perfect.generate(Player::Max).unwrap();
    let critical: Vec<_> =
        (0..81).filter(|&leaf| Critical::at(&tree.path(tree.leaf(leaf as usize))).is_some()).collect();
    assert_eq!(data::smallest_proof(&tree).len(), critical.len());
    assert!(proves(&tree, &critical));

    let published = [
        (3, vec![[1, 0, 0], [1, 2, 0], [1, 2, 2], [1, 8, 2], [1, 8, 8]]),
        (4, vec![[1, 0, 0], [1, 3, 0], [1, 3, 3], [1, 15, 3], [1, 15, 15]]),
    ];
    for (branching, rows) in published {
        for (ply, row) in rows.into_iter().enumerate() {
            let mut counts = [0; 3];
            for number in 0..branching_power(branching, ply) {
                let digit = |place: usize| (number / branching_power(branching, place) % branching) as u16;
                let path: Vec<_> = (0..ply).rev().map(digit).collect();
                if let Some(critical) = Critical::at(&path) {
                    counts[usize::from(critical.number()) - 1] += 1;
                }
            }
            assert_eq!(counts, row, "branching {branching}, ply {ply}");
            let sum: u64 = counts.iter().sum();
            assert_eq!(minimal_leaves(branching as u64, ply as u32), Some(sum));
        }
    }
}

fn branching_power(branching: usize, plies: usize) -> usize {
    branching.pow(plies as u32)
}

/// Stops a search at its first poll after so many.
struct StopAfter(usize);

impl Observer for StopAfter {
    fn observe(&mut self, _: NodeId<'_>, _: Event) -> Result<(), Stopped> {
        unreachable!("a proof has no events")
    }

    fn poll(&mut self) -> Result<(), Stopped> {
        self.0 = self.0.checked_sub(1).ok_or(Stopped)?;
        Ok(())
    }
}

#[test]
fn a_proof_can_be_stopped() {
    let tree = GivenTree::parse("[[3, 5], [2, 9]]", Player::Max).unwrap();
    for polls in 0..10 {
        assert_eq!(smallest_proof(&tree, &mut StopAfter(polls)), Err(Stopped));
    }
    assert_eq!(smallest_proof(&tree, &mut StopAfter(14)), Ok(vec![0, 1, 2]));
}
