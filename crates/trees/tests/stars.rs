//! Star1 and Star2, and expectiminimax beside them, against exact fractions.

use crate::chance::{chance_tree, expectation, is_near, sentences_and_picture};
use crate::recorder::run;
use bestmove_trees::{
    Against, Bound, Event, GivenTree, Leaves, Measurement, Order, Player, RandomTree, Recording, Search,
    Settings, SplitMix64, Tree, Window, catalogue,
};

const STARS: [Search; 2] = [Search::Star1, Search::Star2];

#[test]
fn expectiminimax_star1_and_star2_find_the_exact_mean() {
    let (mut fractions, mut saved, mut leaves) = (0, [0, 0], 0);
    for seed in 0..10_000 {
        let tree = chance_tree(seed);
        let truth = expectation(&tree, tree.root(), tree.root_player());
        let (full, all) = run(Search::Expectiminimax, &tree, &Settings::default());
        let stars = STARS.map(|star| run(star, &tree, &Settings::default()));
        for answer in [&full, &stars[0].0, &stars[1].0] {
            assert!(is_near(answer.mean.unwrap(), truth.float()), "seed {seed}, {tree}: {answer:?}");
            assert_eq!((answer.value, answer.bound), (answer.mean.unwrap().round() as i32, Bound::Exact));
            let best = tree.children(&tree.root()).nth(answer.best.unwrap().into()).unwrap();
            assert_eq!(expectation(&tree, best, !tree.root_player()), truth, "seed {seed}, {tree}");
        }
        assert_eq!(all.evaluated().len(), tree.leaf_count());
        for ((_, some), saved) in stars.iter().zip(&mut saved) {
            assert!(some.distinct_leaves(&tree).is_subset(&all.distinct_leaves(&tree)));
            assert_eq!(some.evaluated().len(), some.distinct_leaves(&tree).len(), "no leaf twice");
            *saved += all.evaluated().len() - some.evaluated().len();
        }
        leaves += tree.leaf_count();
        fractions += u32::from(truth.1 != 1);
    }
    assert!(
        fractions > 3_000 && saved.iter().all(|saved| saved * 10 > leaves),
        "{fractions}, {saved:?} of {leaves}"
    );
}

#[test]
fn star1_and_star2_tell_bounds_that_hold() {
    let mut kinds = [0; 3];
    for (seed, search) in (0..6_000).flat_map(|seed| STARS.map(|star| (seed, star))) {
        let tree = chance_tree(seed);
        let alpha = SplitMix64::new(seed).below(30) as i32 - 15;
        let window = Window { alpha, beta: alpha + 1 + (seed % 5) as i32 };
        let truth = expectation(&tree, tree.root(), tree.root_player()).float();
        let (answer, recorder) = run(search, &tree, &Settings { window, ..Settings::default() });
        let mean = answer.mean.unwrap();
        let holds = match answer.bound {
            Bound::Exact => is_near(mean, truth),
            Bound::Lower => truth > mean - 1e-9 && mean >= window.beta.into(),
            Bound::Upper => truth < mean + 1e-9 && mean <= window.alpha.into(),
        };
        assert!(holds, "seed {seed}, {tree}, {window}: {answer:?}, {truth}");
        kinds[answer.bound as usize] += 1;
        for (path, event) in recorder.events {
            let (score, bound) = match event {
                Event::Cut(cutoff) if cutoff.player == Player::Max => (cutoff.score, Bound::Lower),
                Event::Cut(cutoff) => (cutoff.score, Bound::Upper),
                Event::Leave { score, bound } => (score, bound),
                _ => continue,
            };
            let node = tree.at(&path).unwrap();
            let chances =
                (1..path.len()).filter(|&ply| tree.is_chance(&tree.at(&path[..ply]).unwrap())).count();
            let chances = chances + usize::from(!path.is_empty() && tree.is_chance(&tree.root()));
            let is_even = (path.len() - chances).is_multiple_of(2);
            let mover = if is_even { tree.root_player() } else { !tree.root_player() };
            let exact = expectation(&tree, node, mover).float();
            // Rounded to the nearest integer.
            let is_least = exact > f64::from(score) - 0.5 - 1e-9;
            let is_most = exact < f64::from(score) + 0.5 + 1e-9;
            let is_true = match bound {
                Bound::Exact => is_least && is_most,
                Bound::Lower => is_least,
                Bound::Upper => is_most,
            };
            assert!(is_true, "seed {seed}, {tree}, {search:?}, {path:?}: {event:?}, {exact}");
            let Event::Cut(cutoff) = event else { continue };
            assert!(match cutoff.player {
                Player::Max => cutoff.score >= cutoff.bound,
                Player::Min => cutoff.score <= cutoff.bound,
            });
            match cutoff.against {
                Against::Chance { rest, .. } => {
                    let (least, most) = tree.leaf_range().unwrap();
                    assert!(tree.is_chance(&node) && (rest == least || rest == most));
                }
                Against::Ancestor { ply, .. } => {
                    let between = (usize::from(ply)..path.len()).map(|ply| tree.at(&path[..ply]).unwrap());
                    assert!(!between.into_iter().any(|node| tree.is_chance(&node)), "{tree}, {path:?}");
                    assert_eq!(mover, cutoff.player);
                }
                Against::Window(_) => assert_eq!(mover, cutoff.player),
            }
        }
    }
    assert!(kinds.iter().all(|&count| count > 600), "{kinds:?}");
}

/// Max, chance, Min, leaves: in perfect order each probe finds the value of its node, so that Star2
/// cuts where Star1 does or sooner, and a node that it cuts costs one leaf a child.
#[test]
fn star2_evaluates_no_more_than_star1_in_perfect_order() {
    let (mut of_star1, mut of_star2) = (0, 0);
    for (seed, root) in (0..1_000).flat_map(|seed| [(seed, Player::Max), (seed, Player::Min)]) {
        let random = RandomTree {
            branching: 2 + (seed % 4) as usize,
            depth: 3,
            seed,
            leaves: Leaves::Integers { low: -9, high: 9 },
            quality: 0.0,
            chance: 2,
        };
        let tree = random.generate(root).unwrap();
        let settings = Settings { order: Order::Best, ..Settings::default() };
        let [star1, star2] = STARS.map(|star| run(star, &tree, &settings).1.distinct_leaves(&tree));
        assert!(star2.is_subset(&star1), "{tree}: {star2:?}, {star1:?}");
        // One leaf of each child of each chance node at least, unless probes decide it.
        let branching = tree.branching();
        assert!(star2.len() >= branching * branching + branching - 1 || star2.len() <= star1.len());
        (of_star1, of_star2) = (of_star1 + star1.len(), of_star2 + star2.len());
    }
    assert!(of_star2 * 10 < of_star1 * 8, "{of_star2} of {of_star1}");
}

/// One leaf of each child bounds the second mean: its other leaves are never looked at.
#[test]
fn a_probe_decides_a_mean() {
    let tree = GivenTree::parse("[{[4, 9], [4, 8]}, {[3, 2], [-1, 6]}]", Player::Max).unwrap();
    let (sentences, _) = sentences_and_picture(Search::Star2, &tree);
    assert!(sentences.contains(&"probes 1.0: searches its first child alone".to_owned()), "{sentences:?}");
    let [star1, star2] = STARS.map(|star| run(star, &tree, &Settings::default()).1.evaluated().len());
    assert_eq!((star1, star2), (7, 6), "{sentences:?}");
}

/// A mean has room between two integers.
#[test]
fn a_window_of_one_is_no_null_window_for_means() {
    for (search, alpha) in STARS.into_iter().flat_map(|star| [(star, 0), (star, 3), (star, 5)]) {
        let tree = GivenTree::parse("[[{3, 6}, 9], [5, 2, 8], {1, 2, 3}]", Player::Max).unwrap();
        let window = Window { alpha, beta: alpha + 1 };
        let mut recording = Recording::new(1_000).presented(search.presentation(Player::Max));
        catalogue::run(search, &tree, &Settings { window, ..Settings::default() }, &mut recording).unwrap();
        let sentences: Vec<_> = recording.steps().map(|step| step.to_string()).collect();
        assert!(sentences.iter().all(|text| !text.contains("null")), "{sentences:?}");
        assert!(sentences.iter().any(|text| text.contains("ends at")) || alpha == 5, "{sentences:?}");
    }
}

/// Each comparison of a cutoff is true of the numbers shown, and what it says of a player is exact.
#[test]
fn cutoffs_above_chance_compare_the_means_that_they_tell() {
    let (mut cutoffs, mut fractions) = (0, 0);
    for (seed, search) in (0..2_000).flat_map(|seed| STARS.map(|star| (seed, star))) {
        let tree = chance_tree(seed);
        let mut recording = Recording::new(100_000);
        catalogue::run(search, &tree, &Settings::default(), &mut recording).unwrap();
        for (path, event) in recording.exact_events() {
            let Event::Cut(cutoff) = event else { continue };
            let is_enough = |bound: f64| match cutoff.player {
                Player::Max => cutoff.score >= bound - 1e-9,
                Player::Min => cutoff.score <= bound + 1e-9,
            };
            let is_closed = match cutoff.against {
                Against::Ancestor { sure, .. } => is_enough(sure),
                Against::Window(window) | Against::Chance { window, .. } => {
                    is_enough(if cutoff.player == Player::Max { window.beta } else { window.alpha })
                }
            };
            assert!(is_closed && is_enough(cutoff.bound), "seed {seed}, {tree}, {path:?}: {cutoff:?}");
            cutoffs += 1;
            fractions += u32::from(cutoff.score.fract() != 0.0);
        }
    }
    assert!(cutoffs > 1_000 && fractions > 300, "{cutoffs}, {fractions}");
}

/// The figures of the documentation.
#[test]
fn star1_and_star2_save_leaves_of_random_trees() {
    let means = [Leaves::Distinct, Leaves::Integers { low: -9, high: 9 }, Leaves::Binary { one: 0.5 }].map(
        |leaves| {
            let measurement = Measurement {
                first: RandomTree { branching: 4, depth: 5, seed: 1, leaves, quality: 0.0, chance: 2 },
                trees: 200,
                root: Player::Max,
                searches: vec![Search::Expectiminimax, Search::Star1, Search::Star2],
                settings: Settings::default(),
            };
            let measured = measurement.run(&|| false);
            assert_eq!(measured.minimal, None);
            measured.sums.iter().map(|(_, sums)| sums.mean_distinct().unwrap().round()).collect::<Vec<_>>()
        },
    );
    assert_eq!(means, [[1024.0, 856.0, 738.0], [1024.0, 788.0, 688.0], [1024.0, 319.0, 316.0]]);
}
