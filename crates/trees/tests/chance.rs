//! Trees with chance nodes: expectiminimax and Star1 against exact fractions, and the trees as text.

use crate::recorder::run;
use crate::trees::any_tree;
use bestmove_trees::picture::{Layout, MAX_DRAWN, Picture};
use bestmove_trees::{
    Against, Bound, CATALOGUE, Event, GivenTree, Leaves, Measurement, NAMED_TREES, NamedTree, Order, Player,
    RandomTree, Recording, Search, Settings, SplitMix64, State, Tree, Window, catalogue,
};
use std::cmp::Ordering;

/// An exact fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fraction(i128, i128);

impl Fraction {
    fn new(above: i128, below: i128) -> Self {
        let (mut one, mut other) = (above.abs(), below);
        while other != 0 {
            (one, other) = (other, one % other);
        }
        Self(above / one.max(1), below / one.max(1))
    }

    fn plus(self, other: Self) -> Self {
        Self::new(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }

    fn float(self) -> f64 {
        self.0 as f64 / self.1 as f64
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some((self.0 * other.1).cmp(&(other.0 * self.1)))
    }
}

/// The expectation of a node where this player moves, or moves after chance.
fn expectation(tree: &GivenTree, node: u32, player: Player) -> Fraction {
    let children: Vec<_> = tree.children(&node).collect();
    let Some(&first) = children.first() else { return Fraction(tree.value(&node).into(), 1) };
    if tree.is_chance(&node) {
        let all: i128 = children.iter().map(|child| i128::from(tree.weight(child))).sum();
        let part = |child: &u32| {
            let Fraction(above, below) = expectation(tree, *child, player);
            Fraction::new(above * i128::from(tree.weight(child)), below * all)
        };
        return children.iter().map(part).fold(Fraction(0, 1), Fraction::plus);
    }
    let is_better =
        |value: &Fraction, best: &Fraction| if player == Player::Max { value > best } else { value < best };
    children.iter().map(|&child| expectation(tree, child, !player)).fold(
        expectation(tree, first, !player),
        |best, value| if is_better(&value, &best) { value } else { best },
    )
}

fn text(random: &mut SplitMix64, plies: u64) -> String {
    if plies == 0 || random.below(6) == 0 {
        return (random.below(41) as i32 - 20).to_string();
    }
    let children: Vec<_> = (0..=random.below(3)).map(|_| text(random, plies - 1)).collect();
    match random.below(4) {
        0 => format!("{{{}}}", children.join(",")),
        1 => {
            let value = |child: &String| if child.starts_with(['[', '{']) { "7: " } else { "" };
            let weighed: Vec<_> = children
                .iter()
                .map(|child| format!("{}: {}{child}", 1 + random.below(5), value(child)))
                .collect();
            format!("{{{}}}", weighed.join(", "))
        }
        _ => format!("[{}]", children.join(", ")),
    }
}

fn chance_tree(seed: u64) -> GivenTree {
    let mut random = SplitMix64::new(seed);
    let root = if random.below(2) == 0 { Player::Max } else { Player::Min };
    GivenTree::parse(&format!("[{}, {}]", text(&mut random, 4), text(&mut random, 4)), root).unwrap()
}

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

#[test]
fn expectiminimax_and_star1_find_the_exact_mean() {
    let (mut fractions, mut saved, mut leaves) = (0, 0, 0);
    for seed in 0..10_000 {
        let tree = chance_tree(seed);
        let truth = expectation(&tree, tree.root(), tree.root_player());
        let (full, all) = run(Search::Expectiminimax, &tree, &Settings::default());
        let (star, some) = run(Search::Star1, &tree, &Settings::default());
        for answer in [&full, &star] {
            assert!(is_near(answer.mean.unwrap(), truth.float()), "seed {seed}, {tree}: {answer:?}");
            assert_eq!((answer.value, answer.bound), (answer.mean.unwrap().round() as i32, Bound::Exact));
            let best = tree.children(&tree.root()).nth(answer.best.unwrap().into()).unwrap();
            assert_eq!(expectation(&tree, best, !tree.root_player()), truth, "seed {seed}, {tree}");
        }
        assert_eq!(all.evaluated().len(), tree.leaf_count());
        assert!(some.distinct_leaves(&tree).is_subset(&all.distinct_leaves(&tree)));
        assert_eq!(some.evaluated().len(), some.distinct_leaves(&tree).len(), "no leaf twice");
        saved += all.evaluated().len() - some.evaluated().len();
        leaves += tree.leaf_count();
        fractions += u32::from(truth.1 != 1);
    }
    assert!(fractions > 3_000 && saved * 10 > leaves, "{fractions}, {saved} of {leaves}");
}

#[test]
fn star1_tells_bounds_that_hold() {
    let mut kinds = [0; 3];
    for seed in 0..6_000 {
        let tree = chance_tree(seed);
        let alpha = SplitMix64::new(seed).below(30) as i32 - 15;
        let window = Window { alpha, beta: alpha + 1 + (seed % 5) as i32 };
        let truth = expectation(&tree, tree.root(), tree.root_player()).float();
        let (answer, recorder) = run(Search::Star1, &tree, &Settings { window, ..Settings::default() });
        let mean = answer.mean.unwrap();
        let holds = match answer.bound {
            Bound::Exact => is_near(mean, truth),
            Bound::Lower => truth > mean - 1e-9 && mean >= window.beta.into(),
            Bound::Upper => truth < mean + 1e-9 && mean <= window.alpha.into(),
        };
        assert!(holds, "seed {seed}, {tree}, {window}: {answer:?}, {truth}");
        kinds[answer.bound as usize] += 1;
        for (path, event) in recorder.events {
            let Event::Cut(cutoff) = event else { continue };
            let node = tree.at(&path).unwrap();
            let chances =
                (1..path.len()).filter(|&ply| tree.is_chance(&tree.at(&path[..ply]).unwrap())).count();
            let chances = chances + usize::from(!path.is_empty() && tree.is_chance(&tree.root()));
            let is_even = (path.len() - chances).is_multiple_of(2);
            let mover = if is_even { tree.root_player() } else { !tree.root_player() };
            let exact = expectation(&tree, node, mover).float();
            let is_true = match cutoff.player {
                Player::Max => exact > f64::from(cutoff.score) - 0.5 - 1e-9 && cutoff.score >= cutoff.bound,
                Player::Min => exact < f64::from(cutoff.score) + 0.5 + 1e-9 && cutoff.score <= cutoff.bound,
            };
            assert!(is_true, "seed {seed}, {tree}, {path:?}: {cutoff:?}, {exact}");
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
    assert!(kinds.iter().all(|&count| count > 300), "{kinds:?}");
}

/// The sentences of a search, and the text of its last picture.
fn sentences_and_picture(search: Search, tree: &GivenTree) -> (Vec<String>, String) {
    let mut recording = Recording::new(1_000);
    catalogue::run(search, tree, &Settings::default(), &mut recording).unwrap();
    let layout = Layout::new(tree, None, MAX_DRAWN).unwrap();
    let state = State::at(&layout, &recording, recording.len());
    (recording.steps().map(|step| step.to_string()).collect(), Picture::new(&state, "").svg())
}

#[test]
fn means_are_told_as_they_are() {
    let tree = NamedTree::find("dice").unwrap().tree();
    let (sentences, picture) = sentences_and_picture(Search::Star1, &tree);
    let cut = sentences.iter().find(|text| text.starts_with("cuts 1 child of 1:")).unwrap();
    let reason = "the mean of 1 is 1.3 or less, even if the rest brings the most, 4";
    assert!(cut.ends_with(reason), "{cut}");
    assert!(cut.contains("ends at 2.1"), "{cut}");
    assert!(picture.contains("≤1.3") && picture.contains("2.1"), "{picture}");
    let (sentences, _) = sentences_and_picture(Search::Expectiminimax, &tree);
    assert!(sentences.contains(&"leaves 0: value = 2.1".to_owned()), "{sentences:?}");
    let thirds = GivenTree::parse("[{0, 1, 1}, {1, 1, 1}]", Player::Max).unwrap();
    let (sentences, picture) = sentences_and_picture(Search::Expectiminimax, &thirds);
    assert!(sentences.contains(&"leaves 0: value = 0.67".to_owned()), "{sentences:?}");
    assert!(sentences.contains(&"leaves 1: value = 1".to_owned()) && picture.contains("0.67"));
}

/// Each comparison of a cutoff is true of the numbers shown, and what it says of a player is exact.
#[test]
fn cutoffs_above_chance_compare_the_means_that_they_tell() {
    let (mut cutoffs, mut fractions) = (0, 0);
    for seed in 0..2_000 {
        let tree = chance_tree(seed);
        let mut recording = Recording::new(100_000);
        catalogue::run(Search::Star1, &tree, &Settings::default(), &mut recording).unwrap();
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

#[test]
fn without_chance_they_are_minimax_and_alpha_beta() {
    for seed in 0..2_000 {
        let tree = any_tree(seed);
        for (search, usual) in [(Search::Expectiminimax, Search::Minimax), (Search::Star1, Search::AlphaBeta)]
        {
            let (answer, recorder) = run(search, &tree, &Settings::default());
            let (expected, other) = run(usual, &tree, &Settings::default());
            assert_eq!((answer.value, answer.line), (expected.value, expected.line), "{tree}");
            assert_eq!(recorder.evaluated(), other.evaluated(), "{tree}");
            let cuts = |events: &[(Vec<u16>, Event)]| {
                let is_cut = |(_, event): &&(Vec<u16>, Event)| matches!(event, Event::Cut(_));
                events.iter().filter(is_cut).cloned().collect::<Vec<_>>()
            };
            assert_eq!(cuts(&recorder.events), cuts(&other.events), "{tree}");
        }
    }
}

#[test]
fn chance_nodes_are_written_in_braces_or_as_json() {
    let read = |text: &str| GivenTree::parse(text, Player::Max).unwrap();
    for (text, printed) in [
        ("{3,5}", "{3, 5}"),
        ("[ { 1 : 3 , 5 : [2, 9] } , 4 ]", "[{1: 3, 5: [2, 9]}, 4]"),
        ("{0.9: 3, 0.1: -10}", "{9: 3, 1: -10}"),
        ("{2: 3, 2: 5}", "{3, 5}"),
        ("4: {1: 7: [3, 5], 1: 2}", "4: {1: 7: [3, 5], 1: 2}"),
        (r#"{"chance": [3, 5]}"#, "{3, 5}"),
        (r#"[{ "chance" : [3,[5, 6]], "weights":[0.25,0.75] }, 1]"#, "[{1: 3, 3: [5, 6]}, 1]"),
    ] {
        let tree = read(text);
        assert_eq!(tree.to_string(), printed);
        assert_eq!(read(printed), tree);
    }
    for seed in 0..2_000 {
        let tree = chance_tree(seed);
        assert_eq!(GivenTree::parse(&tree.to_string(), tree.root_player()).unwrap(), tree, "{tree}");
    }
}

#[test]
fn errors_in_chance_nodes_name_the_place() {
    for (text, error) in [
        ("{}", "character 2: expected a list of at least one child, got an empty list"),
        (
            "{1: 3, 5}",
            r#"character 8: expected a chance and a colon before each child, or before none, got "5}""#,
        ),
        (
            "{3, 1: 5}",
            r#"character 5: expected a chance and a colon before each child, or before none, got "1: 5}""#,
        ),
        ("{0: 3, 1: 5}", r#"character 2: expected a chance from 0.000001 to 1000000000, got "0""#),
        ("{-1: 3, 1: 5}", r#"character 2: expected a chance from 0.000001 to 1000000000, got "-1""#),
        (
            "{1000000001: 3}",
            r#"character 2: expected a chance from 0.000001 to 1000000000, got "1000000001""#,
        ),
        ("{nan: 3}", r#"character 2: expected a chance from 0.000001 to 1000000000, got "nan""#),
        ("{3, 5]", r#"character 6: expected "," or "}", got "]""#),
        (r#"{"dice": [1]}"#, r#"character 2: expected "chance" or "weights", got "\"dice\": [1]}""#),
        (r#"{"chance": 3}"#, r#"character 12: expected a list of children, got "3}""#),
        (r#"{"chance": [3, 5], "weights": [1]}"#, "character 31: expected 2 weights, got 1"),
        (r#"{"chance": [3, 5], "weights": [1, "2"]}"#, r#"character 35: expected a chance, got "\"2\"]}""#),
    ] {
        assert_eq!(GivenTree::parse(text, Player::Max).unwrap_err().to_string(), error, "{text}");
    }
}

/// The children are worth 0.5 and 0.66, although each of their chance nodes would round the other way.
#[test]
fn children_are_ordered_by_their_exact_means() {
    let tree =
        GivenTree::parse("[{{0, 1}, {0, 1}}, {{51: 0, 49: 1}, {51: 0, 49: 1}, 1}]", Player::Max).unwrap();
    for (order, first) in [(Order::Best, 1), (Order::Worst, 0)] {
        let settings = Settings { order, ..Settings::default() };
        let (_, recorder) = run(Search::Expectiminimax, &tree, &settings);
        assert_eq!(recorder.evaluated()[0][0], first, "{order:?}");
    }
}

#[test]
fn printed_chances_and_keys_in_any_order_are_read() {
    let parse = |text: &str| GivenTree::parse(text, Player::Max).unwrap();
    let uneven = parse("{0.0005: 3, 0.9995: 8}");
    assert_eq!(uneven.to_string(), "{1: 3, 1999: 8}");
    assert_eq!(parse(&uneven.to_string()).to_string(), uneven.to_string());
    assert_eq!(parse(r#"{"weights": [1, 1999], "chance": [3, 8]}"#).to_string(), uneven.to_string());
    GivenTree::parse("{0.000001: 3, 1000000000: 8}", Player::Max).unwrap_err();
}

#[test]
fn random_trees_have_chance_nodes_at_regular_plies() {
    let random: RandomTree = "branching=2,depth=5,seed=3,chance=2".parse().unwrap();
    assert_eq!(random.to_string().parse(), Ok(random));
    let tree = random.generate(Player::Max).unwrap();
    let plain = RandomTree { chance: 0, ..random }.generate(Player::Max).unwrap();
    assert!(tree.has_chance() && !plain.has_chance());
    assert_eq!(tree.to_string().replace('{', "[").replace('}', "]"), plain.to_string());
    let mut nodes = vec![(tree.root(), 1)];
    while let Some((node, ply)) = nodes.pop() {
        assert_eq!(tree.is_chance(&node), ply <= 5 && ply % 2 == 0);
        nodes.extend(tree.children(&node).map(|child| (child, ply + 1)));
    }
    let given = GivenTree::parse(&tree.to_string(), Player::Max).unwrap();
    for search in CATALOGUE.iter().map(|entry| entry.search).filter(|search| search.knows_chance()) {
        let [one, other] = [&tree, &given].map(|tree| run(search, tree, &Settings::default()));
        assert_eq!((one.0, one.1.events), (other.0, other.1.events));
    }
    let ordered = RandomTree { quality: 0.5, ..random };
    let error = ordered.check().unwrap_err().to_string();
    assert_eq!(error, "quality: expected 0 in a tree with chance nodes, got 0.5");
    let leaves = Leaves::Integers { low: 2, high: 2 };
    let constant = RandomTree { leaves, ..random }.generate(Player::Min).unwrap();
    for search in [Search::Expectiminimax, Search::Star1] {
        assert_eq!(run(search, &constant, &Settings::default()).0.mean, Some(2.0));
    }
}

#[test]
fn chance_nodes_are_circles_with_chances_on_their_edges() {
    let tree = GivenTree::parse("[{1: 2, 5: 8}, {[0, 9], 3}]", Player::Max).unwrap();
    let mut recording = Recording::new(1_000);
    catalogue::run(Search::Star1, &tree, &Settings::default(), &mut recording).unwrap();
    let layout = Layout::new(&tree, None, MAX_DRAWN).unwrap();
    let state = State::at(&layout, &recording, recording.len());
    let picture = Picture::new(&state, "Star1");
    assert_eq!(
        picture.text(),
        "▲ 7  (−∞, +∞) ◀\n\
         ├─ 0: ● 7  (−∞, +∞) *\n\
         │  ├─ 0: 1/6 2  #1\n\
         │  └─ 1: 5/6 8  #2\n\
         └─ 1: ● ≤4.5  (7, +∞)\n   \
         ├─ 0: 1/2 ▼ ≤0  (5, 9)\n   \
         │  ├─ 0: 0  #3\n   \
         │  └─ 1: 9  ╳\n   \
         └─ 1: 1/2 3  ╳\n"
    );
    assert_eq!(picture.svg().matches("<ellipse").count(), 2);
    assert_eq!(picture.dot().matches("shape=circle").count(), 2);
}

#[test]
fn named_trees_have_the_means_that_they_tell() {
    let chances = NAMED_TREES.iter().filter(|named| named.tree().has_chance());
    let means = chances.map(|named| {
        let tree = named.tree();
        assert_eq!(tree.to_string(), named.text);
        let of_child = |child| expectation(&tree, child, Player::Min).float();
        (named.id, tree.children(&tree.root()).map(of_child).collect::<Vec<_>>())
    });
    let expected =
        [("dice", vec![2.1, 1.3]), ("dice-other-scale", vec![21.0, 40.9]), ("chance-cutoff", vec![4.0, 0.0])];
    assert_eq!(means.collect::<Vec<_>>(), expected);
    let (_, recorder) =
        run(Search::Star1, &NamedTree::find("chance-cutoff").unwrap().tree(), &Settings::default());
    let is_chance = |(_, event): &(_, Event)| matches!(event, Event::Cut(cutoff) if matches!(cutoff.against, Against::Chance { .. }));
    assert!(recorder.events.iter().any(is_chance));
    assert_eq!(recorder.evaluated().len(), 5);
}

/// The figures of the documentation.
#[test]
fn star1_saves_leaves_of_random_trees() {
    let means = [Leaves::Distinct, Leaves::Integers { low: -9, high: 9 }, Leaves::Binary { one: 0.5 }].map(
        |leaves| {
            let measurement = Measurement {
                first: RandomTree { branching: 4, depth: 5, seed: 1, leaves, quality: 0.0, chance: 2 },
                trees: 200,
                root: Player::Max,
                searches: vec![Search::Expectiminimax, Search::Star1],
                settings: Settings::default(),
            };
            let measured = measurement.run(&|| false);
            assert_eq!(measured.minimal, None);
            measured.sums.iter().map(|(_, sums)| sums.mean_distinct().unwrap().round()).collect::<Vec<_>>()
        },
    );
    assert_eq!(means, [[1024.0, 856.0], [1024.0, 788.0], [1024.0, 319.0]]);
}
