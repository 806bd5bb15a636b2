//! Reads `perft/<game>.perft`: blocks of an `id`, a `position`, and lines of a depth and a count.
//! `paths` and `results` name the convention of the count, `perft` stands for both.

use bestmove::game::{Counting, Notation, perft};
use bestmove::games::Checkers;

#[test]
fn checkers() {
    verify::<Checkers>(include_str!("perft/checkers.perft"));
}

/// Checks every count of a file.
fn verify<G: Notation>(file: &str) {
    let (mut id, mut position) = ("", G::start());
    for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap();
        match word {
            "id" => id = rest,
            "position" => position = G::parse(rest).unwrap(),
            _ => {
                let (depth, count) = rest.split_once(' ').unwrap();
                let (depth, count) = (depth.parse().unwrap(), count.parse::<u64>().unwrap());
                for counting in conventions(word) {
                    let counted = perft::<G>(&position, depth, counting);
                    assert_eq!(counted, count, "{id} at depth {depth} by {counting:?}");
                }
            }
        }
    }
}

fn conventions(word: &str) -> Vec<Counting> {
    match word {
        "paths" => vec![Counting::Paths],
        "results" => vec![Counting::Results],
        "perft" => vec![Counting::Paths, Counting::Results],
        _ => panic!("{word:?} is no line of a perft file"),
    }
}
