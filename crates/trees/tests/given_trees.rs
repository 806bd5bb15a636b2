//! Trees as text.

use crate::data;
use bestmove_trees::{GivenTree, MAX_DEPTH, MAX_LEAVES, Player, Tree};
use proptest::prelude::*;

fn parse(text: &str) -> GivenTree {
    GivenTree::parse(text, Player::Max).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn nodes_are_numbered_breadth_first_and_leaves_from_left_to_right() {
    let tree = parse(" [[3,5] ,\n\t[2,[9, -1]]] ");
    assert_eq!(tree.to_string(), "[[3, 5], [2, [9, -1]]]");
    assert_eq!((tree.node_count(), tree.leaf_count(), tree.depth(), tree.branching()), (9, 5, 3, 2));
    assert!(!tree.is_uniform());
    let paths: [&[u16]; 5] = [&[0, 0], &[0, 1], &[1, 0], &[1, 1, 0], &[1, 1, 1]];
    for (number, (path, value)) in paths.into_iter().zip([3, 5, 2, 9, -1]).enumerate() {
        let leaf = tree.leaf(number);
        assert_eq!((tree.path(leaf), tree.value(&leaf)), (path.to_vec(), value));
        assert_eq!((tree.at(path), tree.leaves_below(leaf)), (Some(leaf), number..number + 1));
    }
    let below = |path: &[u16]| tree.leaves_below(tree.at(path).unwrap());
    assert_eq!([below(&[]), below(&[0]), below(&[1]), below(&[1, 1])], [0..5, 0..2, 2..5, 3..5]);
    assert_eq!((tree.at(&[2]), tree.at(&[0, 0, 0])), (None, None));
}

#[test]
fn a_number_is_a_tree() {
    let tree = parse("-7");
    assert_eq!((tree.node_count(), tree.leaf_count(), tree.depth(), tree.branching()), (1, 1, 0, 0));
    assert!(tree.is_uniform());
    assert_eq!(
        (tree.value(&tree.root()), tree.path(tree.leaf(0)), tree.to_string()),
        (-7, vec![], "-7".into())
    );
}

#[test]
fn inner_nodes_may_have_static_values() {
    let tree = parse("-3: [4 :[1, 2], 0:[3,4]]");
    assert_eq!(tree.to_string(), "-3: [4: [1, 2], [3, 4]]");
    let value = |path: &[u16]| tree.value(&tree.at(path).unwrap());
    assert_eq!([value(&[]), value(&[0]), value(&[1]), value(&[0, 1])], [-3, 4, 0, 2]);
    assert!(tree.is_uniform());
}

#[test]
fn the_largest_numbers_fit() {
    assert_eq!(parse("[1000000000,-1000000000]").to_string(), "[1000000000, -1000000000]");
}

#[test]
fn errors_name_the_place() {
    let integer = "an integer from -1000000000 to 1000000000";
    let cases = [
        ("", 1, "a number or a list", "the end of the text"),
        ("  ", 3, "a number or a list", "the end of the text"),
        ("[]", 2, "a list of at least one child", "an empty list"),
        ("[1, [ ]]", 7, "a list of at least one child", "an empty list"),
        ("[1, 2", 6, "\",\" or \"]\"", "the end of the text"),
        ("[1, 2]]", 7, "the end of the tree", "\"]\""),
        ("[1, 2] 3", 8, "the end of the tree", "\"3\""),
        ("[1 2]", 4, "\",\" or \"]\"", "\"2]\""),
        ("[1,,2]", 4, "a number or a list", "\",2]\""),
        ("[1,]", 4, "a number or a list", "\"]\""),
        ("1:", 3, "a list of children", "the end of the text"),
        ("1: 2", 4, "a list of children", "\"2\""),
        ("NaN", 1, "a number or a list", "\"NaN\""),
        ("[+1]", 2, "a number or a list", "\"+1]\""),
        ("-", 1, "a number or a list", "\"-\""),
        ("[1.5]", 2, integer, "\"1.5\""),
        ("[1e3]", 2, integer, "\"1e3\""),
        ("1-2", 1, integer, "\"1-2\""),
        ("[0, 1000000001]", 5, integer, "\"1000000001\""),
        ("-99999999999999999999999999", 1, integer, "\"-99999999999999999999999999\""),
        ("[٣, 2]", 2, "a number or a list", "\"٣, 2]\""),
        ("[1, 2]é", 7, "the end of the tree", "\"é\""),
        ("\u{a0}é[", 2, "a number or a list", "\"é[\""),
        ("[1٣]", 2, integer, "\"1٣\""),
        ("{\"a\": 1}", 2, "\"chance\" or \"weights\"", "\"\\\"a\\\": 1}\""),
    ];
    for (text, character, expected, got) in cases {
        let error = GivenTree::parse(text, Player::Max).expect_err(text);
        assert_eq!(
            [error.part, error.expected, error.got].map(|phrase| phrase.to_string()),
            [format!("character {character}"), expected.to_owned(), got.to_owned()],
            "{text}"
        );
    }
}

#[test]
fn limits_are_told() {
    let nested = |plies: usize| format!("{}1{}", "[".repeat(plies), "]".repeat(plies));
    let list = |items: &str, count: usize| format!("[{}{items}]", format!("{items},").repeat(count - 1));
    let refused = |text: &str| GivenTree::parse(text, Player::Max).unwrap_err().to_string();

    assert_eq!(parse(&nested(MAX_DEPTH)).depth(), MAX_DEPTH);
    for plies in [MAX_DEPTH + 1, 1_000_000] {
        assert_eq!(
            refused(&nested(plies)),
            "character 65: expected a leaf after at most 64 plies, got a list"
        );
    }
    let most = list(&list("1", 1000), 1000);
    assert_eq!(parse(&most).leaf_count(), MAX_LEAVES);
    assert!(refused(&format!("[{most}, 1]")).ends_with("expected at most 1000000 leaves, got more"));
    assert!(refused(&list("1", 65_536)).ends_with("expected at most 65535 children of a node, got more"));
    assert!(refused(&list(&nested(60), 40_000)).ends_with("expected at most 2000000 nodes, got more"));
}

#[test]
fn trees_of_the_data_round_trip() {
    let files = ["random_trees.json", "published_trees.json", "showcase_trees.json"].map(data::read);
    let trees = files.iter().flat_map(|file| file["trees"].as_array().unwrap());
    let mut seen = 0;
    for tree in trees {
        let parsed = parse(&tree["tree"].to_string());
        let json: serde_json::Value = serde_json::from_str(&parsed.to_string()).unwrap_or_default();
        assert_eq!(json, tree["tree"]);
        assert_eq!(parsed.leaf_count() as u64, tree["count"]);
        seen += 1;
    }
    assert_eq!(seen, 77);
}

/// The text of a random tree, with space in odd places.
fn texts() -> impl Strategy<Value = String> {
    let space = "[ \n\t]{0,2}";
    let number = -1_000_000_000..=1_000_000_000_i32;
    let leaf =
        (space, number.clone(), space).prop_map(|(left, value, right)| format!("{left}{value}{right}"));
    leaf.prop_recursive(6, 60, 5, move |children| {
        let value = prop_oneof![
            Just(String::new()),
            (number.clone().prop_filter("zero is not printed", |&value| value != 0), space)
                .prop_map(|(value, space)| format!("{value}{space}:"))
        ];
        let children = prop::collection::vec(children, 1..5);
        (value, children).prop_map(|(value, children)| format!("{value}[{}]", children.join(",")))
    })
}

proptest! {
    #[test]
    fn printing_and_parsing_are_inverse(text in texts()) {
        let tree = parse(&text);
        let printed = tree.to_string();
        prop_assert_eq!(&parse(&printed), &tree);
        let plain = |text: &str| text.replace([' ', '\n', '\t'], "");
        prop_assert_eq!(plain(&printed), plain(&text));
        for number in 0..tree.leaf_count() {
            let leaf = tree.leaf(number);
            prop_assert_eq!(tree.at(&tree.path(leaf)), Some(leaf));
        }
        for node in 0..tree.node_count() as u32 {
            let leaves = tree.leaves_below(node);
            let inside = |number: usize| tree.path(tree.leaf(number)).starts_with(&tree.path(node));
            prop_assert!((0..tree.leaf_count()).all(|number| leaves.contains(&number) == inside(number)));
        }
    }

    #[test]
    fn any_text_is_a_tree_or_an_error(text in "[\\[\\],: 0-9a-zé-]{0,30}|.{0,20}") {
        if let Ok(tree) = GivenTree::parse(&text, Player::Min) {
            prop_assert_eq!(GivenTree::parse(&tree.to_string(), Player::Min), Ok(tree));
        }
    }
}
