//! Each search on the worked, published, showcase and random trees: values, leaves in sequence, nodes, cutoffs.

use crate::data;
use crate::recorder::run;
use bestmove_trees::{
    Bound, GivenTree, MINUS_INFINITY, Order, PLUS_INFINITY, Player, Search, Settings, Ties, Tree, Window,
};
use serde_json::{Map, Value};

/// The searches of the files by name, each with its settings.
fn searches() -> Vec<(&'static str, Search, Settings)> {
    let plain = Settings::default();
    let ordered = |order| Settings { order, ..Settings::default() };
    let guess = |guess| Settings { guess: Some(guess), ..Settings::default() };
    vec![
        ("minimax", Search::Minimax, plain.clone()),
        ("negamax", Search::Negamax, plain.clone()),
        ("alpha-beta fail-hard", Search::AlphaBetaFailHard, plain.clone()),
        ("alpha-beta fail-soft", Search::AlphaBeta, plain.clone()),
        ("alpha-beta fail-soft", Search::AlphaBetaStoredBounds, plain.clone()),
        ("alpha-beta strict", Search::AlphaBeta, Settings { ties: Ties::Search, ..plain.clone() }),
        (
            "alpha-beta strict",
            Search::AlphaBetaStoredBounds,
            Settings { ties: Ties::Search, ..plain.clone() },
        ),
        ("alpha-beta iterative", Search::AlphaBetaIterative, plain.clone()),
        ("alpha-beta iterative", Search::AlphaBetaNegamax, plain.clone()),
        ("branch-and-bound", Search::BranchAndBound, plain.clone()),
        ("scout", Search::Scout, plain.clone()),
        ("pvs", Search::Pvs, plain.clone()),
        ("negascout", Search::NegaScout, plain.clone()),
        ("l-alpha-beta", Search::LAlphaBeta, plain.clone()),
        ("killer", Search::Killer, plain.clone()),
        ("history", Search::History, plain.clone()),
        ("best first", Search::AlphaBeta, ordered(Order::Best)),
        ("worst first", Search::AlphaBeta, ordered(Order::Worst)),
        ("sss*", Search::SssStar, plain.clone()),
        ("dual*", Search::DualStar, plain.clone()),
        ("mtd +inf", Search::MtdF, guess(PLUS_INFINITY)),
        ("mtd -inf", Search::MtdF, guess(MINUS_INFINITY)),
        ("mtd 0", Search::MtdF, guess(0)),
        ("mtd bisect", Search::MtdBisect, plain.clone()),
        ("aspiration 0±2", Search::Aspiration, guess(0)),
        ("static order", Search::AlphaBeta, ordered(Order::Static)),
        ("iterative deepening", Search::IterativeDeepening, plain),
    ]
}

/// A tree of the files as text, with the static values of inner nodes.
fn text(tree: &Value, path: &str, statics: Option<&Map<String, Value>>) -> String {
    let Some(children) = tree.as_array() else { return tree.to_string() };
    let below = |number| if path.is_empty() { format!("{number}") } else { format!("{path}.{number}") };
    let children: Vec<_> =
        children.iter().enumerate().map(|(number, child)| text(child, &below(number), statics)).collect();
    let value = statics.map_or_else(String::new, |statics| format!("{}: ", statics[path]));
    format!("{value}[{}]", children.join(", "))
}

fn given(tree: &Value, root: Player) -> GivenTree {
    GivenTree::parse(&text(&tree["tree"], "", tree["static"].as_object()), root).unwrap()
}

fn numbers(list: &Value) -> Vec<usize> {
    list.as_array().unwrap().iter().map(|number| number.as_u64().unwrap() as usize).collect()
}

/// Compares one search with what the file expects of it.
fn compare(place: &str, search: Search, settings: &Settings, tree: &GivenTree, expected: &Value) {
    let (outcome, recorder) = run(search, tree, settings);
    assert_eq!(i64::from(outcome.value), expected["value"], "{place}: value");
    if let Some(best) = expected["best"].as_u64() {
        assert_eq!(outcome.best.map(u64::from), Some(best), "{place}: best move");
    }
    match expected.get("evaluated") {
        None => assert_eq!(recorder.leaves(tree), numbers(&expected["leaves"]), "{place}: leaves"),
        Some(paths) => {
            let paths: Vec<_> =
                paths.as_array().unwrap().iter().map(|path| data::path(path.as_str().unwrap())).collect();
            assert_eq!(recorder.evaluated(), paths, "{place}: evaluations");
        }
    }
    assert_eq!(recorder.evaluated().len() as u64, expected["evaluations"], "{place}: evaluations");
    assert_eq!(recorder.nodes() as u64, expected["nodes"], "{place}: nodes");
    if let Some(passes) = expected["passes"].as_u64() {
        assert_eq!(recorder.passes() as u64, passes, "{place}: passes");
    }
    if let Some(iterations) = expected["iterations"].as_array() {
        assert_eq!(recorder.passes(), iterations.len(), "{place}: iterations");
    }
    if let Some(states) = expected["largest_list"].as_u64() {
        assert_eq!(recorder.largest_list() as u64, states, "{place}: largest list");
    }
    if let Some(fails) = expected["fails"].as_array() {
        assert_eq!(recorder.passes(), fails.len() + 1, "{place}: passes");
    }
    if let Some(exact) = expected["exact"].as_bool() {
        assert_eq!(outcome.bound == Bound::Exact, exact, "{place}: exact");
    }
    if let Some(cutoffs) = expected["cutoffs"].as_array() {
        let word = |cutoff: &Value, at: usize| cutoff[at].as_str().unwrap().to_owned();
        let cutoff = |cutoff: &Value| {
            (data::path(&word(cutoff, 0)), cutoff[1].as_u64().unwrap(), word(cutoff, 2), word(cutoff, 3))
        };
        let expected: Vec<_> = cutoffs.iter().map(cutoff).collect();
        let own = recorder.cutoffs().into_iter();
        let own: Vec<_> = own
            .map(|(path, searched, side, depth)| (path, searched.into(), side.to_owned(), depth.to_owned()))
            .collect();
        assert_eq!(own, expected, "{place}: cutoffs");
    }
}

/// The files bisect the range of the leaves.
fn within_leaves(tree: &GivenTree) -> Settings {
    let leaves = (0..tree.leaf_count()).map(|number| tree.value(&tree.leaf(number)));
    let window = Window { alpha: leaves.clone().min().unwrap(), beta: leaves.max().unwrap() };
    Settings { window, ..Settings::default() }
}

/// Compares all searches on a tree; the number of those that the file has.
fn compare_all(place: &str, tree: &GivenTree, expected: &Value) -> usize {
    let expected = expected["algorithms"].as_object().unwrap();
    let compared = searches().into_iter().filter(|(name, search, settings)| {
        let found = expected.get(*name);
        if let Some(expected) = found {
            let place = format!("{place}, {search:?} ({name})");
            match *search {
                Search::MtdBisect => compare(&place, *search, &within_leaves(tree), tree, expected),
                _ => compare(&place, *search, settings, tree, expected),
            }
        }
        found.is_some()
    });
    compared.count()
}

fn bound(value: &Value) -> i32 {
    match value.as_str() {
        Some("-inf") => MINUS_INFINITY,
        Some("+inf") => PLUS_INFINITY,
        _ => i32::try_from(value.as_i64().unwrap()).unwrap(),
    }
}

/// Compares the windows on entry and the scores of three searches.
fn compare_visits(place: &str, tree: &GivenTree, expected: &Value) {
    for (name, search) in [
        ("alpha-beta fail-soft", Search::AlphaBeta),
        ("alpha-beta fail-soft", Search::AlphaBetaStoredBounds),
        ("alpha-beta fail-hard", Search::AlphaBetaFailHard),
        ("negascout", Search::NegaScout),
    ] {
        let visit = |visit: &Value| {
            let path = data::path(visit[0].as_str().unwrap());
            (path, bound(&visit[1]), bound(&visit[2]), bound(&visit[3]))
        };
        let expected: Vec<_> = expected[name].as_array().unwrap().iter().map(visit).collect();
        let (_, recorder) = run(search, tree, &Settings::default());
        assert_eq!(recorder.visits(), expected, "{place}: visits of {search:?}");
    }
}

#[test]
fn worked_trees() {
    let file = data::read("worked_trees.json");
    let mut variants = 0;
    for tree in file["trees"].as_array().unwrap() {
        for variant in tree["variants"].as_array().unwrap() {
            let place = format!("{} {}", tree["id"], variant["tree"]);
            let given = given(variant, data::player(tree));
            assert_eq!(compare_all(&place, &given, variant), 25, "{place}");
            compare_visits(&place, &given, &variant["visits"]);
            compare_with_text(&place, &given, tree);
            variants += 1;
        }
    }
    assert_eq!((file["trees"].as_array().unwrap().len(), variants), (8, 18));
}

/// Compares with what the texts themselves fix: leaves visited and left out, and the player who cuts.
fn compare_with_text(place: &str, given: &GivenTree, tree: &Value) {
    let (outcome, recorder) = run(Search::AlphaBeta, given, &Settings::default());
    let paths = |name: &str| -> Vec<_> {
        tree[name].as_array().unwrap().iter().map(|path| data::path(path.as_str().unwrap())).collect()
    };
    assert_eq!(i64::from(outcome.value), tree["value"], "{place}");
    assert_eq!(outcome.best.map(u64::from), tree["best"].as_u64(), "{place}");
    assert_eq!(recorder.evaluated(), paths("visited"), "{place}: visited");
    let all = (0..given.leaf_count()).map(|number| given.path(given.leaf(number)));
    let pruned: Vec<_> = all.filter(|path| !recorder.evaluated().contains(path)).collect();
    assert_eq!(pruned, paths("pruned"), "{place}: pruned");
    let cutoffs = recorder.cutoffs().into_iter().map(|(path, _, side, _)| (path, side.to_owned()));
    let expected = tree["cut_nodes"].as_object().unwrap().iter();
    let mut expected: Vec<_> =
        expected.map(|(path, side)| (data::path(path), side.as_str().unwrap().to_owned())).collect();
    let mut cutoffs: Vec<_> = cutoffs.collect();
    expected.sort();
    cutoffs.sort();
    assert_eq!(cutoffs, expected, "{place}: who cuts");
}

#[test]
fn published_and_showcase_trees() {
    for (file, trees) in [("published_trees.json", 3), ("showcase_trees.json", 14)] {
        let file = data::read(file);
        let all = file["trees"].as_array().unwrap();
        assert_eq!(all.len(), trees);
        for tree in all {
            let given = given(tree, data::player(tree));
            assert_eq!(compare_all(&tree["id"].to_string(), &given, tree), 25);
            compare_visits(&tree["id"].to_string(), &given, &tree["visits"]);
        }
    }
}

#[test]
fn showcase_trees_with_a_window_and_with_the_right_guess() {
    let file = data::read("showcase_trees.json");
    let find = |id: &str| file["trees"].as_array().unwrap().iter().find(|tree| tree["id"] == id).unwrap();

    let tree = find("fail-soft");
    let window = Window { alpha: bound(&tree["window"][0]), beta: bound(&tree["window"][1]) };
    let settings = Settings { window, ..Settings::default() };
    for (name, search) in [("fail-soft", Search::AlphaBeta), ("fail-hard", Search::AlphaBetaFailHard)] {
        let given = given(tree, Player::Max);
        let (outcome, recorder) = run(search, &given, &settings);
        assert_eq!(i64::from(outcome.value), tree["windowed"][name]);
        assert_eq!(outcome.bound, Bound::Upper);
        assert_eq!(recorder.leaves(&given), numbers(&tree["windowed"]["leaves"]));
    }

    let tree = find("mtd(f) saves");
    let guess = Some(bound(&tree["value"]));
    let settings = Settings { guess, ..Settings::default() };
    let right = &tree["mtd with the right guess"];
    compare("right guess", Search::MtdF, &settings, &given(tree, Player::Max), right);
}

#[test]
fn random_trees() {
    let file = data::read("random_trees.json");
    let mut compared = 0;
    for (number, tree) in file["trees"].as_array().unwrap().iter().enumerate() {
        let given = given(tree, data::player(tree));
        compared += compare_all(&format!("tree {number}"), &given, tree);
    }
    assert_eq!(compared, 60 * 25 + 8 * 2);
}
