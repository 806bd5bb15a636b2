//! Events presented by the conventions of the papers.

use crate::recorder::run_with;
use crate::trees::any_tree;
use bestmove_trees::picture::{Layout, MAX_DRAWN, Picture};
use bestmove_trees::{
    Convention, Event, GivenTree, MINUS_INFINITY, PLUS_INFINITY, Player, Recording, Search, Settings, State,
    Step, Tree, TreeSource, Value, Window,
};

fn recorded(search: Search, tree: &GivenTree, settings: &Settings) -> Recording {
    let mut recording = Recording::new(usize::MAX).presented(search.presentation(tree.root_player()));
    run_with(search, tree, settings, &mut recording).unwrap();
    recording
}

fn steps(search: Search, tree: &GivenTree) -> Vec<Step> {
    recorded(search, tree, &Settings::default()).steps().collect()
}

fn figure() -> GivenTree {
    TreeSource::parse("textbook-figure", None).unwrap().into_tree()
}

/// The windows of the path, as a search tells them: each is the window of a visit that has begun and not ended, as its
/// scores have narrowed it.
#[test]
fn in_the_negamax_form_a_child_has_the_negated_window_of_its_parent() {
    let mut children = 0;
    for seed in 0..200 {
        let tree = any_tree(seed);
        let mut path: Vec<Window> = Vec::new();
        for step in steps(Search::AlphaBetaNegamax, &tree) {
            match step.presented() {
                Event::Enter { window } => {
                    if let Some(parent) = path.last() {
                        assert_eq!((window.alpha, window.beta), (-parent.beta, -parent.alpha), "{tree}");
                        children += 1;
                    }
                    path.push(window);
                }
                Event::Improve { score, .. } => {
                    let window = path.last_mut().unwrap();
                    window.alpha = window.alpha.max(score);
                }
                Event::Leave { .. } => drop(path.pop()),
                Event::Cut(cutoff) => assert!(cutoff.score >= cutoff.bound, "{tree}: {step}"),
                _ => {}
            }
        }
    }
    assert!(children > 3_000, "{children}");
}

/// Negamax as Knuth and Moore have it: F0.
fn negamax(tree: &GivenTree, node: u32, player: Player) -> Value {
    let children = tree.children(&node).map(|child| -negamax(tree, child, !player));
    children.max().unwrap_or_else(|| player.view(tree.value(&node)))
}

#[test]
fn negamax_leaves_each_node_with_its_value_for_the_mover() {
    for seed in 0..200 {
        let tree = any_tree(seed);
        for step in steps(Search::Negamax, &tree) {
            if let Event::Leave { score, .. } = step.presented() {
                let player = step.presentation.player(step.path.len());
                assert_eq!(score, negamax(&tree, tree.at(&step.path).unwrap(), player), "{tree}: {step}");
            }
        }
    }
}

/// Each node of the path holds the best of the children that it has got, and a cutoff is where that
/// meets the one of an ancestor of the other player.
#[test]
fn stored_bounds_are_one_value_a_node_and_cut_where_two_on_the_path_meet() {
    let mut cutoffs = 0;
    for seed in 0..200 {
        let tree = any_tree(seed);
        let mut held: Vec<Value> = Vec::new();
        for step in steps(Search::AlphaBetaStoredBounds, &tree) {
            let player = step.presentation.player(step.path.len());
            match step.event {
                Event::Enter { .. } => held.push(player.worst()),
                Event::Leaf { value: score, .. } | Event::Improve { score, .. } => {
                    *held.last_mut().unwrap() = score;
                }
                Event::Leave { score, .. } => assert_eq!(held.pop(), Some(score), "{tree}: {step}"),
                _ => {}
            }
            assert_eq!(step.values, held, "{tree}: {step}");
            let (own, ancestors) = held.split_last().map_or((0, &[][..]), |(own, rest)| (*own, rest));
            let meets = ancestors.iter().rev().step_by(2).any(|&other| !player.prefers(other, own));
            if let Event::Cut(_) = step.event {
                assert!(meets, "{tree}: {step}");
                cutoffs += 1;
            }
        }
    }
    assert!(cutoffs > 500, "{cutoffs}");
}

/// The stack grows with each push, whose bound is that of two plies up, and shrinks with each pop.
#[test]
fn the_loop_has_a_stack_of_one_bound_a_ply() {
    let mut cutoffs = 0;
    for seed in 0..200 {
        let tree = any_tree(seed);
        let mut stack: Vec<Value> = Vec::new();
        for step in steps(Search::AlphaBetaIterative, &tree) {
            match step.presented() {
                Event::Enter { .. } => {
                    let above = stack.len().checked_sub(2).map_or(MINUS_INFINITY, |two_up| stack[two_up]);
                    stack.push(above);
                }
                Event::Leaf { value, .. } => *stack.last_mut().unwrap() = value,
                Event::Improve { score, .. } => {
                    let own = stack.last_mut().unwrap();
                    *own = (*own).max(score);
                }
                Event::Leave { score, .. } => assert_eq!(stack.pop(), Some(score), "{tree}: {step}"),
                Event::Cut(_) => {
                    let [.., above, own] = stack[..] else { panic!("the root is cut: {tree}") };
                    assert!(own >= -above, "{tree}: {step}");
                    cutoffs += 1;
                }
                _ => {}
            }
            assert_eq!(step.values, stack, "{tree}: {step}");
        }
        assert!(stack.is_empty());
    }
    assert!(cutoffs > 500, "{cutoffs}");
}

/// In the loop the bound of a node may be that of two plies up, which no child of its own has brought.
#[test]
fn a_better_child_has_brought_the_score_with_which_it_was_left() {
    let mut better = 0;
    for seed in 0..200 {
        let tree = any_tree(seed);
        for search in [Search::AlphaBetaIterative, Search::AlphaBetaNegamax, Search::AlphaBetaFailHard] {
            let steps: Vec<_> = recorded(search, &tree, &Settings::default()).iter().collect();
            for pair in steps.windows(2) {
                if let [(path, Event::Leave { score, .. }), (_, Event::Improve { score: told, child })] = pair
                {
                    assert_eq!((told, Some(child)), (score, path.last()), "{tree}: {search:?}");
                    better += 1;
                }
            }
        }
    }
    assert!(better > 5_000, "{better}");
}

#[test]
fn the_textbook_figure_is_written_in_four_ways() {
    let sentences = |search, at: &[u16]| -> Vec<String> {
        let at_node = |step: &Step| step.path == at && !matches!(step.event, Event::Leaf { .. });
        steps(search, &figure()).iter().filter(|step| at_node(step)).map(ToString::to_string).collect()
    };
    assert_eq!(
        sentences(Search::AlphaBeta, &[0, 0, 1]),
        [
            "enters 0.0.1 with the window (5, +∞)",
            "child 0 is the best so far at 0.0.1: 7",
            "child 1 is the best so far at 0.0.1: 4",
            "cuts 1 child of 0.0.1: Max is already sure of 5 or more at 0.0, and Min can hold 0.0.1 to 4 or less",
            "leaves 0.0.1: value ≤ 4",
        ]
    );
    assert_eq!(
        sentences(Search::AlphaBetaNegamax, &[0, 0, 1]),
        [
            "enters 0.0.1 with the window (−∞, −5) for Min",
            "child 0 is the best so far at 0.0.1: −(7) = −7 for Min",
            "child 1 is the best so far at 0.0.1: −(4) = −4 for Min",
            "cuts 1 child of 0.0.1: Max is already sure of 5 or more at 0.0, which is −5 or less for Min, and Min \
             can get −4 or more at 0.0.1",
            "leaves 0.0.1: value ≥ −4 for Min",
        ]
    );
    assert_eq!(
        sentences(Search::AlphaBetaStoredBounds, &[0, 0, 1]),
        [
            "enters 0.0.1: its β begins at +∞",
            "the β of 0.0.1 falls to 7, by child 0",
            "the β of 0.0.1 falls to 4, by child 1",
            "cuts 1 child of 0.0.1: the β of 0.0.1, 4, is not above the α of 0.0, 5",
            "leaves 0.0.1: its β is final, 4, and its value that or less",
        ]
    );
    assert_eq!(
        sentences(Search::AlphaBetaIterative, &[0, 0, 1]),
        [
            "pushes 0.0.1: bound 3 begins at −∞ for Min, as bound 1",
            "child 0 is the best so far at 0.0.1: −(7) = −7, and bound 3 is −7 for Min",
            "child 1 is the best so far at 0.0.1: −(4) = −4, and bound 3 is −4 for Min",
            "cuts 1 child of 0.0.1: bound 3, −4, has reached −(5), the negation of bound 2, which Max is sure of \
             at 0.0",
            "pops 0.0.1: bound 3 has become −4 for Min",
        ]
    );
}

/// A window that is given holds as if ancestors above the root had it.
#[test]
fn cutoffs_at_the_root_name_the_window() {
    let window = Window { alpha: -10, beta: 3 };
    let settings = Settings { window, ..Settings::default() };
    let cut = |search| {
        let recording = recorded(search, &figure(), &settings);
        let cut = recording.steps().filter(|step| step.path.is_empty()).find_map(|step| step.reason());
        cut.unwrap().to_string()
    };
    assert_eq!(
        cut(Search::AlphaBetaStoredBounds),
        "the α of the root, 3, is not below the β of the window, 3"
    );
    assert_eq!(
        cut(Search::AlphaBetaIterative),
        "bound 0, 3, has reached −(−3), the negation of the other bound of the window"
    );
}

#[test]
fn pictures_show_what_a_search_holds() {
    let tree = figure();
    let layout = Layout::new(&tree, None, MAX_DRAWN).unwrap();
    let shown = |search: Search, node: &[u16]| {
        let recording = recorded(search, &tree, &Settings::default());
        let is_cut = |(path, event): &(Vec<u16>, Event)| path == node && matches!(event, Event::Cut(_));
        let at = recording.iter().position(|step| is_cut(&step)).unwrap() + 1;
        Picture::new(&State::at(&layout, &recording, at), "").text()
    };
    let has = |text: &str, label: &str| assert!(text.contains(label), "{label:?} in {text}");
    let cut = [0, 0, 1];
    has(&shown(Search::AlphaBeta, &cut), "▼ 4  (5, 4)");
    has(&shown(Search::AlphaBetaNegamax, &cut), "▼ −4  (−4, −5)");
    let stored = shown(Search::AlphaBetaStoredBounds, &cut);
    has(&stored, "▼ 4  β = 4");
    has(&stored, "▲ 5  α = 5");
    assert!(!stored.contains("(5"), "{stored}");
    let stack = shown(Search::AlphaBetaIterative, &cut);
    for label in ["[0] = −∞", "[1] = −∞", "[2] = 5", "[3] = −4"] {
        has(&stack, label);
    }
    assert_eq!(stack.matches("] = ").count(), 4, "{stack}");
}

#[test]
fn conventions_have_names() {
    for (name, convention) in Convention::ALL {
        assert_eq!(convention.name(), *name);
    }
    assert_eq!(-PLUS_INFINITY, MINUS_INFINITY, "infinities are negated like other values");
}
