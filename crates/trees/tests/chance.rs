//! Trees with chance nodes: their exact values, their text and their pictures.

use crate::recorder::run;
use crate::trees::any_tree;
use bestmove_trees::picture::{Layout, MAX_DRAWN, Picture};
use bestmove_trees::{
    Against, CATALOGUE, Event, GivenTree, Leaves, NAMED_TREES, NamedTree, Order, Player, RandomTree,
    Recording, Search, Settings, SplitMix64, State, Tree, catalogue,
};
use std::cmp::Ordering;

/// An exact fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fraction(i128, pub(crate) i128);

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

    pub(crate) fn float(self) -> f64 {
        self.0 as f64 / self.1 as f64
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some((self.0 * other.1).cmp(&(other.0 * self.1)))
    }
}

/// The expectation of a node where this player moves, or moves after chance.
pub(crate) fn expectation(tree: &GivenTree, node: u32, player: Player) -> Fraction {
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

pub(crate) fn chance_tree(seed: u64) -> GivenTree {
    let mut random = SplitMix64::new(seed);
    let root = if random.below(2) == 0 { Player::Max } else { Player::Min };
    GivenTree::parse(&format!("[{}, {}]", text(&mut random, 4), text(&mut random, 4)), root).unwrap()
}

pub(crate) fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

/// The sentences of a search, and the text of its last picture.
pub(crate) fn sentences_and_picture(search: Search, tree: &GivenTree) -> (Vec<String>, String) {
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

#[test]
fn without_chance_they_are_minimax_and_alpha_beta() {
    for seed in 0..2_000 {
        let tree = any_tree(seed);
        for (search, usual) in [
            (Search::Expectiminimax, Search::Minimax),
            (Search::Star1, Search::AlphaBeta),
            (Search::Star2, Search::AlphaBeta),
        ] {
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
    for search in [Search::Expectiminimax, Search::Star1, Search::Star2] {
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
