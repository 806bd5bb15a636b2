//! Pictures show the fold of the first events, stand still, and are the stored ones.
//!
//! `RENEW_PICTURES=1 cargo test -p bestmove-trees --test tests stored` writes the files of
//! `tests/pictures` anew. Look at them before you commit them.

use crate::data;
use crate::recorded::{enters, recorded, uneven_tree};
use crate::svg::{GREY, Paths, assert_well_formed, drawn, shape, with_class};
use bestmove_trees::picture::{Below, Layout, MAX_DRAWN, Picture, Show};
use bestmove_trees::{
    Event, GivenTree, NodeName, Player, RandomTree, Recording, Search, Settings, SplitMix64, State, Ties,
    Tree, Window, catalogue,
};
use std::collections::HashMap;
use std::fs;
use std::path::Path;

/// All nodes of a tree.
fn all_nodes(tree: &GivenTree) -> Paths {
    let (mut nodes, mut paths) = (Paths::new(), vec![Vec::new()]);
    while let Some(path) = paths.pop() {
        let children = tree.children(&tree.at(&path).unwrap()).len() as u16;
        paths.extend((0..children).map(|child| [&path[..], &[child]].concat()));
        nodes.insert(path);
    }
    nodes
}

/// The nodes visited, open, and cut after some events of alpha-beta, told from the events in another way.
fn visited_open_and_cut(all: &Paths, events: &[(Vec<u16>, Event)]) -> [Paths; 3] {
    let visited: Paths =
        events.iter().filter(|(_, event)| enters(*event)).map(|(path, _)| path.clone()).collect();
    let finished: Paths = events
        .iter()
        .filter(|(_, event)| matches!(event, Event::Leave { .. }))
        .map(|(path, _)| path.clone())
        .collect();
    let cut: Paths = events
        .iter()
        .filter(|(_, event)| matches!(event, Event::Cut(_)))
        .flat_map(|(node, _)| {
            let below = all.iter().filter(move |path| path.len() > node.len() && path.starts_with(node));
            below.filter(|path| !visited.contains(&path[..=node.len()])).cloned()
        })
        .collect();
    [visited.clone(), &visited - &finished, cut]
}

#[test]
fn each_step_shows_the_fold_of_the_first_events() {
    let mut random = SplitMix64::new(1);
    for _ in 0..30 {
        let tree = uneven_tree(&mut random, 3, 4, 15);
        let recording = recorded(&tree, Window::FULL, Ties::Cut);
        let events: Vec<_> = recording.iter().collect();
        let layout = Layout::new(&tree, None, MAX_DRAWN).unwrap();
        let all = all_nodes(&tree);
        for step in 0..=events.len() {
            let state = State::at(&layout, &recording, step);
            let svg = Picture::new(&state, "Alpha-beta").svg();
            let [visited, open, cut] = visited_open_and_cut(&all, &events[..step]);
            assert_eq!(with_class(&svg, "open"), open, "{tree} at {step}");
            assert_eq!(with_class(&svg, "finished"), &visited - &open, "{tree} at {step}");
            assert_eq!(with_class(&svg, "left-out"), cut, "{tree} at {step}");
            assert_eq!(with_class(&svg, "unvisited"), &(&all - &visited) - &cut, "{tree} at {step}");
            for (path, (classes, rest)) in drawn(&svg) {
                let is_current = step > 0 && events[step - 1].0 == path;
                assert_eq!(rest.contains("class=\"current\""), is_current);
                let is_cut = classes.contains(&"left-out");
                assert_eq!(rest.contains(GREY), is_cut, "{tree} at {step}");
                assert_eq!(rest.contains("never looked at"), is_cut, "{tree} at {step}");
            }
        }
    }
}

#[test]
fn steps_back_and_forth_are_the_identity() {
    let mut random = SplitMix64::new(2);
    let tree = uneven_tree(&mut random, 4, 5, 15);
    let recording = recorded(&tree, Window::FULL, Ties::Cut);
    let layout = Layout::new(&tree, None, MAX_DRAWN).unwrap();
    let mut state = State::new(&layout);
    let svg = |state: &State| Picture::new(state, "Alpha-beta").svg();
    let mut pictures = vec![svg(&state)];
    for (path, event) in recording.iter() {
        state.apply(&path, event);
        pictures.push(svg(&state));
    }
    for _ in 0..200 {
        let step = random.below(pictures.len() as u64) as usize;
        let state = State::at(&layout, &recording, step);
        assert_eq!(state.step(), step);
        assert_eq!(svg(&state), pictures[step]);
    }
    assert_eq!(State::at(&layout, &recording, usize::MAX).step(), recording.len());
}

#[test]
fn nothing_moves_from_step_to_step() {
    let mut random = SplitMix64::new(3);
    let tree = uneven_tree(&mut random, 3, 5, 200);
    let recording = recorded(&tree, Window::FULL, Ties::Cut);
    let layout = Layout::new(&tree, None, MAX_DRAWN).unwrap();
    let places = |step| {
        let svg = Picture::new(&State::at(&layout, &recording, step), "").svg();
        let head = svg.lines().next().unwrap().to_owned();
        (head, drawn(&svg).into_iter().map(|(path, (_, rest))| (path, shape(rest))).collect::<Vec<_>>())
    };
    let first = places(0);
    for step in 1..=recording.len() {
        assert_eq!(places(step), first);
    }
}

#[test]
fn nodes_of_a_ply_do_not_overlap_and_parents_are_in_the_middle() {
    let mut random = SplitMix64::new(4);
    for round in 0..200 {
        let tree = uneven_tree(&mut random, 4, 2 + round % 4, if round % 2 == 0 { 9 } else { 2_000 });
        let layout = Layout::new(&tree, None, MAX_DRAWN).unwrap();
        let places = layout.places();
        for pair in places.windows(2).filter(|pair| pair[0].ply == pair[1].ply) {
            assert!(pair[1].x - pair[0].x >= 1.0, "{tree}");
        }
        for node in 0..places.len() as u32 {
            let children: Vec<_> = layout.children(node).map(|child| layout[child].x).collect();
            if let (Some(first), Some(last)) = (children.first(), children.last()) {
                assert_eq!(layout[node].x, f32::midpoint(*first, *last));
            }
            assert_eq!(layout.at(&layout.path(node)), (node, true));
        }
        let mut leaves: Vec<_> = places
            .iter()
            .filter(|place| matches!(place.below, Below::Leaf { .. }))
            .map(|place| place.x)
            .collect();
        leaves.sort_by(f32::total_cmp);
        assert!(leaves.iter().copied().eq((0..tree.leaf_count()).map(|leaf| leaf as f32)));
        let svg = Picture::new(&State::new(&layout), "").svg();
        let mut shapes: Vec<_> = drawn(&svg).into_values().map(|(_, rest)| shape(rest)).collect();
        shapes.sort_by_key(|&[left, top, ..]| (top, left));
        for pair in shapes.windows(2).filter(|pair| pair[0][1] == pair[1][1]) {
            assert!(pair[0][2] < pair[1][0], "{tree}: {pair:?}");
        }
    }
}

/// The trees of the stored pictures.
fn stored_trees() -> Vec<(String, GivenTree)> {
    let mut trees = Vec::new();
    for tree in data::read("worked_trees.json")["trees"].as_array().unwrap() {
        let text = tree["variants"][0]["tree"].to_string();
        let id = tree["id"].as_str().unwrap().to_owned();
        trees.push((id, GivenTree::parse(&text, data::player(tree)).unwrap()));
    }
    for (number, expected) in data::read("random_trees.json")["trees"].as_array().unwrap().iter().enumerate()
    {
        let tree = GivenTree::parse(&expected["tree"].to_string(), data::player(expected)).unwrap();
        if number % 2 == 0 && tree.leaf_count() <= 81 {
            trees.push((format!("random-{number}"), tree));
        }
    }
    let mut random = SplitMix64::new(9);
    trees.push(("uneven".to_owned(), uneven_tree(&mut random, 3, 5, 1_000)));
    trees.push(("leaf".to_owned(), GivenTree::parse("-7", Player::Min).unwrap()));
    trees
}

#[test]
fn first_and_last_steps_are_the_stored_pictures() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures");
    let trees = stored_trees();
    assert!(trees.len() >= 20);
    for (name, tree) in trees {
        let layout = Layout::new(&tree, None, MAX_DRAWN).unwrap();
        let recording = recorded(&tree, Window::FULL, Ties::Cut);
        for (step, ends) in [("first", 0), ("last", usize::MAX)] {
            let svg = Picture::new(&State::at(&layout, &recording, ends), &name).svg();
            let file = folder.join(format!("{name}-{step}.svg"));
            if std::env::var_os("RENEW_PICTURES").is_some() {
                fs::write(&file, &svg).unwrap();
            }
            let stored = fs::read_to_string(&file).unwrap_or_default();
            assert!(svg == stored, "{} differs from the picture drawn now", file.display());
        }
    }
}

#[test]
fn svg_is_well_formed_and_has_no_inline_style() {
    let mut random = SplitMix64::new(6);
    let tree = uneven_tree(&mut random, 3, 4, 1_000);
    let layout = Layout::new(&tree, None, MAX_DRAWN).unwrap();
    let recording = recorded(&tree, Window::FULL, Ties::Cut);
    for step in 0..=recording.len() {
        let svg = Picture::new(&State::at(&layout, &recording, step), "<b>\"x\" & 'y'\u{7}").svg();
        assert!(svg.contains("<title>&lt;b&gt;&quot;x&quot; &amp; 'y' </title>"));
        assert!(svg.contains("role=\"img\"") && svg.contains("<desc>"));
        for forbidden in ["style=", "<style", "<script", "href", " on", "id=\""] {
            let markup: String = svg.split('<').filter_map(|part| part.split('>').next()).collect();
            assert!(!markup.contains(forbidden), "{forbidden}");
        }
        assert_well_formed(&svg);
    }
}

#[test]
fn dot_names_every_node_and_edge_once() {
    let mut random = SplitMix64::new(7);
    for _ in 0..20 {
        let tree = uneven_tree(&mut random, 3, 4, 20);
        let layout = Layout::new(&tree, None, MAX_DRAWN).unwrap();
        let recording = recorded(&tree, Window::FULL, Ties::Cut);
        let state = State::at(&layout, &recording, recording.len() / 2);
        let dot = Picture::new(&state, "a \"quoted\" \\ name").dot();
        let lines: Vec<_> = dot.lines().collect();
        assert_eq!(lines[0], "digraph \"a \\\"quoted\\\" \\\\ name\" {");
        assert_eq!(*lines.last().unwrap(), "}");
        let statements = &lines[4..lines.len() - 1];
        let (edges, nodes): (Vec<_>, Vec<_>) =
            statements.iter().partition(|line| line.split('[').next().unwrap().contains("->"));
        for statement in statements {
            assert!(statement.starts_with("  n") && statement.ends_with(';'), "{statement}");
            let unquoted: String = statement.replace("\\\"", "").split('"').step_by(2).collect();
            assert_eq!(unquoted.matches('[').count(), unquoted.matches(']').count(), "{statement}");
        }
        let numbers = |lines: &[&&str], skip: usize| -> Vec<usize> {
            let words =
                lines.iter().map(|line| line.split([' ', ';', '[']).filter(|word| word.starts_with('n')));
            words.map(|mut words| words.nth(skip).unwrap()[1..].parse().unwrap()).collect()
        };
        let count = tree.node_count();
        assert_eq!(numbers(&nodes, 0), (0..count).collect::<Vec<_>>());
        assert_eq!(numbers(&edges, 1), (1..count).collect::<Vec<_>>());
    }
}

#[test]
fn text_has_a_line_for_each_node_that_was_not_left_out() {
    let tree = GivenTree::parse("[[3,5],[2,9],[4,[7,1]]]", Player::Max).unwrap();
    let layout = Layout::new(&tree, None, MAX_DRAWN).unwrap();
    let recording = recorded(&tree, Window::FULL, Ties::Cut);
    let picture = |step| Picture::new(&State::at(&layout, &recording, step), "").text();
    assert_eq!(
        picture(usize::MAX),
        "\
▲ 4  (−∞, +∞) ◀
├─ 0: ▼ 3  (−∞, +∞)
│  ├─ 0: 3  #1
│  └─ 1: 5  #2
├─ 1: ▼ ≤2  (3, +∞)
│  ├─ 0: 2  #3
│  └─ 1: 9  ╳
└─ 2: ▼ 4  (3, +∞) *
   ├─ 0: 4  #4 *
   └─ 1: ▲ ≥7  (3, 4)
      ├─ 0: 7  #5
      └─ 1: 1  ╳
"
    );
    assert!(picture(0).starts_with("▲\n├─ 0: ▼\n│  ├─ 0: 3\n"));
}

#[test]
fn large_trees_are_refused_or_folded() {
    let arguments = RandomTree {
        branching: 4,
        depth: 6,
        seed: 1,
        leaves: bestmove_trees::Leaves::Distinct,
        quality: 0.0,
        chance: 0,
    };
    let tree = arguments.generate(Player::Max).unwrap();
    let refusal = Layout::new(&tree, None, MAX_DRAWN).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "plies: expected at most 2000 nodes: 5 plies can be drawn, got more nodes"
    );
    let layout = Layout::new(&tree, Some(2), MAX_DRAWN).unwrap();
    assert_eq!((layout.places().len(), layout.plies(), layout.columns()), (21, 2, 16));
    let recording = recorded(&tree, Window::FULL, Ties::Cut);
    let mut evaluations: HashMap<Vec<u16>, usize> = HashMap::new();
    for (path, _) in recording.iter().filter(|(_, event)| matches!(event, Event::Leaf { .. })) {
        *evaluations.entry(path[..2].to_vec()).or_default() += 1;
    }
    let state = State::at(&layout, &recording, usize::MAX);
    let svg = Picture::new(&state, "").svg();
    for (path, (_, rest)) in drawn(&svg).into_iter().filter(|(path, _)| path.len() == 2) {
        let label = match evaluations.get(&path) {
            Some(count) => format!(">{count}/256<"),
            None => ">+256<".to_owned(),
        };
        assert!(rest.contains(&label), "{}: {rest}", NodeName(&path));
    }
    assert!(Layout::new(&tree, Some(5), 1_365).is_ok());
    assert!(Layout::new(&tree, Some(5), 1_364).is_err());
}

#[test]
fn labels_can_be_left_out() {
    let tree = GivenTree::parse("[[3,5],[2,9]]", Player::Max).unwrap();
    let layout = Layout::new(&tree, None, MAX_DRAWN).unwrap();
    let recording: Recording = recorded(&tree, Window::FULL, Ties::Cut);
    let state = State::at(&layout, &recording, usize::MAX);
    let with = |show| Picture { show, ..Picture::new(&state, "") }.svg();
    let (all, none) = (with(Show::ALL), with(Show::NONE));
    for class in ["window", "order", "type", "line", "caption", "legend"] {
        let class = format!("class=\"{class}\"");
        assert!(all.contains(&class) && !none.contains(&class), "{class}");
    }
    let types: String =
        all.split("class=\"type\"").skip(1).map(|text| &text[text.find('>').unwrap() + 1..][..1]).collect();
    assert_eq!(types, "112123", "all but the second child of a cut node, ply by ply");
    // The leaves keep their values.
    assert_eq!((all.matches("class=\"score\"").count(), none.matches("class=\"score\"").count()), (7, 4));
}

/// Both lines are best play; the types are those beside the one that is told.
#[test]
fn types_of_nodes_are_beside_the_line() {
    for (text, lines) in [
        ("[[3,5],[3,9]]", [(&[0, 0], "112123"), (&[1, 0], "121312")]),
        ("[[5,3],[9,3]]", [(&[0, 1], "112213"), (&[1, 1], "121321")]),
    ] {
        let tree = GivenTree::parse(text, Player::Max).unwrap();
        let layout = Layout::new(&tree, None, MAX_DRAWN).unwrap();
        let mut recording = Recording::new(100);
        catalogue::run(Search::Minimax, &tree, &Settings::default(), &mut recording).unwrap();
        let state = State::at(&layout, &recording, usize::MAX);
        for (line, expected) in lines {
            let svg = Picture { show: Show::ALL, line: Some(line), ..Picture::new(&state, "") }.svg();
            let types = svg.split("class=\"type\"").skip(1);
            let types: String = types.map(|text| &text[text.find('>').unwrap() + 1..][..1]).collect();
            assert_eq!(types, expected, "{text} {line:?}");
        }
    }
}

#[test]
fn moves_have_names_on_their_edges() {
    let tree = GivenTree::parse("[[3,5],[2,9]]", Player::Max).unwrap();
    let layout = Layout::new(&tree, None, MAX_DRAWN).unwrap();
    let names: Vec<_> = ["", "a<b", "11-15", "x", "y", "z", "\"w\""].map(str::to_owned).into();
    let state = State::new(&layout);
    let picture = Picture { moves: Some(&names), ..Picture::new(&state, "") };
    assert!(picture.svg().contains(">11-15</text>") && picture.svg().contains(">a&lt;b</text>"));
    assert!(picture.dot().contains("n2 -> n6 [label=\"\\\"w\\\"\"];"));
    assert!(picture.text().contains("1: 11-15 ▼"));
    assert_well_formed(&picture.svg());
}
