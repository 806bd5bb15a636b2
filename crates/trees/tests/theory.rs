//! Formulas against the figures of other programs.

use crate::data;
use bestmove_trees::theory::{
    Extremes, WinLoss, coin_leaves, mean_leaves_of_two_plies, perfect_order_growth, random_order_growth,
    random_order_growth_fit, randomised_growth, reluctant_leaves, xi,
};
use serde_json::Value;

/// The rows of a figure, with their number.
pub(crate) fn rows(id: &str, count: usize) -> Vec<Value> {
    let file = data::read("figures.json");
    let figure = file["figures"].as_array().unwrap().iter().find(|figure| figure["id"] == id).unwrap();
    let rows = figure["rows"].as_array().unwrap().clone();
    assert_eq!(rows.len(), count, "{id}");
    rows
}

/// A fraction such as "11/3".
pub(crate) fn fraction(text: &Value) -> f64 {
    let text = text.as_str().unwrap();
    let number = |text: &str| text.parse::<f64>().unwrap();
    text.split_once('/').map_or_else(|| number(text), |(top, bottom)| number(top) / number(bottom))
}

fn branching(row: &Value) -> u32 {
    row["branching"].as_u64().unwrap() as u32
}

fn assert_close(value: f64, expected: f64, relative: f64, case: &str) {
    assert!((value - expected).abs() <= relative * expected, "{case}: {value}, expected {expected}");
}

/// The copied table has a misprint at depth 5.
#[test]
fn table_of_forty_moves() {
    for row in rows("leaf-table", 9) {
        let depth = row["depth"].as_u64().unwrap() as u32;
        let figure = |name: &str| row[name].as_u64().unwrap();
        let extremes = Extremes::of(40, depth).unwrap();
        assert_eq!(extremes.worst_leaves, figure("worst"));
        assert_eq!(extremes.best_leaves, figure("best"));
        assert_eq!(extremes.worst_nodes, figure("nodes_worst"));
        assert_eq!(extremes.best_nodes, figure("nodes_best"));
        assert_eq!(extremes.best_leaves != figure("best_in_seed"), depth == 5);
    }
    let four_plies = Extremes::of(36, 4).unwrap();
    assert_eq!((four_plies.worst_leaves, four_plies.best_leaves), (1_679_616, 2_591));
    assert_eq!(Extremes::of(40, 13), None);
}

#[test]
fn growth() {
    for row in rows("branching-factor", 12) {
        let (b, figure) = (branching(&row), |name: &str| row[name].as_f64().unwrap());
        let case = format!("branching {b}");
        assert_close(xi(b), figure("xi"), 1e-8, &case);
        assert_close(random_order_growth(b), figure("pearl"), 1e-6, &case);
        assert_close(random_order_growth_fit(b), figure("fit"), 1e-4, &case);
        assert_close(perfect_order_growth(b), figure("sqrt"), 1e-6, &case);
        assert_close(randomised_growth(b), figure("saks_wigderson"), 1e-6, &case);
    }
}

#[test]
fn two_plies() {
    for row in rows("depth-2", 11) {
        let mean = mean_leaves_of_two_plies(branching(&row));
        assert_close(mean, fraction(&row["fraction"]), 1e-13, "depth 2");
    }
    assert_close(mean_leaves_of_two_plies(1), 1.0, 1e-15, "one move");
}

#[test]
fn coins() {
    for row in rows("win-loss", 14) {
        let b = branching(&row);
        let is_critical = row["which"] == "critical, 1 - xi";
        let p = if is_critical { 1.0 - xi(b) } else { 0.5 };
        assert_close(p, row["p"].as_f64().unwrap(), 1e-8, "p");
        let leaves = row["leaves"].as_array().unwrap();
        for (depth, (expected, row)) in leaves.iter().zip(coin_leaves(b, p)).enumerate() {
            // The critical chance is a fixed point that repels: errors of rounding grow with the depth.
            assert_close(
                row.mean(),
                expected.as_f64().unwrap(),
                1e-5,
                &format!("b {b}, p {p}, depth {depth}"),
            );
        }
        let deep: Vec<_> = coin_leaves(b, 0.5).map(|row: WinLoss| row.mean()).take(41).collect();
        assert_close((deep[40] / deep[20]).powf(0.05), perfect_order_growth(b), 1e-5, "growth of coins");
    }
    assert!(coin_leaves(2, 0.0).chain(coin_leaves(2, 1.0)).take(9).all(|row| row.mean().is_finite()));
}

#[test]
fn reluctant() {
    for row in rows("reluctant", 5) {
        let b = branching(&row);
        let expected = |name: &str| row[name].as_array().unwrap().iter().map(fraction).collect::<Vec<_>>();
        let (won, lost) = (expected("root_wins"), expected("root_loses"));
        for (depth, figures) in reluctant_leaves(b).enumerate().take(won.len()) {
            assert_eq!((figures.if_won, figures.if_lost), (won[depth], lost[depth]), "b {b}, depth {depth}");
        }
        let deep: Vec<_> = reluctant_leaves(b).map(|row| row.if_won).take(121).collect();
        assert_close(deep[120] / deep[119], randomised_growth(b), 1e-9, "growth");
    }
}
