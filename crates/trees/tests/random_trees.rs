//! The generator of random trees makes the trees of other programs.

use crate::data;
use bestmove_trees::{GivenTree, Leaves, Player, RandomTree, SplitMix64, Tree};
use serde_json::Value;

/// The arguments that a row of the data names.
fn arguments(row: &Value) -> RandomTree {
    let leaves = &row["leaves"];
    let number = |name: &str| leaves[name].as_i64().unwrap() as i32;
    RandomTree {
        branching: row["branching"].as_u64().unwrap() as usize,
        depth: row["depth"].as_u64().unwrap() as usize,
        seed: row["seed"].as_u64().unwrap_or_default(),
        leaves: match leaves["kind"].as_str().unwrap() {
            "integers" => Leaves::Integers { low: number("low"), high: number("high") },
            "distinct" => Leaves::Distinct,
            "binary" => Leaves::Binary { one: leaves["one"].as_f64().unwrap() },
            "growing" => Leaves::Growing { step: number("step") },
            kind => panic!("leaves of kind {kind}"),
        },
        quality: row["quality"].as_f64().unwrap(),
        chance: 0,
    }
}

#[test]
fn split_mix_gives_the_published_numbers() {
    let numbers = |seed, count| {
        let mut random = SplitMix64::new(seed);
        (0..count).map(|_| random.next_u64()).collect::<Vec<_>>()
    };
    assert_eq!(numbers(0, 2), [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4]);
    assert_eq!(
        numbers(1_234_567, 3),
        [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
    );
}

#[test]
fn small_trees_are_as_described() {
    let tree = |branching, depth, seed, leaves, quality| {
        let arguments = RandomTree { branching, depth, seed, leaves, quality, chance: 0 };
        arguments.generate(Player::Max).unwrap().to_string()
    };
    assert_eq!(tree(2, 3, 1, Leaves::Distinct, 0.0), "[[[1, 4], [8, 2]], [[3, 7], [6, 5]]]");
    assert_eq!(tree(2, 3, 1, Leaves::Distinct, 0.9), "[[[6, 5], [7, 3]], [[4, 1], [8, 2]]]");
    let integers = Leaves::Integers { low: -4, high: 4 };
    assert_eq!(tree(3, 2, 7, integers, 0.0), "[[-1, -4, 4], [1, 0, -2], [0, -2, -3]]");
    assert_eq!(tree(2, 3, 5, Leaves::Binary { one: 0.5 }, 0.0), "[[[1, 0], [1, 1]], [[1, 1], [0, 0]]]");
    assert_eq!(
        tree(2, 3, 3, Leaves::Growing { step: 10 }, 0.7),
        "[-8: [-4: [-2, -13], -14: [-11, -22]], 8: [12: [12, 9], 8: [16, 12]]]"
    );
    assert_eq!(tree(7, 0, 1, Leaves::Distinct, 0.5), "1");
}

#[test]
fn trees_of_the_data_are_made_again() {
    let file = data::read("random_trees.json");
    let trees = file["trees"].as_array().unwrap().iter().filter(|tree| tree["generator"].is_object());
    let mut seen = 0;
    for expected in trees {
        let arguments = arguments(&expected["generator"]);
        let root = data::player(expected);
        let tree = arguments.generate(root).unwrap();
        let given = GivenTree::parse(&expected["tree"].to_string(), root).unwrap();
        assert!(tree.is_uniform());
        assert_eq!(data::leaves(&tree), data::leaves(&given), "{arguments:?}");
        for (path, value) in expected["static"].as_object().into_iter().flatten() {
            let node = tree.at(&data::path(path)).unwrap();
            assert_eq!(tree.value(&node), value.as_i64().unwrap() as i32, "{arguments:?}, {path}");
        }
        seen += 1;
    }
    assert_eq!(seen, 43, "the others are not uniform");
}

#[test]
fn numbers_are_in_range_and_evenly_spread() {
    let mut random = SplitMix64::new(1);
    let mut counts = [0_u32; 7];
    for _ in 0..70_000 {
        counts[random.below(7) as usize] += 1;
        assert!((0.0..1.0).contains(&random.unit()));
    }
    // Five standard deviations of a binomial distribution.
    assert!(counts.iter().all(|&count| count.abs_diff(10_000) < 500), "{counts:?}");
    let mut order: Vec<_> = (0..1000).collect();
    random.shuffle(&mut order);
    assert!(!order.is_sorted());
    order.sort_unstable();
    assert!(order.into_iter().eq(0..1000));
}

#[test]
fn limits_of_arguments_are_told() {
    let usual =
        RandomTree { branching: 2, depth: 3, seed: 1, leaves: Leaves::Distinct, quality: 0.0, chance: 0 };
    let with = |leaves| RandomTree { leaves, ..usual };
    let integer = "an integer from -1000000000 to 1000000000";
    let cases = [
        (RandomTree { branching: 0, ..usual }, "branching: expected an integer from 1 to 1000, got 0"),
        (RandomTree { branching: 1001, ..usual }, "branching: expected an integer from 1 to 1000, got 1001"),
        (RandomTree { branching: 1, depth: 65, ..usual }, "depth: expected at most 64 plies, got 65"),
        (
            RandomTree { depth: 20, ..usual },
            "depth: expected at most 1000000 leaves, that is branching to the power of depth, \
             got 2 to the power of 20",
        ),
        (
            RandomTree { branching: 1000, depth: 64, ..usual },
            "depth: expected at most 1000000 leaves, that is branching to the power of depth, \
             got 1000 to the power of 64",
        ),
        (RandomTree { quality: 1.5, ..usual }, "quality: expected a number from 0 to 1, got 1.5"),
        (RandomTree { quality: f64::NAN, ..usual }, "quality: expected a number from 0 to 1, got NaN"),
        (with(Leaves::Binary { one: -0.1 }), "leaves, one: expected a number from 0 to 1, got -0.1"),
        (with(Leaves::Growing { step: -1 }), "leaves, step: expected an integer from 0 to 15625000, got -1"),
        (
            with(Leaves::Integers { low: 3, high: 2 }),
            "leaves, high: expected an integer from 3 to 1000000000, got 2",
        ),
        (
            with(Leaves::Integers { low: i32::MIN, high: 2 }),
            &format!("leaves, low: expected {integer}, got -2147483648"),
        ),
    ];
    for (arguments, message) in cases {
        assert_eq!(arguments.generate(Player::Max).unwrap_err().to_string(), message);
    }
}

#[test]
fn the_largest_arguments_are_fine() {
    let usual = RandomTree {
        branching: 10,
        depth: 6,
        seed: u64::MAX,
        leaves: Leaves::Distinct,
        quality: 1.0,
        chance: 0,
    };
    assert_eq!(usual.generate(Player::Min).unwrap().leaf_count(), 1_000_000);
    let chain = RandomTree { branching: 1, depth: 64, leaves: Leaves::Growing { step: 15_625_000 }, ..usual };
    assert_eq!(chain.generate(Player::Max).unwrap().node_count(), 65);
    let widest = Leaves::Integers { low: -1_000_000_000, high: 1_000_000_000 };
    let flat = RandomTree { branching: 1000, depth: 1, leaves: widest, ..usual };
    assert_eq!(flat.generate(Player::Max).unwrap().branching(), 1000);
}

#[test]
fn arguments_are_read_as_they_are_written() {
    let all = [
        Leaves::Distinct,
        Leaves::Integers { low: -3, high: 1_000_000_000 },
        Leaves::Binary { one: 0.618 },
        Leaves::Growing { step: 7 },
    ];
    for leaves in all {
        let random = RandomTree { branching: 3, depth: 4, seed: u64::MAX, leaves, quality: 0.9, chance: 0 };
        assert_eq!(random.to_string().parse::<RandomTree>().unwrap(), random);
    }
}
