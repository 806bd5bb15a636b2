//! The node counts of the search on fixed positions. They pin down its behaviour: a change that
//! is meant to alter nothing leaves them alone, any other states the new ones.

use bestmove::engine::{bench, find};
use bestmove::search::Settings;

/// As `bestmove bench` prints them.
const NODES: [(&str, Settings, u64); 6] = [
    ("tic-tac-toe", Settings::FULL_WIDTH, 4_620),
    ("tic-tac-toe", Settings::STRONGEST, 4_620),
    ("connect-four", Settings::FULL_WIDTH, 1_451_447),
    ("connect-four", Settings::STRONGEST, 1_451_447),
    ("checkers", Settings::FULL_WIDTH, 3_375_411),
    ("checkers", Settings::STRONGEST, 2_657_433),
];

#[test]
fn the_search_visits_as_many_nodes_as_stated() {
    let measured = NODES.map(|(game, settings, _)| {
        let measure = bench(find(game).unwrap(), settings, 64 << 20).unwrap();
        let first = measure.cutoffs.first_move as f64 / measure.cutoffs.all as f64;
        assert!(first >= 0.8, "{game}: only {first} of the cutoffs by the first move");
        (game, settings, measure.nodes)
    });
    assert_eq!(measured, NODES);
}
