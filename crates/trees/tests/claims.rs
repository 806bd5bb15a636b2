//! The figures of claims, measured again.

use bestmove_core::game::Game;
use bestmove_core::games::{Reversi, TicTacToe};
use bestmove_core::types::Depth;
use bestmove_trees::claims::{Figure, Run, TIMELINE, Verdict, claims};
use bestmove_trees::{GameTree, Leaf, Scoring};
use std::collections::HashSet;

fn never() -> bool {
    false
}

/// The figure on the tree of the start position of a game.
fn measure_in_game(figure: &Figure, game: &str, options: &[(&str, &str)]) -> Option<f64> {
    let option = |wanted: &str| options.iter().find(|(name, _)| *name == wanted).map(|(_, text)| *text);
    let depth = Depth::new(option("depth").unwrap().parse().unwrap());
    let scoring = if option("leaf") == Some("result") { Scoring::Result } else { Scoring::Score };
    match game {
        "tic-tac-toe" => on_start::<TicTacToe>(figure, depth, scoring),
        "reversi" => on_start::<Reversi>(figure, depth, scoring),
        game => panic!("no test has {game}"),
    }
}

fn on_start<G: Game>(figure: &Figure, depth: Depth, scoring: Scoring) -> Option<f64> {
    let knowledge = G::Knowledge::default();
    let tree = GameTree::<G>::new(G::start(), &[], depth, &knowledge, Leaf::Evaluation).scored(scoring);
    figure.measure_on(&tree, &never)
}

#[test]
fn figures_are_what_a_run_measures() {
    let mut wrong = Vec::new();
    for claim in claims() {
        assert!(!claim.figures.is_empty(), "{}", claim.id);
        for (number, figure) in claim.figures.iter().enumerate() {
            let measured = match figure.run {
                Run::Position(game, options) => measure_in_game(figure, game, options),
                _ => figure.measure(&never).unwrap(),
            };
            if measured != Some(figure.measured) {
                wrong.push(format!("{}|{number}|{measured:?}|{}", claim.id, figure.measured));
            }
        }
    }
    assert!(wrong.is_empty(), "claim, figure, measured, stored:\n{}", wrong.join("\n"));
}

/// What is right agrees with what is printed, and what is not differs somewhere.
#[test]
fn verdicts_follow_from_the_figures() {
    for claim in claims() {
        let mut printed = claim.figures.iter().filter_map(|figure| Some((figure.measured, figure.printed?)));
        match claim.verdict {
            Verdict::Right => assert!(
                printed.all(|(measured, printed)| (measured - printed).abs() <= 0.03 * printed),
                "{}",
                claim.id
            ),
            Verdict::Wrong => assert!(printed.any(|(measured, printed)| measured != printed), "{}", claim.id),
            Verdict::Misprint | Verdict::Asterisk => {}
        }
    }
}

#[test]
fn formulas_give_figures() {
    for figure in claims().flat_map(|claim| claim.figures) {
        assert!(figure.formula.is_none_or(|formula| formula.value().is_some_and(f64::is_finite)));
    }
}

#[test]
fn claims_and_milestones_are_in_order() {
    let ids: HashSet<_> = claims().map(|claim| claim.id).collect();
    assert_eq!(ids.len(), claims().count());
    assert!(ids.len() >= 50, "{}", ids.len());
    assert!(TIMELINE.is_sorted_by_key(|milestone| milestone.year));
}

/// The document on the texts names every claim.
#[test]
fn every_claim_is_listed_by_its_text() {
    let document = include_str!("../../../docs/laboratory-texts.md");
    for claim in claims() {
        assert!(document.contains(&format!("`{}`", claim.id)), "{}", claim.id);
    }
}
