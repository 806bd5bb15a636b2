//! The opening books of checkers and Reversi: their positions, plausible scores, errors of their format.

use crate::positions::{Rng, by_ply, moves};
use crate::toys::for_every_game;
use bestmove_core::game::{BookEntry, Notation, OpeningBook, Rules, Solver};
use bestmove_core::games::checkers::Knowledge;
use bestmove_core::games::{Checkers, Reversi};
use bestmove_core::search::{Limits, Path, SearchContext, TranspositionTable, search};
use bestmove_core::types::{Depth, Verdict};
use serde_json::Value;

fn book() -> &'static OpeningBook<Checkers> {
    Checkers::opening_book().unwrap()
}

#[test]
fn every_ballot_is_in_the_book_with_all_positions_that_lead_to_it() {
    let file: Value = serde_json::from_str(include_str!("../data/checkers-ballots.json")).unwrap();
    for ballot in file["ballots"].as_array().unwrap() {
        let mut position = Checkers::start();
        assert!(book().entry(&position).is_some());
        for played in ballot["moves"].as_array().unwrap() {
            let played = Checkers::parse_move(&position, played.as_str().unwrap()).unwrap();
            position = Checkers::play(&position, played);
            assert!(book().entry(&position).is_some(), "{ballot}");
        }
    }
}

/// A man decides many games, so a short search sees who stands better.
#[test]
fn a_short_search_agrees_on_the_better_side() {
    let knowledge = Knowledge::default();
    let clear = book().entries().filter(|entry| entry.units.abs() >= 60);
    let mut searched = 0;
    for entry in clear {
        let table = TranspositionTable::new(1 << 22);
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        let path = Path::<Checkers>::from(entry.position);
        let found = search(&path, SearchContext::new(&knowledge, &table, limits), &mut |_| {});
        let Verdict::Estimate(units) = found.best().verdict else { panic!("{:?}", found.best().verdict) };
        assert_eq!(units.signum(), entry.units.signum(), "{} in {}", units, Checkers::print(&entry.position));
        searched += 1;
    }
    assert!(searched > 0);
}

const TEXT: &str = "# a comment\n| 6 | 25 | 11-15 23-19\n9-14 22-18 | -14 | 20 | 5-9\n";

#[test]
fn a_book_survives_printing() {
    let book = OpeningBook::<Checkers>::parse(TEXT).unwrap();
    let printed: Vec<_> = book.entries().map(BookEntry::print).collect();
    assert_eq!(printed, TEXT.lines().skip(1).collect::<Vec<_>>());
    let start = book.entry(&Checkers::start()).unwrap();
    assert_eq!((start.verdict(), start.depth), (Verdict::Estimate(6), Depth::new(25)));
    assert_eq!(start.line.len(), 2);
}

#[test]
fn errors_name_the_line_and_its_part() {
    for (good, bad, error) in [
        ("| 6 |", "| 6", "line 2: fields: expected moves | score | depth | line, got "),
        ("| 6 |", "| six |", "line 2: score: expected an estimate, got "),
        ("| 6 |", "| 32000 |", "line 2: score: expected an estimate, got "),
        ("| 25 |", "| 101 |", "line 2: depth: expected plies, got "),
        (" 11-15 23-19", "", "line 2: line: expected a move at least, got "),
        ("22-18", "22-19", "line 3: "),
        ("5-9", "9-5", "line 3: "),
        (
            "9-14 22-18 | -14 | 20 | 5-9",
            "| -14 | 20 | 9-14",
            "line 3: moves: expected a position without a line before, got ",
        ),
    ] {
        let broken = TEXT.replacen(good, bad, 1);
        let got = OpeningBook::<Checkers>::parse(&broken).unwrap_err().to_string();
        assert!(broken != TEXT && got.starts_with(error), "{broken}: {got}");
    }
    assert!(OpeningBook::<Checkers>::parse("# nothing\n").is_err());
}

#[test]
fn images_of_games_are_games() {
    for_every_game!(check_symmetries);
}

fn check_symmetries<G: Notation>() {
    let mut rng = Rng(51);
    for (&image, _) in G::SYMMETRIES.iter().flat_map(|image| (0..20).map(move |game| (image, game))) {
        let (mut position, mut mirrored) = (G::start(), G::start());
        while G::outcome(&position).is_none() {
            let legal = moves::<G>(&position);
            let images = moves::<G>(&mirrored);
            assert_eq!(images.len(), legal.len(), "{}", G::ID);
            assert!(legal.iter().all(|&played| images.contains(&image(played))), "{}", G::ID);
            let played = legal[rng.below(legal.len())];
            (position, mirrored) = (G::play(&position, played), G::play(&mirrored, image(played)));
        }
        assert_eq!(G::outcome(&mirrored), G::outcome(&position), "{}", G::ID);
    }
}

#[test]
fn the_book_of_reversi_has_all_positions_of_the_first_four_plies() {
    let book = Reversi::opening_book().unwrap();
    assert_eq!(book.entries().count(), 1 + 1 + 3 + 14 + 60);
    let layers = by_ply::<Reversi>(4);
    for (ply, position) in
        layers.iter().enumerate().flat_map(|(ply, layer)| layer.values().map(move |p| (ply, p)))
    {
        let entry = book.entry(position).unwrap_or_else(|| panic!("{position:?}"));
        let reached =
            entry.moves.iter().fold(Reversi::start(), |board, &played| Reversi::play(&board, played));
        assert_eq!((reached, entry.moves.len()), (*position, ply));
        assert!(moves::<Reversi>(position).contains(&entry.line[0]), "{entry:?}");
        assert!(entry.depth > Depth::new(10), "{entry:?}");
        if ply < 4 {
            let after = |&played: &_| -book.entry(&Reversi::play(position, played)).unwrap().units;
            let legal = moves::<Reversi>(position);
            assert_eq!(legal.iter().map(after).max(), Some(entry.units), "{entry:?}");
            assert_eq!(after(&entry.line[0]), entry.units, "{entry:?}");
        }
    }
}
