//! Perft counts against published ones. A file `perft/<game>.perft` has blocks of an `id`, a `position`, and
//! lines of a convention, a depth and a count. The convention is `paths`, `results`, or `perft` for both.

use bestmove_core::game::PerftMode;
use bestmove_query::{AnyGame, Registry};
use std::fs;

#[test]
fn counts_agree_with_published_ones() {
    for game in Registry::built_in().games() {
        let name = format!("tests/perft/{}.perft", game.info().id);
        let file = fs::read_to_string(&name).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(file.contains("# Source"), "{name} names no source");
        assert!(verify(game.as_ref(), &file) >= 9, "{name} has too few counts");
    }
}

/// Checks the counts of a file and returns their number.
fn verify(game: &dyn AnyGame, file: &str) -> usize {
    let (mut id, mut position, mut counts) = ("", "", 0);
    for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "id" => id = rest,
            "position" => position = rest,
            _ => {
                let (depth, count) = rest.split_once(' ').unwrap();
                let (depth, count) = (depth.parse().unwrap(), count.parse::<u64>().unwrap());
                for mode in conventions(word) {
                    let counted = game.perft(Some(position), depth, mode).unwrap();
                    assert_eq!(counted, count, "{} {id} at depth {depth} by {mode:?}", game.info().id);
                    counts += 1;
                }
            }
        }
    }
    counts
}

fn conventions(word: &str) -> Vec<PerftMode> {
    match word {
        "paths" => vec![PerftMode::Paths],
        "results" => vec![PerftMode::Distinct],
        "perft" => vec![PerftMode::Paths, PerftMode::Distinct],
        _ => panic!("{word:?} is no keyword of a perft file"),
    }
}
