//! The lab finds the scores of the service's own full-width search.

use crate::positions::{Rng, random_path};
use bestmove::classic::{GameTree, Leaf, Search, Settings, Tree};
use bestmove::game::{Game, Notation, Rules};
use bestmove::games::{Checkers, ConnectFour, TicTacToe};
use bestmove::search::{self, Limits, Path, SearchContext, TranspositionTable};
use bestmove::types::{Depth, Ply, Score, Verdict};

/// The score of the service's search.
fn served<G: Game>(path: &Path<G>, depth: Depth) -> Score {
    let (knowledge, table) = (G::Knowledge::default(), TranspositionTable::new(1 << 20));
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let context = SearchContext::new(&knowledge, &table, limits);
    let context = SearchContext { settings: search::Settings::FULL_WIDTH, ..context };
    match search::search(path, context, &mut |_| {}).verdict {
        Verdict::Win { plies } => Score::win(Ply::new(plies.unwrap())),
        Verdict::Loss { plies } => Score::loss(Ply::new(plies.unwrap())),
        Verdict::Draw => Score::DRAW,
        Verdict::Margin(units) | Verdict::Estimate(units) => Score::from_units(units),
    }
}

fn agree_at<G: Game>(path: &Path<G>, depth: u8) {
    let (knowledge, depth) = (G::Knowledge::default(), Depth::new(depth));
    let tree = GameTree::<G>::new(*path.position(), path.before(), depth, &knowledge, Leaf::Quiescence);
    let expected = i32::from(served(path, depth).units());
    for search in [Search::AlphaBeta, Search::Pvs, Search::MtdF] {
        let (outcome, _) = crate::tally::tally(search, &tree, &Settings::default());
        assert_eq!(outcome.value, expected, "{search:?} to depth {depth:?} from {path:?}");
        let best = usize::from(outcome.best.unwrap());
        assert!(best < tree.moves(&tree.root()).len());
    }
}

/// Compares positions of random games of at most `plies` plies, at all depths up to 4.
fn agree<G: Game>(start: G::Position, seed: u64, positions: usize, plies: usize) {
    let mut rng = Rng(seed);
    for _ in 0..positions {
        let length = rng.below(plies);
        let path = random_path::<G>(&mut rng, start, length);
        for depth in 1..=4 {
            agree_at(&path, depth);
        }
    }
}

/// Kings that move back and forth: repetitions, tablebases and the no-progress limit.
fn agree_in_endings(positions: usize) {
    for (seed, fen) in (1..).zip(["B:WK29,K30:BK1,K6", "W:WK18,25:BK11", "B:WK32,K31,21:BK1,K5,13"]) {
        agree::<Checkers>(Checkers::parse(fen).unwrap(), seed, positions, 79);
    }
}

fn agree_everywhere(positions: usize) {
    agree::<TicTacToe>(TicTacToe::start(), 1, positions, 8);
    agree::<ConnectFour>(ConnectFour::start(), 2, positions, 36);
    agree::<Checkers>(Checkers::start(), 3, positions, 80);
}

#[test]
fn a_few_positions() {
    agree_everywhere(20);
    agree_in_endings(5);
}

/// A hundred positions of each game:
/// `cargo test --no-default-features --features data,local --test classic a_hundred_positions -- --ignored`
#[test]
#[ignore = "takes a minute"]
fn a_hundred_positions() {
    agree_everywhere(100);
    agree_in_endings(100);
}
