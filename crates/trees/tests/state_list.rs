//! The list of SSS* and DUAL*, as their events tell it.

use crate::recorder::run;
use crate::trees::any_tree;
use bestmove_trees::{Event, GivenTree, Search, Settings, Value};
use std::collections::HashMap;

/// Follows the list of a search; the number of states taken from it.
fn follow(tree: &GivenTree, search: Search, sign: Value) -> usize {
    let (_, recorder) = run(search, tree, &Settings::default());
    let (mut list, mut taken) = (HashMap::new(), 0);
    for (at, (path, event)) in recorder.events.iter().enumerate() {
        match event {
            Event::Insert { merit, is_solved } => {
                assert_eq!(
                    list.insert(path.clone(), (*merit, *is_solved)),
                    None,
                    "{tree}: twice in the list"
                );
            }
            Event::Drop => assert!(list.remove(path).is_some(), "{tree}: {path:?} is dropped"),
            Event::List { states } => {
                assert_eq!(list.len(), *states, "{tree}");
                let first = list.iter().min_by_key(|(path, (merit, _))| (-sign * merit, (*path).clone()));
                let (first, (merit, is_solved)) = first.map(|(path, state)| (path.clone(), *state)).unwrap();
                let (next, event) = &recorder.events[at + 1];
                assert_eq!(*next, first, "{tree}");
                match event {
                    Event::Solved { merit: solved } => assert!(is_solved && *solved == merit, "{tree}"),
                    Event::Enter { .. } => assert!(!is_solved, "{tree}"),
                    event => panic!("{tree}: {event:?}"),
                }
                list.remove(&first);
                taken += 1;
            }
            _ => {}
        }
    }
    assert!(list.is_empty(), "{tree}: {list:?}");
    taken
}

#[test]
fn the_best_state_comes_next() {
    let mut taken = 0;
    for seed in 0..1_000 {
        let tree = any_tree(seed);
        taken += follow(&tree, Search::SssStar, 1) + follow(&tree, Search::DualStar, -1);
    }
    assert!(taken > 10_000, "{taken}");
}
