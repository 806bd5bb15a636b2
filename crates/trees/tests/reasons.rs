//! Reasons are true, word for word, on random trees with windows and ties of all kinds.

use crate::recorded::{minimax, player_at, recorded, uneven_tree};
use bestmove_trees::picture::{Layout, MAX_DRAWN};
use bestmove_trees::{
    Against, Bound, CutoffReason, Event, GivenTree, LeftOut, MINUS_INFINITY, PLUS_INFINITY, Player, Reach,
    Recording, Search, Settings, SplitMix64, State, Step, Ties, Tree, Value, Window, catalogue,
};
use std::collections::{HashMap, HashSet};

/// A sentence taken apart: what the opponent is sure of and where, and the score of the node.
struct Claim<'a> {
    opponent: Option<(&'a str, Value, &'a str, &'a str)>,
    player: &'a str,
    node: &'a str,
    score: Value,
    side: &'a str,
}

impl<'a> Claim<'a> {
    fn parse(text: &'a str) -> Self {
        let (ground, effect) = text.rsplit_once(", and ").unwrap();
        let opponent = ground.split_once(" is already sure of ").map(|(opponent, rest)| {
            let (value, rest) = rest.split_once(" or ").unwrap();
            let (side, place) = rest.split_once(" at ").unwrap();
            (opponent, number(value), side, place)
        });
        let (effect, side) = match effect.rsplit_once(" or less") {
            Some((effect, "")) => (effect, "less"),
            _ => (effect, "more"),
        };
        let (player, node, score) = if let Some(rest) = effect.strip_prefix("Min can hold ") {
            let (node, score) = rest.rsplit_once(" to ").unwrap();
            ("Min", node, score)
        } else {
            let (score, node) =
                effect.strip_prefix("Max can get ").unwrap().split_once(" or more at ").unwrap();
            ("Max", node, score)
        };
        Self { opponent, player, node, score: number(score), side }
    }
}

fn number(text: &str) -> Value {
    text.replace('−', "-").parse().unwrap()
}

fn path(name: &str) -> Vec<u16> {
    if name == "the root" { Vec::new() } else { crate::data::path(name) }
}

/// Whether a value is at least, or at most, another.
fn holds(value: Value, side: &str, other: Value) -> bool {
    match side {
        "more" => value >= other,
        "less" => value <= other,
        side => panic!("{side}"),
    }
}

/// Checks the sentence of a reason against the values of the tree, and those of the nodes left before.
fn check(
    tree: &GivenTree,
    values: &HashMap<Vec<u16>, Value>,
    left: &HashSet<Vec<u16>>,
    reason: &CutoffReason,
    window: Window,
) {
    let text = reason.to_string();
    let claim = Claim::parse(&text);
    let node = path(claim.node);
    assert_eq!(node, reason.node, "{text}");
    assert_eq!(player_at(tree, &node).to_string(), claim.player, "{text}");
    assert_eq!(claim.side, if claim.player == "Max" { "more" } else { "less" }, "{text}");
    assert!(holds(values[&node], claim.side, claim.score), "{tree}: {text}");
    let cutoff = reason.cutoff;
    let Some((opponent, sure, side, place)) = claim.opponent else {
        let bound = if claim.player == "Max" { window.beta } else { window.alpha };
        assert_eq!(
            (cutoff.against, cutoff.reach),
            (Against::Window(window), Reach::Window),
            "{tree}: {text}"
        );
        assert!(holds(claim.score, claim.side, bound), "{tree}: {text}");
        return;
    };
    let ancestor = path(place);
    assert_eq!(cutoff.against, Against::Ancestor { ply: ancestor.len() as u16, sure }, "{text}");
    let is_parent = ancestor.len() + 1 == node.len();
    assert!(if is_parent { cutoff.reach == Reach::Shallow } else { cutoff.reach != Reach::Window }, "{text}");
    assert!(node.starts_with(&ancestor) && ancestor.len() < node.len(), "{text}");
    assert_eq!(player_at(tree, &ancestor).to_string(), opponent, "{text}");
    assert_ne!(opponent, claim.player, "{text}");
    assert!(holds(values[&ancestor], side, sure), "{tree}: {text}");
    assert!(holds(claim.score, claim.side, sure), "{text}: the score is not enough");
    let mut children =
        left.iter().filter(|path| path.len() == ancestor.len() + 1 && path.starts_with(&ancestor));
    assert!(
        children.any(|child| holds(values[child], side, sure)),
        "{tree}: no child before gives it: {text}"
    );
}

/// Checks all reasons of a search. Returns how many there are, and how many come from a window.
pub(crate) fn check_all(tree: &GivenTree, events: impl Iterator<Item = (Vec<u16>, Event)>) -> (usize, usize) {
    let mut values = minimax(tree, None);
    let (mut windows, mut left) = (HashMap::new(), HashSet::new());
    let (mut seen, mut from_windows) = (0, 0);
    for (path, event) in events {
        let step = Step::new(path.clone(), event);
        match event {
            Event::Pass { depth: Some(depth), .. } => {
                values = minimax(tree, Some(depth));
                left.clear();
            }
            Event::Enter { window } => {
                windows.insert(path.clone(), window);
            }
            Event::Leave { .. } => {
                left.insert(path.clone());
            }
            _ => {}
        }
        if let Some(reason) = step.reason() {
            check(tree, &values, &left, &reason, windows[&path]);
            seen += 1;
            from_windows += usize::from(reason.cutoff.reach == Reach::Window);
        }
    }
    (seen, from_windows)
}

#[test]
fn reasons_are_true_with_an_open_window_and_come_from_ancestors() {
    let mut random = SplitMix64::new(1);
    let mut seen = 0;
    for _ in 0..4_000 {
        let (most, depth, values) = (2 + random.below(3), 3 + random.below(4), 2 + random.below(30));
        let tree = uneven_tree(&mut random, most, depth as usize, values);
        for ties in [Ties::Cut, Ties::Search] {
            let (reasons, from_windows) = check_all(&tree, recorded(&tree, Window::FULL, ties).iter());
            assert_eq!(from_windows, 0, "{tree}");
            seen += reasons;
        }
    }
    assert!(seen > 10_000, "{seen}");
}

#[test]
fn reasons_are_true_with_narrow_windows() {
    let mut random = SplitMix64::new(2);
    let (mut seen, mut from_windows) = (0, 0);
    for _ in 0..4_000 {
        let tree = uneven_tree(&mut random, 3, 5, 20);
        let alpha = random.below(20) as Value - 10;
        let beta = alpha + 1 + random.below(6) as Value;
        let half_open = [Window { alpha: MINUS_INFINITY, beta }, Window { alpha, beta: PLUS_INFINITY }];
        for window in [Window { alpha, beta }, Window::at_least(beta), half_open[0], half_open[1]] {
            let (reasons, windows) = check_all(&tree, recorded(&tree, window, Ties::Cut).iter());
            (seen, from_windows) = (seen + reasons, from_windows + windows);
        }
    }
    assert!(seen > 10_000 && from_windows > 1_000, "{seen}, {from_windows}");
}

#[test]
fn leaves_that_were_left_out_do_not_matter() {
    let mut random = SplitMix64::new(3);
    let mut changed = 0;
    for _ in 0..1_000 {
        let tree = uneven_tree(&mut random, 3, 5, 12);
        let layout = Layout::new(&tree, None, MAX_DRAWN).unwrap();
        let recording = recorded(&tree, Window::FULL, Ties::Cut);
        let state = State::at(&layout, &recording, usize::MAX);
        let mut values = HashMap::new();
        for node in 0..layout.places().len() as u32 {
            let is_visited = state.nodes()[node as usize].is_visited();
            match state.left_out(node) {
                Some(LeftOut::Cutoff(reason)) => {
                    let path = layout.path(node);
                    assert!(path.starts_with(&reason.node) && path.len() > reason.node.len());
                    values.insert(path, random.below(1000) as Value - 500);
                    changed += 1;
                }
                Some(left_out) => panic!("{left_out}"),
                None => {}
            }
            assert_ne!(is_visited, state.left_out(node).is_some());
        }
        let other = with_leaves(&tree, &mut Vec::new(), &values);
        let other = GivenTree::parse(&other, tree.root_player()).unwrap();
        assert_eq!(minimax(&tree, None)[&vec![]], minimax(&other, None)[&vec![]], "{tree}");
    }
    assert!(changed > 1_000);
}

/// A tree as text, with other values for some leaves.
fn with_leaves(tree: &GivenTree, path: &mut Vec<u16>, values: &HashMap<Vec<u16>, Value>) -> String {
    let node = tree.at(path).unwrap();
    let mut children = Vec::new();
    for child in 0..tree.children(&node).len() as u16 {
        path.push(child);
        children.push(with_leaves(tree, path, values));
        path.pop();
    }
    match values.get(path) {
        _ if !children.is_empty() => format!("[{}]", children.join(",")),
        Some(value) => value.to_string(),
        None => tree.value(&node).to_string(),
    }
}

#[test]
fn the_figure_tells_why_a_leaf_is_never_looked_at() {
    let text = "[[[[5,6],[7,4,5]],[[3]]],[[[6],[6,9]],[[7]]],[[[5]],[[9,8],[6]]]]";
    let tree = GivenTree::parse(text, Player::Max).unwrap();
    let layout = Layout::new(&tree, None, MAX_DRAWN).unwrap();
    let state = State::at(&layout, &recorded(&tree, Window::FULL, Ties::Cut), usize::MAX);
    let why = |path: &[u16]| state.left_out(layout.at(path).0).unwrap().to_string();
    assert_eq!(
        why(&[0, 0, 1, 2]),
        "never looked at: Max is already sure of 5 or more at 0.0, and Min can hold 0.0.1 to 4 or less. \
         So 0.0.1 was cut after 2 of 3 children"
    );
    assert_eq!(
        why(&[2, 1, 0, 0]),
        "never looked at: Max is already sure of 6 or more at the root, and Min can hold 2 to 5 or less. \
         So 2 was cut after 1 of 2 children"
    );
}

/// A second search proves the half of a score that the null window has left open: its bound is
/// never an upper one for the player whose move led to the node, and each bound holds.
#[test]
fn second_searches_tell_what_both_searches_prove() {
    let mut equal = 0;
    for seed in 0..3_000 {
        let mut random = SplitMix64::new(seed);
        let tree = uneven_tree(&mut random, 4, 5, 8);
        let values = minimax(&tree, None);
        for search in [Search::Pvs, Search::NegaScout] {
            let mut recording = Recording::new(usize::MAX);
            catalogue::run(search, &tree, &Settings::default(), &mut recording).unwrap();
            let (mut scores, mut again) = (HashMap::new(), HashSet::new());
            for (path, event) in recording.iter() {
                match event {
                    Event::Research { .. } => {
                        again.insert(path);
                    }
                    Event::Leave { score, bound } => {
                        let value = values[&path];
                        let holds = match bound {
                            Bound::Exact => value == score,
                            Bound::Lower => value >= score,
                            Bound::Upper => value <= score,
                        };
                        assert!(holds, "{tree}, {search:?}, {path:?}: {bound:?} {score}, {value}");
                        let first = scores.insert(path.clone(), score);
                        if again.remove(&path) && first == Some(score) {
                            assert_eq!(bound, Bound::Exact, "{tree}, {search:?}, {path:?}");
                            equal += 1;
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(equal > 100, "{equal}");
}
