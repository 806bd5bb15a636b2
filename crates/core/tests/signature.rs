//! Node signatures: the node counts of searches of fixed positions. Any change to them is a functional change
//! of the search.

use crate::built_in;
use bestmove_core::search::Settings;
use bestmove_query::{Registry, bench};

/// Equal to the output of `bestmove bench`.
const NODES: [(&str, Settings, u64); 8] = [
    ("tic-tac-toe", Settings::FULL_WIDTH, 4_738),
    ("tic-tac-toe", Settings::STRONGEST, 4_738),
    ("connect-four", Settings::FULL_WIDTH, 1_675_435),
    ("connect-four", Settings::STRONGEST, 1_675_435),
    ("checkers", Settings::FULL_WIDTH, 2_423_839),
    ("checkers", Settings::STRONGEST, 140_138),
    ("reversi", Settings::FULL_WIDTH, 241_014),
    ("reversi", Settings::STRONGEST, 9_628),
];

#[test]
fn node_counts_equal_the_signature() {
    let measured = NODES.map(|(game, settings, _)| {
        let measures = bench(built_in(game).as_ref(), settings, 64 << 20).unwrap();
        let [all, first] = measures.iter().fold([0, 0], |[all, first], measure| {
            [all + measure.cutoffs.all, first + measure.cutoffs.first_move]
        });
        let least = match (game, settings.selective) {
            ("tic-tac-toe", _) => 80,
            ("checkers", true) => 87,
            ("reversi", true) => 74,
            _ => 92,
        };
        assert!(100 * first >= least * all, "{game}: only {first} of {all} cutoffs by the first move");
        (game, settings, measures.iter().map(|measure| measure.nodes).sum())
    });
    assert_eq!(measured, NODES);
    for game in Registry::built_in().ids() {
        assert!(NODES.iter().any(|(listed, ..)| *listed == game), "{game} has no signature");
    }
}
