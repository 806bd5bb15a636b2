//! The classic searches find the scores of the full-width search of the service.

use crate::positions::{Rng, random_path};
use crate::tally::tally;
use bestmove_core::game::{Game, Notation, Rules};
use bestmove_core::games::{Checkers, ConnectFour, TicTacToe};
use bestmove_core::search::{self, Limits, Path, SearchContext, TranspositionTable};
use bestmove_core::types::{Depth, Ply, Score, Verdict};
use bestmove_trees::{GameTree, Leaf, Search, Settings, Tree};

/// The score of the service's search.
fn served<G: Game>(path: &Path<G>, depth: Depth) -> Score {
    let (knowledge, table) = (G::Knowledge::default(), TranspositionTable::new(1 << 20));
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let context = SearchContext::new(&knowledge, &table, limits);
    let context = SearchContext { settings: search::Settings::FULL_WIDTH, ..context };
    match search::search(path, context, &mut |_| {}).best().verdict {
        Verdict::Win { plies } => Score::win(Ply::new(plies.unwrap())),
        Verdict::Loss { plies } => Score::loss(Ply::new(plies.unwrap())),
        Verdict::Draw => Score::DRAW,
        Verdict::Margin(units) | Verdict::Estimate(units) => Score::from_units(units),
    }
}

/// Compares the searches at a position; the score.
fn agree_at<G: Game>(path: &Path<G>, depth: u8) -> Score {
    let (knowledge, depth) = (G::Knowledge::default(), Depth::new(depth));
    let tree = GameTree::<G>::new(*path.position(), path.before(), depth, &knowledge, Leaf::Quiescence);
    let expected = served(path, depth);
    for search in [Search::AlphaBeta, Search::Pvs, Search::MtdF] {
        let (outcome, _) = tally(search, &tree, &Settings::default());
        assert_eq!(outcome.value, i32::from(expected.units()), "{search:?} to depth {depth:?} from {path:?}");
        assert!(usize::from(outcome.best.unwrap()) < tree.children(&tree.root()).len());
    }
    expected
}

/// Compares a hundred positions of random games of fewer than `plies` plies, at all depths up to 4: how many
/// scores are wins or losses, draws and estimates.
fn agree<G: Game>(start: G::Position, seed: u64, plies: usize) -> [usize; 3] {
    let (mut rng, mut kinds) = (Rng(seed), [0; 3]);
    for _ in 0..100 {
        let length = rng.below(plies);
        let path = random_path::<G>(&mut rng, start, length);
        for depth in 1..=4 {
            let score = agree_at(&path, depth);
            kinds[if score.is_decisive() { 0 } else { 1 + usize::from(score != Score::DRAW) }] += 1;
        }
    }
    kinds
}

#[test]
fn served_games() {
    let [tic_tac_toe, connect_four, checkers] = [
        agree::<TicTacToe>(TicTacToe::start(), 1, 8),
        agree::<ConnectFour>(ConnectFour::start(), 2, 42),
        agree::<Checkers>(Checkers::start(), 3, 100),
    ];
    assert!(tic_tac_toe.into_iter().all(|count| count > 5), "{tic_tac_toe:?}");
    assert!(connect_four[0] > 20 && connect_four[2] > 20, "{connect_four:?}");
    assert!(checkers[0] > 0 && checkers[2] > 100, "{checkers:?}");
}

/// Kings that move back and forth: repetitions, tablebases and the no-progress limit.
#[test]
fn endings_of_checkers() {
    let mut kinds = [0; 3];
    for (seed, fen) in (1..).zip(["B:WK29,K30:BK1,K6", "W:WK18,25:BK11", "B:WK32,K31,21:BK1,K5,13"]) {
        let more = agree::<Checkers>(Checkers::parse(fen).unwrap(), seed, 79);
        kinds = [0, 1, 2].map(|kind| kinds[kind] + more[kind]);
    }
    assert!(kinds.into_iter().all(|count| count > 20), "{kinds:?}");
}
